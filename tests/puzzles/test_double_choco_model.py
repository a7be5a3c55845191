"""What is peculiar to the clauses of Double Choco."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from puzzlewright import forms, solving
from puzzlewright.deadline import Deadline, OutOfSpace, OutOfTime
from puzzlewright.grid import Cell, Grid
from puzzlewright.outcome import Count, Limits, Status
from puzzlewright.puzzles.double_choco import model, plain, regions
from puzzlewright.puzzles.double_choco.rules import RULES, Instance, check, hopeless
from puzzlewright.solvers import cnf
from puzzlewright.solvers.search import Search


def drawn(picture: str, numbers: dict[Cell, int | None] | None = None) -> Instance:
    """A board from rows of `#` (grey) and `.` (white)."""
    rows = picture.split()
    grey = {(row, col) for row, line in enumerate(rows) for col, sign in enumerate(line) if sign == "#"}
    return Instance.of(len(rows), len(rows[0]), grey, numbers)


def halves(rows: int, cols: int, numbers: dict[Cell, int | None] | None = None) -> Instance:
    """White on the left, grey on the right."""
    return Instance.of(rows, cols, ((row, col) for row in range(rows) for col in range(cols // 2, cols)), numbers)


@pytest.mark.parametrize(
    ("rule", "board"),
    [
        ("bkSubLt2", drawn("..# ..#")),
        ("bkSizeLt", drawn(".#.# .#.#", {(0, 0): 3})),
        ("bkSubGt2", drawn(".## #..")),
        ("bkDifferentShape", drawn("...# ##.#")),
        ("bkSizeGt", drawn("..## ..##", {(0, 0): 1})),
        ("bdDeadEnd", drawn("..## ..##")),
    ],
)
def test_a_rule_left_out_is_the_rule_that_gets_broken(rule: str, board: Instance) -> None:
    broken = []
    with Search(plain.build(board, leave_out={rule}), Deadline(), lambda answer: None) as search:
        while (answer := search.next()) is not None and {rule} not in broken:
            broken.append({violation.code for violation in check(board, answer)})
            search.exclude(answer)
    assert {rule} in broken
    # With the rule in place no answer of the model breaks anything.
    with Search(plain.build(board), Deadline(), lambda answer: None) as search:
        while (answer := search.next()) is not None:
            assert not check(board, answer)
            search.exclude(answer)


def test_the_plain_model_is_for_tiny_boards() -> None:
    with pytest.raises(ValueError, match="20 cells"):
        plain.build(halves(5, 4))


def test_each_clause_has_a_label() -> None:
    board = forms.parse("dbchoco/4/2/b8n").board
    found = plain.build(board).cnf
    labels = [found.label(clause) for clause in range(len(found.clauses))]
    assert {label.rule for label in labels} <= set(RULES) | {"block", "cover", "line"}
    assert all(label.cells and set(label.cells) <= set(board.grid) for label in labels)
    found = model.build(forms.parse("dbchoco/6/6/ueoq8p30g42j4n5s22j").board).cnf
    labels = [found.label(clause) for clause in range(len(found.clauses))]
    assert {label.rule for label in labels} >= {"block", "cover", "point"}
    assert all(set(label.cells) <= set(Grid(6, 6)) for label in labels)


@pytest.mark.parametrize(
    ("link", "number"), [("dbchoco/2/2/cj", 2), ("dbchoco/2/2/6j", 2), ("dbchoco/3/2/5gl", 3), ("dbchoco/4/2/b8n", 5)]
)
def test_known_counts(link: str, number: int) -> None:
    board = forms.parse(link).board
    assert solving.count(board) == Count(number, exact=True)
    assert solving.solve(board).status is Status.SEVERAL


@pytest.mark.parametrize(
    ("board", "number"),
    [
        # One row: only equal runs side by side.
        (drawn("..##"), 1),
        (drawn(".#.#"), 1),
        (drawn(".##."), 1),
        (drawn("..##..##"), 1),
        (drawn("...#"), 0),
        (drawn(".#"), 1),
    ],
)
def test_counted_by_hand(board: Instance, number: int) -> None:
    assert solving.count(board) == Count(number, exact=True)


# Where no answer is possible a sentence says why


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (drawn(".#."), "there are 2 white cells and 1 grey ones"),
        (drawn("..# #.#", {(0, 2): 3}), "r1c3: the number 3 needs so many connected grey cells, but there are 2"),
        (drawn("...#.###"), "r1c1: 3 connected white cells can only be paired with the grey cells around, which are 1"),
    ],
)
def test_reasons_for_no_answer(board: Instance, reason: str) -> None:
    assert any(line.startswith(reason) for line in hopeless(board))
    assert solving.solve(board).status is Status.NONE
    assert solving.count(board) == Count(0, exact=True)


def test_boards_with_answers_have_no_such_reason(shared: Path) -> None:
    for board in published(shared):
        assert hopeless(board) == []


# Time, memory, and large boards


def test_no_time_is_undecided() -> None:
    nothing = Limits(time_s=0)
    for board in (halves(4, 4), drawn("..#")):
        assert solving.solve(board, limits=nothing).status is Status.UNDECIDED
        assert solving.facts(board, limits=nothing).status is Status.UNDECIDED
        count = solving.count(board, limits=nothing)
        assert (count.count, count.exact) == (0, False)
        with pytest.raises(OutOfTime):
            list(solving.answers(board, limits=nothing))


def test_too_large_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    board = halves(8, 8, {(0, 0): 7})
    monkeypatch.setattr(cnf, "_MOST_CLAUSES", 1000)
    with pytest.raises(OutOfSpace):
        model.build(board)
    assert solving.solve(board).status is Status.UNDECIDED
    monkeypatch.undo()
    monkeypatch.setattr(regions, "_MOST_CELLS", 1000)
    assert solving.solve(board).status is Status.UNDECIDED


def checkers(rows: int, cols: int) -> Instance:
    return Instance.of(rows, cols, ((row, col) for row in range(rows) for col in range(cols) if (row + col) % 2))


@pytest.mark.parametrize("board", [halves(10, 10), checkers(10, 10), halves(12, 20), checkers(20, 20)])
def test_empty_boards_have_several_answers(board: Instance) -> None:
    result = solving.solve(board, limits=Limits(time_s=60))
    assert result.status is Status.SEVERAL
    assert all(not check(board, answer) for answer in result.answers)
    assert solving.count(board, limit=20) == Count(20, exact=False)


@pytest.mark.parametrize("board", [halves(10, 10, {(0, 0): 7}), halves(30, 30), halves(100, 100), checkers(100, 100)])
def test_time_limits_are_kept(board: Instance) -> None:
    """Whatever is not decided by then; a second is much more than one step between two looks at the clock takes."""
    started = time.monotonic()
    solving.solve(board, limits=Limits(time_s=1))
    solving.count(board, limit=10**9, limits=Limits(time_s=1))
    assert time.monotonic() - started < 6


def published(shared: Path) -> list[Instance]:
    lines = (shared / "cases" / "dbchoco_urls.txt").read_text().split("\n")
    return [forms.parse(line).board for line in lines if line.strip() and not line.startswith("#")]


def test_published_boards_have_one_answer(shared: Path) -> None:
    boards = published(shared)
    assert len(boards) >= 20
    for board in boards:
        result = solving.solve(board, limits=Limits(time_s=60))
        assert result.status is Status.UNIQUE
        assert check(board, result.answers[0]) == []
