"""All answers of a tiny Double Choco board by trying every division, and random tiny boards to try it on."""

from __future__ import annotations

import random
from collections.abc import Iterator

from puzzlewright.grid import Cell, Edge, Grid
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, Number, borders_of, check

SIZES = [
    (1, 2), (1, 4), (1, 6), (1, 8), (2, 1), (6, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (3, 3),
    (2, 6), (6, 2), (3, 4), (4, 3),
]  # fmt: skip
LARGE = [(4, 4), (2, 7), (7, 2), (2, 8), (3, 5), (5, 3), (3, 6), (6, 3)]


def all_answers(board: Instance) -> list[frozenset[Edge]]:
    """The lines of every division into connected sets of as many white cells as grey ones that the rules accept."""
    return [
        borders
        for parts in _divisions(board, frozenset(board.grid))
        if not check(board, Answer(borders := borders_of(board.grid, parts)))
    ]


def _divisions(board: Instance, free: frozenset[Cell]) -> Iterator[list[frozenset[Cell]]]:
    if not free:
        yield []
        return
    for part in _connected(board.grid, min(free), free):
        if 2 * len(part & board.grey) == len(part):
            for rest in _divisions(board, free - part):
                yield [part, *rest]


def _connected(grid: Grid, start: Cell, free: frozenset[Cell]) -> set[frozenset[Cell]]:
    """The connected sets of free cells that hold `start`."""
    found = {frozenset({start})}
    queue = list(found)
    while queue:
        part = queue.pop()
        for other in {near for cell in part for near in grid.neighbours(cell)} & free - part:
            larger = part | {other}
            if larger not in found:
                found.add(larger)
                queue.append(larger)
    return found


def random_board(rng: random.Random, sizes: list[tuple[int, int]]) -> Instance:
    """Random colours, mostly as many of both, in clumps or halves or anywhere; some numbers."""
    rows, cols = rng.choice(sizes)
    cells = list(Grid(rows, cols))
    kind = rng.random()
    if kind < 0.1:
        grey = {cell for cell in cells if rng.random() < 0.5}
    elif kind < 0.5:
        grey = set(rng.sample(cells, len(cells) // 2))
    elif kind < 0.8:
        grey = set()
        while len(grey) < len(cells) // 2:
            near = {other for cell in grey for other in Grid(rows, cols).neighbours(cell)} - grey
            grey.add(rng.choice(sorted(near)) if near and rng.random() < 0.85 else rng.choice(cells))
    else:
        grey = {(row, col) for row, col in cells if (2 * col >= cols if cols % 2 == 0 else 2 * row >= rows)}
    numbers: dict[Cell, Number] = {}
    if rng.random() < 0.5:
        numbers = {cell: rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, None)) for cell in cells if rng.random() < 0.12}
    return Instance.of(rows, cols, grey, numbers)
