"""Running a method on one board after the other, here or in worker processes."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from puzzlewright import forms, solving
from puzzlewright.bench.instances import Instance
from puzzlewright.deadline import Stopwatch
from puzzlewright.errors import InternalError, InvalidBoard, ParseError
from puzzlewright.outcome import Limits, Result
from puzzlewright.puzzle import Board
from puzzlewright.puzzles import find
from puzzlewright.workers import Died, Workers

REFUSED = "refused"
"""Status of a text that is no board of the genre."""
FAILED = "failed"
"""Status of a board on which the program failed: a defect of this package, or no memory."""

Method = Callable[[Board, Limits], Result[Any]]

METHODS: dict[str, Method] = {"sat": lambda board, limits: solving.solve(board, limits=limits)}
"""By their names on the command line."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with every board: `time_s` is for one board, None for no limit."""

    puzzle: str
    method: str = "sat"
    time_s: float | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What came out for one board. `status` is a value of `Status`, REFUSED or FAILED; `reason` is for those two.

    Times are in seconds of wall time, to a millionth. `rows` and `cols` are 0 if the text could not be read.
    """

    name: str
    rows: int
    cols: int
    status: str
    read: float = 0.0
    build: float = 0.0
    solve: float = 0.0
    prove: float = 0.0
    reason: str = ""

    @property
    def seconds(self) -> float:
        """From the text to the status."""
        return round(self.read + self.build + self.solve + self.prove, 6)


def run_one(instance: Instance, job: Job) -> Run:
    """Read one board and find out how many answers it has."""
    watch = Stopwatch()
    rows = cols = 0
    read_s = 0.0
    try:
        reading = forms.parse(instance.text)
        read_s = round(watch.lap(), 6)
        rows, cols = reading.board.rows, reading.board.cols
        if reading.puzzle is not find(job.puzzle):
            raise ParseError(f"this is a board of {reading.puzzle.name}")
        result = METHODS[job.method](reading.board, Limits(time_s=job.time_s))
    except (ParseError, InvalidBoard) as error:
        return Run(instance.name, rows, cols, REFUSED, read_s, reason=str(error))
    except InternalError as error:
        return Run(instance.name, rows, cols, FAILED, read_s, solve=round(watch.lap(), 6), reason=str(error))
    except MemoryError:
        return Run(instance.name, rows, cols, FAILED, read_s, solve=round(watch.lap(), 6), reason="not enough memory")
    build, solve, prove = (round(s, 6) for s in (result.seconds.build, result.seconds.solve, result.seconds.prove))
    return Run(instance.name, rows, cols, result.status.value, read_s, build, solve, prove)


def warm_up(job: Job) -> None:
    """Load what the method needs, so that the first board is not charged for it."""
    board = find(job.puzzle).codec.empty(1, 1)
    METHODS[job.method](forms.parse(board.to("puzzlink")).board, Limits())


def run_all(instances: Sequence[Instance], job: Job, workers: int = 1) -> Generator[tuple[int, Run, int], None, None]:
    """Run every board; yields the position of a board, its run, and the peak memory of its process in bytes.

    With one worker boards run here and in order, else in so many processes and in the order in which they end. Leaving
    the iterator stops the processes at once.
    """
    if workers == 1:
        warm_up(job)
        for position, instance in enumerate(instances):
            yield position, run_one(instance, job), peak_memory()
        return
    waiting = deque(enumerate(instances))
    with Workers(partial(_run_numbered, job), partial(warm_up, job), min(workers, len(instances))) as processes:
        while waiting or processes.busy:
            while processes.idle and waiting:
                processes.send(waiting.popleft())
            for (position, instance), done in processes.wait():
                if isinstance(done, Died):
                    reason = f"the worker ended with exit code {done.exit_code}"
                    yield position, Run(instance.name, 0, 0, FAILED, reason=reason), 0
                else:
                    yield position, *done


def _run_numbered(job: Job, numbered: tuple[int, Instance]) -> tuple[Run, int]:
    return run_one(numbered[1], job), peak_memory()


def peak_memory() -> int:
    """Bytes of memory that this process had at most, 0 if the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
