"""Playing: marks by mouse and by touch, undo and redo, trial, reset, timer, and what is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk, on_a_phone


def test_taps_go_round_the_marks_of_a_cell(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    assert visitor.marked("square") == {"0,1"}
    assert visitor.shapes(".square.drawn") == 1
    visitor.tap_cell(0, 1)
    assert visitor.marked("no square") == {"0,1"}
    assert (visitor.shapes(".square.drawn"), visitor.shapes(".dot")) == (0, 1)
    visitor.tap_cell(0, 1)
    assert visitor.kept_marks() == {}


@on_a_phone
def test_clues_are_not_written_on(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 0)
    visitor.tap_cell(1, 0)
    assert visitor.kept_marks() == {}


@at_a_desk
def test_a_drag_over_cells_writes_the_mark_of_the_first(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(4, 2)
    visitor.tap_cell(4, 2)
    visitor.drag((4.5, 0.5), (4.5, 4.5))
    # What was written before stays.
    assert visitor.marked("square") == {"4,0", "4,1", "4,3", "4,4"}
    assert visitor.marked("no square") == {"4,2"}
    visitor.click("#undo")
    assert visitor.marked("square") == set()


def test_the_pen_and_the_other_button_write_the_note_first(visit: Callable[..., Visitor]) -> None:
    desk = visit("desk").go(SQUARES)
    desk.page.mouse.click(*desk.point((2.5, 2.5)), button="right")
    assert desk.marked("no square") == {"2,2"}
    phone = visit("phone").go(SQUARES)
    phone.click("#pen-1")
    phone.tap_cell(2, 2)
    assert phone.marked("no square") == {"2,2"}


def test_lines_are_drawn_along_borders(visitor: Visitor) -> None:
    visitor.go(BLOCKS)
    visitor.drag((0, 4), (2, 4), (2, 3), (4, 3))
    assert visitor.marked("line") == {"0,3,0,4", "1,3,1,4", "1,3,2,3", "2,2,2,3", "3,2,3,3"}
    assert visitor.shapes(".line.drawn") == 5
    # The same way again takes them away.
    visitor.drag((0, 4), (2, 4))
    assert visitor.marked("line") == {"1,3,2,3", "2,2,2,3", "3,2,3,3"}


@on_a_phone
def test_taps_on_a_border_draw_then_cross_then_clear(visitor: Visitor) -> None:
    visitor.go(BLOCKS)
    visitor.tap((0.5, 1.06))
    assert visitor.marked("line") == {"0,0,0,1"}
    visitor.tap((0.5, 0.96))
    assert visitor.marked("no line") == {"0,0,0,1"}
    assert visitor.shapes(".cross.drawn") == 1
    visitor.tap((0.5, 1))
    assert visitor.kept_marks() == {}
    # In the middle of a cell it is not clear which border is meant, and the frame is none.
    visitor.tap((1.5, 1.5))
    visitor.tap((0.5, 0.03))
    assert visitor.kept_marks() == {}


def test_crosses_by_the_other_button(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(BLOCKS)
    visitor.page.mouse.click(*visitor.point((2, 1.5)), button="right")
    assert visitor.marked("no line") == {"1,1,2,1"}
    visitor.drag((3, 0), (3, 3), button="right")
    assert visitor.marked("no line") == {"1,1,2,1", "2,0,3,0", "2,1,3,1", "2,2,3,2"}


def test_undo_and_redo_without_limit(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(SQUARES)
    cells = [(row, col) for row in (2, 3, 4) for col in (0, 2, 3) if (row, col) != (3, 2)]
    for turn in range(6):
        for row, col in cells:
            visitor.tap_cell(row, col)
        if turn == 3:
            seen = visitor.kept_marks()
    steps = 6 * len(cells)
    last = visitor.kept_marks()
    for _ in range(2 * len(cells)):
        visitor.press("Control+z")
    assert visitor.kept_marks() == seen
    for _ in range(steps):
        visitor.press("z")
    assert visitor.kept_marks() == {}
    expect(visitor.find("#undo")).to_be_disabled()
    for _ in range(steps):
        visitor.press("Control+y")
    assert visitor.kept_marks() == last
    expect(visitor.find("#redo")).to_be_disabled()


@at_a_desk
def test_a_trial_is_dropped_or_kept(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.click("#trial")
    visitor.tap_cell(1, 1)
    visitor.tap_cell(0, 1)
    assert visitor.marked("on trial") == {"0,1", "1,1"}
    assert visitor.shapes(".square.trial") == 1
    visitor.click("#drop")
    assert visitor.kept_marks() == {"0,1": "square"}
    # Undo brings the trial back, and it can be kept then.
    visitor.click("#undo")
    assert visitor.marked("on trial") == {"0,1", "1,1"}
    visitor.click("#keep")
    assert visitor.marked("on trial") == set()
    assert visitor.kept_marks() == {"0,1": "empty", "1,1": "square"}


def test_a_trial_within_a_trial(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(SQUARES)
    visitor.click("#trial")
    visitor.tap_cell(1, 1)
    visitor.click("#deeper")
    visitor.tap_cell(2, 2)
    visitor.click("#drop")
    assert visitor.kept_marks() == {"1,1": "square"}
    assert visitor.marked("on trial") == {"1,1"}
    visitor.click("#drop")
    assert visitor.kept_marks() == {}


@on_a_phone
def test_clear_can_be_undone(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.tap_cell(2, 2)
    visitor.click("#reset")
    assert visitor.kept_marks() == {}
    visitor.click("#undo")
    assert visitor.kept_marks() == {"0,1": "square", "2,2": "square"}


@on_a_phone
def test_the_timer_runs_and_can_be_hidden(visitor: Visitor) -> None:
    visitor.page.clock.install()
    visitor.go(SQUARES)
    visitor.page.clock.fast_forward("01:02:03")
    expect(visitor.find("#timer")).to_contain_text("1:02:0")
    visitor.click("#timer")
    expect(visitor.find("#timer")).to_have_text("–:–")
    visitor.reopen()
    expect(visitor.find("#timer")).to_have_text("–:–")


def test_a_closed_tab_is_gone_on_with(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.tap_cell(2, 2)
    visitor.click("#trial")
    visitor.tap_cell(1, 1)
    visitor.reopen()
    assert visitor.page.url.endswith(SQUARES)
    assert visitor.marked("square") == {"0,1", "1,1", "2,2"}
    assert visitor.marked("on trial") == {"1,1"}
    # Undo goes back to before the tab was closed.
    visitor.click("#drop")
    visitor.click("#undo")
    visitor.click("#undo")
    visitor.click("#undo")
    visitor.click("#undo")
    assert visitor.kept_marks() == {"0,1": "square"}


def test_each_puzzle_keeps_its_own_marks(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.go(BLOCKS)
    visitor.drag((0, 4), (2, 4))
    visitor.go(SQUARES)
    assert visitor.kept_marks() == {"0,1": "square"}
    visitor.click("#open")
    visitor.page.get_by_role("button", name="Double Choco 6 × 6 2 marks").click()
    visitor.comes_to("line", {"0,3,0,4", "1,3,1,4"})


@on_a_phone
def test_a_puzzle_that_is_solved_says_so(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    for row, col in [(0, 1), (0, 3), (1, 1), (2, 3), (3, 0), (4, 1), (4, 2), (4, 4)]:
        visitor.tap_cell(row, col)
    visitor.says("Solved in 00:0")
    assert visitor.find("#panel").get_attribute("data-tone") == "good"


def test_a_dark_system_and_the_switch(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk", color_scheme="dark").go(SQUARES)
    paper = "getComputedStyle(document.querySelector('.paper')).fill"
    dark = visitor.page.evaluate(paper)
    visitor.click("#settings")
    visitor.find("#theme").select_option("light")
    light = visitor.page.evaluate(paper)
    assert light == "rgb(255, 255, 255)" != dark
    visitor.reopen()
    assert visitor.page.evaluate(paper) == light
    visitor.click("#settings")
    visitor.find("#theme").select_option("dark")
    visitor.page.emulate_media(color_scheme="light")
    assert visitor.page.evaluate(paper) == dark


def test_from_a_small_phone_to_a_wall(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(BLOCKS)
    for width, height in [(320, 568), (844, 390), (768, 1024), (3840, 2160)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_timeout(50)
        box = visitor.find("#board").bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        # The whole board is seen, and uses the room that there is.
        assert max(box["width"] / width, box["height"] / height) > 0.4
        page = "document.documentElement"
        assert visitor.page.evaluate(f"[{page}.scrollWidth, {page}.scrollHeight]") == [width, height]


@pytest.mark.long
def test_the_largest_board_is_played(visitor: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    file.write_text('{"puzzle": "dbchoco", "rows": 100, "cols": 100}', encoding="utf-8")
    visitor.go()
    visitor.click("#open")
    visitor.find("#file").set_input_files(file)
    expect(visitor.find("#title")).to_contain_text("100 × 100")
    for _ in range(12):
        visitor.press("+")
    visitor.cell(50, 50).focus()
    visitor.press("ArrowRight", "Space", "ArrowDown", "Space")
    assert visitor.kept_marks() == {"50,50,50,51": "line", "51,50,51,51": "line"}
