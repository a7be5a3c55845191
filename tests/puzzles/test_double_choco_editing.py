"""Tools of the setter."""

from __future__ import annotations

import pytest

from puzzlewright.editor import Gesture
from puzzlewright.errors import ParseError
from puzzlewright.puzzles.double_choco import PUZZLE
from puzzlewright.puzzles.double_choco.rules import Instance

BOARD = Instance.of(4, 6, [(0, 0)], {(0, 0): 3, (1, 1): None})


def edit(board: Instance, tool: str, *cells: tuple[int, int], key: str = "", erase: bool = False) -> Instance:
    return PUZZLE.editor.edit(board, Gesture(tool, cells, key, erase))


def test_one_gesture_gives_all_its_cells_the_colour_of_the_first() -> None:
    assert edit(BOARD, "colour", (0, 1), (0, 0), (0, 2)).grey == {(0, 0), (0, 1), (0, 2)}
    assert edit(BOARD, "colour", (0, 0), (0, 1)).grey == frozenset()
    assert edit(BOARD, "colour", (0, 1)).clues == BOARD.clues


@pytest.mark.parametrize(
    ("keys", "number"),
    [("7", 7), ("12", 12), ("13", 3), ("123", 3), ("10", 10), ("20", 2), ("0", 0), ("?", None), ("?5", 5)],
)
def test_digits_join_while_the_number_fits_on_the_board(keys: str, number: int | None) -> None:
    board = BOARD
    for key in keys:
        board = edit(board, "number", (2, 2), key=key)
    assert board.numbers.get((2, 2), 0) == number
    assert board.grey == BOARD.grey and not PUZZLE.defects(board)


def test_erasing() -> None:
    assert edit(BOARD, "number", (0, 0), erase=True) == Instance.of(4, 6, [(0, 0)], {(1, 1): None})
    assert edit(BOARD, "colour", (0, 0), (1, 1), erase=True) == Instance(4, 6)


def test_keys_that_write_nothing() -> None:
    for key in ("x", "", "12", "-"):
        with pytest.raises(ParseError, match="writes nothing"):
            edit(BOARD, "number", (0, 0), key=key)
