"""What explanations of Evolomino say, a table a language."""

from __future__ import annotations

from puzzlewright.grid import Cell, cell_name
from puzzlewright.sentences import Texts


def _english(rule: str, cells: tuple[Cell, ...]) -> str:
    first, last = cell_name(cells[0]), cell_name(cells[-1])
    match rule:
        case "bsNoArrow":
            return f"a square at {first} needs a square on an arrow in its block"
        case "bsArrowGt2":
            return f"squares at {first} and {last} may not be in one block, as both are on arrows"
        case "arBlockLt2":
            return f"the arrow from {first} to {last} passes through two blocks or more"
        case "bsNotEvol":
            return f"the block at {last}, if next after {first} on the arrow, is the block at {first} plus one square"
    raise AssertionError(rule)


TEXTS = {
    "en": Texts(
        marks={"square": ("{} is a square", "{} are squares"), "empty": ("{} is empty", "{} are empty")},
        rule=_english,
    ),
}
