"""The model of a board in which every rule instance can be switched on by itself, so that deductions can name them.

Two kinds of clauses make it up. The bookkeeping says what auxiliary variables mean; every way to mark the places
extends to values of them, so that no rule hides in it. The clauses of a `Rule` count only while its switch is on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from puzzlewright.deadline import Deadline
from puzzlewright.outcome import Place
from puzzlewright.sentences import Texts
from puzzlewright.solvers.cnf import Clause, Cnf, Label
from puzzlewright.solvers.sat import SHORT_QUESTIONS, Sat

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Rule:
    """An instance of a rule as a person sees it, and its clauses."""

    label: Label
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Reasons(Generic[A]):
    """Bookkeeping and rules of one board. The clauses grow while it is used: it serves one explanation."""

    cnf: Cnf
    """The bookkeeping."""
    rules: tuple[Rule, ...]
    places: Mapping[Place, int]
    """The variable of each place that can be marked."""
    given: tuple[int, ...]
    """Literals of the places whose marks come with the board."""
    values: tuple[str, str]
    """What a place is called when its variable is true, and when it is false."""
    refine: Callable[[frozenset[int]], bool]
    """Does the assignment with those true variables keep the books? If not, clauses that forbid it have been added."""
    read: Callable[[Collection[Place]], A]
    """The answer with those places marked."""
    texts: Mapping[str, Texts]
    """The genre's words by language."""
    broken: Callable[[frozenset[int], Iterable[int]], int] | None = None
    """Which of some rules, a bit each, the marks of an assignment break, given its true variables.

    Without it a rule counts as broken if one of its clauses is, which overrates where the bookkeeping leaves a choice:
    nothing wrong follows, but the search is slower.
    """


class Switched:
    """The solvers of one model: rules behind switches, and the same clauses for each of them."""

    def __init__(self, reasons: Reasons[Any], deadline: Deadline) -> None:
        self.reasons = reasons
        self.deadline = deadline
        self.marks = list(reasons.places.values())
        self.bit = {variable: number for number, variable in enumerate(self.marks)}
        cnf = reasons.cnf
        self.auxiliary = [variable for variable in range(1, cnf.variables + 1) if variable not in self.bit]
        self.switches = [cnf.new() for _ in reasons.rules]
        self.number_of = {switch: number for number, switch in enumerate(self.switches)}
        for switch, rule in zip(self.switches, reasons.rules, strict=True):
            cnf.clauses.extend([-switch, *clause] for clause in rule.clauses)
        self.variables = cnf.variables
        """Those of the model. More come while it is used, and nobody asks for their values."""

    def broken(self, true: frozenset[int]) -> int:
        """The rules, a bit each, that an assignment breaks."""
        if self.reasons.broken is not None:
            return self.reasons.broken(true, range(len(self.switches)))
        broken = 0
        for number, switch in enumerate(self.switches):
            if switch in true:
                continue
            for clause in self.reasons.rules[number].clauses:
                if not any((abs(literal) in true) == (literal > 0) for literal in clause):
                    broken |= 1 << number
                    break
        return broken

    def perhaps_forced(self, literals: Iterable[int], true: frozenset[int], rules: Collection[int]) -> list[int]:
        """Those marks that rules may force, as far as an assignment tells in which they hold."""
        left = [literal for literal in literals if (abs(literal) in true) == (literal > 0)]
        broken = self.reasons.broken
        if broken is None:
            return left
        marked = true & self.bit.keys()
        return [literal for literal in left if broken(marked ^ {abs(literal)}, rules)]

    def solver(self) -> Solver:
        """A solver of its own; it is to be closed."""
        return Solver(self, Sat(self.reasons.cnf, self.deadline, SHORT_QUESTIONS))


class Solver:
    """One solver that keeps the books: it finds no assignment that `refine` does not accept."""

    def __init__(self, switched: Switched, sat: Sat) -> None:
        self._switched = switched
        self._sat = sat
        self.calls = 0

    def close(self) -> None:
        self._sat.__exit__(None, None, None)

    def solve(
        self, rules: Iterable[int], literals: Iterable[int] = (), conflicts: int | None = None
    ) -> frozenset[int] | None:
        """The true variables of an assignment in which those rules and literals hold, None if there is none.

        None is also what comes back when that many conflicts did not decide it.
        """
        switches = self._switched.switches
        assumptions = [*(switches[number] for number in rules), *literals]
        while True:
            self.calls += 1
            if not self._sat.solve(assumptions, conflicts):
                return None
            true = self._sat.true(self._switched.variables)
            if self._switched.reasons.refine(true):
                return true

    def refutes(self, rules: Iterable[int], literals: Iterable[int], conflicts: int) -> bool:
        """Is it shown within so many conflicts that the rules and literals cannot all hold?"""
        switches = self._switched.switches
        self.calls += 1
        # An assignment that does not keep the books refutes nothing, so a look at it is not needed.
        return self._sat.solve([*(switches[number] for number in rules), *literals], conflicts) is False

    def core(self) -> tuple[set[int], set[int]]:
        """Rules and literals that the last refutation used."""
        core = self._sat.core()
        number_of = self._switched.number_of
        return {number_of[one] for one in core if one in number_of}, {one for one in core if one not in number_of}

    def propagations(self) -> int:
        """How many literals the solver has propagated so far: its work, in a unit that is the same in every run."""
        return self._sat.propagations()

    def know(self, literal: int) -> None:
        """From now on this literal holds."""
        self._sat.add([literal])

    def forbid(self, clause: Sequence[int]) -> None:
        """From now on this clause holds."""
        self._sat.add(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        self._sat.prefer(literals)
