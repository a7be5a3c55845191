"""Blocks that are listed one by one: the areas of small regions, and the small areas of large ones.

A *candidate* is a pair of sets, the white and the grey area of a block that obeys all rules by itself: connected,
carried onto each other, touching, and with no number but their size. A puzzle is to cover the board with candidates
that do not overlap, so where every area can be listed nothing else is left of the rules.

The number of areas grows exponentially with the size of a region, so listing stops after a number of steps:

- In a region with a number the areas have one size. All are listed, or none and the region is *large*.
- In a region without numbers areas are listed size by size, and only whole sizes count: what is left of a large region
  are the areas above the greatest size that was listed. Those found first, the small ones, are the *early* candidates,
  the others the *later* ones, which the search is given only when it needs them.
- The likeliest of the areas that are left, the whole region and straight runs, are listed all the same.

A candidate is dropped if it leaves a piece of the board with more cells of one colour than of the other: the piece
would have to be divided into blocks, each with as many white cells as grey ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from puzzlewright.bitboard import Bitboard
from puzzlewright.deadline import Deadline, OutOfSpace
from puzzlewright.puzzles.double_choco.regions import Region

_MOST_BYTES = 400_000_000
"""For all candidates together."""

Candidate = tuple[int, int]
"""The white and the grey area, as bitboards."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to list; nothing here decides whether an answer is found, only how quickly."""

    exact_steps: int = 3_000
    """In a region with a number."""
    early_steps: int = 20
    later_steps: int = 60
    """In a region without numbers; both count from the start."""
    most: int = 40_000
    """From so many candidates on regions get a fraction of the steps."""
    guesses: bool = True
    prune: bool = True


@dataclass(frozen=True, slots=True)
class Large:
    """A region whose areas of more than `listed` cells are not listed."""

    region: Region
    listed: int


@dataclass(slots=True)
class Candidates:
    """Every block of every answer is early, later, or in a large region and above its listed size."""

    early: list[Candidate] = field(default_factory=list)
    later: list[Candidate] = field(default_factory=list)
    large: list[Large] = field(default_factory=list)


def find(bits: Bitboard, white: int, regions: list[Region], effort: Effort, deadline: Deadline) -> Candidates:
    """The candidates of all regions of the board whose white cells are given. Raises OutOfTime."""
    early: dict[Candidate, None] = {}
    later: dict[Candidate, None] = {}
    large: list[Large] = []
    # What a candidate takes: two bitboards, and what holds them.
    size = bits.all.bit_length() // 4 + 300
    # Regions with numbers and small regions first: they are the ones to list in full if not all can be.
    for region in sorted(regions, key=lambda region: (region.need == 0, len(region.cells))):
        deadline.check()
        count = len(early) + len(later)
        if count * size > _MOST_BYTES:
            raise OutOfSpace
        full = count > effort.most
        if region.need:
            areas = _numbered(region, bits.stride, effort.exact_steps // 10 if full else effort.exact_steps, deadline)
            if areas is None:
                large.append(Large(region, 0))
            else:
                early.update(dict.fromkeys(areas))
            continue
        listing = _Listing(effort.early_steps, effort.early_steps if full else effort.later_steps)
        listing.run(region, bits.stride, deadline)
        early.update(dict.fromkeys(listing.early))
        later.update(dict.fromkeys(listing.later))
        if not listing.complete:
            large.append(Large(region, listing.size))
        if effort.guesses and (listing.later or not listing.complete):
            early.update(dict.fromkeys(_guesses(region, bits)))
    found = Candidates(list(early), [candidate for candidate in later if candidate not in early], large)
    if effort.prune:
        found.early = _balanced(found.early, bits, white, deadline)
        found.later = _balanced(found.later, bits, white, deadline)
    return found


class _Graph:
    """A region by places in its tuple of cells: which cells touch, and which touch the image of which."""

    def __init__(self, region: Region, stride: int) -> None:
        place = {cell: number for number, cell in enumerate(region.cells)}.get
        source = {image: number for number, image in enumerate(region.images)}.get
        self.beside: list[int] = []
        self.touches: list[int] = []
        self.white = [1 << cell for cell in region.cells]
        self.grey = [1 << image for image in region.images]
        for cell in region.cells:
            beside = touches = 0
            for other in (cell - 1, cell + 1, cell - stride, cell + stride):
                # The neighbour is white and a cell of the region, or grey and an image, or neither.
                if (number := place(other)) is not None:
                    beside |= 1 << number
                elif (number := source(other)) is not None:
                    touches |= 1 << number
            self.beside.append(beside)
            self.touches.append(touches)


# Both enumerations grow connected sets so that each comes up once: a set is its first cell, later ones, and `fringe`,
# the cells beside it that may still be added; a cell that was passed over is no longer in `free`.
State = tuple[int, int, int, int, int, int]
"""Places of the set, its fringe, free places, places whose image it touches, white area, grey area."""


def _numbered(region: Region, stride: int, steps: int, deadline: Deadline) -> list[Candidate] | None:
    """All areas of exactly `need` cells that hold a numbered cell; None if that takes too many steps."""
    need, count = region.need, len(region.cells)
    graph = _Graph(region, stride)
    if count == need:
        # A region is connected and touches its image.
        return [(sum(graph.white), sum(graph.grey))]
    beside, touches, white, grey = graph.beside, graph.touches, graph.white, graph.grey
    free = (1 << count) - 1
    areas: list[Candidate] = []
    done = 0
    # Each area is found from its first numbered cell.
    for root in range(count):
        if not region.numbered >> root & 1:
            continue
        free ^= 1 << root
        stack: list[State] = [(1 << root, beside[root] & free, free, touches[root], white[root], grey[root])]
        while stack:
            chosen, fringe, left, touched, area, image = stack.pop()
            done += 1
            if done > steps:
                return None
            if not done & 1023:
                deadline.check()
            if chosen.bit_count() == need:
                if touched & chosen:
                    areas.append((area, image))
                continue
            if not _in_reach(chosen, fringe, left, need, beside):
                continue
            while fringe:
                lowest = fringe & -fringe
                fringe ^= lowest
                left ^= lowest
                number = lowest.bit_length() - 1
                stack.append((
                    chosen | lowest, fringe | beside[number] & left, left, touched | touches[number],
                    area | white[number], image | grey[number],
                ))  # fmt: skip
    return areas


_SPARE = 8
"""With so many more cells than are needed it is not worth looking whether they are in reach."""


def _in_reach(chosen: int, fringe: int, left: int, need: int, beside: list[int]) -> bool:
    """Can the set still grow to `need` cells?"""
    usable = chosen | left
    spare = usable.bit_count() - need
    if spare < 0:
        return False
    if spare >= _SPARE:
        return True
    reached = chosen | fringe
    edge = fringe
    while reached.bit_count() < need:
        grown = 0
        while edge:
            lowest = edge & -edge
            edge ^= lowest
            grown |= beside[lowest.bit_length() - 1]
        edge = grown & left & ~reached
        if not edge:
            return False
        reached |= edge
    return True


class _Listing:
    """Areas of a region without numbers, size by size."""

    def __init__(self, early_steps: int, later_steps: int) -> None:
        self.early: list[Candidate] = []
        self.later: list[Candidate] = []
        self.size = 0
        """All areas of up to so many cells are listed."""
        self.complete = False
        self._early_steps, self._later_steps = early_steps, later_steps

    def run(self, region: Region, stride: int, deadline: Deadline) -> None:
        count = len(region.cells)
        if count == 1:
            self.early, self.size, self.complete = [(1 << region.cells[0], 1 << region.images[0])], 1, True
            return
        graph = _Graph(region, stride)
        beside, touches, white, grey = graph.beside, graph.touches, graph.white, graph.grey
        level: list[State] = []
        free = (1 << count) - 1
        # Each area is found from its first cell that touches an image; without one it is none.
        for root in range(count):
            if touches[root]:
                free ^= 1 << root
                level.append((1 << root, beside[root] & free, free, touches[root], white[root], grey[root]))
        done, areas = len(level), self.early
        while level:
            areas += [(area, image) for chosen, _, _, touched, area, image in level if touched & chosen]
            self.size += 1
            following: list[State] = []
            for turn, (chosen, fringe, left, touched, area, image) in enumerate(level):
                if not turn & 1023:
                    deadline.check()
                while fringe:
                    lowest = fringe & -fringe
                    fringe ^= lowest
                    left ^= lowest
                    number = lowest.bit_length() - 1
                    following.append((
                        chosen | lowest, fringe | beside[number] & left, left, touched | touches[number],
                        area | white[number], image | grey[number],
                    ))  # fmt: skip
                if done + len(following) > self._later_steps:
                    return
            done += len(following)
            if done > self._early_steps:
                areas = self.later
            level = following
        self.complete = True


def _guesses(region: Region, bits: Bitboard) -> Iterator[Candidate]:
    """The whole region, and each of its longest runs in a row or a column that touches its image."""
    carried = dict(zip(region.cells, region.images, strict=True))
    yield sum(1 << cell for cell in region.cells), sum(1 << image for image in region.images)
    for step in (1, bits.stride):
        for start in region.cells:
            if start - step in carried:
                continue
            cell, area, image = start, 0, 0
            while cell in carried:
                area |= 1 << cell
                image |= 1 << carried[cell]
                cell += step
            if area & bits.grow(image):
                yield area, image


def _balanced(candidates: list[Candidate], bits: Bitboard, white: int, deadline: Deadline) -> list[Candidate]:
    """The candidates that leave only pieces of the board with as many white cells as grey ones."""
    kept = []
    for number, candidate in enumerate(candidates):
        if not number & 255:
            deadline.check()
        if _leaves_balance(candidate[0] | candidate[1], bits, white):
            kept.append(candidate)
    return kept


def _leaves_balance(block: int, bits: Bitboard, white: int) -> bool:
    rest = bits.all & ~block
    first = rest & -rest
    while rest:
        piece = bits.flood(first, rest)
        if 2 * (piece & white).bit_count() != piece.bit_count():
            return False
        rest ^= piece
        first = rest & -rest
    return True
