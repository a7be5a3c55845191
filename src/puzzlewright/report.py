"""Outcomes as the JSON objects that the command line prints. Cells are `[row, col]` from 0, borders pairs of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from puzzlewright.forms import puzzle_of, pzprv3_line, write
from puzzlewright.grid import Cell
from puzzlewright.messages import said_in
from puzzlewright.outcome import Count, Explanation, Facts, Grade, Hint, Link, Made, Mark, Place, Result, Step
from puzzlewright.puzzle import Board, Puzzle, Violation

Json = dict[str, Any]


def solved(board: Board, result: Result[Any], *, read_s: float = 0.0, facts: Facts | None = None) -> Json:
    """The object of `solve`; `read_s` are the seconds that reading the board took."""
    puzzle = puzzle_of(board)
    parts = {
        "read": read_s,
        "build": result.seconds.build,
        "solve": result.seconds.solve,
        "prove": result.seconds.prove,
    }
    found: Json = {
        "puzzle": puzzle.id,
        "rows": board.rows,
        "cols": board.cols,
        "status": result.status.value,
        "answers": [pzprv3_line(board, answer) for answer in result.answers],
    }
    if facts is not None:
        found["facts"] = _facts(puzzle, facts)
    if result.reason:
        found["reason"] = result.reason
    found["seconds"] = {name: round(seconds, 6) for name, seconds in {**parts, "total": sum(parts.values())}.items()}
    return found


def _facts(puzzle: Puzzle[Any, Any], facts: Facts) -> Json:
    """How many places are known and open, and the marks on the known ones."""
    return {
        "known": len(facts.known),
        "open": len(facts.open),
        puzzle.places: [mark_object(mark) for mark in facts.known],
    }


def mark_object(mark: Mark) -> Json:
    """A mark, with its `cell` or its `edge`."""
    kind = "edge" if is_edge(mark.place) else "cell"
    return {kind: _lists(mark.place), "value": mark.value}


def explained(board: Board, path: Explanation[Any]) -> Json:
    """The object of `explain`."""
    steps = [step_object(step) for step in path.steps]
    found: Json = {"steps": steps, "complete": path.complete, "status": path.status.value}
    if len(path.answers) > 1:
        found["answers"] = [pzprv3_line(board, answer) for answer in path.answers]
    return found | ({"reason": path.reason} if path.reason else {})


def hinted(hint: Hint) -> Json:
    """The object of `hint`."""
    found: Json = {
        "step": None if hint.step is None else step_object(hint.step),
        "mistakes": [mark_object(mark) for mark in hint.mistakes],
        "done": hint.done,
        "status": hint.status.value,
        "text": hint.text,
    }
    return found | ({"reason": hint.reason} if hint.reason else {})


def graded(grade: Grade) -> Json:
    """The object of `grade`."""
    found: Json = {
        "band": grade.band,
        "score": grade.score,
        "steps": grade.steps,
        "hardest": None if grade.hardest is None else step_object(grade.hardest),
        "sizes": {str(size): number for size, number in grade.sizes},
        "status": grade.status.value,
    }
    return found | ({"reason": grade.reason} if grade.reason else {})


def made(made: Made[Any, Any]) -> Json:
    """The object of `generate`. `grade` is null where the board was not graded, its band if that was not decided."""
    board, grade, seconds = made.board, made.grade, made.seconds
    told: Json | None = None
    if grade is not None:
        told = {"band": grade.band, "score": grade.score, "steps": grade.steps}
        if grade.reason:
            told["reason"] = grade.reason
    parts = {"make": seconds.make, "prove": seconds.prove, "grade": seconds.grade, "total": seconds.total}
    return {
        "puzzle": board.puzzle_id,
        "seed": made.seed,
        "number": made.number,
        "rows": board.rows,
        "cols": board.cols,
        "method": made.method,
        "version": made.version,
        "url": write(board, "puzzlink"),
        "answer": pzprv3_line(board, made.answer),
        "status": made.status.value,
        "grade": told,
        "seconds": {name: round(part, 6) for name, part in parts.items()},
    }


def step_object(step: Step) -> Json:
    """A step of an explanation."""
    return {
        "marks": [mark_object(mark) for mark in step.marks],
        "because": [
            {"rule": reason.rule, "cells": [list(cell) for cell in reason.cells], "text": reason.text}
            for reason in step.because
        ],
        "text": step.text,
        "used": [mark_object(mark) for mark in step.used],
        "smallest": step.smallest,
        "at_least": step.at_least,
        "chain": _chain(step, step.chain),
    }


def _chain(step: Step, chain: Iterable[Link]) -> list[Json]:
    """The links of a chain; rules by their place in the list of the step."""
    return [
        {
            "because": None if link.because is None else step.because.index(link.because),
            "used": [mark_object(mark) for mark in link.used],
            "marks": [mark_object(mark) for mark in link.marks],
        }
        | ({"cases": [_chain(step, case) for case in link.cases]} if link.cases else {})
        for link in chain
    ]


def counted(count: Count) -> Json:
    """The object of `count`."""
    return {"count": count.count, "exact": count.exact} | ({"reason": count.reason} if count.reason else {})


def checked(violations: Iterable[Violation], language: str = "en") -> Json:
    """The object of `check`, with messages in a language."""
    found = [
        {
            "code": violation.code,
            "cells": [list(cell) for cell in violation.cells],
            "edges": [_lists(edge) for edge in violation.edges],
            "message": said_in(violation.message, language),
        }
        for violation in violations
    ]
    return {"complete": not found, "violations": found}


def differing(puzzle: Puzzle[Any, Any], answers: Sequence[Any]) -> list[Place]:
    """The places that some of the answers mark and others do not, in reading order."""
    marked = [frozenset(puzzle.marked(answer)) for answer in answers]
    if not marked:
        return []
    return sorted(frozenset.union(*marked) - frozenset.intersection(*marked))


def is_edge(place: Place) -> bool:
    """Is a place the border between two cells, and not a cell?"""
    return isinstance(place[0], tuple)


def place_lists(places: Iterable[Place]) -> list[list[Any]]:
    """Cells as [row, col], borders as pairs of cells."""
    return [_lists(place) for place in places]


def _lists(place: Place | Cell) -> list[Any]:
    return [list(part) if isinstance(part, tuple) else part for part in place]
