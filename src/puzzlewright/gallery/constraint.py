"""CP-SAT as the gallery uses it: with one thread, until the deadline, and stopped by Ctrl-C."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

from puzzlewright.deadline import Deadline
from puzzlewright.errors import SolverFailed


@dataclass(frozen=True)
class Outcome:
    """What CP-SAT said of a model.

    `found` says that there is a solution, which `value` reads; `closed` that it is the best, that there is none, or
    that all were listed. If it is false the time was over.
    """

    solver: Any
    found: bool
    closed: bool

    @property
    def bound(self) -> float | None:
        """What was proved of the objective, None if that is nothing: a run that found no solution claims 0."""
        return float(self.solver.best_objective_bound) if self.found else None

    def value(self, variable: Any) -> int:
        return int(self.solver.value(variable))


def run(model: Any, deadline: Deadline, each: Any = None, **parameters: object) -> Outcome:
    """Solve a model; `each` is a callback for solutions, `parameters` are those of CP-SAT.

    Raises OutOfTime if no time is left to begin, KeyboardInterrupt, and SolverFailed.
    """
    from ortools.sat.python import cp_model

    deadline.check()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # Ctrl-C comes to Python, which listens only while C++ runs in another thread.
    solver.parameters.catch_sigint_signal = False
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    if deadline.left_s is not None:
        solver.parameters.max_time_in_seconds = max(0.001, deadline.left_s)
    ended: list[Any] = []
    over = Event()

    def solve() -> None:
        try:
            ended.append(solver.solve(model, each))
        except Exception as error:
            ended.append(error)
        finally:
            over.set()

    Thread(target=solve).start()
    try:
        # A wait without an end cannot be interrupted on all systems, and an interrupted `join` takes the thread for
        # ended (Python 3.11).
        while not over.wait(1):
            pass
    except BaseException:
        # It cannot be told before it has begun.
        solver.stop_search()
        while not over.wait(0.05):
            solver.stop_search()
        raise
    if isinstance(ended[0], Exception):
        raise ended[0]
    if ended[0] == cp_model.MODEL_INVALID:
        raise SolverFailed("CP-SAT does not take the model")
    return Outcome(
        solver,
        ended[0] in (cp_model.OPTIMAL, cp_model.FEASIBLE),
        ended[0] in (cp_model.OPTIMAL, cp_model.INFEASIBLE),
    )
