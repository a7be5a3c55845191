"""Uncrossed leaper paths: engines that agree, the moves and crossings of boards, paths that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlewright import gallery
from puzzlewright.deadline import Deadline
from puzzlewright.gallery.entry import Result, WrongParameter
from puzzlewright.gallery.leapers import CLOSED, ENTRY, OPEN, steps_of
from puzzlewright.gallery.leapers_board import Board, fits
from puzzlewright.gallery.leapers_frontier import Frontier

PIECES = ["knight", "camel", "zebra", "0,1", "1,1", "0,2", "2,2", "2,4"]


def solved(rows: int, columns: int, **given: object) -> Result:
    result = gallery.solve("leapers", rows=rows, columns=columns, **given)
    assert result.proved
    return result


@pytest.mark.parametrize(
    ("piece", "moves", "pairs", "most"),
    [("knight", 168, 656, 9), ("camel", 140, 1066, 21), ("zebra", 120, 1172, 27), ("giraffe", 112, 1184, 34)],
)
def test_moves_and_crossings_on_8_x_8(piece: str, moves: int, pairs: int, most: int) -> None:
    board = Board(8, 8, *steps_of(piece))
    assert (len(board.moves), board.crossing.sum() // 2, board.crossing.sum(axis=1).max()) == (moves, pairs, most)


def test_a_move_over_a_cell_crosses_all_that_is_there() -> None:
    board = Board(3, 3, 0, 2)
    over, down, across = (board.moves.index(move) for move in ((0, 2), (1, 7), (3, 5)))
    assert board.crossing[over, down] and board.crossing[down, across] and not board.crossing[over, across]


@pytest.mark.parametrize("path", [OPEN, CLOSED])
@pytest.mark.parametrize("piece", PIECES)
def test_search_and_frontier_agree(piece: str, path: str) -> None:
    for rows, columns in (1, 1), (1, 4), (2, 5), (3, 3), (4, 3), (4, 4), (3, 5), (5, 4):
        values = {
            method: solved(rows, columns, piece=piece, path=path, method=method).value
            for method in ("search", "frontier")
        }
        assert values["search"] == values["frontier"], (rows, columns, values)


@pytest.mark.parametrize("path", [OPEN, CLOSED])
@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (4, 4), (5, 3)])
def test_the_program_agrees(rows: int, columns: int, path: str) -> None:
    by_program = solved(rows, columns, path=path, method="program")
    assert by_program.value == solved(rows, columns, path=path, method="search").value


@pytest.mark.long
@pytest.mark.parametrize("path", [OPEN, CLOSED])
def test_search_and_frontier_agree_on_larger_boards(path: str) -> None:
    for piece in "knight", "camel", "zebra", "1,1", "2,2", "0,2":
        for rows in range(1, 8):
            for columns in range(1, min(rows, 6) + 1):
                values = {
                    method: solved(rows, columns, piece=piece, path=path, method=method).value
                    for method in ("search", "frontier")
                }
                assert values["search"] == values["frontier"], (piece, rows, columns, values)


@pytest.mark.parametrize("width", [3, 4, 5])
def test_strips_of_any_width_give_the_same(width: int) -> None:
    """Narrow strips have a weaker bound, and must not lose a path."""
    frontier = Frontier(Board(6, 5, 1, 2), False, 0, width)
    found = frontier.run(Deadline(), lambda _: None)
    assert found is not None and len(set(found)) == frontier.bound == 14
    assert [one["possible"] for one in frontier.rounds] == [False] * (len(frontier.rounds) - 1) + [True]


def test_nothing_longer_than_what_is_known() -> None:
    frontier = Frontier(Board(5, 5, 1, 2), False, 10)
    assert frontier.run(Deadline(), lambda _: None) is None and frontier.bound == 10


def test_turned_boards() -> None:
    plan = solved(3, 8, method="frontier").plan
    assert isinstance(plan, list) and max(row for row, _ in plan) < 3 < max(column for _, column in plan)


def test_a_time_limit_gives_a_path_and_a_bound() -> None:
    for method in "auto", "frontier", "search", "program":
        result = gallery.solve("leapers", rows=12, columns=12, method=method, time_limit_s=1e-9)
        assert not result.proved and result.reason and result.bound == 143
        assert isinstance(result.value, int) and result.value > 1


def test_what_is_wrong_with_a_path_is_told() -> None:
    values = ENTRY.values({"rows": 5, "columns": 5})
    result = solved(5, 5)
    plan = result.plan
    assert isinstance(plan, list) and ENTRY.verify(values, result) == []

    def wrong(plan: list[list[int]], moves: int, path: str = OPEN) -> str:
        spoiled = replace(result, plan=plan, value=moves, bound=moves)
        return "; ".join(ENTRY.verify({**values, "path": path}, spoiled))

    assert "not on the board" in wrong([*plan[:-1], [9, 9]], 10)
    assert "no move" in wrong(plan[1::-1] + plan[2:], 10)
    assert "visited twice" in wrong([*plan, plan[-2]], 11)
    assert "moves are not" in wrong(plan[1:], 10)
    assert "no move" in wrong(plan, 11, CLOSED)
    assert "no cycle" in wrong(plan[:2], 2, CLOSED)
    assert "cross" in wrong([[0, 0], [1, 2], [2, 0], [0, 1]], 3)
    assert "cross" in wrong([[0, 1], [2, 2], [1, 0], [0, 2], [2, 1]], 4)
    assert "no path" in wrong([], 0)
    assert ENTRY.verify(values, replace(result, bound=9)) and ENTRY.verify(values, replace(result, bound=11))


@pytest.mark.parametrize("piece", ["", "queen", "0,0", "1", "1,2,3", "-1,2", "1, 2", "³,1"])
def test_pieces_that_are_refused(piece: str) -> None:
    with pytest.raises(WrongParameter, match="piece takes knight"):
        ENTRY.values({"piece": piece})


def test_boards_too_wide_for_the_frontier_are_refused() -> None:
    with pytest.raises(WrongParameter, match="method cannot be frontier"):
        ENTRY.values({"rows": 20, "columns": 20, "method": "frontier"})
    assert fits(Board(12, 12, 1, 2)) and not fits(Board(20, 20, 1, 2))


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("method", ["auto", "program"])
def test_there_is_a_path_without_time(piece: str, method: str) -> None:
    result = gallery.solve("leapers", piece=piece, method=method, time_limit_s=1e-9)
    assert not result.proved and isinstance(result.value, int) and result.value > 1
