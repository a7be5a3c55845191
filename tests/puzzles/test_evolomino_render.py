"""Any Evolomino board has a picture, and the picture has what is on the board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlewright import svg, terminal
from puzzlewright.drawing import Arrow, Dot, Drawing, Fill, Heads, Highlight, Ink, Square, Why, side_by_side
from puzzlewright.grid import Cell
from puzzlewright.outcome import Place
from puzzlewright.puzzles.evolomino.render import draw
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, Link, check


def path(*cells: Cell) -> frozenset[Link]:
    return frozenset(pairwise(cells))


# 2 x 5 cells: an arrow along the top row, a shaded cell, a given square, and the answer 1 then 2.
BOARD = Instance(
    2, 5, frozenset({(1, 0)}), frozenset({(0, 0)}), path((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))
)
ANSWER = Answer(frozenset({(0, 0), (0, 2), (1, 2)}), frozenset({(0, 4), (1, 4)}))


def test_the_items_are_what_the_board_holds() -> None:
    assert check(BOARD, ANSWER) == []
    drawing = draw(BOARD, ANSWER)
    assert (drawing.rows, drawing.cols) == (2, 5)
    assert drawing.items == (
        Fill((1, 0)),
        Square((0, 0), Ink.GIVEN),
        Square((0, 2), Ink.DRAWN),
        Square((1, 2), Ink.DRAWN),
        Dot((0, 4)),
        Dot((1, 4)),
        Arrow(((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))),
    )
    assert draw(BOARD).items == tuple(
        item for item in drawing.items
        if not isinstance(item, Dot) and not (isinstance(item, Square) and item.ink is Ink.DRAWN)
    )


def test_it_tells_those_who_cannot_see() -> None:
    drawing = draw(BOARD, ANSWER, wrong=frozenset({(1, 4), ((0, 0), (0, 1))}))
    assert drawing.title == "Evolomino, 2 rows and 5 columns"
    assert draw(Instance(1, 1)).title == "Evolomino, 1 row and 1 column"
    assert drawing.description == (
        "shaded: r2c1; given squares: r1c1; drawn squares: r1c3 r2c3; dots: r1c5 r2c5; "
        "arrow: r1c1 r1c2 r1c3 r1c4 r1c5; wrong: r1c1-r1c2, r2c5"
    )


def test_borders_that_a_link_crosses_stand_for_the_link() -> None:
    drawing = draw(BOARD, differs=frozenset({((0, 0), (1, 0)), (1, 1)}), wrong=frozenset({((0, 1), (0, 0))}))
    assert [item for item in drawing.items if isinstance(item, Highlight)] == [
        Highlight(((0, 0), (1, 0)), Why.DIFFERS),
        Highlight((1, 1), Why.DIFFERS),
        Highlight(((0, 0), (0, 1)), Why.WRONG, across=True),
    ]


def test_broken_arrows_show_each_link_and_are_wrong() -> None:
    loop = path((0, 0), (0, 1), (1, 1), (1, 0), (0, 0))
    branch = path((2, 2), (2, 3), (2, 4)) | path((2, 3), (1, 3))
    whole = path((0, 4), (0, 5))
    there_and_back = path((3, 0), (3, 1), (3, 0))
    drawing = draw(Instance(4, 6, links=loop | branch | whole | there_and_back))
    arrows = [item for item in drawing.items if isinstance(item, Arrow)]
    assert [arrow.cells for arrow in arrows if arrow.heads is Heads.LAST] == [((0, 4), (0, 5))]
    assert {arrow.cells for arrow in arrows if arrow.heads is Heads.EACH} == loop | branch | there_and_back
    marked = {item.place for item in drawing.items if isinstance(item, Highlight) and item.across}
    assert len(marked) == 4 + 3 + 1


CELLS = st.tuples(st.integers(-1, 3), st.integers(-1, 4))
SETS = st.frozensets(CELLS, max_size=8)
LINKS = st.frozensets(
    st.tuples(CELLS, st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2)])).map(
        lambda pair: (pair[0], (pair[0][0] + pair[1][0], pair[0][1] + pair[1][1]))
    ),
    max_size=8,
)
PLACES: st.SearchStrategy[frozenset[Place]] = st.frozensets(st.one_of(CELLS, st.tuples(CELLS, CELLS)), max_size=5)


@settings(max_examples=80, deadline=None)
@given(SETS, SETS, LINKS, SETS, SETS, PLACES, PLACES)
def test_any_board_and_answer_has_a_picture(
    shaded: frozenset[Cell],
    squares: frozenset[Cell],
    links: frozenset[Link],
    answer: frozenset[Cell],
    dots: frozenset[Cell],
    differs: frozenset[Place],
    wrong: frozenset[Place],
) -> None:
    drawing = draw(Instance(3, 4, shaded, squares, links), Answer(answer, dots), differs=differs, wrong=wrong)
    svg.render(drawing)
    assert len(terminal.render(drawing).splitlines()) == 7 + drawing.numbered


def test_two_answers_beside_each_other(golden: Callable[[str, str], None]) -> None:
    """The board of the rules' example with a second answer that breaks them: where the two differ stands out."""
    board = Instance(
        5, 5, frozenset({(1, 0), (1, 3), (3, 2)}), frozenset({(0, 0), (0, 4), (2, 4), (3, 1)}),
        path((4, 3), (4, 4), (3, 4), (2, 4), (1, 4))
        | path((0, 3), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (3, 0), (4, 0)),
    )
    drawn = frozenset({(0, 1), (0, 3), (1, 1), (2, 3), (3, 0), (4, 1), (4, 2), (4, 4)})
    one, other = Answer(drawn | board.squares), Answer((drawn ^ {(1, 1), (1, 2)}) | board.squares)
    assert check(board, one) == []
    broken = check(board, other)
    assert broken
    differs: frozenset[Place] = one.squares ^ other.squares
    drawings: list[Drawing] = [
        draw(board, one, differs=differs),
        draw(board, other, differs=differs, wrong=frozenset(broken[0].cells)),
    ]
    sheet = side_by_side(drawings, ["Answer 1", "Answer 2"])
    golden("evolomino_two_answers.svg", svg.render(sheet))
    golden("evolomino_two_answers.txt", terminal.render(sheet))
