"""Making boards of any genre: attempts until one fits, its proof and its grade, one process or many, no board twice.

Board number i of a seed comes from the chances of `Random(f"{seed} {i} {attempt}")` for attempt 0, 1, ..., the first
one that serves, whichever process makes it. If it is an earlier one turned, mirrored or moved, the attempts go on. So
the boards do not depend on the number of processes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from collections.abc import Generator as Stream
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from puzzlewright.deadline import Deadline, OutOfSpace, OutOfTime, Stopwatch
from puzzlewright.errors import InternalError, NotMade, PuzzlewrightError
from puzzlewright.forms import write
from puzzlewright.generator import Draft, Generator, Request
from puzzlewright.grading import BANDS, grade, is_too_hard
from puzzlewright.grid import DEFAULT_MAX_SIDE
from puzzlewright.outcome import Grade, Limits, Made, MakingSeconds, Status, Step
from puzzlewright.puzzle import Board, Puzzle
from puzzlewright.puzzles import find
from puzzlewright.refusing import refused
from puzzlewright.scan import quoted
from puzzlewright.solving import solve
from puzzlewright.version import __version__
from puzzlewright.workers import Died, Workers

_MOST_ATTEMPTS = 2000
"""For one board; then none such is likely to be found."""

_MOST_DEATHS = 3
"""Processes that may die on one board before it is given up."""

_AHEAD = 4
"""Boards, for each process, that may be done before an earlier one is."""

_GRADED_CELLS = 100
"""Boards of up to so many cells are graded without being asked for it; larger ones may take minutes."""

GRADE_S, BAND_S = 10.0, 60.0
"""Seconds that grading a board may take unless said otherwise, and where a band is wanted."""


@dataclass(frozen=True, slots=True)
class _Order:
    """What is wanted of all boards; `grade_s` 0 is for no grade."""

    puzzle: str
    request: Request[Any]
    seed: int
    grade_s: float


@dataclass(frozen=True, slots=True)
class _Job:
    """One board, from one attempt on; `time_s` are the seconds left."""

    number: int
    attempt: int
    time_s: float | None


@dataclass(frozen=True, slots=True)
class _Done:
    """What came out: the board and its attempt, or why there is none (empty if the time was over)."""

    made: Made[Any, Any] | None
    attempt: int = 0
    problem: str = ""


def generate(
    puzzle: str,
    rows: int,
    cols: int,
    *,
    seed: int = 0,
    count: int = 1,
    difficulty: str | None = None,
    method: str | None = None,
    pattern: Board | None = None,
    symmetry: str = "none",
    options: Mapping[str, float] | None = None,
    grade_s: float | None = None,
    limits: Limits | None = None,
    earlier: Sequence[Board] = (),
    on_attempt: Callable[[int], object] | None = None,
) -> Stream[Made[Any, Any], None, None]:
    """Boards number 0, 1, ... of a seed, in order, each as soon as it and all before it are there.

    `difficulty` is a band of grades; `grade_s` the seconds that one grading may take, 0 for no grade, by default 60
    if a band is wanted, else 10 for boards up to 10 x 10 cells and 0 for larger ones. `limits` has the time for all
    boards and the number of processes. With `earlier`, the boards made before by the same call, the rest follow.
    `on_attempt` is given the number of each attempt when it begins, if boards are made in this process alone.

    Raises NotMade at once if the request cannot work, and UnknownPuzzle. The iterator raises OutOfTime when the time
    is over before the last board, and NotMade for a board that many attempts did not give.
    """
    genre = find(puzzle)
    maker = _maker(genre)
    request = _request(maker, rows, cols, difficulty, method, pattern, symmetry, options or {})
    if count < 1:
        raise NotMade(f"the number of boards is 1 or more, not {count}")
    if difficulty is not None and genre.reasons is None:
        raise NotMade(f"{genre.titles['en']} cannot be graded yet, so no difficulty can be asked for")
    if grade_s is None:
        grade_s = GRADE_S if rows * cols <= _GRADED_CELLS else 0.0
        grade_s = BAND_S if difficulty is not None else grade_s
    if genre.reasons is None:
        grade_s = 0.0
    if difficulty is not None and grade_s <= 0:
        raise NotMade("a difficulty cannot be met without grading")
    limits = limits or Limits()
    deadline = Deadline(limits.time_s)
    if reason := maker.refuse(request, deadline):
        raise NotMade(reason if pattern is None else refused("pattern", reason=reason))
    order = _Order(genre.id, request, seed, grade_s)
    return _all(order, maker, count, deadline, limits.workers, earlier, on_attempt)


def _maker(genre: Puzzle[Any, Any]) -> Generator[Any, Any]:
    if genre.generator is None:
        raise NotMade(f"{genre.titles['en']} cannot be made yet")
    return genre.generator()


def _request(
    maker: Generator[Any, Any],
    rows: int,
    cols: int,
    band: str | None,
    method: str | None,
    pattern: Board | None,
    symmetry: str,
    options: Mapping[str, float],
) -> Request[Any]:
    """The request with all defaults filled in. Raises NotMade for what no board can be."""
    for name, number in (("rows", rows), ("columns", cols)):
        if not 1 <= number <= DEFAULT_MAX_SIDE:
            raise NotMade(f"boards have 1 to {DEFAULT_MAX_SIDE} {name}, not {number}")
    if pattern is not None and (pattern.rows, pattern.cols) != (rows, cols):
        raise NotMade(refused("pattern size", has_rows=pattern.rows, has_cols=pattern.cols, rows=rows, cols=cols))
    for what, chosen, known in (
        ("difficulty", band, BANDS),
        ("method", method, tuple(maker.methods)),
        ("symmetry", symmetry, maker.symmetries),
    ):
        if chosen is not None and chosen not in known:
            raise NotMade(f"{quoted(chosen)} is no {what}; there is {', '.join(known)}")
    for name, value in options.items():
        if (option := maker.options.get(name)) is None:
            raise NotMade(f"{quoted(name)} is no option; there is {', '.join(maker.options)}")
        if not option.least <= value <= option.most:
            raise NotMade(f"{name} is a number from {option.least:g} to {option.most:g}, not {value:g}")
    values = {name: float(options.get(name, option.default)) for name, option in maker.options.items()}
    return Request(rows, cols, method or next(iter(maker.methods)), pattern, symmetry, values, band)


def _all(
    order: _Order,
    maker: Generator[Any, Any],
    count: int,
    deadline: Deadline,
    workers: int,
    earlier: Sequence[Board],
    on_attempt: Callable[[int], object] | None,
) -> Stream[Made[Any, Any], None, None]:
    """All boards in order, without those that are earlier ones turned, mirrored or moved."""
    keys: set[Hashable] = {maker.key(board) for board in earlier}
    here = partial(_here, on_attempt=on_attempt)
    turn = here if workers == 1 else partial(_in_processes, workers=workers)
    again: deque[_Job] = deque()
    results = turn(order, len(earlier), count, deadline, again)
    try:
        for number in range(len(earlier), count):
            while True:
                done = next(results)
                if done.made is None:
                    if not done.problem:
                        raise OutOfTime
                    raise NotMade(refused("board", index=number, problem=done.problem))
                key = maker.key(done.made.board)
                if key not in keys:
                    break
                again.append(_Job(number, done.attempt + 1, None))
            keys.add(key)
            yield done.made
    finally:
        results.close()


def _here(
    order: _Order,
    first: int,
    count: int,
    deadline: Deadline,
    again: deque[_Job],
    *,
    on_attempt: Callable[[int], object] | None,
) -> Stream[_Done, None, None]:
    """What comes of each board in order; whatever is in `again` after one was taken comes next."""
    for number in range(first, count):
        yield _work(order, _Job(number, 0, deadline.left_s), on_attempt)
        while again:
            yield _work(order, replace(again.popleft(), time_s=deadline.left_s), on_attempt)


def _in_processes(
    order: _Order, first: int, count: int, deadline: Deadline, again: deque[_Job], *, workers: int
) -> Stream[_Done, None, None]:
    """The same, made by several processes."""
    finished: dict[int, _Done] = {}
    deaths: dict[int, int] = {}
    wanted = started = first
    redo: deque[_Job] = deque()
    with Workers(partial(_worker, order), min(workers, count - first)) as processes:
        while wanted < count:
            if wanted in finished:
                yield finished.pop(wanted)
                if again:
                    redo.append(again.popleft())
                else:
                    wanted += 1
                continue
            while processes.idle and (redo or started < min(count, wanted + _AHEAD * workers)):
                job = redo.popleft() if redo else _Job(started, 0, None)
                started = max(started, job.number + 1)
                processes.send(replace(job, time_s=deadline.left_s))
            results = processes.wait(deadline.left_s)
            if not results:
                yield _Done(None)
                return
            for job, done in results:
                if not isinstance(done, Died):
                    finished[job.number] = done
                    continue
                deaths[job.number] = deaths.get(job.number, 0) + 1
                if deaths[job.number] < _MOST_DEATHS:
                    redo.append(job)
                else:
                    problem = f"the worker ended {_MOST_DEATHS} times, at last with exit code {done.exit_code}"
                    finished[job.number] = _Done(None, problem=problem)


@contextmanager
def _worker(order: _Order) -> Iterator[Callable[[_Job], _Done]]:
    """The work of one process; what the genre needs is loaded, so that the first board is not charged for it."""
    genre = find(order.puzzle)
    _maker(genre)
    solve(genre.codec.empty(1, 1))
    yield partial(_work, order)


def _work(order: _Order, job: _Job, on_attempt: Callable[[int], object] | None = None) -> _Done:
    """One board, or why there is none. Errors of this package come back as text: a process must not die of them."""
    deadline = Deadline(job.time_s)
    try:
        return _make(order, job, deadline, on_attempt)
    except OutOfTime:
        return _Done(None)
    except MemoryError:
        return _Done(None, problem="there is not enough memory")
    except PuzzlewrightError as error:
        return _Done(None, problem=error.args[0])


def _make(order: _Order, job: _Job, deadline: Deadline, on_attempt: Callable[[int], object] | None) -> _Done:
    maker = _maker(find(order.puzzle))
    band = order.request.band
    watch = Stopwatch()
    make_s = 0.0
    for attempt in range(job.attempt, _MOST_ATTEMPTS):
        if on_attempt is not None:
            on_attempt(attempt)
        for draft in _drafts(maker, order, job.number, attempt, deadline):
            make_s += watch.lap()
            found = _graded(draft.board, order, deadline)
            grade_s = watch.lap()
            if band is None or (found is not None and found.band == band):
                _prove(draft, deadline)
                seconds = MakingSeconds(make_s, watch.lap(), grade_s)
                method = order.request.method
                return _Done(
                    Made(
                        draft.board,
                        draft.answer,
                        order.seed,
                        job.number,
                        method,
                        __version__,
                        Status.UNIQUE,
                        found,
                        seconds,
                    ),
                    attempt,
                )
            make_s += grade_s
            deadline.check()
            if found is not None and found.band is not None and BANDS.index(found.band) < BANDS.index(band):
                # What follows in an attempt is hardly ever harder.
                break
        deadline.check()
    key = "band not found" if band else "not found"
    return _Done(None, problem=refused(key, band=band, most=_MOST_ATTEMPTS))


class _TooHard(Exception):
    """Raised to leave the grading of a board as soon as it is harder than wanted."""


def _graded(board: Board, order: _Order, deadline: Deadline) -> Grade | None:
    """The grade if one is wanted; None too for a board that is harder than wanted."""
    if not order.grade_s:
        return None
    band = order.request.band

    steps: list[Step] = []

    def watch(step: Step) -> None:
        steps.append(step)
        if band is not None and is_too_hard(steps, band):
            raise _TooHard

    try:
        limits = Limits(deadline.at_most(order.grade_s))
        return grade(board, limits=limits, on_step=watch, at_most=band)
    except _TooHard:
        return None


def _drafts(
    maker: Generator[Any, Any], order: _Order, number: int, attempt: int, deadline: Deadline
) -> Iterator[Draft[Any, Any]]:
    """The boards of one attempt; none more if it needs too much memory."""
    try:
        yield from maker.attempt(order.request, Random(f"{order.seed} {number} {attempt}"), deadline)
    except OutOfSpace:
        return


def _prove(draft: Draft[Any, Any], deadline: Deadline) -> None:
    """Solve a finished board from the start. Raises OutOfTime, and InternalError if that was not its only answer."""
    result = solve(draft.board, limits=Limits(deadline.left_s))
    if result.status is Status.UNDECIDED:
        raise OutOfTime
    if result.status is not Status.UNIQUE or result.answers[0] != draft.answer:
        raise InternalError(f"a made board turned out to be {result.status.value}: {write(draft.board, 'puzzlink')}")
