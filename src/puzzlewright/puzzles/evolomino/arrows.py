"""What the integer program needs to know of each arrow: which cells its blocks may use, and how they lie."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino.rules import Instance
from puzzlewright.solvers.program import Ints


def most_blocks(arrow: Collection[Cell]) -> int:
    """How many blocks an arrow can carry: K in the paper."""
    return (len(arrow) + 1) // 2


def reach(board: Instance, arrow: Collection[Cell]) -> list[Cell]:
    """Cells that may belong to a block of an arrow, in reading order: C in the paper.

    A search over the arrow's cells and then over unshaded cells off all arrows. Cells beside a pre-drawn square on
    another arrow are dropped, also those of the arrow itself: their block would have a square on two arrows.
    """
    grid = board.grid
    foreign = (board.squares & board.arrow_cells) - frozenset(arrow)
    closed = board.shaded | board.arrow_cells
    queue = deque(arrow)
    seen = set(arrow)
    kept = []
    while queue:
        cell = queue.popleft()
        around = grid.neighbours(cell)
        if not foreign.isdisjoint(around):
            continue
        kept.append(cell)
        fresh = [other for other in around if other not in seen and other not in closed]
        seen.update(fresh)
        queue.extend(fresh)
    return sorted(kept)


@dataclass(slots=True)
class Arrow:
    """One arrow. Cells are numbers in reading order, or *positions*: places in `cells`; -1 is no such cell."""

    path: Ints
    """From tail to head."""
    cells: Ints
    """Those that its blocks may use."""
    position: Ints
    """Of every cell of the board."""
    inner: NDArray[np.int64]
    """2 x n: positions of neighbours, both ways, that are not both on the arrow. Each pair carries flow."""
    outer: NDArray[np.int64]
    """Positions of cells once for each neighbour that is open but not in `cells`, and not both on an arrow."""
    moves: NDArray[np.int64]
    """3 x n: position, position where a shift takes it, and number of the shift. In the order of the first."""
    shifts: Ints
    """n x 2: rows and columns of each shift."""
    steps: Ints = field(init=False)
    """Numbers of the blocks, from 0, that have one before, as a column."""
    blocks: Ints = field(init=False)
    """Numbers of all blocks from 0, as a column."""
    first: dict[str, int] = field(default_factory=dict)
    """The first column of each group that belongs to this arrow."""
    sizes: dict[str, int] = field(default_factory=dict)
    """How many columns of each group a block has."""

    def __post_init__(self) -> None:
        self.blocks = np.arange(most_blocks(self.path), dtype=np.int32)[:, None]
        self.steps = self.blocks[1:]

    @property
    def on_path(self) -> Ints:
        """Positions of the cells of the arrow from tail to head."""
        return self.position[self.path]

    def at(self, group: str, blocks: NDArray[Any], index: NDArray[Any] | int = 0) -> NDArray[Any]:
        """Columns of a group: blocks broadcast to indices inside a block."""
        return self.first[group] + blocks * self.sizes[group] + index

    def cells_of(self, blocks: NDArray[Any]) -> NDArray[Any]:
        """The columns y of all cells, a row for each block."""
        return self.at("y", blocks, np.arange(len(self.cells), dtype=np.int32))


def arrow_of(board: Instance, path: Sequence[Cell], reached: Sequence[Cell]) -> Arrow:
    """What the rows need to know of an arrow that reaches these cells."""
    grid = board.grid
    cells = np.array([grid.index(cell) for cell in reached], np.int32)
    position = np.full(len(grid), -1, np.int32)
    position[cells] = np.arange(len(cells), dtype=np.int32)
    on_arrow = mask(board, board.arrow_cells)
    ways = neighbours(board)
    ways = ways[:, (position[ways[0]] >= 0) & ~(on_arrow[ways[0]] & on_arrow[ways[1]])]
    inside = position[ways[1]] >= 0
    outside = ~inside & ~mask(board, board.shaded)[ways[1]]

    row, col = np.divmod(cells, grid.cols)
    down, right = row[None, :] - row[:, None], col[None, :] - col[:, None]
    apart = np.abs(down) + np.abs(right) > 1
    here, there = np.nonzero(apart)
    width = 2 * grid.cols - 1
    codes, shift = np.unique((down[apart] + grid.rows - 1) * width + right[apart] + grid.cols - 1, return_inverse=True)
    shifts = np.stack(np.divmod(codes, width), axis=1) - (grid.rows - 1, grid.cols - 1)
    return Arrow(
        path=np.array([grid.index(cell) for cell in path], np.int32),
        cells=cells,
        position=position,
        inner=position[ways[:, inside]].astype(np.int64),
        outer=position[ways[0, outside]].astype(np.int64),
        moves=np.stack([here, there, shift]),
        shifts=shifts.astype(np.int32),
    )


def mask(board: Instance, cells: Collection[Cell]) -> NDArray[np.bool_]:
    """Which cells of the board, in reading order, are among these."""
    found = np.zeros(len(board.grid), np.bool_)
    found[[board.grid.index(cell) for cell in cells]] = True
    return found


def borders(board: Instance) -> tuple[Ints, Ints]:
    """Pairs of cells side by side and one above the other, each 2 x n with the left or upper one first."""
    numbers = np.arange(len(board.grid), dtype=np.int32).reshape(board.rows, board.cols)
    sideways = np.stack([numbers[:, :-1].ravel(), numbers[:, 1:].ravel()])
    upright = np.stack([numbers[:-1].ravel(), numbers[1:].ravel()])
    return sideways, upright


def neighbours(board: Instance) -> Ints:
    """2 x n: all ordered pairs of neighbours."""
    pairs = np.concatenate(borders(board), axis=1)
    return np.concatenate([pairs, pairs[::-1]], axis=1)
