"""The published integer linear program of Evolomino, family by family.

After Nikolaev and Myasnikov, "An Integer Linear Programming Model for the Evolomino Puzzle" (arXiv 2603.09483, 2026);
docs/published-program.md has the equations. Families have the numbers of the paper, and groups of variables its
letters. Rows that say nothing and variables that are fixed are kept, so that sizes are those of the paper.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlewright.deadline import Deadline, OutOfSpace
from puzzlewright.grid import Cell, cell_name
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.solvers.program import INFINITY, Builder, Formulation, Ints, Program

_MOST_ENTRIES = 60_000_000
"""About a gigabyte; the largest board of the published benchmark has a tenth of it."""

FAMILIES = {
    "1": "a square is in exactly one block",
    "2": "neighbours along an arrow are not both squares",
    "3": "a block exists if and only if it has cells",
    "4": "a block has exactly one square on its arrow",
    "5": "block k exists only if block k-1 does",
    "6": "blocks lie along the arrow in their order",
    "7": "different blocks do not touch sideways",
    "8": "different blocks do not touch up and down",
    "9": "the size of a block",
    "10": "a block is at least one larger than the one before",
    "11": "a block is at most one larger than the one before",
    "12": "the flow of a block is as large as the block",
    "13": "flow enters at the block's square on the arrow",
    "14": "flow leaves cells of the block only",
    "15": "flow reaches cells of the block only",
    "17": "a cell off the arrow uses up one unit of flow",
    "18": "a cell of the arrow uses up one unit of flow",
    "19": "a block is moved by exactly one shift",
    "20": "the shift takes each cell of block k-1 to a cell that block k may use",
    "21": "the shift takes each cell of block k-1 to a cell of block k",
}
"""Numbers of the paper's families and what they say; number 16, that flows are not negative, is a bound."""


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
class _Arrow:
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


def formulate(board: Instance, deadline: Deadline | None = None) -> Formulation[Answer]:
    """The program of a board whose arrows are valid, and its answers. Raises OutOfTime."""
    short = [arrow[0] for arrow in board.arrows if most_blocks(arrow) < 2]
    hopeless = f"{cell_name(short[0])}: the arrow is too short for two blocks" if short else ""
    return Formulation(build(board, deadline), tuple(board.grid), lambda marked: Answer(frozenset(marked)), hopeless)


def build(board: Instance, deadline: Deadline | None = None, *, leave_out: Collection[str] = ()) -> Program:
    """The program of a board, without the families whose numbers are in `leave_out`. Raises OutOfTime."""
    deadline = deadline or Deadline()
    arrows = []
    for path in board.arrows:
        deadline.check()
        arrows.append(_arrow(board, path))
    # Families 7, 8, 14, 15 and 21 make up nearly all of a program.
    blocks = sum(len(one.blocks) * len(one.cells) for one in arrows)
    most = max((len(one.blocks) for one in arrows), default=0) * len(arrows)
    if 4 * blocks * most + sum(3 * len(one.steps) * one.moves.shape[1] for one in arrows) > _MOST_ENTRIES:
        raise OutOfSpace
    builder = Builder(leave_out)
    _variables(builder, board, arrows)
    deadline.check()
    for write in (_marks, _blocks, _touching, _sizes, _flows, _shifts):
        write(builder, board, arrows)
        deadline.check()
    return builder.finish()


def _arrow(board: Instance, path: tuple[Cell, ...]) -> _Arrow:
    """What the rows need to know of one arrow."""
    grid = board.grid
    cells = np.array([grid.index(cell) for cell in reach(board, path)], np.int32)
    position = np.full(len(grid), -1, np.int32)
    position[cells] = np.arange(len(cells), dtype=np.int32)
    on_arrow = _mask(board, board.arrow_cells)
    ways = _neighbours(board)
    ways = ways[:, (position[ways[0]] >= 0) & ~(on_arrow[ways[0]] & on_arrow[ways[1]])]
    inside = position[ways[1]] >= 0
    outside = ~inside & ~_mask(board, board.shaded)[ways[1]]

    row, col = np.divmod(cells, grid.cols)
    down, right = row[None, :] - row[:, None], col[None, :] - col[:, None]
    apart = np.abs(down) + np.abs(right) > 1
    here, there = np.nonzero(apart)
    width = 2 * grid.cols - 1
    codes, shift = np.unique((down[apart] + grid.rows - 1) * width + right[apart] + grid.cols - 1, return_inverse=True)
    shifts = np.stack(np.divmod(codes, width), axis=1) - (grid.rows - 1, grid.cols - 1)
    return _Arrow(
        path=np.array([grid.index(cell) for cell in path], np.int32),
        cells=cells,
        position=position,
        inner=position[ways[:, inside]].astype(np.int64),
        outer=position[ways[0, outside]].astype(np.int64),
        moves=np.stack([here, there, shift]),
        shifts=shifts.astype(np.int32),
    )


def _mask(board: Instance, cells: Collection[Cell]) -> NDArray[np.bool_]:
    mask = np.zeros(len(board.grid), np.bool_)
    mask[[board.grid.index(cell) for cell in cells]] = True
    return mask


def _borders(board: Instance) -> tuple[Ints, Ints]:
    """Pairs of cells side by side and one above the other, each 2 x n with the left or upper one first."""
    numbers = np.arange(len(board.grid), dtype=np.int32).reshape(board.rows, board.cols)
    sideways = np.stack([numbers[:, :-1].ravel(), numbers[:, 1:].ravel()])
    upright = np.stack([numbers[:-1].ravel(), numbers[1:].ravel()])
    return sideways, upright


def _neighbours(board: Instance) -> Ints:
    """2 x n: all ordered pairs of neighbours."""
    pairs = np.concatenate(_borders(board), axis=1)
    return np.concatenate([pairs, pairs[::-1]], axis=1)


def _variables(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """All columns, group by group; keys count arrows, blocks, rows and columns from 1."""
    cells = len(board.grid)
    row, col = np.divmod(np.arange(cells, dtype=np.int32), board.cols)
    name = np.stack([row + 1, col + 1], axis=1)
    must, may = _mask(board, board.squares), ~_mask(board, board.shaded)
    builder.variables("x", "the cell holds a square", name, must, may)

    def group(name: str, meaning: str, keys: list[Ints], upper: float, first: int = 0, must: int = 0) -> None:
        """A column for each key of an arrow in each of its blocks from `first` on; 1 in the first `must` blocks."""
        start = builder.variables(
            name,
            meaning,
            np.concatenate(
                [np.zeros((0, 2 + (keys[0].shape[1] if keys else 0)), np.int32)]
                + [_numbered(number, one.blocks[first:], key) for number, (one, key) in enumerate(zip(arrows, keys, strict=True), 1)]
            ),
            np.concatenate([np.zeros(0)] + [np.repeat(one.blocks[first:, 0] < must, len(key)) for one, key in zip(arrows, keys, strict=True)]),
            upper,
        )
        for one, key in zip(arrows, keys, strict=True):
            # So that block k of any group is at k times the size.
            one.first[name], one.sizes[name] = start - first * len(key), len(key)
            start += len(one.blocks[first:]) * len(key)

    alone = [np.zeros((1, 0), np.int32)] * len(arrows)
    ways = [np.concatenate([name[one.cells[one.inner[0]]], name[one.cells[one.inner[1]]]], axis=1) for one in arrows]
    group("y", "the cell is in block k of arrow a", [name[one.cells] for one in arrows], 1)
    group("b", "block k of arrow a exists", alone, 1, must=2)
    group("N", "size of block k of arrow a", alone, cells // 2)
    group("F", "flow into block k of arrow a at a cell of the arrow", [name[one.path] for one in arrows], cells)
    group("f", "flow in block k of arrow a from a cell to its neighbour", ways, cells)
    group("t", "block k of arrow a is block k-1 moved by so many rows and columns", [one.shifts for one in arrows], 1, 1)


def _numbered(arrow: int, blocks: Ints, keys: Ints) -> Ints:
    """Keys of an arrow for each of its blocks, after the numbers of arrow and block."""
    block = np.repeat(blocks[:, 0] + 1, len(keys))[:, None]
    return np.concatenate([np.full_like(block, arrow), block, np.tile(keys, (len(blocks), 1))], axis=1)


def _marks(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """Families 1 and 2: squares of the board."""
    _family(builder, 1)
    open_cells = np.flatnonzero(~_mask(board, board.shaded))
    row = np.full(len(board.grid), -1, np.int32)
    row[open_cells] = np.arange(len(open_cells))
    parts: list[Any] = [(row[one.cells], one.cells_of(one.blocks), 1) for one in arrows]
    builder.sums(len(open_cells), [*parts, (row[open_cells], open_cells, -1)], 0, 0)

    _family(builder, 2)
    for one in arrows:
        builder.rows(np.stack([one.path[:-1], one.path[1:]], axis=1), 1, -INFINITY, 1)


def _blocks(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """Families 3 to 6: blocks along their arrows."""
    large = len(board.grid)
    _family(builder, 3)
    for one in arrows:
        exists = one.at("b", one.blocks)
        for sign, weight in ((-1, 1), (1, -large)):
            parts = [(one.blocks, one.cells_of(one.blocks), sign), (one.blocks, exists, weight)]
            builder.sums(len(one.blocks), parts, -INFINITY, 0)

    _family(builder, 4)
    for one in arrows:
        on_path = one.on_path[one.on_path >= 0]
        parts = [(one.blocks, one.at("y", one.blocks, on_path), 1), (one.blocks, one.at("b", one.blocks), -1)]
        builder.sums(len(one.blocks), parts, 0, 0)

    _family(builder, 5)
    for one in arrows:
        builder.rows(one.at("b", one.steps - np.array([0, 1])), [1, -1], -INFINITY, 0)

    _family(builder, 6)
    for one in arrows:
        size = len(one.path)
        later, before = np.nonzero(np.tri(size, k=-1, dtype=bool) & (one.on_path >= 0))
        kept = np.flatnonzero(one.on_path >= 0)
        row = (one.steps - 1) * size
        parts = [
            (row + kept, one.at("y", one.steps - 1, one.on_path[kept]), 1),
            (row + later, one.at("y", one.steps, one.on_path[before]), 1),
        ]
        builder.sums(len(one.steps) * size, parts, -INFINITY, 1)


def _touching(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """Families 7 and 8: for each ordered pair of blocks, of any arrows, and each pair of neighbours they may have."""
    position = np.array([one.position for one in arrows], np.int32).reshape(len(arrows), len(board.grid))
    blocks = np.array([len(one.blocks) for one in arrows], np.int32)
    first = np.array([one.first["y"] for one in arrows], np.int32)
    size = np.array([len(one.cells) for one in arrows], np.int32)
    for number, (here, there) in zip((7, 8), _borders(board), strict=True):
        _family(builder, number)
        one, other, border = np.nonzero((position[:, None, here] >= 0) & (position[None, :, there] >= 0))
        pairs = blocks[one] * blocks[other]
        match = np.repeat(np.arange(len(one)), pairs)
        turn = np.arange(len(match)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        one, other, border = one[match], other[match], border[match]
        block, other_block = np.divmod(turn, blocks[other])
        differ = (one != other) | (block != other_block)
        columns = [
            first[arrow] + number * size[arrow] + position[arrow, cells[border]]
            for arrow, number, cells in ((one, block, here), (other, other_block, there))
        ]
        builder.rows(np.stack(columns, axis=1)[differ].astype(np.int32), 1, -INFINITY, 1)


def _sizes(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """Families 9 to 11: each block has one cell more than the one before."""
    large = len(board.grid)
    _family(builder, 9)
    for one in arrows:
        parts = [(one.blocks, one.at("N", one.blocks), 1), (one.blocks, one.cells_of(one.blocks), -1)]
        builder.sums(len(one.blocks), parts, 0, 0)
    for number, weight, lower, upper in ((10, large, -INFINITY, large - 1), (11, -large, -large - 1, INFINITY)):
        _family(builder, number)
        for one in arrows:
            columns = [one.at("N", one.steps - 1), one.at("N", one.steps), one.at("b", one.steps)]
            builder.rows(np.concatenate(columns, axis=1), [1, -1, weight], lower, upper)


def _flows(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """Families 12 to 18: a flow from the arrow to each cell of a block, so that the block is connected."""
    large = len(board.grid)
    _family(builder, 12)
    for one in arrows:
        source = one.at("F", one.blocks, np.arange(len(one.path)))
        builder.sums(len(one.blocks), [(one.blocks, source, 1), (one.blocks, one.at("N", one.blocks), -1)], 0, 0)

    _family(builder, 13)
    for one in arrows:
        size = len(one.path)
        kept = np.flatnonzero(one.on_path >= 0)
        parts = [
            (one.blocks * size + np.arange(size), one.at("F", one.blocks, np.arange(size)), 1),
            (one.blocks * size + kept, one.at("y", one.blocks, one.on_path[kept]), -large),
        ]
        builder.sums(len(one.blocks) * size, parts, -INFINITY, 0)

    for number, end in ((14, 0), (15, 1)):
        _family(builder, number)
        for one in arrows:
            flow = one.at("f", one.blocks, np.arange(one.inner.shape[1]))
            columns = np.stack([flow, one.at("y", one.blocks, one.inner[end])], axis=2).astype(np.int32)
            builder.rows(columns.reshape(-1, 2), [1, -large], -INFINITY, 0)
            if number == 14:
                empty = one.at("y", one.blocks, one.outer).astype(np.int32)
                builder.rows(empty.reshape(-1, 1), [-large], -INFINITY, 0)

    for number in (17, 18):
        _family(builder, number)
        for one in arrows:
            on_path = one.on_path
            rank = np.full(len(one.cells), -1, np.int64)
            if number == 17:
                off = np.setdiff1d(np.arange(len(one.cells)), on_path)
                rank[off] = np.arange(len(off))
                size = len(off)
            else:
                kept = np.flatnonzero(on_path >= 0)
                rank[on_path[kept]] = kept
                size = len(on_path)
            row = one.blocks * size
            chosen = np.flatnonzero(rank >= 0)
            parts = [(row + rank[chosen], one.at("y", one.blocks, chosen), -1)]
            for end, sign in ((1, 1), (0, -1)):
                ways = np.flatnonzero(rank[one.inner[end]] >= 0)
                parts.append((row + rank[one.inner[end, ways]], one.at("f", one.blocks, ways), sign))
            if number == 18:
                parts.append((row + np.arange(size), one.at("F", one.blocks, np.arange(size)), 1))
            builder.sums(len(one.blocks) * size, parts, 0, 0)


def _shifts(builder: Builder, board: Instance, arrows: list[_Arrow]) -> None:
    """Families 19 to 21: each block is the one before, moved, plus one square."""
    _family(builder, 19)
    for one in arrows:
        shifts = one.at("t", one.steps, np.arange(len(one.shifts)))
        row = one.steps - 1
        builder.sums(len(one.steps), [(row, shifts, 1), (row, one.at("b", one.steps), -1)], 0, 0)

    _family(builder, 20)
    for one in arrows:
        here, _, shift = one.moves
        size = len(one.cells)
        row = (one.steps - 1) * size
        cells = row + np.arange(size)
        parts = [
            (row + here, one.at("t", one.steps, shift), 1),
            (cells, one.cells_of(one.steps - 1), -1),
            (cells, one.at("b", one.steps), -1),
        ]
        builder.sums(len(one.steps) * size, parts, -1, INFINITY)

    _family(builder, 21)
    for one in arrows:
        here, there, shift = one.moves
        columns = np.empty((len(one.steps), len(here), 3), np.int32)
        columns[:, :, 0] = one.at("y", one.steps, there)
        columns[:, :, 1] = one.at("y", one.steps - 1, here)
        columns[:, :, 2] = one.at("t", one.steps, shift)
        builder.rows(columns.reshape(-1, 3), [1, -1, -1], -1, INFINITY)


def _family(builder: Builder, number: int) -> None:
    builder.family(str(number), FAMILIES[str(number)])
