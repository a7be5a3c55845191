"""Double Choco on tiny boards with the rules kept apart, for tests, comparison and explanations.

A variable for each connected set of cells, it is a block, and for each border two: `cut`, it is between blocks, and
`line`, it is drawn. Each cell is in a block; a block has no cut inside and cuts all around, so blocks do not overlap.
A set that breaks a rule of the game is forbidden by one clause for each rule that it breaks, labelled with its code:
without one of the rules the sets that break just that rule may be blocks. Lines are drawn where cuts are, and, by the
rule of loose ends, nowhere else: without it lines that separate nothing are drawn too, some with a loose end.

Connected sets are many, 11,506 on a 4x4 board, hence the limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell, components
from puzzlewright.puzzles.double_choco.rules import Answer, Instance
from puzzlewright.shape import congruent
from puzzlewright.solvers.cnf import Cnf, Model

MOST_CELLS = 16


def build(
    board: Instance, deadline: Deadline | None = None, *, leave_out: Collection[str] = ()
) -> Model[Answer]:
    """The model of a board of up to MOST_CELLS cells, without some of the rules, which are given by their codes.

    Raises ValueError for a larger board, and OutOfTime.
    """
    if len(board.grid) > MOST_CELLS:
        raise ValueError(f"a board of {len(board.grid)} cells is too large, {MOST_CELLS} is the limit")
    deadline = deadline or Deadline()
    cnf = Cnf(leave_out)
    add = cnf.clauses.append
    edges = list(board.grid.edges())
    cut = {edge: cnf.new() for edge in edges}
    line = {edge: cnf.new() for edge in edges}
    holders: dict[Cell, list[int]] = {cell: [] for cell in board.grid}
    for block in _connected_sets(board, deadline):
        chosen = cnf.new()
        cells = sorted(block)
        cnf.rule("block", cells)
        for edge in edges:
            inside = (edge[0] in block) + (edge[1] in block)
            if inside:
                add((-chosen, -cut[edge] if inside == 2 else cut[edge]))
        for cell in cells:
            holders[cell].append(chosen)
        for code in _broken(board, block):
            cnf.rule(code, cells)
            add((-chosen,))
    for cell, blocks in holders.items():
        cnf.rule("cover", (cell,))
        add(blocks)
    for edge in edges:
        cnf.rule("line", edge)
        add((-cut[edge], line[edge]))
        cnf.rule("bdDeadEnd", edge)
        add((-line[edge], cut[edge]))
    cnf.finish()
    return Model(
        cnf=cnf,
        places=dict(line.items()),
        values=("line", "none"),
        read=lambda marked: Answer(frozenset(marked)),  # type: ignore[arg-type]
        marked=lambda answer: answer.borders,
    )


def _connected_sets(board: Instance, deadline: Deadline) -> Iterator[frozenset[Cell]]:
    """Every connected set of cells once, from its first cell: cells that were passed over are not free any more."""
    bits = Bitboard(board.grid)
    free = bits.all
    for root in positions(bits.all):
        deadline.check()
        free ^= 1 << root
        stack = [(1 << root, free)]
        while stack:
            chosen, left = stack.pop()
            yield frozenset(bits.cells(chosen))
            for position in positions(bits.grow(chosen) & left):
                left ^= 1 << position
                stack.append((chosen | 1 << position, left))


def _broken(board: Instance, block: frozenset[Cell]) -> list[str]:
    """Codes of the rules that a block breaks by itself."""
    areas = components(block & board.grey) + components(block - board.grey)
    sized = [(len(area), number) for area in areas for cell in area if (number := board.numbers.get(cell))]
    broken = {
        "bkSubLt2": len(areas) < 2,
        "bkSizeLt": any(size < number for size, number in sized),
        "bkSubGt2": len(areas) > 2,
        "bkDifferentShape": len(areas) == 2 and not congruent(*areas),
        "bkSizeGt": any(size > number for size, number in sized),
    }
    return [code for code, is_broken in broken.items() if is_broken]
