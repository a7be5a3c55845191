"""Shapes up to moving, and up to turning and mirroring."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from puzzlewright.grid import Cell
from puzzlewright.shape import TURNS, congruent, grown_by_one, normal

shapes = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=7)


@given(shapes, st.integers(-9, 9), st.integers(-9, 9))
def test_normal_form_forgets_where(cells: set[Cell], down: int, right: int) -> None:
    assert normal((row + down, col + right) for row, col in cells) == normal(cells)
    assert len(normal(cells)) == len(cells)


@given(shapes)
def test_canonical_form_forgets_turns(cells: set[Cell]) -> None:
    for turn in TURNS:
        assert congruent(cells, [turn(row, col) for row, col in cells])


def test_the_eight_turns_are_eight() -> None:
    corner = [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert len({normal(turn(row, col) for row, col in corner) for turn in TURNS}) == 8
    assert not congruent(corner, [(0, 0), (0, 1), (0, 2), (1, 1)])


@given(shapes, st.integers(0, 2**32), st.integers(-4, 4), st.integers(-4, 4))
def test_grown_by_one(small: set[Cell], seed: int, down: int, right: int) -> None:
    rng = random.Random(seed)
    large = {(row + down, col + right) for row, col in small}
    assert not grown_by_one(small, large)
    large.add(rng.choice([(row, col) for row in range(-9, 9) for col in range(-9, 9) if (row, col) not in large]))
    assert grown_by_one(small, large)
    assert not grown_by_one(large, small)


@given(shapes, shapes)
def test_grown_by_one_is_what_it_says(small: set[Cell], large: set[Cell]) -> None:
    said = any(normal(large - {cell}) == normal(small) for cell in large)
    assert grown_by_one(small, large) == said


def test_turned_does_not_count_as_grown() -> None:
    bar = [(0, 0), (0, 1), (0, 2)]
    assert grown_by_one(bar, [(5, 5), (5, 6), (5, 7), (6, 6)])
    assert not grown_by_one(bar, [(5, 5), (6, 5), (7, 5), (6, 6)])
