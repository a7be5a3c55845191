"""Items know where they may lie; points are rows first, in half cells."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import pytest

from puzzlewright import drawing_json
from puzzlewright.drawing import (
    Area,
    Arrow,
    Cross,
    Dot,
    Drawing,
    Fill,
    Highlight,
    Item,
    Line,
    Sheet,
    Square,
    Stroke,
    Text,
    Why,
    border,
    border_line,
    centre,
    inside,
    outline,
    set_off,
    side_by_side,
)
from puzzlewright.grid import Grid


def test_cell_centres_are_odd_and_rows_come_first() -> None:
    assert centre((0, 0)) == (1, 1)
    assert centre((3, 5)) == (7, 11)


def test_border_lies_between_its_cells() -> None:
    assert centre(((1, 2), (1, 3))) == (3, 6)
    assert border(((1, 2), (1, 3))) == ((2, 6), (4, 6))
    assert border(((1, 2), (2, 2))) == ((4, 4), (4, 6))
    assert border_line(((1, 2), (2, 2)), Stroke.DASHED) == Line((4, 4), (4, 6), Stroke.DASHED)


def test_every_place_has_a_centre_of_its_own() -> None:
    grid = Grid(4, 6)
    places = [*grid, *grid.edges()]
    assert len({centre(place) for place in places}) == len(places)


def test_places_on_the_board() -> None:
    edge = ((0, 1), (1, 1))
    off = [(2, 0), (0, -1), ((1, 0), (2, 0)), ((0, 0), (1, 1)), ((0, 0), (0, 0))]
    assert inside([(1, 2), edge[::-1], (0, 0), *off, edge], Grid(2, 3)) == [(0, 0), edge, (1, 2)]


@pytest.mark.parametrize(
    "item",
    [
        Fill((2, 0)),
        Square((0, 3)),
        Dot((-1, 0)),
        Text((5, 5), "1"),
        Highlight((2, 2), Why.WRONG),
        Highlight(((0, 0), (1, 1)), Why.WRONG),
        Highlight(((0, 1), (0, 0)), Why.DIFFERS),
        Cross(((1, 2), (1, 3))),
        Arrow(((0, 0),)),
        Arrow(()),
        Arrow(((0, 0), (0, 2))),
        Arrow(((0, 2), (0, 3))),
        Line((0, 0), (2, 2)),
        Line((0, 0), (0, 0)),
        Line((0, 0), (0, 3)),
        Line((0, 0), (0, 8)),
        Line((0, 0), (6, 0)),
    ],
)
def test_items_that_do_not_fit_are_refused(item: Item) -> None:
    with pytest.raises(ValueError, match="does not fit on a board of 2 x 3"):
        Drawing(2, 3, (item,))


def test_height_and_width_are_not_swapped() -> None:
    Drawing(2, 3, (Fill((1, 2)), Line((0, 6), (4, 6)), Line((1, 1), (1, 5)), Cross(((1, 1), (1, 2)))))


def test_a_drawing_has_cells_and_a_sheet_has_drawings() -> None:
    with pytest.raises(ValueError, match="0 x 3"):
        Drawing(0, 3)
    with pytest.raises(ValueError, match="a sheet needs"):
        side_by_side([])


def test_drawings_are_values() -> None:
    assert Drawing(2, 3, (Dot((0, 0)),)) == Drawing(2, 3, (Dot((0, 0)),))
    assert hash(Drawing(2, 3, (Dot((0, 0)),))) == hash(Drawing(2, 3, (Dot((0, 0)),)))
    with pytest.raises(FrozenInstanceError):
        Drawing(2, 3).rows = 4  # type: ignore[misc]


def test_side_by_side_names_the_first_drawings() -> None:
    one, two = Drawing(1, 1, title="a"), Drawing(2, 2, caption="kept", title="a")
    sheet = side_by_side([one, two], ["first"])
    assert sheet == Sheet((Drawing(1, 1, caption="first", title="a"), two), "a")
    assert side_by_side([one, two], title="both").title == "both"
    with pytest.raises(ValueError, match="3 captions for 2 drawings"):
        side_by_side([one, two], ["a", "b", "c"])


def test_outlines_have_their_cells_on_the_right() -> None:
    assert outline([(1, 2)]) == [[(2, 4), (2, 6), (4, 6), (4, 4)]]
    assert outline([(0, 0), (0, 1), (1, 1)]) == [[(0, 0), (0, 4), (4, 4), (4, 2), (2, 2), (2, 0)]]
    # Cells that meet at a corner, and a hole.
    assert outline([(0, 0), (1, 1)]) == [outline([(0, 0)])[0], outline([(1, 1)])[0]]
    ring = [(row, col) for row in range(3) for col in range(3) if (row, col) != (1, 1)]
    assert outline(ring) == [[(0, 0), (0, 6), (6, 6), (6, 0)], [(2, 2), (4, 2), (4, 4), (2, 4)]]
    assert outline([]) == []


def test_areas_are_numbered_and_named() -> None:
    drawing = set_off(Drawing(2, 2), {Why.DEDUCED: [(0, 0)]}, [[(1, 0), (0, 0)], [(1, 1)]])
    assert drawing.items[1:] == (Area(((0, 0), (1, 0)), 1), Area(((1, 1),), 2))
    assert drawing.description == "deduced: r1c1; rule 1: r1c1, r2c1; rule 2: r2c2"
    for cells in ((), ((2, 0),)):
        with pytest.raises(ValueError, match="does not fit"):
            Drawing(2, 2, (Area(cells, 1),))


def test_a_drawing_as_data(everything: Drawing) -> None:
    found = drawing_json.data(everything)
    assert json.loads(json.dumps(found)) == found
    assert (found["rows"], found["cols"], found["grid"], found["title"]) == (4, 6, "thin", "Everything")
    kinds = {item["kind"] for item in found["items"]}
    assert kinds == {"fill", "square", "dot", "text", "line", "arrow", "cross", "highlight"}
    for item in (
        {"kind": "fill", "cell": [0, 3], "tone": "hatched"},
        {"kind": "square", "cell": [1, 1], "ink": "drawn"},
        {"kind": "line", "start": [2, 4], "end": [2, 6], "stroke": "drawn"},
        {"kind": "arrow", "cells": [[2, 3], [2, 4], [3, 4]], "heads": "each"},
        {"kind": "cross", "edge": [[0, 4], [0, 5]]},
        {"kind": "highlight", "place": [[2, 0], [2, 1]], "why": "differs", "across": True},
    ):
        assert item in found["items"]
    told = set_off(everything, {Why.USED: [(1, 2)]}, [[(0, 0), (0, 1)]])
    assert drawing_json.data(told)["items"][-1] == {"kind": "area", "cells": [[0, 0], [0, 1]], "number": 1}
