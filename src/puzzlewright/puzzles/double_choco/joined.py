"""Which cells are joined by borders without lines: the clauses about it, and what a drawing leaves joined."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.solvers.cnf import Cnf


class Joined:
    """A variable for each pair of cells that some borders may join; `line` has their variables, from either side."""

    def __init__(self, bits: Bitboard, line: Mapping[tuple[int, int], int], cnf: Cnf) -> None:
        self.bits, self.line, self.cnf = bits, line, cnf
        self.near: dict[int, list[int]] = {one: [] for one in positions(bits.all)}
        for one, other in line:
            self.near[one].append(other)
        # By variable the cell on the left of a border, and the one above it.
        self.right = {variable: 1 << one for (one, other), variable in line.items() if other == one + 1}
        self.below = {variable: 1 << one for (one, other), variable in line.items() if other == one + bits.stride}
        self.part: dict[int, int] = {}
        """All cells that a cell can be joined to."""
        self.pairs: dict[tuple[int, int], int] = {}
        """By the two cells in either order."""
        self.holds: dict[int, tuple[int, int]] = {}
        self.rims: dict[int, int] = {}
        for one in positions(bits.all):
            if one not in self.part:
                part, queue = 1 << one, [one]
                for here in queue:
                    for other in self.near[here]:
                        if not part >> other & 1:
                            part |= 1 << other
                            queue.append(other)
                self.part.update(dict.fromkeys(queue, part))
        for one in positions(bits.all):
            for other in positions(self.part[one] >> one + 1):
                other += one + 1
                self.pairs[one, other] = self.pairs[other, one] = variable = cnf.new()
                self.holds[variable] = one, other

    def write(self, deadline: Deadline) -> None:
        """What it means to be joined, but for islands."""
        add, pairs = self.cnf.clauses.append, self.pairs
        for (one, other), line in self.line.items():
            if one > other:
                continue
            deadline.check()
            add((line, pairs[one, other]))
            for third in positions(self.part[one] & ~(1 << one | 1 << other)):
                add((line, -pairs[one, third], pairs[other, third]))
                add((line, -pairs[other, third], pairs[one, third]))

    def refine(self, true: frozenset[int]) -> bool:
        """Is nothing joined across drawn lines? If not, clauses say so."""
        group = Drawn(self, true).group
        wrong = {
            (group(one), group(other))
            for variable in true & self.holds.keys()
            for one, other in (self.holds[variable],)
            if not group(one) >> other & 1
        }
        for one, other in sorted(wrong):
            for mask in self._cuts(one, other, true):
                self._shut(mask)
        return not wrong

    def _cuts(self, start: int, end: int, true: frozenset[int]) -> set[int]:
        """Sets with as few drawn lines around as can be, all of them drawn, that hold one group and not the other."""
        # Unit flows over drawn lines; a border without one carries any number.
        flow: dict[tuple[int, int], int] = {}
        sources, near, line = positions(start), self.near, self.line

        def free(one: int, other: int) -> bool:
            return line[one, other] not in true or flow.get((one, other), 0) < 1

        while True:
            before = dict.fromkeys(sources, -1)
            queue = list(sources)
            for here in queue:
                if end >> here & 1:
                    break
                for other in near[here]:
                    if other not in before and free(here, other):
                        before[other] = here
                        queue.append(other)
            else:
                break
            while (previous := before[here]) >= 0:
                flow[previous, here] = flow.get((previous, here), 0) + 1
                flow[here, previous] = flow.get((here, previous), 0) - 1
                here = previous
        queue = positions(end)
        behind = set(queue)
        for here in queue:
            for other in near[here]:
                if other not in behind and free(other, here):
                    behind.add(other)
                    queue.append(other)
        return {sum(1 << one for one in before), sum(1 << one for one in behind)}

    def _shut(self, mask: int) -> None:
        """Nothing in a set is joined to the rest unless some border of its rim has no line."""
        if mask in self.rims:
            return
        add = self.cnf.clauses.append
        inside = positions(mask)
        rim = [-self.line[one, other] for one in inside for other in self.near[one] if not mask >> other & 1]
        self.rims[mask] = opened = self.cnf.new()
        add([-opened, *rim])
        for one in inside:
            for other in positions(self.part[one] & ~mask):
                add((-self.pairs[one, other], opened))


class Drawn:
    """What is joined where the true variables are drawn."""

    def __init__(self, joined: Joined, true: frozenset[int]) -> None:
        self.stride = joined.bits.stride
        self.right = sum(bit for variable, bit in joined.right.items() if variable not in true)
        self.below = sum(bit for variable, bit in joined.below.items() if variable not in true)
        self.found: dict[int, int] = {}

    def group(self, cell: int) -> int:
        """The cells joined to a cell, itself among them."""
        if cell not in self.found:
            stride, right, below = self.stride, self.right, self.below
            reached, grown = 0, 1 << cell
            while grown != reached:
                reached = grown
                grown |= (grown & right) << 1 | grown >> 1 & right
                grown |= (grown & below) << stride | grown >> stride & below
            self.found.update(dict.fromkeys(positions(reached), reached))
        return self.found[cell]
