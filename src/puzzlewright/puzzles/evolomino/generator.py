"""Making Evolomino boards: a full board, then few clues that leave it as the only answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from random import Random

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.generator import Draft, Generator, Option, Request
from puzzlewright.grid import Cell, Grid, components
from puzzlewright.messages import Sentence
from puzzlewright.puzzles.evolomino import domains, filling, planting, published
from puzzlewright.puzzles.evolomino.canvas import Canvas
from puzzlewright.puzzles.evolomino.carving import Carver
from puzzlewright.puzzles.evolomino.messages import MESSAGES
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.shape import TURNS

DESIGNED, PUBLISHED = "designed", "published"

METHODS = {
    DESIGNED: "long arrows that wind, many with three blocks and more, and few clues",
    PUBLISHED: "Algorithm 1 of Nikolaev and Myasnikov",
}

OPTIONS = {
    "square_density": Option(0.34, 0.05, 0.6, "share of the cells that are squares of the answer, about"),
    "straight": Option(0.7, 0.0, 1.0, "chance that an arrow that could turn goes straight on"),
    "shaded": Option(0.7, 0.0, 1.0, "designed: 0 for pre-drawn squares only, 1 for shaded cells where they will do"),
    "rounds": Option(3, 1, 100, "designed: sets of clues that are tried, the smallest of which is taken"),
    "arrow_density": Option(0.26, 0.05, 0.9, "published: share of the cells that arrows cover, at least"),
    "stop": Option(0.7, 0.0, 1.0, "published: chance, at each step, that an arrow ends"),
    "growth": Option(0.6, 0.0, 0.95, "published: chance, after each square, that the first block gets another"),
    "further": Option(0.3, 0.0, 0.95, "published: chance, after each block from the second on, of another"),
}

_PATTERN_S = 20.0
"""Seconds in which to find out whether a pattern contradicts itself; if they do not suffice it counts as sound."""

_EASIER = 8
"""Boards with clues put back, a quarter of the fewest at a time, that an attempt offers after that with the fewest."""

_WITH_MORE = {"easy": 3, "medium": 1}
"""How often clues are put back before a board is likely to be of that band."""


def refuse(request: Request[Instance], deadline: Deadline) -> str | None:
    """Why no such board can be made; patterns are looked at for at most _PATTERN_S."""
    rows, cols = request.rows, request.cols
    if request.pattern is not None:
        try:
            return filling.contradiction(request.pattern, Deadline(deadline.at_most(_PATTERN_S)))
        except OutOfTime:
            return None
    if rows * cols < 4 or (rows, cols) == (2, 2):
        return Sentence(MESSAGES, "too small", rows=rows, cols=cols)
    return None


def attempt(request: Request[Instance], random: Random, deadline: Deadline) -> Iterator[Draft[Instance, Answer]]:
    """One full board and its clues: the fewest first, then, if a grade is wanted, with more and more put back."""
    options = request.options
    planned = _planned(request, random, deadline)
    if planned is None:
        return
    board, squares = planned
    shaded = options["shaded"]
    by_algorithm = request.method == PUBLISHED and request.pattern is None
    carver = Carver(board, squares, deadline, shade=by_algorithm or shaded > 0)
    if by_algorithm:
        order = carver.everything()
        random.shuffle(order)
        kept = carver.minimal(order)
    else:
        kept = _fewest(carver, random, shaded, round(options["rounds"]))
        if request.pattern is None and not _is_lively(carver.with_clues(kept), deadline):
            return
    if request.band not in _WITH_MORE:
        yield Draft(carver.with_clues(kept), carver.answer())
    if request.band is None:
        return
    rest = [cell for cell in carver.clues if cell not in kept]
    random.shuffle(rest)
    step = max(1, len(kept) // 4)
    first = _WITH_MORE.get(request.band, 1)
    for number in range(first * step, min(len(rest), _EASIER * step) + 1, step):
        yield Draft(carver.with_clues([*kept, *rest[:number]]), carver.answer())


def _planned(request: Request[Instance], random: Random, deadline: Deadline) -> tuple[Instance, frozenset[Cell]] | None:
    """A board with the clues that stay, and squares that solve it; None if this attempt finds none."""
    options = request.options
    if request.pattern is not None:
        squares = filling.filled(request.pattern, random, deadline)
        return None if squares is None else (request.pattern, squares)
    canvas = Canvas(Grid(request.rows, request.cols))
    if request.method == PUBLISHED:
        published.plant(canvas, random, deadline, options)
    else:
        planting.plant(canvas, random, deadline, squares=options["square_density"], straight=options["straight"])
    return (canvas.board(), frozenset(canvas.squares)) if canvas.laid else None


def _fewest(carver: Carver, random: Random, shaded: float, rounds: int) -> list[Cell]:
    """The smallest of some minimal sets of clues."""
    best: list[Cell] = []
    for _ in range(rounds):
        chance = {cell: random.random() for cell in carver.board.grid}

        def weight(cell: Cell, chance: dict[Cell, float] = chance) -> float:
            return chance[cell] * (1 - shaded if cell in carver.squares else shaded)

        clues = sorted(carver.sufficient(weight), key=weight)
        # Whether the last clues are needed takes longest to find out, and most rounds do not get that far.
        best = carver.fewer(clues, len(best) or len(clues) + 1) or best
    return best


def _is_lively(board: Instance, deadline: Deadline) -> bool:
    """Is every larger part of the board in reach of some block?"""
    found = domains.find(board, deadline)
    reached = 0
    for blocks in found.blocks:
        for block in blocks:
            reached |= block.cells
    idle = found.bits.cells(found.open & ~found.arrow_cells & ~reached)
    return max(map(len, components(idle)), default=0) <= max(4, len(board.grid) // 25)


def key(board: Instance) -> Hashable:
    """The least of the eight turned sets of clues, moved to the top left."""
    return min(_clues(board, turn) for turn in TURNS)


def _clues(board: Instance, turn: Callable[[int, int], Cell]) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
    """The turned clues by kind: each kind in reading order, the topmost and the leftmost clue on row and column 0."""
    kinds: list[list[tuple[Cell, ...]]] = [
        [(turn(*cell),) for cell in board.shaded],
        [(turn(*cell),) for cell in board.squares],
        [(turn(*here), turn(*there)) for here, there in board.links],
    ]
    cells = [cell for kind in kinds for clue in kind for cell in clue]
    top = min((row for row, _ in cells), default=0)
    left = min((col for _, col in cells), default=0)
    return tuple(tuple(sorted(tuple((row - top, col - left) for row, col in clue) for clue in kind)) for kind in kinds)


GENERATOR = Generator(METHODS, OPTIONS, ("none",), refuse, attempt, key)
