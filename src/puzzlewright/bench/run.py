"""Running a method on one board after the other, here or in worker processes."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any

from puzzlewright import forms, solving
from puzzlewright.bench.instances import Instance
from puzzlewright.deadline import Stopwatch
from puzzlewright.errors import InternalError, InvalidBoard, ParseError, SolverFailed
from puzzlewright.outcome import Limits, Result
from puzzlewright.puzzle import Board
from puzzlewright.puzzles import find
from puzzlewright.workers import Died, Workers

SOLVED = "solved"
"""Status of a board with an answer, where nothing more was asked."""
BUILT = "built"
"""Status of a board whose program was built, where nothing else was asked."""
REFUSED = "refused"
"""Status of a text that is no board of the genre."""
FAILED = "failed"
"""Status of a board on which the program failed: a defect of this package or of a solver, or no memory."""

UNIQUE, ONE, BUILD = "unique", "one", "build"
"""Questions: how many answers, counted up to two; one answer; how large the program is."""

METHODS = ("sat", "ilp")
"""Names on the command line: clauses, and the integer program of the genre."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is done with every board: `time_s` is for one board, None for no limit.

    `solver` is for the method ilp, and only that can answer the question BUILD.
    """

    puzzle: str
    method: str = "sat"
    time_s: float | None = None
    solver: str = ""
    question: str = UNIQUE


@dataclass(frozen=True, slots=True)
class Run:
    """What came out for one board. `status` is a value of `Status` or a constant of this module.

    Times are in seconds of wall time, to a millionth. `rows` and `cols` are 0 if the text could not be read,
    `variables` and `constraints` if no integer program was built. `reason` says why a board was refused or failed.
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
    variables: int = 0
    constraints: int = 0

    @property
    def seconds(self) -> float:
        """From the text to the status."""
        return round(self.read + self.build + self.solve + self.prove, 6)


Answered = tuple[Result[Any], int, int]
"""A result and the number of variables and constraints of its program."""
Method = Callable[[Board, Limits], Answered]


def _method(job: Job) -> AbstractContextManager[Method]:
    """How a job answers its question; what it holds open is closed by the context."""
    most = 1 if job.question == ONE else 2
    if job.method == "sat":
        return nullcontext(lambda board, limits: (solving.solve(board, limits=limits, most=most), 0, 0))
    return _programs(job, most)


@contextmanager
def _programs(job: Job, most: int) -> Iterator[Method]:
    """The method ilp."""
    from puzzlewright import programming
    from puzzlewright.solvers.milp import Engine

    def build(board: Board, limits: Limits) -> Answered:
        measured = programming.size(board, limits=limits)
        return measured.result, measured.variables, measured.constraints

    if job.question == BUILD:
        yield build
        return
    with Engine(job.solver) as engine:

        def answer(board: Board, limits: Limits) -> Answered:
            measured = programming.solve(board, engine, limits=limits, most=most)
            return measured.result, measured.variables, measured.constraints

        yield answer


class Runner:
    """Runs boards one after the other. A context manager; raises PackageMissing when it is entered."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._context = _method(job)

    def __enter__(self) -> Runner:
        self._solve = self._context.__enter__()
        # Load what the method needs, so that the first board is not charged for it.
        board = find(self._job.puzzle).codec.empty(1, 1)
        self._solve(forms.parse(board.to("puzzlink")).board, Limits())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._context.__exit__(kind, value, trace)

    def run(self, instance: Instance) -> Run:
        """Read one board and answer the question of the job."""
        watch = Stopwatch()
        rows = cols = 0
        read_s = 0.0

        def failed(reason: str) -> Run:
            return Run(instance.name, rows, cols, FAILED, read_s, solve=round(watch.lap(), 6), reason=reason)

        try:
            reading = forms.parse(instance.text)
            read_s = round(watch.lap(), 6)
            rows, cols = reading.board.rows, reading.board.cols
            if reading.puzzle is not find(self._job.puzzle):
                raise ParseError(f"this is a board of {reading.puzzle.name}")
            result, variables, constraints = self._solve(reading.board, Limits(time_s=self._job.time_s))
        except (ParseError, InvalidBoard) as error:
            return Run(instance.name, rows, cols, REFUSED, read_s, reason=str(error))
        except (InternalError, SolverFailed) as error:
            return failed(str(error))
        except MemoryError:
            return failed("not enough memory")
        seconds = result.seconds
        build, solve, prove = (round(part, 6) for part in (seconds.build, seconds.solve, seconds.prove))
        status = self._status(result, variables)
        return Run(instance.name, rows, cols, status, read_s, build, solve, prove, "", variables, constraints)

    def _status(self, result: Result[Any], variables: int) -> str:
        if self._job.question == BUILD and variables:
            return BUILT
        if self._job.question == ONE and result.answers:
            return SOLVED
        return result.status.value


def run_one(instance: Instance, job: Job) -> Run:
    """Run a single board."""
    with Runner(job) as runner:
        return runner.run(instance)


def run_all(instances: Sequence[Instance], job: Job, workers: int = 1) -> Generator[tuple[int, Run, int], None, None]:
    """Run every board; yields the position of a board, its run, and the peak memory of its process in bytes.

    With one worker boards run here and in order, else in so many processes and in the order in which they end. Leaving
    the iterator stops the processes at once.
    """
    if workers == 1:
        with Runner(job) as runner:
            for position, instance in enumerate(instances):
                yield position, runner.run(instance), peak_memory()
        return
    waiting = deque(enumerate(instances))
    with Workers(partial(_worker, job), min(workers, len(instances))) as processes:
        while waiting or processes.busy:
            while processes.idle and waiting:
                processes.send(waiting.popleft())
            for (position, instance), done in processes.wait():
                if isinstance(done, Died):
                    reason = f"the worker ended with exit code {done.exit_code}"
                    yield position, Run(instance.name, 0, 0, FAILED, reason=reason), 0
                else:
                    yield position, *done


@contextmanager
def _worker(job: Job) -> Iterator[Callable[[tuple[int, Instance]], tuple[Run, int]]]:
    """The work of one process: a run and the peak memory so far."""
    with Runner(job) as runner:
        yield lambda numbered: (runner.run(numbered[1]), peak_memory())


def peak_memory() -> int:
    """Bytes of memory that this process had at most, 0 if the system does not say; solvers in others do not count."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
