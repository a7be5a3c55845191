"""The Ostomachion: geometry against the published lists, engines, colourings that are none."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from puzzlewright import gallery
from puzzlewright.deadline import Deadline
from puzzlewright.gallery.entry import WrongParameter
from puzzlewright.gallery.ostomachion import ENGINES, ENTRY, PIECES, SIDE, adjacent, area, in_order, shared

# The published lists, pieces numbered from 1.
AREAS = [6, 3, 21, 6, 12, 12, 12, 12, 6, 12, 6, 9, 3, 24]
EDGES = """1-2 1-6 2-3 2-6 3-4 3-6 3-9 4-5 4-10 5-11 6-7 6-8 7-8 8-9 9-10 10-11 10-14 11-12 12-13 13-14"""

FractionPoint = tuple[Fraction, Fraction]


def test_areas_and_neighbours_are_the_published_ones() -> None:
    assert [area(piece) for piece in PIECES] == AREAS
    assert [f"{p + 1}-{q + 1}" for p, q in adjacent()] == EDGES.split()


def clipped(piece: list[FractionPoint], a: tuple[int, int], b: tuple[int, int]) -> list[FractionPoint]:
    """The part of a convex polygon to the left of the line from a to b."""

    def side(point: FractionPoint) -> Fraction:
        return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])

    kept: list[FractionPoint] = []
    for one, other in pairwise([*piece, *piece[:1]]):
        if side(one) >= 0:
            kept.append(one)
        if side(one) * side(other) < 0:
            at = side(one) / (side(one) - side(other))
            kept.append((one[0] + at * (other[0] - one[0]), one[1] + at * (other[1] - one[1])))
    return kept


def test_the_pieces_are_a_square_without_gap_or_overlap() -> None:
    assert sum(map(area, PIECES)) == SIDE * SIDE
    for piece in PIECES:
        assert all(0 <= place <= SIDE for point in piece for place in point)
        corners = [*piece, *piece[:2]]
        for (x, y), (a, b), (c, d) in zip(corners, corners[1:], corners[2:], strict=False):
            assert (a - x) * (d - b) - (b - y) * (c - a) >= 0, "the pieces are convex, counter-clockwise"
    for one, other in combinations(PIECES, 2):
        common = [(Fraction(x), Fraction(y)) for x, y in one]
        for a, b in pairwise([*other, other[0]]):
            common = clipped(common, a, b)
        sides = pairwise([*common, *common[:1]])
        assert sum(x * d - c * y for (x, y), (c, d) in sides) == 0


@pytest.mark.parametrize(
    ("p", "q", "touch"), [(4, 9, False), (3, 9, True), (1, 7, False), (10, 14, True), (6, 9, False)]
)
def test_touching_in_a_point_is_not_enough(p: int, q: int, touch: bool) -> None:
    assert shared(PIECES[p - 1], PIECES[q - 1]) is shared(PIECES[q - 1], PIECES[p - 1]) is touch


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(("colours", "count"), [(2, 0), (3, 2), (4, 9)])
def test_each_engine(name: str, colours: int, count: int) -> None:
    found = list(ENGINES[name](colours, Deadline()))
    assert len(found) == len(set(found)) == count
    assert all(colouring == in_order(colouring) for colouring in found)


def test_the_numbers_with_names() -> None:
    assert gallery.solve("ostomachion").facts["with_names_of_colours"] == 216


def test_what_is_wrong_is_found() -> None:
    values = ENTRY.values({})
    result = gallery.solve("ostomachion")
    plan = result.plan
    assert isinstance(plan, list) and ENTRY.verify(values, result) == []
    assert ENTRY.verify(values, replace(result, plan=plan[1:], value=8)) != []
    assert ENTRY.verify(values, replace(result, plan=plan[1:], value=8, proved=False)) == []
    assert ENTRY.verify(values, replace(result, plan=[*plan[1:], plan[1]])) != []
    assert (
        ENTRY.verify(values, replace(result, plan=[[1 - one if one < 2 else one for one in plan[0]], *plan[1:]])) != []
    )
    swapped = [*plan[0]]
    swapped[4], swapped[5] = swapped[5], swapped[4]
    assert ENTRY.verify(values, replace(result, plan=[swapped, *plan[1:]])) != [] or swapped == plan[0]
    assert ENTRY.verify(values, replace(result, value=8)) != []


def test_five_colours_cannot_share_the_area() -> None:
    with pytest.raises(WrongParameter, match="colours takes a number that divides the area of 144, not 5"):
        ENTRY.values({"colours": 5})


def test_a_time_limit() -> None:
    result = gallery.solve("ostomachion", time_limit_s=1e-9)
    assert (result.value, result.proved, result.bound, result.plan) == (None, False, None, [])
