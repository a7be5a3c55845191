"""Weights on the cells of a square which prove that tiles cannot cover it exactly.

If the cells under every tile weigh 0 or less in any place, and the whole square more than 0, then no tiles cover it.
If each kind of tile has to be used, a kind may bring a bonus of 0 or more: then a tile with its bonus weighs 0 or less,
and the square with every bonus more than 0. This is Farkas' lemma for the set partition: there are such weights just
when even its linear relaxation has no solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from puzzlewright.gallery.linear import quiet_highs

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

Weights = tuple[list[list[int]], dict[int, int]]
"""Weights of cells, row by row, and the bonus of each kind of tile."""

_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 24, 30, 36, 48, 60, 64, 72, 120, 240, 360, 720)
_FINE = 10**6


def missing(side: int, tiles: Sequence[int]) -> Weights | None:
    """A kind of tile that does not fit at all brings a bonus that nothing pays for."""
    for tile in tiles:
        if tile > side:
            return [[0] * side for _ in range(side)], {kind: int(kind == tile) for kind in tiles}
    return None


def product(side: int, one: int, other: int) -> Weights | None:
    """The weights u[row mod one] * v[column mod other] with u and v = 1, 0, ..., 0, -1.

    Any `one` rows in a row have a u that sums to 0, any `other` columns a v that does; all rows and columns sum to
    1 * 1 if neither number divides `side`. After R. J. Bower and T. S. Michael, When can you tile a box with translates
    of two given rectangular bricks?, Electronic Journal of Combinatorics 11 (2004).
    """
    if side % one == 0 or side % other == 0:
        return None
    rows = [{0: 1, one - 1: -1}.get(row % one, 0) for row in range(side)]
    columns = [{0: 1, other - 1: -1}.get(column % other, 0) for column in range(side)]
    return [[up * along for along in columns] for up in rows], {one: 0, other: 0}


def by_program(side: int, tiles: Sequence[int], required: bool) -> Weights | None:
    """Weights found by a linear program and made exact, or None if the relaxation has a solution.

    Symmetric weights do if any do: the average over the eight symmetries is as good. So there is one variable for each
    set of cells that are symmetric to each other.
    """
    import numpy as np

    kinds = _symmetric_cells(side)
    sizes = np.bincount(kinds.ravel())
    program = quiet_highs()
    weights = [program.addVariable(-1, 1) for _ in sizes]
    bonuses = [program.addVariable(0, 1 if required else 0) for _ in tiles]
    for bonus, tile in zip(bonuses, tiles, strict=True):
        for top in range((side - tile) // 2 + 1):
            for left in range(top + 1):
                under = np.bincount(kinds[top : top + tile, left : left + tile].ravel(), minlength=len(sizes))
                program.addConstr(_total(program, weights, under) + bonus <= 0)
    program.maximize(_total(program, weights, sizes) + program.qsum(bonuses))
    if program.getObjectiveValue() < 1e-6:
        return None
    found = np.array(program.getSolution().col_value)
    return _exact(found[: len(sizes)][kinds], found[len(sizes) :], tiles)


def _total(program: Any, variables: Sequence[Any], factors: Numbers) -> Any:
    return program.qsum(int(factor) * one for factor, one in zip(factors, variables, strict=True) if factor)


def _symmetric_cells(side: int) -> Numbers:
    """A number for each cell; cells that turns and reflections take to each other have the same one."""
    import numpy as np

    names = np.arange(side * side).reshape(side, side)
    turned = [np.rot90(way, times) for way in (names, names.T) for times in range(4)]
    found: Numbers = np.unique(np.minimum.reduce(turned), return_inverse=True)[1].reshape(side, side)
    return found


def _exact(weights: Any, bonuses: Any, tiles: Sequence[int]) -> Weights | None:
    """Whole numbers that are as good as these floats, the smallest that rounding finds.

    If rounding to simple fractions fails, rounding down to millionths less one does it, as the sum of all is clearly
    positive: no tile gets heavier than it was.
    """
    import numpy as np

    tries = [(np.rint(weights * by), np.rint(bonuses * by)) for by in _DENOMINATORS]
    tries.append((np.floor(weights * _FINE) - 1, np.floor(bonuses * _FINE)))
    for cells, extra in tries:
        found = cells.astype(np.int64), dict(zip(tiles, map(int, extra), strict=True))
        if _proves(*found):
            return found[0].tolist(), found[1]
    return None


def _proves(weights: Numbers, bonuses: dict[int, int]) -> bool:
    import numpy as np

    side = len(weights)
    sums = np.zeros((side + 1, side + 1), np.int64)
    sums[1:, 1:] = weights.cumsum(0).cumsum(1)
    for tile, bonus in bonuses.items():
        under = sums[tile:, tile:] - sums[:-tile, tile:] - sums[tile:, :-tile] + sums[:-tile, :-tile]
        if under.size and under.max() + bonus > 0:
            return False
    return int(sums[-1, -1]) + sum(bonuses.values()) > 0
