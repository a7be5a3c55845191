"""Moves that make a tour shorter: up to five edges out, as many in. Compiled by numba.

A move is a row of ends t0, t1, t2, ...: the edges t0-t1, t2-t3, ... of the tour leave and t1-t2, t3-t4, ..., and last
the one back to t0, come. It is found as by Lin and Kernighan (An effective heuristic algorithm for the
traveling-salesman problem, Operations Research 21, 1973): what has left must always be longer than what has come. As in
Helsgaun's LKH, edges in between may leave several cycles; only a move that is made must give one. Nothing is changed
while looking.

The tour is an array. To make a move, the longest of the pieces between the edges that leave stays where it is, and the
others are written anew, in their new order and directions.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzlewright.gallery.compiled import compiled
from puzzlewright.gallery.stops_points import UNIT, Numbers, root

EDGES = 5
"""The most edges that a move exchanges."""
BREADTH = np.array([0, 6, 5, 4, 3, 0], np.int64)
"""How many near points are tried for the k-th edge that comes, the most promising first."""
NEAR = 6

ROOTS = np.array([root(square) for square in range(4096)], np.int32)

Wide = npt.NDArray[np.int64]


class Plane(NamedTuple):
    """Points, and which of them are near: `near` and `length` are points x NEAR, best first, -1 for none."""

    x: Numbers
    y: Numbers
    roots: Numbers
    near: Numbers
    length: Numbers


class Tour(NamedTuple):
    """The points in their order, and for each point its place in that order."""

    order: Numbers
    place: Numbers


class Move(NamedTuple):
    """A move, and space to find it in.

    `cuts` are the places before the edges that leave, in rising order, and `before` tells which end is there; piece i
    of the tour lies between cuts i and i + 1. `pieces` and `turned` say how they follow each other afterwards.
    """

    ends: Wide
    cuts: Wide
    before: Wide
    side: Wide
    pieces: Wide
    turned: Wide
    tried: Wide
    open: Wide


class Log(NamedTuple):
    """What was overwritten, to be taken back: `kept` is the number of stretches and of points in them, `stretches`
    the first place and the length of each, `points` their former content."""

    kept: Wide
    stretches: Wide
    points: Numbers
    buffer: Numbers


def new_move() -> Move:
    return Move(*(np.zeros(2 * EDGES + 2, np.int64) for _ in range(8)))


def new_log(points: int) -> Log:
    return Log(
        np.zeros(2, np.int64), np.zeros(2000, np.int64), np.zeros(4 * points, np.int32), np.zeros(points, np.int32)
    )


@compiled
def distance(plane: Plane, one: int, other: int) -> int:
    dx = np.int64(plane.x[one] - plane.x[other])
    dy = np.int64(plane.y[one] - plane.y[other])
    square = dx * dx + dy * dy
    if square < 4096:
        return int(plane.roots[square])
    return int(math.sqrt(square) * UNIT)


@compiled
def piece_length(move: Move, edges: int, piece: int, size: int) -> int:
    if piece < edges - 1:
        return int(move.cuts[piece + 1] - move.cuts[piece])
    return int(move.cuts[0] + size - move.cuts[piece])


@compiled
def rewritten(move: Move, edges: int, place: Numbers) -> int:
    """How many places a move writes anew, -1 if its edges do not give one cycle. Fills all but the ends of the move."""
    size = len(place)
    ends, cuts, before, side = move.ends, move.cuts, move.before, move.side
    for edge in range(edges):
        first, second = place[ends[2 * edge]], place[ends[2 * edge + 1]]
        forward = first + 1 == second or (second == 0 and first == size - 1)
        cut, end = (first, 2 * edge) if forward else (second, 2 * edge + 1)
        index = edge
        while index > 0 and cuts[index - 1] > cut:
            cuts[index] = cuts[index - 1]
            before[index] = before[index - 1]
            index -= 1
        cuts[index] = cut
        before[index] = end
    # An end is numbered 2 i if it is before cut i, and 2 i + 1 if it is after it.
    for index in range(edges):
        side[before[index]] = 2 * index
        side[before[index] ^ 1] = 2 * index + 1
    longest, most = 0, 0
    for piece in range(edges):
        length = piece_length(move, edges, piece, size)
        if length > most:
            longest, most = piece, length
    # Walk along pieces and edges that come, from the longest piece on, until it comes again.
    piece, turned, count = longest, 0, 0
    while True:
        move.pieces[count], move.turned[count] = piece, turned
        count += 1
        end = before[piece] ^ 1 if turned else before[(piece + 1) % edges]
        other = (end + 1) % (2 * edges) if end & 1 else (end - 1) % (2 * edges)
        turned = 1 - (side[other] & 1)
        piece = ((side[other] >> 1) - turned) % edges
        if piece == longest or count == edges:
            break
    return size - most if count == edges and piece == longest and not turned else -1


@compiled
def find_move(start: int, plane: Plane, tour: Tour, move: Move, room: int) -> tuple[int, int]:
    """A move from `start` that makes the tour shorter and writes at most `room` places: how many edges, and the gain.

    Both are 0 if there is none among those that are looked at.
    """
    order, place = tour.order, tour.place
    size = len(order)
    ends, tried = move.ends, move.tried
    for way in range(2):
        ends[0] = start
        ends[1] = order[(place[start] + 1) % size] if way else order[place[start] - 1]
        move.open[1] = distance(plane, ends[0], ends[1])
        edges = 1
        tried[1] = 0
        while edges > 0:
            if tried[edges] >= 2 * BREADTH[edges]:
                edges -= 1
                continue
            choice, forward = tried[edges] >> 1, tried[edges] & 1
            tried[edges] += 1
            here = ends[2 * edges - 1]
            there = plane.near[here, choice]
            if there < 0:
                tried[edges] = 2 * BREADTH[edges]
                continue
            left = move.open[edges] - plane.length[here, choice]
            apart = abs(place[here] - place[there])
            if left <= 0 or apart == 1 or apart == size - 1:
                tried[edges] += 1 - forward
                continue
            at = place[there]
            end = (order[at + 1] if at + 1 < size else order[0]) if forward else order[at - 1]
            known = False
            for edge in range(edges):
                first, second = ends[2 * edge], ends[2 * edge + 1]
                known |= (first == there and second == end) or (first == end and second == there)
                if edge > 0:
                    known |= ends[2 * edge - 1] == here and first == there
                    known |= ends[2 * edge - 1] == there and first == here
            if known:
                continue
            ends[2 * edges], ends[2 * edges + 1] = there, end
            left += distance(plane, there, end)
            if end != start:
                gain = left - distance(plane, end, start)
                if gain > 0:
                    places = rewritten(move, edges + 1, place)
                    if 0 <= places <= room:
                        return edges + 1, gain
                if edges + 1 < EDGES:
                    edges += 1
                    move.open[edges] = left
                    tried[edges] = 0
    return 0, 0


@compiled
def make_move(move: Move, edges: int, tour: Tour, log: Log, keep: bool) -> None:
    """Write all pieces but the first anew, after it. With `keep` there must be room for `take_back` to undo it."""
    order, place = tour.order, tour.place
    size = len(order)
    written = 0
    for index in range(1, edges):
        piece = move.pieces[index]
        length = piece_length(move, edges, piece, size)
        step = -1 if move.turned[index] else 1
        at = (move.cuts[piece] + (length if step < 0 else 1)) % size
        for _ in range(length):
            log.buffer[written] = order[at]
            written += 1
            at += step
            if at == size:
                at = 0
            elif at < 0:
                at = size - 1
    start = (move.cuts[(move.pieces[0] + 1) % edges] + 1) % size
    if keep:
        write_down(start, written, tour, log)
    at = start
    for index in range(written):
        order[at] = log.buffer[index]
        place[log.buffer[index]] = at
        at += 1
        if at == size:
            at = 0


@compiled
def write_down(start: int, length: int, tour: Tour, log: Log) -> None:
    """Keep what is in these places of the tour."""
    count, points = log.kept[0], log.kept[1]
    log.stretches[2 * count], log.stretches[2 * count + 1] = start, length
    at = start
    for index in range(length):
        log.points[points + index] = tour.order[at]
        at += 1
        if at == len(tour.order):
            at = 0
    log.kept[0], log.kept[1] = count + 1, points + length


@compiled
def take_back(tour: Tour, log: Log) -> None:
    """Restore all that was written down, the last first."""
    while log.kept[0] > 0:
        log.kept[0] -= 1
        start, length = log.stretches[2 * log.kept[0]], log.stretches[2 * log.kept[0] + 1]
        log.kept[1] -= length
        at = start
        for index in range(length):
            point = log.points[log.kept[1] + index]
            tour.order[at] = point
            tour.place[point] = at
            at += 1
            if at == len(tour.order):
                at = 0
