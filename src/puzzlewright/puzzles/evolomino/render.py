"""Evolomino boards and answers as drawing items."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from puzzlewright.drawing import Arrow, Dot, Drawing, Fill, Heads, Highlight, Ink, Item, Square, Why, centre, inside
from puzzlewright.grid import Cell, Grid, between, cell_name, cell_names, place_name, touching
from puzzlewright.outcome import Place
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.scan import counted

_NAMES_TOLD = 40


def draw(
    board: Instance,
    answer: Answer | None = None,
    *,
    differs: frozenset[Place] = frozenset(),
    wrong: frozenset[Place] = frozenset(),
) -> Drawing:
    """The board, with the squares and dots of `answer` if there is one.

    Any board and any answer has a picture: links that form no arrow are drawn one by one with their directions and set
    off as wrong, so are shaded cells with a clue, and what lies outside the board is left out. A border in `differs` or
    `wrong` that a link crosses stands for the link.
    """
    grid = board.grid
    links = {link for link in board.links if _joined(link, grid)}
    arrows = [arrow for arrow in board.arrows if all(link in links for link in pairwise(arrow))]
    broken = sorted(links - {link for arrow in arrows for link in pairwise(arrow)})
    crossed = {between(*link) for link in links}
    clashes: frozenset[Place] = frozenset(board.shaded & (board.squares | board.arrow_cells))
    drawn, dots = (answer.squares - board.squares, answer.dots) if answer else (frozenset(), frozenset())
    marked = {
        Why.DIFFERS: inside(differs, grid),
        Why.WRONG: sorted({*inside(wrong | clashes, grid), *(between(*link) for link in broken)}, key=centre),
    }
    shown = {
        "shaded": _inside(board.shaded, grid),
        "given squares": _inside(board.squares, grid),
        "drawn squares": _inside(drawn, grid),
        "dots": _inside(dots - drawn - board.squares, grid),
    }

    items: list[Item] = [Fill(cell) for cell in shown["shaded"]]
    items += [Square(cell, Ink.GIVEN) for cell in shown["given squares"]]
    items += [Square(cell, Ink.DRAWN) for cell in shown["drawn squares"]]
    items += [Dot(cell) for cell in shown["dots"]]
    items += [Arrow(arrow) for arrow in arrows]
    items += [Arrow(link, Heads.EACH) for link in broken]
    items += [Highlight(place, why, place in crossed) for why, places in marked.items() for place in places]

    told = [f"{what}: {cell_names(cells, _NAMES_TOLD)}" for what, cells in shown.items() if cells]
    told += [f"arrow: {' '.join(map(cell_name, arrow))}" for arrow in arrows]
    told += [f"broken arrow: {cell_name(here)} to {cell_name(there)}" for here, there in broken]
    told += [
        f"{why}: {', '.join(map(place_name, places[:_NAMES_TOLD]))}{' and more' if len(places) > _NAMES_TOLD else ''}"
        for why, places in marked.items() if places
    ]
    title = f"Evolomino, {counted(board.rows, 'row')} and {counted(board.cols, 'column')}"
    return Drawing(board.rows, board.cols, tuple(items), title=title, description="; ".join(told))


def _inside(cells: Iterable[Cell], grid: Grid) -> list[Cell]:
    return sorted(cell for cell in cells if cell in grid)


def _joined(link: tuple[Cell, Cell], grid: Grid) -> bool:
    here, there = link
    return here in grid and there in grid and touching(here, there)
