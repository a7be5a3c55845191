"""Double Choco boards and answers as drawing items."""

from __future__ import annotations

from puzzlewright.drawing import (
    Cross,
    Drawing,
    Fill,
    Highlight,
    Item,
    Stroke,
    Text,
    Tone,
    Why,
    border_line,
    inside,
)
from puzzlewright.grid import cell_name, cell_names, place_name
from puzzlewright.outcome import Place
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, blocks, idle_lines

_NAMES_TOLD = 40


def draw(
    board: Instance,
    answer: Answer | None = None,
    *,
    differs: frozenset[Place] = frozenset(),
    wrong: frozenset[Place] = frozenset(),
) -> Drawing:
    """The board, with the lines and crosses of `answer` if there is one.

    Any board and any answer has a picture: what lies outside the board is left out.
    """
    grid = board.grid
    lines, crosses = (answer.borders, answer.crosses) if answer else (frozenset(), frozenset())
    drawn = [edge for edge in grid.edges() if edge in lines]
    marked = {Why.DIFFERS: inside(differs, grid), Why.WRONG: inside(wrong, grid)}
    numbers = {cell: "?" if number is None else str(number) for cell, number in board.clues if cell in grid}

    items: list[Item] = [Fill(cell, Tone.LIGHT) for cell in grid if cell in board.grey]
    items += [Text(cell, number) for cell, number in numbers.items()]
    items += [border_line(edge, Stroke.DRAWN) for edge in drawn]
    items += [Cross(edge) for edge in grid.edges() if edge in crosses]
    items += [Highlight(place, why) for why, places in marked.items() for place in places]

    told = [f"grey: {cell_names(board.grey.intersection(grid), _NAMES_TOLD)}"] if board.grey else []
    if numbers:
        told.append(f"numbers: {_some([f'{number} at {cell_name(cell)}' for cell, number in numbers.items()])}")
    if drawn and answer:
        told.append(f"blocks: {_some([cell_names(block, _NAMES_TOLD) for block in blocks(board, answer)])}")
        if idle := idle_lines(board, answer):
            told.append(f"lines that separate nothing: {_some([place_name(edge) for edge in idle])}")
    told += [f"{why}: {_some([place_name(place) for place in places])}" for why, places in marked.items() if places]
    title = f"Double Choco, {board.rows} rows and {board.cols} columns"
    return Drawing(
        board.rows, board.cols, tuple(items), title=title, description="; ".join(told), grid=Stroke.DASHED
    )


def _some(names: list[str]) -> str:
    return ", ".join(names[:_NAMES_TOLD]) + (" and more" if len(names) > _NAMES_TOLD else "")
