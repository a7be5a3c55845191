"""Terminal text: equal lines, a form for every item without colour, and nothing that a terminal would obey."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from puzzlewright import terminal
from puzzlewright.drawing import (
    Arrow,
    Cross,
    Dot,
    Drawing,
    Fill,
    Heads,
    Highlight,
    Ink,
    Item,
    Line,
    Square,
    Stroke,
    Text,
    Tone,
    Why,
    set_off,
    side_by_side,
)

ITEMS: list[Item] = [
    *(Fill((1, 1), tone) for tone in Tone),
    *(Square((1, 1), ink) for ink in Ink),
    Dot((1, 1)),
    Text((1, 1), "5"),
    Text((1, 1), "?"),
    Arrow(((0, 1), (1, 1))),
    Arrow(((1, 1), (0, 1))),
    Arrow(((0, 1), (1, 1), (1, 2)), Heads.LAST),
    Arrow(((0, 1), (1, 1), (1, 2)), Heads.EACH),
    *(Line((2, 2), (2, 4), stroke) for stroke in (Stroke.THIN, Stroke.DRAWN)),
    *(Line((2, 2), (4, 2), stroke) for stroke in (Stroke.THIN, Stroke.DRAWN)),
    Cross(((0, 1), (1, 1))),
    *(Highlight((1, 1), why) for why in Why),
    *(Highlight(((0, 1), (1, 1)), why) for why in Why),
    *(Highlight(((1, 0), (1, 1)), why) for why in Why),
]


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [80, 10])
def test_every_item_has_a_form_of_its_own(ascii_only: bool, width: int) -> None:
    texts = [terminal.render(Drawing(2, 3, (item,)), ascii_only=ascii_only, width=width) for item in ITEMS]
    assert terminal.render(Drawing(2, 3), ascii_only=ascii_only, width=width) not in texts
    if width == 80:
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [80, 24, 1])
def test_lines_are_equally_long(everything: Drawing, chocolate: Drawing, ascii_only: bool, width: int) -> None:
    for drawing in (everything, Drawing(chocolate.rows, chocolate.cols, chocolate.items)):
        above, *lines = terminal.render(drawing, ascii_only=ascii_only, width=width).splitlines()
        assert drawing.numbered and above.split()[0] == "1" and len(above) <= len(lines[0])
        assert len(lines) == 2 * drawing.rows + 1
        assert len({len(line) for line in lines}) == 1


def test_rows_and_columns_are_numbered_where_a_place_is_set_off() -> None:
    drawing = set_off(Drawing(10, 12), {Why.WRONG: [(9, 11)]})
    above, _, first, *_, last, _ = terminal.render(drawing, ascii_only=True).splitlines()
    assert above.split() == [str(col) for col in range(1, 13)]
    assert first.startswith(" 1 |") and last.startswith("10 |")
    assert last.index("!") < above.index("12") < last.rindex("!")
    # Where cells are too narrow for two digits, the first column and every fifth have their number.
    narrow = terminal.render(set_off(Drawing(1, 12), {}, [[(0, 0)]]), ascii_only=True, width=20)
    assert narrow.splitlines()[0].split() == ["1", "5", "10"]
    assert not Drawing(10, 12).numbered and not set_off(Drawing(1, 1), {Why.WRONG: [(0, 0)]}).numbered


def test_ascii_is_ascii(everything: Drawing, chocolate: Drawing) -> None:
    sheet = side_by_side([everything, chocolate], ["シンカミノ", "ダブルチョコ"])
    assert terminal.render(sheet, ascii_only=True).isascii()


def test_colour_only_adds_escapes(everything: Drawing) -> None:
    coloured = terminal.render(everything, colour=True)
    assert coloured != terminal.render(everything)
    assert re.sub("\x1b\\[[0-9;]+m", "", coloured) == terminal.render(everything)
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in coloured.splitlines())


def test_words_cannot_steer_the_terminal() -> None:
    text = terminal.render(Drawing(1, 2, (Text((0, 0), "\x1b[2J\x07"),), "a\x1b]0;b\x07\u202ec\nd"))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert "c d" in text


def test_cells_are_four_by_two() -> None:
    lines = terminal.render(Drawing(18, 18)).splitlines()
    assert (len(lines), len(lines[0])) == (37, 73)


def test_wide_boards_get_narrow_cells() -> None:
    assert len(terminal.render(Drawing(2, 30)).splitlines()[0]) == 61
    assert len(terminal.render(Drawing(2, 30), width=121).splitlines()[0]) == 121


def test_numbers_and_their_marks_are_whole() -> None:
    items = (Text((0, 0), "123"), Highlight((0, 0), Why.WRONG), Text((0, 1), "45"))
    assert "!123!" in terminal.render(Drawing(1, 2, items))
    border = Highlight(((0, 1), (0, 2)), Why.DIFFERS)
    assert " 45 [ ]   " in terminal.render(Drawing(1, 3, (Text((0, 1), "45"), border)))
    away = Highlight(((0, 0), (1, 0)), Why.DIFFERS)
    assert "│45     │" in terminal.render(Drawing(2, 2, (Text((0, 0), "45"), away)))
    assert "123!" in terminal.render(Drawing(1, 2, items), width=9)


def test_boards_stand_beside_each_other_while_they_fit() -> None:
    sheet = side_by_side([Drawing(5, 5), Drawing(5, 5)], ["one", "two"])
    beside = terminal.render(sheet).splitlines()
    assert len(beside) == 12
    assert beside[0].split() == ["one", "two"]
    assert beside[1].index("┌", 1) == beside[0].index("two")
    assert len(terminal.render(sheet, width=44).splitlines()) == 2 * 12 + 1
    wide = side_by_side([Drawing(5, 5), Drawing(3, 2)], ["シンカミノ", "a caption wider than its board"])
    assert max(map(len, terminal.render(wide).splitlines())) <= 80


def test_arrow_head_gives_way_to_what_the_cell_holds() -> None:
    arrow = Arrow(((0, 0), (0, 1), (0, 2)))
    assert "╶───────►" in terminal.render(Drawing(1, 3, (arrow,)))
    assert "╶─────►─■" in terminal.render(Drawing(1, 3, (arrow, Square((0, 2)))))


def test_opposite_steps_both_show() -> None:
    both = (Arrow(((0, 0), (0, 1)), Heads.EACH), Arrow(((0, 1), (0, 0)), Heads.EACH))
    assert "◆" in terminal.render(Drawing(1, 2, both))


def test_golden(everything: Drawing, chocolate: Drawing, golden: Callable[[str, str], None]) -> None:
    golden("everything.txt", terminal.render(everything))
    golden("chocolate.txt", terminal.render(side_by_side([chocolate, chocolate], ["Answer 1", "Answer 2"])))
    golden("chocolate_ascii.txt", terminal.render(chocolate, ascii_only=True))


def test_numbers_of_areas_stand_above_their_cells() -> None:
    row = [(0, 0), (0, 1)]
    drawing = set_off(Drawing(2, 2), {}, [row, [(0, 1)], [(0, 1)], [(1, 0)]])
    assert terminal.render(drawing, ascii_only=True) == (
        "    1   2\n  +1---123+\n1 |       |\n  |4  .   |\n2 |       |\n  +-------+\n"
    )
    many = set_off(Drawing(1, 1), {}, [[(0, 0)]] * 9)
    assert terminal.render(many, ascii_only=True).startswith("+1,++\n")
    # Borders that are set off have marks of their own there.
    edges = set_off(Drawing(2, 1), {Why.USED: [((0, 0), (1, 0))]}, [[(1, 0)], [(1, 0)]])
    assert terminal.render(edges, ascii_only=True).splitlines()[3] == "  |(1 2)|"
    narrow = set_off(Drawing(1, 30), {}, [[(0, 3)], [(0, 4)], [(0, 4)]])
    assert terminal.render(narrow, ascii_only=True).splitlines()[1].startswith("  +------1-+-")
