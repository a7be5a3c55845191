"""Assignments to the marks of a board: answers and what they share, and others with what tells them from the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from puzzlewright.outcome import Status
from puzzlewright.solvers.reasons import Switched

CLASH = 0
"""What stands for the mark where a contradiction is explained: no assignment is left without it."""


def answers_and_shared(switched: Switched, known: Sequence[int]) -> tuple[Status, list[frozenset[int]], set[int]]:
    """How many answers known literals leave, one or two of them, and what all share of the rest.

    Found by questions for an answer that differs in what is common so far. Raises OutOfTime.
    """
    rules = range(len(switched.reasons.rules))
    solver = switched.solver()
    try:
        true = solver.solve(rules, known)
        if true is None:
            return Status.NONE, [], set()
        answers = [true & switched.bit.keys()]
        common = {one if one in true else -one for one in switched.bit} - set(known)
        while common:
            switch = switched.reasons.cnf.new()
            solver.forbid([-switch, *(-literal for literal in common)])
            true = solver.solve(rules, [*known, switch])
            if true is None:
                break
            answers[1:] = [true & switched.bit.keys()]
            common = {literal for literal in common if (abs(literal) in true) == (literal > 0)}
        return (Status.SEVERAL if answers[1:] else Status.UNIQUE), answers, common
    finally:
        solver.close()


class Kept:
    """Assignments that are no answer: each with the marks in which it differs from the wanted ones, and broken rules.

    Sets of marks and of rules are bits of a number; `bit` gives those of the marks, `wanted` the literal of each.
    """

    def __init__(self, bit: Mapping[int, int], wanted: Mapping[int, int]) -> None:
        self._bit = bit
        self._wanted = wanted
        self._kept: list[tuple[int, int]] = []

    def add(self, true: frozenset[int], broken: int) -> None:
        """Keep an assignment, given by its true variables, and the rules that it breaks."""
        differs = 0
        for number, variable in enumerate(self._bit):
            if (variable in true) != (self._wanted[variable] > 0):
                differs |= 1 << number
        self._kept.append((differs, broken))

    @property
    def last(self) -> int:
        """What the assignment breaks that came last."""
        return self._kept[-1][1]

    def know(self, literals: Iterable[int]) -> None:
        """Drop the assignments that differ in marks which are known from now on; those that are added have them."""
        known = 0
        for literal in literals:
            known |= 1 << self._bit[abs(literal)]
        self._kept = [(differs, broken) for differs, broken in self._kept if not differs & known]

    def broken_without(self, target: int) -> list[int]:
        """What the assignments break that are kept and have all known marks, but not the target."""
        if target == CLASH:
            return [broken for _, broken in self._kept]
        bit = 1 << self._bit[abs(target)]
        return [broken for differs, broken in self._kept if differs & bit]
