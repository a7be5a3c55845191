"""The full boards of Algorithm 1 of Nikolaev and Myasnikov (arXiv 2603.09483), as their paper describes it.

Arrows are biased random walks; on each of them blocks are placed, or it is undone. The numbers that the paper leaves
open are arguments; their defaults in `generator` are fitted to the statistics of the published boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino.canvas import Canvas, Laid

_FAILURES = 200
"""Arrows in a row that were undone, after which a board is as full as it gets."""

_SHORTEST = 3
"""Cells of an arrow with two blocks, which may not touch."""


def plant(canvas: Canvas, random: Random, deadline: Deadline, options: Mapping[str, float]) -> None:
    """Fill an empty board up to the densities `arrow_density` and `square_density`, or until nothing more fits.

    Further options: `straight`, `stop`, `growth` and `further`, see `generator.OPTIONS`.
    """
    cells = len(canvas.grid)
    failures = 0
    arrow_cells, squares = options["arrow_density"] * cells, options["square_density"] * cells
    while failures < _FAILURES and (len(canvas.on_arrow) < arrow_cells or len(canvas.squares) < squares):
        deadline.check()
        path = _walk(canvas, random, options["straight"], options["stop"])
        if len(path) >= _SHORTEST:
            laid = canvas.lay(tuple(path))
            if _place(canvas, laid, random, options["growth"], options["further"]):
                failures = 0
                continue
            canvas.lift(laid)
        failures += 1


def _walk(canvas: Canvas, random: Random, straight: float, stop: float) -> list[Cell]:
    """A walk over free cells that goes straight on with a given chance where it may, else turns.

    It ends where it cannot go on, or, once long enough, with the chance `stop` at each step.
    """
    free = [cell for cell in canvas.grid if canvas.is_free(cell)]
    if not free:
        return []
    path = [random.choice(free)]
    while len(path) < _SHORTEST or random.random() >= stop:
        here = path[-1]
        steps = [cell for cell in canvas.near[here] if canvas.is_free(cell) and cell not in path]
        if not steps:
            break
        ahead = (2 * here[0] - path[-2][0], 2 * here[1] - path[-2][1]) if len(path) > 1 else None
        turns = [cell for cell in steps if cell != ahead]
        if ahead in steps and (not turns or random.random() < straight):
            path.append(ahead)
        else:
            path.append(random.choice(turns))
    return path


def _place(canvas: Canvas, laid: Laid, random: Random, growth: float, further: float) -> bool:
    """Put two blocks or more on an arrow; False, and none, if they conflict with what is there."""
    arrow = laid.arrow
    # Weighted sampling without replacement after Efraimidis and Spirakis: the greatest keys u ** (1 / w) come first.
    keys = {place: random.random() ** (1 / (len(arrow) - place)) for place in range(len(arrow) - 2)}
    for place in sorted(keys, key=keys.__getitem__, reverse=True):
        size = 1 + _geometric(random, growth)
        first = canvas.grown(random, arrow[place], size)
        if first is None:
            continue
        canvas.put(laid, first, place)
        for _ in range(1 + _geometric(random, further)):
            found = next(canvas.followers(random, laid), None)
            if found is None:
                break
            canvas.put(laid, *found)
        if len(laid.blocks) >= 2:
            return True
        canvas.clear(laid)
    return False


def _geometric(random: Random, chance: float) -> int:
    """How often in a row something comes true that has that chance."""
    number = 0
    while random.random() < chance:
        number += 1
    return number
