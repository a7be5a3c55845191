"""Drawings as text for a terminal.

A cell is four columns by two lines, which is about square. Only the corners of the grid are shown, as points, so that
arrows and thick borders stand out. Marks that set a place off are characters on both sides of it:

    [ ]  answers differ      ! !  breaks a rule      { }  just deduced      ( )  a reason for that

around a cell, around a border, or around the step of an arrow that crosses it. The numbers of reasons stand above each
cell of their areas, `+` for those that find no room. With any of these, rows and columns are numbered. Colour is added
on top, if wanted.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby, pairwise

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
    Picture,
    Point,
    Sheet,
    Square,
    Stroke,
    Text,
    Tone,
    Why,
    centre,
)
from puzzlewright.grid import Cell, Edge

MARKS = {Why.DIFFERS: "[]", Why.WRONG: "!!", Why.DEDUCED: "{}", Why.USED: "()"}
"""The characters before and after a place that is set off."""

GAP = "   "
"""What stands between two boards."""

# Box drawing by the weights (0 none, 1 light, 2 heavy) of the arms up, right, down, left, read as digits of base 3.
_BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


@dataclass(frozen=True, slots=True)
class _Glyphs:
    corner: str
    dot: str
    cross: str
    squares: dict[Ink, str]
    tones: dict[Tone, str]
    heads: dict[Point, str]
    """By direction (down, right)."""
    both_ways: str
    dashes: str
    """Across and down."""


_UNICODE = _Glyphs(
    corner="·",
    dot="•",
    cross="\u00d7",
    squares={Ink.GIVEN: "■", Ink.DRAWN: "□"},
    tones={Tone.LIGHT: "░", Tone.MEDIUM: "▒", Tone.DARK: "▓", Tone.HATCHED: "\u2571"},
    heads={(0, 1): "►", (0, -1): "◄", (-1, 0): "▲", (1, 0): "▼"},
    both_ways="◆",
    dashes="╌╎",
)
_ASCII = _Glyphs(
    corner=".",
    dot="*",
    cross="x",
    squares={Ink.GIVEN: "#", Ink.DRAWN: "O"},
    tones={Tone.LIGHT: ":", Tone.MEDIUM: "%", Tone.DARK: "@", Tone.HATCHED: "/"},
    heads={(0, 1): ">", (0, -1): "<", (-1, 0): "^", (1, 0): "v"},
    both_ways="X",
    dashes="-:",
)

_HEAVY = (Stroke.GIVEN, Stroke.DRAWN)
_FAINT, _BOLD, _DRAWN = "2", "1", "36"
_COLOURS = {Why.DIFFERS: "30;43", Why.WRONG: "97;41", Why.DEDUCED: "30;42", Why.USED: "30;46"}


def render(picture: Picture, colour: bool = False, ascii_only: bool = False, *, width: int = 80) -> str:
    """The picture as lines of text, each ending in a newline.

    `width` is the number of columns: boards that are too wide for it get narrower cells, and the drawings of a sheet
    stand beside each other as long as they fit, else below each other. `colour` adds ANSI escapes; without them the
    text says the same. `ascii_only` is for terminals that show nothing else.
    """
    parts = picture.drawings if isinstance(picture, Sheet) else (picture,)
    rows: list[list[_Block]] = []
    for part in parts:
        block = _block(part, colour, ascii_only, width)
        if rows and sum(other.width + len(GAP) for other in rows[-1]) + block.width <= width:
            rows[-1].append(block)
        else:
            rows.append([block])
    return "\n".join(_beside(row) for row in rows)


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that are `width` columns wide when shown."""

    caption: list[str]
    lines: list[str]
    width: int


def _beside(row: list[_Block]) -> str:
    captions = max(len(block.caption) for block in row)
    height = max(len(block.lines) for block in row)
    columns = []
    for block in row:
        blank = [" " * block.width]
        above = blank * (captions - len(block.caption)) + block.caption
        columns.append(above + block.lines + blank * (height - len(block.lines)))
    return "".join(GAP.join(line).rstrip() + "\n" for line in zip(*columns, strict=True))


def _block(drawing: Drawing, colour: bool, ascii_only: bool, width: int) -> _Block:
    aside = len(str(drawing.rows)) + 1 if drawing.numbered else 0
    board = _Board(drawing, ascii_only, width - aside)
    spots = board.lines()
    if aside:
        names = [f"{y // 2 + 1 if y % 2 else '':>{aside - 1}} " for y in range(len(spots))]
        spots = [_faint(name) + line for name, line in zip(names, spots, strict=True)]
        spots.insert(0, _faint(" " * aside + board.column_numbers()))
    lines = [_painted(line, colour) for line in spots]
    board_width = board.width + aside
    if not drawing.caption:
        return _Block([], lines, board_width)
    caption = _clean(drawing.caption, ascii_only)
    wide = max(board_width, _columns(caption))
    padded = [line + " " * (wide - board_width) for line in lines]
    return _Block([caption + " " * (wide - _columns(caption))], padded, wide)


def _faint(text: str) -> list[tuple[str, str]]:
    return [(letter, "" if letter == " " else _FAINT) for letter in text]


def _painted(line: list[tuple[str, str]], colour: bool) -> str:
    if not colour:
        return "".join(letter for letter, _ in line)
    runs = ((style, "".join(letter for letter, _ in run)) for style, run in groupby(line, key=lambda spot: spot[1]))
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)


def _clean(text: str, ascii_only: bool) -> str:
    """The text without what could move the cursor or hide."""
    shown = "".join(" " if letter.isspace() else letter for letter in text)
    shown = "".join(letter for letter in shown if unicodedata.category(letter)[0] not in "CM")
    return shown.encode("ascii", "replace").decode() if ascii_only else shown


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _beside_marks(place: Cell | Edge) -> tuple[Cell, ...]:
    """The cells whose lines of text hold the marks of a place: none for a border between upper and lower cell."""
    match place:
        case ((row, col), (other_row, other_col)):
            return ((row, col), (other_row, other_col)) if row == other_row else ()
        case (int(row), int(col)):
            return ((row, col),)
    return ()


def _cut(numbers: list[str], room: int) -> list[str]:
    """Letters for numbers where they do not fit one by one: as many as there is room for, and `+` for the others."""
    told = ",".join(numbers)
    while len(told) > room and numbers:
        numbers = numbers[:-1]
        told = ",".join([*numbers, "+"]) if numbers else "+"
    return list(told[: max(room, 1)])


class _Board:
    """One drawing on a canvas of characters: a line for every half cell, and `inner` columns between two borders."""

    def __init__(self, drawing: Drawing, ascii_only: bool, width: int) -> None:
        self.drawing = drawing
        self.ascii_only = ascii_only
        self.glyphs = _ASCII if ascii_only else _UNICODE
        texts = [item for item in drawing.items if isinstance(item, Text)]
        lengths = {item.cell: _columns(_clean(item.text, ascii_only)) for item in texts}
        longest = max(lengths.values(), default=0)
        places = [item.place for item in drawing.items if isinstance(item, Highlight)]
        marks = bool(places)
        # Marks stand in the first and last column of a cell: a longer text needs more room only where they meet it.
        marked = {cell for place in places for cell in _beside_marks(place)}
        self.areas = [item for item in drawing.items if isinstance(item, Area)]
        # Numbers of areas stand on the borders above cells, between the marks that set such borders off.
        self.aside = int(bool(self.areas) and any(len(_beside_marks(place)) != 1 for place in places))
        beside = (2 + length for cell, length in lengths.items() if cell in marked)
        self.inner = max(3 + 2 * self.aside, longest, *beside) // 2 * 2 + 1
        self.tight = drawing.cols * (self.inner + 1) + 1 > width
        if self.tight:
            self.inner = max(1, longest) + marks
        self.content = self.inner - marks if self.tight else self.inner
        self.width = drawing.cols * (self.inner + 1) + 1
        self.canvas = [[(" ", "")] * self.width for _ in range(2 * drawing.rows + 1)]
        self.arms: defaultdict[Point, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        # Heads stay out of these. An arrow goes on behind a shaded cell, so that the shade is seen.
        self.tones = {item.cell: item.tone for item in drawing.items if isinstance(item, Fill)}
        self.taken = {item.cell for item in drawing.items if isinstance(item, Square | Dot | Text)} | {*self.tones}

    def lines(self) -> list[list[tuple[str, str]]]:
        self._fills()
        self._grid()
        for item in self.drawing.items:
            if isinstance(item, Line):
                self._line(item)
            elif isinstance(item, Arrow):
                self._shaft(item)
        self._joints()
        self._shades()
        self._heads()
        for item in self.drawing.items:
            match item:
                case Square(cell, ink):
                    self._put(centre(cell), self.glyphs.squares[ink], _BOLD if ink is Ink.GIVEN else _DRAWN)
                case Dot(cell):
                    self._put(centre(cell), self.glyphs.dot)
                case Text(cell, text, ink):
                    self._text(cell, _clean(text, self.ascii_only), _BOLD if ink is Ink.GIVEN else _DRAWN)
                case Cross(edge):
                    self._put(centre(edge), self.glyphs.cross)
        for item in self.drawing.items:
            if isinstance(item, Highlight):
                self._highlight(item)
        self._numbers()
        return self.canvas

    def column_numbers(self) -> str:
        """A line to stand above the board: its columns by number, every fifth where there is no room for more."""
        every = 1 if len(str(self.drawing.cols)) <= self.inner else 5
        line = [" "] * self.width
        for col in range(self.drawing.cols):
            number = str(col + 1)
            if every == 1 or col == 0 or (col + 1) % every == 0:
                start = self._column(2 * col + 1) - (len(number) - 1) // 2
                line[start : start + len(number)] = number
        return "".join(line)

    def _column(self, x: int) -> int:
        return x // 2 * (self.inner + 1) + x % 2 * ((self.inner + 1) // 2)

    def _write(self, y: int, column: int, text: str, style: str = "") -> None:
        for letter in text:
            if column >= self.width:
                return
            self.canvas[y][column] = (letter, style)
            column += 1
            if _columns(letter) == 2 and column < self.width:
                self.canvas[y][column] = ("", style)
                column += 1

    def _put(self, point: Point, letter: str, style: str = "") -> None:
        self._write(point[0], self._column(point[1]), letter, style)

    def _fills(self) -> None:
        tones = self.tones
        for (row, col), tone in tones.items():
            y, left = 2 * row + 1, self._column(2 * col) + 1
            text = self.glyphs.tones[tone] * self.inner
            self._write(y, left, text, _FAINT)
            # Cells of one tone run into each other.
            if tones.get((row, col + 1)) is tone:
                self._write(y, left + self.inner, text[0], _FAINT)
            if tones.get((row + 1, col)) is tone:
                self._write(y + 1, left, text, _FAINT)

    def _grid(self) -> None:
        rows, cols = 2 * self.drawing.rows, 2 * self.drawing.cols
        for y in range(2, rows, 2):
            for x in range(2, cols, 2):
                self._put((y, x), self.glyphs.corner, _FAINT)
        # Where borders inside are or may be drawn, the frame is one of them.
        heavy = self.drawing.grid is Stroke.DASHED or any(
            isinstance(item, Line) and item.stroke in _HEAVY for item in self.drawing.items
        )
        stroke = Stroke.GIVEN if heavy else Stroke.THIN
        for line in (((0, 0), (0, cols)), ((rows, 0), (rows, cols)), ((0, 0), (rows, 0)), ((0, cols), (rows, cols))):
            self._line(Line(*line, stroke))

    def _line(self, line: Line) -> None:
        weight = 2 if line.stroke in _HEAVY else 1
        style = _DRAWN if line.stroke is Stroke.DRAWN else ""
        (y, x), (to_y, to_x) = sorted((line.start, line.end))
        dashes = self.glyphs.dashes if line.stroke is Stroke.DASHED else ""
        while (y, x) != (to_y, to_x):
            there = (y, x + 2) if y == to_y else (y + 2, x)
            self._step((y, x), there, weight, style, dashes)
            y, x = there

    def _shaft(self, arrow: Arrow) -> None:
        for here, there in pairwise(arrow.cells):
            first, second = sorted((centre(here), centre(there)))
            self._step(first, second, 1, "", "")

    def _step(self, here: Point, there: Point, weight: int, style: str, dashes: str) -> None:
        """A line between two points two half cells apart, the upper or left one first."""
        (y, x), (to_y, to_x) = here, there
        out, into = (1, 3) if y == to_y else (2, 0)
        self.arms[here][out] = max(self.arms[here][out], weight)
        self.arms[there][into] = max(self.arms[there][into], weight)
        if y == to_y:
            start = self._column(x) + 1
            letter = dashes[:1] or self._box([0, weight, 0, weight])
            self._write(y, start, letter * (self._column(to_x) - start), style)
        else:
            self._put((y + 1, x), dashes[1:] or self._box([weight, 0, weight, 0]), style)

    def _joints(self) -> None:
        for point, arms in self.arms.items():
            self._put(point, self._box(arms))

    def _shades(self) -> None:
        """The tone of shaded cells over the arrows in them."""
        for arrow in self.drawing.items:
            if isinstance(arrow, Arrow):
                for row, col in set(arrow.cells) & self.tones.keys():
                    text = self.glyphs.tones[self.tones[row, col]] * self.inner
                    self._write(2 * row + 1, self._column(2 * col) + 1, text, _FAINT)

    def _box(self, arms: list[int]) -> str:
        up, right, down, left = arms
        if not self.ascii_only:
            return _BOXES[27 * up + 9 * right + 3 * down + left]
        if (up or down) and (left or right):
            return "+"
        return "|" if up or down else "=" if 2 in (left, right) else "-"

    def _heads(self) -> None:
        """Heads stand in the last cell, or on the border before it if that cell holds something; or on every border."""
        borders: dict[Point, str] = {}
        for arrow in self.drawing.items:
            if isinstance(arrow, Arrow):
                steps = list(pairwise(map(centre, arrow.cells)))
                for (y, x), (to_y, to_x) in steps if arrow.heads is Heads.EACH else steps[-1:]:
                    letter = self.glyphs.heads[(to_y - y) // 2, (to_x - x) // 2]
                    if arrow.heads is Heads.LAST and arrow.cells[-1] not in self.taken:
                        self._put((to_y, to_x), letter)
                    else:
                        middle = (y + to_y) // 2, (x + to_x) // 2
                        borders[middle] = letter if borders.get(middle, letter) == letter else self.glyphs.both_ways
        for point, letter in borders.items():
            self._put(point, letter)

    def _text(self, cell: Cell, text: str, style: str) -> None:
        start = self._column(2 * cell[1]) + 1 + (self.content - _columns(text)) // 2
        self._write(2 * cell[0] + 1, start, text, style)

    def _numbers(self) -> None:
        """The numbers of areas above their cells: first, last, then in the middle unless something passes there."""
        held: defaultdict[Cell, list[str]] = defaultdict(list)
        for area in self.areas:
            for cell in area.cells:
                held[cell].append(str(area.number))
        for (row, col), numbers in held.items():
            left = self._column(2 * col) + 1
            last = self.inner - 1 - self.aside
            spots = [self.aside, last, self.inner // 2] if self.inner > 2 else [0]
            if self.canvas[2 * row][left + spots[-1]][0] not in " ─-━=":
                spots.pop()
            if len(numbers) > len(spots) or max(map(len, numbers)) > 1:
                numbers = _cut(numbers, last + 1 - self.aside)
                spots = [self.aside + number for number in range(len(numbers))]
            for spot, letter in zip(sorted(spots[: len(numbers)]), numbers, strict=True):
                self._write(2 * row, left + spot, letter, _BOLD)

    def _highlight(self, item: Highlight) -> None:
        y, x = centre(item.place)
        marks = MARKS[item.why]
        if x % 2:
            left, right = self._column(x - 1) + 1, self._column(x + 1) - 1
        else:
            left, right = self._column(x) - 1, self._column(x) + 1
        if self.tight:
            # There is room for one mark: the last column of a cell, for it and for the borders below and right of it.
            left = right if x % 2 else left
        else:
            self._write(y, right, marks[1])
        self._write(y, left, marks[0])
        for column in range(left, right + 1):
            self.canvas[y][column] = (self.canvas[y][column][0], _COLOURS[item.why])
