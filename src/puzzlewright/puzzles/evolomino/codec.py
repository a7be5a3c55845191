"""Evolomino in a link, in a pzprv3 file, in JSON and as typed text. `docs/forms.md` shows each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

from puzzlewright import jsontext, pzpr
from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, Grid, between, cell_name
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, Link
from puzzlewright.scan import Lines, Scan

# What all forms share


def one_way(links: Iterable[Link]) -> frozenset[Link]:
    """The links as a set. Raises ParseError if two of them join the same cells in opposite ways.

    No form of pzpr can hold such a pair.
    """
    found = frozenset(links)
    for here, there in sorted(found):
        if (there, here) in found:
            raise ParseError(f"arrows run both ways between {cell_name(here)} and {cell_name(there)}")
    return found


def answer_of(board: Instance, drawn: Collection[Cell], dots: Collection[Cell]) -> Answer | None:
    """The answer of an answer layer, None if it adds nothing. Raises ParseError for a square on a shaded cell."""
    wrong = sorted(board.shaded.intersection(drawn))
    if wrong:
        raise ParseError(f"{cell_name(wrong[0])}: the answer has a square on a shaded cell")
    squares = board.squares.union(drawn)
    answer = Answer(squares, frozenset(dots) - squares)
    return answer if answer.dots or squares != board.squares else None


def layer_of(board: Instance, answer: Answer | None) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The squares and the dots that the answer adds to the board; a cell with a square has no dot."""
    if answer is None:
        return frozenset(), frozenset()
    return answer.squares - board.squares, answer.dots - answer.squares - board.squares


def empty(rows: int, cols: int) -> Instance:
    return Instance(rows, cols)


def _borders(grid: Grid) -> int:
    return grid.vertical_edges + (grid.rows - 1) * grid.cols


def _clues(board: Instance) -> list[int]:
    """For each cell 0, 1 if it is shaded, 2 if it has a square."""
    both = sorted(board.squares & board.shaded)
    if both:
        raise ParseError(f"{cell_name(both[0])}: this form has no square on a shaded cell")
    return [1 if cell in board.shaded else 2 if cell in board.squares else 0 for cell in board.grid]


def _ways(board: Instance) -> list[int]:
    """For each border 0, 1 if an arrow crosses it to the left or up, 2 if to the right or down."""
    ways = [0] * _borders(board.grid)
    for here, there in one_way(board.links):
        ways[board.grid.edge_index(between(here, there))] = 1 if there < here else 2
    return ways


def _board(grid: Grid, clues: list[int], ways: Mapping[int, int]) -> Instance:
    links = set()
    for number, way in ways.items():
        first, second = grid.edge(number)
        links.add((second, first) if way == 1 else (first, second))
    return Instance(
        grid.rows,
        grid.cols,
        frozenset(grid.cell(index) for index, clue in enumerate(clues) if clue == 1),
        frozenset(grid.cell(index) for index, clue in enumerate(clues) if clue == 2),
        frozenset(links),
    )


# The body of a link


def read_url(rows: int, cols: int, scan: Scan) -> Instance:
    """Cells, then which borders arrows cross to the left or up, then which to the right or down."""
    grid = Grid(rows, cols)
    clues = pzpr.read_thirds(scan, len(grid), "cells")
    back = pzpr.read_marks(scan, _borders(grid), "arrows to the left and up")
    forth = pzpr.read_marks(scan, _borders(grid), "arrows to the right and down")
    for number, index in forth.items():
        if number in back:
            here, there = (cell_name(cell) for cell in grid.edge(number))
            raise scan.fail(f"arrows run both ways between {here} and {there}", index)
    return _board(grid, clues, dict.fromkeys(back, 1) | dict.fromkeys(forth, 2))


def write_url(board: Instance) -> str:
    ways = _ways(board)
    back, forth = ({number for number, way in enumerate(ways) if way == wanted} for wanted in (1, 2))
    return pzpr.write_thirds(_clues(board)) + pzpr.write_marks(back, len(ways)) + pzpr.write_marks(forth, len(ways))


# The sections of a pzprv3 file

_CLUE = {".": 0, "#": 1, "0": 2}
_WAY = {"0": 0, "1": 1, "2": 2}
_MARK = {".": "", "0": "square", "+": "dot"}


def read_sections(rows: int, cols: int, lines: Lines) -> tuple[Instance, Answer | None]:
    grid = Grid(rows, cols)
    clues = [token.among(_CLUE) for token in lines.tokens(rows, cols, "cells")]
    ways = [token.among(_WAY) for token in lines.tokens(rows, cols - 1, "arrows between columns")]
    ways += [token.among(_WAY) for token in lines.tokens(rows - 1, cols, "arrows between rows")]
    board = _board(grid, clues, {number: way for number, way in enumerate(ways) if way})
    if lines.blank:
        return board, None
    marks = [token.among(_MARK) for token in lines.tokens(rows, cols, "cells of the answer")]
    squares, dots = (
        [grid.cell(index) for index, mark in enumerate(marks) if mark == kind] for kind in ("square", "dot")
    )
    return board, answer_of(board, squares, dots)


def write_sections(board: Instance, answer: Answer | None) -> list[str]:
    grid, ways = board.grid, [str(way) for way in _ways(board)]
    clues = [".#0"[clue] for clue in _clues(board)]
    squares, dots = layer_of(board, answer)
    marks = ["0" if cell in squares else "+" if cell in dots else "." for cell in grid]
    return [
        *pzpr.table(clues, grid.cols, grid.rows),
        *pzpr.table(ways[: grid.vertical_edges], grid.cols - 1, grid.rows),
        *pzpr.table(ways[grid.vertical_edges :], grid.cols, grid.rows - 1),
        *pzpr.table(marks, grid.cols, grid.rows),
    ]


# JSON


def read_json(rows: int, cols: int, found: jsontext.Object) -> tuple[Instance, Answer | None]:
    """`arrows` are lists of cells from tail to head; `links` are steps, for what is no arrow."""
    grid = Grid(rows, cols)
    jsontext.known_keys(found, ("shaded", "squares", "arrows", "links", "answer"))

    def cells(values: jsontext.Object, name: str, where: str) -> frozenset[Cell]:
        return frozenset(jsontext.cells(values.get(name, []), grid, where + name))

    links: set[Link] = set()
    # Arrows that share a cell would become one arrow, or none: whoever means that says it with links.
    on_arrows: dict[Cell, int] = {}
    for name, most in (("arrows", len(grid)), ("links", 2)):
        items = jsontext.array(found.get(name, []), name)
        if len(items) > _borders(grid):
            raise ParseError(f"{len(items)} of them are more than the board has borders", name)
        for number, item in enumerate(items, 1):
            where = f"{name}, item {number}"
            path = jsontext.path(item, grid, where)
            if len(path) > most:
                raise ParseError(f"{len(path)} cells where {most} should be at most", where)
            if shared := [cell for cell in path if cell in on_arrows]:
                raise ParseError(f"{cell_name(shared[0])} is on arrow {on_arrows[shared[0]]} already", where)
            if name == "arrows":
                on_arrows |= dict.fromkeys(path, number)
            elif (path[0], path[1]) in links:
                raise ParseError(f"the link from {cell_name(path[0])} to {cell_name(path[1])} is there twice", where)
            links |= set(pairwise(path))
    board = Instance(rows, cols, cells(found, "shaded", ""), cells(found, "squares", ""), one_way(links))
    if "answer" not in found:
        return board, None
    layer = jsontext.object_(found["answer"], "answer")
    jsontext.known_keys(layer, ("squares", "dots"), "answer")
    return board, answer_of(board, cells(layer, "squares", "answer, "), cells(layer, "dots", "answer, "))


def write_json(board: Instance, answer: Answer | None) -> dict[str, object]:
    one_way(board.links)
    found: dict[str, object] = {
        "shaded": sorted(board.shaded),
        "squares": sorted(board.squares),
        "arrows": list(board.arrows),
    }
    if board.broken_arrows:
        found["links"] = sorted(link for links in board.broken_arrows for link in links)
    if answer is not None:
        _, dots = layer_of(board, answer)
        found["answer"] = {"squares": sorted(answer.squares | board.squares), "dots": sorted(dots)}
    return found


# Typed text: a row of words for each row of cells

_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}
_SIGNS = {step: sign for sign, step in _STEPS.items()}
_LEGEND = ". empty, # shaded, o square, * drawn square, x note, <>^v the way an arrow leaves"


def read_text(rows: int, cols: int, lines: Lines) -> tuple[Instance, Answer | None]:
    """A word holds `#` for a shaded cell, `o` for a pre-drawn square, `*` for a drawn one, `x` for a note that there is
    none, `.` for nothing, and a sign for each way in which an arrow goes on from the cell: `<`, `>`, `^` or `v`."""
    grid = Grid(rows, cols)
    found: dict[str, set[Cell]] = {sign: set() for sign in "#o*x"}
    links: set[Link] = set()
    for cell, token in zip(grid, lines.tokens(rows, cols, "cells", exact=True), strict=True):
        signs = token.text.lower()
        if not set(signs) <= set(".#o*x<>^v") or len(set(signs)) < len(signs) or len(set(signs) & set("o*x")) > 1:
            raise token.fail(f"{token.text[:12]!r} is no cell: {_LEGEND}")
        for sign in signs:
            if sign in found:
                found[sign].add(cell)
            elif sign in _STEPS:
                there = cell[0] + _STEPS[sign][0], cell[1] + _STEPS[sign][1]
                if there not in grid:
                    raise token.fail(f"the arrow leaves the board at {cell_name(cell)}: its last cell has no sign")
                links.add((cell, there))
    board = Instance(rows, cols, frozenset(found["#"]), frozenset(found["o"]), one_way(links))
    return board, answer_of(board, found["*"], found["x"])


def write_text(board: Instance, answer: Answer | None) -> list[str]:
    squares, dots = layer_of(board, answer)
    ways: dict[Cell, str] = {}
    for (row, col), (to_row, to_col) in sorted(one_way(board.links)):
        ways[row, col] = ways.get((row, col), "") + _SIGNS[to_row - row, to_col - col]
    words = {}
    for cell in board.grid:
        word = "#" if cell in board.shaded else ""
        word += "o" if cell in board.squares else "*" if cell in squares else "x" if cell in dots else ""
        words[cell] = word + ways.get(cell, "") or "."
    width = max(len(word) for word in words.values())
    return [
        " ".join(words[row, col].ljust(width) for col in range(board.cols)).rstrip() for row in range(board.rows)
    ]
