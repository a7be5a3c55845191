"""Double Choco in a link, in a pzprv3 file, in JSON and as typed text. `docs/forms.md` shows each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from puzzlewright import jsontext, pzpr
from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, Edge, Grid, cell_name, components
from puzzlewright.puzzles.double_choco.rules import MOST, Answer, Instance, Number, blocks, borders_of, idle_lines
from puzzlewright.scan import Lines, Scan, Token, natural, quoted

# What all forms share


def empty(rows: int, cols: int) -> Instance:
    return Instance(rows, cols)


def number_of(text: str, where: str = "") -> Number:
    """The number that a text stands for, None for a `?`. Raises ParseError for any other text."""
    return None if text == "?" else natural(text, "the number", where, MOST)


def answer_of(borders: Iterable[Edge], crosses: Iterable[Edge]) -> Answer | None:
    """The answer of a layer of lines and crosses, None if there are neither."""
    answer = Answer(frozenset(borders), frozenset(crosses))
    return answer if answer.borders or answer.crosses else None


def _borders_between(
    grid: Grid, names: Mapping[Cell, str], lines: Collection[Edge] = (), where: str = ""
) -> frozenset[Edge]:
    """The lines, and the borders between cells whose blocks have different names.

    Raises ParseError if a cell has no name, or if the cells of a name are not joined.
    """
    missing = [cell for cell in grid if cell not in names]
    if missing:
        raise ParseError(f"{cell_name(missing[0])} is in no block", where)
    borders = frozenset(lines) | {edge for edge in grid.edges() if names[edge[0]] != names[edge[1]]}
    first: dict[str, Cell] = {}
    for block in components(grid, borders):
        here, name = min(block), names[min(block)]
        if first.setdefault(name, here) != here:
            apart = f"{cell_name(first[name])} and {cell_name(here)} are not joined"
            raise ParseError(f"block {quoted(name)} is in pieces: {apart}", where)
    return borders


def writable(board: Instance) -> Instance:
    """The board. Raises ParseError if a number is none that can be read again."""
    for cell, number in board.clues:
        if number is not None:
            number_of(str(number), cell_name(cell))
    return board


# The body of a link


def read_url(rows: int, cols: int, scan: Scan) -> Instance:
    """Colours, then numbers. pzpr reads a number 0 and shows it, but turns it into a `?` later: it is refused here."""
    grid = Grid(rows, cols)
    colours = pzpr.read_bits(scan, len(grid), "colours")
    numbers = pzpr.read_numbers(scan, len(grid), "numbers", least=1)
    return Instance.of(
        rows,
        cols,
        (cell for cell, colour in zip(grid, colours, strict=True) if colour),
        {grid.cell(index): number for index, number in numbers.items()},
    )


def write_url(board: Instance) -> str:
    grid = writable(board).grid
    colours = pzpr.write_bits([int(cell in board.grey) for cell in grid])
    return colours + pzpr.write_numbers({grid.index(cell): number for cell, number in board.clues}, len(grid))


# The sections of a pzprv3 file

_MARKS = {"0": (False, False), "1": (True, False), "-1": (False, True), "2": (True, True)}
"""Whether a border has a line and whether it has a cross."""
_SPELLED = {marks: token for token, marks in _MARKS.items()}


def read_sections(rows: int, cols: int, lines: Lines) -> tuple[Instance, Answer | None]:
    grid = Grid(rows, cols)
    grey: set[Cell] = set()
    numbers: dict[Cell, Number] = {}
    for cell, token in zip(grid, lines.tokens(rows, cols, "cells"), strict=True):
        # A minus sign says that the cell is grey: numbers are never negative.
        clue = token.text.removeprefix("-")
        if clue != token.text:
            grey.add(cell)
        if clue == "0":
            numbers[cell] = None
        elif clue and token.text != ".":
            numbers[cell] = _clue(token, clue)
    board = Instance.of(rows, cols, grey, numbers)
    if lines.blank:
        return board, None
    marks = [token.among(_MARKS) for token in lines.tokens(rows, cols - 1, "lines between columns")]
    marks += [token.among(_MARKS) for token in lines.tokens(rows - 1, cols, "lines between rows")]
    borders, crosses = ([grid.edge(number) for number, mark in enumerate(marks) if mark[kind]] for kind in (0, 1))
    return board, answer_of(borders, crosses)


def _clue(token: Token, clue: str) -> Number:
    if not re.fullmatch("[0-9]+", clue):
        raise token.fail(f"{quoted(token.text)} is no cell: . white, - grey, 0 or -0 with a ?, 3 or -3 with a number")
    return natural(clue, "the number", token.where, MOST)


def write_sections(board: Instance, answer: Answer | None) -> list[str]:
    grid = writable(board).grid
    cells = []
    for cell in grid:
        clue = str(board.numbers[cell] or 0) if cell in board.numbers else ""
        cells.append(f"-{clue}" if cell in board.grey else clue or ".")
    layer = answer or Answer(frozenset())
    marks = [_SPELLED[edge in layer.borders, edge in layer.crosses] for edge in grid.edges()]
    return [
        *pzpr.table(cells, grid.cols, grid.rows),
        *pzpr.table(marks[: grid.vertical_edges], grid.cols - 1, grid.rows),
        *pzpr.table(marks[grid.vertical_edges :], grid.cols, grid.rows - 1),
    ]


# JSON


def read_json(rows: int, cols: int, found: jsontext.Object) -> tuple[Instance, Answer | None]:
    """`grey` are cells, `numbers` lists of row, column and number or `"?"`. The answer has `blocks`, each a list of
    cells, or `borders`, each a pair of cells, or both if they say the same; and `crosses`."""
    grid = Grid(rows, cols)
    jsontext.known_keys(found, ("grey", "numbers", "answer"))
    board = Instance.of(
        rows, cols, jsontext.cells(found.get("grey", []), grid, "grey"), _read_numbers(found.get("numbers", []), grid)
    )
    if "answer" not in found:
        return board, None
    layer = jsontext.object_(found["answer"], "answer")
    jsontext.known_keys(layer, ("blocks", "borders", "crosses"), "answer")
    borders = _read_edges(layer.get("borders", []), grid, "answer, borders")
    if "blocks" in layer:
        cut = _read_blocks(layer["blocks"], grid, "answer, blocks")
        if "borders" not in layer:
            borders = cut
        elif borders_of(grid, components(grid, borders)) != cut:
            raise ParseError("the borders cut the board into other blocks than these", "answer, blocks")
    return board, Answer(borders, _read_edges(layer.get("crosses", []), grid, "answer, crosses")) if layer else None


def _read_numbers(value: object, grid: Grid) -> dict[Cell, Number]:
    numbers: dict[Cell, Number] = {}
    items = jsontext.array(value, "numbers")
    for place, item in enumerate(items, 1):
        where = f"numbers, item {place}"
        parts = jsontext.array(item, where)
        if len(parts) != 3:
            raise ParseError(f"a number is [row, column, number], not {len(parts)} values", where)
        cell = jsontext.cell(parts[:2], grid, where)
        if cell in numbers:
            raise ParseError(f"{cell_name(cell)} has a number already", where)
        numbers[cell] = None if parts[2] == "?" else number_of(str(jsontext.integer(parts[2], where)), where)
    return numbers


def _read_edges(value: object, grid: Grid, where: str) -> frozenset[Edge]:
    items = jsontext.array(value, where)
    if len(items) > 2 * len(grid):
        raise ParseError(f"{len(items)} of them are more than the board has borders", where)
    edges = set()
    for number, item in enumerate(items, 1):
        here, *more = jsontext.path(item, grid, f"{where}, item {number}")
        if len(more) != 1:
            raise ParseError(f"a border is two cells, not {1 + len(more)}", f"{where}, item {number}")
        edges.add((min(here, more[0]), max(here, more[0])))
    return frozenset(edges)


def _read_blocks(value: object, grid: Grid, where: str) -> frozenset[Edge]:
    """The borders between the blocks."""
    items = jsontext.array(value, where)
    if len(items) > len(grid):
        raise ParseError(f"{len(items)} blocks are more than the board has cells", where)
    names: dict[Cell, str] = {}
    for number, item in enumerate(items, 1):
        for cell in jsontext.cells(item, grid, f"{where}, item {number}"):
            if cell in names:
                raise ParseError(f"{cell_name(cell)} is in a block already", f"{where}, item {number}")
            names[cell] = str(number)
    return _borders_between(grid, names, where=where)


def write_json(board: Instance, answer: Answer | None) -> dict[str, object]:
    found: dict[str, object] = {
        "grey": sorted(board.grey),
        "numbers": [[*cell, "?" if number is None else number] for cell, number in writable(board).clues],
    }
    if answer is not None:
        found["answer"] = {
            "blocks": [sorted(block) for block in blocks(board, answer)],
            "borders": sorted(answer.borders),
            "crosses": sorted(answer.crosses),
        }
    return found


# Typed text: a row of words for each row of cells

_WORD = re.compile(r"(?=[.#?0-9])([.#]?)(\?|[0-9]+|)([a-z]*)([|_:~]*)")
_SIDES = {"|": (0, 1), ":": (0, 1), "_": (1, 0), "~": (1, 0)}
_LEGEND = (
    ". white or # grey, a number or ?, letters that name its block, | _ a line and : ~ a cross on the right and below"
)


def read_text(rows: int, cols: int, lines: Lines) -> tuple[Instance, Answer | None]:
    """A word holds the colour, which a white cell with a number need not have, the number, and for the answer letters
    that name the block, or signs for what is on the border on the right and the one below, or both."""
    grid = Grid(rows, cols)
    grey: set[Cell] = set()
    numbers: dict[Cell, Number] = {}
    names: dict[Cell, str] = {}
    marks: dict[str, set[Edge]] = {sign: set() for sign in _SIDES}
    for cell, token in zip(grid, lines.tokens(rows, cols, "cells", exact=True), strict=True):
        word = _WORD.fullmatch(token.text.lower())
        if not word or len(set(word[4])) < len(word[4]):
            raise token.fail(f"{quoted(token.text, 12)} is no cell: {_LEGEND}")
        if word[1] == "#":
            grey.add(cell)
        if word[2]:
            numbers[cell] = number_of(word[2], token.where)
        if word[3]:
            names[cell] = word[3]
        for sign in word[4]:
            there = cell[0] + _SIDES[sign][0], cell[1] + _SIDES[sign][1]
            if there not in grid:
                raise token.fail(f"{sign!r} is on no border: {cell_name(cell)} is at the edge of the board")
            marks[sign].add((cell, there))
    board = Instance.of(rows, cols, grey, numbers)
    drawn, crosses = marks["|"] | marks["_"], marks[":"] | marks["~"]
    if names:
        return board, Answer(_borders_between(grid, names, drawn), frozenset(crosses))
    return board, answer_of(drawn, crosses)


def write_text(board: Instance, answer: Answer | None) -> list[str]:
    """Blocks have letters; signs are only for crosses, and for lines that separate nothing."""
    words = {cell: "#" if cell in board.grey else "." for cell in board.grid}
    for cell, number in writable(board).clues:
        words[cell] = words[cell].strip(".") + ("?" if number is None else str(number))
    if answer is not None:
        for index, block in enumerate(blocks(board, answer)):
            for cell in block:
                words[cell] += _letters(index)
        marks = (("|_", idle_lines(board, answer)), (":~", sorted(answer.crosses)))
        for signs, edges in marks:
            for (row, col), (to_row, _) in edges:
                words[row, col] += signs[to_row - row]
    width = max(map(len, words.values()))
    return [
        " ".join(words[row, col].ljust(width) for col in range(board.cols)).rstrip() for row in range(board.rows)
    ]


def _letters(index: int) -> str:
    """a, b, ... z, aa, ab, ..."""
    text = ""
    while index >= 0:
        text = chr(ord("a") + index % 26) + text
        index = index // 26 - 1
    return text
