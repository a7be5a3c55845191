"""Where the white area of a block can lie, for each way of carrying it onto the grey one.

Names: a *carrier* is a turn, perhaps with a flip, followed by a shift; it carries the white area W of a block onto the
grey area G. A *region* of a carrier is a connected set of white cells, each carried onto a grey cell, that some W may
fill in part.

No area is lost. Let W and G be the areas of a block, g a carrier with g(W) = G, and n their size.

- Each cell i of W is white and g(i) is grey. If i and g(i) both have a number, both numbers are n. So W lies in the
  set of the cells with these two properties, and being connected, in one connected part of it.
- If no cell of W or G has a number, W lies in a connected part of what is left when the cells i with a number at i or
  at g(i) are taken away. Otherwise all such numbers are n, W has n cells, one of them such a cell, and W lies in a
  connected part of what is left when the cells with another number are taken away.
- Some cell of W touches some cell of G, so each of those parts touches its own image.

This is selective: most carriers have no region, most regions have a handful of cells. A carrier is one difference of
bit positions once the board is turned, so that finding the cells takes two moves of a whole board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from puzzlewright.bitboard import Bitboard, moved, positions
from puzzlewright.deadline import Deadline, OutOfSpace
from puzzlewright.grid import Cell
from puzzlewright.puzzles.double_choco.rules import Instance
from puzzlewright.shape import TURNS

_MOST_CELLS = 2_000_000
"""Cells of all regions together, about 200 megabytes; a 20x20 board has some ten thousand."""

Turn = Callable[[int, int], Cell]


@dataclass(frozen=True, slots=True)
class Region:
    """Connected white cells and their images under one carrier, as bit positions in the same order."""

    need: int
    """Size of the areas that are meant, which hold a numbered cell; 0 for areas without numbers, of any size."""
    cells: tuple[int, ...]
    images: tuple[int, ...]
    numbered: int = 0
    """The cells that have the number `need` or whose image has it, one bit for each place in `cells`."""


def find(board: Instance, bits: Bitboard, deadline: Deadline) -> list[Region]:
    """All regions, each pair of cells and images once; `bits` allow turning. Raises OutOfTime."""
    finder = _Finder(board, bits)
    found = dict.fromkeys(finder.singles())
    size = len(found)
    for turn in TURNS:
        for region in finder.of_turn(turn, deadline):
            if region not in found:
                found[region] = None
                size += len(region.cells)
                if size > _MOST_CELLS:
                    raise OutOfSpace
    return list(found)


class _Finder:
    def __init__(self, board: Instance, bits: Bitboard) -> None:
        self.board, self.bits = board, bits
        self.white = bits.mask(board.white)
        self.grey = bits.mask(board.grey)
        self.number = {bits.position(cell): number for cell, number in board.clues if number}
        self.numbered = 0
        for position in self.number:
            self.numbered |= 1 << position

    def singles(self) -> Iterator[Region]:
        """Regions of one cell, which touches its image; most carriers leave many of them, always the same."""
        for one, other in self.board.grid.edges():
            if (one in self.board.grey) != (other in self.board.grey):
                cell, image = self.bits.position(one), self.bits.position(other)
                if one in self.board.grey:
                    cell, image = image, cell
                numbers = {number for position in (cell, image) if (number := self.number.get(position))}
                if numbers <= {1}:
                    yield Region(1, (cell,), (image,), 1) if numbers else Region(0, (cell,), (image,))

    def of_turn(self, turn: Turn, deadline: Deadline) -> Iterator[Region]:
        """The regions of all shifts after one turn."""
        bits, stride = self.bits, self.bits.stride
        back = next(other for other in TURNS if other(*turn(1, 2)) == (1, 2))
        # The board turned, and turned back, each moved so that its upper left corner is that of the board.
        rows, cols = self.board.rows, self.board.cols
        top, left = _corner(turn, rows, cols)
        back_top, back_left = _corner(back, rows, cols)
        turned: dict[int, int] = {}
        for row, col in self.board.white:
            down, right = turn(row, col)
            turned[row * stride + col] = (down - top) * stride + right - left
        white_turned = 0
        for position in turned.values():
            white_turned |= 1 << position
        grey_back = 0
        for row, col in self.board.grey:
            down, right = back(row, col)
            grey_back |= 1 << (down - back_top) * stride + right - back_left
        high, wide = (cols, rows) if turn(1, 0)[0] == 0 else (rows, cols)

        for down in range(1 - high, rows):
            deadline.check()
            for right in range(1 - wide, cols):
                shift = down * stride + right
                images = self.grey & moved(white_turned, shift)
                if not images:
                    continue
                # With g(i) = turn(i) - corner + shift, the cell carried onto j is back(j) + back(corner - shift).
                up, over = back(top - down, left - right)
                cells = self.white & moved(grey_back, (back_top + up) * stride + back_left + over)
                # Cells that stand alone are regions of `singles`.
                beside = cells << 1 | cells >> 1 | cells << stride | cells >> stride
                starts = cells & beside & bits.grow(images)
                if not starts:
                    continue
                conflicts = cells & self.numbered
                while conflicts:
                    lowest = conflicts & -conflicts
                    conflicts ^= lowest
                    cell = lowest.bit_length() - 1
                    if self.number.get(turned[cell] + shift, self.number[cell]) != self.number[cell]:
                        cells ^= lowest
                starts &= cells
                while starts:
                    part = bits.flood(starts & -starts, cells)
                    starts &= ~part
                    yield from self.split(part, turned, shift)

    def split(self, part: int, turned: dict[int, int], shift: int) -> Iterator[Region]:
        """The regions in a connected set of cells that one carrier carries onto grey ones."""
        cells = positions(part)
        images = [turned[cell] + shift for cell in cells]
        image = 0
        for position in images:
            image |= 1 << position
        if not part & self.bits.grow(image):
            return
        if not (part | image) & self.numbered:
            yield Region(0, tuple(cells), tuple(images))
            return
        holders: dict[int, int] = {}
        for cell, position in zip(cells, images, strict=True):
            number = self.number.get(cell) or self.number.get(position)
            if number:
                holders[number] = holders.get(number, 0) | 1 << cell
        free = part
        for holding in holders.values():
            free &= ~holding
        for need, holding in [(0, free), *holders.items()]:
            within, starts = free | holding, holding
            while starts:
                piece = self.bits.flood(starts & -starts, within)
                starts &= ~piece
                if piece.bit_count() < need:
                    continue
                inside = [cell for cell in cells if piece >> cell & 1]
                onto = [turned[cell] + shift for cell in inside]
                image = 0
                for position in onto:
                    image |= 1 << position
                if piece & self.bits.grow(image):
                    marked = holding if need else 0
                    numbered = sum(1 << place for place, cell in enumerate(inside) if marked >> cell & 1)
                    yield Region(need, tuple(inside), tuple(onto), numbered)


def _corner(turn: Turn, rows: int, cols: int) -> Cell:
    """The least row and column of the turned board."""
    one, other = turn(0, 0), turn(rows - 1, cols - 1)
    return min(one[0], other[0]), min(one[1], other[1])
