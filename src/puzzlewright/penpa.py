"""Links of the Penpa+ editor: envelope, the lines inside, and cell numbers. What marks mean is up to the genres.

A link holds text that was shortened by substitutions, deflated and put in base64. The text has one line for each
thing: header, margins, problem, answer, visible cells, ..., genre tags. Only square grids are read.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import unquote

from puzzlewright import jsontext
from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, Edge, Grid, cell_name
from puzzlewright.refusing import refused
from puzzlewright.scan import natural, quoted, size

LINK_START = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
MAX_INFLATED = 1024 * 1024
"""Bytes of text that a link may hold: a link of 1 kB can be made to hold a thousand times as much."""

Symbol = tuple[object, str]
"""Style (a number, or a list of 0 and 1) and name of a symbol."""

Path = tuple[Cell | None, ...]
"""The points that a line runs through; None for one that is no cell of the board."""

SQUARE_GRIDS = ("square", "sudoku", "kakuro")
GIVEN_BORDER, DRAWN_BORDER, CROSS = 2, 3, 98


@dataclass(frozen=True)
class Layer:
    """What the setter or the solver put on the cells and borders of a board; nothing beyond the board.

    `surface` is colour codes, `numbers` the text of a cell without candidate notes, `borders` the style of a drawn
    border between two cells, `crosses` borders with a note, `directions` and `arrows` the two kinds of arrows.
    """

    surface: Mapping[Cell, int] = field(default_factory=dict)
    numbers: Mapping[Cell, str] = field(default_factory=dict)
    symbols: Mapping[Cell, Symbol] = field(default_factory=dict)
    borders: Mapping[Edge, int] = field(default_factory=dict)
    crosses: frozenset[Edge] = frozenset()
    directions: tuple[Path, ...] = ()
    arrows: tuple[Path, ...] = ()


@dataclass(frozen=True)
class PenpaBoard:
    """A Penpa+ board of `rows` x `cols` visible cells.

    `grid_style` and `pen` (mode, submode, style) are what the editor shows when the link is opened; they are only
    written.
    """

    rows: int
    cols: int
    problem: Layer = Layer()
    answer: Layer = Layer()
    tags: tuple[str, ...] = ()
    title: str = ""
    author: str = ""
    grid_style: tuple[str, str, str] = ("1", "2", "1")
    pen: tuple[str, str, int] = ("surface", "", 1)

    @property
    def grid(self) -> Grid:
        return Grid(self.rows, self.cols)


@dataclass(frozen=True)
class _Panel:
    """Penpa's numbers: of `width` x `height` points, the board's cells start at row `top` and column `left`.

    After the points in the middle of cells come as many at the lower right corners of cells, then in the middle of
    lower edges, then in the middle of right edges.
    """

    width: int
    height: int
    top: int
    left: int
    grid: Grid

    @property
    def layer(self) -> int:
        return self.width * self.height

    def index(self, cell: Cell) -> int:
        return (cell[0] + self.top) * self.width + cell[1] + self.left

    def cell(self, index: int) -> Cell | None:
        row, col = divmod(index, self.width)
        found = row - self.top, col - self.left
        return found if found in self.grid else None

    def edge_key(self, edge: Edge) -> str:
        (row, _), (other_row, _) = edge
        end = self.layer + self.index(edge[0])
        return f"{end - (self.width if row == other_row else 1)},{end}"

    def edge(self, key: str) -> Edge | None:
        """The inner border that runs between two corners."""
        start, end = (int(part) for part in key.split(","))
        if end - start not in (1, self.width):
            return None
        index = end - self.layer
        return self._pair(index, index + (1 if end - start == self.width else self.width))

    def middle_key(self, edge: Edge) -> str:
        (row, _), (other_row, _) = edge
        return str((3 if row == other_row else 2) * self.layer + self.index(edge[0]))

    def edge_at_middle(self, point: int) -> Edge | None:
        side, index = divmod(point, self.layer)
        return self._pair(index, index + (self.width if side == 2 else 1)) if side in (2, 3) else None

    def _pair(self, one: int, other: int) -> Edge | None:
        first, second = self.cell(one), self.cell(other)
        return (first, second) if first and second else None


# The envelope

_SHORT = (
    ("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM"),
    ('"surface"', "zS"), ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC"), ('"number"', "zN"),
    ('"symbol"', "zY"), ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR"), ('"command_undo"', "zU"),
    ('"command_replay"', "z8"), ('"numberS"', "z1"), ('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"),
    ('"arrows"', "z3"), ('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"),
    ('"killercages"', "z6"), ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO"),
)  # fmt: skip


def payload(link: str) -> str:
    """The value of `p`, which may be another site's link. Raises ParseError if there is none."""
    found = re.search(r"(?:^|[#?&])p=([^&]*)", link)
    if not found or not found[1]:
        raise ParseError(refused("penpa without board"))
    # Only %xx is undone: a plus sign is a digit of base 64 and no space.
    return unquote(found[1])


def unpack(packed: str) -> str:
    """The text of a link from its base64. Raises ParseError."""
    digits = packed.rstrip("=")
    try:
        data = base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise ParseError(refused("penpa not base64"), refused("penpa link")) from None
    inflater = zlib.decompressobj(wbits=-15)
    try:
        text = inflater.decompress(data, MAX_INFLATED + 1)
    except zlib.error:
        raise ParseError(refused("penpa not deflated"), refused("penpa link")) from None
    if len(text) > MAX_INFLATED:
        raise ParseError(f"the link inflates to more than the limit of {MAX_INFLATED} bytes", "Penpa+ link")
    if not inflater.eof or inflater.unused_data:
        raise ParseError(refused("penpa cut"), refused("penpa link"))
    try:
        lines = text.decode("utf-8")
    except UnicodeDecodeError:
        raise ParseError("the link does not hold UTF-8 text", "Penpa+ link") from None
    for long, short in reversed(_SHORT):
        lines = lines.replace(short, long)
    return lines


def pack(lines: str) -> str:
    """The base64 of a text."""
    for long, short in _SHORT:
        lines = lines.replace(long, short)
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflater.compress(lines.encode("utf-8")) + deflater.flush()).decode("ascii")


# The lines inside

_ESCAPES = ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F"))


def read(packed: str, max_side: int) -> PenpaBoard:
    """The board of a link from its base64. Raises ParseError that names the line inside."""
    text = unpack(packed)
    if text[:1].isdigit():
        raise ParseError("this link has the old layout of Penpa; open it in Penpa+ and export it again", "Penpa+ link")
    lines = text.split("\n")
    header = lines[0].split(",")
    if header[0] not in SQUARE_GRIDS:
        raise ParseError(f"the grid {quoted(header[0])} is not square", _line(0))
    if len(header) < 3:
        raise ParseError("the header ends before the size", _line(0))
    # The oldest links of Penpa+ end after the visible cells; only the answer may be empty, as in links for solving.
    for number, what in ((1, "margins"), (3, "problem"), (5, "visible cells")):
        if number >= len(lines) or not lines[number].strip():
            raise ParseError(f"the text of the link is cut: the line of the {what} is missing or empty", _line(number))
    panel = _panel(header, lines, max_side)
    tags = [jsontext.string(tag, _line(17)) for tag in jsontext.array(_json(lines, 17, "[]"), _line(17))]
    titles = {name: value for name, _, value in (item.partition(": ") for item in header[15:17])}
    return PenpaBoard(
        panel.grid.rows,
        panel.grid.cols,
        _read_layer(_json(lines, 3, "{}"), panel, _line(3)),
        _read_layer(_json(lines, 4, "{}"), panel, _line(4)),
        tuple(tags),
        _unescaped(titles.get("Title", "")),
        _unescaped(titles.get("Author", "")),
    )


def write(board: PenpaBoard, tags: tuple[str, ...] = ()) -> str:
    """An edit link with these genre tags and those of the board. The answer layer goes along."""
    grid = board.grid
    panel = _Panel(board.cols + 4, board.rows + 4, 2, 2, grid)
    middle = panel.index((board.rows // 2, board.cols // 2))
    header = [
        "square", board.cols, board.rows, 38, 0, 1, 1, 38 * (board.cols + 1), 38 * (board.rows + 1), middle, middle,
        0, 0, 0, 0, f"Title: {_escaped(board.title)}", f"Author: {_escaped(board.author)}", "", "", "OFF", "false",
    ]  # fmt: skip
    cells = [panel.index(cell) for cell in grid]
    steps = [after - before for before, after in pairwise([0, *cells])]
    mode = _compact(_mode(board))
    empty = _compact(_write_layer(Layer(), panel))
    lines = [
        ",".join(str(item) for item in header), "[0,0,0,0]", mode,
        _compact(_write_layer(board.problem, panel)), _compact(_write_layer(board.answer, panel)), _compact(steps),
        "[]", "{}", '"x"', '"x"', "[3,2,1]", mode, '"x"', "0", empty, empty, "{}",
        _compact([*tags, *board.tags]), "false",
    ]  # fmt: skip
    return LINK_START + pack("\n".join(lines))


def _line(number: int) -> str:
    return f"line {number + 1} of the text in the Penpa+ link"


def _json(lines: list[str], number: int, default: str) -> object:
    """The value of a line; old links have no line of tags, and links for solving have an empty answer."""
    text = lines[number].strip() if number < len(lines) else ""
    return jsontext.load(text or default, _line(number))


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _escaped(text: str) -> str:
    for sign, escape in _ESCAPES:
        text = text.replace(sign, escape)
    return text


def _unescaped(text: str) -> str:
    for sign, escape in _ESCAPES:
        text = text.replace(escape, sign)
    return text


def _panel(header: list[str], lines: list[str], max_side: int) -> _Panel:
    """The part of the drawing area that is the board: the visible cells, or all cells inside the margins."""
    around = [jsontext.integer(item, _line(1)) for item in jsontext.array(_json(lines, 1, "[0,0,0,0]"), _line(1))]
    if len(around) != 4 or not all(0 <= margin <= 1000 for margin in around):
        raise ParseError("the margins are not four numbers from 0 to 1000", _line(1))
    top, bottom, left, right = around
    across = natural(header[1], "the number of columns", _line(0), max_side + left + right)
    down = natural(header[2], "the number of rows", _line(0), max_side + top + bottom)
    width, height = across + 4, down + 4
    rows, cols = range(top, down - bottom), range(left, across - right)
    steps = [jsontext.integer(item, _line(5)) for item in jsontext.array(_json(lines, 5, "[]"), _line(5))]
    visible: set[Cell] = set()
    index = 0
    for step in steps:
        index += step
        row, col = divmod(index, width)
        if not (2 <= row < height - 2 and 2 <= col < width - 2):
            raise ParseError(f"there is no cell {quoted(str(index))} to be visible", _line(5))
        visible.add((row - 2, col - 2))
    if visible:
        rows = range(min(row for row, _ in visible), max(row for row, _ in visible) + 1)
        cols = range(min(col for _, col in visible), max(col for _, col in visible) + 1)
    sides = size(str(len(rows)), str(len(cols)), max_side, _line(0))
    hidden = [(row, col) for row in rows for col in cols if visible and (row, col) not in visible]
    if hidden:
        name = cell_name((hidden[0][0] - rows.start, hidden[0][1] - cols.start))
        raise ParseError(f"{name} is hidden: only whole rectangles of cells are read", _line(5))
    return _Panel(width, height, rows.start + 2, cols.start + 2, Grid(*sides))


def _points(value: object, where: str) -> list[tuple[int, object]]:
    """The entries of a layer whose key is one point."""
    found = jsontext.object_(value, where)
    return [(int(key), item) for key, item in found.items() if re.fullmatch(r"[0-9]{1,9}", key)]


def _read_layer(value: object, panel: _Panel, where: str) -> Layer:
    found = jsontext.object_(value, where)

    def cells(name: str) -> list[tuple[Cell, object]]:
        points = _points(found.get(name) or {}, f"{where}, {name}")
        return [(cell, item) for index, item in points if (cell := panel.cell(index)) is not None]

    def entries(name: str, shortest: int) -> list[tuple[Cell, list[object]]]:
        place = f"{where}, {name}"
        lists = [(cell, jsontext.array(item, place)) for cell, item in cells(name)]
        if any(len(item) < shortest for _, item in lists):
            raise ParseError(f"an entry has fewer than {shortest} parts", place)
        return lists

    def paths(name: str) -> tuple[Path, ...]:
        place = f"{where}, {name}"
        lists = (jsontext.array(item, place) for item in jsontext.array(found.get(name) or [], place))
        return tuple(tuple(panel.cell(jsontext.integer(index, place)) for index in points) for points in lists)

    borders: dict[Edge, int] = {}
    for key, style in jsontext.object_(found.get("lineE") or {}, f"{where}, lineE").items():
        if re.fullmatch(r"[0-9]{1,9},[0-9]{1,9}", key) and (edge := panel.edge(key)):
            borders[edge] = jsontext.integer(style, f"{where}, lineE")
    middles = _points(found.get("lineE") or {}, f"{where}, lineE")
    numbers = {}
    for cell, parts in entries("number", 3):
        text, note = parts[0], parts[2] == "7"
        if not isinstance(text, str | int | float):
            raise ParseError("a number is neither text nor a number", f"{where}, number")
        if str(text).strip() and not note:
            numbers[cell] = str(text).strip()
    return Layer(
        {cell: jsontext.integer(code, f"{where}, surface") for cell, code in cells("surface")},
        numbers,
        {cell: (item[0], jsontext.string(item[1], f"{where}, symbol")) for cell, item in entries("symbol", 2)},
        borders,
        frozenset(edge for point, style in middles if style == CROSS and (edge := panel.edge_at_middle(point))),
        paths("direction"),
        paths("arrows"),
    )


def _write_layer(layer: Layer, panel: _Panel) -> dict[str, object]:
    borders: dict[str, int] = {panel.edge_key(edge): style for edge, style in sorted(layer.borders.items())}
    borders |= {panel.middle_key(edge): CROSS for edge in sorted(layer.crosses)}

    def paths(lists: tuple[Path, ...]) -> list[list[int]]:
        return [[panel.index(cell) for cell in path if cell is not None] for path in lists]

    commands: dict[str, object] = {f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")}
    return commands | {
        "surface": {str(panel.index(cell)): code for cell, code in sorted(layer.surface.items())},
        "number": {str(panel.index(cell)): [text, 1, "1"] for cell, text in sorted(layer.numbers.items())},
        "numberS": {},
        "symbol": {str(panel.index(cell)): [*layer.symbols[cell], 1] for cell in sorted(layer.symbols)},
        "freeline": {}, "freelineE": {}, "thermo": [], "arrows": paths(layer.arrows),
        "direction": paths(layer.directions), "squareframe": [], "polygon": [], "line": {}, "lineE": borders,
        "wall": {}, "cage": {}, "deletelineE": {}, "killercages": [], "nobulbthermo": [],
    }  # fmt: skip


def _mode(board: PenpaBoard) -> dict[str, object]:
    """The editor's settings: all submodes as Penpa+ starts with them, except the pen of the solver."""
    mode, submode, style = board.pen

    def pens(line_style: int, number_style: int, chosen: dict[str, object], current: str) -> dict[str, object]:
        return {
            "edit_mode": current, "surface": ["", 1], "multicolor": ["", 1], "line": ["1", line_style],
            "lineE": ["1", line_style], "wall": ["", line_style], "cage": ["1", 10], "number": ["1", number_style],
            "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""], "move": ["1", ""],
            "combi": ["battleship", line_style], "sudoku": ["1", 1 if line_style == 2 else 9],
        } | chosen  # fmt: skip

    return {
        "qa": "pu_a",
        "grid": list(board.grid_style),
        "pu_q": pens(2, 1, {}, "surface"),
        "pu_a": pens(3, 2, {mode: [submode, style]}, mode),
    }
