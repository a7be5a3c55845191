"""Few numbers that leave one answer.

Another way to divide some cells (a `Difference`) is ruled out by a number at any of the cells where its areas have
another size. So numbers leave one answer exactly if they hit each of those sets of cells, and whatever set was found
once is kept. Numbers are first taken away one by one from a board that is full of them; a number is needed if it alone
hits some set that is known, or one that a search finds now. Then numbers are chosen anew, as few as hit all sets that
are known, and tried out: each failure adds a set, until no smaller choice is left or enough were tried (implicit
hitting sets).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from random import Random

from puzzlewright.puzzles.double_choco.cover import Difference, TooHard

_DRAWS = 8
"""Choices among which the one with the fewest numbers is taken."""

Choice = frozenset[int]
"""Indices of places."""

Ask = Callable[[int], Sequence[Difference]]
"""Where other answers differ that have the same numbers at these cells. Raises TooHard."""


class Unhit(Exception):
    """No number at the places that may have one rules out another way to divide these cells."""

    def __init__(self, cells: int) -> None:
        super().__init__(cells)
        self.cells = cells


class Numbers:
    """Chooses where numbers stand.

    `places` are sets of cells that get their numbers together: one cell each, or cells that a symmetry asks for; none
    has a cell of `fixed`, where numbers stand anyway. `areas` are those of the answer. Without `doubles` an area gets
    two numbers only if both are of one place or fixed.
    """

    def __init__(
        self, places: Sequence[int], areas: Sequence[int], fixed: int, random: Random, *, doubles: bool
    ) -> None:
        self.fixed, self.random, self.doubles = fixed, random, doubles
        self.areas = list(areas)
        taken = self.held(fixed)
        self.places = [place for place in places if doubles or not self.held(place) & taken]
        self.areas_of = [self.held(place) for place in self.places]
        self.cost = [place.bit_count() + sum((area & place).bit_count() > 1 for area in areas) for place in self.places]
        """What a place costs: its numbers, and one more for each area that gets two."""
        self.sets: list[int] = []
        """For each set to hit, the places that do, one bit each."""
        self.hits = [0] * len(self.places)
        """For each place, the sets that it hits, one bit each."""
        self.cells_of: list[int] = []
        """For each set to hit, the cells that are divided differently."""

    def held(self, cells: int) -> int:
        """The areas that hold some of the cells, one bit each."""
        return sum(1 << number for number, area in enumerate(self.areas) if area & cells)

    def cells(self, choice: Collection[int]) -> int:
        """The cells with numbers."""
        cells = self.fixed
        for place in choice:
            cells |= self.places[place]
        return cells

    def add(self, telling: int, cells: int) -> None:
        """One more set to hit. Raises Unhit if no place is in it."""
        if telling & self.fixed:
            return
        holders = [number for number, place in enumerate(self.places) if place & telling]
        if not holders:
            raise Unhit(cells)
        for number in holders:
            self.hits[number] |= 1 << len(self.sets)
        self.sets.append(sum(1 << number for number in holders))
        self.cells_of.append(cells)

    def missed(self, choice: Collection[int]) -> int:
        """The sets that no place of a choice hits, one bit each."""
        missed = (1 << len(self.sets)) - 1
        for place in choice:
            missed &= ~self.hits[place]
        return missed

    def needed(self, choice: Collection[int], place: int) -> bool:
        """Does that place of a choice alone hit some set?"""
        return bool(self.missed([other for other in choice if other != place]))

    def fewest(self) -> Choice:
        """Few places that hit all sets, none of them in vain. Raises Unhit if none were found."""
        choices = []
        stuck = 0
        for _ in range(_DRAWS):
            choice, missed = self.completed(())
            if missed:
                stuck = missed
            else:
                choices.append(self.thinned(choice))
        if not choices:
            raise Unhit(self.cells_of[(stuck & -stuck).bit_length() - 1])
        return min(choices, key=self.price)

    def price(self, choice: Collection[int]) -> int:
        """The numbers of a choice, and one more for each that is not the first in its area."""
        cells = self.cells(choice)
        return cells.bit_count() + sum(max(0, (area & cells).bit_count() - 1) for area in self.areas)

    def completed(self, start: Collection[int]) -> tuple[Choice, int]:
        """A choice with more places, each the one that hits the most of what is missed, and the sets still missed."""
        missed = self.missed(start)
        choice = set(start)
        used = 0
        for place in choice:
            used |= self.areas_of[place]
        while missed:
            best: list[int] = []
            most = 0.0
            for place, hits in enumerate(self.hits):
                count = (hits & missed).bit_count()
                if not count or (self.areas_of[place] & used and not self.doubles):
                    continue
                worth = count / (self.cost[place] + (self.areas_of[place] & used).bit_count())
                if worth > most:
                    best, most = [place], worth
                elif worth == most:
                    best.append(place)
            if not best:
                break
            place = self.random.choice(best)
            choice.add(place)
            used |= self.areas_of[place]
            missed &= ~self.hits[place]
        return frozenset(choice), missed

    def thinned(self, choice: Choice) -> Choice:
        """The same without places that hit only what others hit too."""
        left = set(choice)
        for place in self.random.sample(sorted(choice), len(choice)):
            if not self.needed(left, place):
                left.discard(place)
        return frozenset(left)

    def filled(self, choice: Choice) -> list[int]:
        """Places to add to a choice, in random order, until no more areas can get a number."""
        used = self.held(self.fixed)
        for place in choice:
            used |= self.areas_of[place]
        more = []
        for place in self.random.sample(range(len(self.places)), len(self.places)):
            areas = self.areas_of[place]
            if place not in choice and areas & ~used and (self.doubles or not areas & used):
                more.append(place)
                used |= areas
        return more


def carve(numbers: Numbers, others: Ask, proof: Ask, tries: int) -> Choice:
    """Places whose numbers leave one answer, none of them in vain as far as `others` decides it.

    `others` may miss answers, and is asked often; `proof` is exact. Where a question is too hard without a number, the
    number stays, and where the proof is, a quarter of those that were taken away come back. So many smaller choices
    than the one that was carved are tried. Raises Unhit, and TooHard if all numbers together are not enough for the
    proof.
    """

    def found(choice: Collection[int], ask: Ask = others) -> bool:
        """Are there other answers? Keeps what they tell."""
        answers = ask(numbers.cells(choice))
        for difference in answers:
            numbers.add(difference.telling, difference.cells)
        return bool(answers)

    choice: Choice = frozenset(numbers.filled(frozenset()))
    kept: set[int] = set()
    while True:
        with suppress(TooHard):
            while found(choice):
                choice = _repaired(numbers, choice)
        for place in numbers.random.sample(sorted(choice), len(choice)):
            if place not in kept and not numbers.needed(choice, place):
                try:
                    if not found(choice - {place}):
                        choice -= {place}
                except TooHard:
                    kept.add(place)
        while tries > 0 and not kept:
            tries -= 1
            fewer = numbers.fewest()
            if numbers.price(fewer) >= numbers.price(choice):
                break
            try:
                if not found(fewer):
                    choice = fewer
            except TooHard:
                break
        try:
            if not found(choice, proof):
                return choice
            choice = _repaired(numbers, choice)
        except TooHard:
            more = numbers.filled(choice)
            if not more:
                raise
            back = more[: -(-len(more) // 4)]
            choice = choice.union(back)
            kept.update(back)


def _repaired(numbers: Numbers, choice: Choice) -> Choice:
    """A choice that hits all sets, as near to a given one as may be."""
    choice, missed = numbers.completed(choice)
    return numbers.fewest() if missed else choice


def put_back(numbers: Numbers, choice: Choice, steps: int) -> Iterator[Choice]:
    """Larger and larger choices, in so many steps at most up to a number in each area that may hold one."""
    more = numbers.filled(choice)
    before = 0
    for step in range(1, steps + 1):
        count = len(more) * step // steps
        if count > before:
            yield choice | frozenset(more[:count])
            before = count
