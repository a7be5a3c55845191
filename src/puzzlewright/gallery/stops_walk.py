"""The walk through all coprime points: bound first, then tours, within the time that there is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from puzzlewright.deadline import Deadline, Stopwatch
from puzzlewright.gallery.entry import Result, Say
from puzzlewright.gallery.stops_check import BILLION, length, lower_bound
from puzzlewright.gallery.stops_points import UNIT, Numbers, coprime_points, sweep

EXACT, RELAXED = 64, 60_000
"""Up to so many stops the integer program is solved, up to so many its relaxation."""
STEPS = 400
"""Steps of the ascent."""
SLACK = 2 / BILLION
"""A tour is called optimal if it is longer than the bound by no more than this for each stop: the bound has the square
roots and multipliers rounded to billionths."""


class Course:
    """The best bound and tour so far, and how they came about."""

    def __init__(self, limit: int, deadline: Deadline, say: Say) -> None:
        self.limit, self.deadline, self.say = limit, deadline, say
        self.points = coprime_points(limit)
        self.order = sweep(self.points, limit)
        self.multipliers = np.zeros(len(self.points), np.int64)
        # Between two stops is at least one step.
        self.bound = float(len(self.points))
        self.heaviest = UNIT
        self.length = self._length(self.order)
        self.history: list[dict[str, float]] = []
        self._watch, self._seconds, self._told = Stopwatch(), 0.0, -math.inf
        self.note("columns in pairs", always=True)

    @property
    def over(self) -> bool:
        return self.deadline.left_s == 0

    @property
    def proved(self) -> bool:
        return self.length - self.bound <= SLACK * len(self.points)

    @property
    def seconds(self) -> float:
        self._seconds += self._watch.lap()
        return self._seconds

    def share(self, part: float) -> float:
        """Seconds that make up this part of what is left, or infinity."""
        return math.inf if self.deadline.left_s is None else part * self.deadline.left_s

    def note(self, what: str, always: bool = False) -> None:
        """Tell how far it is, once in a second, and keep some of it."""
        seconds = self.seconds
        if not always and seconds < self._told + 1:
            return
        self._told = seconds
        ratio = self.length / self.bound
        self.say(f"{what}: at least {self.bound:,.1f}, at most {self.length:,.1f}, ratio {ratio:.6f}")
        if always or seconds > 1.1 * self.history[-1]["seconds"]:
            self.history.append(
                {"seconds": round(seconds, 2), "bound": self.bound, "length": self.length, "ratio": ratio}
            )

    def raise_bound(self, bound: float, multipliers: Any, heaviest: int) -> None:
        """`multipliers` in billionths, `heaviest` in millionths."""
        if bound > self.bound:
            self.bound, self.multipliers, self.heaviest = bound, multipliers, heaviest

    def offer(self, order: Numbers) -> None:
        if (found := self._length(order)) < self.length:
            self.length, self.order = found, order

    def _length(self, order: Numbers) -> float:
        around = self.points[order].astype(float)
        return float(np.hypot(*(around - np.roll(around, -1, axis=0)).T).sum())

    def result(self) -> Result:
        self.note("done", always=True)
        tour = self.points[self.order].tolist()
        facts = {"coprime_points": len(tour), "ratio": self.length / self.bound, "history": self.history}
        plan = {"tour": tour, "multipliers": self.multipliers.tolist()}
        reason = "" if self.proved else "the time is over" if self.over else "bound and tour stay apart"
        return Result(length(tour), self.proved, self.bound, plan, facts, reason)


def walk(limit: int, deadline: Deadline, say: Say) -> Result:
    """A tour of all coprime points up to a limit of at least 2 and a bound; better the more time there is."""
    course = Course(limit, deadline, say)
    if course.over:
        return course.result()
    if len(course.points) <= EXACT:
        _by_program(course, deadline, tour=True)
        return course.result()
    say("compiling")
    with deadline.paused():
        _compile()
    _by_ascent(course)
    if len(course.points) <= RELAXED:
        _by_program(course, Deadline(None if deadline.left_s is None else course.share(0.4)), tour=False)
    for order in _tours(course):
        course.offer(order)
        course.note("moves")
        if course.proved or course.over:
            break
    return course.result()


@cache
def _compile() -> None:
    """Everything once, for a few points."""
    from puzzlewright.gallery.stops_bound import rising_bounds
    from puzzlewright.gallery.stops_tour import shorter_tours

    points = coprime_points(12)
    best = next(rising_bounds(points, 12, lambda: 0.0))
    for _ in shorter_tours(points, best.multipliers, best.heaviest, 12):
        pass


def _by_program(course: Course, deadline: Deadline, tour: bool) -> None:
    from puzzlewright.gallery.stops_program import relaxations

    last = None
    for last in relaxations(course.points, course.limit, deadline, tour):
        course.say(f"program: at least {last.value:,.3f} with {last.rows} rows of subtours")
        if last.order is not None:
            course.offer(last.order)
    if last is not None:
        multipliers = np.rint(last.multipliers * BILLION).astype(np.int64)
        # Edges of the relaxation have a reduced length of at most 0, up to rounding.
        course.raise_bound(lower_bound(course.limit, multipliers.tolist()) / BILLION, multipliers, 10)
        course.note("program", always=True)


def _by_ascent(course: Course) -> None:
    from puzzlewright.gallery.stops_bound import rising_bounds

    start, share, step = course.seconds, max(course.share(0.4), 1e-9), 0

    def done() -> float:
        return max(step / STEPS, (course.seconds - start) / share)

    for best in rising_bounds(course.points, course.limit, done):
        step += 1
        course.raise_bound(best.value / UNIT, best.multipliers.astype(np.int64) * (BILLION // UNIT), best.heaviest)
        course.note("bound")


def _tours(course: Course) -> Iterator[Numbers]:
    from puzzlewright.gallery.stops_tour import shorter_tours

    multipliers = (course.multipliers // (BILLION // UNIT)).astype(np.int32)
    last = -math.inf
    for order in shorter_tours(course.points, multipliers, course.heaviest, course.limit):
        # A second of search is worth the time that it takes to measure a million stops.
        if len(order) < 20_000 or course.over or course.seconds > last + 1:
            last = course.seconds
            yield order
    yield order
