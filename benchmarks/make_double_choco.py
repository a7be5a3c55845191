"""Makes the boards of double_choco.txt: the same seed gives the same boards.

    python benchmarks/make_double_choco.py > benchmarks/double_choco.txt

An answer is planted first: random areas with a congruent twin beside them, cut out of the board until single pairs of
cells are left. One area of each pair is grey. Then the clues: open boards (-s) have a number in some of the blocks and
several answers. For the others each block starts with a number; while there is another answer, the colours of a block
that is not in it are swapped; then numbers are taken away one by one as long as there is only one answer.
"""

from __future__ import annotations

import random
from dataclasses import replace

import puzzlewright as pw
from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.double_choco import Instance
from puzzlewright.puzzles.double_choco.rules import blocks as divided
from puzzlewright.shape import TURNS

SEED = 2026
SIZES = [(6, 6), (5, 8), (8, 8), (9, 6), (10, 10), (8, 13), (12, 12), (16, 16), (20, 20)]
SECONDS = 10
"""A board that takes longer is not kept; on a slow machine the boards may differ for that."""
Block = tuple[frozenset[Cell], frozenset[Cell]]


def pairs_up(grid: Grid, free: frozenset[Cell]) -> dict[Cell, Cell] | None:
    """Each free cell with a neighbour of its own, by augmenting paths; None if that cannot be."""
    partner: dict[Cell, Cell] = {}
    for start in sorted(cell for cell in free if sum(cell) % 2 == 0):
        came_from: dict[Cell, Cell] = {}
        queue = [start]
        end = None
        for cell in queue:
            for other in grid.neighbours(cell):
                if other in free and other not in came_from:
                    came_from[other] = cell
                    if other in partner:
                        queue.append(partner[other])
                    else:
                        end = other
                        break
            if end:
                break
        if end is None:
            return None
        while end is not None:
            cell = came_from[end]
            before = next((odd for odd, even in partner.items() if even == cell), None)
            partner[end], end = cell, before
    return partner if 2 * len(partner) == len(free) else None


def twins(grid: Grid, area: frozenset[Cell], free: frozenset[Cell]) -> list[frozenset[Cell]]:
    """Free sets congruent to an area that touch it."""
    beside = {other for cell in area for other in grid.neighbours(cell)} & free - area
    found = set()
    for turn in TURNS:
        turned = [turn(row, col) for row, col in area]
        for row, col in beside:
            for top, left in turned:
                twin = frozenset((r + row - top, c + col - left) for r, c in turned)
                if twin <= free - area:
                    found.add(twin)
    return sorted(found, key=sorted)


def planted(rng: random.Random, rows: int, cols: int) -> list[Block]:
    """Pairs of congruent areas that fill the board."""
    grid = Grid(rows, cols)
    free = frozenset(grid)
    largest = rng.choice((4, 6, 9))
    blocks: list[Block] = []
    failures = 0
    while free and failures < 100:
        failures += 1
        some = rng.sample(sorted(free), min(4, len(free)))
        area = {min(some, key=lambda cell: len(free.intersection(grid.neighbours(cell))))}
        size = rng.randint(2, largest)
        while len(area) < size:
            around = sorted({other for cell in area for other in grid.neighbours(cell)} & free - area)
            if not around:
                break
            area.add(rng.choice(around))
        found = twins(grid, frozenset(area), free)
        for twin in rng.sample(found, min(6, len(found))):
            # What is left can always be filled with blocks of two cells.
            if pairs_up(grid, free - area - twin) is not None:
                blocks.append((frozenset(area), twin))
                free -= area | twin
                failures = 0
                break
    blocks += [(frozenset({one}), frozenset({other})) for one, other in (pairs_up(grid, free) or {}).items()]
    return blocks


def coloured(rng: random.Random, grid: Grid, blocks: list[Block]) -> frozenset[Cell]:
    """The grey cells: of each block, the area that fits its surroundings better, or worse, or any."""
    clump = rng.choice((0.3, 0.7, 1.0))
    grey: set[Cell] = set()
    done: set[Cell] = set()
    for one, other in blocks:
        first, second = (
            sum(1 if cell in grey else -1 for part in area for cell in grid.neighbours(part) if cell in done)
            for area in (one, other)
        )
        if rng.random() < clump and first != second:
            grey |= one if first > second else other
        else:
            grey |= rng.choice((one, other))
        done |= one | other
    return frozenset(grey)


def wanted_of(rows: int, cols: int) -> tuple[int, int]:
    """How many boards with one answer and with several; large ones with one answer are hard to come by."""
    cells = rows * cols
    return (4, 2) if cells < 144 else (2, 3) if cells < 256 else (1, 3) if cells < 400 else (0, 1)


def status(board: Instance) -> pw.Status:
    return pw.solve(board, limits=pw.Limits(time_s=SECONDS)).status


def repaired(rng: random.Random, board: Instance, blocks: list[Block]) -> Instance | None:
    """The board with colours of blocks swapped until there is one answer; None if that does not work."""
    for _ in range(30):
        result = pw.solve(board, limits=pw.Limits(time_s=SECONDS))
        if result.status is pw.Status.UNIQUE:
            return board
        if result.status is not pw.Status.SEVERAL:
            return None
        planted_parts = {one | other for one, other in blocks}
        parts = [set(divided(board, answer)) for answer in result.answers]
        missing = sorted((planted_parts - parts[0]) | (planted_parts - parts[1]), key=sorted)
        board = replace(board, grey=board.grey ^ rng.choice(missing))
    return None


def thinned(rng: random.Random, board: Instance, most: int) -> Instance:
    """The board with at most so many numbers taken away, and still one answer."""
    numbers = dict(board.numbers)
    for cell in rng.sample(sorted(numbers), min(most, len(numbers))):
        fewer = {other: number for other, number in numbers.items() if other != cell}
        if status(Instance.of(board.rows, board.cols, board.grey, fewer)) is pw.Status.UNIQUE:
            numbers = fewer
    return Instance.of(board.rows, board.cols, board.grey, numbers)


def main() -> None:
    rng = random.Random(SEED)
    print(f"# Made by make_double_choco.py with the seed {SEED}; -s boards have several answers, the others one.")
    for rows, cols in SIZES:
        unique: list[Instance] = []
        several: list[Instance] = []
        wanted = wanted_of(rows, cols)
        while (len(unique), len(several)) != wanted:
            blocks = planted(rng, rows, cols)
            grey = coloured(rng, Grid(rows, cols), blocks)
            numbers = {rng.choice(sorted(one | other)): len(one) for one, other in blocks}
            if len(unique) < wanted[0]:
                found = repaired(rng, Instance.of(rows, cols, grey, numbers), blocks)
                unique += [thinned(rng, found, most=min(10, rows * cols // 8))] if found else []
            elif len(several) < wanted[1]:
                kept = {cell: number for cell, number in numbers.items() if rng.random() < 0.5}
                board = Instance.of(rows, cols, grey, kept)
                several += [board] if status(board) is pw.Status.SEVERAL else []
        for number, board in enumerate([*unique, *several], 1):
            link = board.to("puzzlink")
            assert pw.read(link) == board
            print(f"{rows}x{cols}-{number}{'' if number <= len(unique) else 's'} {link}", flush=True)


if __name__ == "__main__":
    main()
