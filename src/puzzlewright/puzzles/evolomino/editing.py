"""How a setter changes an Evolomino board: shaded cells, pre-drawn squares, and arrows drawn from either end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from puzzlewright.editor import Editor, Gesture, Look, Tool, toggled
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino.rules import Instance, Link

LOOKS = (
    Look("square", "square", {"en": "square", "zh": "方块", "ja": "□"}),
    Look("empty", "dot", {"en": "no square", "zh": "非方块", "ja": "空白"}),
)

TOOLS = (
    Tool("arrow", "path", {"en": "arrow", "zh": "箭头", "ja": "矢印"}),
    Tool("shaded", "cell", {"en": "shaded cell", "zh": "阴影格", "ja": "網掛けマス"}),
    Tool("square", "cell", {"en": "given square", "zh": "已给方块", "ja": "最初からある□"}),
)


def change(board: Instance, gesture: Gesture) -> Instance:
    """The board after a gesture.

    No clue stays on a shaded cell: shading takes it away, a square takes the shade away, and arrows stop before it.
    """
    cells = gesture.cells
    if gesture.erase:
        return _erased(board, cells, along=gesture.tool == "arrow")
    match gesture.tool:
        case "shaded":
            shaded = toggled(board.shaded, cells)
            return _without_clues(replace(board, shaded=shaded), shaded.intersection(cells))
        case "square":
            squares = toggled(board.squares, cells)
            return replace(board, squares=squares, shaded=board.shaded - squares)
    return _drawn(board, cells)


def _without_clues(board: Instance, cells: Iterable[Cell]) -> Instance:
    """Without squares on the cells and links that touch them."""
    gone = frozenset(cells)
    links = frozenset(link for link in board.links if not gone.intersection(link))
    return replace(board, squares=board.squares - gone, links=links)


def _erased(board: Instance, cells: tuple[Cell, ...], *, along: bool) -> Instance:
    """Without all that is in the cells; or, for an arrow erased along two cells or more, without those links."""
    if along and len(cells) > 1:
        steps = set(pairwise(cells))
        gone = {link for link in board.links if link in steps or link[::-1] in steps}
        return replace(board, links=board.links - gone)
    return _without_clues(replace(board, shaded=board.shaded.difference(cells)), cells)


def _drawn(board: Instance, cells: tuple[Cell, ...]) -> Instance:
    """With an arrow along the cells, or with an arrow that is longer or shorter if the first cell is an end of one.

    Where the new arrow would branch off another one, or merge into it, the other one is cut.
    """
    start = cells[0]
    pulled = next((arrow for arrow in board.arrows if start in (arrow[0], arrow[-1])), ())
    by_tail = bool(pulled) and start == pulled[0]
    path = list(pulled[::-1] if by_tail else pulled) or [start]
    left = board.links - set(pairwise(pulled))
    if start in board.shaded:
        return board
    for cell in cells[1:]:
        if len(path) > 1 and cell == path[-2]:
            path.pop()
        elif cell in path or cell in board.shaded:
            # It would close on itself, or run over a shaded cell.
            break
        else:
            path.append(cell)
    new = set(pairwise(path[::-1] if by_tail else path))
    return replace(board, links=frozenset(new | _beside(left, new)))


def _beside(links: Iterable[Link], new: set[Link]) -> set[Link]:
    """The links that neither leave nor enter a cell as a new one does, nor run against one."""
    leave, enter = {here for here, _ in new}, {there for _, there in new}
    return {
        (here, there) for here, there in links if here not in leave and there not in enter and (there, here) not in new
    }


EDITOR: Editor[Instance] = Editor(LOOKS, TOOLS, change)
