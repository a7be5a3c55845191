"""Hundreds of made boards: each has one answer by code that the generator does not use, and no two are alike."""

from __future__ import annotations

import random

import pytest
from double_choco_brute import SIZES, all_answers, random_board
from double_choco_recount import count

from puzzlewright import programming
from puzzlewright.generating import generate
from puzzlewright.outcome import Status
from puzzlewright.puzzles import find
from puzzlewright.solvers.milp import Engine

BOARDS = 200


def test_the_recount_agrees_with_trying_every_division() -> None:
    rng = random.Random(9)
    counts = []
    for _ in range(60):
        board = random_board(rng, SIZES)
        counts.append(count(board))
        assert counts[-1] == len(all_answers(board)), board
    assert counts.count(0) < 55 and counts.count(1) > 3 and max(counts) > 1


@pytest.mark.parametrize("seed", [0, 1])
def test_made_boards_recounted(seed: int) -> None:
    (choco,) = generate("double-choco", 5, 6, seed=seed, grade_s=0)
    assert count(choco.board) == 1
    (evolomino,) = generate("evolomino", 5, 5, seed=seed, grade_s=0)
    with Engine("cp-sat") as engine:
        assert programming.solve(evolomino.board, engine).result.status is Status.UNIQUE


@pytest.mark.long
def test_two_hundred_boards_of_double_choco() -> None:
    boards = [one.board for one in generate("double-choco", 6, 6, seed=200, count=BOARDS, grade_s=0)]
    assert len({find("double-choco").generator().key(board) for board in boards}) == BOARDS  # type: ignore[misc]
    for board in boards:
        assert count(board) == 1, board


@pytest.mark.long
@pytest.mark.parametrize("method", ["designed", "published"])
def test_two_hundred_boards_of_evolomino(method: str) -> None:
    boards = [one.board for one in generate("evolomino", 6, 6, seed=200, count=BOARDS, method=method, grade_s=0)]
    assert len({find("evolomino").generator().key(board) for board in boards}) == BOARDS  # type: ignore[misc]
    with Engine("cp-sat") as engine:
        for board in boards:
            assert programming.solve(board, engine).result.status is Status.UNIQUE, board


@pytest.mark.long
def test_large_boards_of_evolomino() -> None:
    with Engine("cp-sat") as engine:
        for one in generate("evolomino", 8, 8, seed=200, count=8, grade_s=0):
            assert programming.solve(one.board, engine).result.status is Status.UNIQUE, one.board
