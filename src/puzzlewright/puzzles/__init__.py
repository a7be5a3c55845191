"""The genres, one folder each. Nothing is discovered: a new genre adds itself to the tuple."""

from __future__ import annotations

from typing import Any

from puzzlewright.errors import UnknownPuzzle
from puzzlewright.puzzle import Puzzle
from puzzlewright.puzzles import double_choco, evolomino
from puzzlewright.refusing import refused
from puzzlewright.scan import quoted

PUZZLES: tuple[Puzzle[Any, Any], ...] = (evolomino.PUZZLE, double_choco.PUZZLE)


def find(name: str) -> Puzzle[Any, Any]:
    """The genre with this pzpr id or this name, which may have spaces for hyphens. Raises UnknownPuzzle."""
    wanted = name.strip().lower().replace(" ", "-")
    for puzzle in PUZZLES:
        if wanted in (puzzle.id, puzzle.name):
            return puzzle
    known = ", ".join(f"{puzzle.name} ({puzzle.id})" for puzzle in PUZZLES)
    raise UnknownPuzzle(refused("no genre", text=quoted(name), known=known))
