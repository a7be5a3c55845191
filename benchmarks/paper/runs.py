"""Running several methods on each board, one after the other on one core, with all results in one CSV file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from puzzlewright import forms
from puzzlewright.bench.instances import Instance, find
from puzzlewright.bench.run import BUILD, ONE, UNIQUE, Job, Run, Runner
from puzzlewright.bench.store import Store
from puzzlewright.cli.progress import Bar
from puzzlewright.errors import ParseError

OURS = Job("evolmino", "sat")
"""The method of this package; the question and the limit are to be filled in."""


def program(solver: str) -> Job:
    """The published program with a solver."""
    return Job("evolmino", "ilp", solver=solver)


SIZE = Job("evolmino", "ilp", question=BUILD)
"""How large the program is, without a solver."""

QUESTIONS = (ONE, UNIQUE)


@dataclass
class Results:
    """Boards by the length of their side, and the runs of each job on them."""

    boards: dict[int, list[Instance]]
    runs: dict[tuple[Job, str], Run] = field(default_factory=dict)

    def of(self, job: Job, side: int) -> list[Run]:
        """The runs of a job on the boards of one size, as far as there are any."""
        found = (self.runs.get((job, board.name)) for board in self.boards.get(side, ()))
        return [run for run in found if run is not None]

    def pairs(self, one: Job, other: Job, side: int) -> list[tuple[Run, Run]]:
        """The runs of two jobs on the boards that both have run."""
        both = ((self.runs.get((one, board.name)), self.runs.get((other, board.name))) for board in self.boards[side])
        return [(first, second) for first, second in both if first is not None and second is not None]


def boards(folder: Path, sides: Iterable[int], most: int | None) -> dict[int, list[Instance]]:
    """The square boards below a folder, by side, at most so many of each size."""
    wanted = set(sides)
    found: dict[int, list[Instance]] = {}
    for instance in find(folder).instances:
        try:
            board = forms.parse(instance.text).board
        except ParseError:
            continue
        if board.rows == board.cols and board.rows in wanted:
            found.setdefault(board.rows, []).append(instance)
    return {side: found[side][:most] for side in sorted(found)}


def run(found: dict[int, list[Instance]], jobs: Sequence[Job], file: Path, core: int | None = None) -> Results:
    """Run every job on every board, small boards first, but for what the file has already.

    The jobs of a board come right after each other, so that what else the machine does meets all of them alike. With
    `core` all of it, solvers included, stays on that core.
    """
    if core is not None:
        os.sched_setaffinity(0, {core})
    results = Results(found)
    with ExitStack() as open_files:
        stores = {job: open_files.enter_context(Store(file, job)) for job in jobs}
        runners: dict[Job, Runner] = {}
        work = [(side, board) for side in found for board in found[side]]
        for job, store in stores.items():
            kept = ((board, store.get(board)) for _, board in work)
            results.runs |= {(job, board.name): run for board, run in kept if run is not None}
        with Bar(len(work) * len(jobs), len(results.runs)) as bar:
            for side, board in work:
                for job, store in stores.items():
                    if (job, board.name) in results.runs:
                        continue
                    if job not in runners:
                        runners[job] = open_files.enter_context(Runner(job))
                    done = runners[job].run(board)
                    store.add(board, done)
                    results.runs[job, board.name] = done
                    bar.advance(f"{side}x{side} {job.solver or job.method} {job.question}: {done.seconds:.3f} s")
    return results


def asked(job: Job, question: str, limit: float | None) -> Job:
    """The job with a question and a limit."""
    return replace(job, question=question, time_s=limit)
