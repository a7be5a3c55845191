"""One drawing of a board as SVG groups and paths, its top left corner at the origin; `svg` makes documents of them.

Whatever colour says is said by shape as well: given squares have thick outlines and solvers' squares are tinted, a
place that differs has a thick frame (brackets around a cell), a place that breaks a rule is hatched, what was deduced
has a frame, what it follows from has dots in its corners, and the area of a rule has a dashed outline and a number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain, pairwise
from typing import TypeGuard, TypeVar
from unicodedata import east_asian_width

from puzzlewright.drawing import (
    Area,
    Arrow,
    Cross,
    Dot,
    Drawing,
    Fill,
    Heads,
    Highlight,
    Ink,
    Line,
    Point,
    Square,
    Stroke,
    Text,
    Tone,
    Why,
    border,
    centre,
    outline,
)
from puzzlewright.grid import Cell, Edge, components

T = TypeVar("T")

FONTS = "Helvetica, Arial, sans-serif"
# Digits of such fonts are at most this wide and about this high, in ems.
DIGIT_WIDTH, HALF_DIGIT_HEIGHT = 0.6, 0.36

BLACK, GRID_GREY, NOTE_GREY, WHITE = "#000", "#999", "#555", "#fff"
TONES = {Tone.LIGHT: "#d2d2d2", Tone.MEDIUM: "#9c9c9c", Tone.DARK: "#555"}
DRAWN_BLUE, DRAWN_TINT = "#12479c", "#b9d2f3"
WHY_COLOURS = {
    Why.DIFFERS: ("#b85c00", "#ffe9a8"),
    Why.WRONG: ("#c4161c", "#fbdcdc"),
    Why.DEDUCED: ("#1a6e2e", "#c4ecc9"),
    Why.USED: ("#5b3fa0", "#e6def8"),
}
OUTLINES = {Why.DIFFERS: 1.6, Why.DEDUCED: 2.8, Why.USED: 0.8}
AREA_GREY = "#222"
_AREA_INSETS = (0.06, 0.12, 0.18)
"""How far inside an area its outline lies, in cells, by its number."""
_AREA_DASHES = ((0.14, 0.07), (0.05, 0.06), (0.2, 0.06, 0.05, 0.06))
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def body(drawing: Drawing, cell_px: float) -> str:
    """The drawing with cells of `cell_px` pixels, without its caption."""
    return _Board(drawing, cell_px).text()


def escaped(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def px(value: float) -> str:
    """A coordinate with at most two decimals, and none of the characters that it can do without."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


class _Board:
    """One drawing with its top left corner at the origin, as groups of paths from the bottom up."""

    def __init__(self, drawing: Drawing, cell_px: float) -> None:
        self.drawing = drawing
        self.cell = cell_px
        self.parts: list[str] = []
        self.thin = max(0.5, round(cell_px / 36))
        self.thick = cell_px / 12

    def text(self) -> str:
        self._fills()
        self._tints()
        self._grid()
        self._hatches()
        self._bands(across=True)
        self._arrow_gaps()
        self._squares()
        self._arrows()
        self._dots()
        self._texts()
        self._bands(across=False)
        self._lines()
        self._frame()
        self._crosses()
        self._brackets()
        self._outlines()
        self._badges()
        return "".join(self.parts)

    def _all(self, kind: type[T]) -> list[T]:
        return [item for item in self.drawing.items if isinstance(item, kind)]

    def _path(self, steps: Iterable[str], style: str) -> None:
        data = "".join(steps)
        if data:
            self.parts.append(f'<path {style} d="{data}"/>\n')

    def _stroke(self, colour: str, width: float, more: str = "") -> str:
        return f'stroke="{colour}" stroke-width="{px(width)}"{more}'

    def _at(self, point: Point) -> tuple[float, float]:
        """x and y in pixels: here the order turns from rows first to what SVG has."""
        return point[1] * self.cell / 2, point[0] * self.cell / 2

    def _box(self, cell: Cell, inset: float) -> str:
        """The outline of a cell, `inset` pixels inside it."""
        row, col = cell
        side = self.cell - 2 * inset
        x, y = col * self.cell + inset, row * self.cell + inset
        return f"M{px(x)} {px(y)}h{px(side)}v{px(side)}h{px(-side)}z"

    def _disc(self, x: float, y: float, radius: float) -> str:
        r, d = px(radius), px(2 * radius)
        return f"M{px(x - radius)} {px(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"

    def _hatch(self, cell: Cell, lines: int, rising: bool) -> str:
        """Slanted lines over a cell that meet those of its neighbours: `lines` of them start on each side."""
        x, y, step = cell[1] * self.cell, cell[0] * self.cell, self.cell / lines
        strokes, pen, move = [], (0.0, 0.0), "M"
        for number in range(1, 2 * lines):
            length = min(number, 2 * lines - number) * step
            near, far = max(0, number - lines) * step, min(number, lines) * step
            start = (x + near, y + far) if rising else (x + self.cell - far, y + near)
            down = -length if rising else length
            strokes.append(f"{move}{px(start[0] - pen[0])} {px(start[1] - pen[1])}l{px(length)} {px(down)}")
            # Relative moves keep a large board small.
            pen, move = (start[0] + length, start[1] + down), "m"
        return "".join(strokes).replace(" -", "-")

    def _runs(self, cells: Iterable[Cell]) -> Iterator[str]:
        """Rectangles that cover the cells, one for each run in a row."""
        ordered = sorted(set(cells))
        start = 0
        for index, (row, col) in enumerate(ordered):
            if index + 1 == len(ordered) or ordered[index + 1] != (row, col + 1):
                first = ordered[start][1]
                width = (col + 1 - first) * self.cell
                corner = f"M{px(first * self.cell)} {px(row * self.cell)}"
                yield f"{corner}h{px(width)}v{px(self.cell)}h{px(-width)}z"
                start = index + 1

    def _fills(self) -> None:
        fills = self._all(Fill)
        for tone, colour in TONES.items():
            cells = (item.cell for item in fills if item.tone is tone)
            self._path(self._runs(cells), f'fill="{colour}" shape-rendering="crispEdges"')
        hatched = (self._hatch(item.cell, 4, True) for item in fills if item.tone is Tone.HATCHED)
        self._path(hatched, self._stroke(NOTE_GREY, self.thin))

    def _marked_cells(self, why: Why) -> list[Cell]:
        return [item.place for item in self._all(Highlight) if item.why is why and _is_cell(item.place)]

    def _tints(self) -> None:
        for why, (_, tint) in WHY_COLOURS.items():
            look = f'fill="{tint}" fill-opacity=".7" shape-rendering="crispEdges"'
            self._path(self._runs(self._marked_cells(why)), look)

    def _grid(self) -> None:
        rows, cols = self.drawing.rows, self.drawing.cols
        width, height = px(cols * self.cell), px(rows * self.cell)
        across = (f"M0 {px(row * self.cell)}h{width}" for row in range(1, rows))
        down = (f"M{px(col * self.cell)} 0v{height}" for col in range(1, cols))
        dash = f' stroke-dasharray="{px(self.cell / 9)}"' if self.drawing.grid is Stroke.DASHED else ""
        self._path([*across, *down], self._stroke(GRID_GREY, self.thin, dash + ' shape-rendering="crispEdges"'))

    def _hatches(self) -> None:
        hatches = (self._hatch(cell, 3, False) for cell in self._marked_cells(Why.WRONG))
        self._path(hatches, self._stroke(WHY_COLOURS[Why.WRONG][0], self.thin))

    def _bands(self, across: bool) -> None:
        """Wide bands along borders, or from cell to cell across them: ruled where something is wrong, else outlined."""
        for why, (colour, tint) in WHY_COLOURS.items():
            steps = []
            for item in self._all(Highlight):
                if item.why is why and item.across is across and _is_edge(item.place):
                    one, other = item.place
                    ends = (centre(one), centre(other)) if across else border(item.place)
                    (x, y), (to_x, to_y) = map(self._at, ends)
                    steps.append(f"M{px(x)} {px(y)}" + (f"H{px(to_x)}" if y == to_y else f"V{px(to_y)}"))
            width = self.cell * 0.38
            if why in OUTLINES:
                self._path(steps, self._stroke(colour, width + OUTLINES[why] * self.thick, ROUND))
            self._path(steps, self._stroke(tint, width, ROUND))
            if why is Why.WRONG:
                dash = f' stroke-dasharray="{px(self.cell / 24)} {px(self.cell / 8)}"'
                self._path(steps, self._stroke(colour, width, dash))

    def _squares(self) -> None:
        squares = self._all(Square)
        inset = round(self.cell * 0.2) if self.cell > 8 else self.cell * 0.2
        for ink, style in (
            (Ink.GIVEN, f'fill="{WHITE}" fill-opacity=".75" {self._stroke(BLACK, self.thick)}'),
            (Ink.DRAWN, f'fill="{DRAWN_TINT}" fill-opacity=".8" {self._stroke(DRAWN_BLUE, self.thin * 1.2)}'),
        ):
            self._path((self._box(item.cell, inset) for item in squares if item.ink is ink), style)

    def _shaft(self, arrow: Arrow) -> str:
        points = [self._at(centre(cell)) for cell in arrow.cells]
        if arrow.heads is Heads.LAST:
            # It ends inside the head: its own end would blunt the tip.
            (x, y), (to_x, to_y) = points[-2:]
            points[-1] = (to_x - 0.05 * (to_x - x), to_y - 0.05 * (to_y - y))
        return _polyline(points)

    def _heads(self, arrow: Arrow) -> Iterator[str]:
        """Triangles with the tip beyond the last centre, or on each step so that two opposite steps show two heads."""
        last = arrow.heads is Heads.LAST
        tip, length, half = (1.16, 0.34, 0.15) if last else (0.76, 0.25, 0.13)
        steps = list(pairwise(self._at(centre(cell)) for cell in arrow.cells))
        for (x, y), (to_x, to_y) in steps[-1:] if last else steps:
            right, down = to_x - x, to_y - y
            back_x, back_y = x + right * (tip - length), y + down * (tip - length)
            corners = (
                (x + right * tip, y + down * tip),
                (back_x - down * half, back_y + right * half),
                (back_x + down * half, back_y - right * half),
            )
            yield f"M{'L'.join(f'{px(a)} {px(b)}' for a, b in corners)}z"

    def _arrow_gaps(self) -> None:
        """White on both sides of the arrows, which makes them readable on dark cells and hatching."""
        shafts = map(self._shaft, self._all(Arrow))
        self._path(shafts, self._stroke(WHITE, self.cell * 0.16, ROUND + ' stroke-opacity=".85"'))

    def _arrows(self) -> None:
        arrows = self._all(Arrow)
        self._path(map(self._shaft, arrows), self._stroke(BLACK, max(self.thin, self.cell * 0.05), ROUND))
        heads = [head for arrow in arrows for head in self._heads(arrow)]
        self._path(heads, self._stroke(WHITE, self.cell * 0.06))
        self._path(heads, f'fill="{BLACK}"')

    def _dots(self) -> None:
        heads = {arrow.cells[-1] for arrow in self._all(Arrow) if arrow.heads is Heads.LAST}
        dots = []
        for item in self._all(Dot):
            x, y = self._at(centre(item.cell))
            aside = self.cell * 0.27 if item.cell in heads else 0
            dots.append(self._disc(x + aside, y + aside, self.cell * 0.07))
        self._path(dots, self._stroke(WHITE, self.cell * 0.07))
        self._path(dots, f'fill="{NOTE_GREY}"')

    def _texts(self) -> None:
        busy = {item.cell for item in self._all(Fill) if item.tone is not Tone.LIGHT} | {*self._marked_cells(Why.WRONG)}
        by_look: dict[tuple[str, float], list[str]] = {}
        for item in self._all(Text):
            wide = sum(1.0 if east_asian_width(letter) in "WFA" else DIGIT_WIDTH for letter in item.text)
            size = self.cell * min(0.58, 0.84 / max(wide, 1))
            x, y = self._at(centre(item.cell))
            words = f'<text x="{px(x)}" y="{px(y + size * HALF_DIGIT_HEIGHT)}">{escaped(item.text)}</text>\n'
            look = f'fill="{BLACK}"' if item.ink is Ink.GIVEN else f'fill="{DRAWN_BLUE}" font-style="italic"'
            if item.cell in busy:
                by_look.setdefault((look + " " + self._stroke(WHITE, size * 0.2, ROUND), size), []).append(words)
            by_look.setdefault((look, size), []).append(words)
        # White outlines come first: letters lie on top of them.
        for look, size in sorted(by_look, key=lambda key: "stroke" not in key[0]):
            group = f'<g {look} font-family="{FONTS}" font-size="{px(size)}" text-anchor="middle">\n'
            self.parts.append(group + "".join(by_look[look, size]) + "</g>\n")

    def _lines(self) -> None:
        for stroke, look in (
            (Stroke.THIN, self._stroke(BLACK, self.thin)),
            (Stroke.DASHED, self._stroke(BLACK, self.thin * 1.2, f' stroke-dasharray="{px(self.cell / 9)}"')),
            (Stroke.DRAWN, self._stroke(DRAWN_BLUE, self.thick, ROUND)),
            (Stroke.GIVEN, self._stroke(BLACK, self.thick * 1.2, ROUND)),
        ):
            lines = ([self._at(item.start), self._at(item.end)] for item in self._all(Line) if item.stroke is stroke)
            self._path(map(_polyline, lines), look)

    def _frame(self) -> None:
        width, height = px(self.drawing.cols * self.cell), px(self.drawing.rows * self.cell)
        self._path([f"M0 0h{width}v{height}h-{width}z"], self._stroke(BLACK, self.thick))

    def _crosses(self) -> None:
        reach = self.cell * 0.1
        steps = []
        for item in self._all(Cross):
            x, y = self._at(centre(item.edge))
            left, top, size = px(x - reach), px(y - reach), px(2 * reach)
            steps.append(f"M{left} {top}l{size} {size}m-{size} 0l{size}-{size}")
        self._path(steps, self._stroke(NOTE_GREY, self.thin * 1.2))

    def _brackets(self) -> None:
        near, far = self.thick, self.cell - self.thick
        # Corners where answers differ, a whole frame around what was deduced, and dots beside what was used.
        for why, arm in (Why.DIFFERS, self.cell * 0.24), (Why.DEDUCED, (far - near) / 2), (Why.USED, self.cell * 0.06):
            corners = (near, near, arm, arm), (near, far, arm, -arm), (far, near, -arm, arm), (far, far, -arm, -arm)
            steps = []
            for row, col in self._marked_cells(why):
                for y, x, down, over in corners:
                    start = f"M{px(col * self.cell + x)} {px(row * self.cell + y + down)}"
                    steps.append(f"{start}v{px(-down)}h{px(over)}")
            self._path(steps, self._stroke(WHY_COLOURS[why][0], self.thick * 0.9))

    def _outlines(self) -> None:
        """Dashed lines inside the areas; those of areas that overlap lie inside each other."""
        by_look: dict[str, list[str]] = {}
        for area in self._all(Area):
            inset = self.cell * _AREA_INSETS[(area.number - 1) % len(_AREA_INSETS)]
            dashes = " ".join(px(self.cell * part) for part in _AREA_DASHES[(area.number - 1) % len(_AREA_DASHES)])
            look = self._stroke(AREA_GREY, self.thin * 1.4, f' stroke-dasharray="{dashes}"')
            by_look.setdefault(look, []).extend(_inset(loop, self.cell, inset) for loop in outline(area.cells))
        # White between the dashes keeps them readable on frames and dark cells.
        self._path(chain.from_iterable(by_look.values()), self._stroke(WHITE, self.thin * 1.4))
        for look, steps in by_look.items():
            self._path(steps, look)

    def _badges(self) -> None:
        """The number of each area in a corner of one cell in each of its parts, where there are fewest so far."""
        side, size = self.cell * 0.3, self.cell * 0.28
        held: Counter[Cell] = Counter()
        boxes, letters = [], []
        for area in self._all(Area):
            for part in components(area.cells):
                cell = min(part, key=lambda cell: (held[cell], cell))
                corner = held[cell] % 4
                held[cell] += 1
                label = str(area.number)
                width = side * max(1, 0.6 * len(label) + 0.2)
                x = cell[1] * self.cell + (self.cell - width if corner in (1, 3) else 0)
                y = cell[0] * self.cell + (self.cell - side if corner in (2, 3) else 0)
                boxes.append(f"M{px(x)} {px(y)}h{px(width)}v{px(side)}h{px(-width)}z")
                baseline = y + side / 2 + size * HALF_DIGIT_HEIGHT
                letters.append(f'<text x="{px(x + width / 2)}" y="{px(baseline)}">{label}</text>\n')
        self._path(boxes, f'fill="{AREA_GREY}"')
        if letters:
            look = f'fill="{WHITE}" font-family="{FONTS}" font-size="{px(size)}" font-weight="bold"'
            self.parts.append(f'<g {look} text-anchor="middle">\n{"".join(letters)}</g>\n')


def _inset(loop: list[Point], cell: float, inset: float) -> str:
    """A line around cells, with the cells on its right, moved into them."""
    corners = []
    for before, (y, x), after in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False):
        # A line that goes down has its cells on the left of the page, one that goes right has them below.
        down = _sign(y - before[0]) + _sign(after[0] - y)
        right = _sign(x - before[1]) + _sign(after[1] - x)
        corners.append((x * cell / 2 - down * inset, y * cell / 2 + right * inset))
    return f"M{'L'.join(f'{px(x)} {px(y)}' for x, y in corners)}z"


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _polyline(points: list[tuple[float, float]]) -> str:
    """A path through points that follow each other along rows and columns, one step for each straight run."""
    (x, y), *rest = points
    steps = [f"M{px(x)} {px(y)}"]
    for index, (to_x, to_y) in enumerate(rest):
        level = to_y == y
        if index + 1 < len(rest) and (rest[index + 1][1] == y if level else rest[index + 1][0] == x):
            continue
        steps.append(f"H{px(to_x)}" if level else f"V{px(to_y)}")
        x, y = to_x, to_y
    return "".join(steps)


def _is_cell(place: Cell | Edge) -> TypeGuard[Cell]:
    return isinstance(place[0], int)


def _is_edge(place: Cell | Edge) -> TypeGuard[Edge]:
    return not _is_cell(place)
