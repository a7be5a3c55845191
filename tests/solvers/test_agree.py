"""Every formulation finds exactly the answers that trying all fillings finds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

import pytest
from evolomino_brute import LARGE, SIZES, all_answers, random_board

from puzzlewright import solving
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell, components
from puzzlewright.outcome import Status
from puzzlewright.puzzles.evolomino import model
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.solvers.cnf import Model
from puzzlewright.solvers.search import Search


def answers_of(found: Model[Answer], assumptions: Sequence[int] = ()) -> Iterator[frozenset[Cell]]:
    """The squares of all answers of a model, each as often as the model tells it apart."""
    with Search(found, Deadline(), lambda answer: None) as search:
        while (answer := search.next(assumptions)) is not None:
            search.exclude(answer)
            yield answer.squares


def agree(board: Instance) -> int:
    """Compare all ways of asking with brute force; the number of answers."""
    expected = sorted(all_answers(board), key=sorted)
    assert sorted((answer.squares for answer in solving.answers(board)), key=sorted) == expected
    assert sorted(answers_of(model.build(board, narrow=False)), key=sorted) == expected
    assert set(answers_of(model.build(board, radius=1))) <= set(expected)

    result = solving.solve(board)
    assert result.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, len(expected))]
    assert len({answer.squares for answer in result.answers}) == min(2, len(expected))
    return len(expected)


def run(seed: int, number: int, most_free: int) -> None:
    rng = random.Random(seed)
    counts = []
    for turn in range(number):
        board = random_board(rng, LARGE if turn % 4 == 0 else SIZES, most_free)
        counts.append(agree(board))
    # The boards are worth something only if many have answers, and some just one.
    assert sum(count > 0 for count in counts) > number // 5
    assert counts.count(1) > number // 20


def test_some_hundred_boards() -> None:
    run(seed=1, number=300, most_free=10)


@pytest.mark.long
def test_thousands_of_boards() -> None:
    run(seed=2, number=2500, most_free=11)


@pytest.mark.long
def test_open_boards() -> None:
    run(seed=3, number=300, most_free=15)


@pytest.mark.long
@pytest.mark.parametrize(("rows", "cols", "first", "last", "largest"), [(3, 6, 1, 4, 7), (2, 9, 3, 5, 8)])
def test_large_blocks_on_open_boards(rows: int, cols: int, first: int, last: int, largest: int) -> None:
    """One arrow along part of the top row, nothing else: blocks that fill nearly half of the board."""
    arrow = [(0, col) for col in range(first, last + 1)]
    board = Instance(rows, cols, links=frozenset(pairwise(arrow)))
    expected = all_answers(board)
    assert max(len(block) for squares in expected for block in components(squares)) == largest
    assert agree(board) == len(expected)


def test_clues_can_be_lifted() -> None:
    """A model with lifted clues has, under the assumption of some of them, the answers of the board with just those."""
    rng = random.Random(4)
    compared = 0
    while compared < 60:
        board = random_board(rng, SIZES, most_free=9)
        clues = sorted(board.shaded | board.squares)
        if not clues:
            continue
        lifted = frozenset(rng.sample(clues, min(len(clues), 3)))
        for _ in range(2):
            found = model.build(board, lifted=lifted)
            kept = {cell for cell in lifted if rng.random() < 0.5}
            gone = lifted - kept
            lighter = Instance(board.rows, board.cols, board.shaded - gone, board.squares - gone, board.links)
            assert sorted(answers_of(found, [found.clues[cell] for cell in kept]), key=sorted) == sorted(
                all_answers(lighter), key=sorted
            )
            compared += 1


def test_facts_are_what_all_answers_share() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(150):
        board = random_board(rng, SIZES, most_free=9)
        expected = all_answers(board)
        facts = solving.facts(board)
        seen.add(facts.status)
        assert facts.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, len(expected))]
        if not expected:
            assert (facts.known, facts.open) == ((), ())
            continue
        free = set(board.grid) - board.shaded - board.squares
        always = {cell for cell in free if all(cell in squares for squares in expected)}
        never = {cell for cell in free if all(cell not in squares for squares in expected)}
        assert {mark.place for mark in facts.known if mark.value == "square"} == always
        assert {mark.place for mark in facts.known if mark.value == "empty"} == never
        assert set(facts.open) == free - always - never
    assert seen == {Status.NONE, Status.UNIQUE, Status.SEVERAL}


def sampled(found: Model[Answer], most: int) -> set[frozenset[Cell]] | None:
    """All answers of a model, or None if there are more than `most`."""
    answers = set(islice(answers_of(found), most + 1))
    return answers if len(answers) <= most else None


@pytest.mark.long
def test_narrowing_loses_nothing_on_larger_boards() -> None:
    """Boards too large for brute force: the clauses with and without narrowing have the same answers."""
    rng = random.Random(6)
    compared = several = 0
    while compared < 600:
        board = random_board(rng, [(5, 5), (6, 6), (5, 7), (8, 4), (7, 7)], most_free=99)
        expected = sampled(model.build(board, narrow=False), 300)
        if expected is None:
            continue
        compared += 1
        several += len(expected) > 1
        assert sampled(model.build(board), 300) == expected
    assert several > 60
