"""Short tours of many points: a greedy one, made shorter by moves, then kicked where it is longer than it should be.

What makes this work are the multipliers of the bound. Pairs are ranked by length plus the multipliers of both ends (the
reduced length) and not by length, which on a lattice is the same for most. So greedy starts with the right pairs, the
right points are the near ones of each point, and kicks go where the tour and the bound disagree.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from puzzlewright.gallery.compiled import compiled
from puzzlewright.gallery.stops_bound import leader
from puzzlewright.gallery.stops_moves import (
    NEAR,
    ROOTS,
    Log,
    Move,
    Plane,
    Tour,
    Wide,
    distance,
    find_move,
    make_move,
    new_log,
    new_move,
    rewritten,
    take_back,
)
from puzzlewright.gallery.stops_points import UNIT, Numbers, near_pairs, offsets, places, root

KICK = 30
"""Most points in each of the two pieces that a kick exchanges."""
KICKS = 5
"""Kicks at a place before going on to the next."""
_BLOCK = 1000
_QUEUE = 1024


# The first tour


@compiled
def _join(first: Numbers, second: Numbers, ranked: Wide, degree: Numbers, parent: Numbers, beside: Numbers) -> None:
    """Take each pair, in this order, that leaves paths."""
    for pair in ranked:
        one, other = first[pair], second[pair]
        if degree[one] < 2 and degree[other] < 2:
            path, other_path = leader(parent, one), leader(parent, other)
            if path != other_path:
                parent[other_path] = path
                beside[one, degree[one]] = other
                beside[other, degree[other]] = one
                degree[one] += 1
                degree[other] += 1


@compiled
def _ends_within(ends: Numbers, points: Numbers, parent: Numbers, radius: int, limit: int) -> npt.NDArray[np.int32]:
    """Pairs of ends of different paths at most `radius` apart, a row (end, end, squared distance) each."""
    cells = limit // radius + 1
    head = np.full((cells, cells), -1, np.int32)
    following = np.full(len(ends), -1, np.int32)
    found = []
    for index in range(len(ends)):
        one = ends[index]
        column, row = points[one, 0] // radius, points[one, 1] // radius
        for near_column in range(max(0, column - 1), min(cells, column + 2)):
            for near_row in range(max(0, row - 1), min(cells, row + 2)):
                place = head[near_column, near_row]
                while place >= 0:
                    other = ends[place]
                    square = (points[one, 0] - points[other, 0]) ** 2 + (points[one, 1] - points[other, 1]) ** 2
                    if square <= radius * radius and leader(parent, one) != leader(parent, other):
                        found.append((one, other, square))
                    place = following[place]
        following[index] = head[column, row]
        head[column, row] = index
    pairs = np.empty((len(found), 3), np.int32)
    for index in range(len(found)):
        pairs[index, 0], pairs[index, 1], pairs[index, 2] = found[index]
    return pairs


@compiled
def _follow(beside: Numbers, start: int) -> Numbers:
    """The points along a path from one of its ends."""
    order = np.empty(len(beside), np.int32)
    last, here = -1, start
    for index in range(len(order)):
        order[index] = here
        ahead = beside[here, 0] if beside[here, 0] != last else beside[here, 1]
        last, here = here, ahead
    return order


def greedy(points: Numbers, multipliers: Numbers, limit: int, square: int = 10) -> Numbers:
    """Near pairs by reduced length as long as they make paths, then the ends of paths by distance."""
    first, second, length = near_pairs(points, limit, square)
    degree = np.zeros(len(points), np.int32)
    parent = np.arange(len(points), dtype=np.int32)
    beside = np.full((len(points), 2), -1, np.int32)
    ranked = np.argsort(length + multipliers[first] + multipliers[second], kind="stable")
    _join(first, second, ranked, degree, parent, beside)
    radius = 4
    while degree.sum() < 2 * len(points) - 2:
        ends = np.flatnonzero(degree < 2).astype(np.int32)
        pairs = _ends_within(ends, points, parent, radius, limit)
        ranked = np.argsort(pairs[:, 2], kind="stable")
        _join(pairs[:, 0].copy(), pairs[:, 1].copy(), ranked, degree, parent, beside)
        radius = min(2 * radius, 2 * limit)
    return _follow(beside, int(np.flatnonzero(degree < 2)[0]))


# Making it shorter


@compiled
def _near(at: Numbers, points: Numbers, multipliers: Numbers, steps: Numbers, step_lengths: Numbers) -> Numbers:
    """For each point the numbers and then the distances of the NEAR ones of least reduced length, -1 for none left."""
    limit = len(at) - 1
    near = np.full((2, len(points), NEAR), -1, np.int32)
    reduced = np.zeros(NEAR, np.int64)
    for point in range(len(points)):
        count = 0
        for index in range(len(steps)):
            x, y = points[point, 0] + steps[index, 0], points[point, 1] + steps[index, 1]
            if x < 1 or y < 1 or x > limit or y > limit or at[x, y] < 0:
                continue
            value = np.int64(step_lengths[index]) + multipliers[at[x, y]]
            if count == NEAR and value >= reduced[NEAR - 1]:
                continue
            place = min(count, NEAR - 1)
            while place > 0 and reduced[place - 1] > value:
                reduced[place] = reduced[place - 1]
                near[0, point, place], near[1, point, place] = near[0, point, place - 1], near[1, point, place - 1]
                place -= 1
            reduced[place] = value
            near[0, point, place], near[1, point, place] = at[x, y], step_lengths[index]
            count = min(count + 1, NEAR)
    return near


def plane_of(points: Numbers, multipliers: Numbers, limit: int, square: int = 26) -> Plane:
    """The points with their near ones, chosen within this squared distance."""
    steps = offsets(square)
    lengths = np.array([root(dx * dx + dy * dy) for dx, dy in steps], np.int32)
    near, length = _near(places(points, limit), points, multipliers, np.array(steps, np.int32), lengths)
    return Plane(points[:, 0].copy(), points[:, 1].copy(), ROOTS, near, length)


@compiled
def _descend(plane: Plane, tour: Tour, move: Move, log: Log, queue: Numbers, waiting: Numbers, most: int) -> int:
    """Make moves from the points in the queue until there are none, at most `most` moves. The number of moves made.

    `queue` is a ring of all points, `waiting` says who is in it, and its last two numbers are the head and the size.
    """
    size = len(tour.order)
    made = 0
    while waiting[size + 1] > 0 and made < most:
        point = queue[waiting[size]]
        edges, _ = find_move(point, plane, tour, move, size)
        if edges == 0:
            waiting[size] = (waiting[size] + 1) % size
            waiting[size + 1] -= 1
            waiting[point] = 0
            continue
        make_move(move, edges, tour, log, False)
        made += 1
        for end in move.ends[: 2 * edges]:
            if not waiting[end]:
                waiting[end] = 1
                queue[(waiting[size] + waiting[size + 1]) % size] = end
                waiting[size + 1] += 1
    return made


@compiled
def _kick(point: int, plane: Plane, tour: Tour, move: Move, log: Log, queue: Numbers, waiting: Numbers) -> int:
    """Exchange two short pieces around a point, repair, and keep the tour unless it is longer. What was gained."""
    size = len(tour.order)
    longest = min(KICK, (size - 2) // 3)
    start = tour.place[point] - np.random.randint(0, longest)
    first = start + 1 + np.random.randint(0, longest)
    second = first + 1 + np.random.randint(0, longest)
    ends = move.ends
    for index, cut in enumerate((start, first, second)):
        ends[2 * index], ends[2 * index + 1] = tour.order[cut % size], tour.order[(cut + 1) % size]
    a, b, c, d, e, f = ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]
    gained = distance(plane, a, b) + distance(plane, c, d) + distance(plane, e, f)
    gained -= distance(plane, a, d) + distance(plane, e, b) + distance(plane, c, f)
    # As a move: a-b, e-f and d-c leave, b-e, f-c and d-a come.
    ends[0], ends[1], ends[2], ends[3], ends[4], ends[5] = a, b, e, f, c, d
    if rewritten(move, 3, tour.place) < 0:
        return 0
    make_move(move, 3, tour, log, True)
    head, count = 0, 0
    for end in ends[:6]:
        if not waiting[end]:
            waiting[end] = 1
            queue[count] = end
            count += 1
    while count > 0:
        here = queue[head]
        head = (head + 1) % _QUEUE
        count -= 1
        waiting[here] = 0
        while 2 * log.kept[0] + 2 < len(log.stretches):
            edges, gain = find_move(here, plane, tour, move, len(log.points) - log.kept[1])
            if edges == 0:
                break
            make_move(move, edges, tour, log, True)
            gained += gain
            for end in ends[: 2 * edges]:
                if not waiting[end] and count < _QUEUE:
                    waiting[end] = 1
                    queue[(head + count) % _QUEUE] = end
                    count += 1
    if gained < 0:
        take_back(tour, log)
        return 0
    log.kept[:] = 0
    return gained


@compiled
def _kick_all(
    low: int, high: int, above: int, seed: int, multipliers: Numbers, plane: Plane, tour: Tour, move: Move, log: Log,
    queue: Numbers, waiting: Numbers,
) -> tuple[int, int]:  # fmt: skip
    """Kick at the points from `low` to `high` whose edge to the next has a reduced length over `above`: kicks, gain."""
    np.random.seed(seed)
    kicks, gained = 0, 0
    size = len(tour.order)
    for point in range(low, high):
        for _ in range(KICKS):
            after = tour.order[(tour.place[point] + 1) % size]
            if distance(plane, point, after) + multipliers[point] + multipliers[after] <= above:
                break
            kicks += 1
            gained += _kick(point, plane, tour, move, log, queue, waiting)
    return kicks, gained


def shorter_tours(points: Numbers, multipliers: Numbers, heaviest: int, limit: int) -> Iterator[Numbers]:
    """Ever better tours, again and again the same one if there is no progress, until there is nothing more to try.

    At least 8 points. `heaviest` is the largest reduced length in the tree of the bound: an edge above it is where the
    tour is longer than the bound. Each step takes a fraction of a second.
    """
    numbers = greedy(points, multipliers, limit)
    yield numbers
    # From here on points are numbered along the first tour, so that what is near is near in memory.
    points, multipliers = points[numbers], multipliers[numbers]
    size = len(points)
    plane = plane_of(points, multipliers, limit)
    tour = Tour(np.arange(size, dtype=np.int32), np.arange(size, dtype=np.int32))
    move, log = new_move(), new_log(size)
    queue = np.arange(size, dtype=np.int32)
    waiting = np.ones(size + 2, np.int32)
    waiting[size:] = 0, size
    while _descend(plane, tour, move, log, queue, waiting, max(100, 10**9 // size)):
        yield numbers[tour.order]
    waiting[:] = 0
    queue = np.zeros(_QUEUE, np.int32)
    above, seed, idle = heaviest, 0, 0
    # A round without any gain widens the search to edges that are less suspicious; three of them end it.
    while idle < 6:
        gained = 0
        for low in range(0, size, _BLOCK):
            seed += 1
            kicks, gain = _kick_all(
                low, min(size, low + _BLOCK), above, seed, multipliers, plane, tour, move, log, queue, waiting
            )
            gained += gain
            if kicks:
                yield numbers[tour.order]
        idle = 0 if gained else idle + 1
        above = heaviest - idle * UNIT // 10
