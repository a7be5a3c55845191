"""Cells, borders, names, connected parts; bitboards against them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlewright.bitboard import Bitboard, moved, positions
from puzzlewright.grid import Cell, Grid, between, cell_name, cell_names, components, place_name, touching

grids = st.builds(Grid, st.integers(1, 6), st.integers(1, 6))


@given(grids)
def test_numbers_of_cells_and_edges(grid: Grid) -> None:
    cells = list(grid)
    assert len(cells) == len(grid) == grid.rows * grid.cols
    assert [grid.index(cell) for cell in cells] == list(range(len(grid)))
    assert [grid.cell(number) for number in range(len(grid))] == cells
    edges = list(grid.edges())
    assert len(set(edges)) == len(edges) == 2 * grid.rows * grid.cols - grid.rows - grid.cols
    assert [grid.edge_index(edge) for edge in edges] == list(range(len(edges)))
    assert [grid.edge(number) for number in range(len(edges))] == edges
    assert {between(*edge[::-1]) for edge in edges} == set(edges)
    assert {(one, other) for one in cells for other in grid.neighbours(one) if one < other} == set(edges)
    assert all(touching(*edge) for edge in edges)


def test_edges_of_a_board_that_is_not_square() -> None:
    assert list(Grid(2, 3).edges()) == [
        ((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 0), (1, 1)), ((1, 1), (1, 2)),
        ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)),
    ]  # fmt: skip


@pytest.mark.parametrize("thing", [(0, 3), (2, 0), (-1, 0), (0, -1), "r1c1", (0,), None])
def test_not_on_the_board(thing: object) -> None:
    assert thing not in Grid(2, 3)


def test_names() -> None:
    assert cell_name((0, 11)) == "r1c12"
    assert cell_names([(1, 0), (0, 1)]) == "r1c2 r2c1"
    assert cell_names([(0, col) for col in range(9)], limit=2) == "r1c1 r1c2 and 7 more"


@given(grids, st.integers(0, 2**32))
def test_components(grid: Grid, seed: int) -> None:
    rng = random.Random(seed)
    cells = {cell for cell in grid if rng.random() < 0.6}
    cut = {edge for edge in grid.edges() if rng.random() < 0.3}
    parts = components(cells, cut)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    part_of = {cell: number for number, part in enumerate(parts) for cell in part}
    for one, other in grid.edges():
        if one in cells and other in cells and (one, other) not in cut:
            assert part_of[one] == part_of[other]
    # Each part hangs together: no smaller number of parts could hold the same joins.
    joins = {frozenset((part_of[a], part_of[b])) for a, b in grid.edges() if {a, b} <= cells and (a, b) not in cut}
    assert all(len(join) == 1 for join in joins)
    for part in parts:
        reached = {min(part)}
        while more := {
            b for a in reached for b in grid.neighbours(a) if b in part - reached and between(a, b) not in cut
        }:
            reached |= more
        assert reached == part


@given(grids, st.integers(0, 2**32))
def test_bitboards_do_what_sets_do(grid: Grid, seed: int) -> None:
    rng = random.Random(seed)
    bits = Bitboard(grid)
    cells = {cell for cell in grid if rng.random() < 0.6}
    mask = bits.mask(cells)
    assert set(bits.cells(mask)) == cells
    assert [bits.position(cell) for cell in sorted(cells)] == positions(mask)
    assert all(bits.cell(bits.position(cell)) == cell for cell in cells)
    around = cells | {other for cell in cells for other in grid.neighbours(cell)}
    assert bits.grow(mask) & bits.all == bits.mask(around)

    rows, cols = rng.randint(-5, 5), rng.randint(-grid.cols + 1, grid.cols - 1)
    shifted: set[Cell] = {(row + rows, col + cols) for row, col in cells}
    by = rows * bits.stride + cols
    assert set(bits.cells(moved(mask, by) & bits.all)) == {cell for cell in shifted if cell in grid}

    for start in sorted(cells)[:3]:
        (part,) = [part for part in components(cells) if start in part]
        assert bits.flood(bits.mask([start]), mask) == bits.mask(part)


def test_names_of_places() -> None:
    assert place_name((2, 0)) == "r3c1"
    assert place_name(((0, 0), (0, 1))) == "r1c1-r1c2"
