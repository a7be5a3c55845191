"""Fingers: what zooms or moves the board never writes on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browser import BLOCKS, SQUARES, Visitor


@pytest.mark.parametrize("puzzle", [SQUARES, BLOCKS])
def test_two_fingers_zoom_and_never_write(visit: Callable[..., Visitor], puzzle: str) -> None:
    visitor = visit("phone").go(puzzle)
    x, y = visitor.point((2.5, 2.5))
    before = visitor.find("#board").bounding_box()
    # The fingers land one after the other, and the first moves a little before.
    frames = [[(x, y - 20)], [(x, y - 24)], [(x, y - 24), (x, y + 24)]]
    frames += [[(x, y - 24 - step), (x, y + 24 + step)] for step in range(0, 80, 10)]
    visitor.touch(frames)
    after = visitor.find("#board").bounding_box()
    assert before is not None and after is not None
    assert after["width"] > 1.5 * before["width"]
    assert visitor.kept_marks() == {}
    assert visitor.find("#undo").is_disabled()
    # A single finger writes again afterwards.
    visitor.tap((2.5, 2) if puzzle == BLOCKS else (2.5, 2.5))
    assert len(visitor.kept_marks()) == 1


def test_two_fingers_move_a_large_board(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone").go(SQUARES)
    x, y = visitor.point((2.5, 2.5))
    visitor.touch([[(x, y - 20), (x, y + 20)], [(x, y - 90), (x, y + 90)], [(x, y - 100), (x, y + 100)]])
    before = visitor.find("#board").bounding_box()
    visitor.touch([[(x, y), (x, y + 60)], [(x - 20, y - 15), (x - 20, y + 45)], [(x - 50, y - 30), (x - 50, y + 30)]])
    after = visitor.find("#board").bounding_box()
    assert before is not None and after is not None
    assert after["x"] < before["x"] - 20 and after["y"] < before["y"] - 10
    assert visitor.kept_marks() == {}


def test_a_finger_that_the_system_takes_away_writes_nothing(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone").go(SQUARES)
    visitor.touch(
        [[visitor.point((4.5, 0.5))], [visitor.point((4.5, 1.5))], [visitor.point((4.5, 2.5))]], end="touchCancel"
    )
    assert visitor.kept_marks() == {}
    assert visitor.shapes(".preview *") == 0


def test_a_third_finger_and_lifting_one_write_nothing(visit: Callable[..., Visitor]) -> None:
    visitor = visit("phone").go(SQUARES)
    one, two, three = (visitor.point(at) for at in [(2.5, 1.5), (2.5, 3.5), (4.5, 2.5)])
    visitor.touch([[one], [one, two], [one, two, three], [one, two], [one], [three]])
    assert visitor.kept_marks() == {}


def test_wheel_and_keys_zoom_and_never_write(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(SQUARES)
    before = visitor.find("#board").bounding_box()
    visitor.page.mouse.move(*visitor.point((2.5, 2.5)))
    visitor.page.keyboard.down("Control")
    visitor.page.mouse.wheel(0, -300)
    visitor.page.keyboard.up("Control")
    visitor.page.wait_for_timeout(100)
    visitor.page.mouse.wheel(40, 60)
    after = visitor.find("#board").bounding_box()
    assert before is not None and after is not None
    assert after["width"] > 1.5 * before["width"]
    for _ in range(20):
        visitor.press("-")
    end = visitor.find("#board").bounding_box()
    assert end is not None and end["width"] == before["width"]
    assert visitor.kept_marks() == {}


def test_escape_gives_up_a_drag(visit: Callable[..., Visitor]) -> None:
    visitor = visit("desk").go(SQUARES)
    visitor.page.mouse.move(*visitor.point((4.5, 0.5)))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*visitor.point((4.5, 3.5)), steps=4)
    assert visitor.shapes(".preview *") + visitor.shapes(".square.drawn") > 0
    visitor.press("Escape")
    visitor.page.mouse.up()
    assert visitor.kept_marks() == {}
