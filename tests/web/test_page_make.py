"""Making puzzles: tools, live verdicts, what is forced, steps, and boards made from a pattern."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk, on_a_phone


@pytest.fixture
def setter(visitor: Visitor) -> Visitor:
    visitor.go(SQUARES)
    visitor.make()
    visitor.says("Exactly one answer.")
    return visitor


def tool(visitor: Visitor, name: str) -> None:
    visitor.click(f"[data-tool={name}]")


def new_board(visitor: Visitor, genre: str = "evolmino", rows: int = 4, cols: int = 4) -> None:
    visitor.go()
    visitor.click("#new")
    visitor.find("#new-genre").select_option(genre)
    visitor.find("#new-rows").fill(str(rows))
    visitor.find("#new-cols").fill(str(cols))
    visitor.click("#new-empty")
    expect(visitor.find("#title")).to_contain_text(f"{rows} × {cols}")


def test_the_verdict_follows_each_change(setter: Visitor) -> None:
    expect(setter.find("[data-band]")).to_have_text("medium")
    tool(setter, "square")
    setter.tap_cell(0, 0)
    setter.says("More than one answer.")
    assert setter.marked("answers differ here") == {"4,3", "4,4"}
    assert setter.shapes(".bracket.differs") == 2
    # Both answers are drawn side by side, and the places where they differ stand out.
    pair = setter.find(".pair svg")
    expect(pair).to_have_count(2)
    assert pair.nth(0).locator(".bracket.differs").count() == 2
    assert pair.nth(0).inner_html() != pair.nth(1).inner_html()
    tool(setter, "shaded")
    setter.drag((0.5, 0.5), (0.5, 2.5))
    setter.says("No answer.")
    setter.click("#undo")
    setter.says("More than one answer.")
    setter.click("#undo")
    setter.says("Exactly one answer.")
    setter.click("#redo")
    setter.says("More than one answer.")
    assert not setter.page.url.endswith(SQUARES)


def test_arrows_are_drawn_and_dragged_from_either_end(visitor: Visitor) -> None:
    new_board(visitor)
    visitor.drag((0.5, 0.5), (0.5, 2.5), (1.5, 2.5))
    expect(visitor.cell(1, 2)).to_have_attribute("aria-label", "r2c3, head of an arrow going down")
    visitor.drag((1.5, 2.5), (3.5, 2.5))
    expect(visitor.cell(3, 2)).to_have_attribute("aria-label", "r4c3, head of an arrow going down")
    visitor.drag((0.5, 0.5), (1.5, 0.5))
    expect(visitor.cell(1, 0)).to_have_attribute("aria-label", "r2c1, tail of an arrow going up")
    # Dragged back, it becomes shorter.
    visitor.drag((3.5, 2.5), (2.5, 2.5))
    expect(visitor.cell(3, 2)).to_have_attribute("aria-label", "r4c3, empty")
    assert visitor.shapes(".arrow-head") == 1


@on_a_phone
def test_squares_and_shaded_cells_are_put_and_taken(visitor: Visitor) -> None:
    new_board(visitor)
    tool(visitor, "shaded")
    visitor.drag((0.5, 0.5), (0.5, 2.5))
    expect(visitor.find("#board .tone-medium")).to_have_count(3)
    tool(visitor, "square")
    visitor.tap_cell(2, 2)
    expect(visitor.find("#board .square.given")).to_have_count(1)
    visitor.click("#erase")
    visitor.tap_cell(2, 2)
    expect(visitor.find("#board .square.given")).to_have_count(0)


@on_a_phone
def test_colours_and_numbers_are_written(visitor: Visitor) -> None:
    new_board(visitor, "dbchoco")
    visitor.drag((0.5, 0.5), (0.5, 3.5))
    expect(visitor.find("#board .tone-light")).to_have_count(4)
    tool(visitor, "number")
    visitor.tap_cell(0, 1)
    visitor.click("[data-key='4']")
    expect(visitor.cell(0, 1)).to_have_attribute("aria-label", "r1c2, grey, 4")
    visitor.tap_cell(2, 1)
    visitor.click("[data-key='?']")
    expect(visitor.cell(2, 1)).to_have_attribute("aria-label", "r3c2, question mark")
    visitor.click("#undo")
    expect(visitor.cell(2, 1)).to_have_attribute("aria-label", "r3c2, empty")


def test_the_other_button_erases(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(SQUARES)
    visitor.make()
    visitor.page.mouse.click(*visitor.point((1.5, 0.5)), button="right")
    expect(visitor.find("#board .tone-medium")).to_have_count(2)


@at_a_desk
def test_what_is_forced_is_filled_in_and_kept_up_to_date(setter: Visitor) -> None:
    setter.click("#forced")
    expect(setter.find("#board .square.drawn")).to_have_count(8)
    tool(setter, "square")
    setter.tap_cell(0, 0)
    expect(setter.find("#board .square.drawn")).to_have_count(3)
    expect(setter.find("#board .bracket.differs")).to_have_count(2)
    setter.click("#forced")
    expect(setter.find("#board .square.drawn")).to_have_count(0)


@at_a_desk
def test_why_a_step_was_forced(setter: Visitor) -> None:
    setter.click("#steps")
    setter.says("Step 1 of 16")
    expect(setter.find(".step-text")).not_to_be_empty()
    for _ in range(6):
        setter.page.get_by_role("button", name="Next").click()
    setter.says("Step 7 of 16")
    assert setter.marked("deduced")
    assert setter.shapes(".area") >= 1
    setter.page.get_by_role("button", name="Close").click()
    setter.says("Exactly one answer.")
    assert setter.marked("deduced") == set()


@on_a_phone
def test_a_board_with_defects_is_drawn_and_named(visitor: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "ring.txt"
    file.write_text("evolmino 2x2\n> v\n^ <", encoding="utf-8")
    visitor.go()
    visitor.click("#open")
    visitor.find("#file").set_input_files(file)
    visitor.make()
    visitor.says("Not a puzzle yet.")
    expect(visitor.find(".sentences li").first).not_to_be_empty()
    assert visitor.shapes(".arrow-head") == 4
    # It can still be mended.
    visitor.click("#erase")
    visitor.tap_cell(0, 0)
    expect(visitor.find("#message")).not_to_contain_text("Not a puzzle yet.")


@at_a_desk
def test_no_answer_is_said(visitor: Visitor) -> None:
    new_board(visitor, "dbchoco", 3, 3)
    visitor.says("No answer.")


@on_a_phone
def test_a_puzzle_is_made_from_the_pattern(visitor: Visitor) -> None:
    new_board(visitor, rows=5, cols=5)
    visitor.drag((0.5, 0.5), (0.5, 4.5))
    expect(visitor.find("#board .arrow-head")).to_have_count(1)
    before = visitor.page.url
    visitor.click("#from-pattern")
    visitor.click("#pattern-start")
    visitor.says("Exactly one answer.")
    # What was on the board stays, and undo brings the pattern back.
    labels = visitor.labels()
    assert "tail of an arrow going right" in labels["0,0"] and "head of an arrow going right" in labels["0,4"]
    assert visitor.page.url != before
    visitor.click("#undo")
    expect(visitor.find("#board .arrow-head")).to_have_count(1)
    assert visitor.page.url == before


def test_making_from_a_pattern_is_cancelled(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    new_board(visitor, rows=20, cols=20)
    visitor.drag((0.5, 0.5), (0.5, 3.5))
    visitor.click("#from-pattern")
    visitor.find("#pattern-band").select_option("beyond")
    visitor.click("#pattern-start")
    expect(visitor.find("#details")).to_contain_text(re.compile(r"\d+ (try|tries)"))
    visitor.click("#pattern-cancel")
    expect(visitor.find("#pattern-cancel")).to_have_count(0)


@on_a_phone
def test_marks_stay_where_they_can_when_a_clue_changes(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.tap_cell(2, 2)
    visitor.make()
    tool(visitor, "shaded")
    visitor.tap_cell(2, 2)
    expect(visitor.find("#board .tone-medium")).to_have_count(4)
    visitor.click("#mode-play")
    assert visitor.kept_marks() == {"0,1": "square"}


def test_a_stale_question_is_dropped(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(BLOCKS)
    visitor.make()
    visitor.says("Exactly one answer.")
    dropped: list[str] = []
    visitor.page.on("requestfailed", lambda request: dropped.append(request.url))
    visitor.page.route("**/api/solve", lambda route: None)
    tool(visitor, "number")
    visitor.tap_cell(0, 1)
    visitor.press("Delete")
    with visitor.page.expect_request("**/api/solve"):
        pass
    visitor.press("3")
    with visitor.page.expect_request("**/api/solve"):
        pass
    assert any(url.endswith("/api/solve") for url in dropped)


@at_a_desk
def test_a_board_that_is_being_made_is_gone_on_with(setter: Visitor) -> None:
    tool(setter, "square")
    setter.tap_cell(0, 0)
    setter.says("More than one answer.")
    setter.reopen()
    setter.says("More than one answer.")
    expect(setter.find("#board .square.given")).to_have_count(3)
    setter.click("#mode-play")
    setter.reopen()
    expect(setter.find("#mode-play")).to_have_attribute("aria-pressed", "true")


def test_steps_that_are_still_coming_give_way_to_the_verdict(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    visitor.make()
    visitor.says("Exactly one answer.")
    # Steps that the server sends one after the other.
    visitor.page.evaluate(
        """() => {
            const ask = window.fetch;
            window.fetch = async (path, options) => {
                if (path !== '/api/explain') return ask(path, options);
                const lines = (await (await ask(path, options)).text()).split("\\n");
                const stream = new ReadableStream({
                    async pull(sink) {
                        await new Promise((done) => setTimeout(done, 200));
                        if (options.signal.aborted) sink.error(options.signal.reason);
                        else if (lines.length) sink.enqueue(new TextEncoder().encode(lines.shift() + "\\n"));
                        else sink.close();
                    },
                });
                return new Response(stream);
            };
        }"""
    )
    visitor.click("#steps")
    visitor.says("so far")
    visitor.click("#forced")
    visitor.says("Exactly one answer.")
    visitor.page.wait_for_timeout(700)
    visitor.says("Exactly one answer.")
