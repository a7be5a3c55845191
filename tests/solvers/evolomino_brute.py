"""All answers of a tiny Evolomino board by trying every filling, and random tiny boards to try it on."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, Link, check

SIZES = [(1, 5), (1, 7), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2), (2, 6), (3, 3), (3, 4), (4, 3)]
LARGE = [(3, 5), (5, 3), (4, 4), (2, 7), (7, 2)]


def all_answers(board: Instance) -> list[frozenset[Cell]]:
    """The squares of every answer; 2 to the number of free cells fillings are tried."""
    free = sorted(set(board.grid) - board.shaded - board.squares)
    return [
        board.squares | frozenset(chosen)
        for size in range(len(free) + 1)
        for chosen in combinations(free, size)
        if not check(board, Answer(board.squares | frozenset(chosen)))
    ]


def random_board(rng: random.Random, sizes: list[tuple[int, int]], most_free: int) -> Instance:
    """One to four random arrows, some shaded cells and squares; at most `most_free` cells are left to decide."""
    rows, cols = rng.choice(sizes)
    grid = Grid(rows, cols)
    taken: set[Cell] = set()
    links: set[Link] = set()
    for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
        path = [rng.choice(list(grid))]
        length = rng.randint(3, 7)
        while path[-1] not in taken and len(path) < length:
            onward = [cell for cell in grid.neighbours(path[-1]) if cell not in taken and cell not in path]
            if not onward:
                break
            path.append(rng.choice(onward))
        if len(path) >= 3 and not taken & set(path):
            taken |= set(path)
            links |= set(pairwise(path))
    off = [cell for cell in grid if cell not in taken]
    rng.shuffle(off)
    shaded = set(off[: int(rng.random() * 0.5 * len(off))])
    squares = {cell for cell in grid if cell not in shaded and rng.random() < 0.07}
    for cell in off:
        if len(grid) - len(shaded) - len(squares) <= most_free:
            break
        if cell not in squares:
            shaded.add(cell)
    return Instance(rows, cols, frozenset(shaded), frozenset(squares), frozenset(links))
