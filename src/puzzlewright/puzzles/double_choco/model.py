"""Double Choco as clauses.

Variables: a `line` for each border between two cells; one for each candidate block (see `candidates`); `other` of a
cell, its block is not an early candidate; `far` of a cell, its block is no candidate at all; `size` of a cell, how many
cells the areas of its block have. Blocks that are no candidates are left to `far.py`.

A candidate has no line inside and lines all around, so it is a block of the answer. Each cell is in a candidate, or
`other`, or `far`. Every answer satisfies the clauses, whichever of them are there yet: for a block that is an early
candidate choose it, for the rest make their cells `other`, and `far` too if they are no later candidate either.

The search widens in stages. First no cell may be `other`, then none may be `far`: what is found is an answer, and most
boards have one with small areas. Stages that end without one, refuted or not, prove nothing, and the next one adds the
clauses that it needs; the last has no restriction. Its answers have lines between blocks only, never inside one, so two
assignments with the same lines are the same answer, and excluding the lines of an answer excludes it alone.

Clauses are labelled by what they stand for: `block`, `cover`, `size`, `point` (no line ends inside the board), `widen`
and the labels of `far.py`. No clause stands for one rule of the game: each candidate obeys all of them. `plain.py` has
a model for tiny boards that keeps the rules apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.grid import components
from puzzlewright.outcome import Place
from puzzlewright.puzzles.double_choco import candidates as candidate
from puzzlewright.puzzles.double_choco import regions
from puzzlewright.puzzles.double_choco.candidates import Candidate, Candidates, Effort
from puzzlewright.puzzles.double_choco.far import Far
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, block_is_right, blocks, borders_of, hopeless
from puzzlewright.solvers.cnf import Cnf, Model, Stage

_EARLY, _LATER, _FAR = range(3)
"""What the blocks of a stage may be: early candidates; also later ones; anything."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search; nothing here decides whether an answer is found, only how quickly."""

    effort: Effort = field(default_factory=Effort)
    sizes_from: int | None = 1_500
    """Sizes of blocks become variables from so many candidates on; None is never."""
    size_cap: int = 12
    """Sizes from here on are one."""
    stages: Sequence[tuple[int, int]] = (
        (_EARLY, 5_000), (_LATER, 3_000), (_EARLY, 15_000), (_LATER, 8_000), (_FAR, 10_000),
        (_EARLY, 20_000), (_LATER, 20_000), (_FAR, 30_000), (_EARLY, 40_000), (_LATER, 40_000),
    )  # fmt: skip
    """What blocks may be and for how many conflicts, before the last stage, which has no limit."""


def models(board: Instance, deadline: Deadline, *, exact: bool = False) -> Iterator[Model[Answer]]:
    """The one model, which is exact and tries small blocks first. Raises OutOfTime."""
    yield build(board, deadline)


def build(board: Instance, deadline: Deadline | None = None, settings: Settings | None = None) -> Model[Answer]:
    """The model of a board. Raises OutOfTime."""
    deadline = deadline or Deadline()
    deadline.check()
    return _Builder(board, settings or Settings(), deadline).model()


class _Builder:
    """Writes the clauses of one board; later ones while the search goes on."""

    def __init__(self, board: Instance, settings: Settings, deadline: Deadline) -> None:
        self.board, self.settings, self.deadline = board, settings, deadline
        self.bits = Bitboard(board.grid, turning=True)
        self.cells = positions(self.bits.all)
        self.cnf = Cnf()
        self.lines = {edge: self.cnf.new() for edge in board.grid.edges()}
        # By the position of the cell on the left or above; the masks hold the cells that have such a neighbour.
        self.right: dict[int, int] = {}
        self.below: dict[int, int] = {}
        for (one, other), line in self.lines.items():
            (self.right if one[0] == other[0] else self.below)[self.bits.position(one)] = line
        self.has_right = sum(1 << position for position in self.right)
        self.has_below = sum(1 << position for position in self.below)
        self.line = {}
        for (one, other), line in self.lines.items():
            here, there = self.bits.position(one), self.bits.position(other)
            self.line[here, there] = self.line[there, here] = line
        self.found = Candidates()
        self.other: dict[int, int] = {}
        self.far: dict[int, int] = {}
        self.any_other = self.any_far = 0
        self.sizes: dict[int, list[int]] = {}
        self.layer: Far | None = None

    def model(self) -> Model[Answer]:
        if hopeless(self.board):
            self.cnf.rule("cover")
            self.cnf.clauses.append(())
        else:
            white = self.bits.mask(self.board.white)
            found = regions.find(self.board, self.bits, self.deadline)
            self.found = candidate.find(self.bits, white, found, self.settings.effort, self.deadline)
            self.write()
        return Model(
            cnf=self.cnf,
            places=dict(self.lines.items()),
            values=("line", "none"),
            read=self.read,
            marked=lambda answer: answer.borders,
            stages=self.stages,
            refine=lambda true: self.layer is None or self.layer.stands(true),
            variants=self.merged,
        )

    def read(self, marked: Collection[Place]) -> Answer:
        """The answer with lines between blocks; a line that separates nothing is not part of it."""
        parts = components(self.board.grid, marked)  # type: ignore[arg-type]
        return Answer(borders_of(self.board.grid, parts))

    def write(self) -> None:
        """The clauses of the first stage."""
        self.widen()
        count = len(self.found.early) + len(self.found.later)
        if self.settings.sizes_from is not None and count >= self.settings.sizes_from:
            self.size_variables()
        holders = self.blocks(self.found.early, excluded_by=self.other)
        self.cnf.rule("cover")
        for position in self.cells:
            clause = holders[position]
            if position in self.other:
                clause.append(self.other[position])
            self.cnf.clauses.append(clause)
        self.points()

    def stages(self) -> Iterator[Stage]:
        """See the top of the file."""
        written = 0
        for depth, conflicts in (*self.settings.stages, (_FAR, None)):
            if depth > written and self.other:
                if not written:
                    self.write_later()
                if depth == _FAR and self.found.large:
                    self.write_far()
            written = max(written, depth)
            limit = (self.any_other, self.any_far, 0)[depth]
            yield Stage((-limit,) if limit else (), conflicts)

    def write_far(self) -> None:
        """The blocks that are no candidates."""
        self.layer = Far(self.bits, self.bits.mask(self.board.white), self.line, self.cnf)
        self.layer.write(self.found.large, self.far, self.sizes, self.deadline)

    def write_later(self) -> None:
        """The later candidates, and what is left for cells that none of them covers."""
        holders = self.blocks(self.found.later, excluded_by=self.far, implied=self.other)
        self.cnf.rule("cover")
        for position, other in self.other.items():
            clause = [-other, *holders[position]]
            if position in self.far:
                clause.append(self.far[position])
            self.cnf.clauses.append(clause)

    def blocks(
        self, group: list[Candidate], excluded_by: dict[int, int], implied: dict[int, int] | None = None
    ) -> dict[int, list[int]]:
        """Variables and clauses of some candidates; for each cell the candidates that hold it."""
        cnf, bits, right, below = self.cnf, self.bits, self.right, self.below
        add, stride = cnf.clauses.append, bits.stride
        holders: dict[int, list[int]] = {position: [] for position in self.cells}
        for number, (white, grey) in enumerate(group):
            if not number & 63:
                self.deadline.check()
            chosen = cnf.new()
            not_chosen = -chosen
            block = white | grey
            first = (white & -white).bit_length() - 1
            cnf.reserve(4 * block.bit_count())
            cnf.rule("block", (bits.cell(first),))
            for position in positions(block):
                holders[position].append(chosen)
            # One bit for each border with both sides in the block, and for each with one side in it.
            for position in positions(block & block >> 1):
                add((not_chosen, -right[position]))
            for position in positions((block ^ block >> 1) & self.has_right):
                add((not_chosen, right[position]))
            for position in positions(block & block >> stride):
                add((not_chosen, -below[position]))
            for position in positions((block ^ block >> stride) & self.has_below):
                add((not_chosen, below[position]))
            # The other cells of the block follow, since no line separates them.
            if first in excluded_by:
                add((not_chosen, -excluded_by[first]))
            if implied is not None:
                add((not_chosen, implied[first]))
            if self.sizes:
                add((not_chosen, self.sizes[first][min(white.bit_count(), len(self.sizes[first])) - 1]))
        return holders

    def widen(self) -> None:
        """The variables `other` and `far`; cells that no line separates agree on them."""
        cnf, found = self.cnf, self.found
        far = 0
        for large in found.large:
            for position in (*large.region.cells, *large.region.images):
                far |= 1 << position
        other = far
        for white, grey in found.later:
            other |= white | grey
        self.other = cnf.new_for(positions(other))
        self.far = cnf.new_for(positions(far))
        cnf.rule("widen")
        add = cnf.clauses.append
        if other:
            self.any_other = cnf.new()
            for variable in self.other.values():
                add((-variable, self.any_other))
        if far:
            self.any_far = cnf.new()
            for position, variable in self.far.items():
                add((-variable, self.any_far))
                add((-variable, self.other[position]))
        for (one, two), line in self.lines.items():
            here, there = self.bits.position(one), self.bits.position(two)
            for kind in (self.other, self.far):
                for position, neighbour in ((here, there), (there, here)):
                    if position in kind:
                        add((line, -kind[position], kind[neighbour]) if neighbour in kind else (line, -kind[position]))

    def size_variables(self) -> None:
        """One size for each cell, the same on both sides of a border without line, and that of its number.

        They follow from the rest, but tell the search sooner which candidates do not go together.
        """
        candidates = self.found.early + self.found.later
        largest = max((white.bit_count() for white, _ in candidates), default=0)
        top = min(self.settings.size_cap, largest + 1)
        add = self.cnf.clauses.append
        for position in self.cells:
            self.cnf.rule("size", (self.bits.cell(position),))
            self.sizes[position] = sizes = [self.cnf.new() for _ in range(top)]
            add(sizes)
            for place, size in enumerate(sizes):
                for smaller in sizes[:place]:
                    add((-size, -smaller))
        for cell, number in self.board.clues:
            if number:
                add((self.sizes[self.bits.position(cell)][min(number, top) - 1],))
        for (one, two), line in self.lines.items():
            here, there = self.sizes[self.bits.position(one)], self.sizes[self.bits.position(two)]
            for size, same in zip(here, there, strict=True):
                add((line, -size, same))
                add((line, -same, size))

    def points(self) -> None:
        """At a point where four cells meet there is not just one line. Follows from the rest, but helps the search."""
        for row, col in self.board.grid:
            if row + 1 < self.board.rows and col + 1 < self.board.cols:
                here = self.bits.position((row, col))
                below = here + self.bits.stride
                around = [self.right[here], self.right[below], self.below[here], self.below[here + 1]]
                self.cnf.rule("point", ((row, col),))
                for line in around:
                    self.cnf.clauses.append([-line, *(other for other in around if other != line)])

    def merged(self, answer: Answer) -> Iterator[Answer]:
        """Answers in which two neighbouring blocks without numbers are one block."""
        parts = blocks(self.board, answer)
        part_of = {cell: number for number, part in enumerate(parts) for cell in part}
        free = [not any(self.board.numbers.get(cell) for cell in part) for part in parts]
        pairs = {tuple(sorted((part_of[one], part_of[two]))) for one, two in answer.borders}
        for one, two in sorted(pairs):
            if free[one] and free[two] and block_is_right(self.board, parts[one] | parts[two]):
                yield Answer(frozenset(
                    edge for edge in answer.borders if {part_of[edge[0]], part_of[edge[1]]} != {one, two}
                ))
