"""Languages, contrast, and that nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Size, Visitor

CONTRASTS = """() => {
    const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
    const part = (value) => (value <= 0.03928 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const [r, g, b, alpha = 1] = numbers(getComputedStyle(at).backgroundColor);
            if (alpha > 0.99 && r !== undefined) return [r, g, b];
        }
        return [255, 255, 255];
    };
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
        const direct = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!direct || !element.checkVisibility() || element.closest('svg, .spoken, :disabled')) continue;
        const [one, other] = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        found.push([ratio, element.className || element.tagName, element.textContent.slice(0, 30)]);
    }
    return found;
}"""

COLOURS = """(names) => {
    const style = getComputedStyle(document.documentElement);
    return names.map((name) => style.getPropertyValue(name).trim());
}"""


@pytest.mark.parametrize(
    ("locale", "code", "check", "made"),
    [
        ("en-US", "en", "Check", "grey cell"),
        ("zh-CN", "zh-Hans", "检查", "灰格"),
        ("ja-JP", "ja", "判定", "灰色のマス"),
    ],
)
def test_the_language_of_the_browser(
    visit: Callable[..., Visitor], locale: str, code: str, check: str, made: str
) -> None:
    visitor = visit(locale=locale).go(BLOCKS)
    assert visitor.find("html").get_attribute("lang") == code
    assert visitor.words("#check") == check
    visitor.make()
    assert visitor.words("[data-tool=colour]") == made


def test_a_language_nobody_speaks_here_is_english(visit: Callable[..., Visitor]) -> None:
    assert visit(locale="fi-FI").go(SQUARES).words("#check") == "Check"


def test_the_language_is_switched_and_kept(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.click("#settings")
    visitor.find("#language").select_option("ja")
    expect(visitor.find("dialog h2")).to_have_text("設定")
    visitor.press("Escape")
    assert visitor.words("#check") == "判定"
    assert visitor.cell(0, 0).get_attribute("aria-label") == "r1c1, 最初からある□"
    assert visitor.kept_marks() == {"0,1": "square"}
    visitor.click("#hint")
    expect(visitor.find(".reasons li").first).to_contain_text("□")
    visitor.reopen()
    assert visitor.words("#check") == "判定"


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        ("phone", "dark"),
        ("desk", "light"),
        pytest.param("phone", "light", marks=pytest.mark.long),
        pytest.param("desk", "dark", marks=pytest.mark.long),
    ],
)
def test_all_words_have_the_contrast_of_wcag_aa(visit: Callable[..., Visitor], size: Size, theme: str) -> None:
    visitor = visit(size, color_scheme=theme)

    def look() -> None:
        found = visitor.page.evaluate(CONTRASTS)
        assert found
        assert [one for one in found if one[0] < 4.5] == []

    visitor.go()
    look()
    visitor.go(BLOCKS)
    look()
    visitor.click("#check")
    visitor.says("not met")
    look()
    visitor.click("#hint")
    visitor.says("Look at")
    look()
    visitor.click("#trial")
    look()
    for opener in ("#open", "#new", "#share", "#settings"):
        visitor.click(opener)
        expect(visitor.find("dialog")).to_be_visible()
        look()
        visitor.press("Escape")
    visitor.make()
    visitor.says("Exactly one answer.")
    expect(visitor.find("[data-band]")).to_be_visible()
    look()
    visitor.click("#forced")
    look()
    visitor.page.evaluate("document.querySelector('#offline').hidden = false")
    look()


def test_inks_of_the_board_stand_out_in_both_themes(visit: Callable[..., Visitor]) -> None:
    # Text against what it lies on needs 4.5, shapes need 3 (WCAG 2.2, 1.4.3 and 1.4.11).
    text = [
        ("--board-ink", "--paper"),
        ("--board-ink", "--tone-light"),
        ("--paper", "--board-ink"),
        ("--drawn", "--paper"),
    ]
    shapes = [("--grid", "--paper"), ("--focus", "--paper")]
    shapes += [(ink, ground) for ink in ("--drawn", "--note", "--trial") for ground in ("--paper", "--tone-light")]
    for why in ("--drawn", "--trial", "--differs", "--broken", "--deduced", "--used"):
        shapes += [(why, "--paper"), (why, f"{why}-soft")]
    pairs = [(*pair, 4.5) for pair in text] + [(*pair, 3) for pair in shapes]
    visitor = visit().go(SQUARES)
    for theme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=theme)
        names = sorted({name for one, other, _ in pairs for name in (one, other)})
        values = visitor.page.evaluate(
            "(names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim())",
            names,
        )
        colours = dict(zip(names, values, strict=True))
        low = [(one, other, theme) for one, other, least in pairs if _contrast(colours[one], colours[other]) < least]
        assert low == []


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(_light, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_what_is_set_off_has_a_shape_of_its_own(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    visitor.click("#trial")
    visitor.tap_cell(0, 1)
    # Marks on trial are dashed, wrong cells are hatched, reasons are outlined and numbered, and what follows is framed.
    assert visitor.page.evaluate("getComputedStyle(document.querySelector('.square.trial')).strokeDasharray") != "none"
    visitor.click("#check")
    visitor.says("not met")
    assert visitor.shapes("[fill='url(#hatch-wrong)']") >= 1
    visitor.click("#hint")
    visitor.says("Look at")
    assert visitor.shapes(".area") >= 1 and visitor.shapes(".badge-text") >= 1
    visitor.click("#hint-show")
    assert visitor.shapes(".bracket.deduced") + visitor.shapes(".band.deduced") >= 1
