"""The published program, the clauses and brute force have the same answers; and what each family is for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from evolomino_brute import LARGE, SIZES, all_answers, random_board

import puzzlewright as pw
from puzzlewright import forms, programming, solving
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.outcome import Status
from puzzlewright.puzzles.evolomino import ilp
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, check
from puzzlewright.solvers.milp import SOLVERS, Engine


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine("cp-sat") as started:
        yield started


def agree(board: Instance, engine: Engine) -> int:
    """Compare the program with brute force and with clauses; the number of answers."""
    expected = sorted(all_answers(board), key=sorted)
    assert sorted((answer.squares for answer in programming.answers(board, engine)), key=sorted) == expected
    assert sorted((answer.squares for answer in solving.answers(board)), key=sorted) == expected
    return len(expected)


def run(engine: Engine, seed: int, number: int, most_free: int) -> None:
    rng = random.Random(seed)
    counts = [agree(random_board(rng, LARGE if turn % 4 == 0 else SIZES, most_free), engine) for turn in range(number)]
    # The boards are worth something only if many have answers, and some just one.
    assert sum(count > 0 for count in counts) > number // 5
    assert counts.count(1) > number // 20


def test_some_hundred_boards(engine: Engine) -> None:
    run(engine, seed=11, number=150, most_free=8)


@pytest.mark.long
@pytest.mark.parametrize("seed", [21, 22, 23])
def test_thousands_of_boards(seed: int, engine: Engine) -> None:
    run(engine, seed, number=1000, most_free=10)


@pytest.mark.long
@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "cp-sat"])
def test_hundreds_of_boards_with_other_solvers(solver: str) -> None:
    with Engine(solver) as engine:
        run(engine, seed=13, number=250, most_free=10)


@pytest.mark.long
@pytest.mark.parametrize("solver", ["cp-sat", "highs", "scip"])
def test_small_published_boards(solver: str, shared: Path) -> None:
    files = [file for side in (5, 6) for file in (shared / f"data/evolomino-benchmark/{side}x{side}").glob("*.txt")]
    assert len(files) == 80
    with Engine(solver) as engine:
        for file in files:
            board = forms.load(file).board
            found = programming.solve(board, engine).result
            clauses = solving.solve(board)
            assert found.status == clauses.status == Status.UNIQUE and found.answers == clauses.answers, file


def test_moves_are_rows_and_columns(engine: Engine) -> None:
    """With shifts as differences of cell numbers, the first board loses its answer and the second gains a wrong one."""

    def board(rows: int, squares: list[Cell], arrow: list[Cell]) -> Instance:
        return Instance(rows, 3, squares=frozenset(squares), links=frozenset(pairwise(arrow)))

    lost = board(3, [(2, 0)], [(1, 0), (1, 1), (0, 1)])
    assert [sorted(answer.squares) for answer in programming.answers(lost, engine)] == [
        [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0)]
    ]
    assert not list(programming.answers(board(4, [(0, 2), (3, 1)], [(1, 1), (1, 2), (2, 2)]), engine))


def points(board: Instance, engine: Engine, leave_out: str, most: int) -> Iterator[frozenset[Cell]]:
    """Squares that a program without a family allows, unchecked."""
    program = ilp.build(board, leave_out={leave_out})
    cells = list(board.grid)
    for _ in range(most):
        engine.load(program, Deadline())
        point = engine.solve(Deadline())
        if point is None:
            return
        marked = point[: len(cells)] > 0.5
        yield frozenset(cell for cell, is_marked in zip(cells, marked, strict=True) if is_marked)
        program = programming.another(program, marked)


NEEDED = {
    "1": ("evolmino/1/5/0040001", "bsNoArrow"),
    "4": ("evolmino/1/5/0000004", "bsNotEvol"),
    "5": ("evolmino/4/2/0000006404", "bsNotEvol"),
    "6": ("evolmino/1/5/0000014", "bsNotEvol"),
    "7": ("evolmino/2/2/004101", "bsArrowGt2"),
    "8": ("evolmino/2/2/000321", "bsArrowGt2"),
    "10": ("evolmino/2/2/000221", "bsNotEvol"),
    "11": ("evolmino/2/3/000633", "bsNotEvol"),
    "17": ("evolmino/3/3/0ii20883", "bsNoArrow"),
    "19": ("evolmino/3/4/031i0g4325", "bsNotEvol"),
    "20": ("evolmino/3/4/031i0g4325", "bsNotEvol"),
    "21": ("evolmino/3/4/031i0g4325", "bsNotEvol"),
}
"""Families that are needed, each with a board that has a wrong answer without it, and the rule it breaks."""

FOLLOWS = ("2", "3", "9", "12", "13", "14", "15", "18")
"""Families that can be left out one at a time: the others imply them, or what they forbid shows in no square."""


def test_every_family_is_needed_or_follows() -> None:
    assert sorted([*NEEDED, *FOLLOWS]) == sorted(ilp.FAMILIES)


@pytest.mark.parametrize("family", NEEDED)
def test_without_a_family_there_are_wrong_answers(family: str, engine: Engine) -> None:
    link, code = NEEDED[family]
    board = pw.read(link)
    assert isinstance(board, Instance)
    found = list(points(board, engine, family, 200))
    assert set(all_answers(board)) <= set(found)
    assert code in {broken.code for squares in found for broken in check(board, Answer(squares))}


@pytest.mark.long
@pytest.mark.parametrize("family", FOLLOWS)
def test_some_families_follow_from_the_others(family: str, engine: Engine) -> None:
    rng = random.Random(14)
    for turn in range(250):
        board = random_board(rng, LARGE if turn % 4 == 0 else SIZES, 9)
        if all(ilp.most_blocks(arrow) > 1 for arrow in board.arrows):
            expected = all_answers(board)
            found = sorted(points(board, engine, family, 10**6), key=sorted)
            assert found == sorted(expected, key=sorted)
