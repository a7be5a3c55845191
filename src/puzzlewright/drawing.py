"""A picture of a board as data: what is drawn where, without saying how. No genre is known here.

Points are `(y, x)` in half cells from the top left corner of the board, row first like cells: the centre of cell
(row, col) is (2 row + 1, 2 col + 1), so cell centres are odd, and grid lines and corners are even. Which item lies over
which is up to the reader (`svg`, `terminal`), not to the order of the items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from puzzlewright.grid import Cell, Edge, Grid, between, place_name, touching

Point = tuple[int, int]
"""(y, x) in half cells."""


class Tone(StrEnum):
    """How dark a cell is. Only LIGHT leaves text on it easy to read."""

    LIGHT = "light"
    MEDIUM = "medium"
    DARK = "dark"
    HATCHED = "hatched"


class Ink(StrEnum):
    """Whose mark it is: printed with the puzzle, or written by whoever solves it."""

    GIVEN = "given"
    DRAWN = "drawn"


class Stroke(StrEnum):
    """How a line looks: fine as the grid, thick and printed, thick and written by the solver, or fine and dashed."""

    THIN = "thin"
    GIVEN = "given"
    DRAWN = "drawn"
    DASHED = "dashed"


class Heads(StrEnum):
    """Where an arrow shows its direction: a head in its last cell, or one on every step."""

    LAST = "last"
    EACH = "each"


class Why(StrEnum):
    """Why a place is set off: answers differ there, it breaks a rule, it was just deduced, or is a reason for that."""

    DIFFERS = "differs"
    WRONG = "wrong"
    DEDUCED = "deduced"
    USED = "used"


@dataclass(frozen=True, slots=True)
class Fill:
    """A whole cell in a tone."""

    cell: Cell
    tone: Tone = Tone.MEDIUM


@dataclass(frozen=True, slots=True)
class Square:
    """A square inside a cell; things that run through the cell stay visible."""

    cell: Cell
    ink: Ink = Ink.GIVEN


@dataclass(frozen=True, slots=True)
class Dot:
    """A small dot in the middle of a cell."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Text:
    """A few characters in the middle of a cell, shrunk to fit."""

    cell: Cell
    text: str
    ink: Ink = Ink.GIVEN


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line along a row or a column of points, from corner to corner or from centre to centre."""

    start: Point
    end: Point
    stroke: Stroke = Stroke.DRAWN


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line through the centres of two or more cells, each a neighbour of the one before, tail first."""

    cells: tuple[Cell, ...]
    heads: Heads = Heads.LAST


@dataclass(frozen=True, slots=True)
class Cross:
    """A small cross on the border between two cells: a note that nothing is drawn there."""

    edge: Edge


@dataclass(frozen=True, slots=True)
class Highlight:
    """A cell or a border that is set off, in a way that does not need colour.

    `across` says of a border that what is meant is not the border but what joins its two cells across it.
    """

    place: Cell | Edge
    why: Why
    across: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """The cells that a numbered reason speaks of, outlined and with its number."""

    cells: tuple[Cell, ...]
    number: int


Item = Fill | Square | Dot | Text | Line | Arrow | Cross | Highlight | Area


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board of `rows` x `cols` cells with a frame, a grid of lines inside, and items.

    `caption` is shown above the board. `title` and `description` are for those who cannot see the picture.
    Raises ValueError if there is no cell, or if an item lies outside or is no straight line or path.
    """

    rows: int
    cols: int
    items: tuple[Item, ...] = ()
    caption: str = ""
    title: str = ""
    description: str = ""
    grid: Stroke = Stroke.THIN

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise ValueError(f"a drawing of {self.rows} x {self.cols} cells has nothing to show")
        grid = Grid(self.rows, self.cols)
        for item in self.items:
            if not _fits(item, grid):
                raise ValueError(f"{item} does not fit on a board of {self.rows} x {self.cols} cells")

    @property
    def numbered(self) -> bool:
        """Whether rows and columns are to be numbered: where places are set off, sentences name them as r3c5."""
        return self.rows * self.cols > 1 and any(isinstance(item, Highlight | Area) for item in self.items)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Drawings to be seen together, one beside the other where there is room. `title` is for those who cannot see."""

    drawings: tuple[Drawing, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not self.drawings:
            raise ValueError("a sheet needs a drawing")


Picture = Drawing | Sheet


def side_by_side(drawings: Iterable[Drawing], captions: Sequence[str] = (), title: str = "") -> Sheet:
    """A sheet of one or more drawings, the first of them with these captions instead of their own.

    Raises ValueError if there is no drawing, or if there are more captions than drawings.
    """
    parts = tuple(drawings)
    if len(captions) > len(parts):
        raise ValueError(f"{len(captions)} captions for {len(parts)} drawings")
    named = tuple(replace(part, caption=caption) for part, caption in zip(parts, captions, strict=False))
    return Sheet(named + parts[len(named) :], title or "; ".join(dict.fromkeys(part.title for part in parts)))


def set_off(
    drawing: Drawing, places: Mapping[Why, Iterable[Cell | Edge]], areas: Sequence[Iterable[Cell]] = ()
) -> Drawing:
    """The drawing with more places set off, and the areas of reasons numbered from 1; its description names them."""
    items: list[Item] = []
    told = [drawing.description]
    for why, chosen in places.items():
        found = sorted(chosen, key=centre)
        items += [Highlight(place, why) for place in found]
        if found:
            told.append(f"{why}: {', '.join(map(place_name, found))}")
    for number, area in enumerate(areas, 1):
        cells = tuple(sorted(area))
        items.append(Area(cells, number))
        told.append(f"rule {number}: {', '.join(map(place_name, cells))}")
    return replace(drawing, items=drawing.items + tuple(items), description="; ".join(filter(None, told)))


def centre(place: Cell | Edge) -> Point:
    """The middle of a cell or of the border between two cells."""
    match place:
        case (int(row), int(col)):
            return 2 * row + 1, 2 * col + 1
        case ((row, col), (other_row, other_col)):
            return row + other_row + 1, col + other_col + 1
    raise AssertionError(place)


def border(edge: Edge) -> tuple[Point, Point]:
    """The two corners at the ends of the border between two cells, the upper or left one first."""
    y, x = centre(edge)
    return ((y, x - 1), (y, x + 1)) if x % 2 else ((y - 1, x), (y + 1, x))


def outline(cells: Iterable[Cell]) -> list[list[Point]]:
    """The corners of the lines around cells, with the cells on the right of each line; cells that only meet at a
    corner have lines of their own."""
    held = set(cells)
    ends: dict[Point, list[Point]] = {}
    for row, col in held:
        top, left = 2 * row, 2 * col
        corners = [(top, left), (top, left + 2), (top + 2, left + 2), (top + 2, left)]
        beyond = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
        for here, there, other in zip(corners, corners[1:] + corners[:1], beyond, strict=True):
            if other not in held:
                ends.setdefault(here, []).append(there)
    loops = []
    while ends:
        start = min(ends)
        loop, here, down, right = [start], start, 0, 0
        while True:
            # Where two cells meet at a corner the line turns right, around the cell that it is on.
            there = max(ends[here], key=lambda end: down * (here[1] - end[1]) - right * (here[0] - end[0]))
            ends[here].remove(there)
            if not ends[here]:
                del ends[here]
            if (there[0] - here[0], there[1] - here[1]) == (down, right):
                loop.pop()
            down, right = there[0] - here[0], there[1] - here[1]
            if there == start:
                break
            loop.append(there)
            here = there
        loops.append(loop)
    return loops


def inside(places: Iterable[Cell | Edge], grid: Grid) -> list[Cell | Edge]:
    """Those of the places that are on the board, from the top left, borders with their upper or left cell first."""
    found: set[Cell | Edge] = set()
    for place in places:
        match place:
            case ((_, _) as here, (_, _) as there) if _separates(edge := between(here, there), grid):
                found.add(edge)
            case (int(row), int(col)) if (row, col) in grid:
                found.add((row, col))
    return sorted(found, key=centre)


def border_line(edge: Edge, stroke: Stroke = Stroke.DRAWN) -> Line:
    """A line on the border between two cells."""
    return Line(*border(edge), stroke)


def _fits(item: Item, grid: Grid) -> bool:
    match item:
        case Fill(cell) | Square(cell) | Dot(cell) | Text(cell):
            return cell in grid
        case Area(cells):
            return bool(cells) and all(cell in grid for cell in cells)
        case Highlight(place):
            return place in grid or _separates(place, grid)
        case Cross(edge):
            return _separates(edge, grid)
        case Arrow(cells):
            return len(cells) > 1 and all(
                one in grid and other in grid and touching(one, other) for one, other in pairwise(cells)
            )
        case Line((top, left), (bottom, right)):
            inside = all(0 <= y <= 2 * grid.rows and 0 <= x <= 2 * grid.cols for y, x in (item.start, item.end))
            straight = (top == bottom) != (left == right)
            return inside and straight and (bottom - top) % 2 == 0 and (right - left) % 2 == 0
    return False


def _separates(place: object, grid: Grid) -> bool:
    match place:
        case ((int(row), int(col)), (int(other_row), int(other_col))):
            one, other = (row, col), (other_row, other_col)
            return one < other and one in grid and other in grid and touching(one, other)
    return False
