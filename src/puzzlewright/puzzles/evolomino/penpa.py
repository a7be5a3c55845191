"""Evolomino in Penpa+. No other program has a mapping for it, so this one is ours and its reader is tolerant.

Shaded cells are painted black, squares are square symbols, arrows are Penpa+'s thin arrows.
"""

from __future__ import annotations

from itertools import pairwise

from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, cell_name
from puzzlewright.penpa import Layer, Path, PenpaBoard, Symbol
from puzzlewright.puzzles.evolomino.codec import answer_of, layer_of, one_way
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, Link

_BLACK, _GREEN = 4, 2
_SHADES = (1, 3, 4, 8)
_SQUARE: Symbol = (1, "square_M")
_DOT: Symbol = (8, "ox_B")


def recognises(board: PenpaBoard) -> bool:
    """Are there squares, or arrows between cells, and no numbers?"""
    paths = board.problem.directions + board.problem.arrows
    return not board.problem.numbers and bool(_squares(board.problem) or any(len(path) > 1 for path in paths))


def read(board: PenpaBoard) -> tuple[Instance, Answer | None]:
    """Squares are symbols of any square kind; thin arrows count, or the other arrows if there are no thin ones."""
    problem, answer = board.problem, board.answer
    links: set[Link] = set()
    paths = [steps for path in problem.directions or problem.arrows if (steps := _steps(path))]
    for steps in paths:
        links |= steps
    found = Instance(
        board.rows,
        board.cols,
        frozenset(cell for cell, code in problem.surface.items() if code in _SHADES),
        _squares(problem),
        one_way(links),
    )
    # Two arrows, each with its head, must not become one without a word. What branches or closes is told anyway.
    for arrow in found.arrows:
        whole = set(pairwise(arrow))
        if whole not in paths:
            raise ParseError(f"several arrows run into each other from {cell_name(arrow[0])} on", "Penpa+ link")
    drawn = _squares(answer)
    dots = {cell for cell, (_, name) in answer.symbols.items() if name.startswith("ox_")}
    dots |= {cell for cell, code in answer.surface.items() if code == _GREEN}
    return found, answer_of(found, drawn, dots)


def write(board: Instance, answer: Answer | None) -> PenpaBoard:
    """Arrows that branch or close are taken to pieces of two cells."""
    squares, dots = layer_of(board, answer)
    one_way(board.links)
    pieces = sorted(link for links in board.broken_arrows for link in links)
    return PenpaBoard(
        board.rows,
        board.cols,
        Layer(
            surface=dict.fromkeys(board.shaded, _BLACK),
            symbols=dict.fromkeys(board.squares, _SQUARE),
            directions=(*board.arrows, *pieces),
        ),
        Layer(symbols=dict.fromkeys(squares, _SQUARE) | dict.fromkeys(dots, _DOT)),
        grid_style=("1", "2", "1"),
        pen=("symbol", *_SQUARE[1:], 1),
    )


def _squares(layer: Layer) -> frozenset[Cell]:
    return frozenset(cell for cell, (_, name) in layer.symbols.items() if name.startswith("square_"))


def _steps(path: Path) -> set[Link]:
    """The steps of an arrow; a straight jump is all the steps in it. An arrow beside the board is decoration."""
    cells = [cell for cell in path if cell is not None]
    if cells and len(cells) < len(path):
        raise ParseError(f"the arrow at {cell_name(cells[0])} leaves the board", "Penpa+ link")
    steps: set[Link] = set()
    for here, there in pairwise(cells):
        rows, cols = there[0] - here[0], there[1] - here[1]
        if rows and cols:
            raise ParseError(
                f"an arrow runs from {cell_name(here)} to {cell_name(there)}, which is not straight", "Penpa+ link"
            )
        length = abs(rows + cols)
        run = [(here[0] + rows * step // length, here[1] + cols * step // length) for step in range(1, length + 1)]
        steps |= set(pairwise([here, *run]))
    return steps
