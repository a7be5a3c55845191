"""How a setter changes a Double Choco board: colours and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from puzzlewright.editor import Editor, Gesture, Look, Tool, toggled
from puzzlewright.puzzles.double_choco.rules import Instance, Number

LOOKS = (
    Look("line", "line", {"en": "line", "zh": "线", "ja": "線"}),
    Look("none", "cross", {"en": "no line", "zh": "无线", "ja": "線なし"}),
)

TOOLS = (
    Tool("colour", "cell", {"en": "grey cell", "zh": "灰格", "ja": "灰色のマス"}),
    Tool("number", "key", {"en": "number", "zh": "数字", "ja": "数字"}, (*"0123456789", "?")),
)


def change(board: Instance, gesture: Gesture) -> Instance:
    """The board after a gesture. Erasing makes cells white and takes their numbers, with the tool for these only them.

    A digit goes behind the number in the cell if that leaves one that fits on the board, else it takes its place; a 0
    does nothing then.
    """
    numbers: Mapping[tuple[int, int], Number] = board.numbers
    if gesture.erase:
        left = {cell: number for cell, number in numbers.items() if cell not in gesture.cells}
        grey = board.grey if gesture.tool == "number" else board.grey.difference(gesture.cells)
        return Instance.of(board.rows, board.cols, grey, left)
    if gesture.tool == "colour":
        return replace(board, grey=toggled(board.grey, gesture.cells))
    typed = {cell: _typed(board, numbers.get(cell), gesture.key) for cell in gesture.cells}
    kept = {cell: number for cell, number in {**numbers, **typed}.items() if number != 0}
    return Instance.of(board.rows, board.cols, board.grey, kept)


def _typed(board: Instance, number: Number, key: str) -> Number:
    """What a cell holds after a key: a `?`, or a number, which is 0 for none."""
    if key == "?":
        return None
    longer = 10 * (number or 0) + int(key)
    return longer if longer <= board.rows * board.cols // 2 else int(key) or number


EDITOR: Editor[Instance] = Editor(LOOKS, TOOLS, change)
