"""Blocks of large regions, which are too many to list: the carrier of each cell as a variable.

For a large region K with the carrier g, the variable y[K,i] of a white cell i says that i is in the white area W of a
block of this layer, that W lies in K, and that g carries W onto the grey area. `far` of a cell says that its block is
of this layer. Every answer satisfies the clauses if for each such block one region and carrier is chosen:

- A far cell has exactly one y: that of itself if it is white, that of the cell carried onto it if it is grey.
- No line separates i from a white neighbour: it is in K and has the same y. A line is between i and i' exactly if one
  is between g(i) and g(i').
- No line separates i from a grey neighbour: that is g(j) for some j in K with y[K,j]. There is none between i and g(i)
  if they touch, and none between i and g(j) if i and j touch without line, since no line runs inside a block.
- Areas up to some size are candidates. So no area of this layer is inside a set of so many cells: from each pair and
  triple of cells one of its borders leads on without line. The size of a numbered region is known, and one of its
  numbered cells is used if any cell is. Some area of a region that is used touches its image.

What is left needs to know the whole area: that *it* touches its image, that it holds a numbered cell, that it is large
enough and not too large. These are cuts, made when an assignment breaks them. Let W be the cells of K that an
assignment joins to i without lines, and W' the area of some cell of W in an answer in which y of that cell is true.

- Let U be W, or W and more cells of K, such that U does not touch its image, or has no numbered cell, or not enough
  cells. No area inside U is right then, so W' has a cell outside; being connected and in K it has one next to U, to
  which it comes from a cell of U without line. Hence for each a in U: y[K,a] -> y[K,j] for some j next to U, where for
  any j one may ask instead that some border between U and j has no line. The larger U is the more is said.
- A cell a of W has no line to g(j), but j is not in W. In an answer in which this is so j is in W', which is thus not
  inside W. Hence: y[K,a] and no line there -> one border between W and other cells of K has none.
- W joins more than n cells, n being needed: a tree of n + 1 of them without lines cannot be in one area.
- A line is between a of W and g(j), j in W too: a path from a to j without lines and y[K,a] -> that line is not there.

When no cut is needed, W touches its image without a line, the image of W is joined in the same way, and no other cell
is joined to either: the block is right. Last, a line between two cells that a path without lines joins is cut off, so
that lines stand between blocks only. Each cut is broken by the assignment it was made for, and there are only finitely
many, so the search ends.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.puzzles.double_choco.candidates import Large
from puzzlewright.puzzles.double_choco.regions import Region
from puzzlewright.solvers.cnf import Cnf

_EAGER = 3
"""Measured: without these clauses some 12x12 boards need hundreds of cuts of two or three cells, one a model."""

_SLITS = 3
"""Cuts of one kind that one area makes at a time."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A large region with its variables; cells of a region are numbered by their places in it."""

    region: Region
    listed: int
    """Areas of up to so many cells are candidates."""
    numbered: int
    """Positions of the cells that are numbered or whose image is."""
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
                max(each.listed, region.need - 1),
                sum(1 << region.cells[number] for number in positions(region.numbered)),
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
            self.used(layer, self.around(layer), sizes)
            self.more_than_listed(layer)
        add = self.cnf.clauses.append
        for position, variable in far.items():
            self.cnf.rule("far", (self.bits.cell(position),))
            add([-variable, *users[position]])
            for user in users[position]:
                add((-user, variable))
            self.cnf.at_most_one(users[position])

    def more_than_listed(self, layer: _Layer) -> None:
        """No area lies inside a set of two or three cells if areas of that size are candidates: one leaves the set.

        The same follows for larger sets, of which there are too many; they are cut when they come up.
        """
        y, near = layer.y, [self.neighbours(layer, number) for number in range(len(layer.y))]
        sets = {frozenset((number,)) for number in range(len(y))}
        for _ in range(min(layer.listed, _EAGER) - 1):
            sets = {one | {other} for one in sets for number in one for other, _ in near[number] if other not in one}
            self.cnf.reserve(6 * len(sets))
            for one in sorted(sets, key=sorted):
                leaves = [-border for number in one for other, border in near[number] if other not in one]
                self.implies_one([(y[number],) for number in sorted(one)], leaves)

    def around(self, layer: _Layer) -> list[tuple[int, int, int]]:
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
            if layer.listed >= 1:
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
        numbered = any(region.numbered >> number & 1 for number in area)
        if not touches:
            self.must_leave(layer, area, self.touching, true)
        elif len(area) <= layer.listed:
            self.must_leave(layer, area, lambda cells, images: cells.bit_count() > layer.listed, true)
        elif region.need and not numbered:
            self.must_leave(layer, area, lambda cells, images: bool(cells & layer.numbered), true)
        if outside:
            rim = [-line for number in area for other, line in self.neighbours(layer, number) if other not in area]
            self.implies_one([(y[number], -border) for number, border in outside], rim)
        for number, other, border in shut[:_SLITS]:
            self.add([-y[number], *self.path(layer, self.joined(layer, number, true), other), -border])
        if region.need and len(area) > region.need:
            root = next((number for number in area if region.numbered >> number & 1), next(iter(area)))
            tree = list(self.joined(layer, root, true).items())[: region.need + 1]
            cells = region.cells
            lines = [self.line[cells[one], cells[other]] for one, other in tree if other is not None]
            self.add([-y[root], *lines])

    def touching(self, cells: int, images: int) -> bool:
        """Do some cells touch some images?"""
        return bool(cells & self.bits.grow(images))

    def must_leave(
        self,
        layer: _Layer,
        area: Collection[int],
        suffices: Callable[[int, int], bool],
        true: frozenset[int] = frozenset(),
    ) -> dict[int, None]:
        """No set inside `area` is right, nor inside what is made of it by cells that do not suffice to make it right.

        `suffices` is given cells and their images. Cells that the assignment has in this region are not added, so
        that it breaks the cut: the clause asks for the cells around that are not in it, and for no line to those that
        are. Returns the cells for which the clause speaks.
        """
        y, region = layer.y, layer.region
        inside: dict[int, None] = dict.fromkeys(area)
        cells = images = 0
        for number in inside:
            cells |= 1 << region.cells[number]
            images |= 1 << region.images[number]
        around: dict[int, None] = {}
        queue = list(inside)
        for number in queue:
            for other, _ in self.neighbours(layer, number):
                if other in inside or other in around:
                    continue
                with_cell, with_image = cells | 1 << region.cells[other], images | 1 << region.images[other]
                if y[other] in true or suffices(with_cell, with_image):
                    around[other] = None
                else:
                    cells, images = with_cell, with_image
                    inside[other] = None
                    queue.append(other)
        leaves: list[int] = []
        for other in around:
            if y[other] in true:
                leaves += [-border for number, border in self.neighbours(layer, other) if number in inside]
            else:
                leaves.append(y[other])
        self.implies_one([(y[number],) for number in inside], leaves)
        return inside

    def implies_one(self, reasons: list[tuple[int, ...]], literals: list[int]) -> None:
        """If all literals of one of the reasons hold, one of the others does."""
        self.cuts += 1
        if len(reasons) == 1:
            self.cnf.clauses.append([*(-literal for literal in reasons[0]), *literals])
            return
        some = self.cnf.new()
        self.cnf.clauses.append([-some, *literals])
        for reason in reasons:
            self.cnf.clauses.append([*(-literal for literal in reason), some])

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
