"""Errors that a caller may want to catch.

    PuzzlewrightError
    ├── ParseError          a text is not a puzzle; says where
    │   └── UnknownPuzzle   the text names a genre that is not here
    ├── InvalidBoard        a board that was read, but that cannot be a puzzle; says where
    ├── PackageMissing      an optional package is not installed
    ├── SolverFailed        a solver of another package crashed or gave up
    ├── NotExplained        a board of a genre whose deductions cannot be explained
    ├── NotMade            boards that cannot be made, or were not found in many attempts; says why
    └── InternalError       a solver and the rules disagree: a defect of this package
"""

from __future__ import annotations


class PuzzlewrightError(Exception):
    """Base of all errors that this package raises on purpose."""


class ParseError(PuzzlewrightError, ValueError):
    """A text could not be read as a puzzle.

    `where` is a human position such as "character 12" or "line 3, column 4", and is part of `str(error)`.
    """

    def __init__(self, problem: str, where: str = "") -> None:
        self.problem = problem
        self.where = where
        super().__init__(f"{where}: {problem}" if where else problem)


class UnknownPuzzle(ParseError):
    """A text names a genre that this package does not know."""


class InvalidBoard(PuzzlewrightError, ValueError):
    """A board was read, but its clues break the rules of drawing one; the text names the cells."""


class PackageMissing(PuzzlewrightError, ImportError):
    """An optional package, such as one that writes pictures, is not installed; the text says how to get it."""


class SolverFailed(PuzzlewrightError, RuntimeError):
    """A solver of another package crashed, or ended without an answer although it had time; the text says which."""


class NotExplained(PuzzlewrightError):
    """A board cannot be explained, as its genre names no reasons."""


class NotMade(PuzzlewrightError, ValueError):
    """Boards as asked for cannot be made, or none was found in so many attempts; the text says why."""


class InternalError(PuzzlewrightError, RuntimeError):
    """An answer of a solver did not pass `rules.check`; the text holds the instance."""
