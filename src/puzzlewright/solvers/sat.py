"""The SAT engine: Glucose 4.1, or another of python-sat's solvers, behind a deadline.

The search runs in slices of a fixed number of propagations. Between slices the deadline is read and Python sees
Ctrl-C; the solver keeps what it has learnt, and the slices do not depend on the clock, so results do not either.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from pysat.solvers import Glucose4, Minisat22

from puzzlewright.deadline import Deadline
from puzzlewright.solvers.cnf import Cnf, ctrl_c_as_usual

_SLICE = 500_000
"""Propagations between two looks at the clock: about a tenth of a second."""

_CHUNK = 20_000
"""Clauses loaded between two looks at the clock."""

SHORT_QUESTIONS: Callable[[], Any] = Minisat22
"""The engine for thousands of questions about one model, each of a millisecond: a seventh faster than Glucose there."""

_IS_POSITIVE = (0).__lt__
"""Called for every variable of every model, where a function written in Python would cost as much as the search."""


class Sat:
    """One incremental solver for a list of clauses that may grow. A context manager; calls may raise OutOfTime.

    `engine` is a class of python-sat that knows budgets, phases and cores.
    """

    def __init__(self, cnf: Cnf, deadline: Deadline, engine: Callable[[], Any] = Glucose4) -> None:
        self._cnf = cnf
        self._deadline = deadline
        self._loaded = 0
        self._solver = engine()
        try:
            self._load()
        except BaseException:
            self._solver.delete()
            raise

    def __enter__(self) -> Sat:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.delete()

    def _load(self) -> None:
        clauses = self._cnf.clauses
        while self._loaded < len(clauses):
            self._deadline.check()
            chunk = clauses[self._loaded : self._loaded + _CHUNK]
            # Feeding the iterator to an empty deque is the quickest loop that Python has.
            deque(map(self._solver.add_clause, chunk), maxlen=0)
            self._loaded += len(chunk)

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Is there a model in which all assumptions hold? None if that many conflicts did not decide it.

        Clauses that were added to the list since the last call count.
        """
        self._load()
        assumed = list(assumptions)
        while True:
            self._deadline.check()
            # The order matters: no budget of conflicts (-1) lifts the other budget too.
            self._solver.conf_budget(-1 if conflicts is None else conflicts)
            self._solver.prop_budget(_SLICE)
            before = 0 if conflicts is None else self._solver.accum_stats()["conflicts"]
            # `expect_interrupt` releases the interpreter lock and leaves Python's own handler of Ctrl-C in place.
            found = self._solver.solve_limited(assumptions=assumed, expect_interrupt=True)
            if found is not None:
                return bool(found)
            if conflicts is not None:
                conflicts -= self._solver.accum_stats()["conflicts"] - before
                if conflicts <= 0:
                    return None

    def true(self, first: int | None = None) -> frozenset[int]:
        """The variables that are true in the model found last, of all or of the `first` ones."""
        return frozenset(filter(_IS_POSITIVE, self._solver.get_model()[:first]))

    def add(self, clause: Sequence[int]) -> None:
        """One more clause for this solver alone, which the list does not get."""
        self._solver.add_clause(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals first where the search has a choice."""
        self._solver.set_phases(literals)

    def core(self) -> list[int]:
        """Assumptions that the last refutation used."""
        return list(self._solver.get_core() or ())

    def propagations(self) -> int:
        """Propagations so far, in all calls."""
        return int(self._solver.accum_stats()["propagations"])

    def propagate(self, assumptions: Sequence[int] = ()) -> tuple[bool, list[int]]:
        """Unit propagation only: is it free of a conflict, and which literals follow?"""
        self._load()
        with ctrl_c_as_usual():
            consistent, literals = self._solver.propagate(assumptions=list(assumptions))
        return bool(consistent), list(literals or ())
