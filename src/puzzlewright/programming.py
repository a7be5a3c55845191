"""Questions about a board, answered with the integer program of its genre and a solver of another package.

The same questions are answered with clauses in `solving`, which is much faster. Every answer is checked by the genre's
rules before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlewright.deadline import Deadline, OutOfTime, Stopwatch
from puzzlewright.outcome import Limits, Result, Seconds, Status
from puzzlewright.puzzle import Board
from puzzlewright.solvers.milp import Engine
from puzzlewright.solvers.program import INFINITY, Formulation, Program
from puzzlewright.solving import playable, verify


@dataclass(frozen=True, slots=True)
class Measured:
    """A result and the size of the program, 0 if it was not built in time. `answers` are as in `solving.solve`."""

    result: Result[Any]
    variables: int = 0
    constraints: int = 0


def formulate(board: Board, deadline: Deadline) -> Formulation[Any]:
    """The program of a board. Raises InvalidBoard, OutOfTime, and ValueError for a genre that has none."""
    puzzle = playable(board)
    if puzzle.program is None:
        raise ValueError(f"there is no integer program of {puzzle.name}")
    return puzzle.program(board, deadline)


def size(board: Board, *, limits: Limits | None = None) -> Measured:
    """Build the program and nothing else; the status is UNDECIDED. Raises InvalidBoard and ValueError."""
    deadline = Deadline((limits or Limits()).time_s)
    watch = Stopwatch()
    try:
        program = formulate(board, deadline).program
    except OutOfTime as stop:
        return Measured(Result(Status.UNDECIDED, (), Seconds(watch.lap()), str(stop)))
    return Measured(Result(Status.UNDECIDED, (), Seconds(watch.lap())), program.width, program.height)


def solve(board: Board, engine: Engine, *, limits: Limits | None = None, most: int = 2) -> Measured:
    """One answer and the proof that there is no other, or two answers that differ, or that there is none.

    With `most=1` the first answer is enough, and the status is then UNDECIDED. Seconds of building are those of the
    first program and of handing it to the solver. Raises InvalidBoard, SolverFailed, and ValueError for a genre without
    a program.
    """
    engine.start()
    deadline = Deadline((limits or Limits()).time_s)
    watch = Stopwatch()
    build = solving = proving = 0.0
    variables = constraints = 0
    found: list[Any] = []
    status, reason = Status.UNDECIDED, ""
    try:
        formulation = formulate(board, deadline)
        program = formulation.program
        variables, constraints = program.width, program.height
        if formulation.hopeless:
            status, reason = Status.NONE, formulation.hopeless
        else:
            engine.load(program, deadline)
            build = watch.lap()
            for answer in _answers(board, formulation, engine, deadline):
                found.append(answer)
                if len(found) == 1:
                    solving = watch.lap()
                if len(found) == most:
                    break
            if len(found) < most or most > 1:
                status = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[len(found)]
    except OutOfTime as stop:
        reason = str(stop)
    if not build:
        build = watch.lap()
    elif not found:
        solving = watch.lap()
    else:
        proving = watch.lap()
    return Measured(Result(status, tuple(found), Seconds(build, solving, proving), reason), variables, constraints)


def answers(board: Board, engine: Engine, *, limits: Limits | None = None) -> Iterator[Any]:
    """All answers, one after the other. Raises what `solve` raises, and OutOfTime if the time ends before they do."""
    deadline = Deadline((limits or Limits()).time_s)
    formulation = formulate(board, deadline)
    if not formulation.hopeless:
        engine.load(formulation.program, deadline)
        yield from _answers(board, formulation, engine, deadline)


def _answers(board: Board, formulation: Formulation[Any], engine: Engine, deadline: Deadline) -> Iterator[Any]:
    """Answers of a program that the engine has loaded; a row is added for each."""
    program = formulation.program
    while (point := engine.solve(deadline)) is not None:
        marked = point[: len(formulation.places)] > 0.5
        answer = formulation.read(
            [place for place, is_marked in zip(formulation.places, marked, strict=True) if is_marked]
        )
        verify(board, answer)
        yield answer
        program = another(program, marked)
        engine.load(program, deadline)


def another(program: Program, marked: NDArray[np.bool_]) -> Program:
    """The program with the row sum of |x - x*| >= 1: the first columns, which are binary, are not all as `marked`."""
    signs = np.where(marked, -1.0, 1.0)
    return program.with_row(np.arange(len(signs)), signs, 1 - int(marked.sum()), INFINITY)
