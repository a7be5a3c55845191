"""Requests that take no time to speak of: they are answered in a thread of the service itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException

from puzzlewright import forms, report, salvage
from puzzlewright.deadline import Deadline
from puzzlewright.editor import Gesture
from puzzlewright.errors import ParseError
from puzzlewright.forms import AnyPuzzle, Reading, forms_of
from puzzlewright.generator import Request as Making
from puzzlewright.grading import BANDS
from puzzlewright.puzzles import PUZZLES, find
from puzzlewright.scan import quoted
from puzzlewright.version import __version__
from puzzlewright.web import bodies, opened
from puzzlewright.web.refusals import RESPONSES, Unreadable

router = APIRouter(prefix="/api", responses=RESPONSES)

_MOST_MADE = 20
"""Rows or columns that the page offers; larger boards take minutes to make."""


@router.get("/genres", response_model=bodies.Genres)
def genres() -> Any:
    """The genres: how their marks look, the tools of their setters, what can be made, and their forms."""
    return {"genres": _genres(), "version": __version__}


@cache
def _genres() -> list[report.Json]:
    return [_genre(puzzle) for puzzle in PUZZLES]


def _genre(puzzle: AnyPuzzle) -> report.Json:
    return {
        "id": puzzle.id,
        "name": puzzle.name,
        "titles": puzzle.titles,
        "places": puzzle.places,
        "marks": [{"value": look.value, "item": look.item, "title": look.titles} for look in puzzle.editor.marks],
        "tools": [
            {"id": tool.id, "title": tool.titles, "gesture": tool.gesture, "keys": tool.keys}
            for tool in puzzle.editor.tools
        ],
        "generate": _makes(puzzle),
        "explains": puzzle.reasons is not None,
        "forms": forms_of(puzzle),
    }


def _makes(puzzle: AnyPuzzle) -> report.Json | None:
    """What can be asked of the genre's generator. The least size is that of the smallest square board it makes."""
    if puzzle.generator is None:
        return None
    maker = puzzle.generator()
    method = next(iter(maker.methods))
    options = {name: option.default for name, option in maker.options.items()}
    never = Deadline()
    least = next(
        side
        for side in range(1, _MOST_MADE)
        if maker.refuse(Making(side, side, method, options=options), never) is None
    )
    return {
        "methods": list(maker.methods),
        "symmetries": maker.symmetries,
        "bands": BANDS if puzzle.reasons is not None else (),
        "least": [least, least],
        "most": [_MOST_MADE, _MOST_MADE],
    }


@router.get("/boards", response_model=bodies.Names)
def names(request: Request) -> Any:
    """The boards that the service was started with."""
    return {"boards": list(request.app.state.boards)}


@router.get("/boards/{name:path}", response_model=bodies.Opened, responses={404: {"model": bodies.Refusal}})
def board(request: Request, name: str, language: bodies.Language = "en") -> Any:
    """One of these boards."""
    text = request.app.state.boards.get(name)
    if text is None:
        raise HTTPException(404, f"there is no board {quoted(name)}")
    return opened.opened(opened.read(text), language)


@router.post("/new", response_model=bodies.Opened)
def new(body: bodies.New) -> Any:
    """An empty board."""
    puzzle = find(body.puzzle)
    return opened.opened(Reading(puzzle, puzzle.codec.empty(body.rows, body.cols), None, "json"), body.language)


@router.post("/read", response_model=bodies.Opened)
def read(body: bodies.Text) -> Any:
    """The board in a text of any form. A text that is cut or wrong is refused with what could be read of it."""
    try:
        return opened.opened(opened.read(body.text), body.language)
    except ParseError as error:
        partly = salvage.salvage(body.text, max_side=opened.MAX_SIDE)
        raise Unreadable(error, None if partly is None else opened.opened(partly, body.language)) from None


@router.post("/edit", response_model=bodies.Opened)
def edit(body: bodies.Gesture) -> Any:
    """The board after a gesture with a tool."""
    reading = opened.read(body.board)
    gesture = Gesture(body.tool, tuple((row, col) for row, col in body.cells), body.key, body.erase)
    changed = reading.puzzle.editor.edit(reading.board, gesture)
    return opened.opened(Reading(reading.puzzle, changed, None, "json", reading.title, reading.author), body.language)


@router.post("/check", response_model=bodies.Checked)
def check(body: bodies.Marked) -> Any:
    """The rules that the marks break, and where; none if they are a whole and right answer."""
    reading = opened.sound(body.board)
    answer = opened.answer_of(reading.puzzle, reading.board, bodies.marks(body.marks))
    return report.checked(reading.puzzle.check(reading.board, answer), body.language)


@router.post("/convert", response_model=bodies.Written)
def convert(body: bodies.Form) -> Any:
    """The board in another form, with the marks if there are any and the form can hold them."""
    reading = opened.sound(body.board)
    answer = opened.answer_of(reading.puzzle, reading.board, bodies.marks(body.marks)) if body.marks else None
    return {"text": forms.write(reading.board, body.form, answer, title=reading.title, author=reading.author)}
