"""A rectangular board: cells, neighbours, borders between cells, and the names that people give them.

Cells are `(row, col)` from 0 at the top left. A border (`Edge`) is the pair of the two cells that it separates, the
upper or left one first. Edges are numbered as pzpr numbers them: all vertical borders row by row, then all
horizontal ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

DEFAULT_MAX_SIDE = 100


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a board of `rows` x `cols`."""

    rows: int
    cols: int

    def __contains__(self, cell: object) -> bool:
        match cell:
            case (int(row), int(col)):
                return 0 <= row < self.rows and 0 <= col < self.cols
        return False

    def __len__(self) -> int:
        return self.rows * self.cols

    def __iter__(self) -> Iterator[Cell]:
        """The cells in reading order."""
        return ((row, col) for row in range(self.rows) for col in range(self.cols))

    def index(self, cell: Cell) -> int:
        """Number of a cell in reading order, from 0."""
        return cell[0] * self.cols + cell[1]

    def cell(self, index: int) -> Cell:
        """The cell with that number in reading order."""
        return divmod(index, self.cols)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The two to four cells that share a side with `cell`: above, left, right, below."""
        row, col = cell
        around = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
        return [other for other in around if other in self]

    @property
    def vertical_edges(self) -> int:
        """How many borders separate left from right: the first horizontal one has this number."""
        return self.rows * (self.cols - 1)

    def edges(self) -> Iterator[Edge]:
        """All inner borders in pzpr order."""
        for row, col in self:
            if col + 1 < self.cols:
                yield (row, col), (row, col + 1)
        for row, col in self:
            if row + 1 < self.rows:
                yield (row, col), (row + 1, col)

    def edge(self, index: int) -> Edge:
        """The border with that pzpr number."""
        if index < self.vertical_edges:
            row, col = divmod(index, self.cols - 1)
            return (row, col), (row, col + 1)
        row, col = divmod(index - self.vertical_edges, self.cols)
        return (row, col), (row + 1, col)

    def edge_index(self, edge: Edge) -> int:
        """The pzpr number of a border given with its upper or left cell first."""
        (row, col), (other_row, _) = edge
        if row == other_row:
            return row * (self.cols - 1) + col
        return self.vertical_edges + row * self.cols + col


def between(one: Cell, other: Cell) -> Edge:
    """The border that two neighbouring cells share."""
    return (one, other) if one < other else (other, one)


def touching(one: Cell, other: Cell) -> bool:
    """Do two cells share a side?"""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def cell_name(cell: Cell) -> str:
    """The name that people use: `r1c1` is the cell at the top left."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def cell_names(cells: Iterable[Cell], limit: int = 6) -> str:
    """Names of cells in reading order, cut after `limit` of them."""
    ordered = sorted(cells)
    names = " ".join(cell_name(cell) for cell in ordered[:limit])
    more = len(ordered) - limit
    return f"{names} and {more} more" if more > 0 else names


def place_name(place: Cell | Edge) -> str:
    """The name of a cell, or of a border: `r1c1-r1c2` is the one between those two cells."""
    match place:
        case (int(row), int(col)):
            return cell_name((row, col))
        case (here, there):
            return f"{place_name(here)}-{place_name(there)}"


def components(cells: Iterable[Cell], cut: Iterable[Edge] = ()) -> list[frozenset[Cell]]:
    """Orthogonally connected parts of a set of cells, each found from its first cell in reading order.

    Cells that only meet across a border in `cut` are not joined by it.
    """
    borders = frozenset(cut)
    left = set(cells)
    parts = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        part, queue = [start], [start]
        while queue:
            row, col = here = queue.pop()
            for other in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
                if other in left and not (borders and between(here, other) in borders):
                    left.discard(other)
                    part.append(other)
                    queue.append(other)
        parts.append(frozenset(part))
    return parts
