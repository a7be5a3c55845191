"""Random Double Choco boards and answers for property tests, wrong ones among them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from boards import SIZES
from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.double_choco.rules import MOST, Answer, Instance, Number, borders_of
from puzzlewright.shape import TURNS, normal


def any_board(rng: random.Random, rows: int, cols: int, density: float = 0.3) -> Instance:
    """Colours and numbers anywhere, numbers that fit no answer among them."""
    grid = Grid(rows, cols)
    numbers: dict[Cell, Number] = {
        cell: rng.choice((None, 1, 2, 3, rng.randint(1, max(1, len(grid) // 2)), rng.randint(1, MOST)))
        for cell in grid if rng.random() < density
    }  # fmt: skip
    return Instance.of(rows, cols, (cell for cell in grid if rng.random() < 0.5), numbers)


def any_answer(rng: random.Random, board: Instance, density: float = 0.4) -> Answer | None:
    """None, or lines and crosses on any borders, at least one of either."""
    edges = list(board.grid.edges())
    borders = frozenset(edge for edge in edges if rng.random() < density)
    crosses = frozenset(edge for edge in edges if rng.random() < density / 2)
    return Answer(borders, crosses) if borders or crosses else None


def right_answer(rng: random.Random, rows: int, cols: int, largest: int = 6) -> tuple[Instance, Answer] | None:
    """A board made from an answer to it, with some of its numbers; None if the random blocks left a hole."""
    free = set(Grid(rows, cols))
    grey: set[Cell] = set()
    numbers: dict[Cell, Number] = {}
    blocks = []
    while free:
        pair = _pair(rng, free, largest)
        if pair is None:
            return None
        blocks.append(frozenset().union(*pair))
        free -= blocks[-1]
        grey |= pair[rng.randrange(2)]
        for area in pair:
            numbers |= {cell: rng.choice((len(area), len(area), None)) for cell in area if rng.random() < 0.15}
    return Instance.of(rows, cols, grey, numbers), Answer(borders_of(Grid(rows, cols), blocks))


def _pair(rng: random.Random, free: set[Cell], largest: int) -> tuple[frozenset[Cell], frozenset[Cell]] | None:
    """A random area at the first free cell, and a congruent one beside it."""
    for size in sorted((rng.randint(1, largest) for _ in range(4)), reverse=True):
        area = [min(free)]
        while len(area) < size:
            around = sorted({other for cell in area for other in _beside(cell)} & free - set(area))
            if not around:
                break
            area.append(rng.choice(around))
        edge = {other for cell in area for other in _beside(cell)} & free - set(area)
        twins = []
        for turn in TURNS:
            shape = normal(turn(row, col) for row, col in area)
            for row, col in edge:
                for down, right in shape:
                    twin = frozenset((row - down + r, col - right + c) for r, c in shape)
                    if twin <= free and not twin & set(area):
                        twins.append(twin)
        if twins:
            return frozenset(area), rng.choice(sorted(twins, key=sorted))
    return None


def _beside(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def boards(sizes: Sequence[Cell] = SIZES) -> st.SearchStrategy[Instance]:
    """Boards of a few sizes, and of all small ones."""
    any_size = st.sampled_from(sizes) | st.tuples(st.integers(1, 7), st.integers(1, 7))
    return st.builds(
        lambda seed, size, density: any_board(random.Random(seed), size[0], size[1], density),
        st.integers(0, 2**32), any_size, st.sampled_from((0.0, 0.1, 0.5, 1.0)),
    )  # fmt: skip


def solved(boards_: st.SearchStrategy[Instance]) -> st.SearchStrategy[tuple[Instance, Answer | None]]:
    """Boards with answers, mostly wrong."""
    return boards_.flatmap(
        lambda board: st.tuples(
            st.just(board),
            st.builds(
                lambda seed, density: any_answer(random.Random(seed), board, density),
                st.integers(0, 2**32), st.sampled_from((0.0, 0.1, 0.4, 1.0)),
            ),
        )
    )  # fmt: skip
