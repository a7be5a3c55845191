"""Explanations for people: sentences about steps, and boards with what was deduced and from what."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace

from puzzlewright import terminal
from puzzlewright.cli import stdio, words
from puzzlewright.drawing import Area, Drawing, Highlight, Picture, Sheet, Why, set_off
from puzzlewright.forms import Reading
from puzzlewright.grid import Cell, place_name
from puzzlewright.outcome import Explanation, Grade, Hint, Mark, Place, Status, Step
from puzzlewright.sentences import said
from puzzlewright.wording import WORDING, plural


def drawn(reading: Reading, before: Iterable[Mark], step: Step) -> Drawing:
    """The board with the marks known before a step and its own, those it used and the areas of its rules set off."""
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


def told(number: int, step: Step, language: str) -> str:
    """A step with its number, unless it is a contradiction, and with what is not proved about it."""
    return wrapped(f"{number}. {said(step, language)}" if step.marks else said(step, language))


def wrapped(text: str) -> str:
    """The text in lines that fit the terminal, those after the first set in if a number opens it."""
    if not text.isascii():
        # Chinese and Japanese have no spaces to break lines at; the terminal does it.
        return text + "\n"
    indent = "    " if text[:1].isdigit() else ""
    return textwrap.fill(text, stdio.width(), subsequent_indent=indent, break_on_hyphens=False) + "\n"


def verdict(path: Explanation[object], language: str) -> str:
    """Where the steps lead, in a sentence."""
    wording, number = WORDING[language], len(path.steps)
    if not path.complete:
        return plural(wording.unfinished, number, wording.reasons.get(path.reason, path.reason))
    match path.status:
        case Status.UNIQUE:
            return plural(wording.to_the_answer, number)
        case Status.NONE:
            return wording.clashes
    return plural(wording.to_what_is_forced, number) if number else wording.nothing_forced


def final(reading: Reading, path: Explanation[object], language: str) -> Picture:
    """The board at the end of a path, or the two ways on, or the contradiction."""
    puzzle, board = reading.puzzle, reading.board
    if path.complete and path.status is Status.NONE:
        return drawn(reading, (), path.steps[-1])
    if path.complete:
        return words.picture(reading, path.answers, way=WORDING[language].way)
    return puzzle.draw(board, puzzle.partial(board, known(path.steps)))


def legend(language: str) -> str:
    """What the marks in drawings of steps mean, for a terminal."""
    wording = WORDING[language]
    kinds = [f"{' '.join(terminal.MARKS[why])} {wording.legend[why]}" for why in (Why.DEDUCED, Why.USED)]
    return "   ".join([*kinds, f"1 2 3 {wording.rules}"]) + "\n"


def page(reading: Reading, path: Explanation[object], language: str) -> str:
    """All steps as a strip of pictures in HTML, with the end of the path last."""
    from puzzlewright.page import strip

    wording = WORDING[language]
    steps = [step for step in path.steps if step.marks]
    frames: list[tuple[Picture, str]] = [
        (_spoken(drawn(reading, known(steps[:number]), step), reading, language), said(step, language))
        for number, step in enumerate(steps)
    ]
    clash = "".join(said(step, language) for step in path.steps if not step.marks)
    end = final(reading, path, language)
    if isinstance(end, Sheet):
        end = Sheet(tuple(_spoken(part, reading, language) for part in end.drawings), _title(reading, language))
    else:
        end = _spoken(end, reading, language)
    kinds = [set_off(Drawing(1, 1), {why: [(0, 0)]}) for why in (Why.DEDUCED, Why.USED)]
    kinds.append(set_off(Drawing(1, 1), {}, [[(0, 0)]]))
    told = [wording.legend[Why.DEDUCED], wording.legend[Why.USED], wording.rules]
    samples = [(replace(kind, title=what, description=""), what) for kind, what in zip(kinds, told, strict=True)]
    title = f"{_title(reading, language)}{f': {reading.title}' if reading.title else ''}"
    return strip(title, samples, frames, (end, clash or verdict(path, language)), language)


def _title(reading: Reading, language: str) -> str:
    return reading.puzzle.titles.get(language, reading.puzzle.name)


def _spoken(drawing: Drawing, reading: Reading, language: str) -> Drawing:
    """A drawing whose words for those who cannot see it are of one language: genres describe boards in English."""
    if language == "en":
        return drawing
    wording = WORDING[language]
    told: dict[str, list[str]] = {}
    for item in drawing.items:
        match item:
            case Highlight(place, why):
                told.setdefault(wording.legend[why], []).append(place_name(place))
            case Area(cells, number):
                told.setdefault(wording.rule.format(number), []).extend(map(place_name, cells))
    lists = [f"{what}{wording.colon}{wording.between.join(names)}" for what, names in told.items()]
    return replace(drawing, title=_title(reading, language), description=wording.clauses.join(lists))


def known(steps: Iterable[Step]) -> list[Mark]:
    """The marks of some steps."""
    return [mark for step in steps for mark in step.marks]


def graded(grade: Grade, language: str) -> str:
    """Band, score and sizes of the steps in sentences."""
    wording = WORDING[language]
    sizes = wording.also.join(wording.size[size != 1].format(number, size) for size, number in grade.sizes)
    counts = plural(wording.sizes, grade.steps, sizes) if sizes else plural(wording.no_sizes, grade.steps)
    if grade.band is not None:
        return f"{wording.grade.format(wording.bands[grade.band], f'{grade.score:g}')}\n{counts}\n"
    match grade.status:
        case Status.SEVERAL:
            return f"{wording.no_grade_several}\n{counts}\n"
        case Status.NONE:
            return f"{wording.no_grade_none}\n"
    return f"{wording.no_grade.format(wording.reasons.get(grade.reason, grade.reason))}\n{counts}\n"


def before(steps: Sequence[Step], step: Step) -> list[Mark]:
    """The marks known when a step of the path is taken."""
    # By its marks, as it may be told in other words than on the path.
    return known(steps[: [one.marks for one in steps].index(step.marks)])
