"""Any Double Choco board has a picture, and the picture has what is on the board."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlewright import forms, svg, terminal
from puzzlewright.drawing import Cross, Drawing, Fill, Highlight, Stroke, Text, Tone, Why, border_line, side_by_side
from puzzlewright.grid import Cell, Edge
from puzzlewright.outcome import Place
from puzzlewright.puzzles.double_choco.render import draw
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, Number, check

BOARD = Instance.of(2, 3, [(0, 2), (1, 1), (1, 2)], {(0, 0): 3, (1, 1): None})
CUT: Edge = ((0, 0), (0, 1))
SLIT: Edge = ((0, 1), (1, 1))
NOTE: Edge = ((0, 2), (1, 2))


def test_the_items_are_what_the_board_holds() -> None:
    drawing = draw(BOARD, Answer(frozenset({CUT, SLIT}), frozenset({NOTE, SLIT})))
    assert (drawing.rows, drawing.cols, drawing.grid) == (2, 3, Stroke.DASHED)
    assert drawing.items == (
        Fill((0, 2), Tone.LIGHT),
        Fill((1, 1), Tone.LIGHT),
        Fill((1, 2), Tone.LIGHT),
        Text((0, 0), "3"),
        Text((1, 1), "?"),
        border_line(CUT, Stroke.DRAWN),
        border_line(SLIT, Stroke.DRAWN),
        Cross(SLIT),
        Cross(NOTE),
    )
    assert draw(BOARD).items == drawing.items[:5]


def test_it_tells_those_who_cannot_see() -> None:
    drawing = draw(BOARD, Answer(frozenset({CUT, ((0, 0), (1, 0)), NOTE})), wrong=frozenset({(1, 2), NOTE[::-1]}))
    assert drawing.title == "Double Choco, 2 rows and 3 columns"
    assert drawing.description == (
        "grey: r1c3 r2c2 r2c3; numbers: 3 at r1c1, ? at r2c2; blocks: r1c1, r1c2 r1c3 r2c1 r2c2 r2c3; "
        "lines that separate nothing: r1c3-r2c3; wrong: r1c3-r2c3, r2c3"
    )


def test_places_are_set_off() -> None:
    drawing = draw(BOARD, differs=frozenset({CUT}), wrong=frozenset({(1, 1), (9, 9), ((0, 0), (1, 1))}))
    assert [item for item in drawing.items if isinstance(item, Highlight)] == [
        Highlight(CUT, Why.DIFFERS),
        Highlight((1, 1), Why.WRONG),
    ]


CELLS = st.tuples(st.integers(-1, 3), st.integers(-1, 4))
EDGES = st.tuples(CELLS, st.sampled_from([(0, 1), (1, 0), (0, 2)])).map(
    lambda pair: (pair[0], (pair[0][0] + pair[1][0], pair[0][1] + pair[1][1]))
)
PLACES: st.SearchStrategy[frozenset[Place]] = st.frozensets(st.one_of(CELLS, EDGES), max_size=5)


@settings(max_examples=80, deadline=None)
@given(
    st.frozensets(CELLS, max_size=12),
    st.dictionaries(CELLS, st.none() | st.integers(), max_size=8),
    st.frozensets(EDGES, max_size=8),
    st.frozensets(EDGES, max_size=8),
    PLACES,
    PLACES,
)
def test_any_board_and_answer_has_a_picture(
    grey: frozenset[Cell],
    numbers: dict[Cell, Number],
    borders: frozenset[Edge],
    crosses: frozenset[Edge],
    differs: frozenset[Place],
    wrong: frozenset[Place],
) -> None:
    board = Instance.of(3, 4, grey, numbers)
    drawing = draw(board, Answer(borders, crosses), differs=differs, wrong=wrong)
    svg.render(drawing)
    assert len(terminal.render(drawing).splitlines()) == 7 + drawing.numbered


def test_two_answers_and_a_wrong_one_beside_each_other(golden: Callable[[str, str], None]) -> None:
    """What differs stands out without colour, and so do the blocks that break a rule and the line with a loose end."""
    texts = ["?a #a .b #c\n#d .d #b .c", "?a #a .b #b\n#d .d #c .c", "?|~ # .| #\n# .: #| ."]
    readings = [forms.parse(f"double-choco 2x4\n{text}") for text in texts]
    board = readings[0].board
    one, other, wrong = (reading.answer for reading in readings)
    assert {reading.board for reading in readings} == {board}
    assert check(board, one) == [] == check(board, other)
    differs: frozenset[Place] = one.borders ^ other.borders
    broken = frozenset(
        place for violation in check(board, wrong) for place in (*violation.cells[:3], *violation.edges)
    )
    drawings: list[Drawing] = [
        draw(board, one, differs=differs),
        draw(board, other, differs=differs),
        draw(board, wrong, wrong=broken),
    ]
    sheet = side_by_side(drawings, ["Answer 1", "Answer 2", "Wrong"])
    golden("double_choco_answers.svg", svg.render(sheet))
    golden("double_choco_answers.txt", terminal.render(sheet))


def test_a_published_board_in_a_terminal(golden: Callable[[str, str], None]) -> None:
    line = (
        "pzprv3/dbchoco/6/6/- -4 -2 - . . /- -4 - . - - /. . . - -5 . /- . . - . . /. - - . . - /2 2 . - - . /"
        "0 1 0 0 0 /0 1 0 1 0 /1 0 1 0 0 /1 0 1 0 0 /0 0 1 0 1 /1 0 0 0 1 /"
        "0 0 1 1 1 1 /1 0 1 1 0 0 /0 0 0 0 0 0 /1 1 1 0 0 1 /0 1 1 1 1 0 /"
    )
    reading = forms.parse(line)
    assert check(reading.board, reading.answer) == []
    sheet = side_by_side([draw(reading.board), draw(reading.board, reading.answer)], ["Puzzle", "Answer"])
    golden("double_choco_published.txt", terminal.render(sheet))
    golden("double_choco_published_ascii.txt", terminal.render(sheet, ascii_only=True))
