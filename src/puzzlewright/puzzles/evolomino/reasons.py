"""Evolomino for explanations: the rules as a person names them, each instance behind a switch of its own.

A block is named by the square on an arrow that it holds: it is that square and the squares off arrows joined to it.
Variables: `x` of a cell, it is a square; `z` of an arrow cell a and a cell c, both are squares and c is joined to a by
squares off arrows; for cells p before q on one arrow `g`, the block at q is the block at p moved and one new square,
with `t` for each shift and `new` for each cell.

The bookkeeping is exact and hides no rule:

- `z` is what it says in every assignment. Upwards: a square off arrows beside a cell that is joined to a is joined to
  a. Downwards: what is joined is a square and has a joined neighbour; and `refine` cuts islands off, sets of joined
  squares that are not connected to a. Any filling has exactly one such `z`.
- `g` may be false in any filling, with `t` and `new` false as well, so each filling extends. It can be true only if
  one shift takes all of z[p] into z[q] and misses one square of it, which is `new`. Shifts by one cell or none are left
  out: they say that the second block touches or is the first one, and then it is not another block.

The rules by pzpr's codes:

- bsNoArrow at a cell off arrows: a square there is joined to a square on an arrow.
- bsArrowGt2 at two arrow cells: they are not squares of one block. With all such pairs kept apart, blocks are what `z`
  says.
- arBlockLt2 at an arrow: two squares or more on it. Kept apart they are in different blocks.
- bsNotEvol at two cells of an arrow: if both are squares and none between them is, then `g`. Neighbours on an arrow
  are never both squares, so such cells are two or more apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlewright.bitboard import Bitboard, moved, positions
from puzzlewright.deadline import Deadline
from puzzlewright.puzzles.evolomino.phrases import TEXTS
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.solvers.cnf import Clause, Cnf, Label
from puzzlewright.solvers.reasons import Reasons, Rule

SQUARE, EMPTY = "square", "empty"


def build(board: Instance, deadline: Deadline | None = None) -> Reasons[Answer]:
    """The model of a board whose arrows are valid. Raises OutOfTime."""
    builder = _Builder(board, deadline or Deadline())
    return Reasons(
        cnf=builder.cnf,
        rules=tuple(builder.rules),
        places={builder.bits.cell(position): variable for position, variable in builder.x.items()},
        given=tuple(builder.x[builder.bits.position(cell)] for cell in sorted(board.squares)),
        values=(SQUARE, EMPTY),
        refine=builder.refine,
        read=lambda marked: Answer(board.squares | frozenset(marked)),  # type: ignore[arg-type]
        texts=TEXTS,
    )


class _Builder:
    def __init__(self, board: Instance, deadline: Deadline) -> None:
        self.deadline = deadline
        self.bits = bits = Bitboard(board.grid)
        self.cnf = cnf = Cnf()
        self.rules: list[Rule] = []
        stride = bits.stride
        self.steps = (-stride, -1, 1, stride)
        self.on_arrows = bits.mask(board.arrow_cells)
        cells = bits.all & ~bits.mask(board.shaded)
        self.body = cells & ~self.on_arrows
        self.x = cnf.new_for(positions(cells))
        self.reach: dict[int, int] = {}
        for at in positions(self.on_arrows):
            deadline.check()
            self.reach[at] = bits.flood(1 << at, self.body | 1 << at)
        cnf.rule("bookkeeping")
        cnf.reserve(6 * sum(reach.bit_count() for reach in self.reach.values()))
        self.z: dict[int, dict[int, int]] = {}
        for at, reach in self.reach.items():
            deadline.check()
            self.z[at] = {at: self.x[at], **cnf.new_for(positions(reach & ~(1 << at)))}
        for at in self.z:
            deadline.check()
            self._joined(at)
        self._no_arrow()
        self._apart()
        arrows = [[bits.position(cell) for cell in arrow] for arrow in board.arrows]
        for arrow in arrows:
            self._rule("arBlockLt2", arrow, [[self.x[other] for other in arrow if other != at] for at in arrow])
        for arrow in arrows:
            for first, before in enumerate(arrow):
                for last in range(first + 2, len(arrow)):
                    deadline.check()
                    after = arrow[last]
                    between = [self.x[other] for other in arrow[first + 1 : last]]
                    grown = self._growth(before, after)
                    self._rule("bsNotEvol", [before, after], [[-self.x[before], -self.x[after], grown, *between]])
        cnf.finish()

    def _rule(self, rule: str, places: Sequence[int], clauses: Sequence[Clause]) -> None:
        label = Label(rule, tuple(self.bits.cell(position) for position in places))
        self.rules.append(Rule(label, tuple(clauses)))

    def _joined(self, at: int) -> None:
        """What it means to be joined to an arrow cell, but for islands."""
        add, held = self.cnf.clauses.append, self.z[at]
        for position, joined in held.items():
            around = [position + step for step in self.steps if position + step in held]
            if position != at:
                add((-joined, self.x[position]))
                add((-joined, self.x[at]))
                add([-joined, *(held[other] for other in around)])
            for other in around:
                if other != at:
                    add((-joined, -self.x[other], held[other]))

    def refine(self, true: frozenset[int]) -> bool:
        """Cut off the islands: squares joined to each other, but not to the arrow cell that they name."""
        bits, add = self.bits, self.cnf.clauses.append
        stands = True
        for at, held in self.z.items():
            joined = 0
            for position, variable in held.items():
                if variable in true:
                    joined |= 1 << position
            if not joined:
                continue
            reached = bits.flood(1 << at, joined)
            left = joined & ~reached
            if not left:
                continue
            stands = False
            # One of the cells around what is reached must be joined too, or one around the island; both are true.
            border = [held[other] for other in positions(bits.grow(reached) & ~reached) if other in held]
            for position in positions(bits.flood(left & -left, left)):
                add([-held[position], *border])
            while left:
                island = bits.flood(left & -left, left)
                left &= ~island
                border = [held[other] for other in positions(bits.grow(island) & ~island) if other in held]
                for position in positions(island):
                    add([-held[position], *border])
        return stands

    def _no_arrow(self) -> None:
        holders: dict[int, list[int]] = {position: [] for position in positions(self.body)}
        for at, held in self.z.items():
            for position, joined in held.items():
                if position != at:
                    holders[position].append(joined)
        for position, held_by in holders.items():
            self._rule("bsNoArrow", [position], [[-self.x[position], *held_by]])

    def _apart(self) -> None:
        x, z = self.x, self.z
        beside: dict[tuple[int, int], list[Clause]] = {}
        for at, held in z.items():
            for other in z:
                if other == at:
                    continue
                around = [other + step for step in self.steps]
                clauses: list[Clause] = [(-held[position], -x[other]) for position in around if position in held]
                beside.setdefault((min(at, other), max(at, other)), []).extend(clauses)
        for (one, other), clauses in beside.items():
            # Neighbours get their one clause from both sides.
            if clauses:
                self._rule("bsArrowGt2", [one, other], list(dict.fromkeys(tuple(sorted(each)) for each in clauses)))

    def _growth(self, before: int, after: int) -> int:
        """A variable that is true only if the block at `after` is the one at `before`, moved, plus one square."""
        cnf, bits = self.cnf, self.bits
        add = cnf.clauses.append
        grown = cnf.new()
        earlier, later = self.z[before], self.z[after]
        regions: dict[int, int] = {}
        for position in positions(self.reach[after]):
            shift = position - before
            if shift == 0 or shift in self.steps:
                continue
            region = bits.flood(1 << before, self.reach[before] & moved(self.reach[after], -shift))
            if bits.grow(moved(region, shift)) >> after & 1:
                regions[shift] = region
        if not regions:
            add((-grown,))
            return grown
        cnf.reserve(3 * sum(region.bit_count() for region in regions.values()))
        shifts = cnf.new_for(list(regions))
        new = cnf.new_for(list(later))
        add([-grown, *shifts.values()])
        add([-grown, *new.values()])
        cnf.at_most_one(list(shifts.values()))
        cnf.at_most_one(list(new.values()))
        leaves: dict[int, list[int]] = {position: [] for position in earlier}
        arrives: dict[int, list[int]] = {position: [] for position in later}
        for shift, region in regions.items():
            chosen = shifts[shift]
            for position in positions(region):
                target = position + shift
                add((-chosen, -earlier[position], later[target]))
                add((-chosen, -earlier[position], -new[target]))
                add((-chosen, -later[target], earlier[position], new[target]))
                leaves[position].append(chosen)
                arrives[target].append(chosen)
        for position, held in earlier.items():
            add([-grown, -held, *leaves[position]])
        for position, held in later.items():
            add([-grown, -held, new[position], *arrives[position]])
            add((-new[position], held))
        return grown
