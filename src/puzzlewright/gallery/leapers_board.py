"""Boards for leapers: which moves there are, which of them cross, and the tables of the frontier engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int32]
Move = tuple[int, int]
"""Two cells by number, in reading order from 0, the smaller one first."""

MOST_FIELDS, FIELDS_PER_WORD, MOST_SLOTS = 29, 12, 64


@dataclass(frozen=True)
class Board:
    """`rows` x `columns` cells, and a piece that moves `short` one way and `long` the other."""

    rows: int
    columns: int
    short: int
    long: int

    @cached_property
    def moves(self) -> list[Move]:
        """Every move once, in reading order."""
        steps = {(down, right) for one, other in ((self.short, self.long), (self.long, self.short))
                 for down in (one, -one) for right in (other, -other) if (down, right) > (0, 0)}  # fmt: skip
        return [
            (row * self.columns + column, (row + down) * self.columns + column + right)
            for row in range(self.rows)
            for column in range(self.columns)
            for down, right in sorted(steps)
            if row + down < self.rows and 0 <= column + right < self.columns
        ]

    @cached_property
    def crossing(self) -> Flags:
        """Whether two moves have a point in common that is not an end of both: moves x moves."""
        found = np.zeros((len(self.moves), len(self.moves)), np.bool_)
        ends = [(divmod(one, self.columns), divmod(other, self.columns)) for one, other in self.moves]
        for one, other in combinations(range(len(ends)), 2):
            found[one, other] = found[other, one] = _cross(*ends[one], *ends[other])
        return found

    def symmetric(self, cell: int) -> set[int]:
        """The cells that a cell is turned or reflected into."""
        row, column = divmod(cell, self.columns)
        places = {(y, x) for y in (row, self.rows - 1 - row) for x in (column, self.columns - 1 - column)}
        if self.rows == self.columns:
            places |= {(x, y) for y, x in places}
        return {y * self.columns + x for y, x in places}


def _cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Do the segments from a to b and from c to d meet, other than in a common end? They have the same length."""
    if {a, b} & {c, d}:
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    # Boxes meet; so segments do unless both ends of one are on the same side of the other.
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


class Tables(NamedTuple):
    """A board for the frontier engine, which decides about cells in reading order.

    When cells up to v are decided, cell p is kept in *field* p modulo `fields`, which is large enough that nobody else
    needs it. A move from p to q, p < q, that can still be made has a *slot*, the number of a bit in a mask. Slots are
    used again, but not before q is decided.
    """

    cells: int
    fields: int
    status_words: int
    """64-bit words that the statuses of the fields take."""
    back: Numbers
    """cells x 8: the moves from earlier cells to a cell, then -1."""
    lower: Numbers
    """moves: the earlier cell."""
    slot: Masks
    """moves"""
    blocks: Masks
    """moves: slots of moves that cross this one and are still open when it is made."""
    crossing: Flags
    """moves x moves"""
    open: Masks
    """cells x fields: slots of the moves to later cells, when cells up to this one are decided."""
    weight: Numbers
    """moves: what it is worth to make it."""
    counted: Flags
    """cells: whether it counts if a path ends there."""


def fields(board: Board) -> int:
    return max((other - one for one, other in board.moves), default=0) + 1


def slots(board: Board) -> list[int]:
    """A number for each move such that no two moves that are open at the same time share one."""
    numbers: list[int] = []
    until: list[int] = []
    for one, other in board.moves:
        number = next((number for number, end in enumerate(until) if end <= one), len(until))
        until[number : number + 1] = [other]
        numbers.append(number)
    return numbers


def fits(board: Board) -> bool:
    """Can the frontier engine work on the board?"""
    return fields(board) <= MOST_FIELDS and max(slots(board), default=0) < MOST_SLOTS


def tables(board: Board, weight: Numbers | None = None, counted: Flags | None = None) -> Tables:
    """Without `weight` and `counted` every move is worth 1, and every end of a path counts."""
    cells, moves, width = board.rows * board.columns, board.moves, fields(board)
    bits = np.array([1 << slot for slot in slots(board)], np.uint64)
    back = np.full((cells, 8), -1, np.int64)
    still_open = np.zeros((cells, width), np.uint64)
    blocks = np.zeros(len(moves), np.uint64)
    for number, (one, other) in enumerate(moves):
        back[other, np.argmax(back[other] < 0)] = number
        for cell in range(one, other):
            still_open[cell, one % width] |= bits[number]
        # A move that starts at a later cell cannot cross: all of it comes later.
        for crossed in np.flatnonzero(board.crossing[number]):
            if moves[crossed][0] < other < moves[crossed][1]:
                blocks[number] |= bits[crossed]
    return Tables(
        cells,
        width,
        -(-width // FIELDS_PER_WORD),
        back,
        np.array([one for one, _ in moves], np.int64),
        np.array(slots(board), np.uint64),
        blocks,
        board.crossing,
        still_open,
        np.ones(len(moves), np.int64) if weight is None else weight,
        np.ones(cells, np.bool_) if counted is None else counted,
    )
