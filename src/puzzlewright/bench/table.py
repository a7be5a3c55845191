"""Runs as a table with a row for each size, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median, quantiles
from typing import Any

from puzzlewright.bench.run import FAILED, REFUSED, SOLVED, Run
from puzzlewright.outcome import Status

DECIDED = (Status.UNIQUE, Status.SEVERAL, Status.NONE, SOLVED)


@dataclass(frozen=True, slots=True)
class Row:
    """The boards of one size. Quartiles of seconds from text to status count undecided boards with what they took.

    `variables` and `constraints` are medians of what was built, 0 if nothing was.
    """

    rows: int
    cols: int
    n: int
    decided: int
    unique: int
    several: int
    none: int
    q1: float
    median: float
    q3: float
    max: float
    solved: int = 0
    variables: float = 0
    constraints: float = 0


def rows(runs: Iterable[Run]) -> list[Row]:
    """A row for each size, small boards first. Boards that were refused or failed are not in it."""
    sizes: dict[tuple[int, int], list[Run]] = {}
    for run in runs:
        if run.status not in (REFUSED, FAILED):
            sizes.setdefault((run.rows, run.cols), []).append(run)
    return [_row(size, sizes[size]) for size in sorted(sizes, key=lambda size: (size[0] * size[1], size))]


def _row(size: tuple[int, int], runs: Sequence[Run]) -> Row:
    statuses = Counter(run.status for run in runs)
    times = [run.seconds for run in runs]
    quarters = quantiles(times, n=4, method="inclusive") if len(times) > 1 else times * 3
    return Row(
        *size,
        n=len(runs),
        decided=sum(statuses[status] for status in DECIDED),
        unique=statuses[Status.UNIQUE],
        several=statuses[Status.SEVERAL],
        none=statuses[Status.NONE],
        q1=quarters[0],
        median=quarters[1],
        q3=quarters[2],
        max=max(times),
        solved=statuses[SOLVED],
        variables=_median(run.variables for run in runs),
        constraints=_median(run.constraints for run in runs),
    )


def _median(sizes: Iterable[int]) -> float:
    built = [size for size in sizes if size]
    return median(built) if built else 0


_WHERE_ASKED = ("solved", "variables", "constraints")
"""Left out where they are 0."""


def as_json(runs: Iterable[Run]) -> dict[str, Any]:
    """The runs and their table."""
    kept = list(runs)
    return {"runs": [_run(run) for run in kept], "table": [_rounded(asdict(row)) for row in rows(kept)]}


def _run(run: Run) -> dict[str, Any]:
    found = asdict(run)
    reason = found.pop("reason")
    parts = {name: found.pop(name) for name in ("read", "build", "solve", "prove")}
    size = {side: found.pop(side) or None for side in ("rows", "cols")}
    shown = _rounded({"name": found.pop("name"), **size, **found, "seconds": run.seconds, **parts})
    return {**shown, "reason": reason} if reason else shown


def _rounded(found: dict[str, Any]) -> dict[str, Any]:
    """Without numbers that nobody asked for, and without more digits than were measured."""
    return {
        key: round(value, 6) if isinstance(value, float) else value
        for key, value in found.items()
        if value or key not in _WHERE_ASKED
    }
