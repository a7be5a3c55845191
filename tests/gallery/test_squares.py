"""Fewest squares: the bound of the search, rectangles, tilings that are none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlewright import gallery
from puzzlewright.gallery.squares import ENTRY, cut_through, placements
from puzzlewright.gallery.squares_search import still_needed

# Rows 1 to 15 of OEIS A219158; there the whole square counts as a tiling of the square.
A219158 = """
1; 2 1; 3 3 1; 4 2 4 1; 5 4 4 5 1; 6 3 2 3 5 1; 7 5 5 5 5 5 1; 8 4 5 2 5 4 7 1; 9 6 3 6 6 3 6 7 1;
10 5 6 4 2 4 6 5 6 1; 11 7 6 6 6 6 6 6 7 6 1; 12 6 4 3 6 2 6 3 4 5 7 1; 13 8 7 7 6 6 6 6 7 7 6 7 1;
14 7 7 5 7 5 2 5 7 5 7 5 7 1; 15 9 5 7 3 4 8 8 4 3 7 5 8 7 1
"""
# OEIS A018835, from 2 x 2 on.
A018835 = [4, 6, 4, 8, 4, 9, 4, 6, 4, 11, 4, 11, 4, 6, 4, 12, 4, 13, 4]


def test_all_squares_to_20() -> None:
    assert [gallery.solve("squares", rows=n, columns=n).value for n in range(2, 21)] == A018835


def test_all_rectangles_to_15() -> None:
    for rows, line in enumerate(A219158.split(";"), 1):
        for columns, fewest in enumerate(map(int, line.split()), 1):
            if columns < rows:
                assert gallery.solve("squares", rows=rows, columns=columns).value == fewest, (rows, columns)


@pytest.mark.long
def test_turned_rectangles_and_scaled_ones_to_30() -> None:
    fewest = {
        (rows, columns): gallery.solve("squares", rows=rows, columns=columns).value
        for rows in range(1, 31) for columns in range(1, 31) if rows != columns
    }  # fmt: skip
    for (rows, columns), value in fewest.items():
        assert value == fewest[columns, rows]
        assert isinstance(value, int)
        if (half := fewest.get((rows // 2, columns // 2))) is not None and rows % 2 == columns % 2 == 0:
            assert isinstance(half, int) and value <= half


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (6, 5), (4, 7), (8, 8), (7, 9)])
def test_the_program_agrees_with_the_search(rows: int, columns: int) -> None:
    by_program = gallery.solve("squares", rows=rows, columns=columns, method="program")
    assert by_program.proved and by_program.value == gallery.solve("squares", rows=rows, columns=columns).value


@cache
def fewest_above(heights: tuple[int, ...], rows: int) -> int:
    """Squares that fill what is above a skyline, by trying everything."""
    y = min(heights)
    if y == rows:
        return 0
    x = heights.index(y)
    best = rows * len(heights)
    for side in range(1, rows - y + 1):
        if x + side > len(heights) or any(height != y for height in heights[x : x + side]):
            break
        filled = heights[:x] + (y + side,) * side + heights[x + side :]
        best = min(best, 1 + fewest_above(filled, rows))
    return best


@settings(deadline=None)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=6))
def test_the_bound_is_one(heights: list[int]) -> None:
    skyline = np.array(heights, np.int64)
    assert still_needed(skyline, 6, np.zeros(len(heights), np.int64)) <= fewest_above(tuple(heights), 6)


def test_segments_that_may_be_one_in_the_end_are_counted_once() -> None:
    # One square fills the dip, one lies over all three. Counting segments would say 3.
    assert fewest_above((5, 5, 5, 3, 3, 5, 5, 5), 13) == 2
    assert still_needed(np.array((5, 5, 5, 3, 3, 5, 5, 5)), 13, np.zeros(8, np.int64)) == 2


@pytest.mark.parametrize("side", [2, 5, 13])
def test_placements(side: int) -> None:
    assert len(placements(side, side)) == (side - 1) * (2 * side**2 + 5 * side + 6) // 6


def test_a_time_limit_gives_the_best_cuts_and_a_bound() -> None:
    result = gallery.solve("squares", rows=47, columns=47, time_limit_s=1e-9)
    assert not result.proved and result.reason
    assert result.value == len(cut_through(47, 47)) > 16 and isinstance(result.bound, int) and result.bound < 16


def test_what_is_wrong_with_a_tiling_is_told() -> None:
    values = ENTRY.values({"rows": 5, "columns": 5})
    result = gallery.solve("squares", rows=5, columns=5)
    assert isinstance(result.plan, list)
    assert ENTRY.verify(values, result) == []
    assert any("covered 0 times" in wrong for wrong in ENTRY.verify(values, replace(result, plan=result.plan[1:])))
    assert any(
        "covered 2 times" in wrong for wrong in ENTRY.verify(values, replace(result, plan=[*result.plan, [0, 0, 1]]))
    )
    assert any("inside" in wrong for wrong in ENTRY.verify(values, replace(result, plan=[[4, 4, 2]])))
    assert any(
        "not cut" in wrong for wrong in ENTRY.verify(values, replace(result, plan=[[0, 0, 5]], value=1, bound=1))
    )
    assert ENTRY.verify(values, replace(result, value=7)) != []
