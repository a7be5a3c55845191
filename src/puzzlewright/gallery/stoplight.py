"""Timing a stoplight: drive so that red never stops you dead, and lose as little time as possible."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values
from puzzlewright.gallery.stoplight_road import (
    ACCELERATION,
    CRUISE,
    END,
    LIGHT,
    RED,
    TOP_SPEED,
    YELLOW,
    Journey,
    arrival,
    closed_form,
    distance,
    last_stop,
    speed_at,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ANY, SECOND, STEP = "any", "second", "step"
GREEN, EXPECTED = "green", "expected"


def refuse(values: Values) -> str | None:
    each = 1 / values["step"]
    if abs(each - round(each)) > 1e-9:
        return f"step takes a fraction of a second that goes into it, as 0.5 or 0.2, not {values['step']:g}"
    if values["onsets"] == ANY and values["objective"] == EXPECTED:
        return f"onsets takes {SECOND} or {STEP} with the objective {EXPECTED}, as the hazard is for each moment"
    return None


def gap_of(values: Values) -> float:
    """Seconds between the moments at which the light may turn yellow; 0 if that is any moment."""
    return {ANY: 0.0, SECOND: 1.0, STEP: float(values["step"])}[values["onsets"]]


def hazard_of(values: Values) -> float:
    """The probability that the light turns yellow at one of these moments, with the same one for a second."""
    return 1 - float((1 - values["hazard"]) ** gap_of(values))


# How it is solved; the model is in stoplight_program, the closed form in stoplight_road


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    if values["onsets"] == ANY:
        return _in_closed_form(deadline, say)
    return _by_programs(values, deadline, say)


def _in_closed_form(deadline: Deadline, say: Say) -> Result:
    journey, ends = closed_form(0)
    facts = _dip_told(journey) | {"table": _table(deadline, say)}
    return Result(ends, True, ends, {"green": _listed(journey), "yellow": []}, facts)


def _dip_told(journey: Journey) -> dict[str, object]:
    lowest = min(speed for _, speed in journey)
    brakes = max(time for time, speed in journey[:-1] if speed == TOP_SPEED and time <= LIGHT / TOP_SPEED - 3)
    return {"brakes_from": brakes, "lowest_speed": lowest, "lost": arrival(journey, 0, END) - CRUISE}


def _table(deadline: Deadline, say: Say) -> list[dict[str, object]]:
    """Arrivals under the readings of the problem, as far as there is time for it."""
    from puzzlewright.gallery import stoplight_program as program

    rows: list[dict[str, object]] = [
        {"onsets": ANY, "step": "none", "objective": GREEN, "arrival": closed_form(0)[1]},
        {"onsets": SECOND, "step": "none", "objective": GREEN, "arrival": closed_form(1)[1]},
    ]
    for objective in (GREEN, EXPECTED):
        for onsets in (SECOND, STEP):
            for step in (1.0, 0.5, 0.25):
                values = {"onsets": onsets, "step": step, "objective": objective, "hazard": 0.01}
                if (onsets == STEP and step == 1) or (objective == EXPECTED and (onsets == STEP or step < 0.5)):
                    continue
                hazard = hazard_of(values) if objective == EXPECTED else None
                found, _, reason = program.best(step, gap_of(values), hazard, deadline, say)
                if found is None or reason:
                    return rows
                rows.append({"onsets": onsets, "step": step, "objective": objective, "arrival": found[0]})
    return rows


def _by_programs(values: Values, deadline: Deadline, say: Say) -> Result:
    from puzzlewright.gallery import stoplight_program as program

    step, gap = values["step"], gap_of(values)
    hazard = hazard_of(values) if values["objective"] == EXPECTED else None
    least = closed_form(gap)[1] if hazard is None else program.foresight(gap, hazard)
    found, run_from, reason = program.best(step, gap, hazard, deadline, say)
    if found is None:
        return Result(None, False, least, None, {}, reason)
    value, green, yellow = found
    facts: dict[str, object] = {"runs_from": run_from, "if_it_stays_green": arrival(green, 0, END)}
    if hazard is None:
        # The published objective counts steps until the end is reached.
        facts |= {
            "counted_in_steps": step * math.ceil(arrival(green, 0, END) / step - 1e-9),
            "least_with_any_step": least,
        }
        yellow = {}
    else:
        facts["with_foresight"] = least
        try:
            if (fastest := program.best(step, gap, None, deadline, say)[0]) is not None:
                hedged = program.solve(step, gap, run_from, hazard, deadline, given=fastest[1])
                facts["as_if_it_stayed_green"] = None if hedged is None else hedged[0]
        except OutOfTime:
            facts["as_if_it_stayed_green"] = None
    plan = {
        "green": _listed(green),
        "yellow": [{"at": onset, "speeds": _listed(journey)} for onset, journey in yellow.items()],
    }
    return Result(value, not reason, least if reason else value, plan, facts, reason)


def _listed(journey: Journey) -> list[list[float]]:
    """The points of a journey at which the acceleration changes, and its ends."""
    kept = [journey[0]]
    for (time, speed), (end, after) in pairwise(journey[1:]):
        start, before = kept[-1]
        straight = before + (after - before) * (time - start) / (end - start)
        if abs(straight - speed) > 1e-9:
            kept.append((time, speed))
    return [[float(time), float(speed)] for time, speed in [*kept, journey[-1]]]


# The judge


def verify(values: Values, result: Result) -> list[str]:
    """Drive the plan, and let the light turn yellow at every moment at which it may."""
    assert isinstance(result.plan, dict)
    green = [(time, speed) for time, speed in result.plan["green"]]
    wrong = what_breaks_limits(green)
    if green[0] != (0.0, TOP_SPEED):
        wrong.append("it does not start at top speed")
    passes = arrival(green, 0, LIGHT)
    ends = arrival(green, 0, END)
    ticks = 0.01 if values["onsets"] == ANY else gap_of(values)
    onsets = [tick * ticks for tick in range(1, math.ceil(passes / ticks))]
    for onset in onsets + ([time for time, _ in green if time < passes] if values["onsets"] == ANY else []):
        if not is_safe(green, onset):
            wrong.append(f"yellow at {onset:g} s: the car can neither stop nor pass before red")
    if values["objective"] == EXPECTED:
        hazard, still_green, expected = hazard_of(values), 1.0, 0.0
        after = {round(one["at"], 6): [(time, speed) for time, speed in one["speeds"]] for one in result.plan["yellow"]}
        for onset in onsets:
            journey = after.get(round(onset, 6))
            if journey is None:
                return [*wrong, f"there is no plan for yellow at {onset:g} s"]
            way = distance(green, 0, onset)
            wrong += [f"yellow at {onset:g} s: {one}" for one in what_breaks_limits(journey)]
            if abs(journey[0][0] - onset) > 1e-6 or abs(journey[0][1] - speed_at(green, onset)) > 1e-6:
                wrong.append(f"yellow at {onset:g} s: the car jumps")
            at_red = way + distance(journey, onset, onset + YELLOW)
            if (
                at_red < LIGHT - 1e-5
                and at_red + distance(journey, onset + YELLOW, onset + YELLOW + RED) > LIGHT + 1e-5
            ):
                wrong.append(f"yellow at {onset:g} s: the car passes on red")
            expected += still_green * hazard * arrival(journey, way, END)
            still_green *= 1 - hazard
        ends = expected + still_green * ends
    if result.value is None or not isinstance(result.value, float) or abs(ends - result.value) > 1e-5:
        wrong.append(f"it arrives at {ends:.6f} s and not at {result.value} s")
    return wrong


def what_breaks_limits(journey: Journey) -> list[str]:
    """Speeds and accelerations that are too large."""
    wrong = [f"a speed of {speed:g} m/s" for _, speed in journey if not -1e-7 <= speed <= TOP_SPEED + 1e-7]
    for (start, before), (end, after) in pairwise(journey):
        if end <= start or abs(after - before) > ACCELERATION * (end - start) + 1e-6:
            wrong.append(f"an acceleration from {before:g} to {after:g} m/s between {start:g} and {end:g} s")
    return wrong


def is_safe(green: Journey, onset: float) -> bool:
    """If the light turns yellow now: brake fully and do not pass, or give all power and pass before red."""
    way, speed = distance(green, 0, onset), speed_at(green, onset)
    stopped = onset + speed / ACCELERATION
    if way + distance([(onset, speed), (stopped + 1e-12, 0.0)], onset, stopped) <= LIGHT + 1e-5:
        return True
    fast = onset + (TOP_SPEED - speed) / ACCELERATION
    return way + distance([(onset, speed), (fast + 1e-12, TOP_SPEED)], onset, onset + YELLOW) >= LIGHT - 1e-5


def draw(values: Values, result: Result) -> Figure:
    """Distance and speed with the borders of safety, and speed and position over time."""
    from puzzlewright.gallery.stoplight_plot import plotted

    assert isinstance(result.plan, dict)
    green = [(time, speed) for time, speed in result.plan["green"]]
    yellow = {one["at"]: [(time, speed) for time, speed in one["speeds"]] for one in result.plan["yellow"]}
    last = last_stop(gap_of(values))
    what = "on average" if values["objective"] == EXPECTED else "if it stays green"
    kept = "" if result.proved else ", the best so far"
    onsets = {ANY: "any time", SECOND: "whole seconds", STEP: f"multiples of {values['step']:g} s"}[values["onsets"]]
    title = f"Yellow at {onsets}: arrival after {result.value:.3f} s {what}{kept}"
    return plotted(green, yellow, title, *((None, None) if yellow else (last, last + gap_of(values))))


STATEMENT = """
A straight road starts at x = 0, where you drive at the limit of 100 km/h; you may brake and accelerate with at most
2 m/s^2. There is a stoplight at 2000 m, and the end is at 4000 m. The light is green now; at the start of each second
it turns yellow with a probability of 1%. Yellow lasts 5 s, then it is red for 20 s. You may pass on yellow, and never
on red, whatever the light does. How do you drive to arrive as early as possible?
"""

MODEL = """
Speeds $v_t$ at multiples of a step $D$ describe a journey: between them the acceleration is constant, so
$|v_{t+1} - v_t| \\le 2 D$, $0 \\le v_t \\le V$, and $x_{t+1} = x_t + D (v_t + v_{t+1}) / 2$. For every step $t$ at
which the light may turn yellow there is a second journey $\\hat x_t, \\hat v_t$ that starts at $(x_t, v_t)$ and either
passes during yellow or not before red is over:

$$\\hat x_t(5 \\text{ s}) \\ge 2000 \\quad\\text{or}\\quad \\hat x_t(25 \\text{ s}) \\le 2000.$$

The published program has two binaries for each $t$ that say which, and maximises the number of steps at the end of
which the car has arrived. Neither is needed:

- "Can stop" turns from yes to no once: it means $d \\ge v^2/4$ with $d$ metres to the light, and at an acceleration
  $a \\ge -2$ the derivative of $d - v^2/4$ is $-v (1 + a/2) \\le 0$. So there is a step $K$ before which the car can
  stop on yellow, and from which on it cannot and has to run. ("Can run" may turn back: at 5 m/s with 50 m to go it can,
  after a second of braking it cannot.) For each $K$ what is left is a **linear** program, which HiGHS solves in
  hundredths of a second; some have no solution. Later $K$ cost more and more, so that few are needed.
- All journeys end at top speed, so to arrive first is to be farthest at a fixed late time. That is linear and exact,
  where counting steps rounds the arrival up to a multiple of $D$, and many plans tie.

**In closed form**, if the light may turn yellow at any instant: with $d$ metres to the light, stopping is possible if
$d \\ge v^2/4$, running if $d$ is no more than what is covered in 5 s. Cruise, brake along the parabola $d = v^2/4$
until the second border is met, and accelerate. With a drop of $b$ there, $(V-b)^2/4 = 5V - b^2/4$, so
$2b^2 - 2Vb + V^2 - 20V = 0$.

**The expected arrival** is what the problem asks for. It is linear, too: let every journey after yellow go on until it
is back at top speed, and maximise the expected position at a late time,
$\\sum_t p_t \\hat x_t(H) + p_{\\text{never}} \\, x(H)$ with $p_t = 0.01 \\cdot 0.99^{t-1}$.
"""

REMARKS = """
- Any instant: brake from 65.0556 s on for 2.338 s, down to 23.102 m/s, and accelerate again. That loses 0.3936 s:
  144.3936 s if the light stays green, where cruising would take 144 s and be unsafe.
- Read literally, the light changes at whole seconds only, and safety is needed only then. That is less: at 67 s the car
  must still be able to stop and at 68 s it can pass, which costs 0.2722 s. A program with step $D$ asks for safety at
  multiples of $D$, so that $D = 1$ arrives *earlier* than the answer for any instant. Say which reading is solved.
- The published solution says that a better objective than counting steps eluded its author; the expected arrival is
  one. With $D = 0.5$ it is 145.4135 s, with braking begun a little earlier, as a car that is slower and farther back
  loses less to yellow: 144.297 s instead of 144.274 s if the light stays green. Driving as if it stayed green costs
  145.4253 s on average, and to know from the start when yellow comes would bring 145.0512 s.
- After yellow, the art is to be at the light just when red ends, and fast. Many plans do it as well; the one shown
  brakes at once.
- The light is taken to change at most once, as in the published solution.
- The judge knows no program: it drives the plan, turns the light yellow at every moment at which it may (each
  hundredth of a second for any instant), and asks that braking stops the car before the light or all power takes it
  past during yellow.
"""

ENTRY = Entry(
    name="stoplight",
    title="Timing a stoplight",
    source="The Riddler; solved with a mixed-integer program by Laurent Lessard, Book Proofs.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(
        Parameter("onsets", ANY, "when the light may turn yellow", choices=(ANY, SECOND, STEP)),
        Parameter("objective", GREEN, "arrive first if it stays green, or on average", choices=(GREEN, EXPECTED)),
        Parameter("step", 0.5, "seconds between speeds in the programs; not used with onsets any", 0.1, 1),
        Parameter("hazard", 0.01, "probability of yellow in a second, for the objective expected", 0, 0.05),
    ),
    known=(
        Known({}, 144.393576680, "the closed form"),
        Known({"onsets": STEP, "step": 1.0}, 144.276, "the published program; solved here"),
        Known({"onsets": STEP, "step": 0.5}, 144.274, "the published program; solved here"),
        Known({"onsets": STEP, "step": 0.25}, 144.3475, "the published program; solved here"),
        Known({"onsets": SECOND, "step": 0.25}, 144.273, "solved here; 144.2722 with any step"),
        Known({"onsets": SECOND, "objective": EXPECTED, "step": 1.0}, 145.418672437, "solved here"),
        Known({"onsets": SECOND, "objective": EXPECTED, "step": 0.5}, 145.413507810, "solved here", long=True),
    ),
    refuse=refuse,
    solve=solve,
    verify=verify,
    draw=draw,
)
