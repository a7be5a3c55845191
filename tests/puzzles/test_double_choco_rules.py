"""The rules of Double Choco: a wrong board for each code, the published cases, and what divides a board."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import choco_boards
from puzzlewright import forms
from puzzlewright.grid import Edge, Grid
from puzzlewright.puzzles.double_choco import PUZZLE
from puzzlewright.puzzles.double_choco.rules import (
    RULES,
    Answer,
    Instance,
    areas,
    blocks,
    borders_of,
    check,
    defects,
    idle_lines,
    partition_borders,
    remarks,
    unsolvable,
)
from puzzlewright.shape import TURNS


def judged(text: str) -> list[str]:
    """The codes of a typed board with its answer."""
    reading = forms.parse(text)
    return [violation.code for violation in check(reading.board, reading.answer or Answer(frozenset()))]


def test_right_answers() -> None:
    assert judged("double-choco 1x2\n. #") == []
    assert judged("double-choco 2x3\n3 . #\n. # #") == []
    assert judged("double-choco 2x2\n1a #1a\n#?b ?b") == []
    assert judged("double-choco 2x4\n. . # #\n. . # #") == []
    # Turned, and mirrored.
    assert judged("double-choco 2x4\n. . . #\n. # # #") == []
    assert judged("double-choco 4x2\n. .\n. #\n. #\n# #") == []


def test_each_code() -> None:
    assert judged("double-choco 1x2\n. .") == ["bkSubLt2"]
    assert judged("double-choco 1x2\n2 #") == ["bkSizeLt"]
    assert judged("double-choco 1x3\n. # .") == ["bkSubGt2"]
    assert judged("double-choco 1x4\n. . . #") == ["bkDifferentShape"]
    assert judged("double-choco 3x3\n. . #\n. # #\n. . #") == ["bkDifferentShape"]
    assert judged("double-choco 2x2\n1 .\n# #") == ["bkSizeGt"]
    assert judged("double-choco 2x2\n._ .\n# #") == ["bdDeadEnd"]


def test_order_and_places() -> None:
    board = forms.parse("double-choco 2x4\n3 1 # .\n. . # .").board
    found = check(board, Answer(frozenset({((0, 2), (0, 3)), ((1, 2), (1, 3)), ((0, 0), (1, 0))})))
    assert [(violation.code, violation.cells, violation.edges) for violation in found] == [
        ("bkSubLt2", ((0, 3), (1, 3)), ()),
        ("bkDifferentShape", tuple((row, col) for row in range(2) for col in range(3)), ()),
        ("bkSizeGt", ((0, 0), (0, 1), (1, 0), (1, 1)), ()),
        ("bdDeadEnd", (), (((0, 0), (1, 0)),)),
    ]
    assert [violation.message for violation in found] == [
        "the block at r1c4 is all white",
        "the block at r1c1 has 4 white and 2 grey cells",
        "the white area at r1c1 has 4 cells, more than the number 1 in it",
        "the line r1c1-r2c1 has a loose end",
    ]


def test_messages_name_cells() -> None:
    def message(text: str) -> str:
        reading = forms.parse("double-choco " + text)
        return check(reading.board, reading.answer or Answer(frozenset()))[0].message

    assert message("1x3\n. # .") == "the block at r1c1 has 3 areas: those at r1c1 r1c2 r1c3"
    assert message("1x2\n. #5") == "the grey area at r1c2 has 1 cell, fewer than the number 5 in it"
    assert message("3x4\n. . . .\n. # # .\n# # # #") == (
        "the block at r1c1: its two areas, those at r1c1 r2c2, are not of the same shape"
    )


def test_an_area_with_two_numbers_may_be_too_small_and_too_large() -> None:
    (less, more) = check(forms.parse("double-choco 2x2\n3 1\n# #").board, Answer(frozenset()))
    assert (less.code, more.code) == ("bkSizeLt", "bkSizeGt")
    assert "number 3" in less.message and "number 1" in more.message


def test_a_line_that_cuts_an_area() -> None:
    """The line divides the white area, but not the block."""
    board = forms.parse("double-choco 2x3\n. . #\n# # #").board
    answer = Answer(frozenset({((0, 0), (0, 1))}))
    assert [sorted(area) for area in areas(board, answer)] == [[(0, 0)], [(0, 1)], [(0, 2), (1, 0), (1, 1), (1, 2)]]
    assert len(blocks(board, answer)) == 1
    assert [violation.code for violation in check(board, answer)] == ["bkSubGt2", "bdDeadEnd"]


def test_a_slit_in_a_ring_separates_nothing_and_is_named() -> None:
    board = forms.parse("double-choco 3x4\n. . . .\n. # . #\n# # # #").board
    walls = forms.parse("pzprv3/dbchoco/3/4/. . . . /. - . - /- - - - /0 0 0 /1 0 1 /0 0 0 /0 1 1 0 /0 1 1 0 /")
    assert walls.board == board
    # The block in the middle touches no frame, and the block around it is joined all around.
    assert sorted(map(len, blocks(board, walls.answer))) == [2, 10]
    assert check(board, walls.answer) == [] == remarks(board, walls.answer) == idle_lines(board, walls.answer)
    slit = ((1, 0), (2, 0))
    cut = Answer(walls.answer.borders | {slit})
    assert check(board, cut) == [] and blocks(board, cut) == blocks(board, walls.answer)
    assert idle_lines(board, cut) == [slit]
    assert remarks(board, cut) == PUZZLE.remarks(board, cut) == ["the line r2c1-r3c1 separates nothing"]
    assert partition_borders(board, cut) == walls.answer.borders
    # A loose end has a code of its own and needs no remark.
    loose = Answer(frozenset({((0, 0), (1, 0))}))
    assert idle_lines(board, loose) == [((0, 0), (1, 0))] and remarks(board, loose) == []


def test_only_points_inside_the_board_have_loose_ends() -> None:
    assert judged("double-choco 1x4\n. #| # .") == [] == judged("double-choco 4x1\n.\n#_\n.\n#")
    assert judged("double-choco 2x2\n.| #\n.| #") == ["bkSubLt2", "bkSubLt2"]
    board = forms.parse("double-choco 3x3\n. . .\n. . .\n# # #").board
    inner = Answer(frozenset({((1, 0), (1, 1)), ((1, 1), (1, 2))}))
    assert [edge for violation in check(board, inner) for edge in violation.edges] == sorted(inner.borders)


def test_crosses_and_question_marks_ask_for_nothing() -> None:
    board = forms.parse("double-choco 1x2\n? #?").board
    assert check(board, Answer(frozenset(), frozenset(board.grid.edges()))) == []
    assert Answer(frozenset()) == Answer(frozenset(), frozenset(board.grid.edges()))


def test_any_board_may_be_solved_but_not_any_number_kept() -> None:
    assert unsolvable(Instance.of(1, 1)) == [] == unsolvable(Instance.of(3, 3, numbers={(0, 0): 8000}))
    board = Instance.of(2, 2, numbers={(1, 0): 0, (0, 1): 8192, (0, 0): None, (1, 1): 8191})
    assert defects(board) == [
        "r1c2: the number 8192 is not from 1 to 8191",
        "r2c1: the number 0 is not from 1 to 8191",
    ]


def test_instances_are_values() -> None:
    one = Instance.of(2, 3, [(1, 2), (0, 0)], {(1, 1): None, (0, 2): 3})
    other = Instance(2, 3, frozenset({(0, 0), (1, 2)}), (((0, 2), 3), ((1, 1), None)))
    assert one == other and hash(one) == hash(other) and one.numbers == {(0, 2): 3, (1, 1): None}
    assert one.white == set(one.grid) - one.grey


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 6))
def test_answers_made_from_blocks_are_right_in_all_turns(seed: int, rows: int, cols: int) -> None:
    made = choco_boards.right_answer(random.Random(seed), rows, cols)
    if made is None:
        return
    board, answer = made
    assert check(board, answer) == []
    assert partition_borders(board, answer) == answer.borders
    for turn in TURNS:
        corners = [turn(row, col) for row, col in board.grid]
        top, left = (min(corner[side] for corner in corners) for side in (0, 1))
        there = {cell: (row - top, col - left) for cell, (row, col) in zip(board.grid, corners, strict=True)}
        height, width = (max(cell[side] for cell in there.values()) + 1 for side in (0, 1))
        turned = Instance.of(
            height, width, (there[cell] for cell in board.grey), {there[cell]: clue for cell, clue in board.clues}
        )
        parts = [[there[cell] for cell in block] for block in blocks(board, answer)]
        assert check(turned, Answer(borders_of(turned.grid, parts))) == []


@settings(max_examples=100, deadline=None)
@given(choco_boards.solved(choco_boards.boards()))
def test_lines_that_separate_say_all(case: tuple[Instance, Answer | None]) -> None:
    """Without its idle lines an answer has the same blocks, and breaks no further rule."""
    board, answer = case
    if answer is None:
        return
    least = Answer(partition_borders(board, answer))
    assert blocks(board, least) == blocks(board, answer)
    assert answer.borders == least.borders | set(idle_lines(board, answer))
    assert borders_of(board.grid, blocks(board, answer)) == least.borders
    assert "bdDeadEnd" not in {violation.code for violation in check(board, least)}
    assert idle_lines(board, least) == []


def test_codes_come_in_order() -> None:
    rng = random.Random(1)
    seen: set[str] = set()
    for _ in range(300):
        board = choco_boards.any_board(rng, rng.randint(1, 6), rng.randint(1, 6), 0.2)
        answer = choco_boards.any_answer(rng, board) or Answer(frozenset())
        codes = [violation.code for violation in check(board, answer)]
        assert codes == sorted(codes, key=list(RULES).index)
        seen.update(codes)
    assert seen == set(RULES)


@pytest.mark.parametrize("name", ["pzpr_checks.json", "pzpr_checks_extra.json"])
def test_published_cases(shared: Path, name: str) -> None:
    cases = [case for case in json.loads((shared / "cases" / name).read_text()) if case["puzzle"] == "dbchoco"]
    assert len(cases) >= 3
    for case in cases:
        reading = forms.parse(case["board"])
        found = check(reading.board, reading.answer or Answer(frozenset()))
        assert (found[0].code if found else None) == case["expect"]
        if "all" in case:
            assert list(dict.fromkeys(violation.code for violation in found)) == case["all"]
            highlighted = {cell for violation in found for cell in violation.cells}
            assert highlighted == set(map(tuple, case["errcells"]))


def test_largest_board_is_judged_in_little_time() -> None:
    grid = Grid(100, 100)
    grey = frozenset(cell for cell in grid if cell[1] % 2)
    dominoes: list[list[tuple[int, int]]] = [[(row, col), (row, col + 1)] for row, col in grid if not col % 2]
    borders: frozenset[Edge] = borders_of(grid, dominoes)
    assert check(Instance.of(100, 100, grey), Answer(borders)) == []
