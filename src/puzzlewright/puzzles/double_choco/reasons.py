"""Double Choco for explanations: the rules as a person names them, each instance behind a switch of its own.

Cells are in one *block* if no lines separate them, in one *area* if besides all cells on the way have one colour; both
are named by any of their cells. Variables: `line` of a border; `area` and `block` of two cells, they are in one area or
block; `carried` of a white cell in a region (see `regions`), its area lies in the region and is carried onto a whole
grey area; `same` of a border between colours, one of these ways carries the area on one side onto the other.

The bookkeeping hides no rule:

- `area` is what it says in every assignment. Upwards: what is joined to a cell is joined to a neighbour of that cell
  too, if no line is between. Downwards: nothing is joined across the rim of a set of cells if all of the rim is drawn,
  which `refine` says of the sets that come up. Any filling has exactly one such `area`.
- `block` is true of all cells in one block. It may be true of others too, but no rule asks for that.
- `carried` and `same` may be false in any filling, so each filling extends. `carried` can be true only if each cell of
  the area is in the region, and the lines around the area and in it are carried onto lines around the image and in it.
  No region is left out on account of numbers, as these are rules.
- `leaves` of a cell may be true if some border to the other colour has no line; for numbered cells `fewest` count the
  cells in the area.

The rules by pzpr's codes, most of them at a cell:

- bkSubLt2: some cell of its area has a border without line to the other colour.
- bkSubGt2: all cells of its colour in its block are in its area.
- bkDifferentShape: the block has two areas of the same shape. This is bkSubLt2, and that each area joined to that of
  the cell has its shape. People see it as one rule, as two areas of a shape are two.
- bkSizeLt, bkSizeGt at a number: the area has no fewer, and no more cells.
- bdDeadEnd at a border: a line there has different blocks on its two sides. pzpr asks only that no end is loose, and
  accepts lines that separate nothing; these change no block, so explanations do without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell, Edge
from puzzlewright.puzzles.double_choco import regions
from puzzlewright.puzzles.double_choco.joined import Drawn, Joined
from puzzlewright.puzzles.double_choco.phrases import texts
from puzzlewright.puzzles.double_choco.regions import Region
from puzzlewright.puzzles.double_choco.rules import Answer, Instance
from puzzlewright.shape import Shape, canonical
from puzzlewright.solvers.cnf import Clause, Cnf, Label
from puzzlewright.solvers.reasons import Reasons, Rule

LINE, NONE = "line", "none"

_ORDER = ("bkSubLt2", "bdDeadEnd", "bkSubGt2", "bkSizeGt", "bkSizeLt", "bkDifferentShape")


def build(board: Instance, deadline: Deadline | None = None) -> Reasons[Answer]:
    """The model of a board. Raises OutOfTime."""
    builder = _Builder(board, deadline or Deadline())
    return Reasons(
        cnf=builder.cnf,
        rules=tuple(builder.rules),
        places=dict(builder.lines.items()),
        given=(),
        values=(LINE, NONE),
        refine=builder.refine,
        read=lambda marked: Answer(frozenset(marked)),  # type: ignore[arg-type]
        texts=texts(board),
        broken=builder.broken,
    )


class _Builder:
    def __init__(self, board: Instance, deadline: Deadline) -> None:
        self.board, self.deadline = board, deadline
        self.bits = bits = Bitboard(board.grid, turning=True)
        self.cnf = cnf = Cnf()
        self.rules: list[Rule] = []
        self.labels: list[tuple[str, int, int]] = []
        """Rules with the positions of their first and last cell."""
        self.shapes: dict[tuple[int, int, int], Shape] = {}
        self.steps = (-bits.stride, -1, 1, bits.stride)
        self.white = bits.mask(board.white)
        self.number = {bits.position(cell): number for cell, number in board.clues if number}
        self.lines: dict[Edge, int] = {edge: cnf.new() for edge in board.grid.edges()}
        self.line: dict[tuple[int, int], int] = {}
        for (here, there), variable in self.lines.items():
            one, other = bits.position(here), bits.position(there)
            self.line[one, other] = self.line[other, one] = variable
        cnf.rule("bookkeeping")
        inner = {pair: variable for pair, variable in self.line.items() if self.colour(pair[0]) == self.colour(pair[1])}
        cnf.reserve(4 * len(self.lines) * len(board.grid))
        self.area = Joined(bits, inner, cnf)
        self.block = Joined(bits, self.line, cnf)
        self.area.write(deadline)
        self.block.write(deadline)
        add, area, block = cnf.clauses.append, self.area.pairs, self.block.pairs
        for pair, variable in area.items():
            if pair[0] < pair[1]:
                add((-variable, block[pair]))
        self.same: dict[tuple[int, int], int] = {}
        self._shapes()
        self.leaves: dict[int, int] = {}
        for position in positions(bits.all):
            outside = [-self.line[pair] for step in self.steps if (pair := (position, position + step)) in self.same]
            if outside:
                self.leaves[position] = cnf.new()
                add([-self.leaves[position], *outside])
        for cell in board.grid:
            deadline.check()
            self._cell(cell)
        for cell, number in board.clues:
            if number:
                deadline.check()
                self._number(cell, number)
        for edge, line in self.lines.items():
            here, there = edge
            self._rule("bdDeadEnd", edge, [(-line, -block[bits.position(here), bits.position(there)])])
        # The simpler rules first: of two that explain the same the first one is told.
        order = sorted(range(len(self.rules)), key=lambda number: _ORDER.index(self.rules[number].label.rule))
        self.rules = [self.rules[number] for number in order]
        self.labels = [self.labels[number] for number in order]
        cnf.finish()

    def colour(self, position: int) -> int:
        return self.white >> position & 1

    def refine(self, true: frozenset[int]) -> bool:
        return self.area.refine(true)

    def broken(self, true: frozenset[int], rules: Iterable[int]) -> int:
        """Those of the rules, a bit each, that are broken where the true variables are drawn."""
        drawn, block = Drawn(self.area, true), Drawn(self.block, true).group
        area = drawn.group
        unlike: dict[int, bool] = {}
        found = 0
        for number in rules:
            rule, here, other = self.labels[number]
            match rule:
                case "bkSubLt2":
                    wrong = area(here) == block(here)
                case "bkSubGt2":
                    wrong = block(here) & (self.white if self.colour(here) else ~self.white) != area(here)
                case "bkDifferentShape":
                    inside = area(here)
                    if inside not in unlike:
                        unlike[inside] = inside == block(here) or self._unlike(inside, drawn, true)
                    wrong = unlike[inside]
                case "bkSizeLt":
                    wrong = area(here).bit_count() < self.number[here]
                case "bkSizeGt":
                    wrong = area(here).bit_count() > self.number[here]
                case _:
                    wrong = self.line[here, other] in true and block(here) >> other & 1 == 1
            if wrong:
                found |= 1 << number
        return found

    def _unlike(self, inside: int, drawn: Drawn, true: frozenset[int]) -> bool:
        """Is an area joined to one of another shape?"""
        joined = {
            drawn.group(one + step)
            for one in positions(inside) if one in self.leaves
            for step in self.steps
            if (one, one + step) in self.same and self.line[one, one + step] not in true
        }  # fmt: skip
        shape = self._shape(inside, drawn)
        return any(self._shape(other, drawn) != shape for other in joined)

    def _shape(self, area: int, drawn: Drawn) -> Shape:
        """The shape of an area with the lines in it, which are halfway between cells."""
        bits = self.bits
        right, below = area & area >> 1 & ~drawn.right, area & area >> bits.stride & ~drawn.below
        key = area, right, below
        if key not in self.shapes:
            self.shapes[key] = canonical([
                *((2 * row, 2 * col) for row, col in bits.cells(area)),
                *((2 * row, 2 * col + 1) for row, col in bits.cells(right)),
                *((2 * row + 1, 2 * col) for row, col in bits.cells(below)),
            ])  # fmt: skip
        return self.shapes[key]

    def _rule(self, rule: str, cells: Sequence[Cell], clauses: Iterable[Clause]) -> None:
        self.rules.append(Rule(Label(rule, tuple(cells)), tuple(clauses)))
        self.labels.append((rule, self.bits.position(cells[0]), self.bits.position(cells[-1])))

    def _shapes(self) -> None:
        """The variables `carried` and `same`."""
        cnf = self.cnf
        ways: dict[tuple[int, int], list[int]] = {
            pair: [] for pair in self.line if self.colour(pair[0]) and not self.colour(pair[1])
        }
        for region in regions.find(replace(self.board, clues=()), self.bits, self.deadline):
            self.deadline.check()
            cnf.reserve(20 * len(region.cells))
            self._carried(region, ways)
        for (one, other), found in ways.items():
            self.same[one, other] = self.same[other, one] = same = cnf.new()
            cnf.clauses.append([-same, *found])

    def _carried(self, region: Region, ways: dict[tuple[int, int], list[int]]) -> None:
        add, line, area = self.cnf.clauses.append, self.line, self.area.pairs
        image_of = dict(zip(region.cells, region.images, strict=True))
        source_of = {image: cell for cell, image in image_of.items()}
        carried = self.cnf.new_for(region.cells)
        for cell, image in image_of.items():
            mine = carried[cell]
            for step in self.steps:
                other = cell + step
                border = line.get((cell, other))
                if border is None:
                    continue
                if other in image_of:
                    across = line[image, image_of[other]]
                    add((border, -mine, carried[other]))
                    add((-mine, border, -across))
                    add((-mine, -border, across))
                elif self.colour(other):
                    add((-mine, border))
                elif other in source_of:
                    way = self.cnf.new()
                    add((-way, mine))
                    if source_of[other] != cell:
                        add((-way, area[cell, source_of[other]]))
                    ways[cell, other].append(way)
            for step in self.steps:
                other = image + step
                border = line.get((image, other))
                if border is not None and not self.colour(other) and other not in source_of:
                    add((-mine, border))

    def _cell(self, cell: Cell) -> None:
        """The rules for the block of a cell."""
        here = self.bits.position(cell)
        area, block, line = self.area.pairs, self.block.pairs, self.line
        exits: list[int] = []
        for inside in positions(self.area.part[here]):
            if inside not in self.leaves:
                continue
            if inside == here:
                exits.append(self.leaves[inside])
            else:
                exits.append(way := self.cnf.new())
                self.cnf.clauses.append((-way, area[here, inside]))
                self.cnf.clauses.append((-way, self.leaves[inside]))
        self._rule("bkSubLt2", [cell], [exits])
        alike = [other for other in positions(self.bits.all) if self.colour(other) == self.colour(here)]
        self._rule(
            "bkSubGt2",
            [cell],
            [
                (-block[here, other], area[here, other]) if (here, other) in area else (-block[here, other],)
                for other in alike if other != here
            ],
        )  # fmt: skip
        shape: list[Clause] = [exits]
        for inside in positions(self.area.part[here]):
            joined = [] if inside == here else [-area[here, inside]]
            for step in self.steps:
                outside = inside + step
                if (inside, outside) in self.same:
                    shape.append([*joined, line[inside, outside], self.same[inside, outside]])
        self._rule("bkDifferentShape", [cell], shape)

    def _number(self, cell: Cell, number: int) -> None:
        """At least and at most so many cells in the area of a cell."""
        here = self.bits.position(cell)
        add = self.cnf.clauses.append
        joined = [self.area.pairs[here, other] for other in positions(self.area.part[here]) if other != here]
        # `fewest[n]`: so far the area has n + 1 cells or more besides this one.
        fewest: list[int] = []
        for count, variable in enumerate(joined):
            before, fewest = fewest, [self.cnf.new() for _ in range(min(count + 1, number))]
            for place, more in enumerate(fewest):
                if place < len(before):
                    add((-before[place], more))
                    add((-more, before[place], variable))
                else:
                    add((-more, variable))
                if place > 0:
                    add((-before[place - 1], -variable, more))
                    add((-more, before[place - 1]))
                else:
                    add((-variable, more))
        enough: list[Clause] = []
        if number > 1:
            enough = [(fewest[number - 2],)] if number - 2 < len(fewest) else [()]
        self._rule("bkSizeLt", [cell], enough)
        self._rule("bkSizeGt", [cell], [(-fewest[number - 1],)] if number - 1 < len(fewest) else [])
