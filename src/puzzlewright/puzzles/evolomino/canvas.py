"""A full Evolomino board while it is made: arrows, blocks along them, and what still fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.evolomino.rules import Arrow, Instance

Block = frozenset[Cell]


@dataclass(slots=True)
class Laid:
    """An arrow and its blocks from tail to head, with the places of their anchors on the arrow."""

    arrow: Arrow
    blocks: list[Block] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


class Canvas:
    """Arrows with their blocks. What is put here breaks no rule, but that an arrow may have too few blocks yet."""

    def __init__(self, grid: Grid, shaded: Iterable[Cell] = ()) -> None:
        self.grid = grid
        self.shaded = frozenset(shaded)
        self.laid: list[Laid] = []
        self.on_arrow: set[Cell] = set()
        self.squares: set[Cell] = set()
        self.near = {cell: tuple(grid.neighbours(cell)) for cell in grid}
        """The neighbours of each cell."""

    def is_free(self, cell: Cell) -> bool:
        """Is the cell on the board and nothing on it yet?"""
        return cell in self.near and cell not in self.shaded and cell not in self.on_arrow and cell not in self.squares

    def lay(self, arrow: Arrow) -> Laid:
        """Put an arrow on free cells."""
        laid = Laid(arrow)
        self.laid.append(laid)
        self.on_arrow.update(arrow)
        return laid

    def put(self, laid: Laid, block: Block, place: int) -> None:
        """Add a block, which has room, after those that the arrow has."""
        laid.blocks.append(block)
        laid.places.append(place)
        self.squares |= block

    def clear(self, laid: Laid) -> None:
        """Take the blocks of an arrow away."""
        for block in laid.blocks:
            self.squares -= block
        laid.blocks.clear()
        laid.places.clear()

    def lift(self, laid: Laid) -> None:
        """Take an arrow and its blocks away."""
        self.clear(laid)
        self.laid.remove(laid)
        self.on_arrow.difference_update(laid.arrow)

    def has_room(self, cells: Iterable[Cell], anchor: Cell) -> bool:
        """Can these be squares of a new block with that one square on an arrow?"""
        near, squares = self.near, self.squares
        for cell in cells:
            if cell not in near or cell in self.shaded or cell in squares:
                return False
            if cell in self.on_arrow and cell != anchor:
                return False
            for other in near[cell]:
                if other in squares:
                    return False
        return True

    def grown(self, random: Random, anchor: Cell, size: int) -> Block | None:
        """A random block of that size with that anchor, grown square by square; None if there is no room."""
        if not self.has_room((anchor,), anchor):
            return None
        block = {anchor}
        while len(block) < size:
            around = {other for cell in block for other in self.near[cell]} - block
            free = [cell for cell in sorted(around) if self.has_room((cell,), anchor)]
            if not free:
                return None
            block.add(random.choice(free))
        return frozenset(block)

    def followers(self, random: Random, laid: Laid, rather_until: int | None = None) -> Iterator[tuple[Block, int]]:
        """All blocks that may come next on an arrow, with the places of their anchors, in random order.

        One more square anywhere, any later place of the arrow, and any square of the grown shape on it. Those with a
        place after `rather_until` come late.
        """
        block, arrow = laid.blocks[-1], laid.arrow
        around = {(r + y, c + x) for r, c in block for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))} - block
        ways = [
            (extra, place, cell)
            for extra in sorted(around)
            for place in range(laid.places[-1] + 2, len(arrow))
            for cell in (*sorted(block), extra)
        ]
        random.shuffle(ways)
        if rather_until is not None:
            ways.sort(key=lambda way: way[1] > rather_until)
        for extra, place, cell in ways:
            down, right = arrow[place][0] - cell[0], arrow[place][1] - cell[1]
            moved = frozenset((r + down, c + right) for r, c in (*block, extra))
            if self.has_room(moved, arrow[place]):
                yield moved, place

    def board(self) -> Instance:
        """The board of the arrows and of the cells that were shaded from the start."""
        links = frozenset(link for laid in self.laid for link in pairwise(laid.arrow))
        return Instance(self.grid.rows, self.grid.cols, self.shaded, frozenset(), links)
