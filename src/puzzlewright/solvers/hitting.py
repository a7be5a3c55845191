"""Smallest hitting sets of sets that are bits of an integer, by branch and bound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Spent(Exception):
    """The work that a search may do is done."""


class Work:
    """A budget counted in work and not in seconds, so that the same question gets the same answer anywhere."""

    def __init__(self, units: int) -> None:
        self.left = units

    def spend(self, units: int) -> None:
        """Raise Spent when nothing is left."""
        self.left -= units
        if self.left < 0:
            raise Spent


def least(sets: Iterable[int]) -> list[int]:
    """The sets that hold no other one, the smaller ones first: what meets these meets all."""
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if not any(other & one == other for other in kept):
            kept.append(one)
    return kept


def without_twins(sets: Sequence[int]) -> list[int]:
    """The sets with one bit of those that are in the same sets."""
    holders: dict[int, int] = {}
    for number, one in enumerate(sets):
        while one:
            bit = one & -one
            one ^= bit
            holders[bit] = holders.get(bit, 0) | 1 << number
    first: dict[int, int] = {}
    for bit, held in holders.items():
        first[held] = min(bit, first.get(held, bit))
    kept = sum(first.values())
    return [one & kept for one in sets]


def hitting_set(sets: Sequence[int], most: int, work: Work) -> int | None:
    """At most so many bits that meet each of the sets, the smaller ones first in `sets`; None if there are none."""
    if not sets:
        return 0
    if most <= 0:
        return None
    if most == 1:
        common = -1
        for one in sets:
            common &= one
            if not common:
                return None
        return common & -common
    work.spend(len(sets))
    # Sets without a common bit need a bit each.
    apart = used = 0
    smallest = sets[0]
    for one in sets:
        if one.bit_count() < smallest.bit_count():
            smallest = one
        if not one & used:
            apart += 1
            used |= one
            if apart > most:
                return None
    tried = 0
    rest = smallest
    while rest:
        bit = rest & -rest
        rest ^= bit
        # Sets of bits with one that was tried before have been looked at.
        left = [one & ~tried for one in sets if not one & bit]
        if all(left):
            found = hitting_set(left, most - 1, work)
            if found is not None:
                return found | bit
        tried |= bit
    return None
