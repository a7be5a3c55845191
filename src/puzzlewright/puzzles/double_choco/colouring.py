"""Which area of each block is grey: by chance, in clumps, and changed where that leaves several answers.

The blocks of a board are given; for each it is open which of its two areas is grey. Areas of one colour that touch hide
where blocks end, so chance leans towards such neighbours.

Where another division of some blocks' cells exists that no number tells apart, it depends on the colours of these
blocks alone, and swapping all of them changes nothing. So such a find is kept as a rule for all time: these blocks are
not coloured in this way, nor in the opposite way. The colours are changed, block by block, until all rules are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.puzzles.double_choco.candidates import Candidate
from puzzlewright.puzzles.double_choco.partition import Block

_SWEEPS = 10
"""How often each block looks at its neighbours at the start."""

_NOISE = 0.1
"""How often any block is swapped and not the best one."""


class Colouring:
    """Colours of some blocks, one bit a block: 0 if its first area is white, 1 if its second one is."""

    def __init__(self, bits: Bitboard, blocks: Sequence[Block], clumps: float, random: Random) -> None:
        self.bits, self.blocks, self.clumps, self.random = bits, list(blocks), clumps, random
        self.swapped = random.getrandbits(len(blocks))
        self.rules: list[tuple[int, int]] = []
        """Sets of blocks, and the bits that they may not have, nor the opposite ones."""
        self.pull = [[0] * len(blocks) for _ in blocks]
        """By two blocks, how many borders more they share in one colour if their bits are equal."""
        for one, (first, second) in enumerate(self.blocks):
            near = [_beside(bits, first), _beside(bits, second)]
            for other, areas in enumerate(self.blocks):
                if other != one:
                    same = sum(_touching(near[side], areas[side]) for side in (0, 1))
                    across = sum(_touching(near[side], areas[1 - side]) for side in (0, 1))
                    self.pull[one][other] = same - across
        self.settle()

    def settle(self) -> None:
        """Colour all blocks by chance, without regard to what is forbidden."""
        for _ in range(_SWEEPS):
            for number in self.random.sample(range(len(self.blocks)), len(self.blocks)):
                gain = self.gain(number) * self.clumps
                if self.random.random() < 1 / (1 + exp(min(-gain, 700))):
                    self.swapped ^= 1 << number

    def divided(self, blocks: Sequence[Block]) -> Colouring:
        """The same for other blocks: those that were here before keep their colours, and what is forbidden of them."""
        new = Colouring(self.bits, blocks, self.clumps, self.random)
        place = {block: number for number, block in enumerate(new.blocks)}
        kept = {number: place[block] for number, block in enumerate(self.blocks) if block in place}

        def carried(group: int) -> int:
            return sum(1 << kept[number] for number in positions(group) if number in kept)

        here = sum(1 << number for number in kept)
        there = carried(here)
        new.swapped = new.swapped & ~there | carried(self.swapped)
        new.rules = [(carried(group), carried(bits)) for group, bits in self.rules if not group & ~here]
        return new

    def gain(self, number: int) -> int:
        """How many borders more have one colour on both sides after a block is swapped."""
        mine = self.swapped >> number & 1
        return 2 * sum(
            -pull if self.swapped >> other & 1 == mine else pull for other, pull in enumerate(self.pull[number]) if pull
        )

    def coloured(self) -> list[Candidate]:
        """The white and the grey area of each block."""
        return [
            (second, first) if self.swapped >> number & 1 else (first, second)
            for number, (first, second) in enumerate(self.blocks)
        ]

    def forbid(self, cells: int) -> bool:
        """The colours of the blocks in a set of cells are not right; False if no others can be, as it is one block."""
        group = sum(1 << number for number, (first, _) in enumerate(self.blocks) if first & cells)
        self.rules.append((group, self.swapped & group))
        return group.bit_count() > 1

    def broken(self, swapped: int) -> list[tuple[int, int]]:
        """The rules that colours break."""
        return [(group, bits) for group, bits in self.rules if (swapped ^ bits) & group in (0, group)]

    def clash(self) -> int:
        """Cells of blocks that no colours were found for."""
        cells = 0
        for number in positions(self.random.choice(self.broken(self.swapped))[0]):
            cells |= self.blocks[number][0] | self.blocks[number][1]
        return cells

    def repair(self, steps: int) -> bool:
        """Swap blocks until all rules are kept; so many at most."""
        for _ in range(steps):
            broken = self.broken(self.swapped)
            if not broken:
                return True
            group = positions(self.random.choice(broken)[0])
            if self.random.random() < _NOISE:
                self.swapped ^= 1 << self.random.choice(group)
                continue
            self.random.shuffle(group)
            best = min(
                group,
                key=lambda number: (len(self.broken(self.swapped ^ 1 << number)), -self.gain(number) * self.clumps),
            )
            self.swapped ^= 1 << best
        return False


def _beside(bits: Bitboard, area: int) -> tuple[int, int, int, int]:
    return area << 1, area >> 1, area << bits.stride, area >> bits.stride


def _touching(beside: tuple[int, int, int, int], area: int) -> int:
    """Number of borders."""
    return sum((moved & area).bit_count() for moved in beside)
