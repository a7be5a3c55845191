"""Running a method on one board after the other, here or in worker processes."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from puzzlewright import forms, solving
from puzzlewright.bench.instances import Instance
from puzzlewright.deadline import Stopwatch
from puzzlewright.errors import InternalError, InvalidBoard, ParseError
from puzzlewright.outcome import Limits, Result
from puzzlewright.puzzle import Board
from puzzlewright.puzzles import find

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
    busy: dict[Connection, tuple[SpawnProcess, int]] = {}
    idle = [_start(job) for _ in range(min(workers, len(instances)))]
    try:
        while waiting or busy:
            while idle and waiting:
                pipe, process = idle.pop()
                position, instance = waiting.popleft()
                try:
                    pipe.send(instance)
                except OSError:
                    # It died while it had nothing to do.
                    process.join()
                    pipe, process = _start(job)
                    pipe.send(instance)
                busy[pipe] = process, position
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                process, position = busy.pop(ready)
                try:
                    run, memory = ready.recv()
                except (EOFError, OSError):
                    process.join()
                    reason = f"the worker ended with exit code {process.exitcode}"
                    yield position, Run(instances[position].name, 0, 0, FAILED, reason=reason), 0
                    idle.append(_start(job))
                else:
                    idle.append((ready, process))
                    yield position, run, memory
    finally:
        for process in [process for _, process in idle] + [process for process, _ in busy.values()]:
            process.kill()
            process.join()


def peak_memory() -> int:
    """Bytes of memory that this process had at most, 0 if the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _start(job: Job) -> tuple[Connection, SpawnProcess]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there, job), daemon=True)
    with _without_interrupts():
        process.start()
    there.close()
    return here, process


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that start here ignore Ctrl-C, which a terminal sends to all: stopping them is for this process."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:
        # Not in the main thread, which alone may do this.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, job: Job) -> None:
    """What a worker does until nobody is at the other end of the pipe."""
    warm_up(job)
    while True:
        try:
            instance = pipe.recv()
            pipe.send((run_one(instance, job), peak_memory()))
        except (EOFError, OSError):
            return
