"""Where the blocks of each arrow can lie, found before any clause is written.

Names: an arrow carries blocks 0, 1, 2, ... from its tail. The *anchor* of a block is its one square on the arrow, its
*body* are its squares off all arrows. A *step* leads from block k-1 to block k: the earlier block is moved by a shift
and gains one square. Sets of cells are bitboards; a shift is a difference of bit positions.

What makes the model small is this: moved by a given shift, the earlier block must lie on cells that the later block
may use. Only the connected part, around the anchor, of the cells that satisfy both can belong to it; on real boards
that part has a handful of cells, and most shifts have none at all. Domains shrink to the union of those parts, and
smaller domains give smaller parts, so both are narrowed in turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzlewright.bitboard import Bitboard, moved, positions
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino.rules import Instance

_ROUNDS = 3
"""Narrowing stops after so many rounds; measured on the published benchmark, later rounds remove next to nothing."""


@dataclass(slots=True)
class Block:
    """Cells that one block may use."""

    arrow: int
    order: int
    anchors: int
    body: int
    must: int = 0
    """Pre-drawn squares that can belong to no other block."""

    @property
    def cells(self) -> int:
        return self.anchors | self.body

    @property
    def optional(self) -> bool:
        """The first two blocks of an arrow exist in every answer."""
        return self.order >= 2


@dataclass(slots=True)
class Step:
    """What the growth from one block to the next can be: for each shift the cells that the earlier block may use."""

    regions: dict[int, int] = field(default_factory=dict)
    made_from: tuple[int, ...] = ()


@dataclass(slots=True)
class Domains:
    """The outcome. `possible` is False if an arrow cannot hold two blocks or a square can be in none: no answer."""

    bits: Bitboard
    arrows: list[list[int]]
    """Bit positions of each arrow from tail to head."""
    blocks: list[list[Block]]
    """Blocks of each arrow in order, only those that can exist."""
    steps: list[list[Step]]
    """`steps[a][k - 1]` leads to block k of arrow a."""
    arrow_cells: int
    squares: int
    """Pre-drawn squares that cannot be lifted."""
    open: int
    """Unshaded cells and shaded ones whose shade can be lifted."""
    possible: bool = True


def start(
    board: Instance,
    deadline: Deadline,
    *,
    lifted: frozenset[Cell] = frozenset(),
    narrow: bool = True,
    radius: int | None = None,
) -> Domains:
    """Domains from the board and the order of blocks alone; arguments and errors are those of `find`."""
    bits = Bitboard(board.grid)
    arrows = [[bits.position(cell) for cell in arrow] for arrow in board.arrows]
    domains = Domains(
        bits=bits,
        arrows=arrows,
        blocks=[],
        steps=[],
        arrow_cells=bits.mask(board.arrow_cells),
        squares=bits.mask(board.squares - lifted),
        open=bits.all & ~bits.mask(board.shaded - lifted),
    )
    for number, arrow in enumerate(arrows):
        blocks = _start_arrow(domains, number, arrow, deadline, narrow=narrow, radius=radius)
        domains.blocks.append(blocks)
        domains.steps.append([Step() for _ in blocks[1:]])
        domains.possible &= len(blocks) >= 2
    return domains


def find(
    board: Instance,
    deadline: Deadline,
    *,
    lifted: frozenset[Cell] = frozenset(),
    narrow: bool = True,
    radius: int | None = None,
) -> Domains:
    """Domains of all blocks of a board whose arrows are valid.

    Clues on `lifted` cells are taken as if they were not there. With `narrow` False only the board, the order of
    blocks and connectivity are used, so that the clauses made from the result carry all other rules. `radius` keeps
    blocks within that many steps of their arrow: the result may then miss answers. Raises OutOfTime.
    """
    domains = start(board, deadline, lifted=lifted, narrow=narrow, radius=radius)
    if not narrow:
        for blocks, steps in zip(domains.blocks, domains.steps, strict=True):
            for earlier, later, step in zip(blocks, blocks[1:], steps, strict=False):
                step.regions, _, _ = _regions(domains, earlier, later, deadline, squares=0)
        return domains
    for _ in range(_ROUNDS):
        changed = _flood(domains, deadline)
        _assign_squares(domains)
        for number in range(len(domains.arrows)):
            if not domains.possible:
                return domains
            changed |= _narrow_arrow(domains, number, deadline)
        if not changed:
            break
    return domains


def work(domains: Domains) -> int:
    """How many floods a full narrowing round of these domains would do."""
    return sum(
        blocks[k - 1].anchors.bit_count() * blocks[k].cells.bit_count()
        for blocks in domains.blocks
        for k in range(1, len(blocks))
    )


def _start_arrow(
    domains: Domains, number: int, arrow: list[int], deadline: Deadline, *, narrow: bool, radius: int | None
) -> list[Block]:
    """Blocks of one arrow with all anchors that their order allows, and the cells that flooding reaches."""
    bits = domains.bits
    own = 0
    for position in arrow:
        own |= 1 << position
    allowed = domains.open
    if narrow:
        # A square on any arrow is the only one of its block on an arrow: its neighbours on arrows are empty, and no
        # block of another arrow comes near it.
        fixed = domains.squares & domains.arrow_cells
        for position in positions(fixed):
            allowed &= ~(bits.grow(1 << position) & ~(1 << position) & domains.arrow_cells)
        allowed &= ~bits.grow(fixed & ~own)
    body = allowed & ~domains.arrow_cells
    candidates = [place for place, position in enumerate(arrow) if allowed >> position & 1]

    # Anchors follow each other at a distance of two or more: neighbours on the arrow would be one block. The earliest
    # places, taken greedily, also bound the number of blocks.
    earliest: list[int] = []
    for place in candidates:
        if not earliest or place >= earliest[-1] + 2:
            earliest.append(place)
    anchors_from: dict[int, int] = {}
    behind = 0
    for place in reversed(candidates):
        behind |= 1 << arrow[place]
        anchors_from[place] = behind
    blocks: list[Block] = []
    for order, first in enumerate(earliest):
        deadline.check()
        anchors = anchors_from[first]
        if order == 0 and narrow:
            # A second block follows; and every square on the arrow is an anchor, none before the first one.
            last = min([candidates[-1] - 2, *(place for place in candidates if domains.squares >> arrow[place] & 1)])
            for place in candidates:
                if place > last:
                    anchors &= ~(1 << arrow[place])
        reach = anchors
        for _ in range(radius if radius is not None else 0):
            reach |= bits.grow(reach) & body
        if radius is None:
            reach = bits.flood(anchors, anchors | body)
        blocks.append(Block(number, order, anchors, reach & body))
    return blocks


def _flood(domains: Domains, deadline: Deadline) -> bool:
    """Drop cells that no anchor reaches, and cells beside a pre-drawn square that the block cannot take in."""
    bits, changed = domains.bits, False
    for blocks in domains.blocks:
        for block in blocks:
            deadline.check()
            cells = block.cells
            within = cells & ~bits.grow(domains.squares & ~cells)
            # One step from the anchors, then on through the body: a block has no second square on an arrow.
            reached = bits.grow(block.anchors & within) & within & block.body
            reached = bits.flood(reached, within & block.body) | block.anchors & within
            if reached != cells:
                changed = True
                block.anchors &= reached
                block.body &= reached
    return changed


def _assign_squares(domains: Domains) -> None:
    """Find the pre-drawn squares that only one block can take in."""
    once = twice = 0
    for blocks in domains.blocks:
        for block in blocks:
            twice |= once & block.cells
            once |= block.cells
    if domains.squares & ~once:
        domains.possible = False
    for blocks in domains.blocks:
        for block in blocks:
            block.must = domains.squares & ~twice & block.cells


def _narrow_arrow(domains: Domains, number: int, deadline: Deadline) -> bool:
    """Bring the steps of one arrow up to date and narrow the domains of its blocks by them."""
    changed = False
    blocks, steps = domains.blocks[number], domains.steps[number]
    for order in range(1, len(blocks)):
        earlier, later, step = blocks[order - 1], blocks[order], steps[order - 1]
        state = (earlier.anchors, earlier.body, later.anchors, later.body, earlier.must, later.must)
        if step.made_from == state:
            continue
        step.made_from = state
        step.regions, from_cells, to_cells = _regions(domains, earlier, later, deadline, squares=domains.squares)
        if not step.regions:
            if not later.optional:
                domains.possible = False
                return changed
            del blocks[order:], steps[order - 1 :]
            return True
        # Of an optional step only the later block is sure to obey it.
        if not later.optional and earlier.cells & ~from_cells:
            earlier.anchors &= from_cells
            earlier.body &= from_cells
            changed = True
        if later.cells & ~to_cells:
            later.anchors &= to_cells
            later.body &= to_cells
            changed = True
    return changed


def _regions(
    domains: Domains, earlier: Block, later: Block, deadline: Deadline, *, squares: int
) -> tuple[dict[int, int], int, int]:
    """For each shift the cells that the earlier block may use, and the unions of these and of what they lead to."""
    bits, arrow = domains.bits, domains.arrows[earlier.arrow]
    stride, target = bits.stride, later.cells
    regions: dict[int, int] = {}
    from_cells = to_cells = 0
    for place, anchor in enumerate(arrow):
        start = 1 << anchor
        if not earlier.anchors & start:
            continue
        next_anchors = 0
        for position in arrow[place + 2 :]:
            next_anchors |= 1 << position
        next_anchors &= later.anchors
        if not next_anchors:
            continue
        own = earlier.body | start
        for position in positions(target):
            deadline.check()
            shift = position - anchor
            # Moved by one cell or not at all, the two blocks would touch or overlap.
            if shift in (-stride, -1, 0, 1, stride):
                continue
            within = own & moved(target, -shift)
            # A pre-drawn square that is out of reach keeps its neighbours out of the block; those may be pre-drawn.
            outside = squares & ~within
            within &= ~bits.grow(outside)
            more = squares & ~within
            if more != outside:
                within &= ~bits.grow(more)
            if not within & start:
                continue
            region = bits.flood(start, within)
            image = moved(region, shift)
            reach = bits.grow(image) & target
            if not reach & next_anchors or earlier.must & ~region:
                continue
            # What the later block must hold is in the image, but for one square that may be the new one.
            rest = later.must & ~image
            if rest and (rest & ~reach or rest & (rest - 1)):
                continue
            regions[shift] = regions.get(shift, 0) | region
            from_cells |= region
            to_cells |= reach
    return regions, from_cells, to_cells
