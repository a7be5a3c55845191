"""Maps of districts: drawn anew two at a time until one party wins enough, or counted one and all."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlewright.deadline import Deadline


@dataclass(frozen=True)
class Country:
    """`rows` x `columns` cells to be cut into `districts` of equal size, for a party with `votes` (0 or 1) in each.

    The party wins a district with at least `needed` votes.
    """

    rows: int
    columns: int
    districts: int
    votes: tuple[int, ...]
    needed: int

    @property
    def size(self) -> int:
        return self.rows * self.columns // self.districts

    @property
    def bound(self) -> int:
        """No more districts can be won than there are `needed` votes for."""
        return min(self.districts, sum(self.votes) // self.needed)

    @cached_property
    def beside(self) -> list[list[int]]:
        """The neighbours of each cell, in reading order."""
        cells = self.rows * self.columns
        return [
            [
                other
                for other in (cell - self.columns, cell - 1, cell + 1, cell + self.columns)
                if 0 <= other < cells and (abs(other - cell) > 1 or other // self.columns == cell // self.columns)
            ]
            for cell in range(cells)
        ]

    def won(self, plan: Sequence[int]) -> int:
        """How many districts the party wins, given the district of each cell."""
        votes = [0] * self.districts
        for district, vote in zip(plan, self.votes, strict=True):
            votes[district] += vote
        return sum(found >= self.needed for found in votes)


def snake(country: Country) -> list[int]:
    """A map to begin with: go through the rows to and fro, and begin a new district when one is full."""
    path = [
        row * country.columns + (column if row % 2 == 0 else country.columns - 1 - column)
        for row in range(country.rows)
        for column in range(country.columns)
    ]
    plan = [0] * len(path)
    for at, cell in enumerate(path):
        plan[cell] = at // country.size
    return plan


def recombine(country: Country, target: int, steps: int, deadline: Deadline) -> list[int]:
    """The best map met on the way to one in which `target` districts are won. Raises nothing when time is over.

    Simulated annealing with the move of DeFord, Duchin and Solomon (*Recombination*, 2019): join two districts, draw a
    random spanning tree of both, and cut it in two halves. What is minimised are the votes that are missing for a win
    in the `target` districts with the most votes. The same arguments give the same map.
    """
    chance = random.Random(0)
    plan = best = snake(country)
    if country.districts == 1 or country.won(plan) >= target:
        return plan
    missing = _missing(country, plan, target)
    start, stop = country.needed / 4, 0.2
    for step in range(steps):
        if step % 64 == 0 and deadline.left_s == 0:
            break
        warmth = start * (stop / start) ** (step / steps)
        changed = _redrawn(country, plan, chance)
        if changed is None:
            continue
        after = _missing(country, changed, target)
        if after <= missing or chance.random() < math.exp((missing - after) / warmth):
            plan, missing = changed, after
            if country.won(plan) > country.won(best):
                best = plan
            if missing == 0:
                break
    return best


def _missing(country: Country, plan: list[int], target: int) -> int:
    votes = [0] * country.districts
    for district, vote in zip(plan, country.votes, strict=True):
        votes[district] += vote
    votes.sort(reverse=True)
    return sum(max(0, country.needed - found) for found in votes[:target])


def _redrawn(country: Country, plan: list[int], chance: random.Random) -> list[int] | None:
    """The map with two districts drawn anew, None if the tree cannot be cut in halves."""
    cell = chance.randrange(len(plan))
    others = [plan[other] for other in country.beside[cell] if plan[other] != plan[cell]]
    if not others:
        return None
    here, there = plan[cell], chance.choice(others)
    # A random tree by depth-first search: `order` has each cell after the one that it was reached from.
    order, reached_from, stack = [], {cell: cell}, [(cell, cell)]
    seen = set()
    while stack:
        one, parent = stack.pop()
        if one in seen:
            continue
        seen.add(one)
        reached_from[one] = parent
        order.append(one)
        ways = [other for other in country.beside[one] if plan[other] in (here, there) and other not in seen]
        chance.shuffle(ways)
        stack += [(other, one) for other in ways]
    below = dict.fromkeys(order, 1)
    for one in reversed(order[1:]):
        below[reached_from[one]] += below[one]
    cuts = [one for one in order[1:] if below[one] == country.size]
    if not cuts:
        return None
    cut = chance.choice(cuts)
    part = {cut}
    for one in order:
        if reached_from[one] in part:
            part.add(one)
    changed = list(plan)
    for one in order:
        changed[one] = there if one in part else here
    return changed


def shapes(country: Country) -> list[list[int]]:
    """For each cell all districts of which it is the first cell in reading order, as bits."""

    def grow(chosen: int, size: int, border: list[int], banned: int) -> Iterator[int]:
        """Add cells of the border, in turn; those left out stay out (D. H. Redelmeier's way to count polyominoes)."""
        if size == country.size:
            yield chosen
            return
        while border:
            cell = border.pop()
            fresh = [other for other in country.beside[cell] if not banned >> other & 1]
            ban = banned
            for other in fresh:
                ban |= 1 << other
            yield from grow(chosen | 1 << cell, size + 1, border + fresh, ban)

    return [list(grow(0, 0, [cell], (2 << cell) - 1)) for cell in range(len(country.votes))]


def census(country: Country, deadline: Deadline) -> tuple[list[int], list[int]]:
    """How many maps there are with 0, 1, 2, ... districts won, and one of those with the most. Raises OutOfTime.

    The first cell that is free is in some district. Maps of what is left are counted once for each set of free cells.
    """
    full = (1 << len(country.votes)) - 1
    votes = sum(vote << cell for cell, vote in enumerate(country.votes))
    first = [[(shape, (shape & votes).bit_count() >= country.needed) for shape in some] for some in shapes(country)]
    none = [0] * (country.districts + 1)
    counts: dict[int, list[int]] = {full: [1, *none[1:]]}

    def count(covered: int) -> list[int]:
        if covered not in counts:
            deadline.check()
            total = list(none)
            for shape, win in first[(~covered & covered + 1).bit_length() - 1]:
                if not shape & covered:
                    rest = count(covered | shape)
                    for won in range(country.districts):
                        total[won + win] += rest[won]
                    if not win:
                        total[country.districts] += rest[country.districts]
            counts[covered] = total
        return counts[covered]

    total = count(0)
    plan = [0] * len(country.votes)
    covered, wanted = 0, max((won for won, found in enumerate(total) if found), default=0)
    for district in range(country.districts):
        for shape, win in first[(~covered & covered + 1).bit_length() - 1]:
            if not shape & covered and wanted >= win and count(covered | shape)[wanted - win]:
                for cell in range(len(plan)):
                    if shape >> cell & 1:
                        plan[cell] = district
                covered, wanted = covered | shape, wanted - win
                break
    return total, plan
