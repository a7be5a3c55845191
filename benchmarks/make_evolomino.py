"""Makes the boards of evolomino.txt: the same seed gives the same boards.

    python benchmarks/make_evolomino.py > benchmarks/evolomino.txt

An answer is planted first: arrows at random, and along each of them blocks that grow by one square. Then clues are
added, a square or a shaded cell at a time, each of them where an answer other than the planted one differs from it,
until there is no other answer. The board before the last clue has several.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import puzzlewright as pw
from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.evolomino import Answer, Instance

SEED = 2026
SIZES = [(5, 5), (6, 6), (7, 9), (8, 8), (9, 7), (10, 10), (8, 12), (12, 8), (12, 12)]
UNIQUE, SEVERAL = 4, 1
"""How many boards of each kind a size has."""


def random_path(rng: random.Random, grid: Grid, free: set[Cell], length: int) -> list[Cell]:
    """A path through free cells, at most so many, none of which touches an earlier one but the one before."""
    path = [rng.choice(sorted(free))]
    while len(path) < length:
        steps = [
            cell
            for cell in grid.neighbours(path[-1])
            if cell in free and not set(grid.neighbours(cell)) & set(path[:-1])
        ]
        if not steps:
            break
        path.append(rng.choice(steps))
    return path


def grow(rng: random.Random, grid: Grid, block: set[Cell], allowed: set[Cell]) -> set[Cell] | None:
    """The block and one more cell, None if there is no room."""
    around = sorted({cell for part in block for cell in grid.neighbours(part)} & allowed - block)
    return block | {rng.choice(around)} if around else None


def plant(rng: random.Random, grid: Grid, arrow: list[Cell], body: set[Cell]) -> set[Cell] | None:
    """Squares of blocks along an arrow; `body` are the cells off all arrows on which they may lie."""
    anchors = sorted(rng.sample(range(len(arrow)), min(rng.choice((2, 2, 3)), (len(arrow) + 1) // 2)))
    if any(after - before < 2 for before, after in pairwise(anchors)):
        return None
    here = arrow[anchors[0]]
    block: set[Cell] | None = {here}
    for _ in range(rng.randint(0, 3)):
        block = block and grow(rng, grid, block, body)
    squares: set[Cell] = block or set()
    for there in (arrow[place] for place in anchors[1:]):
        if block is None:
            return None
        # Moved so that some cell of the block lands on the next anchor, or that the new square does.
        row, col = rng.choice(sorted(block))
        moved = {(r + there[0] - row, c + there[1] - col) for r, c in block}
        block = grow(rng, grid, moved, body) if moved <= body | {there} else None
        near = {cell for part in squares for cell in (part, *grid.neighbours(part))}
        if block is None or block & near:
            return None
        squares |= block
    return squares


def planted(rng: random.Random, rows: int, cols: int) -> tuple[Instance, Answer]:
    """A board of arrows alone, and an answer to it."""
    grid = Grid(rows, cols)
    arrows: list[list[Cell]] = []
    squares: set[Cell] = set()
    for _ in range(rows * cols):
        covered = {cell for arrow in arrows for cell in arrow}
        near = {cell for part in squares for cell in (part, *grid.neighbours(part))}
        free = set(grid) - covered - near
        if not free:
            break
        arrow = random_path(rng, grid, free, rng.randint(3, 3 + (rows + cols) // 3))
        found = plant(rng, grid, arrow, free - set(arrow)) if len(arrow) > 2 else None
        if found:
            arrows.append(arrow)
            squares |= found
    links = frozenset(link for arrow in arrows for link in pairwise(arrow))
    return Instance(rows, cols, links=links), Answer(frozenset(squares))


def clued(rng: random.Random, board: Instance, answer: Answer) -> tuple[Instance, Instance] | None:
    """The board with clues that leave just this answer, and the one before the last clue; None if it does not work."""
    before = board
    while True:
        result = pw.solve(board, limits=pw.Limits(time_s=20))
        if result.status is pw.Status.UNIQUE:
            return board, before
        others = [other.squares for other in result.answers if other != answer]
        if result.status is not pw.Status.SEVERAL or not others:
            return None
        missing = sorted(answer.squares - others[0])
        extra = sorted(others[0] - answer.squares - board.arrow_cells)
        if not missing and not extra:
            return None
        before = board
        cell = rng.choice(missing + extra)
        if cell in answer.squares:
            board = replace(board, squares=board.squares | {cell})
        else:
            board = replace(board, shaded=board.shaded | {cell})


def main() -> None:
    rng = random.Random(SEED)
    print(f"# Made by make_evolomino.py with the seed {SEED}; -s boards have several answers, the others one.")
    for rows, cols in SIZES:
        kept: list[tuple[Instance, Instance]] = []
        while len(kept) < UNIQUE + SEVERAL:
            board, answer = planted(rng, rows, cols)
            found = clued(rng, board, answer)
            if found is not None and found[0] != found[1]:
                kept.append(found)
        boards = [unique for unique, _ in kept[:UNIQUE]] + [several for _, several in kept[UNIQUE:]]
        for number, board in enumerate(boards, 1):
            link = board.to("puzzlink")
            assert pw.read(link) == board
            print(f"{rows}x{cols}-{number}{'' if number <= UNIQUE else 's'} {link}")


if __name__ == "__main__":
    main()
