"""Every way of searching Double Choco finds exactly the answers that trying all divisions finds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from double_choco_brute import LARGE, SIZES, all_answers, random_board

from puzzlewright import forms, solving
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Edge
from puzzlewright.outcome import Count, Status
from puzzlewright.puzzles.double_choco import model
from puzzlewright.puzzles.double_choco.candidates import Effort
from puzzlewright.puzzles.double_choco.model import Settings
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, check
from puzzlewright.solvers.cnf import Model
from puzzlewright.solvers.search import Search

SEARCHES = {
    "as shipped": Settings(),
    "some later": Settings(Effort(exact_steps=3, early_steps=2, later_steps=5)),
    "all far": Settings(Effort(exact_steps=0, early_steps=1, later_steps=1, guesses=False)),
    "all far, with sizes": Settings(
        Effort(exact_steps=0, early_steps=1, later_steps=1, most=0, guesses=False), sizes_from=0, size_cap=3
    ),
    "short stages": Settings(
        Effort(exact_steps=5, early_steps=3, later_steps=12), sizes_from=0, conflicts=((False, 1), (True, 2))
    ),
    "stages again and again": Settings(
        Effort(exact_steps=2, early_steps=3, later_steps=10, prune=False),
        conflicts=((True, 1), (False, 1), (True, 1), (False, 2)),
    ),
    "no stages": Settings(Effort(early_steps=3, later_steps=10, guesses=False), sizes_from=None, conflicts=()),
}


def answers_of(found: Model[Answer]) -> Iterator[frozenset[Edge]]:
    """The lines of all answers of a model, each as often as the model tells it apart."""
    with Search(found, Deadline(), lambda answer: None) as search:
        while (answer := search.next()) is not None:
            search.exclude(answer)
            yield answer.borders


def agree(board: Instance, searches: list[str]) -> int:
    """Compare ways of searching with brute force; the number of answers."""
    expected = sorted(all_answers(board), key=sorted)
    for name in searches:
        assert sorted(answers_of(model.build(board, settings=SEARCHES[name])), key=sorted) == expected, (name, board)
    result = solving.solve(board)
    assert result.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, len(expected))]
    found = {answer.borders for answer in result.answers}
    assert len(found) == len(result.answers) == min(2, len(expected))
    assert found <= set(expected)
    return len(expected)


def run(seed: int, number: int, sizes: list[tuple[int, int]], each: int) -> None:
    """So many random boards, each with so many ways of searching."""
    rng = random.Random(seed)
    counts = []
    for _ in range(number):
        board = random_board(rng, sizes)
        counts.append(agree(board, rng.sample(list(SEARCHES), each)))
    # The boards are worth something only if many have answers, and some just one.
    assert sum(count > 0 for count in counts) > number // 4
    assert counts.count(1) > number // 20
    assert max(counts) > 5


def test_some_hundred_boards() -> None:
    run(seed=1, number=300, sizes=SIZES, each=3)
