"""Sets of cells as Python integers, one bit a cell: moving, growing and flooding a set are a few machine words each.

Rows are at least `2 * cols` bits apart, so that a set moved by any number of columns never runs into the next row: what
leaves the board lands on bits that belong to no cell.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzlewright.grid import Cell, Grid


class Bitboard:
    """Conversions between cells and bits for one board.

    With `turning`, rows are far enough apart for a board that is turned on its side before it is moved.
    """

    def __init__(self, grid: Grid, *, turning: bool = False) -> None:
        self.stride = max(2 * grid.cols, grid.rows + grid.cols) if turning else 2 * grid.cols
        self.all = self.mask(grid)

    def position(self, cell: Cell) -> int:
        """Number of the bit of a cell."""
        return cell[0] * self.stride + cell[1]

    def cell(self, position: int) -> Cell:
        """The cell with that bit."""
        return divmod(position, self.stride)

    def mask(self, cells: Iterable[Cell]) -> int:
        """The set of some cells."""
        bits = 0
        for row, col in cells:
            bits |= 1 << (row * self.stride + col)
        return bits

    def cells(self, mask: int) -> list[Cell]:
        """The cells of a set in reading order."""
        return [divmod(position, self.stride) for position in positions(mask)]

    def grow(self, mask: int) -> int:
        """The set and all its neighbours, some of them perhaps off the board."""
        return mask | mask << 1 | mask >> 1 | mask << self.stride | mask >> self.stride

    def flood(self, start: int, within: int) -> int:
        """`start` and all cells that it reaches by steps inside `within`."""
        stride = self.stride
        reached = start
        while True:
            grown = (reached << 1 | reached >> 1 | reached << stride | reached >> stride) & within | reached
            if grown == reached:
                return reached
            reached = grown


def positions(mask: int) -> list[int]:
    """Numbers of the bits that are set, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def moved(mask: int, by: int) -> int:
    """The set moved by a difference of positions."""
    return mask << by if by >= 0 else mask >> -by
