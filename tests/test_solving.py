"""Questions about boards: what is promised of results whatever the genre."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import puzzlewright as pw
from puzzlewright import forms, puzzles, solving
from puzzlewright.errors import InternalError
from puzzlewright.outcome import Status
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
