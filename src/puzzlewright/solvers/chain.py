"""A step told as a chain: suppose that a mark is not so, apply one rule at a time, and see one that cannot hold.

Where that comes to a standstill, a place that is still open splits the chain into two cases that both end so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzlewright.solvers.reasons import Solver

_CALLS = 200
_PROPAGATIONS = 10_000_000
"""Calls and propagations of the solver for one step after which no more places are tried for a split."""


@dataclass(frozen=True, slots=True)
class Inference:
    """What one rule adds to the literals that it uses; nothing where it cannot hold.

    With `cases` it has no rule: each supposes a literal, and is a chain of its own.
    """

    rule: int | None
    used: tuple[int, ...]
    new: tuple[int, ...]
    cases: tuple[tuple[int, Chain], ...] = ()


Chain = tuple[Inference, ...]


def length(chain: Chain) -> int:
    """How many times a rule is applied, in all cases."""
    return sum(1 + sum(length(case) for _, case in each.cases) for each in chain)


class Chains:
    """The search for chains of one step, with its rules one at a time.

    What the solver said of a rule is kept: fillings in which it holds, and literals that clash with it. Most questions
    are answered by these.
    """

    def __init__(self, solver: Solver, rules: Sequence[int], variables: Sequence[int]) -> None:
        self._solver = solver
        self._rules = rules
        self._variables = variables
        self._bit = {variable: 1 << number for number, variable in enumerate(variables)}
        self._all = (1 << len(variables)) - 1
        self._fillings: dict[int, list[int]] = {rule: [] for rule in rules}
        self._clashes: dict[int, list[tuple[int, int]]] = {rule: [] for rule in rules}
        self._last = solver.calls + _CALLS, solver.propagations() + _PROPAGATIONS

    def chain(self, given: Sequence[int], depth: int = 0) -> Chain | None:
        """A chain from the given literals to a rule that cannot hold, None if none is found.

        `depth` is the number of splits within each other that it may have.
        """
        have = list(given)
        added: list[tuple[int, int, list[int]]] = []
        while True:
            for rule in self._rules:
                if not self._holds(rule, have):
                    return self._needed(added, have, Inference(rule, self._used(rule, have), ()))
            for rule in self._rules:
                fresh = self._forced(rule, have)
                if fresh:
                    added.append((rule, len(have), fresh))
                    have += fresh
                    break
            else:
                break
        split = self._split(have, depth) if depth else None
        return None if split is None else self._needed(added, have, split)

    def _split(self, have: Sequence[int], depth: int) -> Inference | None:
        """Two cases that both end where a rule cannot hold, with as few inferences as are found."""
        taken = {abs(literal) for literal in have}
        best: Inference | None = None
        for variable in self._variables:
            if variable in taken:
                continue
            if self._solver.calls > self._last[0] or self._solver.propagations() > self._last[1]:
                break
            cases = []
            for literal in (variable, -variable):
                case = self.chain([*have, literal], depth - 1)
                if case is None:
                    break
                cases.append((literal, case))
            else:
                outside = {one for literal, case in cases for one in _open(case) if one != literal}
                split = Inference(None, _ordered(outside), (), tuple(cases))
                if best is None or length((split,)) < length((best,)):
                    best = split
        return best

    def _needed(self, added: Sequence[tuple[int, int, list[int]]], have: Sequence[int], end: Inference) -> Chain:
        """The inferences that lead to the end."""
        needed = set(end.used)
        links = [end]
        for rule, before, fresh in reversed(added):
            kept = [literal for literal in fresh if literal in needed]
            if kept:
                used = {one for literal in kept for one in self._used(rule, have[:before], -literal)}
                needed |= used
                links.append(Inference(rule, _ordered(used), tuple(kept)))
        return tuple(reversed(links))

    def _masks(self, literals: Iterable[int]) -> tuple[int, int]:
        """The true and the false ones of some literals."""
        true = false = 0
        for literal in literals:
            if literal > 0:
                true |= self._bit[literal]
            else:
                false |= self._bit[-literal]
        return true, false

    def _filling(self, rule: int, literals: Sequence[int]) -> int | None:
        """The true variables of a filling in which the rule and the literals hold, None if there is none."""
        found = self._solver.solve([rule], literals)
        if found is None:
            core = self._solver.core()[1]
            self._clashes[rule].append(self._masks(literal for literal in literals if literal in core))
            return None
        filling = sum(bit for variable, bit in self._bit.items() if variable in found)
        self._fillings[rule].append(filling)
        return filling

    def _known(self, rule: int, literals: Sequence[int]) -> list[int]:
        """The kept fillings in which the literals hold."""
        true, false = self._masks(literals)
        return [one for one in self._fillings[rule] if one & true == true and not one & false]

    def _holds(self, rule: int, literals: Sequence[int]) -> bool:
        true, false = self._masks(literals)
        if any(one & true == true and not one & false for one in self._fillings[rule]):
            return True
        if any(not one & ~true and not other & ~false for one, other in self._clashes[rule]):
            return False
        return self._filling(rule, literals) is not None

    def _forced(self, rule: int, have: Sequence[int]) -> list[int]:
        """What one rule, which holds, forces beyond what is there."""
        true, false = self._masks(have)
        free = self._all & ~true & ~false
        # What is true in all fillings so far, and what is false in all of them.
        true = false = free
        for filling in self._known(rule, have):
            true &= filling
            false &= ~filling
        if not true | false:
            return []
        # A solver that would rather have it otherwise soon leaves only what is forced.
        self._solver.prefer([-literal for literal in self._literals(true, false)])
        forced = []
        for literal in self._literals(true, false):
            if not self._bit[abs(literal)] & (true if literal > 0 else false):
                continue
            if self._holds(rule, [*have, -literal]):
                for filling in self._known(rule, [*have, -literal]):
                    true &= filling
                    false &= ~filling
            else:
                forced.append(literal)
        return forced

    def _literals(self, true: int, false: int) -> list[int]:
        return [variable if bit & true else -variable for variable, bit in self._bit.items() if bit & (true | false)]

    def _used(self, rule: int, literals: Sequence[int], target: int | None = None) -> tuple[int, ...]:
        """The literals, none of them superfluous, that clash with the rule; the target stays and does not count."""
        fixed = [] if target is None else [target]
        refuted = self._solver.solve([rule], [*literals, *fixed])
        assert refuted is None
        core = self._solver.core()[1]
        left = [literal for literal in literals if literal in core]
        needed: list[int] = []
        while left:
            literal = left.pop()
            if self._holds(rule, [*fixed, *needed, *left]):
                needed.append(literal)
        return _ordered(needed)


def _ordered(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(literals, key=abs))


def _open(chain: Chain) -> set[int]:
    """The literals that a chain uses and does not find."""
    found: set[int] = set()
    needed: set[int] = set()
    for each in chain:
        needed.update(one for one in each.used if one not in found)
        found.update(each.new)
    return needed
