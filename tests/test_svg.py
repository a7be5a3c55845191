"""The SVG is well formed, stays inside its frame, shows every item, and is the same every time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from puzzlewright import svg
from puzzlewright.drawing import (
    Arrow,
    Dot,
    Drawing,
    Fill,
    Highlight,
    Ink,
    Item,
    Picture,
    Square,
    Text,
    Tone,
    Why,
    border_line,
    set_off,
    side_by_side,
)
from puzzlewright.grid import Grid

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(picture: Picture, cell_px: float = 36) -> ElementTree.Element:
    return ElementTree.fromstring(svg.render(picture, cell_px))


def corners(path: str) -> list[tuple[float, float]]:
    """The points that a path goes through."""
    x = y = 0.0
    points = []
    for command, data in re.findall("([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", data)]
        match command:
            case "M" | "L":
                x, y = numbers
            case "m" | "l":
                x, y = x + numbers[0], y + numbers[1]
            case "H":
                x = numbers[0]
            case "h":
                x += numbers[0]
            case "V":
                y = numbers[0]
            case "v":
                y += numbers[0]
            case "a":
                x, y = x + numbers[-2], y + numbers[-1]
            case "z":
                continue
            case _:
                raise AssertionError(f"unknown command {command}")
        points.append((x, y))
    return points


def inked(root: ElementTree.Element) -> list[tuple[float, float]]:
    """The extreme points of all shapes in pixels, half the width of their strokes included."""
    points = []
    for group in root.iter(f"{NAMESPACE}g"):
        shift = re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform", ""))
        if shift:
            left, top = map(float, shift.groups())
            for path in group.iter(f"{NAMESPACE}path"):
                half = float(path.get("stroke-width", 0)) / 2
                for x, y in corners(path.attrib["d"]):
                    points += [(left + x - half, top + y - half), (left + x + half, top + y + half)]
            for text in group.iter(f"{NAMESPACE}text"):
                points.append((left + float(text.attrib["x"]), top + float(text.attrib["y"])))
    return points


@pytest.mark.parametrize("cell_px", [5, 20.5, 36, 100])
def test_everything_lies_within_the_view(everything: Drawing, chocolate: Drawing, cell_px: float) -> None:
    for picture in (everything, chocolate, side_by_side([everything, chocolate])):
        root = parsed(picture, cell_px)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        assert svg.size(picture, cell_px) == (width, height)
        assert (root.attrib["width"], root.attrib["height"]) == (f"{width:.0f}", f"{height:.0f}")
        points = inked(root)
        assert points
        assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_size_follows_rows_and_columns() -> None:
    width, height = svg.size(Drawing(4, 6), 10)
    assert width - height == 20
    assert svg.size(Drawing(1, 1), 10)[0] < 20


def test_sheet_stands_in_rows() -> None:
    sheet = side_by_side([Drawing(4, 6)] * 3)
    one_row, stacked = svg.size(sheet), svg.size(sheet, across=1)
    assert one_row[0] > 3 * 6 * 36 and one_row[1] < 5 * 36
    assert stacked[0] < 7 * 36 and stacked[1] > 3 * 4 * 36
    assert svg.render(sheet, across=1).count("<g transform") == 3


def test_wide_captions_have_room() -> None:
    assert svg.size(Drawing(1, 1, caption="a caption wider than the board"))[0] > 300
    assert svg.size(Drawing(1, 1, caption="シンカミノ"))[0] > svg.size(Drawing(1, 1, caption="evolv"))[0]


@pytest.mark.parametrize(
    "item",
    [
        *(Fill((1, 1), tone) for tone in Tone),
        *(Square((1, 1), ink) for ink in Ink),
        Dot((1, 1)),
        *(Text((1, 1), "5", ink) for ink in Ink),
        Arrow(((0, 1), (1, 1))),
        border_line(((0, 1), (1, 1))),
        *(Highlight((1, 1), why) for why in Why),
        *(Highlight(((0, 1), (1, 1)), why, across) for why in Why for across in (False, True)),
    ],
)
def test_every_item_shows_and_looks_of_its_own(item: Item) -> None:
    others: list[Item] = [Fill((0, 0)), Fill((1, 1), Tone.LIGHT), *(Square((1, 1), ink) for ink in Ink), Dot((1, 1))]
    plain = svg.render(Drawing(2, 3))
    assert svg.render(Drawing(2, 3, (item,))) != plain
    for other in others:
        if other != item:
            assert svg.render(Drawing(2, 3, (item,))) != svg.render(Drawing(2, 3, (other,)))


def without_colour(text: str) -> str:
    return re.sub("#[0-9a-f]{3,6}", "#", text)


def test_highlights_are_told_apart_without_colour() -> None:
    for place in ((1, 1), ((0, 1), (1, 1))):
        pictures = [Drawing(2, 3)] + [Drawing(2, 3, (Highlight(place, why),)) for why in Why]
        assert len({without_colour(svg.render(picture)) for picture in pictures}) == len(pictures)


def test_squares_are_told_apart_without_colour() -> None:
    assert len({without_colour(svg.render(Drawing(2, 3, (Square((1, 1), ink),)))) for ink in Ink}) == 2


def test_text_is_escaped_and_made_legal() -> None:
    nasty = "</text><script>&\"'\x00\ud800]]>"
    picture = Drawing(2, 3, (Text((0, 0), nasty),), nasty, nasty, nasty)
    text = svg.render(picture)
    assert "<script" not in text
    text.encode()
    root = ElementTree.fromstring(text)
    kept = nasty.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert [element.text for element in root.iter(f"{NAMESPACE}text")] == [kept, kept]
    assert root.findtext(f"{NAMESPACE}title") == kept


def test_it_says_what_it_is() -> None:
    root = parsed(side_by_side([Drawing(1, 1, title="One", description="empty")] * 2, ["left", "right"]))
    assert root.get("role") == "img"
    assert root[0].tag == f"{NAMESPACE}title" and root[0].text == "One"
    assert root[1].tag == f"{NAMESPACE}desc" and root[1].text == "left: empty\nright: empty"
    assert parsed(Drawing(1, 1)).findtext(f"{NAMESPACE}title")


def test_it_stands_alone(everything: Drawing) -> None:
    text = svg.render(side_by_side([everything, everything]))
    assert not re.search(r"\sid=|href|url\(|<style|<script|\sstyle=", text)


def test_same_picture_same_text(everything: Drawing) -> None:
    assert svg.render(everything) == svg.render(replace(everything))


@pytest.mark.parametrize(("cell_px", "across"), [(0, None), (-1, None), (float("nan"), None), (36, 0)])
def test_impossible_sizes_are_refused(cell_px: float, across: int | None) -> None:
    with pytest.raises(ValueError, match="positive"):
        svg.render(Drawing(1, 1), cell_px, across=across)


def test_largest_board_is_small_enough() -> None:
    grid = Grid(100, 100)
    items: list[Item] = [Fill(cell, Tone.LIGHT) for cell in grid if sum(cell) % 2]
    items += [Text(cell, str(grid.index(cell))) for cell in grid]
    items += [border_line(edge) for edge in grid.edges()]
    items += [Highlight(cell, Why.WRONG) for cell in grid]
    text = svg.render(Drawing(100, 100, tuple(items)))
    assert len(text) < 2_000_000
    ElementTree.fromstring(text)


def test_smallest_board() -> None:
    parsed(Drawing(1, 1, (Square((0, 0)), Dot((0, 0)), Highlight((0, 0), Why.WRONG))))


def test_golden(everything: Drawing, chocolate: Drawing, golden: Callable[[str, str], None]) -> None:
    golden("everything.svg", svg.render(everything))
    golden("chocolate.svg", svg.render(side_by_side([chocolate, chocolate], ["Answer 1", "Answer 2"])))


def test_areas_have_outlines_and_a_number_for_each_part() -> None:
    text = svg.render(set_off(Drawing(2, 3), {}, [[(0, 0), (0, 2)], [(0, 0)], [(0, 0)]]), 100)
    # One more each for the row and the column of that number.
    assert text.count(">1</text>") == 2 + 2 and text.count(">2</text>") == 1 + 2 and text.count(">3</text>") == 1 + 1
    assert "M6 6L94 6L94 94L6 94z" in text and "M12 12L88 12" in text
    assert text.count("stroke-dasharray") == 3
    # Badges in one cell stand in different corners; five more numbers are those of rows and columns.
    assert len(set(re.findall('<text x="([^"]*)" y="([^"]*)">[123]</text>', text))) == 4 + 5
