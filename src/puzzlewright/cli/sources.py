"""SOURCE arguments: reading them, and errors that name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from puzzlewright import forms
from puzzlewright.cli import stdio, words
from puzzlewright.deadline import Stopwatch
from puzzlewright.errors import InvalidBoard, ParseError, PuzzlewrightError
from puzzlewright.forms import Reading
from puzzlewright.scan import quoted

T = TypeVar("T")


def read(source: str, *, strict: bool = False) -> tuple[Reading, float]:
    """What a source says, and the seconds that reading took. Raises ParseError; for defects only if `strict`."""
    stdin = stdio.read_stdin() if source == "-" else None
    watch = Stopwatch()
    reading = named(source, lambda: forms.load(source, stdin, strict=strict))
    return reading, watch.lap()


def named(source: str, action: Callable[[], T]) -> T:
    """What `action` returns; the source is put before the text of a ParseError that does not name it."""
    try:
        return action()
    except ParseError as error:
        name = _name(source)
        if error.where.startswith(name):
            raise
        raise type(error)(error.problem, f"{name}, {error.where}" if error.where else name) from None


def invalid(reading: Reading, source: str, error: PuzzlewrightError, *, draw: bool) -> InvalidBoard:
    """The error to raise for a board that was read but is no puzzle; with `draw` its owner is shown what was read."""
    if draw:
        puzzle, board = reading.puzzle, reading.board
        stdio.show("\n" + words.shown(puzzle.draw(board, reading.answer)))
    return InvalidBoard(f"{_name(source)}: {error}")


def _name(source: str) -> str:
    return "standard input" if source == "-" else quoted(source, 80)
