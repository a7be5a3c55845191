"""The integer program of Dantzig, Fulkerson and Johnson over near pairs, with subtour rows added as they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzlewright.deadline import Deadline
from puzzlewright.gallery.linear import quiet_highs
from puzzlewright.gallery.stops_points import Numbers, near_pairs

Floats = npt.NDArray[np.float64]

_LEVELS = (1e-6, 0.26, 0.34, 0.51, 0.67, 0.76, 0.999)
"""Values above which edges are looked at to find parts that few edges leave."""


def build(points: Numbers, first: Numbers, second: Numbers) -> Any:
    """Minimise the length, each point having two of the edges; no subtour row yet. A HiGHS program."""
    program = quiet_highs()
    edges = len(first)
    program.addVars(edges, np.zeros(edges), np.ones(edges))
    lengths = np.sqrt(((points[first] - points[second]) ** 2).sum(axis=1))
    program.changeColsCost(edges, np.arange(edges, dtype=np.int32), lengths)
    ends = np.concatenate([first, second])
    by_point = np.argsort(ends, kind="stable")
    starts = np.searchsorted(ends[by_point], np.arange(len(points))).astype(np.int32)
    twos = np.full(len(points), 2.0)
    program.addRows(len(points), twos, twos, 2 * edges, starts, (by_point % edges).astype(np.int32), np.ones(2 * edges))
    return program


def add_subtour_row(program: Any, inside: npt.NDArray[np.bool_], first: Numbers, second: Numbers) -> None:
    """Fewer edges inside a set of points than points."""
    edges = np.flatnonzero(inside[first] & inside[second]).astype(np.int32)
    program.addRow(-np.inf, float(inside.sum() - 1), len(edges), edges, np.ones(len(edges)))


@dataclass(frozen=True, slots=True)
class Step:
    """`multipliers` in lattice steps are the prices of the points in the relaxation; `order` is a tour or None."""

    multipliers: Floats
    value: float
    rows: int
    order: Numbers | None = None


def relaxations(points: Numbers, limit: int, deadline: Deadline, tour: bool, square: int = 10) -> Iterator[Step]:
    """The relaxation after each round of subtour rows, and with `tour`, whole numbers are asked for at last.

    Rows are for parts without stop 0 (any part or the rest of it is), as in a 1-tree with stop 0 outside the tree: so
    the bound of the prices as multipliers is the value. Parts are looked for among components of the edges above some
    levels, which is quick and misses some. Ends early when the time is over. At least 3 points.
    """
    first, second, _ = near_pairs(points, limit, square)
    program = build(points, first, second)
    known: set[bytes] = set()
    whole = False
    multipliers, relaxed = np.zeros(len(points)), 0.0
    while (values := _run(program, deadline)) is not None:
        if not whole:
            multipliers = -np.array(program.getSolution().row_dual)[: len(points)]
            relaxed = program.getInfo().objective_function_value
            yield Step(multipliers, relaxed, len(known))
        new = False
        for inside in _loose_parts(len(points), first, second, values):
            if inside.tobytes() not in known:
                known.add(inside.tobytes())
                add_subtour_row(program, inside, first, second)
                new = True
        if new:
            continue
        if whole:
            chosen = values > 0.5
            yield Step(multipliers, relaxed, len(known), _around(first[chosen], second[chosen]))
        if whole or not tour:
            return
        from highspy import HighsVarType

        edges = len(first)
        program.changeColsIntegrality(edges, np.arange(edges, dtype=np.int32), np.full(edges, HighsVarType.kInteger))
        whole = True


def _run(program: Any, deadline: Deadline) -> Floats | None:
    """The best values of the edges, None if the time is over."""
    from highspy import HighsModelStatus

    if deadline.left_s is not None:
        if deadline.left_s == 0:
            return None
        # HiGHS counts the time of all its runs.
        program.setOptionValue("time_limit", program.getRunTime() + deadline.left_s)
    program.run()
    if program.getModelStatus() != HighsModelStatus.kOptimal:
        return None
    return np.array(program.getSolution().col_value)


def _loose_parts(size: int, first: Numbers, second: Numbers, values: Floats) -> Iterator[npt.NDArray[np.bool_]]:
    """Parts without point 0, of 3 points or more, that less than two edges leave: at the lowest level that has some."""
    for level in _LEVELS:
        part = components(size, first[values > level], second[values > level])
        crossing = part[first] != part[second]
        leaving = np.bincount(part[first[crossing]], values[crossing], size)
        leaving += np.bincount(part[second[crossing]], values[crossing], size)
        points_in = np.bincount(part, minlength=size)
        found = False
        for number in np.flatnonzero((leaving < 2 - 1e-4) & (points_in > 0) & (points_in < size)):
            inside = part == number
            if inside[0]:
                inside = ~inside
            if inside.sum() >= 3:
                found = True
                yield inside
        if found and level < 0.1:
            # Whole components come first; the other levels are for when there is one only.
            return


def components(size: int, first: Numbers, second: Numbers) -> npt.NDArray[np.int64]:
    """For each point a number that it shares with all that edges lead to from it."""
    parent = list(range(size))

    def leader(point: int) -> int:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        parent[leader(one)] = leader(other)
    return np.array([leader(point) for point in range(size)])


def _around(first: Numbers, second: Numbers) -> Numbers:
    """The points of a cycle in their order."""
    beside: dict[int, list[int]] = {}
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    order = [0]
    last, here = -1, 0
    while len(order) < len(beside):
        ahead = beside[here][0] if beside[here][0] != last else beside[here][1]
        last, here = here, ahead
        order.append(here)
    return np.array(order, np.int32)
