"""What a request leaves open: the cells that may get a number, those that must, and perhaps the colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.generator import Request
from puzzlewright.grid import Cell, Grid, cell_name
from puzzlewright.messages import Sentence
from puzzlewright.puzzles.double_choco.messages import MESSAGES
from puzzlewright.puzzles.double_choco.rules import Instance, defects, hopeless

_Turn = Callable[[int, int, int, int], Cell]
"""Row, column, last row, last column."""

_TURNS: Mapping[str, tuple[_Turn, ...]] = {
    "none": (),
    "rotate": (lambda row, col, bottom, right: (bottom - row, right - col),),
    "quarter": (lambda row, col, bottom, right: (col, right - row),),
    "mirror": (lambda row, col, bottom, right: (row, right - col),),
    "flip": (lambda row, col, bottom, right: (bottom - row, col),),
    "both": (
        lambda row, col, bottom, right: (row, right - col),
        lambda row, col, bottom, right: (bottom - row, col),
    ),
    "diagonal": (lambda row, col, bottom, right: (col, row),),
}

SYMMETRIES = tuple(_TURNS)
"""Half turn, quarter turn, left to right, top to bottom, both of these, across the diagonal from the top left."""

_SQUARE = {"quarter", "diagonal"}


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays and what is open; sets of cells are bitboards that allow turning."""

    rows: int
    cols: int
    bits: Bitboard
    coloured: Instance | None
    """The board with its colours and the numbers that stay; None if the colours are open."""
    numbers: Mapping[int, int]
    """The numbers that stay, by position."""
    fixed: int
    """The cells that have a number in any case: those of `numbers`, and the cells symmetric to them."""
    places: tuple[int, ...]
    """Sets of cells that get numbers together, or none of them does."""

    @property
    def allowed(self) -> int:
        """All cells that may have a number."""
        cells = self.fixed
        for place in self.places:
            cells |= place
        return cells


def frame_of(request: Request[Instance]) -> Frame:
    """The frame of a request. Raises ValueError with a reason why nothing can be made in it, if a glance shows one."""
    rows, cols, pattern = request.rows, request.cols, request.pattern
    grid = Grid(rows, cols)
    if len(grid) % 2:
        raise ValueError(Sentence(MESSAGES, "odd", rows=rows, cols=cols, number=len(grid)))
    if request.symmetry in _SQUARE and rows != cols:
        raise ValueError(Sentence(MESSAGES, "not square", symmetry=request.symmetry, rows=rows, cols=cols))
    bits = Bitboard(grid, turning=True)
    orbits = _orbits(grid, request.symmetry)
    if pattern is None:
        return Frame(rows, cols, bits, None, {}, 0, tuple(bits.mask(cells) for cells in dict.fromkeys(orbits.values())))
    if (pattern.rows, pattern.cols) != (rows, cols):
        raise ValueError(f"the pattern has {pattern.rows} x {pattern.cols} cells, not {rows} x {cols}")
    if reasons := defects(pattern):
        raise ValueError(reasons[0])
    numbers = {cell: number for cell, number in pattern.clues if number}
    for cell, number in numbers.items():
        if 2 * number > len(grid):
            raise ValueError(Sentence(MESSAGES, "above half", cell=cell_name(cell), clue=number, cells=len(grid)))
    coloured = Instance.of(rows, cols, pattern.grey, numbers) if pattern.grey else None
    if coloured is not None and (reasons := hopeless(coloured)):
        raise ValueError(reasons[0])
    # With any `?` numbers stand on these cells only.
    marked = {cell for cell, number in pattern.clues if not number}
    open_cells = marked | numbers.keys() if marked else set(grid)
    fixed: set[Cell] = set()
    for cell in numbers:
        for other in orbits[cell]:
            if other not in open_cells:
                names = {"cell": cell_name(other), "other": cell_name(cell)}
                raise ValueError(Sentence(MESSAGES, "symmetry asks", **names))
            fixed.add(other)
    places = [cells for cells in dict.fromkeys(orbits.values()) if cells <= open_cells and not cells & fixed]
    return Frame(
        rows, cols, bits, coloured, {bits.position(cell): number for cell, number in numbers.items()},
        bits.mask(fixed), tuple(bits.mask(cells) for cells in places),
    )  # fmt: skip


def _orbits(grid: Grid, symmetry: str) -> dict[Cell, frozenset[Cell]]:
    """For each cell all cells that the symmetry carries it to."""
    found: dict[Cell, frozenset[Cell]] = {}
    for start in grid:
        if start in found:
            continue
        orbit = [start]
        for row, col in orbit:
            for turn in _TURNS[symmetry]:
                other = turn(row, col, grid.rows - 1, grid.cols - 1)
                if other not in orbit:
                    orbit.append(other)
        found.update(dict.fromkeys(orbit, frozenset(orbit)))
    return found


def numbered(frame: Frame, blocks: list[tuple[int, int]], cells: int) -> Instance:
    """The board of some white and grey areas with numbers at these cells."""
    bits = frame.bits
    grey, numbers = [], {}
    for white, dark in blocks:
        grey += bits.cells(dark)
        for position in positions((white | dark) & cells):
            numbers[bits.cell(position)] = white.bit_count()
    return Instance.of(frame.rows, frame.cols, grey, numbers)
