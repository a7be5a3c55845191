"""Clauses with the rule and the place that they stand for, and the model of a board that they make up.

A literal is a variable's number, 1 or more, or its negative, as in DIMACS.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pysat.card import CardEnc, EncType

from puzzlewright.deadline import OutOfSpace
from puzzlewright.grid import Cell
from puzzlewright.outcome import Place

A = TypeVar("A")
Clause = Sequence[int]

# Sets up to this size are kept exclusive pair by pair, larger ones by pysat's sequential counter.
_PAIRWISE = 4

_MOST_CLAUSES = 5_000_000
"""About a gigabyte; the largest board of the published Evolomino benchmark makes a fiftieth of it."""


@contextmanager
def ctrl_c_as_usual() -> Iterator[None]:
    """Raise KeyboardInterrupt for Ctrl-C in pysat's C code, which makes an error of its own of it."""
    try:
        yield
    except Exception as error:
        if str(error) == "Caught keyboard interrupt":
            raise KeyboardInterrupt from None
        raise


@dataclass(frozen=True, slots=True)
class Label:
    """The rule that a clause is part of, and the cells that say which instance of the rule it is."""

    rule: str
    cells: tuple[Cell, ...] = ()


class Cnf:
    """Clauses in the order in which they were added; each belongs to the label last set with `rule`.

    Clauses of the rules in `leave_out` are dropped.
    """

    def __init__(self, leave_out: Collection[str] = ()) -> None:
        self.variables = 0
        self.clauses: list[Clause] = []
        self._leave_out = frozenset(leave_out)
        self._starts: list[int] = []
        self._labels: list[Label] = []

    def new(self) -> int:
        """A fresh variable."""
        self.variables += 1
        return self.variables

    def new_for(self, keys: Sequence[int]) -> dict[int, int]:
        """A fresh variable for each key."""
        first = self.variables + 1
        self.variables += len(keys)
        return dict(zip(keys, range(first, self.variables + 1), strict=True))

    def rule(self, rule: str, cells: Sequence[Cell] = ()) -> None:
        """Label for the clauses that follow."""
        self._drop_left_out()
        self._starts.append(len(self.clauses))
        self._labels.append(Label(rule, tuple(cells)))

    def reserve(self, clauses: int) -> None:
        """Raise OutOfSpace if so many more clauses are too many."""
        if len(self.clauses) + clauses > _MOST_CLAUSES:
            raise OutOfSpace

    def at_most_one(self, literals: Sequence[int]) -> None:
        """At most one of the literals is true."""
        if len(literals) <= _PAIRWISE:
            for position, one in enumerate(literals):
                for other in literals[:position]:
                    self.clauses.append((-one, -other))
            return
        with ctrl_c_as_usual():
            encoded = CardEnc.atmost(list(literals), bound=1, top_id=self.variables, encoding=EncType.seqcounter)
        self.variables = max(self.variables, encoded.nv)
        self.clauses.extend(encoded.clauses)

    def finish(self) -> None:
        """To be called after the last clause."""
        self._drop_left_out()

    def label(self, clause: int) -> Label:
        """What the clause with that index stands for."""
        return self._labels[bisect_right(self._starts, clause) - 1]

    def _drop_left_out(self) -> None:
        if self._labels and self._labels[-1].rule in self._leave_out:
            del self.clauses[self._starts[-1] :]


@dataclass(frozen=True, slots=True)
class Stage:
    """A restriction to search under before the whole: what is found is an answer, and no answer proves nothing.

    `assumptions` make the restriction; after so many `conflicts` the search goes on to the next stage. The last stage
    has neither, and its refutation is a proof. So is one of an earlier stage that needs no assumption.
    """

    assumptions: tuple[int, ...] = ()
    conflicts: int | None = None


def _whole() -> Iterator[Stage]:
    yield Stage()


def _stands(true: frozenset[int]) -> bool:
    return True


def _none_known(answer: object) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True)
class Model(Generic[A]):
    """The clauses of one board, and how to read and write answers in their variables."""

    cnf: Cnf
    """Grows while a search goes on, by `stages`, `refine` and what is excluded: a model serves one search."""
    places: Mapping[Place, int]
    """The variable of each place that the solver decides; those without one are unmarked in every answer."""
    values: tuple[str, str]
    """What a place is called when its variable is true, and when it is false."""
    read: Callable[[Collection[Place]], A]
    """The answer with those places marked."""
    marked: Callable[[A], Collection[Place]]
    """The places that an answer marks, given ones perhaps among them."""
    exact: bool = True
    """False for a model that may miss answers; what it finds are answers all the same."""
    clues: Mapping[Cell, int] = field(default_factory=dict)
    """For each clue that can be lifted, the literal to assume so that it holds."""
    stages: Callable[[], Iterator[Stage]] = _whole
    """Restrictions in the order in which to search them; clauses of a stage are added when it is reached."""
    refine: Callable[[frozenset[int]], bool] = _stands
    """Does the assignment with those true variables stand? If not, clauses that forbid it have been added."""
    variants: Callable[[A], Iterator[A]] = _none_known
    """Other answers that are easily made from one; they save a search where two are enough."""

    def differs(self, answer: A) -> list[int]:
        """A clause that every other answer satisfies."""
        marked = frozenset(self.marked(answer))
        return [-variable if place in marked else variable for place, variable in self.places.items()]
