"""Explanations as the library gives them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import puzzlewright as pw
from commands import HARD, NONE, RING, SAMPLE, TWO
from puzzlewright import forms, solving
from puzzlewright.explaining import explain, hint, verify
from puzzlewright.grading import grade, is_too_hard
from puzzlewright.outcome import Because, Limits, Mark, Status
from puzzlewright.puzzles.evolomino.rules import Answer, check

OWN = [
    SAMPLE,
    "evolomino 2x5\no> >  *> >  .\n#  .  .  .  .",
    TWO,
]


@pytest.mark.parametrize("source", OWN)
def test_a_path_leads_to_the_answer_and_every_step_is_right(source: str) -> None:
    board = forms.parse(source).board
    path = explain(board)
    result = solving.solve(board)
    assert path.complete and path.status is result.status
    assert verify(board, path.steps) == []
    assert all(step.smallest for step in path.steps)
    assert len(path.answers) == (2 if path.status is Status.SEVERAL else 1)
    marks = [mark for step in path.steps for mark in step.marks]
    assert len({mark.place for mark in marks}) == len(marks)
    facts = solving.facts(board)
    assert sorted(marks) == sorted(facts.known)
    if path.status is Status.UNIQUE:
        squares = board.squares | {mark.place for mark in marks if mark.value == "square"}
        assert not check(board, Answer(squares)) and squares == path.answers[0].squares
    assert explain(board) == path


def test_benchmark_boards(shared: Path) -> None:
    for name in ("5x5/sample05", "6x6/sample04", "7x7/sample18"):
        text = (shared / "data" / "evolomino-benchmark" / f"{name}.txt").read_text(encoding="utf-8")
        board = forms.parse(text).board
        path = explain(board)
        assert path.complete and path.status is Status.UNIQUE and verify(board, path.steps) == []
        squares = {mark.place for step in path.steps for mark in step.marks if mark.value == "square"}
        assert not check(board, Answer(board.squares | squares))
        assert len(squares) + len(board.squares) == len(path.answers[0].squares)


def test_a_contradiction_is_the_one_step() -> None:
    board = forms.parse(NONE).board
    path = explain(board)
    (step,) = path.steps
    assert (path.status, path.complete, path.answers) == (Status.NONE, True, ())
    assert step.marks == () and step.text.startswith("There is no answer.")
    assert verify(board, path.steps) == []


def test_steps_are_told_on_arrows() -> None:
    step = explain(forms.parse(SAMPLE).board).steps[0]
    assert step.text and step.because[0].text in step.text
    assert all(reason.rule in forms.puzzle_of(forms.parse(SAMPLE).board).rules for reason in step.because)


def test_verify_finds_what_is_wrong_with_a_step() -> None:
    board = forms.parse(SAMPLE).board
    steps = explain(board).steps
    at = next(number for number, step in enumerate(steps) if step.used and step.because)
    step = steps[at]
    before = steps[:at]

    def wrong(changed: object) -> str:
        return " ".join(verify(board, [*before, changed]))  # type: ignore[list-item]

    assert wrong(step) == ""
    assert "counterexample" in wrong(replace(step, because=()))
    assert "counterexample" in wrong(replace(step, used=()))
    more = next(one for other in steps for one in other.because if one not in step.because)
    assert "not needed" in wrong(replace(step, because=(*step.because, more)))
    opposite = tuple(Mark(mark.place, "empty" if mark.value == "square" else "square") for mark in step.marks)
    assert "counterexample" in wrong(replace(step, marks=opposite))
    assert "not known" in " ".join(verify(board, [steps[-1]]))
    chained = next(step for step in steps if step.chain and step.used)
    before = steps[: steps.index(chained)]
    first, *links = chained.chain
    assert wrong(chained) == "" and len(links) > 1
    for chain in (links, [first, *links[1:]], [first, *links[:-1]], [replace(first, marks=chained.marks), *links]):
        assert "chain does not hold" in wrong(replace(chained, chain=tuple(chain)))
    with pytest.raises(KeyError):
        verify(board, [replace(step, because=(Because("bsNoArrow", ((99, 99),)),))])


def test_limits() -> None:
    board = forms.parse(SAMPLE).board
    path = explain(board, limits=Limits(0))
    assert (path.steps, path.complete, path.status, path.reason) == ((), False, Status.UNDECIDED, "the time is over")
    found = hint(board, limits=Limits(0))
    assert (found.step, found.status, found.reason) == (None, Status.UNDECIDED, "the time is over")
    assert not explain(forms.parse(HARD).board, limits=Limits(0.1)).complete


def test_a_caller_who_is_interrupted_has_the_steps() -> None:
    seen: list[object] = []

    def stop(step: object) -> None:
        seen.append(step)
        if len(seen) == 3:
            raise KeyboardInterrupt

    board = forms.parse(SAMPLE).board
    with pytest.raises(KeyboardInterrupt):
        explain(board, on_step=stop)
    assert tuple(seen) == explain(board).steps[:3]


def test_boards_that_are_none() -> None:
    for question in (explain, hint):
        with pytest.raises(pw.InvalidBoard, match="closes"):
            question(forms.parse(RING).board)  # type: ignore[operator]


# hint


def test_hints_lead_to_the_answer() -> None:
    board = forms.parse(SAMPLE).board
    answer = Answer(board.squares)
    turns = 0
    while not (found := hint(board, answer)).done:
        assert found.step is not None and found.mistakes == ()
        marks = {mark.place: mark.value for mark in found.step.marks}
        squares = answer.squares | {place for place, value in marks.items() if value == "square"}
        dots = answer.dots | {place for place, value in marks.items() if value == "empty"}
        answer = Answer(squares, dots)  # type: ignore[arg-type]
        turns += 1
    assert turns > 3 and not check(board, answer)


def test_a_hint_names_mistakes_first() -> None:
    board = forms.parse(SAMPLE).board
    (right,) = solving.solve(board).answers
    wrong = min(cell for cell in board.grid if cell not in board.shaded and cell not in right.squares)
    missing = min(right.squares - board.squares)
    shaded = min(board.shaded)
    found = hint(board, Answer(right.squares | {wrong, shaded}, frozenset({missing, wrong})))
    assert found.step is None and not found.done
    assert set(found.mistakes) == {Mark(wrong, "square"), Mark(shaded, "square")}
    found = hint(board, Answer(board.squares, frozenset({missing})))
    assert found.mistakes == (Mark(missing, "empty"),)


def test_a_hint_where_several_answers_are_left() -> None:
    board = forms.parse("evolomino 2x5\no> >  *> >  .\n#  .  .  .  .").board
    forced = hint(board)
    assert forced.step is not None and forced.status is Status.SEVERAL
    facts = solving.facts(board)
    common = frozenset(mark.place for mark in facts.known if mark.value == "square")
    dots = frozenset(mark.place for mark in facts.known if mark.value == "empty")
    stuck = hint(board, Answer(common, dots))  # type: ignore[arg-type]
    assert (stuck.step, stuck.mistakes, stuck.done, stuck.status) == (None, (), False, Status.SEVERAL)
    # A choice decides more.
    chosen = hint(board, Answer(common, dots | {(0, 2)}))  # type: ignore[arg-type]
    assert chosen.step is not None and chosen.step.marks and chosen.mistakes == ()
    # Each may be a square, but not both.
    clash = hint(board, Answer(common | {(0, 2), (0, 3)}, dots))  # type: ignore[arg-type]
    assert clash.step is not None and clash.step.marks == ()
    assert clash.mistakes == (Mark((0, 2), "square"), Mark((0, 3), "square"))


def test_a_hint_on_a_board_without_answer() -> None:
    found = hint(forms.parse(NONE).board)
    assert found.status is Status.NONE and found.step is not None and found.step.marks == ()


# Double Choco, where marks are lines


CHOCO = "https://puzz.link/p?dbchoco/3/4/6j8i.j4i"
CHECKED = '{"puzzle": "dbchoco", "rows": 2, "cols": 2, "grey": [[0,0],[1,1]]}'
"""Two ways to divide it."""
UNEQUAL = '{"puzzle": "dbchoco", "rows": 1, "cols": 3, "grey": [[0,0]]}'


def test_hints_in_double_choco_lead_to_the_answer() -> None:
    board = forms.parse(CHOCO).board
    puzzle = forms.puzzle_of(board)
    written: list[Mark] = []
    while not (found := hint(board, puzzle.partial(board, written))).done:
        assert found.step is not None and found.mistakes == ()
        written += found.step.marks
    (right,) = solving.solve(board).answers
    drawn = {mark.place for mark in written if mark.value == "line"}
    assert drawn == right.borders
    crossed = Mark(min(right.borders), "none")
    slip = Mark(next(edge for edge in board.grid.edges() if edge not in right.borders), "line")
    assert set(hint(board, puzzle.partial(board, [crossed, slip])).mistakes) == {crossed, slip}


def test_double_choco_with_several_answers_and_none() -> None:
    board = forms.parse(CHECKED).board
    path = explain(board)
    assert (path.steps, path.complete, path.status, len(path.answers)) == ((), True, Status.SEVERAL, 2)
    puzzle = forms.puzzle_of(board)
    chosen = hint(board, puzzle.partial(board, [Mark(((0, 0), (0, 1)), "line")]))
    assert chosen.step is not None and chosen.step.marks and chosen.status is Status.UNIQUE
    path = explain(forms.parse(UNEQUAL).board)
    (step,) = path.steps
    assert path.status is Status.NONE and step.marks == () and verify(forms.parse(UNEQUAL).board, path.steps) == []
    assert pw.grade(forms.parse(CHOCO).board).band in ("easy", "medium")


def test_grading_leaves_off_where_a_board_is_harder_than_wanted() -> None:
    board = pw.read("evolmino/4/4/i0610io00c35")
    whole = pw.grade(board)
    assert whole.band == "hard" and whole.sizes == ((1, 8), (3, 1), (4, 1))
    for band in ("hard", "expert", "beyond"):
        assert grade(board, at_most=band) == whole
    for band, rules in (("easy", 2), ("medium", 3)):
        found = grade(board, at_most=band)
        assert (found.band, found.reason) == (None, f"the next step needs more than {rules} rules")
        assert found.sizes[-1][0] <= rules


def test_steps_tell_that_a_board_is_no_longer_easy() -> None:
    steps = explain(pw.read(SAMPLE)).steps
    pairs = [number for number, step in enumerate(steps) if len(step.because) == 2 and step.used]
    assert pw.grade(pw.read(SAMPLE)).band == "medium" and len(pairs) > 3
    for number in range(1, len(steps) + 1):
        assert is_too_hard(steps[:number], "easy") == (number > pairs[3])
        assert not is_too_hard(steps[:number], "medium")
