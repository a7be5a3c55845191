"""Explanations for people: sentences about steps, and boards with what was deduced and from what."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from puzzlewright.cli import stdio, words
from puzzlewright.drawing import Drawing, Picture, Why, set_off
from puzzlewright.forms import Reading
from puzzlewright.grid import Cell
from puzzlewright.outcome import Explanation, Grade, Hint, Mark, Place, Status, Step
from puzzlewright.scan import counted


def drawn(reading: Reading, before: Iterable[Mark], step: Step) -> Drawing:
    """The board with the marks known before a step and its own: `{ }` around these, `( )` around those it used.

    Where a contradiction uses no mark, the cells of its rules are set off as wrong.
    """
    puzzle, board = reading.puzzle, reading.board
    return set_off(puzzle.draw(board, puzzle.partial(board, [*before, *step.marks])), _places(step), _areas(step))


def hinted(reading: Reading, hint: Hint) -> Drawing:
    """The board as it is written, with the step or the mistakes set off."""
    puzzle, board = reading.puzzle, reading.board
    answer = puzzle.partial(board, ()) if reading.answer is None else reading.answer
    mistakes: set[Place] = {mark.place for mark in hint.mistakes}
    picture = puzzle.draw(board, answer, wrong=frozenset(mistakes))
    if hint.step is None:
        return picture
    places = {why: places - mistakes for why, places in _places(hint.step).items()}
    return set_off(picture, places, _areas(hint.step))


def _areas(step: Step) -> list[tuple[Cell, ...]]:
    return [reason.cells for reason in step.because]


def _places(step: Step) -> dict[Why, set[Place]]:
    return {Why.DEDUCED: {mark.place for mark in step.marks}, Why.USED: {mark.place for mark in step.used}}


def told(number: int, step: Step) -> str:
    """A step with its number, unless it is a contradiction, and with what is not proved about it."""
    return wrapped(f"{number}. {said(step)}" if step.marks else said(step))


def said(step: Step) -> str:
    """The text of a step, and what is not proved about it."""
    if step.smallest:
        return step.text
    rules = counted(len(step.because), "rule")
    return f"{step.text} ({rules}; it is proved only that fewer than {step.at_least} do not do.)"


def wrapped(text: str) -> str:
    """The text in lines that fit the terminal, those after the first set in if a number opens it."""
    if not text.isascii():
        # Chinese and Japanese have no spaces to break lines at; the terminal does it.
        return text + "\n"
    indent = "    " if text[:1].isdigit() else ""
    return textwrap.fill(text, stdio.width(), subsequent_indent=indent, break_on_hyphens=False) + "\n"


def verdict(path: Explanation[object]) -> str:
    """Where the steps lead, in a sentence."""
    number = counted(len(path.steps), "step")
    leads = "leads" if len(path.steps) == 1 else "lead"
    if not path.complete:
        why = f", as {path.reason}" if path.reason else ""
        return f"{number} so far; the explanation is not complete{why}."
    match path.status:
        case Status.UNIQUE:
            return f"{number} {leads} to the only answer."
        case Status.NONE:
            return "This is what clashes."
    if not path.steps:
        return "Nothing is forced: there is more than one answer. Two ways to go on differ in brackets."
    return f"{number} {leads} to all that is forced. Two ways to go on differ in brackets."


def final(reading: Reading, path: Explanation[object]) -> Picture:
    """The board at the end of a path, or the two ways on, or the contradiction."""
    puzzle, board = reading.puzzle, reading.board
    if path.complete and path.status is Status.NONE:
        return drawn(reading, (), path.steps[-1])
    if path.complete:
        return words.picture(reading, path.answers)
    return puzzle.draw(board, puzzle.partial(board, known(path.steps)))


def page(reading: Reading, path: Explanation[object], language: str) -> str:
    """All steps as a strip of pictures in HTML, with the end of the path last."""
    from puzzlewright.page import strip

    name = reading.puzzle.titles.get(language, reading.puzzle.name)
    steps = [step for step in path.steps if step.marks]
    frames = [(drawn(reading, known(steps[:number]), step), said(step)) for number, step in enumerate(steps)]
    clash = "".join(said(step) for step in path.steps if not step.marks)
    title = f"{name}: {reading.title}" if reading.title else name
    return strip(title, frames, (final(reading, path), clash or verdict(path)), language)


def known(steps: Iterable[Step]) -> list[Mark]:
    """The marks of some steps."""
    return [mark for step in steps for mark in step.marks]


def graded(grade: Grade) -> str:
    """Band, score and sizes of the steps in sentences."""
    sizes = ", ".join(f"{number} with {counted(size, 'rule')}" for size, number in grade.sizes)
    counts = f"{counted(grade.steps, 'step')}{f': {sizes}' if sizes else ''}.\n"
    if grade.band is not None:
        return f"{grade.band.capitalize()}, with a score of {grade.score:g}.\n{counts}"
    match grade.status:
        case Status.SEVERAL:
            return f"There is more than one answer, so the board has no grade.\n{counts}"
        case Status.NONE:
            return "There is no answer, so the board has no grade.\n"
    return f"There is no grade, as {grade.reason or 'the work was interrupted'}.\n{counts}"


def before(steps: Sequence[Step], step: Step) -> list[Mark]:
    """The marks known when a step of the path is taken."""
    return known(steps[: steps.index(step)])
