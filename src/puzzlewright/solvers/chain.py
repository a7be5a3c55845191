"""A step told as a chain: suppose that a mark is not so, apply one rule at a time, and see two of them clash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlewright.solvers.reasons import Solver


@dataclass(frozen=True, slots=True)
class Links:
    """For each rule in turn the literals it uses and those that it adds; the last one adds none, it cannot hold."""

    links: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]

    def __len__(self) -> int:
        return len(self.links)


def chain(
    solver: Solver, rules: Sequence[int], known: Sequence[int], opposite: int | None, variables: Sequence[int]
) -> Links | None:
    """The chain from the known literals and the opposite of a mark, None if the rules only clash all together."""
    have = [*known, *([] if opposite is None else [opposite])]
    added: list[tuple[int, list[int]]] = []
    why: dict[int, tuple[int, list[int]]] = {}
    while True:
        for rule in rules:
            if solver.solve([rule], have) is None:
                return _needed(added, why, rule, _used(solver, rule, have))
        for rule in rules:
            fresh = _forced(solver, rule, have, variables)
            if fresh:
                why.update((literal, (rule, _used(solver, rule, [*have, -literal], -literal))) for literal in fresh)
                added.append((rule, fresh))
                have += fresh
                break
        else:
            return None


def _forced(solver: Solver, rule: int, have: Sequence[int], variables: Sequence[int]) -> list[int]:
    """What one rule forces beyond what is there."""
    taken = {abs(literal) for literal in have}
    true = solver.solve([rule], have)
    assert true is not None
    left = [one if one in true else -one for one in variables if one not in taken]
    # A solver that would rather have it otherwise soon leaves only what is forced.
    solver.prefer([-literal for literal in left])
    true = solver.solve([rule], have)
    assert true is not None
    left = solver.perhaps_forced(left, true, [rule])
    forced = []
    while left:
        literal = left.pop(0)
        true = solver.solve([rule], [*have, -literal])
        if true is None:
            forced.append(literal)
        else:
            left = solver.perhaps_forced(left, true, [rule])
    return forced


def _used(solver: Solver, rule: int, literals: Sequence[int], target: int | None = None) -> list[int]:
    """The literals, none of them superfluous, that clash with the rule; the target stays and does not count."""
    refuted = solver.solve([rule], literals)
    assert refuted is None
    core = solver.core()[1]
    left = [literal for literal in literals if literal in core and literal != target]
    fixed = [] if target is None else [target]
    needed: list[int] = []
    while left:
        literal = left.pop()
        if solver.solve([rule], [*fixed, *needed, *left]) is not None:
            needed.append(literal)
    return sorted(needed, key=abs)


def _needed(
    added: Sequence[tuple[int, list[int]]], why: dict[int, tuple[int, list[int]]], last: int, clash: Sequence[int]
) -> Links:
    """The links that lead to the clash."""
    needed = set(clash)
    links: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(last, tuple(clash), ())]
    for rule, fresh in reversed(added):
        kept = [literal for literal in fresh if literal in needed]
        if kept:
            used = {one for literal in kept for one in why[literal][1]}
            needed |= used
            links.append((rule, tuple(sorted(used, key=abs)), tuple(kept)))
    return Links(tuple(reversed(links)))
