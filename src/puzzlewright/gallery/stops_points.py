"""The stops of the walk: lattice points whose coordinates have no common divisor, and the pairs of them that are near.

Lengths are whole numbers of millionths, rounded down, so that sums and comparisons are exact.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int32]

UNIT = 10**6
"""A step to the next lattice point, in the numbers that are used while searching."""


def coprime_points(limit: int) -> Numbers:
    """All (x, y) with 1 <= x, y <= limit and gcd(x, y) = 1, one a row, ordered by x and then y."""
    numbers = np.arange(1, limit + 1)
    return (np.argwhere(np.gcd.outer(numbers, numbers) == 1) + 1).astype(np.int32)


def places(points: Numbers, limit: int) -> Numbers:
    """(limit + 1) x (limit + 1) numbers: which of the points is at (x, y), -1 for none."""
    found = np.full((limit + 1, limit + 1), -1, np.int32)
    found[points[:, 0], points[:, 1]] = np.arange(len(points))
    return found


def root(square: int, unit: int = UNIT) -> int:
    """The square root in these units, rounded down."""
    return math.isqrt(square * unit * unit)


def offsets(square: int) -> list[tuple[int, int]]:
    """The lattice vectors other than zero with at most this squared length."""
    reach = range(-math.isqrt(square), math.isqrt(square) + 1)
    return [(dx, dy) for dx in reach for dy in reach if 0 < dx * dx + dy * dy <= square]


def near_pairs(points: Numbers, limit: int, square: int) -> tuple[Numbers, Numbers, Numbers]:
    """Both ends and the length of every pair with at most this squared distance, the lower number of the two first."""
    at = places(points, limit)
    firsts, seconds, lengths = [], [], []
    for dx, dy in offsets(square):
        if (dx, dy) < (0, 0) or dx >= limit or abs(dy) >= limit:
            continue
        low, high = max(1, 1 - dy), limit + 1 - max(0, dy)
        first, second = at[1 : limit + 1 - dx, low:high], at[1 + dx :, low + dy : high + dy]
        both = (first >= 0) & (second >= 0)
        firsts.append(first[both])
        seconds.append(second[both])
        lengths.append(np.full(len(firsts[-1]), root(dx * dx + dy * dy), np.int32))
    if not firsts:
        return (np.zeros(0, np.int32),) * 3
    return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(lengths)


def sweep(points: Numbers, limit: int) -> Numbers:
    """Two columns at a time, up and down by turns: a tour that needs no search. An idea of Diarmuid Early."""
    order: list[int] = []
    at = places(points, limit)
    x, y = points[:, 0].tolist(), points[:, 1].tolist()
    for column in range(1, limit + 1, 2):
        rows = range(1, limit + 1) if column % 4 == 1 else range(limit, 0, -1)
        pair = at[column : column + 2].T.tolist()
        for row in rows:
            found = [point for point in pair[row] if point >= 0]
            if order:
                x0, y0 = x[order[-1]], y[order[-1]]
                found.sort(key=lambda point: (x[point] - x0) ** 2 + (y[point] - y0) ** 2)
            order += found
    return np.array(order, np.int32)
