"""Blocks of large regions, which are too many to list: the carrier of each cell as a variable.

For a large region K with the carrier g, the variable y[K,i] of a white cell i says that i is in the white area W of a
block of this layer, that W lies in K, and that g carries W onto the grey area. `far` of a cell says that its block is
of this layer. Every answer satisfies the clauses if for each such block one region and carrier is chosen:

- A far cell has exactly one y: that of itself if it is white, that of the cell carried onto it if it is grey.
- No line separates i from a white neighbour: it is in K and has the same y. A line is between i and i' exactly if one
  is between g(i) and g(i').
- No line separates i from a grey neighbour: that is g(j) for some j in K with y[K,j]. There is none between i and g(i)
  if they touch, and none between i and g(j) if i and j touch without line, since no line runs inside a block.
- If areas of one cell are candidates, i has a neighbour in K without line. The size of a numbered region is known, and
  one of its numbered cells is used if any cell is. Some area of a region that is used touches its image.

What is left needs to know the whole area: that *it* touches its image, that it holds a numbered cell, that it is not
too large. These are cuts, made when an assignment breaks them. Let W be the cells that an assignment joins to i without
lines, and its *rim* the borders between W and other cells of K. If in some answer the area W' of i has a line at each
border of the rim, then W' is inside W, because W' is connected and in K. So each of these holds in every answer:

- W does not touch its image, has no numbered cell, or has fewer cells than needed: then W' would be so too. Hence for
  each a in W: y[K,a] -> one border of the rim has no line.
- A cell a of W has no line to g(j), but j is not in W: then j would be in W'. Hence: y[K,a] and no line there -> one
  border of the rim has none.
- W joins more than n cells, n being needed: a tree of n + 1 of them without lines cannot be in one area.
- A line is between a of W and g(j), j in W too: a path from a to j without lines and y[K,a] -> that line is not there.

When no cut is needed, W touches its image without a line, the image of W is joined in the same way, and no other cell
is joined to either: the block is right. Last, a line between two cells that a path without lines joins is cut off, so
that lines stand between blocks only. Each cut is broken by the assignment it was made for, and there are only finitely
many, so the search ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.puzzles.double_choco.candidates import Large
from puzzlewright.puzzles.double_choco.regions import Region
from puzzlewright.solvers.cnf import Cnf

_SLITS = 3
"""Cuts of one kind that one area makes at a time."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A large region with its variables; cells of a region are numbered by their places in it."""

    region: Region
    y: Sequence[int]
    place: Mapping[int, int]
    """By position of a white cell."""
    source: Mapping[int, int]
    """By position of a grey cell: the place of the cell that is carried onto it."""


class Far:
    """The clauses of large regions, and the cuts that an assignment calls for.

    `line` holds the variable of the border between two positions, in either order.
    """

    def __init__(self, bits: Bitboard, white: int, line: Mapping[tuple[int, int], int], cnf: Cnf) -> None:
        self.bits, self.white, self.line, self.cnf = bits, white, line, cnf
        self.steps = (1, -1, bits.stride, -bits.stride)
        self.layers: list[_Layer] = []
        self.owner: dict[int, tuple[_Layer, int]] = {}
        self.cuts = 0

    def write(
        self, large: Sequence[Large], far: Mapping[int, int], sizes: Mapping[int, Sequence[int]], deadline: Deadline
    ) -> None:
        """The clauses of all large regions; `far` and `sizes` are variables by position."""
        users: dict[int, list[int]] = {position: [] for position in far}
        for each in large:
            deadline.check()
            region = each.region
            self.cnf.reserve(30 * len(region.cells))
            layer = _Layer(
                region,
                [self.cnf.new() for _ in region.cells],
                {cell: number for number, cell in enumerate(region.cells)},
                {image: number for number, image in enumerate(region.images)},
            )
            self.layers.append(layer)
            self.cnf.rule("far", (self.bits.cell(region.cells[0]),))
            for number, variable in enumerate(layer.y):
                self.owner[variable] = layer, number
                users[region.cells[number]].append(variable)
                users[region.images[number]].append(variable)
            self.used(layer, self.around(layer, each.listed), sizes)
        add = self.cnf.clauses.append
        for position, variable in far.items():
            self.cnf.rule("far", (self.bits.cell(position),))
            add([-variable, *users[position]])
            for user in users[position]:
                add((-user, variable))
            self.cnf.at_most_one(users[position])

    def around(self, layer: _Layer, listed: int) -> list[tuple[int, int, int]]:
        """What each cell and its image mean for their neighbours; returns cells that may touch images.

        They come as the place of the cell, the place of the one whose image it touches, and the line between.
        """
        add, line, white = self.cnf.clauses.append, self.line, self.white
        place, source, y = layer.place.get, layer.source.get, layer.y
        cells, images = layer.region.cells, layer.region.images
        touching = []
        for number, (cell, image) in enumerate(zip(cells, images, strict=True)):
            mine = y[number]
            joins = [-mine]
            for step in self.steps:
                there = cell + step
                border = line.get((cell, there))
                if border is not None:
                    if (other := place(there)) is not None:
                        carried = line[image, images[other]]
                        joins.append(-border)
                        add((border, -mine, y[other]))
                        add((-mine, border, -carried))
                        add((-mine, -border, carried))
                    elif white >> there & 1 or (other := source(there)) is None:
                        add((-mine, border))
                    else:
                        add((border, -mine, y[other]))
                        touching.append((number, other, border))
                        if number == other:
                            add((-mine, -border))
                        elif (between := line.get((cell, cells[other]))) is not None:
                            add((-mine, between, -border))
                there = image + step
                border = line.get((image, there))
                if border is not None:
                    if not white >> there & 1:
                        if source(there) is None:
                            add((-mine, border))
                    elif (other := place(there)) is None:
                        add((-mine, border))
                    else:
                        add((border, -mine, y[other]))
            if listed >= 1:
                add(joins)
        return touching

    def used(
        self, layer: _Layer, touching: list[tuple[int, int, int]], sizes: Mapping[int, Sequence[int]]
    ) -> None:
        """If a region is used, some area in it touches its image, and numbers are obeyed as far as one cell tells."""
        add, y, region = self.cnf.clauses.append, layer.y, layer.region
        is_used = self.cnf.new()
        for variable in y:
            add((-variable, is_used))
        touches = [-is_used]
        for number, other, border in touching:
            touch = self.cnf.new()
            touches.append(touch)
            add((-touch, -border))
            add((-touch, y[number]))
            add((-touch, y[other]))
        add(touches)
        if region.need:
            add([-is_used, *(y[number] for number in positions(region.numbered))])
            if sizes:
                for cell, variable in zip(region.cells, y, strict=True):
                    add((-variable, sizes[cell][min(region.need, len(sizes[cell])) - 1]))

    # Cuts

    def stands(self, true: frozenset[int]) -> bool:
        """Are the far blocks of an assignment right? If not, cuts have been added."""
        before = self.cuts
        done: set[int] = set()
        for variable in sorted(true & self.owner.keys()):
            if variable not in done:
                layer, number = self.owner[variable]
                area = self.joined(layer, number, true)
                done.update(layer.y[other] for other in area)
                self.cut_area(layer, area, true)
        if self.cuts == before and self.layers:
            self.cut_slits(true)
        return self.cuts == before

    def neighbours(self, layer: _Layer, number: int) -> list[tuple[int, int]]:
        """Places of the neighbours of a cell in its region, and the lines between."""
        cell = layer.region.cells[number]
        return [
            (layer.place[cell + step], self.line[cell, cell + step])
            for step in self.steps if cell + step in layer.place
        ]

    def joined(self, layer: _Layer, start: int, true: frozenset[int]) -> dict[int, int | None]:
        """The cells that no lines separate from a cell, each with the one before it on a path from there."""
        before: dict[int, int | None] = {start: None}
        queue = [start]
        for number in queue:
            for other, border in self.neighbours(layer, number):
                if other not in before and border not in true:
                    before[other] = number
                    queue.append(other)
        return before

    def path(self, layer: _Layer, before: dict[int, int | None], end: int) -> list[int]:
        """The lines that are not drawn on the path to a cell."""
        cells, lines = layer.region.cells, []
        while (previous := before[end]) is not None:
            lines.append(self.line[cells[previous], cells[end]])
            end = previous
        return lines

    def cut_area(self, layer: _Layer, area: dict[int, int | None], true: frozenset[int]) -> None:
        """Cuts for the cells of one region that an assignment joins."""
        region, y = layer.region, layer.y
        self.cnf.rule("far", [self.bits.cell(region.cells[number]) for number in area])
        rim = [
            -border for number in area for other, border in self.neighbours(layer, number) if other not in area
        ]
        touches = False
        outside: list[tuple[int, int]] = []
        shut: list[tuple[int, int, int]] = []
        for number in area:
            cell = region.cells[number]
            for step in self.steps:
                other = layer.source.get(cell + step)
                if other is None:
                    continue
                border = self.line[cell, cell + step]
                if other in area:
                    touches = True
                    if border in true:
                        shut.append((number, other, border))
                elif border not in true:
                    outside.append((number, border))
        numbered = sum(region.numbered >> number & 1 for number in area)
        if not touches or (region.need and (len(area) < region.need or not numbered)):
            self.reaches_further([(y[number],) for number in area], rim)
        if outside:
            self.reaches_further([(y[number], -border) for number, border in outside], rim)
        for number, other, border in shut[:_SLITS]:
            self.add([-y[number], *self.path(layer, self.joined(layer, number, true), other), -border])
        if region.need and len(area) > region.need:
            root = next((number for number in area if region.numbered >> number & 1), next(iter(area)))
            tree = list(self.joined(layer, root, true).items())[: region.need + 1]
            cells = region.cells
            lines = [self.line[cells[one], cells[other]] for one, other in tree if other is not None]
            self.add([-y[root], *lines])

    def reaches_further(self, reasons: list[tuple[int, ...]], rim: list[int]) -> None:
        """If all literals of one of the reasons hold, one of the rim does."""
        if len(reasons) == 1:
            self.add([*(-literal for literal in reasons[0]), *rim])
            return
        some = self.cnf.new()
        self.add([-some, *rim])
        for reason in reasons:
            self.add([*(-literal for literal in reason), some])

    def cut_slits(self, true: frozenset[int]) -> None:
        """Lines that separate nothing: drawn between cells that a path without lines joins."""
        self.cnf.rule("slit")
        before: dict[int, int | None] = {}
        root_of: dict[int, int] = {}
        for start in positions(self.bits.all):
            if start in before:
                continue
            before[start] = None
            root_of[start] = start
            queue = [start]
            for cell in queue:
                for step in self.steps:
                    other = cell + step
                    border = self.line.get((cell, other))
                    if border is not None and border not in true and other not in before:
                        before[other] = cell
                        root_of[other] = start
                        queue.append(other)
        for (cell, other), border in self.line.items():
            if cell < other and border in true and root_of[cell] == root_of[other]:
                around = set(self.way(before, cell)) ^ set(self.way(before, other))
                self.add([-border, *sorted(around)])

    def way(self, before: dict[int, int | None], cell: int) -> list[int]:
        """The lines that are not drawn between a cell and where its search began."""
        lines = []
        while (previous := before[cell]) is not None:
            lines.append(self.line[previous, cell])
            cell = previous
        return lines

    def add(self, clause: Sequence[int]) -> None:
        self.cuts += 1
        self.cnf.clauses.append(clause)
