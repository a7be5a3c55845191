"""The stoplight as linear programs over speeds at multiples of a step, one for each moment from which on to run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import highspy
import numpy as np

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.gallery.entry import Say
from puzzlewright.gallery.linear import quiet_highs
from puzzlewright.gallery.stoplight_road import (
    ACCELERATION,
    CRUISE,
    END,
    LIGHT,
    RED,
    TOP_SPEED,
    YELLOW,
    Journey,
    dip,
    loss,
)

Terms = list[tuple[int, float]]
"""A linear expression: columns and factors."""
Answer = tuple[float, Journey, dict[float, Journey]]
"""The expected arrival, the journey while the light stays green, and one for each moment at which it turns yellow."""

HORIZON = 120.0
"""By then the car is past the light and at top speed, in s."""
REGAIN = 40.0
"""So long after yellow has come up the car is at top speed again, in s."""


class Program:
    """Columns and rows of a linear program to be maximised, written down one after the other."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.upper: list[float] = []
        self.gain: list[float] = []
        self.rows: list[tuple[Terms, float, float]] = []

    def column(self, upper: float = highspy.kHighsInf) -> int:
        """A new variable between 0 and `upper`."""
        self.upper.append(upper)
        self.gain.append(0.0)
        return len(self.upper) - 1

    def speeds(self, first: int, seconds: float) -> list[int]:
        """Speeds of a journey that starts with the speed `first`; each is reached from the one before."""
        found = [first]
        for _ in range(round(seconds / self.step)):
            following = self.column(TOP_SPEED)
            most = ACCELERATION * self.step
            self.rows.append(([(following, 1.0), (found[-1], -1.0)], -most, most))
            found.append(following)
        return found

    def travelled(self, speeds: Sequence[int], seconds: float) -> Terms:
        """The way in the first `seconds`: the speed is a straight line between two steps."""
        way = speeds[: round(seconds / self.step) + 1]
        half = self.step / 2
        return [(one, half if one in (way[0], way[-1]) else self.step) for one in way]

    def fix(self, column: int, value: float) -> None:
        self.rows.append(([(column, 1.0)], value, value))

    def solved(self, deadline: Deadline) -> Any | None:
        """The values of the columns, or None if there are none. Raises OutOfTime."""
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self.upper), len(self.rows)
        lp.sense_ = highspy.ObjSense.kMaximize
        lp.col_cost_, lp.col_upper_ = np.array(self.gain), np.array(self.upper)
        lp.col_lower_ = np.zeros(lp.num_col_)
        lp.row_lower_ = np.array([lower for _, lower, _ in self.rows])
        lp.row_upper_ = np.array([upper for _, _, upper in self.rows])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.cumsum([0, *(len(terms) for terms, _, _ in self.rows)])
        lp.a_matrix_.index_ = np.array([column for terms, _, _ in self.rows for column, _ in terms])
        lp.a_matrix_.value_ = np.array([factor for terms, _, _ in self.rows for _, factor in terms])
        solver = quiet_highs()
        deadline.check()
        if deadline.left_s is not None:
            solver.setOptionValue("time_limit", max(0.001, deadline.left_s))
        solver.passModel(lp)
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kOptimal:
            return np.array(solver.getSolution().col_value)
        if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
            return None
        raise OutOfTime


def build(
    step: float, onsets: Sequence[float], run_from: float, hazard: float | None
) -> tuple[Program, list[int], dict[float, list[int]]]:
    """The program in which yellow before `run_from` means to stop, and from then on to run; also all its speeds.

    `onsets` are the moments at which the light may turn yellow. Without a `hazard` the car is to be as far as possible
    at the end of a long time if the light stays green: all cars are at top speed by then, so this is the same as to
    arrive first. With a hazard, the probability of yellow at each onset, it is the expected way that is maximised, and
    the car regains top speed after every yellow.
    """
    program = Program(step)
    green = program.speeds(program.column(TOP_SPEED), HORIZON)
    program.fix(green[0], TOP_SPEED)
    program.fix(green[-1], TOP_SPEED)
    places = [program.column() for _ in green]
    program.fix(places[0], 0)
    for index in range(1, len(green)):
        way = [
            (places[index], 1.0),
            (places[index - 1], -1.0),
            (green[index], -step / 2),
            (green[index - 1], -step / 2),
        ]
        program.rows.append((way, 0.0, 0.0))

    still_green = 1.0
    after_yellow: dict[float, list[int]] = {}
    for onset in onsets:
        index = round(onset / step)
        stops = onset < run_from - 1e-9
        until = YELLOW + RED if stops else YELLOW
        speeds = program.speeds(green[index], until if hazard is None else REGAIN)
        after_yellow[onset] = speeds
        place = [(places[index], 1.0), *program.travelled(speeds, until)]
        program.rows.append((place, -highspy.kHighsInf, LIGHT) if stops else (place, LIGHT, highspy.kHighsInf))
        if hazard is not None:
            program.fix(speeds[-1], TOP_SPEED)
            for column, factor in [(places[index], 1.0), *program.travelled(speeds, REGAIN)]:
                program.gain[column] += still_green * hazard * factor
            still_green *= 1 - hazard
    program.gain[places[-1]] += still_green
    if hazard is not None:
        # Yellow after the last onset finds the car past the light.
        program.rows.append(([(places[round(onsets[-1] / step)], 1.0)], LIGHT, highspy.kHighsInf))
    return program, green, after_yellow


def expected_arrival(step: float, green: Journey, after: dict[float, Journey], hazard: float | None) -> float:
    """When the end is reached on average, from the places where the journeys are when they are at top speed again."""
    way = _ways(step, green)
    still_green, total = 1.0, 0.0
    if hazard is not None:
        for onset, journey in after.items():
            at_end = way[round(onset / step)] + _ways(step, journey)[-1]
            total += still_green * hazard * (journey[-1][0] + (END - at_end) / TOP_SPEED)
            still_green *= 1 - hazard
    return float(total + still_green * (HORIZON + (END - way[-1]) / TOP_SPEED))


def _ways(step: float, journey: Journey) -> Any:
    speeds = np.array([speed for _, speed in journey])
    return np.concatenate([[0.0], np.cumsum((speeds[1:] + speeds[:-1]) * step / 2)])


def moments(step: float, gap: float, run_from: float, hazard: float | None) -> list[float]:
    """The onsets that have to be looked at, multiples of `gap`.

    Without a hazard those are left out at which even a car that never braked could still stop: they forbid nothing. In
    both cases the car is past the light 6 s after it may run.
    """
    first = gap
    if hazard is None:
        room = TOP_SPEED * TOP_SPEED / (2 * ACCELERATION) + TOP_SPEED * step
        first = max(gap, gap * int((LIGHT - room) / TOP_SPEED / gap))
    return [first + gap * number for number in range(round((run_from + 6 - first) / gap) + 1)]


def solve(
    step: float, gap: float, run_from: float, hazard: float | None, deadline: Deadline, given: Journey | None = None
) -> Answer | None:
    """The best plan that stops before `run_from` and runs from then on; None if there is none. Raises OutOfTime.

    With `given` the journey while the light stays green is fixed, and only those after yellow are to be found.
    """
    program, green, after = build(step, moments(step, gap, run_from, hazard), run_from, hazard)
    for column, (_, speed) in zip(green, given or [], strict=given is not None):
        program.fix(column, speed)
    values = program.solved(deadline)
    if values is None:
        return None
    if hazard is not None:
        values = _braking_at_once(program, green, after, values, deadline)

    def journey(start: float, columns: Sequence[int]) -> Journey:
        speeds = np.clip(values[list(columns)], 0.0, TOP_SPEED)
        return [(start + step * index, float(speed)) for index, speed in enumerate(speeds)]

    on_green = journey(0.0, green)
    on_yellow = {onset: journey(onset, columns) for onset, columns in after.items()}
    return expected_arrival(step, on_green, on_yellow, hazard), on_green, on_yellow


def _braking_at_once(
    program: Program, green: Sequence[int], after: dict[float, list[int]], values: Any, deadline: Deadline
) -> Any:
    """Of the many plans that are as good, the one that brakes early after yellow: it is easier to follow.

    The journey on green and the ends of those after yellow are fixed; what is left is to be as far back as possible.
    """
    tidy = Program(program.step)
    tidy.upper, tidy.rows = program.upper, program.rows[:]
    tidy.gain = [0.0] * len(program.gain)
    for column in green:
        tidy.fix(column, float(values[column]))
    for speeds in after.values():
        way = tidy.travelled(speeds, REGAIN)
        end = sum(values[column] * factor for column, factor in way)
        tidy.rows.append((way, end - 1e-6, highspy.kHighsInf))
        for number, column in enumerate(speeds[1 : round((YELLOW + RED) / program.step)]):
            tidy.gain[column] = number * program.step - YELLOW - RED
    found = tidy.solved(deadline)
    return values if found is None else found


def best(
    step: float, gap: float, hazard: float | None, deadline: Deadline, say: Say
) -> tuple[Answer | None, float, str]:
    """The best plan over all moments from which on to run, that moment, and why it may not be the best.

    Whether the car can still stop turns from yes to no once: who can stop later can go on until then and stop. Before
    that yellow means to stop, from then on it can only mean to run. The scan ends when even the least that a later
    moment costs is too much.
    """
    found: Answer | None = None
    chosen = first = gap * int((LIGHT / TOP_SPEED - YELLOW) / gap)
    for number in range(round((HORIZON - REGAIN - first) / gap)):
        run_from = first + gap * number
        if found is not None and at_least(run_from - gap, gap, hazard) >= found[0]:
            return found, chosen, ""
        say(f"run from {run_from:g} s on?")
        try:
            answer = solve(step, gap, run_from, hazard, deadline)
        except OutOfTime as stopped:
            return found, chosen, str(stopped)
        if answer is not None and (found is None or answer[0] < found[0]):
            found, chosen = answer, run_from
    return found, chosen, "later moments to run were not tried"


def at_least(last: float, gap: float, hazard: float | None) -> float:
    """What no plan arrives before, on average, that can stop at `last`.

    A light that stays green costs it the dip of the closed form. One that turns yellow costs what it would cost a
    driver who knew it before: nothing, or to pass just when red ends.
    """
    costs = loss(max(0.0, dip(last)))
    if hazard is None:
        return CRUISE + costs
    onsets = moments(1, gap, last + gap, hazard)
    return foresight(gap, hazard) + (1 - hazard) ** len(onsets) * costs


def foresight(gap: float, hazard: float) -> float:
    """When a driver arrives on average who knows from the start when the light will turn yellow."""
    reach = LIGHT / TOP_SPEED
    ticks = range(1, int(reach / gap) + 1)
    waits = (
        (1 - hazard) ** (tick - 1) * hazard * (tick * gap + YELLOW + RED - reach)
        for tick in ticks
        if tick * gap + YELLOW < reach - 1e-9 and tick * gap + YELLOW + RED > reach
    )
    return CRUISE + sum(waits)
