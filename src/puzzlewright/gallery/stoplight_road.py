"""The road before the stoplight: its numbers, journeys on it, and the best plan in closed form.

Metres and seconds throughout. A journey is a list of points (time, speed) between which the acceleration is constant;
before the first and after the last point the speed is what it is there.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

TOP_SPEED = 100 / 3.6
ACCELERATION = 2.0
LIGHT, END = 2000.0, 4000.0
YELLOW, RED = 5.0, 20.0
CRUISE = END / TOP_SPEED
"""When the end is reached without ever braking."""

Journey = Sequence[tuple[float, float]]


def speed_at(journey: Journey, time: float) -> float:
    """The speed at a time."""
    after = bisect_right(journey, (time, math.inf))
    if after in (0, len(journey)):
        return journey[min(after, len(journey) - 1)][1]
    (start, before), (end, speed) = journey[after - 1 : after + 1]
    return before + (speed - before) * (time - start) / (end - start)


def distance(journey: Journey, start: float, end: float) -> float:
    """How far it goes between two times. Between points that is the mean speed times the time."""
    stops = [start, *(time for time, _ in journey if start < time < end), end]
    parts = (
        (later - time) * (speed_at(journey, time) + speed_at(journey, later)) / 2 for time, later in pairwise(stops)
    )
    return math.fsum(parts)


def arrival(journey: Journey, position: float, place: float) -> float:
    """When a place is reached by a journey that starts at `position`, and ends at a positive speed."""
    for (start, before), (end, speed) in pairwise(journey):
        step = (end - start) * (before + speed) / 2
        if position + step >= place:
            # d = v t + a t^2 / 2, in the form that also holds for a = 0.
            slope = (speed - before) / (end - start)
            left = place - position
            return start + 2 * left / (before + math.sqrt(max(0.0, before * before + 2 * slope * left)))
        position += step
    return journey[-1][0] + (place - position) / journey[-1][1]


def dip(last: float) -> float:
    """By how much to slow down for `last` to be the latest time at which stopping is possible.

    Brake fully up to then, from cruising: with a drop of b, at time s, the distance to the light L is just enough if
    L - V s + b^2 / 2a = (V - b)^2 / 2a, which is linear in b.
    """
    left = LIGHT - TOP_SPEED * last
    return TOP_SPEED / 2 - ACCELERATION * left / TOP_SPEED


def loss(drop: float) -> float:
    """Seconds that it costs to slow down by `drop` and to speed up again: a triangle of height b and width 2 b / a."""
    return drop * drop / ACCELERATION / TOP_SPEED


def last_stop(gap: float) -> float:
    """When to be on the verge of not being able to stop, if the light turns yellow at multiples of `gap`, or any time.

    Yellow a `gap` later must leave time to pass: at time s + gap + yellow the light is reached. Later is slower, so the
    earliest time is best; for gap 0 that is a root of 2 b^2 - 2 V b + V^2 - 20 V = 0 if a = 2 and yellow lasts 5 s.
    """

    def room(last: float) -> float:
        drop = max(0.0, dip(last))
        return TOP_SPEED * (last + gap + YELLOW) - drop * drop / ACCELERATION - LIGHT

    if gap:
        tick = math.ceil((LIGHT / TOP_SPEED - gap - YELLOW) / gap - 1e-9)
        while room(tick * gap) < -1e-9 or dip(tick * gap) < 0:
            tick += 1
        return tick * gap
    low = LIGHT / TOP_SPEED - YELLOW
    high = low + TOP_SPEED / ACCELERATION / 4
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if room(middle) >= 0 else (middle, high)
    return high


def closed_form(gap: float) -> tuple[Journey, float]:
    """The fastest journey that is always safe, if the light never changes, and when it ends."""
    last = last_stop(gap)
    drop = dip(last)
    width = drop / ACCELERATION
    journey = [(0.0, TOP_SPEED), (last - width, TOP_SPEED), (last, TOP_SPEED - drop), (last + width, TOP_SPEED)]
    return journey, CRUISE + loss(drop)
