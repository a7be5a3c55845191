"""Ways to cover a board with listed blocks, and where they differ from the one that a board is made for.

A `Cover` has a variable for each candidate (see `candidates`) and one for each border, so that candidates that overlap
exclude each other; it has the numbers as literals that may or may not be assumed. It is for finding other answers, not
for proofs: blocks that are not listed are missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.puzzles.double_choco import candidates, regions
from puzzlewright.puzzles.double_choco.candidates import Candidate, Effort
from puzzlewright.puzzles.double_choco.rules import Instance
from puzzlewright.solvers.cnf import Cnf
from puzzlewright.solvers.sat import Sat

FULL = Effort(early_steps=300, later_steps=300)
"""How far to list blocks where numbers or colours keep them few."""

CONFLICTS = 2_000
"""For one search among listed blocks."""


class TooHard(Exception):
    """A question is not answered after so much work."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Cells that two covers divide differently, while neither has a block that is only partly in them.

    So the board with the one division here and the one with the other are answers both or neither, whatever the rest.
    """

    cells: int
    blocks: tuple[Candidate, ...]
    """How the other cover divides them."""
    telling: int
    """The cells at which a number rules out the other division, as its areas there have another size."""


def differences(own: Iterable[Candidate], other: Iterable[Candidate]) -> list[Difference]:
    """The least such sets of cells."""
    left_own, left_other = set(own), set(other)
    common = left_own & left_other
    here, there = sorted(left_own - common), sorted(left_other - common)
    found = []
    while here:
        white, grey = here.pop()
        cells, before = white | grey, 0
        mine = [(white, grey)]
        theirs: list[Candidate] = []
        while cells != before:
            before = cells
            for source, into in ((there, theirs), (here, mine)):
                joined = [block for block in source if (block[0] | block[1]) & cells]
                into += joined
                source[:] = [block for block in source if not (block[0] | block[1]) & cells]
                for white, grey in joined:
                    cells |= white | grey
        size_of = _sizes(mine)
        same = 0
        for size, held in _sizes(theirs).items():
            same |= held & size_of.get(size, 0)
        found.append(Difference(cells, tuple(sorted(theirs)), cells & ~same))
    return found


def _sizes(blocks: Iterable[Candidate]) -> dict[int, int]:
    """The cells whose areas have so many cells."""
    cells: dict[int, int] = {}
    for white, grey in blocks:
        size = white.bit_count()
        cells[size] = cells.get(size, 0) | white | grey
    return cells


class Cover:
    """The clauses of a board, whose numbers all hold; more may be assumed.

    `blocks` are candidates whether they are found or not. With `lifted` a cell need only be in a block where the
    literal `covered[cell]` is assumed. Raises TooHard for more than `most` candidates, and OutOfTime.
    """

    def __init__(
        self,
        board: Instance,
        bits: Bitboard,
        effort: Effort,
        deadline: Deadline,
        blocks: Collection[Candidate] = (),
        most: int = 40_000,
        *,
        lifted: bool = False,
    ) -> None:
        self.bits, self.cnf = bits, Cnf()
        found = candidates.find(bits, bits.mask(board.white), regions.find(board, bits, deadline), effort, deadline)
        self.complete = not found.large
        """Is every block of every answer a candidate?"""
        self.blocks = list(dict.fromkeys([*blocks, *found.early, *found.later]))
        if len(self.blocks) > most:
            raise TooHard
        self.chosen = {block: number for number, block in enumerate(self.blocks, 1)}
        self.cnf.variables = len(self.blocks)
        cells = positions(bits.all)
        stride = bits.stride
        right = self.cnf.new_for(positions(bits.all & bits.all >> 1))
        below = self.cnf.new_for(positions(bits.all & bits.all >> stride))
        has_right, has_below = sum(1 << cell for cell in right), sum(1 << cell for cell in below)
        self.holders: dict[int, list[int]] = {cell: [] for cell in cells}
        add = self.cnf.clauses.append
        for number, (white, grey) in enumerate(self.blocks, 1):
            if not number & 63:
                deadline.check()
            block = white | grey
            self.cnf.reserve(4 * block.bit_count())
            for cell in positions(block):
                self.holders[cell].append(number)
            for cell in positions(block & block >> 1):
                add((-number, -right[cell]))
            for cell in positions((block ^ block >> 1) & has_right):
                add((-number, right[cell]))
            for cell in positions(block & block >> stride):
                add((-number, -below[cell]))
            for cell in positions((block ^ block >> stride) & has_below):
                add((-number, below[cell]))
        self.covered = self.cnf.new_for(cells) if lifted else {}
        for cell, holders in self.holders.items():
            add([*holders, -self.covered[cell]] if lifted else holders)
        self._numbers: dict[tuple[int, int], int] = {}

    def number(self, cell: int, size: int) -> int:
        """The literal that says that the area of a cell has that size."""
        literal = self._numbers.get((cell, size))
        if literal is None:
            literal = self._numbers[cell, size] = self.cnf.new()
            for block in self.holders[cell]:
                if self.blocks[block - 1][0].bit_count() != size:
                    self.cnf.clauses.append((-literal, -block))
        return literal

    def read(self, true: Iterable[int]) -> list[Candidate]:
        """The blocks chosen in a model."""
        return [self.blocks[number - 1] for number in true if number <= len(self.blocks)]


def clash(board: Instance, bits: Bitboard, deadline: Deadline) -> list[Cell]:
    """Cells that cannot all be in blocks, none of them in vain; empty if listed blocks do not decide it."""
    try:
        cover = Cover(board, bits, FULL, deadline, lifted=True)
        with Sat(cover.cnf, deadline) as sat:
            needed = list(cover.covered.values())
            if not cover.complete or sat.solve(needed, CONFLICTS) is not False:
                return []
            needed = sat.core()
            for literal in list(needed):
                without = [other for other in needed if other != literal]
                if len(without) < len(needed) and sat.solve(without, CONFLICTS) is False:
                    needed = sat.core()
            return sorted(bits.cell(cell) for cell, literal in cover.covered.items() if literal in needed)
    except TooHard:
        return []


class Rivals:
    """Looks for other answers than one cover of a board; each difference is found once. A context manager.

    Calls may raise OutOfTime.
    """

    def __init__(self, cover: Cover, own: Sequence[Candidate], deadline: Deadline) -> None:
        self.cover, self.own = cover, list(own)
        self.size = {cell: white.bit_count() for white, grey in own for cell in positions(white | grey)}
        self._literals = [cover.chosen[block] for block in own]
        self._sat = Sat(cover.cnf, deadline)
        self._sat.add([-literal for literal in self._literals])
        # Answers that are nearly the own one differ in few cells, which says more than a whole other board.
        self._sat.prefer(self._literals)

    def __enter__(self) -> Rivals:
        return self

    def __exit__(self, *error: object) -> None:
        self._sat.__exit__(None, None, None)

    def next(self, numbers: Iterable[int], conflicts: int) -> list[Difference]:
        """Differences of one more answer with the numbers at these cells; empty if there is none. Raises TooHard."""
        assumed = [self.cover.number(cell, self.size[cell]) for cell in numbers]
        answered = self._sat.solve(assumed, conflicts)
        if answered is None:
            raise TooHard
        if not answered:
            return []
        found = differences(self.own, self.cover.read(self._sat.true()))
        for difference in found:
            self._sat.add([-self.cover.chosen[block] for block in difference.blocks])
        return found


class Picker:
    """Picks covers that chance leans towards. A context manager; calls may raise OutOfTime."""

    def __init__(self, cover: Cover, random: Random, deadline: Deadline) -> None:
        self.cover, self.random = cover, random
        self.over = False
        """Are there no more covers?"""
        self._sat = Sat(cover.cnf, deadline)

    def __enter__(self) -> Picker:
        return self

    def __exit__(self, *error: object) -> None:
        self._sat.__exit__(None, None, None)

    def next(self, conflicts: int) -> list[Candidate] | None:
        """A cover; None if none was found within so many conflicts."""
        blocks = range(1, len(self.cover.blocks) + 1)
        self._sat.prefer([number if self.random.getrandbits(1) else -number for number in blocks])
        found = self._sat.solve((), conflicts)
        self.over = found is False
        return self.cover.read(self._sat.true()) if found else None

    def forbid(self, blocks: Iterable[Candidate]) -> None:
        """No more covers with all of these blocks."""
        self._sat.add([-self.cover.chosen[block] for block in blocks])
