"""Deductions: the rules behind switches say what the rules say, and steps are right and as small as they claim."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from evolomino_brute import SIZES, all_answers, random_board

from boards import good_board
from puzzlewright.deadline import Deadline
from puzzlewright.explaining import explain, verify
from puzzlewright.grid import Cell, components
from puzzlewright.outcome import Status
from puzzlewright.puzzles.evolomino import reasons
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, check
from puzzlewright.shape import grown_by_one
from puzzlewright.solvers.explainer import Explainer
from puzzlewright.solvers.hitting import Spent, Work, hitting_set, least, without_twins
from puzzlewright.solvers.reasons import Reasons, Solver, Switched


def filling(model: Reasons[Answer], squares: frozenset[Cell]) -> list[int]:
    return [variable if place in squares else -variable for place, variable in model.places.items()]


def judged(model: Reasons[Answer], solver: Solver, squares: frozenset[Cell], code: str) -> bool:
    """Do all rules with that code hold in a filling?"""
    rules = [number for number, rule in enumerate(model.rules) if rule.label.rule == code]
    return solver.solve(rules, filling(model, squares)) is not None


def fillings(rng: random.Random, board: Instance, model: Reasons[Answer], number: int) -> Iterator[frozenset[Cell]]:
    """Any squares, with the board's own or without."""
    for _ in range(number):
        density = rng.random()
        squares = frozenset(cell for cell in board.grid if cell in model.places and rng.random() < density)
        yield squares | board.squares if rng.random() < 0.5 else squares


def test_every_filling_extends_to_the_bookkeeping() -> None:
    rng = random.Random(1)
    for size in [(3, 3), (2, 6), (5, 5), (6, 4), (7, 7)] * 6:
        board = good_board(rng, *size)
        model = reasons.build(board)
        solver = Switched(model, Deadline()).solver()
        for squares in fillings(rng, board, model, 20):
            assert solver.solve([], filling(model, squares)) is not None


def test_rules_hold_where_check_says_so() -> None:
    """Each rule by itself; the last two presume that no block has two squares on arrows."""
    rng = random.Random(2)
    seen = set()
    for turn in range(120):
        board = random_board(rng, [*SIZES, (4, 4), (5, 4)], most_free=10)
        model = reasons.build(board)
        solver = Switched(model, Deadline()).solver()
        answers = all_answers(board) if turn % 3 == 0 else []
        near = [answer ^ {cell} for answer in answers[:4] for cell in sorted(model.places)[:6] if cell in model.places]
        for squares in [*fillings(rng, board, model, 12), *answers[:6], *near]:  # type: ignore[misc]
            bare = Instance(board.rows, board.cols, board.shaded, frozenset(), board.links)
            broken = {violation.code for violation in check(bare, Answer(squares))}
            codes = ["bsArrowGt2", "bsNoArrow"]
            if "bsArrowGt2" not in broken:
                codes += ["arBlockLt2", "bsNotEvol"]
            for code in codes:
                assert judged(model, solver, squares, code) == (code not in broken), (board, squares, code)
                seen.add((code, code in broken))
            assert (solver.solve(range(len(model.rules)), filling(model, squares)) is not None) == (not broken)
            seen.add(("right", not broken))
    assert len(seen) == 10


def fewest(board: Instance, model: Reasons[Answer], known: list[int], targets: list[int], below: int) -> int | None:
    """The smallest number of rules below a bound that forces any of the targets, by trying all sets."""
    solver = Switched(model, Deadline()).solver()
    for size in range(1, below):
        for rules in combinations(range(len(model.rules)), size):
            left = list(targets)
            while left:
                true = solver.solve(rules, [*known, -left[0]])
                if true is None:
                    return size
                left = [literal for literal in left if (abs(literal) in true) == (literal > 0)]
    return None


def test_growth_holds_as_it_is_worded() -> None:
    """The block at the next square on an arrow is the one before, moved, and one square; one block for both is not."""
    rng = random.Random(4)
    seen = set()
    for _ in range(60):
        board = good_board(rng, *rng.choice([(2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]))
        model = reasons.build(board)
        growth = [number for number, rule in enumerate(model.rules) if rule.label.rule == "bsNotEvol"]
        solver = Switched(model, Deadline()).solver()
        for squares in fillings(rng, board, model, 8):

            def block(at: Cell, squares: frozenset[Cell] = squares, board: Instance = board) -> frozenset[Cell]:
                parts = components(squares - board.arrow_cells | {at})
                return next(part for part in parts if at in part)

            for number in growth:
                before, after = model.rules[number].label.cells
                (arrow,) = (arrow for arrow in board.arrows if before in arrow)
                met = [cell for cell in arrow[arrow.index(before) : arrow.index(after) + 1] if cell in squares]
                if met == [before, after] and after not in board.grid.neighbours(before):
                    holds = not block(before) & block(after) and grown_by_one(block(before), block(after))
                    seen.add(holds)
                elif met == [before, after]:
                    continue
                else:
                    holds = True
                assert (solver.solve([number], filling(model, squares)) is not None) == holds
    assert seen == {True, False}


def test_no_step_could_have_been_smaller() -> None:
    rng = random.Random(3)
    tested = {2: 0, 3: 0}
    while min(tested.values()) < 12:
        board = random_board(rng, [(3, 3), (2, 5), (3, 4), (4, 4)], most_free=11)
        explainer = Explainer(Switched(reasons.build(board), Deadline()))
        if explainer.status is Status.NONE:
            continue
        while True:
            known, targets = list(explainer.known), list(explainer.open)
            if (found := explainer.next()) is None:
                break
            size = len(found.rules)
            assert found.at_least == size
            if 2 <= size <= 3:
                model = reasons.build(board)
                assert fewest(board, model, known, targets, size) is None
                tested[size] += 1


def test_paths_of_random_boards_lead_to_what_all_answers_share() -> None:
    rng = random.Random(4)
    seen = []
    for _ in range(120):
        board = random_board(rng, SIZES, most_free=9)
        expected = all_answers(board)
        path = explain(board)
        seen.append(path.status)
        assert path.complete and path.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, len(expected))]
        assert verify(board, path.steps) == []
        assert {answer.squares for answer in path.answers} <= set(expected)
        marks = {mark.place: mark.value for step in path.steps for mark in step.marks}
        if not expected:
            (step,) = path.steps
            assert not step.marks and step.because and step.smallest
            continue
        free = set(board.grid) - board.shaded - board.squares
        common = frozenset.intersection(*expected)
        assert {place for place, value in marks.items() if value == "square"} == common - board.squares
        assert {place for place, value in marks.items() if value == "empty"} == free - frozenset.union(*expected)
    assert min(seen.count(status) for status in (Status.NONE, Status.UNIQUE, Status.SEVERAL)) > 8


def test_without_work_left_a_step_is_irreducible_and_says_what_is_proved() -> None:
    board = good_board(random.Random(5), 5, 5)
    rng = random.Random(5)
    unproved = 0
    while unproved < 5:
        board = random_board(rng, [(4, 4), (3, 5)], most_free=12)
        explainer = Explainer(Switched(reasons.build(board), Deadline()), work=3000)
        while (found := explainer.next()) is not None:
            assert 1 <= found.at_least <= len(found.rules)
            unproved += found.at_least < len(found.rules)
            if explainer.status is Status.NONE:
                break


@pytest.mark.parametrize("seed", range(20))
def test_hitting_sets(seed: int) -> None:
    rng = random.Random(seed)
    sets = [sum(1 << bit for bit in rng.sample(range(9), rng.randint(1, 4))) for _ in range(rng.randint(1, 12))]
    for most in range(6):
        expected = any(
            all(one & sum(1 << bit for bit in chosen) for one in sets)
            for size in range(most + 1)
            for chosen in combinations(range(9), size)
        )
        found = hitting_set(sorted(sets, key=int.bit_count), most, Work(10**6))
        assert (found is not None) == expected
        assert found is None or (found.bit_count() <= most and all(found & one for one in sets))
        fewer = without_twins(least(sets))
        found = hitting_set(fewer, most, Work(10**6))
        assert (found is not None) == expected and len(fewer) <= len(sets)
        assert found is None or (found.bit_count() <= most and all(found & one for one in sets))


def test_work_ends() -> None:
    work = Work(10)
    with pytest.raises(Spent):
        hitting_set([3, 12, 48] * 4, 3, work)
