"""What a genre says about its boards on a page: how marks look, and the tools that change clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, Grid, cell_name, touching
from puzzlewright.scan import quoted

if TYPE_CHECKING:
    from puzzlewright.puzzle import Board

B = TypeVar("B", bound="Board")

Titles = Mapping[str, str]
"""What something is called, by language: `en`, `zh`, `ja`."""


@dataclass(frozen=True, slots=True)
class Look:
    """A value of a mark and the drawing item that shows it."""

    value: str
    item: Literal["square", "dot", "line", "cross"]
    titles: Titles


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the setter. `cell` tools are put on cells, `path` tools are drawn through them, `key` tools type."""

    id: str
    gesture: Literal["cell", "path", "key"]
    titles: Titles
    keys: tuple[str, ...] = ()
    """What a key tool can type."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """What a setter did: the cells of the gesture in order, none but the first after a cell that it does not touch.

    `key` is what was typed with a key tool; `erase` says that what is there goes away.
    """

    tool: str
    cells: tuple[Cell, ...]
    key: str = ""
    erase: bool = False


@dataclass(frozen=True, slots=True)
class Editor(Generic[B]):
    """How the clues of a genre are changed, and how its marks look."""

    marks: tuple[Look, Look]
    """The value that answers are made of, and the note of its opposite."""
    tools: tuple[Tool, ...]
    change: Callable[[B, Gesture], B]
    """The board after a gesture that `edit` has checked."""

    def edit(self, board: B, gesture: Gesture) -> B:
        """The board after a gesture. Raises ParseError for one that the genre or the board does not have."""
        tool = next((tool for tool in self.tools if tool.id == gesture.tool), None)
        if tool is None:
            known = ", ".join(tool.id for tool in self.tools)
            raise ParseError(f"the tool {quoted(gesture.tool)} is unknown; there is {known}")
        _check_cells(gesture.cells, board.grid, is_path=tool.gesture == "path")
        if tool.gesture == "key" and not gesture.erase and gesture.key not in tool.keys:
            raise ParseError(f"the key {quoted(gesture.key)} writes nothing; these do: {' '.join(tool.keys)}")
        return self.change(board, gesture)


def _check_cells(cells: Sequence[Cell], grid: Grid, *, is_path: bool) -> None:
    if not cells:
        raise ParseError("a gesture has a cell or more")
    for cell in cells:
        if cell not in grid:
            raise ParseError(f"{cell_name(cell)} is not on the board")
    if is_path:
        for before, after in pairwise(cells):
            if not touching(before, after):
                raise ParseError(f"{cell_name(before)} and {cell_name(after)} are not neighbours")


def toggled(held: frozenset[Cell], cells: Iterable[Cell]) -> frozenset[Cell]:
    """The set with the cells put in, or taken out if it holds the first of them: one gesture does one thing."""
    first, *rest = cells
    changed = {first, *rest}
    return held - changed if first in held else held | changed
