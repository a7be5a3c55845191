"""Help that never spoils."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk, on_a_phone


@on_a_phone
def test_right_so_far(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.click("#so-far")
    visitor.says("Right so far.")


def test_a_mistake_is_shown_only_on_demand(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.tap_cell(2, 2)
    visitor.click("#so-far")
    visitor.says("There is a mistake.")
    assert visitor.shapes(".tint") == 0 and visitor.marked("wrong") == set()
    assert "r3c3" not in visitor.words("#panel")
    visitor.page.get_by_role("button", name="Show where").click()
    visitor.says("Wrong: r3c3")
    assert visitor.marked("wrong") == {"2,2"}
    # The next mark takes the highlight away.
    visitor.tap_cell(2, 2)
    assert visitor.marked("wrong") == set()


@at_a_desk
def test_check_names_each_rule_and_marks_its_cells(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.click("#check")
    visitor.says("5 rules are not met yet.")
    assert visitor.marked("wrong") == {"0,0"}
    second = visitor.find(".violation").nth(1)
    expect(second).to_contain_text("r1c5")
    second.click()
    assert visitor.marked("wrong") == {"0,4"}
    assert visitor.shapes("[fill='url(#hatch-wrong)']") == 1


def test_rows_and_columns_are_numbered_while_places_are_set_off(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone").go(SQUARES)
    first = visitor.find("#board .number").first
    expect(first).to_be_hidden()
    visitor.click("#check")
    expect(first).to_be_visible()
    numbers = visitor.find("#board .number")
    assert [numbers.nth(index).text_content() for index in range(numbers.count())] == [*"12345", *"12345"]
    visitor.tap_cell(2, 2)
    expect(first).to_be_hidden()


def test_the_board_stays_where_it_is_when_a_mark_answers_help(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone", viewport={"width": 390, "height": 640}).go(SQUARES)
    visitor.click("#check")
    visitor.says("5 rules are not met yet.")
    before = visitor.find("#board").bounding_box()
    visitor.tap_cell(2, 2)
    visitor.tap_cell(2, 2)
    assert visitor.words("#message") == ""
    assert visitor.find("#board").bounding_box() == before
    assert visitor.kept_marks() == {"2,2": "empty"}


def test_check_speaks_the_language_of_the_page(visit: Callable[..., Visitor]) -> None:
    visitor = visit(locale="ja-JP").go(SQUARES)
    visitor.click("#check")
    expect(visitor.find(".violation").first).to_have_text(re.compile("[ぁ-ん]"))


@pytest.mark.parametrize("puzzle", [SQUARES, BLOCKS])
@on_a_phone
def test_a_hint_shows_its_reason_first_and_the_step_on_demand(visitor: Visitor, puzzle: str) -> None:
    visitor.go(puzzle)
    visitor.click("#hint")
    visitor.says("Look at the marked place")
    assert visitor.shapes(".area") >= 1
    assert visitor.shapes(".badge-text") >= 1
    expect(visitor.find(".reasons li").first).not_to_be_empty()
    assert visitor.marked("deduced") == set()
    visitor.click("#hint-show")
    deduced = visitor.marked("deduced")
    assert deduced
    assert visitor.kept_marks() == {}
    visitor.click("#hint-write")
    assert set(visitor.kept_marks()) == deduced
    visitor.click("#undo")
    assert visitor.kept_marks() == {}


@on_a_phone
def test_the_next_hint_goes_on_from_this_one(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.click("#hint")
    visitor.click("#hint-show")
    first = visitor.words("#message")
    visitor.click("#hint-next")
    visitor.says("Look at the marked place")
    visitor.click("#hint-show")
    assert visitor.words("#message") != first
    assert len(visitor.kept_marks()) == 1


@at_a_desk
def test_a_hint_after_a_mistake_names_it(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(2, 2)
    visitor.click("#hint")
    visitor.says("r3c3")
    assert visitor.marked("wrong") == {"2,2"}


@on_a_phone
def test_the_answer_needs_a_second_tap_and_leaves_the_marks(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(2, 2)
    visitor.click("#answer")
    assert visitor.words("#answer") == "Tap again to show"
    assert visitor.marked("square") == {"2,2"}
    visitor.click("#answer")
    visitor.says("This is the answer.")
    assert visitor.marked("square") == {"0,1", "0,3", "1,1", "2,3", "3,0", "4,1", "4,2", "4,4"}
    assert visitor.kept_marks() == {"2,2": "square"}
    visitor.page.get_by_role("button", name="Hide the answer").click()
    assert visitor.marked("square") == {"2,2"}
    visitor.click("#answer")
    visitor.click("#answer")
    visitor.page.get_by_role("button", name="Write it on the board").click()
    visitor.says("Solved in")


@on_a_phone
def test_each_help_can_be_switched_off(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    for name, button in [
        ("Right so far?", "so-far"),
        ("Check", "check"),
        ("Hint", "hint"),
        ("Show answer", "answer"),
    ]:
        visitor.click("#settings")
        visitor.find("dialog").get_by_label(name, exact=True).uncheck()
        visitor.press("Escape")
        expect(visitor.find(f"#{button}")).to_have_count(0)
    visitor.click("#settings")
    visitor.find("dialog").get_by_label("Say when it is solved").uncheck()
    visitor.press("Escape")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    for row, col in [(0, 1), (0, 3), (1, 1), (2, 3), (3, 0), (4, 1), (4, 2), (4, 4)]:
        visitor.tap_cell(row, col)
    visitor.page.wait_for_timeout(500)
    assert asked == []
    assert visitor.words("#message") == ""
    visitor.reopen()
    expect(visitor.find("#helps button")).to_have_count(0)


def test_long_work_can_be_cancelled(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    visitor.page.route("**/api/hint", lambda route: None)
    visitor.click("#hint")
    visitor.says("Working")
    visitor.page.get_by_role("button", name="Cancel").click()
    assert visitor.words("#message") == ""


def test_a_busy_server_is_named_with_its_time(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    busy = {"status": 429, "headers": {"Retry-After": "3"}, "json": {"error": "busy"}}
    visitor.page.route("**/api/hint", lambda route: route.fulfill(**busy))
    visitor.click("#hint")
    visitor.says("Try again in 3 s")


def test_a_board_without_an_answer_is_not_called_a_mistake(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone").go("evolmino/2/1/010")
    visitor.click("#so-far")
    visitor.says("The puzzle has no answer.")
