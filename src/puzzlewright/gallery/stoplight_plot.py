"""Pictures of a plan for the stoplight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzlewright.gallery import plotting
from puzzlewright.gallery.stoplight_road import ACCELERATION, LIGHT, RED, TOP_SPEED, YELLOW, Journey, distance, speed_at

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CAR, _STOP, _RUN, _AFTER = plotting.PALETTE[:4]


def plotted(
    green: Journey, yellow: Mapping[float, Journey], title: str, stop_at: float | None, run_at: float | None
) -> Figure:
    """Above speed over distance with the borders of safety, below speed and position over time.

    Journeys after yellow are thin lines. If there is none, `stop_at` is the last moment at which the car can stop,
    `run_at` the first at which it can run, and what it does then is drawn.
    """
    figure = plotting.figure(10, 8)
    figure.suptitle(title, fontsize=12)
    parts = figure.subplot_mosaic("PP;SX", height_ratios=[1.1, 1])
    _draw_phases(parts["P"], green, stop_at)
    if stop_at is not None and run_at is not None:
        _draw_both_ways(parts["S"], parts["X"], green, stop_at, run_at)
    else:
        _draw_after_yellow(parts["S"], parts["X"], green, yellow)
    return figure


def _states(journey: Journey, start: float, end: float, position: float) -> tuple[Any, Any, Any]:
    """Times from `start` on, densely, with positions and speeds; `position` is where it starts."""
    corners = [time for time, _ in journey if start < time < end]
    times = np.unique([*np.linspace(start, end, 300), *corners])
    speeds = np.array([speed_at(journey, time) for time in times])
    way = np.concatenate([[0.0], np.cumsum(np.diff(times) * (speeds[1:] + speeds[:-1]) / 2)])
    return times, position + way, speeds


def _on_green(green: Journey, start: float, end: float) -> tuple[Any, Any, Any]:
    return _states(green, start, end, distance(green, 0, start))


def _draw_phases(axes: Any, green: Journey, stop_at: float | None) -> None:
    speeds = np.linspace(15, TOP_SPEED, 200)
    stops = speeds**2 / (2 * ACCELERATION)
    rising = np.minimum(YELLOW, (TOP_SPEED - speeds) / ACCELERATION)
    runs = TOP_SPEED * (YELLOW - rising) + speeds * rising + ACCELERATION * rising**2 / 2
    axes.fill_betweenx(speeds, stops, 260, color=plotting.PALE[1], alpha=0.6, lw=0)
    axes.fill_betweenx(speeds, 0, runs, color=plotting.PALE[2], alpha=0.6, lw=0)
    axes.plot(stops, speeds, color=_STOP, ls="--")
    axes.plot(runs, speeds, color=_RUN, ls="-.")
    axes.text(215, 20, "can stop before the light", color="#8a4a00", fontsize=11)
    axes.text(80, 21, "can pass\nduring yellow", color="#2d6a2a", fontsize=11, ha="center")
    axes.text(101, 18.3, "can do both", fontsize=10, ha="center")
    axes.text(163, 26.9, "can do neither", fontsize=10, ha="center")
    _, positions, driven = _on_green(green, 60, 75)
    axes.plot(LIGHT - positions, driven, color=_CAR, lw=2.6)
    arrow = {"arrowstyle": "->", "color": _CAR, "lw": 1.6}
    axes.annotate("", (205, TOP_SPEED + 0.5), (225, TOP_SPEED + 0.5), arrowprops=arrow)
    axes.text(203, TOP_SPEED + 0.5, "the car", color=_CAR, va="center")
    if stop_at is not None:
        left, speed = LIGHT - distance(green, 0, stop_at), speed_at(green, stop_at)
        axes.plot([left], [speed], "o", color=_CAR)
        told = f"at {stop_at:.2f} s: {left:.1f} m, {speed:.2f} m/s"
        axes.annotate(told, (left, speed), (left + 6, speed - 1.2), ha="right")
    axes.set(xlim=(230, 60), ylim=(17.5, 29), xlabel="distance to the light in m", ylabel="speed in m/s")


def _draw_both_ways(speeds: Any, places: Any, green: Journey, stop_at: float, run_at: float) -> None:
    """What the car does if the light turns yellow at the last moment to stop, and at the first one to run."""
    slow, fast = speed_at(green, stop_at), speed_at(green, run_at)
    stop = [(stop_at, slow), (stop_at + slow / ACCELERATION, 0.0)]
    run = [(run_at, fast), (run_at + max(1e-9, (TOP_SPEED - fast) / ACCELERATION), TOP_SPEED)]
    span = (62.0, 82.0)
    ways = (
        (green, span[0], "while it stays green", _CAR, "-", 4.0),
        (stop, stop_at, f"yellow at {stop_at:.2f} s: stop", _STOP, "--", 1.8),
        (run, run_at, f"yellow at {run_at:.2f} s: run", _RUN, "-.", 1.8),
    )
    for journey, start, told, colour, dash, width in ways:
        times, positions, driven = _states(journey, start, span[1], distance(green, 0, start))
        speeds.plot(times, driven, color=colour, ls=dash, lw=width, alpha=0.75, label=told)
        places.plot(times, positions - LIGHT, color=colour, ls=dash, lw=width, alpha=0.75, label=told)
    times = np.array(span)
    places.plot(times, TOP_SPEED * times - LIGHT, color="black", lw=0.8, ls=":", label="without braking")
    # The light itself, as it is after the later of the two.
    for start, end, colour in ((run_at, run_at + YELLOW, "#edc948"), (run_at + YELLOW, span[1], _AFTER)):
        places.plot([start, end], [0, 0], color=colour, lw=5, solid_capstyle="butt", alpha=0.8)
    places.text(span[0] + 0.2, 4, "the light", fontsize=9)
    places.axhline(0, color="black", lw=0.8)
    speeds.set(xlabel="time in s", ylabel="speed in m/s", ylim=(-1, 30), xlim=span)
    places.set(xlabel="time in s", ylabel="metres past the light", ylim=(-220, 100), xlim=span)
    speeds.legend(loc="lower left", fontsize=9)
    places.legend(loc="lower right", fontsize=9)


def _draw_after_yellow(speeds: Any, places: Any, green: Journey, yellow: Mapping[float, Journey]) -> None:
    """Journeys after every yellow that changes something, at most 24 of them."""
    late = [onset for onset in yellow if LIGHT / TOP_SPEED - YELLOW - RED < onset < LIGHT / TOP_SPEED]
    for number, onset in enumerate(late[:: max(1, len(late) // 24)]):
        journey = yellow[onset]
        times, positions, driven = _states(journey, onset, 110, distance(green, 0, onset))
        look = {"color": _AFTER, "lw": 0.8, "alpha": 0.8, "label": "" if number else "after yellow"}
        speeds.plot(times, driven, **look)
        places.plot(times, positions - LIGHT, **look)
    times, positions, driven = _on_green(green, 40, 110)
    speeds.plot(times, driven, color=_CAR, lw=2.4, label="while it stays green")
    places.plot(times, positions - LIGHT, color=_CAR, lw=2.4, label="while it stays green")
    places.axhline(0, color="black", lw=0.8)
    places.text(50.5, 8, "the light", fontsize=9)
    speeds.set(xlabel="time in s", ylabel="speed in m/s", xlim=(45, 110), ylim=(-1, 30))
    places.set(xlabel="time in s", ylabel="metres past the light", xlim=(50, 100), ylim=(-500, 400))
    speeds.legend(loc="lower left", fontsize=9)
    places.legend(loc="lower right", fontsize=9)
