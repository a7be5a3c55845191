"""The text form of the published benchmark: `rows columns`, then one code for each cell in reading order.

The code of a cell says how its arrow enters and leaves. An arrow goes on into the next cell if that cell is entered in
the same way, and ends otherwise; its first cell is written as if it were entered straight.
"""

from __future__ import annotations

import re
from itertools import islice

from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, Grid, cell_name
from puzzlewright.puzzles.evolomino.codec import one_way
from puzzlewright.puzzles.evolomino.rules import Instance
from puzzlewright.scan import quoted, size

Step = tuple[int, int]

_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)

_MOVES: dict[int, tuple[Step, Step]] = {
    1: (_RIGHT, _RIGHT),
    2: (_LEFT, _LEFT),
    3: (_UP, _UP),
    4: (_DOWN, _DOWN),
    5: (_RIGHT, _DOWN),
    6: (_RIGHT, _UP),
    7: (_LEFT, _DOWN),
    8: (_LEFT, _UP),
    9: (_UP, _LEFT),
    10: (_UP, _RIGHT),
    11: (_DOWN, _LEFT),
    12: (_DOWN, _RIGHT),
}
"""How the arrow of a cell with this code enters and leaves it."""

_CODES = {move: code for code, move in _MOVES.items()}
_SHADED, _SQUARE = 13, 16


def looks_like(text: str) -> bool:
    """Does the text start with two numbers?"""
    return re.match(r"\s*[+-]?[0-9]+\s+[+-]?[0-9]+(?!\S)", text) is not None


def read(text: str, max_side: int) -> Instance:
    """Rings of arrow cells are read as they are. Raises ParseError with the line and the number in it."""
    numbers = (
        (word, f"line {line}, number {number}")
        for line, words in enumerate(text.split("\n"), 1)
        for number, word in enumerate(words.split(), 1)
    )
    sides = [word for word, _ in islice(numbers, 2)]
    rows, cols = [*sides, "", ""][:2]
    grid = Grid(*size(rows, cols, max_side, "the first two numbers"))
    codes = list(islice(numbers, len(grid) + 1))
    if len(codes) < len(grid):
        raise ParseError(f"the text ends after {len(codes)} of {len(grid)} cells", f"line {text.count(chr(10)) + 1}")
    if len(codes) > len(grid):
        word, where = codes[len(grid)]
        raise ParseError(f"text after the end of the board: {quoted(word)}", where)

    squares, shaded = set(), set()
    moves: dict[Cell, tuple[Step, Step]] = {}
    for cell, (word, where) in zip(grid, codes, strict=True):
        code = int(word) if re.fullmatch(r"0|[1-9][0-9]?", word) else -1
        if code >= _SQUARE:
            squares.add(cell)
            code -= _SQUARE
        if code in _MOVES:
            moves[cell] = _MOVES[code]
        elif code == _SHADED and cell not in squares:
            shaded.add(cell)
        elif code:
            raise ParseError(f"{cell_name(cell)}: no cell has the code {quoted(word)}", where)
    links = {
        (cell, there)
        for cell, (_, leaves) in moves.items()
        if (there := _step(cell, leaves)) in moves and moves[there][0] == leaves
    }
    _no_loose_ends(moves, {cell for cell, _ in links}, {cell for _, cell in links})
    return Instance(grid.rows, grid.cols, frozenset(shaded), frozenset(squares), frozenset(links))


def write(board: Instance) -> str:
    """Raises ParseError for arrows that branch or merge, and for clues on shaded cells: no code says that."""
    leaves: dict[Cell, Step] = {}
    enters: dict[Cell, Step] = {}
    for here, there in sorted(one_way(board.links)):
        step = there[0] - here[0], there[1] - here[1]
        for cell, known in ((here, leaves), (there, enters)):
            if cell in known:
                raise ParseError(f"{cell_name(cell)}: the benchmark's form has no arrows that branch or merge")
            known[cell] = step
    odd = sorted((board.arrow_cells | board.squares) & board.shaded)
    if odd:
        raise ParseError(f"{cell_name(odd[0])}: the benchmark's form has no clue on a shaded cell")
    moves = {cell: (enters.get(cell, step), step) for cell, step in leaves.items()}
    for cell in sorted(enters.keys() - leaves.keys()):
        # A head is written straight, unless it would run on into the first cell of another arrow.
        for step in (enters[cell], _LEFT, _RIGHT, _UP, _DOWN):
            there = _step(cell, step)
            if (enters[cell], step) in _CODES and not (there in moves and moves[there][0] == step):
                moves[cell] = enters[cell], step
                break
        else:
            raise ParseError(f"{cell_name(cell)}: the benchmark's form cannot end the arrow here")
    codes = [
        (_SHADED if cell in board.shaded else _CODES[moves[cell]] if cell in moves else 0)
        + (_SQUARE if cell in board.squares else 0)
        for cell in board.grid
    ]
    table = [codes[start : start + board.cols] for start in range(0, len(codes), board.cols)]
    return "".join(" ".join(map(str, row)) + "\n" for row in [[board.rows, board.cols], *table])


def _step(cell: Cell, step: Step) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _no_loose_ends(moves: dict[Cell, tuple[Step, Step]], left: set[Cell], entered: set[Cell]) -> None:
    for cell, (enters, leaves) in sorted(moves.items()):
        if cell in entered:
            continue
        if enters != leaves:
            raise ParseError(f"{cell_name(cell)}: the arrow bends here, but nothing enters the cell")
        if cell not in left:
            raise ParseError(f"{cell_name(cell)}: an arrow of a single cell")
