"""The rules of Evolomino: a wrong board for each code, the published cases, and what an arrow is."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from puzzlewright import forms
from puzzlewright.grid import between
from puzzlewright.puzzles.evolomino.rules import RULES, Answer, Instance, check, defects, unsolvable

TOP = tuple((0, col) for col in range(5))
BOARD = Instance(3, 5, links=frozenset(pairwise(TOP)))


def codes(board: Instance, *squares: tuple[int, int]) -> list[str]:
    return [violation.code for violation in check(board, Answer(frozenset(squares)))]


def test_a_right_answer() -> None:
    assert codes(BOARD, (0, 0), (0, 2), (1, 2)) == []
    assert codes(BOARD, (0, 0), (0, 2), (1, 2), (0, 4), (1, 4), (2, 4)) == []


def test_each_code() -> None:
    assert codes(BOARD, (0, 0), (0, 1), (0, 3), (0, 4), (1, 4)) == ["bsArrowGt2", "bsArrowGt2"]
    assert codes(BOARD, (0, 0), (0, 2), (1, 2), (2, 4)) == ["bsNoArrow"]
    assert codes(BOARD, (0, 0)) == ["arBlockLt2"]
    assert codes(BOARD) == ["arBlockLt2"]
    assert codes(BOARD, (0, 0), (0, 2)) == ["bsNotEvol"]
    # Grown, but turned.
    assert codes(BOARD, (0, 0), (1, 0), (2, 0), (0, 2), (1, 2), (1, 3), (1, 4)) == ["bsNotEvol"]
    fork = Instance(1, 3, links=frozenset({((0, 1), (0, 0)), ((0, 1), (0, 2))}))
    assert codes(fork) == ["arInvalid"]


def test_order_and_places() -> None:
    found = check(BOARD, Answer(frozenset({(0, 0), (2, 2), (0, 3), (0, 4)})))
    assert [violation.code for violation in found] == ["bsArrowGt2", "bsNoArrow"]
    assert found[0].cells == ((0, 3), (0, 4))
    assert found[1].cells == ((2, 2),)
    assert "r1c4 r1c5" in found[0].message
    (short,) = check(BOARD, Answer(frozenset({(0, 2)})))
    assert short.edges == tuple(between(*link) for link in pairwise(TOP))
    assert "through 1 block," in short.message


def test_a_block_on_two_arrows() -> None:
    board = Instance(2, 3, links=frozenset({*pairwise(TOP[:3]), *pairwise([(1, 0), (1, 1), (1, 2)])}))
    assert codes(board, (0, 0), (1, 0))[0] == "bsArrowGt2"


def test_given_squares_count_and_dots_do_not() -> None:
    board = Instance(3, 5, squares=frozenset({(0, 0)}), links=BOARD.links)
    assert check(board, Answer(frozenset({(0, 2), (1, 2)}), dots=frozenset({(2, 2)}))) == []


def test_direction_matters() -> None:
    back = Instance(3, 5, links=frozenset(link[::-1] for link in BOARD.links))
    assert codes(BOARD, (0, 0), (0, 2), (1, 2)) == []
    assert codes(back, (0, 0), (0, 2), (1, 2)) == ["bsNotEvol"]


@pytest.mark.parametrize(
    ("links", "problem"),
    [
        ([((0, 1), (0, 0)), ((0, 1), (0, 2))], "branches at r1c2"),
        ([((0, 0), (0, 1)), ((0, 2), (0, 1))], "merges at r1c2"),
        ([((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))], "closes"),
        ([((0, 0), (0, 1)), ((0, 1), (0, 0))], "closes"),
        # A crossing: two ways through one cell.
        ([((0, 1), (1, 1)), ((1, 1), (2, 1)), ((1, 0), (1, 1)), ((1, 1), (1, 2))], "at r2c2"),
    ],
)
def test_links_that_are_no_arrow(links: list[tuple[tuple[int, int], tuple[int, int]]], problem: str) -> None:
    board = Instance(3, 3, links=frozenset(links))
    assert board.arrows == ()
    (line,) = unsolvable(board)
    assert problem in line
    (violation,) = check(board, Answer(frozenset()))
    assert violation.code == "arInvalid"
    assert set(violation.edges) == {between(*link) for link in links}


def test_arrows_side_by_side_stay_two() -> None:
    board = Instance(2, 3, links=frozenset({*pairwise(TOP[:3]), *pairwise([(1, 2), (1, 1), (1, 0)])}))
    assert board.arrows == (TOP[:3], ((1, 2), (1, 1), (1, 0)))
    assert unsolvable(board) == []


def test_clues_on_shaded_cells() -> None:
    board = Instance(2, 5, frozenset({(0, 1), (1, 1)}), frozenset({(1, 1)}), BOARD.links)
    assert defects(board) == ["r2c2: a pre-drawn square on a shaded cell", "r1c2: an arrow on a shaded cell"]


@pytest.mark.parametrize("name", ["pzpr_checks.json", "pzpr_checks_extra.json"])
def test_published_cases(shared: Path, name: str) -> None:
    cases = [case for case in json.loads((shared / "cases" / name).read_text()) if case["puzzle"] == "evolmino"]
    assert len(cases) >= 8
    for case in cases:
        reading = forms.parse(case["board"])
        answer = reading.answer or Answer(reading.board.squares)
        found = check(reading.board, answer)
        assert (found[0].code if found else None) == case["expect"]
        if "all" in case:
            # Each code once, in the order of the rules.
            assert list(dict.fromkeys(violation.code for violation in found)) == case["all"]
            highlighted = {cell for violation in found for cell in violation.cells}
            assert highlighted == set(map(tuple, case["errcells"]))
        assert [violation.code for violation in found] == sorted(
            (violation.code for violation in found), key=list(RULES).index
        )
