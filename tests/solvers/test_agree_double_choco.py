"""Every way of searching Double Choco finds exactly the answers that trying all divisions finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from double_choco_brute import LARGE, SIZES, all_answers, random_board

from puzzlewright import solving
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell, Edge
from puzzlewright.outcome import Status
from puzzlewright.puzzles.double_choco import model, plain
from puzzlewright.puzzles.double_choco.candidates import Effort
from puzzlewright.puzzles.double_choco.model import Settings
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, hopeless
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
        Effort(exact_steps=5, early_steps=3, later_steps=12), sizes_from=0, stages=((0, 1), (1, 2))
    ),
    "stages again and again": Settings(
        Effort(exact_steps=2, early_steps=3, later_steps=10, prune=False),
        stages=((1, 1), (0, 1), (2, 1), (1, 1), (0, 2), (2, 2)),
    ),
    "no stages": Settings(Effort(early_steps=3, later_steps=10, guesses=False), sizes_from=None, stages=()),
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
    assert sum(count > 0 for count in counts) > number // 5
    assert counts.count(1) > number // 50
    assert max(counts) > 5


def test_some_hundred_boards() -> None:
    run(seed=1, number=250, sizes=SIZES, each=3)


@pytest.mark.long
def test_thousands_of_boards() -> None:
    run(seed=2, number=3000, sizes=SIZES, each=len(SEARCHES))


@pytest.mark.long
def test_larger_boards() -> None:
    run(seed=3, number=100, sizes=LARGE, each=len(SEARCHES))


def test_the_far_layer_is_put_to_work() -> None:
    """Boards of halves have blocks that are no candidates, and assignments that only a cut forbids."""
    stood: list[bool] = []
    for rows, cols, numbers in ((3, 4, {}), (3, 4, {(0, 0): 6}), (4, 4, {(0, 0): 3}), (2, 8, {(0, 0): 8})):
        board = halves(rows, cols, numbers)
        found = model.build(board, settings=SEARCHES["all far"])
        refine = found.refine

        def watched(true: frozenset[int], refine: Callable[[frozenset[int]], bool] = refine) -> bool:
            stood.append(refine(true))
            return stood[-1]

        assert sorted(answers_of(replace(found, refine=watched)), key=sorted) == sorted(all_answers(board), key=sorted)
    assert stood.count(False) > 5


@pytest.mark.parametrize("middles", ["##", "#.", ".#", ".."])
@pytest.mark.parametrize("numbers", [{(0, 0): 8}, pytest.param({}, marks=pytest.mark.long), {(0, 0): 9}])
def test_rings(middles: str, numbers: dict[Cell, int]) -> None:
    """Two squares of 3x3, white on the left, grey on the right; with other middles they hold rings."""
    grey = {(row, col) for row in range(3) for col in (3, 4, 5)} - {(1, 4)}
    grey |= {cell for cell, sign in zip([(1, 1), (1, 4)], middles, strict=True) if sign == "#"}
    agree(Instance.of(3, 6, grey, dict(numbers)), ["as shipped", "all far", "short stages"])


def halves(rows: int, cols: int, numbers: dict[Cell, int]) -> Instance:
    """White on the left, grey on the right."""
    grey = ((row, col) for row in range(rows) for col in range(cols // 2, cols))
    return Instance.of(rows, cols, grey, dict(numbers))


@pytest.mark.parametrize(
    ("rows", "cols"), [(1, 8), (8, 1), (2, 4), (2, 6), (3, 4), pytest.param(4, 4, marks=pytest.mark.long)]
)
def test_symmetric_areas_that_touch_along_many_edges(rows: int, cols: int) -> None:
    stripes = Instance.of(rows, cols, ((row, col) for row in range(rows) for col in range(cols) if (row + col) % 2))
    for board in (stripes, halves(rows, cols, {}), halves(rows, cols, {(0, 0): rows * cols // 2})):
        agree(board, list(SEARCHES))


def test_question_marks_ask_for_nothing() -> None:
    rng = random.Random(4)
    for _ in range(30):
        board = random_board(rng, SIZES)
        marks = {cell: None for cell in board.grid if cell not in board.numbers and rng.random() < 0.3}
        asked = Instance.of(board.rows, board.cols, board.grey, {**board.numbers, **marks})
        assert set(answers_of(model.build(asked))) == set(answers_of(model.build(board)))


def test_the_plain_model_has_the_same_answers() -> None:
    rng = random.Random(5)
    for _ in range(40):
        board = random_board(rng, [size for size in SIZES if size[0] * size[1] <= 12])
        assert sorted(answers_of(plain.build(board)), key=sorted) == sorted(all_answers(board), key=sorted)


def test_facts_are_what_all_answers_share() -> None:
    rng = random.Random(6)
    seen = set()
    for _ in range(80):
        board = random_board(rng, SIZES)
        expected = all_answers(board)
        facts = solving.facts(board)
        seen.add(facts.status)
        assert facts.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, len(expected))]
        if not expected:
            assert (facts.known, facts.open) == ((), ())
            continue
        edges = set(board.grid.edges())
        always = frozenset.intersection(*expected)
        never = edges - frozenset.union(*expected)
        assert {mark.place for mark in facts.known if mark.value == "line"} == always
        assert {mark.place for mark in facts.known if mark.value == "none"} == never
        assert set(facts.open) == edges - always - never
    assert seen == {Status.NONE, Status.UNIQUE, Status.SEVERAL}


def test_reasons_for_no_answer_are_true() -> None:
    rng = random.Random(7)
    reasons = 0
    for _ in range(400):
        board = random_board(rng, SIZES)
        if hopeless(board):
            reasons += 1
            assert not all_answers(board)
            assert solving.solve(board).status is Status.NONE
            assert solving.facts(board).status is Status.NONE
    assert reasons > 40
