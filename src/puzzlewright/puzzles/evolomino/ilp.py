"""The published integer linear program of Evolomino, family by family.

After Nikolaev and Myasnikov, "An Integer Linear Programming Model for the Evolomino Puzzle" (arXiv 2603.09483, 2026);
docs/published-program.md has the equations. Families have the numbers of the paper, and groups of variables its
letters. Rows that say nothing and variables that are fixed are kept, so that sizes are those of the paper.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from puzzlewright.deadline import Deadline, OutOfSpace
from puzzlewright.grid import Cell, cell_name
from puzzlewright.puzzles.evolomino.arrows import Arrow, arrow_of, borders, mask, most_blocks, reach
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


def formulate(board: Instance, deadline: Deadline | None = None) -> Formulation[Answer]:
    """The program of a board whose arrows are valid, and its answers. Raises OutOfTime."""
    short = [arrow[0] for arrow in board.arrows if most_blocks(arrow) < 2]
    hopeless = f"{cell_name(short[0])}: the arrow is too short for two blocks" if short else ""
    cells: tuple[Any, ...] = tuple(board.grid)
    return Formulation(build(board, deadline), cells, lambda marked: Answer(frozenset(marked)), hopeless)


def build(board: Instance, deadline: Deadline | None = None, *, leave_out: Collection[str] = ()) -> Program:
    """The program of a board, without the families whose numbers are in `leave_out`. Raises OutOfTime."""
    deadline = deadline or Deadline()
    reached: list[list[Cell]] = []
    for path in board.arrows:
        deadline.check()
        reached.append(reach(board, path))
        _reserve([(most_blocks(path), len(cells)) for path, cells in zip(board.arrows, reached, strict=False)])
    arrows = [arrow_of(board, path, cells) for path, cells in zip(board.arrows, reached, strict=True)]
    deadline.check()
    builder = Builder(leave_out)
    _variables(builder, board, arrows)
    deadline.check()
    for write in (_marks, _blocks, _touching, _sizes, _flows, _shifts):
        write(builder, board, arrows)
        deadline.check()
    return builder.finish()


def _reserve(sizes: list[tuple[int, int]]) -> None:
    """Raise OutOfSpace if arrows with so many blocks and cells make too large a program.

    Families 7, 8 and 21 make up nearly all of it.
    """
    blocks = sum(most for most, _ in sizes)
    if sum(4 * most * cells * blocks + 3 * most * cells**2 for most, cells in sizes) > _MOST_ENTRIES:
        raise OutOfSpace


def _variables(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
    """All columns, group by group; keys count arrows, blocks, rows and columns from 1."""
    cells = len(board.grid)
    row, col = np.divmod(np.arange(cells, dtype=np.int32), board.cols)
    name = np.stack([row + 1, col + 1], axis=1)
    must, may = mask(board, board.squares), ~mask(board, board.shaded)
    builder.variables("x", "the cell holds a square", name, must, may)

    def group(name: str, meaning: str, keys: list[Ints], upper: float, first: int = 0, must: int = 0) -> None:
        """A column for each key of an arrow in each of its blocks from `first` on; 1 in the first `must` blocks."""
        blocks = [one.blocks[first:, 0] for one in arrows]
        named = [_numbered(number, *of_arrow) for number, of_arrow in enumerate(zip(blocks, keys, strict=True), 1)]
        lower = [np.repeat(of_arrow < must, len(key)) for of_arrow, key in zip(blocks, keys, strict=True)]
        start = builder.variables(name, meaning, np.concatenate(named), np.concatenate(lower), upper)
        for one, of_arrow, key in zip(arrows, blocks, keys, strict=True):
            # So that block k of any group is at k times the size.
            one.first[name], one.sizes[name] = start - first * len(key), len(key)
            start += len(of_arrow) * len(key)

    if not arrows:
        return
    alone = [np.zeros((1, 0), np.int32)] * len(arrows)
    ways = [np.concatenate([name[one.cells[one.inner[0]]], name[one.cells[one.inner[1]]]], axis=1) for one in arrows]
    group("y", "the cell is in block k of arrow a", [name[one.cells] for one in arrows], 1)
    group("b", "block k of arrow a exists", alone, 1, must=2)
    group("N", "size of block k of arrow a", alone, cells // 2)
    group("F", "flow into block k of arrow a at a cell of the arrow", [name[one.path] for one in arrows], cells)
    group("f", "flow in block k of arrow a from a cell to its neighbour", ways, cells)
    shifts = [one.shifts for one in arrows]
    group("t", "block k of arrow a is block k-1 moved by so many rows and columns", shifts, 1, first=1)


def _numbered(arrow: int, blocks: Ints, keys: Ints) -> Ints:
    """Keys of an arrow for each of its blocks, after the numbers of arrow and block."""
    block = np.repeat(blocks + 1, len(keys))[:, None]
    return np.concatenate([np.full_like(block, arrow), block, np.tile(keys, (len(blocks), 1))], axis=1)


def _marks(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
    """Families 1 and 2: squares of the board."""
    _family(builder, 1)
    open_cells = np.flatnonzero(~mask(board, board.shaded))
    row = np.full(len(board.grid), -1, np.int32)
    row[open_cells] = np.arange(len(open_cells))
    parts: list[Any] = [(row[one.cells], one.cells_of(one.blocks), 1) for one in arrows]
    builder.sums(len(open_cells), [*parts, (row[open_cells], open_cells, -1)], 0, 0)

    _family(builder, 2)
    for one in arrows:
        builder.rows(np.stack([one.path[:-1], one.path[1:]], axis=1), 1, -INFINITY, 1)


def _blocks(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
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


def _touching(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
    """Families 7 and 8: for each ordered pair of blocks, of any arrows, and each pair of neighbours they may have."""
    position = np.array([one.position for one in arrows], np.int32).reshape(len(arrows), len(board.grid))
    blocks = np.array([len(one.blocks) for one in arrows], np.int32)
    first = np.array([one.first["y"] for one in arrows], np.int32)
    size = np.array([len(one.cells) for one in arrows], np.int32)
    for number, (here, there) in zip((7, 8), borders(board), strict=True):
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
        builder.rows(np.stack(columns, axis=1)[differ], 1, -INFINITY, 1)


def _sizes(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
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


def _flows(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
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
            columns = np.stack([flow, one.at("y", one.blocks, one.inner[end])], axis=2)
            builder.rows(columns.reshape(-1, 2), [1, -large], -INFINITY, 0)
            if number == 14:
                empty = one.at("y", one.blocks, one.outer)
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


def _shifts(builder: Builder, board: Instance, arrows: list[Arrow]) -> None:
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
