"""Few numbers that leave one answer.

Another way to divide some cells (a `Difference`) is ruled out by a number at any of the cells where its areas have
another size. So numbers leave one answer exactly if they hit each of those sets of cells. The sets are found one after
the other: choose few numbers that hit all sets known so far, ask for another answer that they allow, add what it tells,
until there is none (implicit hitting sets). As the numbers that are left hit no set in vain, each of them is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

_DRAWS = 12
"""Choices among which the one with the fewest numbers is taken."""


class Numbers:
    """Chooses where numbers stand.

    `places` are sets of cells that get their numbers together: one cell each, or cells that a symmetry asks for; none
    has a cell of `fixed`, where numbers stand anyway. `areas` are those of the answer.
    """

    def __init__(
        self, places: Sequence[int], areas: Sequence[int], fixed: int, random: Random, *, doubles: bool
    ) -> None:
        self.areas, self.fixed, self.random, self.doubles = list(areas), fixed, random, doubles
        self.area_of = {place: sum(1 << n for n, area in enumerate(areas) if area & place) for place in places}
        self.places = list(places) if doubles else [place for place in places if not self.crowded(place)]
        self.allowed = fixed
        for place in self.places:
            self.allowed |= place
        self.holders: list[int] = []
        """For each set to hit, the places that do, one bit each."""

    def crowded(self, place: int) -> bool:
        """Would an area get two numbers?"""
        return any((area & (place | self.fixed)).bit_count() > 1 for area in self.areas if area & place)

    def add(self, telling: int) -> bool:
        """One more set of cells to hit; False if no place is in it."""
        if telling & self.fixed:
            return True
        holders = sum(1 << number for number, place in enumerate(self.places) if place & telling)
        if holders and holders not in self.holders:
            self.holders.append(holders)
        return bool(holders)

    def chosen(self) -> int | None:
        """Few cells with numbers, those of `fixed` among them, that hit all sets; None if none were found."""
        found = [choice for _ in range(_DRAWS) if (choice := self.draw()) is not None]
        if not found:
            return None
        best = min(found, key=self.cost)
        cells = self.fixed
        for number in best:
            cells |= self.places[number]
        return cells

    def cost(self, choice: Sequence[int]) -> tuple[int, int]:
        """Cells with two numbers in an area count more than few numbers."""
        used = again = 0
        for number in choice:
            areas = self.area_of[self.places[number]]
            again += (used & areas).bit_count()
            used |= areas
        return sum(self.places[number].bit_count() for number in choice) + again, again

    def draw(self) -> list[int] | None:
        """Places that hit all sets, none of them in vain: always one of those that hit the most."""
        left = self.holders
        used = 0
        choice: list[int] = []
        while left:
            counts = [0] * len(self.places)
            for holders in left:
                for number in _bits(holders):
                    counts[number] += 1
            best, most = [], 0.0
            for number, count in enumerate(counts):
                if not count:
                    continue
                place = self.places[number]
                again = used & self.area_of[place]
                if again and not self.doubles:
                    continue
                worth = count / place.bit_count() / (2 if again else 1)
                if worth > most:
                    best, most = [number], worth
                elif worth == most:
                    best.append(number)
            if not best:
                return None
            number = self.random.choice(best)
            choice.append(number)
            used |= self.area_of[self.places[number]]
            left = [holders for holders in left if not holders >> number & 1]
        return self.thinned(choice)

    def thinned(self, choice: list[int]) -> list[int]:
        """The same without places that hit only what others hit too."""
        for number in self.random.sample(choice, len(choice)):
            others = sum(1 << other for other in choice if other != number)
            if all(holders & others for holders in self.holders):
                choice.remove(number)
        return choice

    def put_back(self, cells: int, steps: int) -> Iterator[int]:
        """More and more numbers besides those at `cells`, at last one in each area that may hold one."""
        more: list[int] = []
        full = cells
        for place in self.random.sample(self.places, len(self.places)):
            wanted = any(area & place and not area & full for area in self.areas)
            if wanted and (self.doubles or not any((area & (full | place)).bit_count() > 1
                                                   for area in self.areas if area & place)):  # fmt: skip
                more.append(place)
                full |= place
        for step in range(1, steps + 1):
            added = more[: len(more) * step // steps]
            if len(added) > len(more) * (step - 1) // steps:
                yield sum(added) | cells


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1
