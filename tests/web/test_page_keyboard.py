"""The page by keyboard alone, and what screen readers are told."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk

FOCUSED = "document.activeElement.dataset.place ?? document.activeElement.id"


def to_the_board(visitor: Visitor) -> None:
    """By the link that the Tab key comes to first."""
    visitor.press("Tab", "Enter")
    assert visitor.page.evaluate(FOCUSED) == "0,0"


def test_a_whole_puzzle_is_solved_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    to_the_board(visitor)
    at = (0, 0)
    for cell in [(0, 1), (0, 3), (1, 1), (2, 3), (3, 0), (4, 1), (4, 2), (4, 4)]:
        down, right = cell[0] - at[0], cell[1] - at[1]
        visitor.press(*["ArrowDown"] * down, *["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right), "Space")
        at = cell
    visitor.says("Solved in")


def test_keys_write_notes_and_take_them_away(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    to_the_board(visitor)
    visitor.press("ArrowRight", "x", "ArrowRight", "Space", "ArrowDown", "x")
    assert visitor.kept_marks() == {"0,1": "empty", "0,2": "square", "1,2": "empty"}
    visitor.press("Delete", "ArrowUp", "Space")
    assert visitor.kept_marks() == {"0,1": "empty"}
    # Arrows stop at the rim, and clues stay as they are.
    visitor.press("ArrowUp", "Home", "Space", "x")
    assert visitor.page.evaluate(FOCUSED) == "0,0"
    assert visitor.kept_marks() == {"0,1": "empty"}


def test_borders_have_the_focus_between_cells(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(BLOCKS)
    to_the_board(visitor)
    visitor.press("ArrowRight")
    assert visitor.page.evaluate(FOCUSED) == "0,0,0,1"
    visitor.press("Space", "ArrowDown")
    # It leaps over the corner.
    assert visitor.page.evaluate(FOCUSED) == "1,0,1,1"
    visitor.press("x", "ArrowRight", "Shift+ArrowDown")
    assert visitor.kept_marks() == {"0,0,0,1": "line", "1,0,1,1": "none", "1,1,2,1": "line"}


def test_a_tab_leads_through_all_buttons_to_one_place_of_the_board(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    seen = []
    for _ in range(30):
        visitor.press("Tab")
        seen.append(visitor.page.evaluate(FOCUSED))
        if seen[-1] == "answer":
            break
    assert seen[0] == "skip"
    assert [one for one in seen if "," in one] == ["0,0"]
    for wanted in ("open", "new", "mode-play", "mode-make", "share", "settings", "pen-0", "trial", "check", "hint"):
        assert wanted in seen


def test_help_and_windows_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    visitor.find("#hint").focus()
    visitor.press("Enter")
    visitor.find("#hint-show").focus()
    visitor.press("Enter")
    visitor.find("#hint-write").focus()
    visitor.press("Enter")
    assert visitor.kept_marks() == {"0,1": "square"}
    visitor.find("#settings").focus()
    visitor.press("Enter")
    expect(visitor.find("dialog")).to_be_visible()
    visitor.press("Escape")
    expect(visitor.find("dialog")).to_have_count(0)
    assert visitor.page.evaluate(FOCUSED) == "settings"


def test_clues_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(BLOCKS)
    visitor.make()
    visitor.cell(0, 0).focus()
    visitor.press("1", "2", "ArrowDown", "?", "ArrowRight", "Delete")
    expect(visitor.cell(1, 1)).to_have_attribute("aria-label", "r2c2, grey")
    assert visitor.cell(0, 0).get_attribute("aria-label") == "r1c1, grey, 12"
    assert visitor.cell(1, 0).get_attribute("aria-label") == "r2c1, grey, question mark"
    visitor.press("Control+z")
    expect(visitor.cell(1, 1)).to_have_attribute("aria-label", "r2c2, grey, 4")


def test_an_arrow_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go()
    visitor.click("#new")
    visitor.click("#new-empty")
    expect(visitor.find("#title")).to_contain_text("6 × 6")
    visitor.cell(0, 0).focus()
    visitor.page.keyboard.down("Shift")
    visitor.press("ArrowRight", "ArrowRight", "ArrowDown")
    visitor.page.keyboard.up("Shift")
    expect(visitor.cell(1, 2)).to_have_attribute("aria-label", "r2c3, head of an arrow going down")
    assert visitor.cell(0, 0).get_attribute("aria-label") == "r1c1, tail of an arrow going right"
    assert visitor.cell(0, 1).get_attribute("aria-label") == "r1c2, arrow going right"


def test_the_board_is_a_grid_with_names(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    grid = visitor.page.get_by_role("grid")
    assert grid.get_attribute("aria-label") == "Evolomino, 5 rows and 5 columns"
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("5", "5")
    assert grid.get_by_role("row").count() == 5
    assert grid.get_by_role("gridcell").count() == 25
    labels = visitor.labels()
    assert labels["0,0"] == "r1c1, given square"
    assert labels["1,0"] == "r2c1, shaded"
    assert labels["2,2"] == "r3c3, empty"
    assert labels["2,4"] == "r3c5, given square, arrow going up"
    visitor.make()
    visitor.click("#mode-play")
    blocks = visit().go(BLOCKS)
    blocks.drag((1, 4), (2, 4))
    labels = blocks.labels()
    assert len(labels) == 36 + 60
    assert labels["1,3,1,4"] == "border between r2c4 and r2c5, line"
    assert labels["1,3"] == "r2c4, line on: right"
    assert labels["1,4"] == "r2c5, grey, line on: left"


def test_verdicts_are_read_aloud(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    assert visitor.message.get_attribute("role") == "status"
    assert visitor.message.get_attribute("aria-live") == "polite"
    visitor.click("#check")
    visitor.says("rules are not met yet")
    visitor.cell(2, 2).focus()
    visitor.press("Space")
    assert visitor.words("#spoken") == "r3c3, square"


@at_a_desk
def test_every_control_has_a_name(visitor: Visitor) -> None:
    visitor.go(BLOCKS)
    nameless = """() => [...document.querySelectorAll('button, input, select, textarea, a')]
        .filter((one) => one.checkVisibility())
        .filter((one) => !(one.getAttribute('aria-label') || one.innerText.trim() || one.labels?.length))
        .map((one) => one.outerHTML)"""
    assert visitor.page.evaluate(nameless) == []
    for opener in ("#open", "#new", "#share", "#settings"):
        visitor.click(opener)
        expect(visitor.find("dialog")).to_be_visible()
        assert visitor.page.evaluate(nameless) == []
        visitor.press("Escape")
    visitor.make()
    visitor.says("Exactly one answer")
    assert visitor.page.evaluate(nameless) == []


def test_fingers_find_what_they_tap(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone").go(SQUARES)
    small = """() => [...document.querySelectorAll('button')].filter((one) => one.checkVisibility())
        .map((one) => [one.id, one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 36 || box.height < 36).map(([id]) => id)"""
    assert visitor.page.evaluate(small) == []
    viewport = visitor.find("meta[name=viewport]").get_attribute("content") or ""
    # The page can still be zoomed by those who need that.
    assert not re.search("user-scalable|maximum-scale", viewport)
