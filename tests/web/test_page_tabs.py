"""Several tabs and puzzles after each other: no mark and no clue is lost, and the browser's way back leads to them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk, on_a_phone


def test_a_tab_takes_over_what_another_one_wrote_and_never_writes_over_it(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    first = visitor.page
    visitor.page = visitor.context.new_page()
    visitor.go(SQUARES).tap_cell(0, 1)
    expect(first.locator('.place[data-place="0,1"]')).to_have_attribute("aria-label", "r1c2, square")
    visitor.kept_marks()
    # A tab that sleeps hears nothing of the others, and is closed after them.
    first.evaluate("addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    visitor.tap_cell(2, 2)
    assert visitor.kept_marks() == {"0,1": "square", "2,2": "square"}
    visitor.page.close()
    visitor.page = first
    assert visitor.kept_marks() == {"0,1": "square", "2,2": "square"}


@pytest.mark.parametrize("is_other_tab", [False, True])
def test_what_was_made_stays_among_the_puzzles(visit: Callable[..., Visitor], is_other_tab: bool) -> None:
    visitor = visit().go("evolmino/3/3/000c00a")
    visitor.make()
    visitor.click("[data-tool=shaded]")
    visitor.tap_cell(1, 1)
    expect(visitor.cell(1, 1)).to_have_attribute("aria-label", "r2c2, shaded")
    made = visitor.page.url
    if is_other_tab:
        visitor.page = visitor.context.new_page()
    visitor.go(BLOCKS)
    visitor.click("#open")
    expect(visitor.find(".kept-open")).to_have_count(3)
    visitor.find(
        ".kept-open",
    ).nth(1).click()
    assert visitor.page.url == made


@on_a_phone
def test_the_way_back_leads_to_the_puzzle_before(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.click("#open")
    visitor.find("#paste").fill(f"https://puzz.link/p?{BLOCKS}")
    visitor.click("#paste-open")
    expect(visitor.find("#title")).to_contain_text("Double Choco")
    visitor.page.go_back()
    expect(visitor.find("#title")).to_contain_text("Evolomino")
    assert visitor.marked("square") == {"0,1"}
    visitor.page.go_forward()
    expect(visitor.find("#title")).to_contain_text("Double Choco")
    assert visitor.page.url.endswith(BLOCKS)


@at_a_desk
@pytest.mark.parametrize("name", ["puzzles", "desk", "settings", "puzzle"])
def test_what_other_versions_kept_does_not_stop_the_page(visitor: Visitor, name: str) -> None:
    visitor.go(SQUARES)
    visitor.kept_marks()
    for value in ("x", 7, [None, 1, {}], {"opened": {"puzzle": "evolmino"}, "play": {"marks": []}}):
        visitor.page.goto(f"{visitor.address}/static/icon.svg")
        visitor.page.evaluate(
            """([name, text]) => {
                const keys = Object.keys(localStorage).filter((key) => key.split(':')[1] === name);
                for (const key of keys.length ? keys : [`puzzlewright:${name}`]) localStorage.setItem(key, text);
            }""",
            [name, json.dumps(value)],
        )
        visitor.go(SQUARES)
        expect(visitor.find("#title")).to_contain_text("Evolomino")


@on_a_phone
def test_what_cannot_be_kept_is_said_while_playing_and_while_making(visitor: Visitor) -> None:
    visitor.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    visitor.go(SQUARES)
    expect(visitor.find("#not-kept")).to_contain_text("marks are lost")
    visitor.make()
    visitor.says("Exactly one answer.")
    expect(visitor.find("#not-kept")).to_be_visible()
