"""What is claimed of the walk, checked by plain code: that a tour is one and how long it is, and that a bound holds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

BILLION = 10**9
"""A lattice step in the whole numbers of a bound. Square roots are rounded down to them."""

Point = Sequence[int]


def wrong_with_tour(limit: int, tour: Sequence[Point]) -> list[str]:
    """What keeps it from visiting every coprime point up to the limit once."""
    wrong = []
    seen = set()
    for x, y in tour:
        if not (1 <= x <= limit and 1 <= y <= limit and math.gcd(x, y) == 1):
            wrong.append(f"({x}, {y}) is no stop")
        elif (x, y) in seen:
            wrong.append(f"({x}, {y}) is visited twice")
        seen.add((x, y))
    stops = sum(math.gcd(x, y) == 1 for x in range(1, limit + 1) for y in range(1, limit + 1))
    if len(tour) != stops:
        wrong.append(f"there are {stops} stops, and the tour has {len(tour)}")
    return wrong


def length(tour: Sequence[Point]) -> float:
    """Of the closed tour; the sum has one rounding error, whatever its length."""
    return math.fsum(math.dist(one, other) for one, other in pairwise([*tour, tour[0]]))


def lower_bound(limit: int, multipliers: Sequence[int]) -> int:
    """A number of billionths that every tour is at least as long as, whatever the multipliers: one for each stop, in
    billionths, stops ordered by x and then y. At least 3 stops.

    A tour is a path through all stops but the first, (1, 1), and two edges at that one. So with the multipliers of both
    ends added to the length of each edge, it weighs at least as much as the lightest tree on the other stops and the
    two lightest edges at the first one; and the sum of all multipliers has then been added twice.
    """
    square = 10
    while (weight := _tree_and_two(limit, multipliers, square)) is None:
        square *= 4
    return weight - 2 * sum(multipliers)


def _tree_and_two(limit: int, multipliers: Sequence[int], square: int) -> int | None:
    """The weight of that tree and the two edges, chosen among pairs with at most this squared distance.

    None if another pair could be lighter than one that was chosen.
    """
    import numpy as np

    stops = [(x, y) for x in range(1, limit + 1) for y in range(1, limit + 1) if math.gcd(x, y) == 1]
    assert len(multipliers) == len(stops) > 2
    number = np.full((limit + 1, limit + 1), -1)
    for index, (x, y) in enumerate(stops):
        number[x, y] = index
    added = np.array(multipliers, np.int64)
    ones, others, weights = [], [], []
    reach = min(limit - 1, math.isqrt(square))
    for dx in range(reach + 1):
        for dy in range(-reach, reach + 1):
            if (dx, dy) <= (0, 0) or dx * dx + dy * dy > square:
                continue
            # All places (x, y) for which (x + dx, y + dy) is in the square too, and the places that these are.
            here = number[1 : limit + 1 - dx, max(1, 1 - dy) : min(limit, limit - dy) + 1].ravel()
            there = number[1 + dx :, max(1, 1 + dy) : min(limit, limit + dy) + 1].ravel()
            both = (here >= 0) & (there >= 0)
            one, other = here[both], there[both]
            ones.append(one)
            others.append(other)
            weights.append(math.isqrt((dx * dx + dy * dy) * BILLION**2) + added[one] + added[other])
    one, other, weight = (np.concatenate(parts) for parts in (ones, others, weights))
    parent = list(range(len(stops)))
    tree, at_first, heaviest = 0, 0, 0
    total = 0
    for a, b, w in _in_order(one, other, weight):
        if a == 0 or b == 0:
            if at_first == 2:
                continue
            at_first += 1
        else:
            while parent[a] != a:
                parent[a] = a = parent[parent[a]]
            while parent[b] != b:
                parent[b] = b = parent[parent[b]]
            if a == b:
                continue
            parent[a] = b
            tree += 1
        total += w
        heaviest = w
        if tree == len(stops) - 2 and at_first == 2:
            break
    else:
        return None
    if square >= 2 * (limit - 1) ** 2:
        return total
    # Every other pair is longer than that, and has at least the two smallest multipliers.
    lightest_left_out = math.isqrt((square + 1) * BILLION**2) + 2 * int(added.min())
    return total if lightest_left_out >= heaviest else None


def _in_order(one: Any, other: Any, weight: Any) -> Iterator[tuple[int, int, int]]:
    """The pairs as whole numbers, the lightest first; a part at a time, as there can be millions."""
    import numpy as np

    order = np.argsort(weight, kind="stable")
    for start in range(0, len(order), 1 << 20):
        part = order[start : start + (1 << 20)]
        yield from zip(one[part].tolist(), other[part].tolist(), weight[part].tolist(), strict=True)
