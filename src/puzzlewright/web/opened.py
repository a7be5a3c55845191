"""Boards and marks as the page sees them: what is drawn, what can be marked, what is wrong. No genre is known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from puzzlewright import drawing_json, forms
from puzzlewright.errors import InvalidBoard, ParseError
from puzzlewright.forms import AnyPuzzle, Reading
from puzzlewright.grid import DEFAULT_MAX_SIDE, between, place_name, touching
from puzzlewright.messages import said_in
from puzzlewright.outcome import Mark, Place
from puzzlewright.report import Json, is_edge, mark_object, place_lists
from puzzlewright.scan import quoted

MAX_SIDE = DEFAULT_MAX_SIDE

LONG_URL = 2000
"""Characters of a link from which on some programs cut it: chats allow 2000 in a message, old browsers 2083."""


def read(text: str) -> Reading:
    """What a text of any form says; boards with defects are read too. Raises ParseError."""
    return forms.parse(text, max_side=MAX_SIDE, strict=False)


def sound(text: str) -> Reading:
    """The same for a board that can be checked and converted. Raises ParseError, and InvalidBoard for defects."""
    reading = read(text)
    if defects := reading.puzzle.defects(reading.board):
        raise InvalidBoard(defects[0])
    return reading


def opened(reading: Reading, language: str = "en") -> Json:
    """All that the page needs of a board."""
    puzzle, board = reading.puzzle, reading.board
    url = _url(board)
    return {
        "puzzle": puzzle.id,
        "rows": board.rows,
        "cols": board.cols,
        "title": reading.title,
        "author": reading.author,
        "board": board_text(reading),
        "drawing": drawing_json.data(puzzle.draw(board)),
        "free": place_lists(puzzle.free(board)),
        "marks": [] if reading.answer is None else written(puzzle, board, reading.answer),
        "url": url,
        "url_too_long": url is not None and len(url) > LONG_URL,
        "defects": [said_in(text, language) for text in puzzle.defects(board)],
        "unsolvable": [said_in(text, language) for text in puzzle.unsolvable(board)],
    }


def board_text(reading: Reading) -> str:
    """The text by which the page hands the board back."""
    return forms.write(reading.board, "json", title=reading.title, author=reading.author).rstrip("\n")


def _url(board: Any) -> str | None:
    try:
        return forms.write(board, "puzzlink")
    except ParseError:
        return None


def written(puzzle: AnyPuzzle, board: Any, answer: Any) -> list[Json]:
    """The marks of an answer as objects."""
    return [mark_object(mark) for mark in puzzle.written(board, answer)]


def answer_of(puzzle: AnyPuzzle, board: Any, marks: Iterable[Mapping[str, Any]]) -> Any:
    """The answer that marks from a page make up. Raises ParseError."""
    return puzzle.partial(board, marks_of(puzzle, board, marks))


def marks_of(puzzle: AnyPuzzle, board: Any, marks: Iterable[Mapping[str, Any]]) -> list[Mark]:
    """Marks from a page. Those on places of the board that the solver does not decide are left out: a setter may have
    put a clue there since. Raises ParseError for other places and unknown values."""
    grid, free = board.grid, frozenset(puzzle.free(board))
    values = [look.value for look in puzzle.editor.marks]
    found = []
    for number, mark in enumerate(marks, 1):
        where = f"mark {number}"
        kind = "edge" if puzzle.places == "edges" else "cell"
        place = _place(mark.get(kind), is_border=kind == "edge", where=where)
        if any(cell not in grid for cell in (place if is_edge(place) else (place,))):
            raise ParseError(f"{place_name(place)} is not on the board", where)
        if mark.get("value") not in values:
            known = " or ".join(values)
            raise ParseError(f"the value of a mark is {known}, not {quoted(str(mark.get('value')))}", where)
        if place in free:
            found.append(Mark(place, str(mark["value"])))
    return found


def _place(value: Any, *, is_border: bool, where: str) -> Place:
    match value:
        case [int(row), int(col)] if not is_border:
            return row, col
        case [[int(row), int(col)], [int(to_row), int(to_col)]] if is_border and touching((row, col), (to_row, to_col)):
            return between((row, col), (to_row, to_col))
    wanted = "an edge, a pair of neighbouring cells" if is_border else "a cell, its row and column"
    raise ParseError(f"a mark of this genre has {wanted}", where)
