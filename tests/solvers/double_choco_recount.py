"""Counts the answers of a small Double Choco board: all blocks are listed, then the board is covered with them.

Shares nothing with the solver: a block is grown cell by cell in one colour, its partner is looked for in the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from puzzlewright.grid import Cell
from puzzlewright.puzzles.double_choco.rules import Instance

_TURNS = [(a, 0, 0, d) for a in (1, -1) for d in (1, -1)] + [(0, b, c, 0) for b in (1, -1) for c in (1, -1)]


def count(board: Instance) -> int:
    """How many answers there are; takes seconds for 6 x 6 cells."""
    cells = sorted(board.grid)
    bit = {cell: 1 << number for number, cell in enumerate(cells)}
    from_first: dict[int, list[int]] = {}
    for block in _blocks(board):
        mask = sum(bit[cell] for cell in block)
        from_first.setdefault(mask & -mask, []).append(mask)

    @cache
    def ways(free: int) -> int:
        return 1 if not free else sum(
            ways(free ^ block) for block in from_first.get(free & -free, ()) if not block & ~free
        )  # fmt: skip

    return ways((1 << len(cells)) - 1)


def _blocks(board: Instance) -> set[frozenset[Cell]]:
    grey, white = frozenset(board.grey), frozenset(board.grid) - board.grey
    found = set()
    for start in sorted(white):
        for area in _grown(start, white):
            if _numbers(board, area) <= {len(area)}:
                found.update(
                    area | other
                    for other in _images(area, grey)
                    if _numbers(board, other) <= {len(area)} and any(_beside(cell) & other for cell in area)
                )
    return found


def _grown(start: Cell, colour: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Each connected set of cells of a colour whose first cell is `start`, once."""
    allowed = {cell for cell in colour if cell >= start}
    seen = {frozenset({start})}
    stack = list(seen)
    while stack:
        area = stack.pop()
        yield area
        for other in {near for cell in area for near in _beside(cell)} & allowed - area:
            if (larger := area | {other}) not in seen:
                seen.add(larger)
                stack.append(larger)


def _images(area: frozenset[Cell], colour: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """The area turned, mirrored and moved to cells of a colour."""
    for a, b, c, d in _TURNS:
        turned = sorted((a * row + b * col, c * row + d * col) for row, col in area)
        top, left = turned[0]
        for row, col in colour:
            image = frozenset((row + r - top, col + s - left) for r, s in turned)
            if image <= colour:
                yield image


def _beside(cell: Cell) -> frozenset[Cell]:
    row, col = cell
    return frozenset({(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)})


def _numbers(board: Instance, area: frozenset[Cell]) -> set[int]:
    return {number for cell, number in board.numbers.items() if number and cell in area}
