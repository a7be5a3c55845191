"""Double Choco in Penpa+, as that editor imports it from puzz.link: grey paint, numbers, and lines of the answer."""

from __future__ import annotations

from puzzlewright.errors import ParseError
from puzzlewright.grid import cell_name, place_name
from puzzlewright.penpa import DRAWN_BORDER, GIVEN_BORDER, Layer, PenpaBoard
from puzzlewright.puzzles.double_choco.codec import answer_of, number_of, writable
from puzzlewright.puzzles.double_choco.rules import Answer, Instance

_LIGHT_GREY = 3
_GREYS = (1, 3, 4, 8)
_LINES = (GIVEN_BORDER, DRAWN_BORDER)


def recognises(board: PenpaBoard) -> bool:
    """Is there grey paint with numbers or with lines of an answer, and nothing that belongs to another genre?"""
    problem = board.problem
    alien = problem.symbols or problem.directions or problem.arrows or problem.borders
    clues = all(text == "?" or text.isdecimal() for text in problem.numbers.values())
    painted = any(code in _GREYS for code in problem.surface.values())
    return painted and clues and not alien and bool(problem.numbers or board.answer.borders)


def read(board: PenpaBoard) -> tuple[Instance, Answer | None]:
    """Any grey or black paint is grey. In the answer black and green lines count; others are notes.

    Given lines are refused, as the genre has none and leaving them out would make another puzzle.
    """
    problem = board.problem
    given = sorted(edge for edge, style in problem.borders.items() if style in _LINES)
    if given:
        raise ParseError(f"a line is given at {place_name(given[0])}: lines belong to the answer", "Penpa+ link")
    found = Instance.of(
        board.rows,
        board.cols,
        (cell for cell, code in problem.surface.items() if code in _GREYS),
        {cell: number_of(text, f"Penpa+ link, {cell_name(cell)}") for cell, text in problem.numbers.items()},
    )
    borders = (edge for edge, style in board.answer.borders.items() if style in _LINES)
    return found, answer_of(borders, board.answer.crosses)


def write(board: Instance, answer: Answer | None) -> PenpaBoard:
    layer = answer or Answer(frozenset())
    return PenpaBoard(
        board.rows,
        board.cols,
        Layer(
            surface=dict.fromkeys(board.grey, _LIGHT_GREY),
            numbers={cell: "?" if number is None else str(number) for cell, number in writable(board).clues},
        ),
        Layer(borders=dict.fromkeys(layer.borders, DRAWN_BORDER), crosses=layer.crosses),
        grid_style=("2", "1", "1"),
        pen=("combi", "edgesub", 3),
    )
