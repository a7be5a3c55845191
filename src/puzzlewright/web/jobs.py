"""What worker processes do: questions about a board that may take long. Each sends the objects that the page gets."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from puzzlewright import explaining, forms, generating, grading, picture, report, solving
from puzzlewright.deadline import Deadline, OutOfTime, Stopwatch
from puzzlewright.errors import NotMade
from puzzlewright.messages import said_in, told
from puzzlewright.outcome import Limits, Status, Step
from puzzlewright.puzzles import PUZZLES
from puzzlewright.web import opened
from puzzlewright.wording import WORDING

Asked = Mapping[str, Any]
Begin = Callable[[], object]
Send = Callable[[report.Json], object]

_PROGRESS_S = 0.25


def warm_up() -> None:
    """Load what the genres need, so that the first job is not charged for it."""
    for puzzle in PUZZLES:
        board = puzzle.codec.empty(2, 3)
        solving.solve(board)
        if puzzle.reasons is not None:
            puzzle.reasons(board, Deadline())
        if puzzle.generator is not None:
            puzzle.generator()


def _reason(reason: str, language: str) -> str:
    """Why work ended early, in a language."""
    return WORDING[language].reasons.get(reason, reason)


def solve(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    begin()
    watch = Stopwatch()
    result = solving.solve(reading.board, limits=Limits(asked["limit_s"]))
    reason = _reason(result.reason, asked["language"])
    if result.status is Status.NONE:
        # Said again, as a reason of several sentences is known in English only.
        told = [said_in(text, asked["language"]) for text in reading.puzzle.hopeless(reading.board)]
        reason = WORDING[asked["language"]].clauses.join(told)
    send(
        {
            "status": result.status.value,
            "answers": [opened.written(reading.puzzle, reading.board, answer) for answer in result.answers],
            "differs": report.place_lists(report.differing(reading.puzzle, result.answers)),
            "reason": reason,
            "seconds": round(watch.lap(), 3),
        }
    )


def facts(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    marks = opened.marks_of(reading.puzzle, reading.board, asked["marks"])
    begin()
    found = solving.facts(reading.board, limits=Limits(asked["limit_s"]), marks=marks)
    send(
        {
            "status": found.status.value,
            "known": [report.mark_object(mark) for mark in found.known],
            "reason": _reason(found.reason, asked["language"]),
        }
    )


def so_far(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    marks = opened.marks_of(reading.puzzle, reading.board, asked["marks"])
    begin()
    found = solving.so_far(reading.board, marks, limits=Limits(asked["limit_s"]))
    status = "undecided" if found.right is None else "right" if found.right else "wrong"
    send(
        {
            "status": status,
            "mistakes": len(found.mistakes),
            "marks": [report.mark_object(mark) for mark in found.mistakes],
            "reason": _reason(found.reason, asked["language"]),
        }
    )


def grade(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    begin()
    found = grading.grade(reading.board, limits=Limits(asked["limit_s"]), language=asked["language"])
    send(report.graded(found))


def hint(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    answer = opened.answer_of(reading.puzzle, reading.board, asked["marks"])
    begin()
    found = explaining.hint(reading.board, answer, limits=Limits(asked["limit_s"]), language=asked["language"])
    send(report.hinted(found))


def explain(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    explaining.explainable(reading.board)
    begin()

    def tell(step: Step) -> None:
        send({"step": report.step_object(step)})

    found = explaining.explain(reading.board, limits=Limits(asked["limit_s"]), language=asked["language"], on_step=tell)
    send(
        {
            "complete": found.complete,
            "status": found.status.value,
            "answers": [opened.written(reading.puzzle, reading.board, answer) for answer in found.answers],
            "reason": _reason(found.reason, asked["language"]),
        }
    )


def generate(asked: Asked, begin: Begin, send: Send) -> None:
    pattern = None if asked["pattern"] is None else opened.sound(asked["pattern"]).board
    begin()
    watch = Stopwatch()
    quiet_s = 0.0

    def tell(attempt: int) -> None:
        nonlocal quiet_s
        quiet_s += watch.lap()
        if quiet_s > _PROGRESS_S:
            quiet_s = 0.0
            send({"attempts": attempt + 1})

    try:
        boards = generating.generate(
            asked["puzzle"],
            asked["rows"],
            asked["cols"],
            seed=asked["seed"],
            difficulty=asked["difficulty"],
            method=asked["method"],
            pattern=pattern,
            symmetry=asked["symmetry"],
            limits=Limits(asked["limit_s"]),
            on_attempt=tell,
        )
        made = next(boards)
    except NotMade as error:
        send({"error": told(error, asked["language"])})
        return
    except OutOfTime as error:
        send({"error": _reason(str(error), asked["language"])})
        return
    reading = forms.Reading(forms.puzzle_of(made.board), made.board, None, "json")
    send({"opened": opened.opened(reading, asked["language"]), "made": report.made(made)})


def draw(asked: Asked, begin: Begin, send: Send) -> None:
    reading = opened.read(asked["board"])
    answer = opened.answer_of(reading.puzzle, reading.board, asked["marks"])
    begin()
    drawn = reading.puzzle.draw(reading.board, answer)
    content = picture.png(drawn) if asked["format"] == "png" else picture.pdf(drawn)
    send({"content": base64.b64encode(content).decode()})


JOBS: Mapping[str, Callable[[Asked, Begin, Send], None]] = {
    "solve": solve,
    "facts": facts,
    "so-far": so_far,
    "grade": grade,
    "hint": hint,
    "explain": explain,
    "generate": generate,
    "draw": draw,
}
