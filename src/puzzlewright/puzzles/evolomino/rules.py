"""Evolomino (シンカミノ, pzpr id `evolmino`): boards, answers, and the rules that judge them.

The rules, after Nikoli:

1. Put squares in some unshaded cells. Pre-drawn squares are squares too.
2. A block is a maximal orthogonally connected set of squares; one square alone is a block.
3. Each block has exactly one square on a cell covered by an arrow, all arrows counted together.
4. Each arrow passes through at least two blocks.
5. Along an arrow, from tail to head, each block after the first is the block before it, moved but neither turned nor
   mirrored, plus exactly one more square. The first block may have any size.

An arrow is a path of links between neighbouring cells; it bends freely, and does not branch, merge, cross or close.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from puzzlewright.grid import Cell, Edge, Grid, between, cell_name, components
from puzzlewright.messages import Sentence
from puzzlewright.puzzle import Board, Violation
from puzzlewright.puzzles.evolomino.messages import say
from puzzlewright.shape import grown_by_one

Link = tuple[Cell, Cell]
"""One step of an arrow between neighbouring cells, in its direction."""

Arrow = tuple[Cell, ...]
"""The cells of a valid arrow from tail to head, at least two."""

RULES = {
    "arInvalid": "an arrow branches, merges, crosses or closes",
    "bsArrowGt2": "a block has more than one square on arrows",
    "bsNoArrow": "a block has no square on an arrow",
    "arBlockLt2": "an arrow passes through fewer than two blocks",
    "bsNotEvol": "a block is not the block before it plus one square",
}
"""Check codes of pzpr in the order in which they are tested, with their meaning."""


@dataclass(frozen=True)
class Instance(Board):
    """A board with its clues. Nothing is checked here: see `defects`."""

    rows: int
    cols: int
    shaded: frozenset[Cell] = frozenset()
    squares: frozenset[Cell] = frozenset()
    links: frozenset[Link] = frozenset()

    puzzle_id = "evolmino"

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.rows, self.cols)

    @cached_property
    def arrow_cells(self) -> frozenset[Cell]:
        """All cells that an arrow covers, valid or not."""
        return frozenset(cell for link in self.links for cell in link)

    @cached_property
    def arrows(self) -> tuple[Arrow, ...]:
        """The valid arrows, by their first cell in reading order."""
        return tuple(arrow for arrow, _ in self._parts if arrow)

    @cached_property
    def broken_arrows(self) -> tuple[frozenset[Link], ...]:
        """The links of each connected set of links that is no arrow."""
        return tuple(links for arrow, links in self._parts if not arrow)

    @cached_property
    def _parts(self) -> list[tuple[Arrow | None, frozenset[Link]]]:
        joined: dict[Cell, list[Link]] = {}
        for link in self.links:
            for cell in link:
                joined.setdefault(cell, []).append(link)
        parts = []
        seen: set[Cell] = set()
        for start in sorted(joined):
            if start in seen:
                continue
            seen.add(start)
            queue, links = [start], set()
            while queue:
                for link in joined[queue.pop()]:
                    links.add(link)
                    for cell in link:
                        if cell not in seen:
                            seen.add(cell)
                            queue.append(cell)
            parts.append((_as_arrow(links), frozenset(links)))
        return parts


@dataclass(frozen=True)
class Answer:
    """All squares of a full or partial answer, pre-drawn ones included; `dots` are notes that rules never read."""

    squares: frozenset[Cell]
    dots: frozenset[Cell] = field(default=frozenset(), compare=False)


def _as_arrow(links: set[Link]) -> Arrow | None:
    """The cells from tail to head if the connected `links` form an arrow, else None."""
    after = dict(links)
    heads = {to for _, to in links}
    tails = [cell for cell in after if cell not in heads]
    # No two links leave one cell, none enter one cell, and there is an end: then it is one path.
    if len(after) < len(links) or len(heads) < len(links) or len(tails) != 1:
        return None
    path = [tails[0]]
    while path[-1] in after:
        path.append(after[path[-1]])
    return tuple(path)


def edges_of(arrow: Arrow) -> tuple[Edge, ...]:
    """The borders that an arrow crosses, from tail to head."""
    return tuple(between(here, there) for here, there in pairwise(arrow))


def defects(board: Instance) -> list[str]:
    """Clues on shaded cells, one line each.

    pzpr accepts them from a file or a link and then treats those cells as unshaded; here such boards are refused.
    """
    squares, arrows = board.squares & board.shaded, board.arrow_cells & board.shaded
    found: list[str] = [say("square on shaded", cell=cell_name(cell)) for cell in sorted(squares)]
    found += [say("arrow on shaded", cell=cell_name(cell)) for cell in sorted(arrows)]
    return found


def unsolvable(board: Instance) -> list[str]:
    """One line for each connected set of links that is no arrow; `check` reports them as arInvalid."""
    return [_what_is_wrong(links, frozenset(cell for link in links for cell in link)) for links in board.broken_arrows]


def _what_is_wrong(links: frozenset[Link], where: frozenset[Cell] | str) -> Sentence:
    for way, ends in (("branches", [a for a, _ in links]), ("merges", [b for _, b in links])):
        twice = sorted({cell for cell in ends if ends.count(cell) > 1})
        if twice:
            return say(way, where=where, cell=cell_name(twice[0]))
    return say("closes", where=where)


def check(board: Instance, answer: Answer) -> list[Violation]:
    """All rules that the squares of `answer` break, in pzpr's order; empty if it is complete and right.

    The first violation is the one that pzpr reports. A partial answer is judged as it stands. Dots are ignored.
    """
    blocks = components(answer.squares | board.squares)
    block_of = {cell: block for block in blocks for cell in block}
    on_arrow = {block: block & board.arrow_cells for block in blocks}

    found = [
        Violation("arInvalid", edges=tuple(sorted(between(*link) for link in links)),
                  message=_what_is_wrong(links, cell_name(min(min(link) for link in links))))
        for links in board.broken_arrows
    ]
    found += [
        Violation("bsArrowGt2", cells=tuple(sorted(block)),
                  message=say("bsArrowGt2", block=cell_name(min(block)), cells=on_arrow[block]))
        for block in blocks if len(on_arrow[block]) > 1
    ]
    found += [
        Violation("bsNoArrow", cells=tuple(sorted(block)),
                  message=say("bsNoArrow", block=cell_name(min(block))))
        for block in blocks if not on_arrow[block]
    ]
    rows = []
    for arrow in board.arrows:
        # Blocks in the order in which the arrow first meets them, each once.
        met = list(dict.fromkeys(block_of[cell] for cell in arrow if cell in block_of))
        rows.append(met)
        if len(met) < 2:
            found.append(Violation("arBlockLt2", edges=edges_of(arrow),
                                   message=say("arBlockLt2", tail=cell_name(arrow[0]), number=len(met))))
    for met in rows:
        found += [
            Violation("bsNotEvol", cells=tuple(sorted(after)),
                      message=say("bsNotEvol", block=cell_name(min(after)), before=cell_name(min(before))))
            for before, after in pairwise(met) if not grown_by_one(before, after)
        ]
    return found
