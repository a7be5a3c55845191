"""The paper's two figures: time against size, and the performance profile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
from published import TABLE
from runs import OURS, Results, asked, program
from tables import name

from puzzlewright.bench.run import ONE, Job
from puzzlewright.bench.table import DECIDED

matplotlib.use("Agg")
# Names in an SVG are otherwise random.
matplotlib.rcParams["svg.hashsalt"] = "puzzlewright"

from matplotlib import pyplot  # noqa: E402

_COLOURS = {"cp-sat": "tab:blue", "scip": "tab:orange", "bop": "tab:green", "cbc": "tab:red", "highs": "tab:purple"}
_MARKS = {"cp-sat": "o", "scip": "s", "bop": "^", "cbc": "v", "highs": "D"}


def time_against_size(results: Results, limit: float | None, file: Path) -> list[Path]:
    """Medians with interquartile bands and Tukey's outliers, for CP-SAT on the program and for our method."""
    figure, axes = pyplot.subplots(figsize=(7.5, 5), layout="constrained")
    for job in (asked(program("cp-sat"), ONE, limit), asked(OURS, ONE, limit)):
        sides = [side for side in results.boards if results.of(job, side)]
        times = {side: [run.seconds for run in results.of(job, side)] for side in sides}
        if not times:
            continue
        quarters = {side: _quartiles(times[side]) for side in sides}
        colour, mark = _COLOURS.get(job.solver, "black"), _MARKS.get(job.solver, "x")
        axes.fill_between(
            sides, [quarters[side][0] for side in sides], [quarters[side][2] for side in sides], color=colour, alpha=0.2
        )
        medians = [quarters[side][1] for side in sides]
        axes.plot(sides, medians, color=colour, marker=mark, label=f"{name(job)}: median and middle half")
        far = [(side, seconds) for side in sides for seconds in times[side] if _is_outlier(seconds, quarters[side])]
        if far:
            axes.scatter(*zip(*far, strict=True), s=14, facecolors="none", edgecolors=colour, label="outliers")
    printed = {side: TABLE[side][3] for side in results.boards if side in TABLE}
    axes.plot(printed.keys(), printed.values(), ":", color="grey", label="published medians, another machine")
    axes.set_yscale("log")
    axes.set_xticks(list(results.boards), [f"{side}x{side}" for side in results.boards], rotation=45)
    axes.set_ylabel("seconds for one answer, building included")
    number = {len(boards) for boards in results.boards.values()}
    axes.set_title(f"{min(number)} boards of each size" if len(number) == 1 else "")
    axes.grid(True, axis="y", alpha=0.4)
    axes.legend(fontsize="small")
    return _save(figure, file)


def performance_profile(results: Results, side: int, jobs: Sequence[Job], file: Path) -> list[Path]:
    """How many boards are decided within so many seconds."""
    figure, axes = pyplot.subplots(figsize=(7.5, 5), layout="constrained")
    most = max((len(results.of(job, side)) for job in jobs), default=0)
    end = max((run.seconds for job in jobs for run in results.of(job, side)), default=1.0)
    for job in jobs:
        runs = results.of(job, side)
        times = sorted(run.seconds for run in runs if run.status in DECIDED)
        if times:
            label = f"{name(job)}: {len(times)} of {len(runs)}"
            colour = _COLOURS.get(job.solver, "black")
            marks = {"marker": _MARKS.get(job.solver, "x"), "markevery": max(1, len(times) // 8), "markersize": 5}
            # To the end of the plot, which is where the slowest solver stopped.
            reached = [*range(1, len(times) + 1), len(times)]
            axes.step([*times, end], reached, where="post", label=label, color=colour, **marks)
    axes.set_xscale("log")
    axes.set_ylim(0, most * 1.04 or 1)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("seconds, building included")
    axes.set_ylabel("boards decided")
    axes.set_title(f"{most} boards of {side}x{side}, one answer")
    axes.grid(True, alpha=0.4)
    axes.legend(fontsize="small", loc="lower right")
    return _save(figure, file)


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    import numpy as np

    first, middle, third = np.quantile(values, [0.25, 0.5, 0.75])
    return float(first), float(middle), float(third)


def _is_outlier(seconds: float, quarters: tuple[float, float, float]) -> bool:
    """Tukey's fences: more than one and a half times the middle half away from it."""
    low, _, high = quarters
    reach = 1.5 * (high - low)
    return not low - reach <= seconds <= high + reach


def _save(figure: Any, file: Path) -> list[Path]:
    files = [file.with_suffix(suffix) for suffix in (".svg", ".png")]
    for one in files:
        figure.savefig(one, dpi=150, metadata={"Date": None} if one.suffix == ".svg" else None)
    pyplot.close(figure)
    return files
