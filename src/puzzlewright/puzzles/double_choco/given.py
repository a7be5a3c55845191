"""Answers of a board whose colours are given.

Where some cells of an answer can be divided in another way, with the same sizes wherever a number may stand, no numbers
tell the two ways apart, whatever the rest of the board is. So both ways are excluded from then on, and if nothing is
left, no numbers leave these colours one answer.
"""

from __future__ import annotations

from random import Random

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.puzzles.double_choco.candidates import Candidate, Effort
from puzzlewright.puzzles.double_choco.cover import CONFLICTS, FULL, Cover, Picker, Rivals, TooHard
from puzzlewright.puzzles.double_choco.rules import Instance

_MANY = 15_000
_LESS = Effort(early_steps=60, later_steps=60)
"""Where there are more blocks than that, fewer are listed."""

_ROUNDS = 100
"""Answers that are looked at before the search for one gives up."""


class Given:
    """Answers of given colours that numbers can single out, at random.

    `allowed` are the cells where numbers may stand. A context manager; making it may raise TooHard, and
    calls OutOfTime.
    """

    def __init__(self, coloured: Instance, bits: Bitboard, allowed: int, random: Random, deadline: Deadline) -> None:
        try:
            self.cover = Cover(coloured, bits, FULL, deadline, most=_MANY)
        except TooHard:
            self.cover = Cover(coloured, bits, _LESS, deadline)
        self.allowed = positions(allowed)
        self.twin = 0
        """Cells that were found to be divided in two ways, with the same sizes where numbers may stand."""
        self._deadline = deadline
        self._picker = Picker(self.cover, random, deadline)

    def __enter__(self) -> Given:
        return self

    def __exit__(self, *error: object) -> None:
        self._picker.__exit__(None, None, None)

    @property
    def over(self) -> bool:
        """Is it proved that there are no more?"""
        return self._picker.over and self.cover.complete

    def next(self) -> list[Candidate] | None:
        """An answer; None if none was found."""
        for _ in range(_ROUNDS):
            own = self._picker.next(CONFLICTS)
            if own is None:
                return None
            try:
                with Rivals(self.cover, own, self._deadline) as rivals:
                    twins = rivals.next(self.allowed, CONFLICTS)
            except TooHard:
                # Carving finds out.
                return own
            if not twins:
                return own
            for twin in twins:
                self.twin = twin.cells
                self._picker.forbid(twin.blocks)
                self.forbid(own, twin.cells)
        return None

    def forbid(self, own: list[Candidate], cells: int) -> None:
        """No more answers that divide these cells as this one does."""
        self._picker.forbid(block for block in own if block[0] & cells)
