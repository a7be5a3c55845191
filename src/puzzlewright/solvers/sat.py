"""The SAT engine: python-sat's Glucose 4.1 behind a deadline.

The search runs in slices of a fixed number of propagations. Between slices the deadline is read and Python sees
Ctrl-C; the solver keeps what it has learnt, and the slices do not depend on the clock, so results do not either.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from types import TracebackType

from pysat.solvers import Glucose4

from puzzlewright.deadline import Deadline
from puzzlewright.solvers.cnf import Clause, Cnf

_SLICE = 500_000
"""Propagations between two looks at the clock: about a tenth of a second."""

_CHUNK = 20_000
"""Clauses loaded between two looks at the clock."""


class Sat:
    """One incremental solver. Use as a context manager; every call may raise OutOfTime."""

    def __init__(self, cnf: Cnf, deadline: Deadline) -> None:
        self._deadline = deadline
        self._variables = cnf.variables
        self._solver = Glucose4()
        try:
            for start in range(0, len(cnf.clauses), _CHUNK):
                deadline.check()
                # Feeding the iterator to an empty deque is the quickest loop that Python has.
                deque(map(self._solver.add_clause, cnf.clauses[start : start + _CHUNK]), maxlen=0)
        except BaseException:
            self._solver.delete()
            raise

    def __enter__(self) -> Sat:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.delete()

    def new(self) -> int:
        """A variable that no clause uses yet."""
        self._variables += 1
        return self._variables

    def add(self, clause: Clause) -> None:
        """One more clause; an empty one makes the problem unsatisfiable."""
        if clause:
            self._solver.add_clause(clause)
        else:
            self._solver.add_clause([1])
            self._solver.add_clause([-1])

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Is there a model in which all assumptions hold?"""
        while True:
            self._deadline.check()
            self._solver.prop_budget(_SLICE)
            # `expect_interrupt` releases the interpreter lock and leaves Python's own handler of Ctrl-C in place.
            found = self._solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
            if found is not None:
                return bool(found)

    def true(self, variables: Iterable[int]) -> list[int]:
        """Those of the variables that are true in the model found last."""
        model = self._solver.get_model()
        return [variable for variable in variables if variable <= len(model) and model[variable - 1] > 0]

    def core(self) -> list[int]:
        """Assumptions that the last refutation used."""
        return list(self._solver.get_core() or ())

    def propagate(self, assumptions: Sequence[int] = ()) -> tuple[bool, list[int]]:
        """Unit propagation only: is it free of a conflict, and which literals follow?"""
        consistent, literals = self._solver.propagate(assumptions=list(assumptions))
        return bool(consistent), list(literals or ())
