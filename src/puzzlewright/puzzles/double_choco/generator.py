"""How Double Choco boards are made; docs/generating.md tells it in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice
from math import sqrt
from random import Random

from puzzlewright.bitboard import positions
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.generator import Draft, Generator, Option, Request
from puzzlewright.grid import Cell, Grid, cell_name, cell_names
from puzzlewright.messages import Sentence
from puzzlewright.puzzles.double_choco.candidates import Candidate, Effort
from puzzlewright.puzzles.double_choco.carving import Numbers, Unhit, carve, put_back
from puzzlewright.puzzles.double_choco.colouring import Colouring
from puzzlewright.puzzles.double_choco.cover import (
    CONFLICTS,
    FULL,
    Cover,
    Difference,
    Rivals,
    TooHard,
    clash,
    differences,
)
from puzzlewright.puzzles.double_choco.frame import SYMMETRIES, Frame, frame_of, numbered
from puzzlewright.puzzles.double_choco.given import Given
from puzzlewright.puzzles.double_choco.messages import MESSAGES
from puzzlewright.puzzles.double_choco.partition import Partition
from puzzlewright.puzzles.double_choco.proving import answers
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, blocks, borders_of
from puzzlewright.shape import TURNS

Own = list[Candidate]
"""The white and the grey area of each block of the answer that a board is made for."""

_FREE = Effort(early_steps=60, later_steps=60)
"""How far to list blocks without numbers. The proof finds what is missing, and more make each search slower."""
_BLOCKS_A_ROW = 500
_COOLER = 0.05
"""Colours that allow more blocks, for a square board, are drawn again, with areas of one colour seeking each other so
much less."""

_PROOF_CONFLICTS = 2_000
"""For each stage of the proof: a board that takes more is not kept."""

_SMALLER = {"easy": 0.65, "medium": 0.75, "hard": 0.8}
"""Bands that call for smaller areas, and how much smaller. What is hard with larger ones takes minutes to grade."""
_FULLEST = {"easy": 1, "medium": 2}
"""Of the boards with numbers put back, so many of the fullest are likely to be of that band."""

_ROUNDS = 40
"""How often colours are changed, or another answer of given colours is tried."""
_SWAPS = 1_000
_TWINS = 20
"""Differences that are collected before colours are changed."""
_AT_ONCE = 4
"""Other answers that are collected before numbers are chosen again."""
_STEPS = 4
"""Boards with numbers put back."""

OPTIONS = {
    "mean": Option(0, 0, 100, "mean size of areas that is aimed at; 0 takes one that suits the board"),
    "largest": Option(0, 0, 1000, "size of the largest areas; 0 takes one that suits the board"),
    "clumps": Option(0.1, -1, 2, "how much areas of one colour seek each other; below 0 they shun each other"),
    "tries": Option(12, 0, 1000, "how often fewer numbers are tried on a board that is carved"),
    "doubles": Option(0, 0, 1, "1 lets an area have two numbers"),
}


def refuse(request: Request[Instance], deadline: Deadline) -> str | None:
    """Why nothing can be made, or None.

    A pattern with colours is searched for an answer that numbers can single out, with as much work as one attempt
    takes; where that does not decide it, attempts are left to find out.
    """
    try:
        frame = frame_of(request)
        mean, largest = request.options["mean"], request.options["largest"]
        if largest and mean > largest:
            raise ValueError(f"the mean size of areas, {mean:g}, is above that of the largest, {largest:g}")
        if frame.coloured is not None:
            _refuse_colours(frame, frame.coloured, deadline)
        elif frame.numbers:
            _refuse_numbers(request, frame, deadline)
    except ValueError as reason:
        # The sentence itself, which can be said in other languages.
        problem: str = reason.args[0]
        return problem
    except OutOfTime:
        return None
    return None


def _refuse_numbers(request: Request[Instance], frame: Frame, deadline: Deadline) -> None:
    """Raise ValueError if no division with the numbers that stay is found, naming the first that is one too many."""
    largest = request.options["largest"]
    for position, number in frame.numbers.items():
        if largest and number > largest:
            raise ValueError(
                f"{cell_name(frame.bits.cell(position))}: the number {number} is above the size of the largest areas, "
                f"{largest:g}"
            )
    known: dict[int, int] = {}
    if _divided(request, frame, frame.numbers, deadline):
        return
    for position, number in sorted(frame.numbers.items()):
        known[position] = number
        if not _divided(request, frame, known, deadline):
            key = "not divided" if len(known) > 1 else "not divided alone"
            raise ValueError(Sentence(MESSAGES, key, cell=cell_name(frame.bits.cell(position)), clue=number))


def _divided(request: Request[Instance], frame: Frame, numbers: Mapping[int, int], deadline: Deadline) -> bool:
    random = Random(0)
    return any(_partition(request, frame, numbers, random, deadline).whole() is not None for _ in range(_ROUNDS))


def _refuse_colours(frame: Frame, coloured: Instance, deadline: Deadline) -> None:
    """Raise ValueError if the colours have no answer with the numbers that stay, or none that numbers single out."""
    try:
        for count in range(len(coloured.clues), -1, -1):
            board = Instance.of(frame.rows, frame.cols, coloured.grey, dict(coloured.clues[:count]))
            if next(answers(board, _PROOF_CONFLICTS, deadline), None) is not None:
                if count == len(coloured.clues):
                    break
                cell, number = coloured.clues[count]
                before = " and those before it" if count else ""
                raise ValueError(f"{cell_name(cell)}: no answer of the colours has this number {number}{before}")
        else:
            cells = clash(Instance.of(frame.rows, frame.cols, coloured.grey), frame.bits, deadline)
            if cells:
                verb = "these cells cannot all be in blocks" if len(cells) > 1 else "no block can hold this cell"
                raise ValueError(f"{cell_names(cells)}: {verb}")
            raise ValueError("the colours of the pattern have no answer")
    except TooHard:
        return
    try:
        with Given(coloured, frame.bits, frame.allowed, Random(0), deadline) as given:
            if given.next() is None and given.over and given.twin:
                first = frame.bits.cells(given.twin)[0]
                raise ValueError(
                    f"{cell_name(first)}: no numbers where the pattern allows them leave one answer of its colours; "
                    f"{given.twin.bit_count()} cells from here on can be divided in several ways"
                )
    except TooHard:
        raise ValueError("the colours of the pattern leave so much open that no numbers can be chosen") from None


def attempt(request: Request[Instance], random: Random, deadline: Deadline) -> Iterator[Draft[Instance, Answer]]:
    """One partition, or the answers of one pattern, coloured and carved; with a band also with numbers put back."""
    frame = frame_of(request)
    carver = _Carver(request, frame, random, deadline)
    try:
        drafts = _from_partition(carver) if frame.coloured is None else _from_colours(carver, frame.coloured)
    except TooHard:
        return
    yield from drafts[-_FULLEST.get(request.band or "", len(drafts)) :]


def _from_colours(carver: _Carver, coloured: Instance) -> list[Draft[Instance, Answer]]:
    with Given(coloured, carver.frame.bits, carver.frame.allowed, carver.random, carver.deadline) as given:
        for _ in range(_ROUNDS):
            own = given.next()
            if own is None:
                break
            try:
                return carver.drafts(own, given.cover)
            except Unhit as unhit:
                given.forbid(own, unhit.cells)
    return []


def _from_partition(carver: _Carver) -> list[Draft[Instance, Answer]]:
    request, frame, random, deadline = carver.request, carver.frame, carver.random, carver.deadline
    partition = _partition(request, frame, frame.numbers, random, deadline)
    blocks = partition.whole()
    if blocks is None:
        return []
    colouring = Colouring(frame.bits, blocks, request.options["clumps"], random)
    most = round(_BLOCKS_A_ROW * sqrt(frame.rows * frame.cols))
    for _ in range(_ROUNDS):
        stuck = 0
        if colouring.repair(_SWAPS):
            own = colouring.coloured()
            wrong = carver.twins(own)
            if not wrong:
                try:
                    cover = Cover(numbered(frame, own, frame.fixed), frame.bits, _FREE, deadline, own, most)
                except TooHard:
                    # Clumps that are smaller leave less open.
                    colouring.clumps -= _COOLER
                    colouring.settle()
                    continue
                try:
                    return carver.drafts(own, cover)
                except Unhit as unhit:
                    wrong = [unhit.cells]
            for cells in wrong:
                if not colouring.forbid(cells):
                    stuck = cells
        else:
            stuck = colouring.clash()
        if stuck:
            divided = partition.elsewise(colouring.blocks, stuck)
            if divided is None:
                break
            colouring = colouring.divided(divided)
    return []


def _partition(
    request: Request[Instance], frame: Frame, numbers: Mapping[int, int], random: Random, deadline: Deadline
) -> Partition:
    cells = frame.rows * frame.cols
    side = sqrt(cells)
    largest = int(request.options["largest"])
    mean = request.options["mean"]
    if not largest:
        largest = max(round(3 + side / 2), round(2 * mean), *numbers.values())
    if not mean:
        mean = (1.9 + 0.08 * side) * _SMALLER.get(request.band or "", 1)
    largest = min(largest, cells // 2)
    return Partition(frame.bits, min(mean, largest), largest, random, deadline, numbers)


class _Carver:
    """Carves the boards of one attempt."""

    def __init__(self, request: Request[Instance], frame: Frame, random: Random, deadline: Deadline) -> None:
        self.request, self.frame, self.random, self.deadline = request, frame, random, deadline

    def twins(self, own: Own) -> list[int]:
        """Sets of cells that can be divided otherwise with the same sizes wherever a number may stand."""
        allowed = self.frame.allowed
        found: list[int] = []
        cover = Cover(numbered(self.frame, own, allowed), self.frame.bits, FULL, self.deadline, own)
        with Rivals(cover, own, self.deadline) as rivals:
            while len(found) < _TWINS and (twins := rivals.next((), CONFLICTS)):
                found += [twin.cells for twin in twins]
        return found

    def drafts(self, own: Own, cover: Cover) -> list[Draft[Instance, Answer]]:
        """The board with few numbers and, for a band, with more. Raises Unhit and TooHard."""
        frame, options = self.frame, self.request.options
        numbers = Numbers(
            frame.places, [area for block in own for area in block], frame.fixed, self.random,
            doubles=options["doubles"] >= 0.5 or self.request.symmetry != "none",
        )  # fmt: skip
        with Rivals(cover, own, self.deadline) as rivals:

            def others(cells: int) -> list[Difference]:
                found: list[Difference] = []
                assumed = positions(cells)
                try:
                    for _ in range(_AT_ONCE):
                        if not (more := rivals.next(assumed, CONFLICTS)):
                            break
                        found += more
                except TooHard:
                    if not found:
                        raise
                return found

            choice = carve(numbers, others, lambda cells: self.proof(own, cells), int(options["tries"]))
        choices = [choice]
        if self.request.band is not None:
            choices += put_back(numbers, choice, _STEPS)
        answer = Answer(borders_of(Grid(frame.rows, frame.cols), [frame.bits.cells(one | other) for one, other in own]))
        return [Draft(numbered(frame, own, numbers.cells(each)), answer) for each in choices]

    def proof(self, own: Own, cells: int) -> list[Difference]:
        """Differences of other answers with numbers at these cells; that there are none is a proof. Raises TooHard."""
        board, bits = numbered(self.frame, own, cells), self.frame.bits
        found: list[Difference] = []
        try:
            for answer in islice(answers(board, _PROOF_CONFLICTS, self.deadline), _AT_ONCE):
                parts = blocks(board, answer)
                other = [(bits.mask(part - board.grey), bits.mask(part & board.grey)) for part in parts]
                found += differences(own, other)
        except TooHard:
            if not found:
                raise
        return found


def key(board: Instance) -> Hashable:
    """The least of the eight turned boards."""
    return min(_turned(board, turn) for turn in TURNS)


def _turned(board: Instance, turn: Callable[[int, int], Cell]) -> tuple[tuple[int, int, bool, str], ...]:
    """Cells with their colours and numbers, the least row and column 0."""
    cells = {cell: turn(*cell) for cell in board.grid}
    top, left = min(row for row, _ in cells.values()), min(col for _, col in cells.values())
    return tuple(
        sorted(
            (row - top, col - left, cell in board.grey, str(board.numbers.get(cell, "")))
            for cell, (row, col) in cells.items()
        )
    )


GENERATOR = Generator(
    methods={"carved": "a random partition is coloured so that numbers can tell it, then numbers are taken away"},
    options=OPTIONS,
    symmetries=SYMMETRIES,
    refuse=refuse,
    attempt=attempt,
    key=key,
)
