"""Questions about boards: what is promised of results whatever the genre."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import puzzlewright as pw
from puzzlewright import forms, puzzles, solving
from puzzlewright.errors import InternalError
from puzzlewright.outcome import Mark, SoFar, Status
from puzzlewright.puzzle import Violation
from puzzlewright.solvers import cnf

SAMPLE = "https://puzz.link/p?evolmino/5/5/i71027000222k44j23344"
TWO = "evolmino/3/3/000c00a"


def test_the_library_as_the_readme_uses_it() -> None:
    board = pw.read(SAMPLE)
    result = pw.solve(board, limits=pw.Limits(time_s=60))
    assert result.status is pw.Status.UNIQUE
    (answer,) = result.answers
    assert pw.check(board, answer) == []
    assert list(pw.answers(board)) == [answer]
    assert pw.count(board) == pw.Count(1, exact=True)
    facts = pw.facts(board)
    assert facts.open == ()
    assert {mark.place for mark in facts.known if mark.value == "square"} == answer.squares - board.squares
    assert board.to("puzzlink") == SAMPLE
    assert board._repr_svg_().startswith("<svg")


def test_no_answer_is_checked_like_an_empty_one() -> None:
    assert pw.check(pw.read(SAMPLE), None)[0].code == "bsNoArrow"
    assert pw.check(pw.read("dbchoco/2/1/8h"), None) == []


def test_two_answers_differ_on_the_board() -> None:
    result = pw.solve(pw.read(TWO))
    assert result.status is Status.SEVERAL
    one, other = result.answers
    assert one != other
    assert pw.facts(pw.read(TWO)).status is Status.SEVERAL


def test_so_far() -> None:
    board = pw.read(SAMPLE)
    puzzle = forms.puzzle_of(board)
    (answer,) = pw.solve(board).answers
    right = list(puzzle.written(board, answer))
    place = next(cell for cell in puzzle.free(board) if cell not in answer.squares)
    wrong = Mark(place, "square")
    assert solving.so_far(board, []) == solving.so_far(board, right) == SoFar(True)
    assert solving.so_far(board, [Mark(place, "empty")]) == SoFar(True)
    assert solving.so_far(board, [*right[:2], wrong]) == SoFar(False, (wrong,))
    opposite = Mark(right[0].place, "empty")
    assert solving.so_far(board, [wrong, opposite]).mistakes == tuple(sorted([wrong, opposite]))
    assert solving.so_far(board, [wrong], limits=pw.Limits(time_s=0)).right is None
    assert solving.so_far(pw.read("evolmino/2/1/010"), []) == SoFar(False, reason="there is no answer")


def test_marks_that_clash_only_together_are_named() -> None:
    board = pw.read(TWO)
    one, other = pw.solve(board).answers
    place = min(one.squares ^ other.squares)
    square, empty = Mark(place, "square"), Mark(place, "empty")
    assert solving.so_far(board, [square]) == solving.so_far(board, [empty]) == SoFar(True)
    both = [Mark(cell, "square") for cell in one.squares & other.squares][:1]
    assert solving.so_far(board, [square, empty, *both]) == SoFar(False, tuple(sorted([square, empty])))


def test_a_line_that_separates_nothing_is_right() -> None:
    """The model has no such line, but the rules accept it."""
    ring = pw.read("double-choco 4x4\n. . # #\n. . # #\n. . # #\n. . # #")
    puzzle = forms.puzzle_of(ring)
    assert solving.so_far(ring, []).right
    for answer in pw.answers(ring):
        assert solving.so_far(ring, list(puzzle.written(ring, answer))) == SoFar(True)


def test_facts_of_the_answers_that_have_some_marks() -> None:
    board = pw.read(TWO)
    one, other = pw.solve(board).answers
    place = min(one.squares ^ other.squares)
    square, empty = Mark(place, "square"), Mark(place, "empty")
    for mark, squares in ((square, one.squares | other.squares), (empty, one.squares & other.squares)):
        found = solving.facts(board, marks=[mark])
        assert found.status is Status.UNIQUE and not found.open
        assert {known.place for known in found.known if known.value == "square"} == squares - board.squares
    assert solving.facts(board, marks=[square, empty]).status is Status.NONE


def test_seconds_add_up() -> None:
    seconds = pw.solve(pw.read(SAMPLE)).seconds
    assert min(seconds.build, seconds.solve, seconds.prove) >= 0
    assert seconds.total == pytest.approx(seconds.build + seconds.solve + seconds.prove)


def test_an_answer_that_the_rules_refuse_never_gets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules have the last word: a disagreement is an internal error that names the board."""
    (genre,) = (puzzle for puzzle in puzzles.PUZZLES if puzzle.id == "evolmino")
    stricter = replace(genre, check=lambda board, answer: [Violation("bsNotEvol", message="made up")])
    monkeypatch.setattr(solving, "puzzle_of", lambda board: stricter)
    with pytest.raises(InternalError, match=r"made up.*evolmino/5/5/i71027000222k44j23344"):
        pw.solve(forms.parse(SAMPLE).board)


def test_importing_loads_no_solver() -> None:
    heavy = ("pysat", "numpy", "rich", "typer")
    script = f"import sys, puzzlewright; print([name for name in {heavy} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_undecided_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    board = pw.read(SAMPLE)
    assert pw.solve(board).reason == pw.count(board).reason == pw.facts(board).reason == ""
    nothing = pw.Limits(time_s=0)
    for ask in (pw.solve, pw.count, pw.facts):
        assert "time" in ask(board, limits=nothing).reason
    monkeypatch.setattr(cnf, "_MOST_CLAUSES", 10)
    for ask in (pw.solve, pw.count, pw.facts):
        assert "memory" in ask(board).reason


@pytest.mark.parametrize("wrong", [0, None, b"evolmino/1/1/", ["evolmino/1/1/"]])
def test_only_text_and_paths_are_read(wrong: object) -> None:
    with pytest.raises(TypeError, match="str or a Path"):
        pw.read(wrong)  # type: ignore[arg-type]


def test_numbers_that_make_no_sense() -> None:
    with pytest.raises(ValueError, match="limit"):
        pw.count(pw.read(SAMPLE), limit=0)
    with pytest.raises(ValueError, match="max_side"):
        pw.read(SAMPLE, max_side=0)


@pytest.mark.parametrize("wrong", [{"time_s": -1}, {"time_s": float("nan")}, {"workers": 0}])
def test_limits_that_make_no_sense(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="not"):
        pw.Limits(**wrong)  # type: ignore[arg-type]
