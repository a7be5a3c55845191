"""Held and Karp's lower bound, raised step by step. Compiled by numba.

Take any number, a multiplier, for each point, and add to the length of each pair those of its ends. Every tour becomes
longer by twice their sum. It is a spanning tree of all points but one, plus two edges at that one (a 1-tree), so the
lightest 1-tree, less twice the sum, is a lower bound. Held and Karp, The traveling-salesman problem and minimum
spanning trees: part II, Mathematical Programming 1 (1971).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzlewright.gallery.compiled import compiled
from puzzlewright.gallery.stops_points import UNIT, Numbers, near_pairs

FIRST_STEP, LAST_STEP = 0.05, 5e-6
"""By how many lattice steps a multiplier changes for each edge too many or too few, at first and at last."""
_DIGIT = 12


@compiled
def leader(parent: Numbers, point: int) -> int:
    """The point that stands for the component of `point`."""
    while parent[point] != point:
        parent[point] = parent[parent[point]]
        point = parent[point]
    return point


class Pairs(NamedTuple):
    """Both ends and the length of each pair, the lower number first, and space to sort them by reduced length."""

    first: Numbers
    second: Numbers
    length: Numbers
    number: Numbers
    weight: Numbers
    number_copy: Numbers
    weight_copy: Numbers


@compiled
def _sort(numbers: Numbers, weights: Numbers, to_numbers: Numbers, to_weights: Numbers, low: int, shift: int) -> None:
    """One pass of sorting by digits."""
    start = np.zeros((1 << _DIGIT) + 1, np.int64)
    mask = (1 << _DIGIT) - 1
    for weight in weights:
        start[((weight - low >> shift) & mask) + 1] += 1
    for digit in range(1 << _DIGIT):
        start[digit + 1] += start[digit]
    for index in range(len(weights)):
        digit = (weights[index] - low >> shift) & mask
        to_numbers[start[digit]], to_weights[start[digit]] = numbers[index], weights[index]
        start[digit] += 1


@compiled
def one_tree(pairs: Pairs, multipliers: Numbers, most: int, degree: Numbers, parent: Numbers) -> tuple[int, int, int]:
    """The lightest 1-tree of pairs with a weight of at most `most`: number of edges, weight, heaviest edge of the tree.

    Point 0 is the one outside the tree. Kruskal's algorithm; fills `degree`. Fewer edges than points if `most` is low.
    """
    count, low = 0, most
    for index in range(len(pairs.first)):
        weight = pairs.length[index] + multipliers[pairs.first[index]] + multipliers[pairs.second[index]]
        if weight <= most:
            pairs.number[count], pairs.weight[count] = index, weight
            low = min(low, weight)
            count += 1
    numbers, weights, numbers_copy, weights_copy = pairs.number, pairs.weight, pairs.number_copy, pairs.weight_copy
    shift = 0
    while most - low >> shift:
        _sort(numbers[:count], weights[:count], numbers_copy, weights_copy, low, shift)
        numbers, weights, numbers_copy, weights_copy = numbers_copy, weights_copy, numbers, weights
        shift += _DIGIT
    for point in range(len(parent)):
        parent[point] = point
        degree[point] = 0
    edges, outside, total, heaviest = 0, 0, np.int64(0), np.int64(low)
    for index in range(count):
        one, other, weight = pairs.first[numbers[index]], pairs.second[numbers[index]], weights[index]
        if one == 0:
            if outside == 2:
                continue
            outside += 1
        else:
            root, other_root = leader(parent, one), leader(parent, other)
            if root == other_root:
                continue
            parent[max(root, other_root)] = min(root, other_root)
            heaviest = np.int64(weight)
        edges += 1
        total += weight
        degree[one] += 1
        degree[other] += 1
        if edges == len(parent):
            break
    return edges, int(total), int(heaviest)


class Bound(NamedTuple):
    """Multipliers in millionths, the bound that they give, and the heaviest edge of their tree."""

    multipliers: Numbers
    value: int
    heaviest: int


def rising_bounds(points: Numbers, limit: int, done: Callable[[], float], square: int = 10) -> Iterator[Bound]:
    """The best bound after each step of a subgradient ascent over pairs with at most this squared distance.

    Where the tree has too few edges at a point its multiplier falls, where it has too many it rises. Steps get shorter
    from FIRST_STEP to LAST_STEP, geometrically, while `done` goes from 0 to 1, which ends it. Some of the direction
    before is mixed in, as Helsgaun does (European Journal of Operational Research 126, 2000).
    """
    first, second, length = near_pairs(points, limit, square)
    pairs = Pairs(first, second, length, *(np.zeros(len(first), np.int32) for _ in range(4)))
    degree, parent = np.zeros(len(points), np.int32), np.zeros(len(points), np.int32)
    multipliers: npt.NDArray[np.int32] = np.zeros(len(points), np.int32)
    before = np.zeros(len(points), np.int32)
    everything = 2**30
    most, best = everything, None
    while (so_far := done()) < 1:
        edges, total, heaviest = one_tree(pairs, multipliers, most, degree, parent)
        if edges < len(points):
            edges, total, heaviest = one_tree(pairs, multipliers, everything, degree, parent)
        # The next tree is much like this one: heavier pairs need not be sorted.
        most = heaviest + UNIT // 10
        value = total - 2 * int(multipliers.sum(dtype=np.int64))
        if best is None or value > best.value:
            best = Bound(multipliers, value, heaviest)
        yield best
        size = UNIT * FIRST_STEP * (LAST_STEP / FIRST_STEP) ** so_far
        missing = degree - 2
        multipliers = multipliers + np.rint(size * (0.7 * missing + 0.3 * before)).astype(np.int32)
        before = missing
