"""Tools of the setter, on boards that are small enough to see what they do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlewright import forms
from puzzlewright.editor import Gesture
from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino import PUZZLE
from puzzlewright.puzzles.evolomino.rules import Instance


def board(text: str) -> Instance:
    lines = text.split("\n")
    found: Instance = forms.parse(f"evolomino {len(lines)}x{len(lines[0].split())}\n{text}").board
    return found


def drawn(text: str, tool: str, *cells: Cell, erase: bool = False) -> str:
    changed = PUZZLE.editor.edit(board(text), Gesture(tool, cells, erase=erase))
    return "\n".join(" ".join(line.split()) for line in PUZZLE.codec.write_text(changed, None))


def way(row: int, *cols: int) -> list[Cell]:
    return [(row, col) for col in cols]


@pytest.mark.parametrize(
    ("before", "cells", "after"),
    [
        # A new arrow, from tail to head, with a bend.
        (". . .\n. . .", [(0, 0), (0, 1), (1, 1), (1, 2)], "> v .\n. > ."),
        # Its head pulled on, back, all the way back, and past its own tail.
        ("> > . .", way(0, 2, 3), "> > > ."),
        ("> > . .", way(0, 2, 1), "> . . ."),
        ("> > . .", way(0, 2, 1, 0), ". . . ."),
        # Its tail pulled: the arrow still points the same way.
        (". > > .", way(0, 1, 0), "> > > ."),
        (". > > .", way(0, 1, 2), ". . > ."),
        ("> > > .\n. . . .", [(0, 0), (1, 0), (1, 1)], "> > > .\n^ < . ."),
        # Back and forth within one gesture.
        (". . . .", way(0, 0, 1, 2, 1), "> . . ."),
        # It does not close on itself, and stops before a shaded cell.
        (". .\n. .", [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)], "> v\n. <"),
        (". . # .", way(0, 0, 1, 2, 3), "> . # ."),
        ("# . .", way(0, 0, 1), "# . ."),
        # Another arrow is cut where it would be branched off, merged into, or run over.
        (". . .\n> > .", [(1, 1), (0, 1)], ". . .\n> ^ ."),
        (". . .\n> > .", [(0, 1), (1, 1), (1, 2)], ". v .\n. > ."),
        ("> > .", way(0, 2, 1, 0), ". . ."),
        # Two arrows become one.
        ("> . .\n. . v\n. . .", [(0, 1), (0, 2), (1, 2)], "> > v\n. . v\n. . ."),
        # A tap does nothing.
        ("> .", way(0, 0), "> ."),
        (". .", way(0, 0), ". ."),
    ],
)
def test_arrows(before: str, cells: list[Cell], after: str) -> None:
    assert drawn(before, "arrow", *cells) == after


def test_an_arrow_drawn_from_the_middle_of_another_takes_its_place() -> None:
    assert drawn(". . .\n> > .\n. . .", "arrow", (1, 1), (2, 1)) == ". . .\n> v .\n. . ."


def test_shading_takes_clues_away_and_squares_take_shade_away() -> None:
    assert drawn("o > .", "shaded", (0, 0)) == "# > ."
    assert drawn("o > .", "shaded", (0, 1)) == "o # ."
    assert drawn("# .", "shaded", (0, 0), (0, 1)) == ". ."
    assert drawn("# .", "shaded", (0, 1), (0, 0)) == "# #"
    assert drawn("# .", "square", (0, 0), (0, 1)) == "o o"
    assert drawn("o> .", "square", (0, 0)) == "> ."


def test_erasing() -> None:
    assert drawn("# o> .", "square", (0, 0), (0, 1), erase=True) == ". . ."
    assert drawn("o> > .", "arrow", (0, 0), erase=True) == ". > ."
    # Along two cells or more only links go.
    assert drawn("o> > .", "arrow", (0, 1), (0, 0), erase=True) == "o > ."
    assert drawn("> . .\n. . .", "arrow", (0, 0), (1, 0), erase=True) == "> . .\n. . ."


def test_gestures_that_are_none() -> None:
    for gesture, problem in (
        (Gesture("pen", ((0, 0),)), "the tool 'pen' is unknown; there is arrow, shaded, square"),
        (Gesture("arrow", ()), "a gesture has a cell or more"),
        (Gesture("arrow", ((0, 0), (1, 1))), "r1c1 and r2c2 are not neighbours"),
        (Gesture("shaded", ((0, 2),)), "r1c3 is not on the board"),
    ):
        with pytest.raises(ParseError, match=problem):
            PUZZLE.editor.edit(Instance(2, 2), gesture)


CELLS = st.tuples(st.integers(0, 2), st.integers(0, 3))
TOOL_NAMES = st.sampled_from(["arrow", "shaded", "square"])
GESTURES = st.lists(st.tuples(TOOL_NAMES, st.lists(CELLS, max_size=9), st.booleans()))


@given(GESTURES)
def test_whatever_is_drawn_can_be_written_and_asks_for_an_answer(gestures: list[tuple[str, list[Cell], bool]]) -> None:
    found = Instance(3, 4)
    for tool, cells, erase in gestures:
        try:
            found = PUZZLE.editor.edit(found, Gesture(tool, tuple(cells), erase=erase))
        except ParseError:
            continue
        assert not PUZZLE.defects(found)
        assert all("closes" in line for line in PUZZLE.unsolvable(found))
        assert forms.parse(found.to("puzzlink")).board == found
