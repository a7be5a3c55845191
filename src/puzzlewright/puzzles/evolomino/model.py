"""Evolomino as clauses.

Variables: `x` of a cell, it holds a square; `y` of a block and a cell, the block holds the cell; `exists` of a block;
for each step from a block to the next `shift` of each translation and `new` of each cell that may be the added one;
for the first block of an arrow labels that say how far along squares a cell is from the anchor.

The program is exact: it knows no bound on the size of blocks. Clauses carry the code of `rules.RULES` that they stand
for, `given` for clues, or `block` for what a block is (an anchor, connected, maximal).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puzzlewright.bitboard import moved, positions
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.outcome import Place
from puzzlewright.puzzles.evolomino import domains as domain
from puzzlewright.puzzles.evolomino.domains import Block, Domains, Step
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.solvers.cnf import Cnf, Model

_NEAR = 4
"""Radius of the restricted model that large boards are tried with first."""

_LARGE = 3_000
"""Floods from which on the restricted model comes first."""


def models(board: Instance, deadline: Deadline, *, exact: bool = False) -> Iterator[Model[Answer]]:
    """The exact model, for large boards after one of small blocks unless `exact`. Raises OutOfTime."""
    if not exact and domain.work(domain.start(board, deadline)) > _LARGE:
        yield build(board, deadline, radius=_NEAR)
    yield build(board, deadline)


def build(
    board: Instance,
    deadline: Deadline | None = None,
    *,
    lifted: Collection[Cell] = (),
    narrow: bool = True,
    radius: int | None = None,
    leave_out: Collection[str] = (),
) -> Model[Answer]:
    """The model of a board whose arrows are valid.

    Clues on `lifted` cells hold only while the literal `model.clues[cell]` is assumed. With `narrow` False no clause
    presumes another rule than its own, which `leave_out`, the codes of rules to drop, needs. `radius` keeps blocks
    near their arrows and makes the model inexact. Raises OutOfTime.
    """
    if leave_out and narrow:
        raise ValueError("rules can only be left out of a model that is not narrowed")
    free = frozenset(lifted)
    deadline = deadline or Deadline()
    found = domain.find(board, deadline, lifted=free, narrow=narrow, radius=radius)
    return _Builder(board, found, free, Cnf(leave_out), deadline, narrow=narrow).model(exact=radius is None)


class _Builder:
    """Writes the clauses of one board, a method a rule."""

    def __init__(
        self,
        board: Instance,
        domains: Domains,
        lifted: frozenset[Cell],
        cnf: Cnf,
        deadline: Deadline,
        *,
        narrow: bool,
    ) -> None:
        self.board, self.domains, self.cnf, self.deadline, self.narrow = board, domains, cnf, deadline, narrow
        self.bits = domains.bits
        self.blocks = [block for blocks in domains.blocks for block in blocks]
        self.lifted = lifted
        used = domains.open if not narrow else 0
        for block in self.blocks:
            used |= block.cells
        self.x = cnf.new_for(positions(used))
        self.y = {id(block): cnf.new_for(positions(block.cells)) for block in self.blocks}
        self.exists = {id(block): cnf.new() for block in self.blocks if block.optional or not narrow}
        self.clues: dict[Cell, int] = {}

    def model(self, *, exact: bool) -> Model[Answer]:
        self.givens()
        if not self.domains.possible:
            self.cnf.rule("arBlockLt2")
            self.cnf.clauses.append(())
        if self.domains.possible or not self.narrow:
            self.squares_are_in_blocks()
            self.arrow_squares_are_apart()
            for blocks, steps in zip(self.domains.blocks, self.domains.steps, strict=True):
                for order, block in enumerate(blocks):
                    self.deadline.check()
                    self.existence(block, blocks[order - 1] if order else None)
                    self.anchor(block, blocks[order - 1] if order else None)
                    self.maximal(block)
                    if order:
                        self.growth(blocks[order - 1], block, steps[order - 1])
                    if not order or not self.narrow:
                        self.connected(block, steps)
        self.cnf.finish()
        fixed = self.domains.squares
        given = self.board.squares - self.lifted
        places: dict[Place, int] = {
            self.bits.cell(position): variable for position, variable in self.x.items() if not fixed >> position & 1
        }
        return Model(
            cnf=self.cnf,
            places=places,
            values=("square", "empty"),
            read=lambda marked: Answer(given | frozenset(marked)),  # type: ignore[arg-type]
            marked=lambda answer: answer.squares,
            exact=exact,
            clues=self.clues,
        )

    def label(self, rule: str, block: Block) -> None:
        self.cnf.rule(rule, [self.bits.cell(position) for position in self.domains.arrows[block.arrow]])

    def givens(self) -> None:
        """Pre-drawn squares, and clues that can be lifted."""
        add = self.cnf.clauses.append
        for position in positions(self.domains.squares):
            cell = self.bits.cell(position)
            self.cnf.rule("given", [cell])
            add((self.x[position],) if position in self.x else ())
        for cell in sorted(self.lifted):
            self.cnf.rule("given", [cell])
            square = self.x.get(self.bits.position(cell))
            if cell in self.board.squares:
                self.clues[cell] = clue = self.cnf.new()
                add((-clue, square) if square else (-clue,))
            elif cell in self.board.shaded:
                self.clues[cell] = clue = self.cnf.new()
                if square:
                    add((-clue, -square))

    def squares_are_in_blocks(self) -> None:
        """A square is in exactly one block of an arrow."""
        cnf = self.cnf
        add = cnf.clauses.append
        holders: dict[int, list[int]] = {position: [] for position in self.x}
        for block in self.blocks:
            for position, held in self.y[id(block)].items():
                holders[position].append(held)
        for position, square in self.x.items():
            cell = (self.bits.cell(position),)
            cnf.rule("bsNoArrow", cell)
            add([-square, *holders[position]])
            cnf.rule("block", cell)
            for held in holders[position]:
                add((-held, square))
            # Follows from the other clauses, but helps the search.
            cnf.at_most_one(holders[position])

    def arrow_squares_are_apart(self) -> None:
        """Neighbouring cells on arrows, the same or two, are not both squares: they would be one block."""
        for position in positions(self.domains.arrow_cells):
            for other in (position + 1, position + self.bits.stride):
                if position in self.x and other in self.x and self.domains.arrow_cells >> other & 1:
                    self.cnf.rule("bsArrowGt2", [self.bits.cell(position), self.bits.cell(other)])
                    self.cnf.clauses.append((-self.x[position], -self.x[other]))

    def existence(self, block: Block, before: Block | None) -> None:
        """The first two blocks exist; a later one only after the one before it; without it no cell is in it."""
        exists = self.exists.get(id(block))
        if exists is None:
            return
        add = self.cnf.clauses.append
        if not block.optional:
            self.label("arBlockLt2", block)
            add((exists,))
        self.label("block", block)
        for held in self.y[id(block)].values():
            add((-held, exists))
        if before is not None and id(before) in self.exists:
            add((-exists, self.exists[id(before)]))

    def anchor(self, block: Block, before: Block | None) -> None:
        """A block has one square on its arrow, two or more places behind that of the block before it."""
        add = self.cnf.clauses.append
        held = self.y[id(block)]
        anchors = positions(block.anchors)
        self.label("block", block)
        add([held[position] for position in anchors] + self.unless(block))
        if before is not None:
            place = {position: number for number, position in enumerate(self.domains.arrows[block.arrow])}
            earlier = self.y[id(before)]
            for position in anchors:
                add(
                    [-held[position]]
                    + [earlier[other] for other in positions(before.anchors) if place[other] <= place[position] - 2]
                )
        self.label("bsArrowGt2", block)
        self.cnf.at_most_one([held[position] for position in anchors])

    def maximal(self, block: Block) -> None:
        """A square that touches a block belongs to it; a square of it touches another, but for a block of one."""
        held, stride = self.y[id(block)], self.bits.stride
        inside: list[list[int]] = []
        grown: list[list[int]] = []
        outside: list[tuple[int, int]] = []
        for position, here in held.items():
            touching = [-here]
            for other in (position - stride, position - 1, position + 1, position + stride):
                square = self.x.get(other)
                if square is None:
                    continue
                there = held.get(other)
                if there is None:
                    outside.append((-here, -square))
                else:
                    inside.append([-here, -square, there])
                    touching.append(there)
            if not block.anchors >> position & 1:
                inside.append(touching)
            elif block.order:
                grown.append(touching)
        self.label("block", block)
        self.cnf.clauses.extend(inside)
        # Outside its own cells a block touches only squares on arrows, or what the narrowing has ruled out.
        self.label("bsArrowGt2", block)
        self.cnf.clauses.extend(outside)
        # A later block has two squares or more.
        self.label("bsNotEvol", block)
        self.cnf.clauses.extend(grown)

    def growth(self, before: Block, block: Block, step: Step) -> None:
        """A block is the one before it, moved by one shift, and one new square."""
        cnf, bits = self.cnf, self.bits
        add = cnf.clauses.append
        self.label("bsNotEvol", block)
        cnf.reserve(3 * sum(region.bit_count() for region in step.regions.values()))
        earlier, later = self.y[id(before)], self.y[id(block)]
        new = cnf.new_for(list(later))
        shifts = cnf.new_for(list(step.regions))
        # For each cell the shifts with which the earlier block may hold it, the later one may hold it as part of the
        # moved one, and the new square may lie there. Cells outside a region need no clause a shift.
        leaves: dict[int, list[int]] = {position: [] for position in earlier}
        arrives: dict[int, list[int]] = {position: [] for position in later}
        added: dict[int, list[int]] = {position: [] for position in later}
        for shift, region in step.regions.items():
            chosen = shifts[shift]
            for position in positions(region & before.cells):
                target = position + shift
                if target not in later:
                    continue
                old, held, extra = earlier[position], later[target], new[target]
                add((-chosen, -old, held))
                add((-chosen, -old, -extra))
                add((-chosen, -held, old, extra))
                leaves[position].append(chosen)
                arrives[target].append(chosen)
            for position in positions(bits.grow(moved(region, shift)) & block.cells):
                added[position].append(chosen)
        unless = self.unless(block)
        add([*shifts.values(), *unless])
        add([*new.values(), *unless])
        cnf.at_most_one(list(shifts.values()))
        cnf.at_most_one(list(new.values()))
        for position, old in earlier.items():
            add([-old, *leaves[position], *unless])
        for position, held in later.items():
            extra = new[position]
            add([-held, extra, *arrives[position]])
            add([-extra, *added[position]])
            add((-extra, held))

    def connected(self, block: Block, steps: list[Step]) -> None:
        """Every square of the block is joined to its anchor inside the block.

        A label of a cell says that it is within so many steps of an anchor. The labels of a cell start at its distance
        inside the domain and end where no path is longer, where the square itself serves as the label. The end is
        proven: a shortest path inside a block has at most as many steps as the block has cells, less one; and with a
        single anchor it passes only one neighbour of it. A first block that grows lies in the region of one shift of
        the first step. Later blocks need no labels: they grow from connected ones.
        """
        add = self.cnf.clauses.append
        held, anchors = self.y[id(block)], block.anchors
        single = anchors & (anchors - 1) == 0
        beside = self.bits.grow(anchors)
        longest: dict[int, int] = {}
        for region in steps[0].regions.values() if self.narrow else [block.cells]:
            region &= block.cells
            limit = 1 + (region & ~beside).bit_count() if single else region.bit_count() - 1
            for position in positions(region & block.body):
                if longest.get(position, 0) < limit:
                    longest[position] = limit
        if single:
            longest.update((position, 1) for position in positions(beside & block.body) if position in longest)
        shortest = self.distances(block)
        self.cnf.reserve(2 * sum(longest.values()))
        offset: dict[int, int] = {}
        for position, limit in longest.items():
            first = self.cnf.variables + 1
            self.cnf.variables += max(0, limit - shortest[position])
            offset[position] = first - shortest[position]
        self.label("block", block)
        for position, limit in longest.items():
            around = self.bits.grow(1 << position)
            from_anchor = [held[other] for other in positions(around & anchors)]
            others = [other for other in positions(around & block.body) if other != position and other in longest]
            for distance in range(shortest[position], limit + 1):
                label = held[position] if distance == limit else offset[position] + distance
                clause = [-label, *from_anchor]
                for other in others:
                    if distance > longest[other]:
                        clause.append(held[other])
                    elif distance > shortest[other]:
                        clause.append(offset[other] + distance - 1)
                add(clause)
                if distance < limit:
                    add((-label, held[position]))

    def distances(self, block: Block) -> dict[int, int]:
        """Steps from the nearest anchor to each cell of the body, inside the cells of the block."""
        steps: dict[int, int] = {}
        reached, distance = block.anchors, 0
        while True:
            distance += 1
            grown = self.bits.grow(reached) & block.cells | reached
            if grown == reached:
                return steps
            steps.update((position, distance) for position in positions(grown & ~reached))
            reached = grown

    def unless(self, block: Block) -> list[int]:
        """What is added to a clause that holds only if the block exists."""
        exists = self.exists.get(id(block))
        return [] if exists is None else [-exists]
