"""A board cut at random into pairs of congruent areas that touch: the answers that boards are made from.

Filling starts where there is least room, as what fits there is soon told: at the free cell with the fewest free
neighbours an area is grown, of a size drawn for it, and a turned or mirrored copy is laid beside it at random. A block
is only kept if the pockets that it leaves can be filled: they need an even number of cells, and small ones are tried
out. Where nothing fits, the blocks around are taken away again, so the search wanders instead of starting anew.

Leftovers make for many blocks of two cells. At the end such blocks and their neighbours are taken up again and filled
anew, and kept if that makes fewer blocks of them, until the mean size is the wanted one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from puzzlewright.bitboard import Bitboard, moved, positions
from puzzlewright.deadline import Deadline
from puzzlewright.shape import TURNS

Block = tuple[int, int]
"""Two areas as bitboards, neither of them the white or the grey one yet."""

_TRIES = 8
"""Sizes drawn for one cell before the blocks around it are taken away."""

_IMAGES = 6
"""Copies of one area that are tried."""

_POCKET = 8
"""Pockets of up to so many cells are tried out."""


class Partition:
    """Cuts a board; `bits` allow turning.

    `mean` is the mean size of areas that is aimed at and `largest` the size that none exceeds. Areas that hold a cell
    of `numbers`, given by position, have that size.
    """

    def __init__(
        self,
        bits: Bitboard,
        mean: float,
        largest: int,
        random: Random,
        deadline: Deadline,
        numbers: Mapping[int, int] | None = None,
    ) -> None:
        self.bits, self.random, self.deadline = bits, random, deadline
        self.mean, self.largest = mean, largest
        self.numbers = dict(numbers or {})
        self.numbered = sum(1 << position for position in self.numbers)
        self.sizes = range(1, largest + 1)
        self.weights = _weights(mean, largest)
        self.known: dict[int, bool] = {0: True}

    def whole(self) -> list[Block] | None:
        """The whole board in blocks; None if that did not work out."""
        cells = self.bits.all.bit_count()
        blocks: list[Block] = []
        if not self.fill(self.bits.all, blocks, 20 + cells):
            return None
        self.join(blocks, rounds=2 * cells)
        return blocks

    def fill(self, free: int, blocks: list[Block], patience: int) -> bool:
        """Add blocks until no cell is free; up to so many times blocks around a cell are taken away again."""
        while free:
            self.deadline.check()
            start = self.narrowest(free)
            block = self.block_at(start, free)
            if block is not None:
                blocks.append(block)
                free &= ~(block[0] | block[1])
                continue
            if not patience:
                return False
            patience -= 1
            near = self.bits.grow(self.bits.flood(1 << start, free))
            around = [block for block in blocks if (block[0] | block[1]) & near]
            if not around:
                return False
            for block in self.random.sample(around, min(len(around), self.random.randint(1, 3))):
                blocks.remove(block)
                free |= block[0] | block[1]
        return True

    def narrowest(self, free: int) -> int:
        """A free cell with the fewest free neighbours; cells with a number come first."""
        numbered = free & self.numbered
        if numbered:
            return self.random.choice(positions(numbered))
        stride = self.bits.stride
        left, right, above, below = free << 1, free >> 1, free << stride, free >> stride
        odd = left ^ right ^ above ^ below
        # Two in a row, or two in a column.
        pairs = left & right | above & below
        one = odd & ~(pairs | (left | right) & (above | below))
        none = ~(left | right | above | below)
        four = left & right & above & below
        two = ~odd & ~none & ~four
        for group in (none, one, two):
            if group & free:
                return self.random.choice(positions(group & free))
        return self.random.choice(positions(free))

    def block_at(self, start: int, free: int) -> Block | None:
        """A block with that cell, and pockets around it that can be filled."""
        room = self.bits.flood(1 << start, free).bit_count() // 2
        asked = self.numbers.get(start)
        for turn in range(_TRIES):
            size = asked or self.random.choices(self.sizes, self.weights)[0]
            if not asked and turn > _TRIES // 2:
                size = min(size, room, self.random.randint(1, 3))
            if size > room:
                continue
            area = self.area(start, size, free)
            if area is None:
                continue
            for tried, image in enumerate(self.images(area, free)):
                if tried == _IMAGES:
                    break
                if self.leaves_room(area | image, free) and self.agrees(area | image, size):
                    return area, image
        return None

    def agrees(self, block: int, size: int) -> bool:
        """Are all numbers in a block the size of its areas?"""
        return all(self.numbers[position] == size for position in positions(block & self.numbered))

    def area(self, start: int, size: int, free: int) -> int | None:
        """Random connected free cells, one of them `start`."""
        area = 1 << start
        for _ in range(size - 1):
            fringe = self.bits.grow(area) & free & ~area
            if not fringe:
                return None
            area |= 1 << self.random.choice(positions(fringe))
        return area

    def images(self, area: int, free: int) -> Iterator[int]:
        """Free copies of an area that touch it, in random order."""
        bits, stride = self.bits, self.bits.stride
        beside = bits.grow(area) & free & ~area
        left = free & ~area
        cells = bits.cells(area)
        shapes = []
        for turn in self.random.sample(TURNS, len(TURNS)):
            turned = [turn(row, col) for row, col in cells]
            top, edge = min(row for row, _ in turned), min(col for _, col in turned)
            shape = sum(1 << (row - top) * stride + col - edge for row, col in turned)
            if shape not in shapes:
                shapes.append(shape)
        seen: set[int] = set()
        touching = positions(beside)
        self.random.shuffle(touching)
        for shape in shapes:
            offsets = positions(shape)
            self.random.shuffle(offsets)
            for there in touching:
                for offset in offsets:
                    if there >= offset:
                        image = moved(shape, there - offset)
                        if not image & ~left and image not in seen:
                            seen.add(image)
                            yield image

    # What a block leaves

    def leaves_room(self, block: int, free: int) -> bool:
        """Can the pockets beside a block be filled, as far as is seen at once?"""
        left = free & ~block
        beside = self.bits.grow(block) & left
        while beside:
            pocket = self.bits.flood(beside & -beside, left)
            beside &= ~pocket
            count = pocket.bit_count()
            if count & 1 or (count <= _POCKET and not self.divisible(pocket)):
                return False
        return True

    def divisible(self, pocket: int) -> bool:
        """Can these few cells be divided into blocks?"""
        if not pocket:
            return True
        shift = (pocket & -pocket).bit_length() - 1
        # Positions relative to the first cell tell the shape.
        key = pocket >> shift
        found = self.known.get(key)
        if found is None:
            found = not pocket.bit_count() & 1 and any(
                self.divisible(pocket & ~block) for block in self.blocks_in(pocket)
            )
            self.known[key] = found
        return found

    def blocks_in(self, pocket: int) -> Iterator[int]:
        """All blocks inside a pocket with its first cell, as one set of cells each."""
        sets = {pocket & -pocket}
        for _ in range(pocket.bit_count() // 2):
            for area in sorted(sets):
                for image in self.images(area, pocket):
                    yield area | image
            sets = {area | 1 << other for area in sets for other in positions(self.bits.grow(area) & pocket & ~area)}

    # Dividing some cells anew

    def elsewise(self, blocks: list[Block], cells: int) -> list[Block] | None:
        """Blocks of which those in a set of cells, and some beside them, are others; None if none were found."""
        some = [block for block in blocks if block[0] & cells]
        near = self.bits.grow(cells)
        beside = [block for block in blocks if block not in some and (block[0] | block[1]) & near]
        for more in range(1, _TRIES):
            others = self.random.sample(beside, min(more, len(beside)))
            left = [block for block in blocks if block not in some and block not in others]
            free = cells
            for one, other in others:
                free |= one | other
            filled: list[Block] = []
            if self.fill(free, filled, _TRIES) and not set(some) <= set(filled):
                return left + filled
        return None

    def join(self, blocks: list[Block], rounds: int) -> None:
        """Fewer and larger blocks, until the mean size is reached or so many rounds are over."""
        wanted = self.bits.all.bit_count() / (2 * self.mean)
        for _ in range(rounds):
            if len(blocks) <= wanted:
                return
            self.deadline.check()
            least = min(block[0].bit_count() for block in self.random.sample(blocks, min(4, len(blocks))))
            small = self.random.choice([block for block in blocks if block[0].bit_count() == least])
            some = self.around(small, blocks, self.random.randint(2, 4))
            self.again(some, blocks)

    def around(self, block: Block, blocks: list[Block], most: int) -> list[Block]:
        """A block and others that hang together with it, at random."""
        some = [block]
        cells = block[0] | block[1]
        while len(some) < most:
            near = [other for other in blocks if other not in some and (other[0] | other[1]) & self.bits.grow(cells)]
            if not near:
                break
            some.append(self.random.choice(near))
            cells |= some[-1][0] | some[-1][1]
        return some

    def again(self, some: list[Block], blocks: list[Block]) -> None:
        """Divide the cells of some blocks anew, if that makes fewer blocks or as many of other sizes."""
        cells = 0
        for one, other in some:
            cells |= one | other
        filled: list[Block] = []
        if self.fill(cells, filled, 0) and len(filled) <= len(some):
            for block in some:
                blocks.remove(block)
            blocks += filled


def _weights(mean: float, largest: int) -> list[float]:
    """Weights of the sizes 1, 2, ...: each so many times as likely as the one before that the mean is right."""
    low, high = 1e-3, 1e3
    for _ in range(60):
        ratio = (low * high) ** 0.5
        weights = [ratio ** (size / largest) for size in range(1, largest + 1)]
        found = sum(size * weight for size, weight in enumerate(weights, 1)) / sum(weights)
        low, high = (ratio, high) if found < mean else (low, ratio)
    return weights
