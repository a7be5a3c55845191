"""Answers of one model, one after the other: stages, refinement, and a check of all that is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Generic, TypeVar

from puzzlewright.deadline import Deadline, OutOfSpace
from puzzlewright.solvers.cnf import Clause, Model, Stage
from puzzlewright.solvers.sat import Sat

A = TypeVar("A")

_MOST_EXCLUDED = 60_000_000
"""Literals in the clauses that exclude answers, about a gigabyte."""


class Search(Generic[A]):
    """A search for answers of a model. A context manager; calls may raise OutOfTime.

    `verify` is given every answer before anyone else; it raises if the rules do not accept it.
    """

    def __init__(self, model: Model[A], deadline: Deadline, verify: Callable[[A], object]) -> None:
        self._model = model
        self._verify = verify
        self._stages = model.stages()
        self._stage: Stage = next(self._stages)
        self._place_of = {variable: place for place, variable in model.places.items()}
        self._excluded = 0
        self._sat = Sat(model.cnf, deadline)

    def __enter__(self) -> Search[A]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._sat.__exit__(kind, value, trace)

    def next(self, assumptions: Sequence[int] = ()) -> A | None:
        """An answer in which the assumptions hold, or None if there is no such answer of the model."""
        while True:
            stage = self._stage
            found = self._sat.solve([*stage.assumptions, *assumptions], stage.conflicts)
            if found:
                true = self._sat.true()
                if not self._model.refine(true):
                    continue
                answer = self._model.read([self._place_of[variable] for variable in true & self._place_of.keys()])
                self._verify(answer)
                return answer
            if found is False:
                used = self._sat.core()
                # A refutation that used nothing of the restriction holds for the whole.
                if not set(used) & set(stage.assumptions):
                    return None
                # What was refuted is kept, so that a restriction that comes again costs nothing.
                self.add([-literal for literal in used])
            self._stage = next(self._stages)

    def prefer(self, answer: A) -> None:
        """Look for answers that are like this one first; it need not be one."""
        marked = frozenset(self._model.marked(answer))
        self._sat.prefer([v if place in marked else -v for place, v in self._model.places.items()])

    def core(self) -> frozenset[int]:
        """Those of the assumptions that the last `next` needed, if it returned None."""
        return frozenset(self._sat.core())

    def exclude(self, answer: A) -> None:
        """Never find this answer again. Raises OutOfSpace after some hundred thousands of answers."""
        clause = self._model.differs(answer)
        self._excluded += len(clause)
        if self._excluded > _MOST_EXCLUDED:
            raise OutOfSpace
        self.add(clause)

    def add(self, clause: Clause) -> None:
        """One more clause."""
        self._model.cnf.clauses.append(clause)

    def new(self) -> int:
        """A variable that no clause uses yet."""
        return self._model.cnf.new()

    def implied(self) -> list[int]:
        """Literals that unit propagation derives from the clauses alone."""
        return self._sat.propagate()[1]
