"""Few clues that leave a full board as the only answer.

A clue is a cell that shows whether it holds a square: a pre-drawn square, or a shaded cell off the arrows. Another
answer is ruled out by the clues on which it differs from the planned one. Each other answer that is ever found is kept
as the set of those clues: clues that hit none of them are too few, which answers most questions without a search.

When a clue is dropped from clues that leave one answer, another answer must differ on its cell. So the question is
whether the other clues imply this cell, which is far easier than whether they leave one answer. Each implication is
kept as the set of clues that it used.

The searches go on one solver at a time, with the clues as assumptions. Three kinds of model follow each other: blocks
near their arrows and no clue given, to collect other answers; all cells, with what was chosen given; and for dropping
clues all of them given but for a dozen, which is small, because clues narrow the model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell
from puzzlewright.puzzles.evolomino import model
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.solvers.search import Search

_RADIUS = 3
"""Of the model in which other answers are collected first."""

_TOGETHER = 12
"""Clues that are tested on one model."""


class Carver:
    """What is known about the clues of one full board.

    `board` has the clues that stay, `squares` are those of the answer. Other answers that differ on no cell that could
    be a clue, such as one more square on an arrow, cannot be ruled out; then that answer becomes the planned one.
    """

    def __init__(self, board: Instance, squares: frozenset[Cell], deadline: Deadline, *, shade: bool = True) -> None:
        self.board = board
        self.squares = squares
        self._deadline = deadline
        self._shade = shade
        self._begin(squares)

    def _begin(self, squares: frozenset[Cell]) -> None:
        board = self.board
        self.squares = squares
        fixed = board.shaded | board.squares
        self.clues: list[Cell] = [
            cell
            for cell in board.grid
            if cell not in fixed and (cell in squares or (self._shade and cell not in board.arrow_cells))
        ]
        self._bit = {cell: 1 << number for number, cell in enumerate(self.clues)}
        self._others: list[int] = []
        self._implied: list[tuple[int, int]] = []

    def with_clues(self, clues: Iterable[Cell]) -> Instance:
        """The board with those clues besides the ones that stay."""
        shown = frozenset(clues)
        return replace(
            self.board,
            shaded=self.board.shaded | shown - self.squares,
            squares=self.board.squares | shown & self.squares,
        )

    def answer(self) -> Answer:
        return Answer(self.squares)

    def everything(self) -> list[Cell]:
        """All clues that there can be, in reading order; they leave one answer."""
        while True:
            planned = self.squares
            with _Question(self, self.clues, ()) as question:
                question.settles(self._mask(self.clues))
            if self.squares == planned:
                return list(self.clues)

    def sufficient(self, weight: Callable[[Cell], float]) -> list[Cell]:
        """Clues, in the order in which they were chosen, that leave one answer; most of them with a great weight.

        Starts from clues that rule out all other answers that are known, and adds one for each that turns up.
        """
        while True:
            chosen = self._hitting(weight)
            if self._complete(chosen, weight, _RADIUS) and self._complete(chosen, weight, None):
                return chosen

    def minimal(self, clues: Sequence[Cell]) -> list[Cell]:
        """Drop each of the clues, in that order, that the rest can do without. They must leave one answer."""
        found = self.fewer(clues, len(clues) + 1)
        assert found is not None
        return found

    def fewer(self, clues: Sequence[Cell], most: int) -> list[Cell] | None:
        """What `minimal` returns if that is less than `most` clues; else None, as soon as that many are needed."""
        kept = self._mask(clues)
        left = list(clues)
        while left:
            undecided: list[Cell] = []
            while left and len(undecided) < _TOGETHER:
                cell = left.pop(0)
                if not self._is_needed(kept, self._bit[cell]):
                    undecided.append(cell)
            if not undecided:
                break
            with _Question(self, self._cells(kept) - set(undecided), undecided) as question:
                for cell in undecided:
                    if self._needed(kept) >= most:
                        return None
                    without = kept & ~self._bit[cell]
                    if self._is_needed(kept, self._bit[cell]):
                        continue
                    if self._is_implied(without, self._bit[cell]) or question.implies(without, cell):
                        kept = without
        found = [cell for cell in clues if kept & self._bit[cell]]
        return found if len(found) < most else None

    def _hitting(self, weight: Callable[[Cell], float]) -> list[Cell]:
        """Clues that rule out all known other answers: again and again the one that rules out most."""
        chosen: list[Cell] = []
        left = self._others
        while left:
            ruled_out = {cell: sum(1 for other in left if other & bit) for cell, bit in self._bit.items()}
            best = max(self.clues, key=lambda cell: ruled_out[cell] * weight(cell))
            if not ruled_out[best]:
                # Weights of zero: whatever rules it out.
                best = max(self.clues, key=lambda cell: ruled_out[cell])
            chosen.append(best)
            left = [other for other in left if not other & self._bit[best]]
        return chosen

    def _complete(self, chosen: list[Cell], weight: Callable[[Cell], float], radius: int | None) -> bool:
        """Add clues until no other answer is found; False if the planned answer had to change."""
        given = [] if radius else chosen
        loose = [cell for cell in self.clues if cell not in set(given)]
        with _Question(self, given, loose, radius) as question:
            while not question.settles(self._mask(chosen)):
                if not self._others:
                    return False
                differs = self._cells(self._others[-1])
                chosen.append(max(sorted(differs), key=weight))
        return True

    def _is_needed(self, kept: int, bit: int) -> bool:
        """Does a known other answer stay if this clue goes?"""
        without = kept & ~bit
        return any(not other & without for other in self._others)

    def _needed(self, kept: int) -> int:
        """How many of these clues are the only ones to rule out some known other answer."""
        needed = 0
        for other in self._others:
            if (only := other & kept) and not only & (only - 1):
                needed |= only
        return needed.bit_count()

    def _is_implied(self, clues: int, bit: int) -> bool:
        """Does it follow from known implications that these clues leave this cell no choice?"""
        return any(follows == bit and not premise & ~clues for premise, follows in self._implied)

    def _mask(self, cells: Iterable[Cell]) -> int:
        return sum(self._bit[cell] for cell in cells)

    def _cells(self, mask: int) -> set[Cell]:
        return {cell for cell, bit in self._bit.items() if mask & bit}

    def _met(self, squares: frozenset[Cell]) -> None:
        """Another answer."""
        differs = self._mask(cell for cell in self.clues if (cell in squares) != (cell in self.squares))
        if differs:
            self._others.append(differs)
        else:
            self._begin(squares)


class _Question:
    """Is there another answer with such clues? A solver for a board with some clues given and others to be assumed."""

    def __init__(
        self, carver: Carver, given: Collection[Cell], loose: Collection[Cell], radius: int | None = None
    ) -> None:
        self._carver = carver
        self._given = carver._mask(given)
        board = carver.with_clues([*given, *loose])
        self._model = model.build(board, carver._deadline, lifted=loose, radius=radius)
        self._clue = {literal: cell for cell, literal in self._model.clues.items()}
        self._variable = self._model.places
        # Answers found here are only compared with the planned one; the finished board is solved and checked again.
        self._search = Search(self._model, carver._deadline, lambda answer: None)
        self._search.exclude(carver.answer())
        # Near misses say most about what is needed.
        self._search.prefer(carver.answer())

    def __enter__(self) -> _Question:
        return self

    def __exit__(self, *error: object) -> None:
        self._search.__exit__(None, None, None)

    def settles(self, clues: int) -> bool:
        """Do these clues leave no other answer of the model? If they do, another one is kept."""
        carver = self._carver
        assumed = [literal for literal, cell in self._clue.items() if clues & carver._bit[cell]]
        other = self._search.next(assumed)
        if other is not None:
            carver._met(other.squares)
            return False
        return True

    def implies(self, clues: int, cell: Cell) -> bool:
        """Do all answers of the model with these clues agree with the planned one on this cell? If not, one is kept."""
        carver = self._carver
        square = self._variable.get(cell)
        if square is None:
            # Nothing but what was planned is possible.
            return True
        assumed = [literal for literal, clue in self._clue.items() if clues & carver._bit[clue]]
        other = self._search.next([*assumed, -square if cell in carver.squares else square])
        if other is not None:
            carver._met(other.squares)
            return False
        if self._model.exact:
            used = [self._clue[literal] for literal in self._search.core() if literal in self._clue]
            carver._implied.append((self._given | carver._mask(used), carver._bit[cell]))
        return True
