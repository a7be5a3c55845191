"""Random Evolomino boards for property tests, broken ones among them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import strategies as st

from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, Link

SIZES = [
    (1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 5), (5, 2), (3, 3), (4, 6), (6, 4), (5, 5), (1, 40), (40, 1), (9, 8),
]  # fmt: skip


def any_board(rng: random.Random, rows: int, cols: int, density: float = 0.3) -> Instance:
    """Links on any borders: arrows that branch, close and lie on shaded cells among them."""
    grid = Grid(rows, cols)
    shaded = {cell for cell in grid if rng.random() < density / 2}
    squares = {cell for cell in grid if cell not in shaded and rng.random() < density}
    links = {
        (here, there) if rng.random() < 0.5 else (there, here)
        for here, there in grid.edges() if rng.random() < density
    }  # fmt: skip
    return Instance(rows, cols, frozenset(shaded), frozenset(squares), frozenset(links))


def good_board(rng: random.Random, rows: int, cols: int) -> Instance:
    """Arrows that are paths, side by side and head to tail without joining, and no clue on a shaded cell."""
    grid = Grid(rows, cols)
    free = set(grid)
    links: set[Link] = set()
    for _ in range(rng.randint(0, max(1, len(grid) // 4))):
        if not free:
            break
        path = [rng.choice(sorted(free))]
        while len(path) < rng.choice((2, 3, 5, 9)):
            on = [cell for cell in grid.neighbours(path[-1]) if cell in free and cell not in path]
            if not on:
                break
            path.append(rng.choice(on))
        if len(path) > 1:
            free -= set(path)
            links |= set(pairwise(path))
    shaded = {cell for cell in free if rng.random() < 0.2}
    squares = {cell for cell in set(grid) - shaded if rng.random() < 0.3}
    return Instance(rows, cols, frozenset(shaded), frozenset(squares), frozenset(links))


def any_answer(rng: random.Random, board: Instance) -> Answer | None:
    """None, or squares and dots on cells that are not shaded, at least one of them beyond the board's own squares."""
    open_cells = [cell for cell in board.grid if cell not in board.shaded | board.squares]
    if not open_cells or rng.random() < 0.2:
        return None
    rng.shuffle(open_cells)
    first, second = sorted((rng.randint(0, len(open_cells)), rng.randint(1, len(open_cells))))
    return Answer(board.squares | set(open_cells[:first]), frozenset(open_cells[first:second]))


def _sizes(sizes: Sequence[Cell]) -> st.SearchStrategy[Cell]:
    return st.sampled_from(sizes) | st.tuples(st.integers(1, 7), st.integers(1, 7))


def boards(sizes: Sequence[Cell] = SIZES) -> st.SearchStrategy[Instance]:
    """Boards of both kinds."""
    return st.builds(
        lambda seed, size, good: (good_board if good else any_board)(random.Random(seed), *size),
        st.integers(0, 2**32), _sizes(sizes), st.booleans(),
    )  # fmt: skip


def good_boards(sizes: Sequence[Cell] = SIZES) -> st.SearchStrategy[Instance]:
    return st.builds(
        lambda seed, size: good_board(random.Random(seed), *size), st.integers(0, 2**32), _sizes(sizes)
    )


def solved(boards_: st.SearchStrategy[Instance]) -> st.SearchStrategy[tuple[Instance, Answer | None]]:
    """Boards with answers, right or wrong."""
    return boards_.flatmap(
        lambda board: st.tuples(
            st.just(board), st.integers(0, 2**32).map(lambda seed: any_answer(random.Random(seed), board))
        )
    )
