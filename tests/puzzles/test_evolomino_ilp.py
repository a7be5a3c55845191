"""The integer program of Evolomino as arrays: its size, its families, its points."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import puzzlewright as pw
from boards import good_board
from commands import SAMPLE
from puzzlewright import forms
from puzzlewright.deadline import Deadline, OutOfSpace, OutOfTime
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino import ilp
from puzzlewright.puzzles.evolomino.arrows import reach
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.solvers.program import Program

PUBLISHED = {
    5: (17480, 57271), 6: (34828, 144423), 7: (60458, 300723), 8: (95750, 562150), 9: (148878, 1055808),
    10: (208369, 1681520), 11: (307754, 2923043), 12: (449392, 5137201), 13: (573852, 6961125),
    14: (805807, 11396598), 15: (1131079, 19021552), 16: (1278509, 21962638), 17: (1642288, 31129490),
    18: (2045583, 43346423),
}  # fmt: skip
"""Variables and constraints of samples 1 to 40 of each size, added up from the authors' own list of results."""


def board(
    rows: int, cols: int, *arrows: list[Cell], shaded: tuple[Cell, ...] = (), squares: tuple[Cell, ...] = ()
) -> Instance:
    links = frozenset(link for arrow in arrows for link in pairwise(arrow))
    return Instance(rows, cols, frozenset(shaded), frozenset(squares), links)


NIKOLI = board(
    5, 5,
    [(2, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3)], [(3, 4), (3, 3), (2, 3)], [(4, 0), (4, 1), (4, 2)],
    shaded=((1, 3), (4, 4)), squares=((1, 4), (2, 0)),
)  # fmt: skip
"""The example of Nikoli's page, whose size the paper gives."""


def size(program: Program) -> tuple[int, int]:
    return program.width, program.height


def test_published_sizes() -> None:
    assert size(ilp.build(NIKOLI)) == (509, 1709)
    sample = pw.read(SAMPLE)
    assert isinstance(sample, Instance)
    assert size(ilp.build(sample)) == (580, 1832)


def test_empty_rows() -> None:
    """Family 14 has rows for neighbours that no flow reaches: 0 <= M y."""
    program = ilp.build(NIKOLI)
    lengths = np.diff(program.starts)
    flows = next(family for family in program.families if family.name == "14")
    empty = np.count_nonzero(lengths[flows.start : flows.stop] == 1)
    assert (empty, program.height - empty) == (65, 1644)


def test_cells_in_reach() -> None:
    """The arrows are sorted by their first cell, and so are those of the paper's example."""
    assert [len(reach(NIKOLI, arrow)) for arrow in NIKOLI.arrows] == [16, 12, 9]


SIDES = [side if side < 9 else pytest.param(side, marks=pytest.mark.long) for side in PUBLISHED]


@pytest.mark.parametrize("side", SIDES)
def test_sizes_of_the_published_boards(side: int, shared: Path) -> None:
    variables = constraints = 0
    for file in sorted((shared / f"data/evolomino-benchmark/{side}x{side}").glob("*.txt")):
        program = ilp.build(forms.load(file).board)
        variables += program.width
        constraints += program.height
    assert (variables, constraints) == PUBLISHED[side]


def point(program: Program, found: Instance, squares: frozenset[Cell]) -> np.ndarray:
    """A point of the program for an answer: blocks, flows along trees, and shifts worked out one by one."""
    from puzzlewright.grid import components

    grid = found.grid
    at = np.zeros(program.width)
    named = {name: column for column, name in enumerate(program.column_names())}

    def put(name: str, *keys: int, value: float = 1) -> None:
        at[named["_".join([name, *map(str, keys)]).replace("-", "m")]] = value

    for row, col in squares:
        put("x", row + 1, col + 1)
    block_of = {cell: block for block in components(squares) for cell in block}
    for number, arrow in enumerate(found.arrows, 1):
        before: tuple[Cell, frozenset[Cell]] | None = None
        for order, anchor in enumerate([cell for cell in arrow if cell in block_of], 1):
            block = block_of[anchor]
            put("b", number, order)
            put("N", number, order, value=len(block))
            put("F", number, order, anchor[0] + 1, anchor[1] + 1, value=len(block))
            for row, col in block:
                put("y", number, order, row + 1, col + 1)
            tree, queue = {anchor: anchor}, [anchor]
            for cell in queue:
                for other in grid.neighbours(cell):
                    if other in block and other not in tree:
                        tree[other] = cell
                        queue.append(other)
            below = dict.fromkeys(block, 1)
            for cell in reversed(queue[1:]):
                parent = tree[cell]
                below[parent] += below[cell]
                put("f", number, order, parent[0] + 1, parent[1] + 1, cell[0] + 1, cell[1] + 1, value=below[cell])
            if before is not None:
                down, right = next(
                    (row - start[0], col - start[1])
                    for start in [min(before[1])]
                    for row, col in sorted(block)
                    if {(cell[0] + row - start[0], cell[1] + col - start[1]) for cell in before[1]} <= block
                )
                put("t", number, order, down, right)
            before = anchor, block
    return at


def test_an_answer_is_a_point() -> None:
    """The program as equations, without any solver: an answer satisfies all rows, and a wrong one breaks some."""
    sample = pw.read(SAMPLE)
    assert isinstance(sample, Instance)
    (answer,) = pw.solve(sample).answers
    program = ilp.build(sample)
    at = point(program, sample, answer.squares)
    assert program.broken(at) == []
    for cell in sorted(answer.squares - sample.squares):
        less = at.copy()
        less[sample.grid.index(cell)] = 0
        assert program.broken(less) == ["1"]
    for cell in sorted(sample.shaded):
        more = at.copy()
        more[sample.grid.index(cell)] = 1
        assert "x" in program.broken(more)


def test_families_and_groups_cover_the_program() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        program = ilp.build(good_board(rng, rng.randint(1, 5), rng.randint(1, 7)))
        for groups, end in ((program.variables, program.width), (program.families, program.height)):
            assert [group.start for group in groups] + [end] == [0] + [group.stop for group in groups]
        assert [family.name for family in program.families] == list(ilp.FAMILIES)
        assert len(set(program.column_names())) == program.width
        assert len(set(program.row_names())) == program.height
        assert program.columns.dtype == np.int32 and (program.columns < program.width).all()
        # No column comes twice in a row.
        assert len(np.unique(program.rows.astype(np.int64) * program.width + program.columns)) == len(program.columns)


def test_a_family_can_be_left_out() -> None:
    whole = ilp.build(NIKOLI)
    for name in ilp.FAMILIES:
        rest = ilp.build(NIKOLI, leave_out={name})
        sizes = {family.name: len(family) for family in rest.families}
        assert sizes == {family.name: len(family) * (family.name != name) for family in whole.families}
        assert rest.height == sum(sizes.values()) == len(rest.starts) - 1


def test_describe() -> None:
    text = ilp.build(NIKOLI).describe()
    lines = [line.split()[:2] for line in text.splitlines() if line]
    assert lines[0] == ["variables", "509"] and ["constraints", "1,709"] in lines and ["x", "25"] in lines
    program = ilp.build(NIKOLI)
    assert all([family.name, f"{len(family):,}"] in lines for family in program.families)


def test_no_time_and_no_space() -> None:
    with pytest.raises(OutOfTime):
        ilp.build(NIKOLI, Deadline(0))
    arrows = [[(row, col + step) for step in range(9)] for row in range(0, 100, 4) for col in range(0, 91, 10)]
    with pytest.raises(OutOfSpace):
        ilp.build(board(100, 100, *arrows))


def test_boards_without_arrows() -> None:
    """Family 1 alone is left: no square anywhere."""
    program = ilp.build(Instance(2, 3, shaded=frozenset({(0, 0)})))
    assert size(program) == (6, 5)
    assert program.broken(np.zeros(6)) == [] and program.broken(np.eye(6)[4]) == ["1"]
    assert ilp.build(Instance(1, 1, frozenset({(0, 0)}))).broken([0]) == []


def test_reading_a_point() -> None:
    formulation = ilp.formulate(NIKOLI)
    assert formulation.places[7] == (1, 2) and formulation.read([(1, 2)]) == Answer(frozenset({(1, 2)}))
    assert formulation.hopeless == ""
    assert ilp.formulate(board(1, 2, [(0, 0), (0, 1)])).hopeless == "r1c1: the arrow is too short for two blocks"
