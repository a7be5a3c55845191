"""puzzlewright: read, check, solve, prove unique and draw pencil puzzles.

    >>> import puzzlewright as pw
    >>> board = pw.read("https://puzz.link/p?evolmino/5/5/i71027000222k44j23344")
    >>> result = pw.solve(board)
    >>> result.status.value
    'unique'
    >>> pw.check(board, result.answers[0])
    []

Importing this package loads no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from puzzlewright.errors import (
    InternalError,
    InvalidBoard,
    NotExplained,
    NotMade,
    PackageMissing,
    ParseError,
    PuzzlewrightError,
    UnknownPuzzle,
)
from puzzlewright.grid import DEFAULT_MAX_SIDE
from puzzlewright.outcome import (
    Count,
    Explanation,
    Facts,
    Grade,
    Hint,
    Limits,
    Made,
    Mark,
    Result,
    Seconds,
    Status,
    Step,
)
from puzzlewright.puzzle import Board, Violation
from puzzlewright.version import __version__ as __version__

__all__ = [
    "Board",
    "Count",
    "Explanation",
    "Facts",
    "Grade",
    "Hint",
    "InternalError",
    "InvalidBoard",
    "Limits",
    "Made",
    "Mark",
    "NotExplained",
    "NotMade",
    "PackageMissing",
    "ParseError",
    "PuzzlewrightError",
    "Result",
    "Seconds",
    "Status",
    "Step",
    "UnknownPuzzle",
    "Violation",
    "answers",
    "check",
    "count",
    "explain",
    "facts",
    "generate",
    "grade",
    "hint",
    "read",
    "solve",
]


def read(source: str | Path, *, max_side: int = DEFAULT_MAX_SIDE) -> Board:
    """The board of a link, a path, or a text in any supported form (see docs/forms.md).

    Raises ParseError, which says where, for anything else, and TypeError for what is neither text nor a path.
    """
    from puzzlewright import forms

    if not isinstance(source, str | Path):
        raise TypeError(f"a board is read from a str or a Path, not from {type(source).__name__}")
    if max_side < 1:
        raise ValueError(f"boards have 1 row and column or more, so max_side cannot be {max_side}")

    board: Board = forms.load(source, max_side=max_side).board
    return board


def check(board: Board, answer: Any) -> list[Violation]:
    """The rules that an answer breaks, the one that pzpr reports first; empty if it is complete and right.

    None is the answer of a solver who has written nothing.
    """
    from puzzlewright import forms

    puzzle = forms.puzzle_of(board)
    return puzzle.check(board, puzzle.partial(board, ()) if answer is None else answer)


def solve(
    board: Board, *, limits: Limits | None = None, on_answer: Callable[[Any], object] | None = None
) -> Result[Any]:
    """One answer and the proof that there is no other, two that differ, or the proof that there is none.

    `on_answer` is given each answer when it is found, so that a caller who is interrupted has it. Raises InvalidBoard
    for a board that cannot be a puzzle, such as one with a branching arrow.
    """
    from puzzlewright import solving

    return solving.solve(board, limits=limits, on_answer=on_answer)


def facts(board: Board, *, limits: Limits | None = None) -> Facts:
    """Marks on which all answers agree, and the places on which they differ. Raises InvalidBoard."""
    from puzzlewright import solving

    return solving.facts(board, limits=limits)


def count(
    board: Board, *, limit: int = 1000, limits: Limits | None = None, on_answer: Callable[[Any], object] | None = None
) -> Count:
    """The number of answers, counted up to `limit`; `on_answer` is given each. Raises InvalidBoard."""
    from puzzlewright import solving

    return solving.count(board, limit=limit, limits=limits, on_answer=on_answer)


def answers(board: Board, *, limits: Limits | None = None) -> Iterator[Any]:
    """All answers, one after the other. Raises InvalidBoard, and OutOfTime if the time ends before they do."""
    from puzzlewright import solving

    return solving.answers(board, limits=limits)


def explain(
    board: Board,
    *,
    limits: Limits | None = None,
    on_step: Callable[[Step], object] | None = None,
    language: str = "en",
) -> Explanation[Any]:
    """Steps from the board to all that it forces, each from as few rules as possible; see docs/explaining.md.

    `on_step` is given each step when it is found. Where there is no answer the one step is a contradiction. Texts
    are in the language en, zh or ja. Raises InvalidBoard, NotExplained for a genre without reasons, and ValueError.
    """
    from puzzlewright import explaining

    return explaining.explain(board, limits=limits, on_step=on_step, language=language)


def hint(board: Board, answer: Any = None, *, limits: Limits | None = None, language: str = "en") -> Hint:
    """The next step after what a partial answer says, or its mistakes. Raises InvalidBoard and NotExplained."""
    from puzzlewright import explaining

    return explaining.hint(board, answer, limits=limits, language=language)


def grade(board: Board, *, limits: Limits | None = None, language: str = "en") -> Grade:
    """How hard a board is for a person. Raises InvalidBoard and NotExplained."""
    from puzzlewright import grading

    return grading.grade(board, limits=limits, language=language)


def generate(
    puzzle: str,
    rows: int,
    cols: int,
    *,
    seed: int = 0,
    count: int = 1,
    difficulty: str | None = None,
    method: str | None = None,
    pattern: Board | None = None,
    symmetry: str = "none",
    options: Mapping[str, float] | None = None,
    grade_s: float | None = None,
    limits: Limits | None = None,
) -> Iterator[Made[Any, Any]]:
    """New boards, each with the proof that it has exactly one answer; see docs/generating.md.

    The same arguments give the same boards, whatever the number of processes that `limits` allows. `difficulty` is a
    band of grades, `pattern` a board whose clues stay, `method` and `options` are those of the genre. `grade_s` are the
    seconds that one grading may take, 0 for no grade; by default 60 where a band is wanted, else 10 for boards of up to
    10 x 10 cells and 0 for larger ones. Raises NotMade at once for what cannot be made; the iterator raises OutOfTime
    when the time is over before the last board.
    """
    from puzzlewright import generating

    return generating.generate(
        puzzle,
        rows,
        cols,
        seed=seed,
        count=count,
        difficulty=difficulty,
        method=method,
        pattern=pattern,
        symmetry=symmetry,
        options=options,
        grade_s=grade_s,
        limits=limits,
    )
