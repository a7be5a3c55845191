"""Full boards for the method `designed`: arrows that wind, three blocks and more on many, nothing left empty."""

from __future__ import annotations

from random import Random

from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino.canvas import Canvas, Laid

_FAILURES = 40
"""Arrows in a row that find no blocks, after which a board is as full as it gets."""

_COUNTS = (15, 45, 28, 12)
"""How often an arrow is to have two, three, four and five blocks."""

_FILLINGS = 6
"""Ways to put blocks on an arrow that are tried; the one with the most wanted blocks is taken."""


def plant(canvas: Canvas, random: Random, deadline: Deadline, *, squares: float, straight: float) -> None:
    """Lay arrows and blocks until that share of the cells are squares, or nothing more fits.

    Arrows of three blocks and more come first; those of two fill what is left. `straight` is the chance with which an
    arrow that could turn goes straight on.
    """
    grid = canvas.grid
    wanted = squares * len(grid)
    for least in (3, 2):
        failures = 0
        while failures < _FAILURES and len(canvas.squares) < wanted:
            deadline.check()
            path = _walk(canvas, random, _length(random, grid.rows, grid.cols, least), straight)
            most = (len(path) + 1) // 2
            count = max(least, min(most, random.choices((2, 3, 4, 5), _COUNTS)[0]))
            laid = canvas.lay(tuple(path))
            if most >= least and fill(canvas, laid, random, count) >= least:
                failures = 0
            else:
                canvas.lift(laid)
                failures += 1
        wanted += 0.04 * len(grid)


def _length(random: Random, rows: int, cols: int, least: int) -> int:
    """Cells of an arrow: on large boards arrows are longer, for few blocks shorter."""
    middle = 2.5 + min(rows, cols) / 3.5
    return max(2 * least - 1, round(random.gauss(middle + 2 * (least - 2), 2.0)))


def _walk(canvas: Canvas, random: Random, length: int, straight: float) -> list[Cell]:
    """An arrow over free cells that does not touch itself, from where the board is empty."""
    free = [cell for cell in canvas.grid if canvas.is_free(cell)]
    if not free:
        return []
    path = [random.choices(free, [_openness(canvas, cell) for cell in free])[0]]
    while len(path) < length:
        here = path[-1]
        steps = [
            cell
            for cell in canvas.near[here]
            if canvas.is_free(cell)
            and cell not in path
            and not any(other in path for other in canvas.near[cell] if other != here)
        ]
        if not steps:
            break
        ahead = (2 * here[0] - path[-2][0], 2 * here[1] - path[-2][1]) if len(path) > 1 else None
        weights = [_openness(canvas, cell) * (straight if cell == ahead else 1 - straight) for cell in steps]
        path.append(random.choices(steps, weights)[0])
    # Drawn from its open end, an arrow may as well start there.
    return path if random.random() < 0.5 else path[::-1]


def _openness(canvas: Canvas, cell: Cell) -> float:
    """How much room for blocks there is around a cell."""
    row, col = cell
    weight = 0.1
    for r in range(row - 2, row + 3):
        for c in range(col - 2, col + 3):
            if canvas.is_free((r, c)):
                weight += 1 / (1 + abs(r - row) + abs(c - col))
    return weight if not any(other in canvas.squares for other in canvas.near[cell]) else weight / 4


def fill(canvas: Canvas, laid: Laid, random: Random, count: int) -> int:
    """Put `count` blocks on an arrow, or as many as fit in a few tries; returns their number, none if not two fit."""
    best = Laid(laid.arrow)
    for _ in range(_FILLINGS):
        _attempt(canvas, laid, random, count)
        if max(1, len(best.blocks)) < len(laid.blocks):
            best = Laid(laid.arrow, [*laid.blocks], [*laid.places])
        canvas.clear(laid)
        if len(best.blocks) == count:
            break
    for block, place in zip(best.blocks, best.places, strict=True):
        canvas.put(laid, block, place)
    return len(best.blocks)


def _attempt(canvas: Canvas, laid: Laid, random: Random, count: int) -> None:
    """One way to put blocks on an arrow."""
    spare = len(laid.arrow) - (2 * count - 1)
    start = random.randint(0, max(0, spare))
    size = random.choices((1, 2, 3, 4, 5), (20, 30, 25, 15, 10))[0]
    first = canvas.grown(random, laid.arrow[start], size)
    if first is None:
        return
    canvas.put(laid, first, start)
    while len(laid.blocks) < count:
        # Room is left for the blocks that are still to come.
        last = len(laid.arrow) - 1 - 2 * (count - len(laid.blocks) - 1)
        found = next(canvas.followers(random, laid, last), None)
        if found is None:
            return
        canvas.put(laid, *found)
