"""What is peculiar to the clauses of Evolomino."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puzzlewright import forms, solving
from puzzlewright.deadline import Deadline, OutOfSpace, OutOfTime
from puzzlewright.errors import InvalidBoard
from puzzlewright.grid import Grid
from puzzlewright.outcome import Count, Limits, Status
from puzzlewright.puzzles.evolomino import model
from puzzlewright.puzzles.evolomino.rules import RULES, Instance, check
from puzzlewright.solvers import cnf
from puzzlewright.solvers.search import Search


def row(length: int, rows: int = 1) -> Instance:
    """A board with one arrow along the whole top row."""
    return Instance(rows, length, links=frozenset(pairwise((0, col) for col in range(length))))


@pytest.mark.parametrize(
    ("rule", "board"),
    [
        ("bsArrowGt2", row(4)),
        ("bsNoArrow", row(3, rows=3)),
        ("arBlockLt2", row(3)),
        ("bsNotEvol", row(3)),
    ],
)
def test_a_rule_left_out_is_the_rule_that_gets_broken(rule: str, board: Instance) -> None:
    found = model.build(board, narrow=False, leave_out={rule})
    broken = []
    with Search(found, Deadline(), lambda answer: None) as search:
        while (answer := search.next()) is not None:
            broken.append({violation.code for violation in check(board, answer)})
            search.exclude(answer)
    assert {rule} in broken
    # With the rule in place no answer of the model breaks anything.
    assert all(not check(board, answer) for answer in solving.answers(board))


def test_leaving_out_needs_clauses_of_their_own() -> None:
    with pytest.raises(ValueError, match="narrowed"):
        model.build(row(3), leave_out={"bsNotEvol"})


def test_each_clause_has_a_rule_and_a_place() -> None:
    board = forms.parse("evolmino/5/5/i71027000222k44j23344").board
    found = model.build(board, narrow=False)
    labels = [found.cnf.label(clause) for clause in range(len(found.cnf.clauses))]
    assert {label.rule for label in labels} == (set(RULES) - {"arInvalid"}) | {"given", "block"}
    assert all(label.cells and set(label.cells) <= set(board.grid) for label in labels)
    arrows = set(board.arrows)
    assert all(label.cells in arrows for label in labels if label.rule == "bsNotEvol")


@pytest.mark.parametrize(
    ("link", "number"),
    [("evolmino/3/3/000c00a", 2), ("evolmino/2/1/010", 0), ("evolmino/5/5/i71027000222k44j23344", 1)],
)
def test_known_counts(link: str, number: int) -> None:
    board = forms.parse(link).board
    assert solving.count(board) == Count(number, exact=True)
    assert len(solving.solve(board).answers) == min(2, number)


def test_count_stops_at_its_limit() -> None:
    board = row(5, rows=3)
    whole = solving.count(board)
    assert whole.exact
    assert whole.count > 3
    assert solving.count(board, limit=3) == Count(3, exact=False)
    assert solving.count(board, limit=whole.count) == whole


@pytest.mark.parametrize("rows", [1, 2])
def test_boards_without_arrows(rows: int) -> None:
    empty = Instance(rows, 2)
    assert solving.solve(empty).status is Status.UNIQUE
    assert solving.solve(Instance(rows, 2, squares=frozenset({(0, 0)}))).status is Status.NONE
    assert solving.facts(empty).status is Status.UNIQUE


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Instance(2, 2, links=frozenset(pairwise([(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)]))), "r1c1"),
        (Instance(1, 3, links=frozenset({((0, 0), (0, 1)), ((0, 2), (0, 1))})), "merges at r1c2"),
        (Instance(1, 3, shaded=frozenset({(0, 1)}), squares=frozenset({(0, 1)})), "r1c2: .*shaded"),
    ],
)  # fmt: skip
def test_boards_that_are_no_puzzle_are_refused(board: Instance, message: str) -> None:
    for ask in (solving.solve, solving.count, solving.facts):
        with pytest.raises(InvalidBoard, match=message):
            ask(board)


def test_no_time_is_undecided() -> None:
    board = row(5, rows=4)
    nothing = Limits(time_s=0)
    assert solving.solve(board, limits=nothing).status is Status.UNDECIDED
    facts = solving.facts(board, limits=nothing)
    assert (facts.status, facts.known) == (Status.UNDECIDED, ())
    assert set(facts.open) == set(board.grid)
    count = solving.count(board, limits=nothing)
    assert (count.count, count.exact) == (0, False)
    with pytest.raises(OutOfTime):
        list(solving.answers(board, limits=nothing))


def test_too_large_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cnf, "_MOST_CLAUSES", 100)
    with pytest.raises(OutOfSpace):
        model.build(row(9, rows=9))
    assert solving.solve(row(9, rows=9)).status is Status.UNDECIDED


def test_large_boards_are_first_tried_with_small_blocks() -> None:
    arrows = [[(3 * number, col) for col in range(2, 7)] for number in range(8)]
    board = Instance(24, 24, links=frozenset(link for arrow in arrows for link in pairwise(arrow)))
    models = model.models(board, Deadline())
    assert not next(models).exact
    result = solving.solve(board)
    assert result.status is Status.SEVERAL
    assert all(not check(board, answer) for answer in result.answers)


def test_blocks_may_wind_far() -> None:
    """The only answer has blocks of 15 and 16 squares that wind through two corridors of the same form."""
    corridor = [(0, col) for col in range(6)] + [(1, 5)] + [(2, col) for col in (5, 4, 3, 2)] + [(3, 2)]
    corridor += [(4, col) for col in (2, 3, 4, 5)]
    below = [(line + 6, col) for line, col in corridor] + [(11, 5)]
    arrow = [(line, 0) for line in range(7)]
    open_cells = set(corridor) | set(below) | set(arrow)
    shaded = frozenset(set(Grid(12, 6)) - open_cells)
    board = Instance(12, 6, shaded, frozenset({(4, 5)}), frozenset(pairwise(arrow)))
    result = solving.solve(board)
    assert result.status is Status.UNIQUE
    assert result.answers[0].squares == frozenset(corridor) | frozenset(below)
