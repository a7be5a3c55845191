"""The longest uncrossed path or cycle by dynamic programming along a frontier, with a target and a bound.

Cells are decided in reading order: which moves from earlier cells to this one are made. What matters of the past is a
state (see `leapers_states`) and how many moves were made. Asked for a path of so many moves, states that cannot get
there by the bound of `leapers_strips` are dropped. The target is lowered, from the bound of the empty board, until it
is reached: then all greater ones have been refuted.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from puzzlewright.deadline import Deadline
from puzzlewright.gallery.entry import Say
from puzzlewright.gallery.leapers_board import Board, Masks, Move, Numbers, Places, tables
from puzzlewright.gallery.leapers_states import MOST_ENDS, doubled, find, follow, new_set
from puzzlewright.gallery.leapers_strips import Strips, width_for

Steps = npt.NDArray[np.int32]
"""States x 2: the number of the state before, in its stage, and the choice."""

_BATCH = 20_000


class Frontier:
    """A search for a longest path, or cycle if `closed`, with more than `reached` moves.

    `bound` is what no path exceeds, as far as is known; `rounds` has what each target took.
    """

    def __init__(self, board: Board, closed: bool, reached: int, width: int | None = None) -> None:
        self._board, self._closed, self._reached = board, closed, reached
        self._ends = 0 if closed else MOST_ENDS
        self._tables = tables(board)
        self._strips = Strips(board, self._tables, width or width_for(board))
        self.bound = self._tables.cells
        self.rounds: list[dict[str, Any]] = []

    def run(self, deadline: Deadline, say: Say) -> list[Move] | None:
        """The moves of a longest path, None if there is none with more than `reached` moves. Raises OutOfTime."""
        # Narrow strips give a first bound at once.
        narrow = Strips(self._board, self._tables, min(self._board.columns, self._board.long + 2))
        for strips in (narrow, self._strips):
            say(f"a bound; it is {self.bound} so far")
            empty = np.zeros((1, self._tables.status_words + 1), np.uint64)
            self.bound = min(self.bound, int(strips.bound(0, empty, self._ends, deadline)[0]) // strips.scale)
        while self.bound > self._reached:
            if (found := self._round(self.bound, deadline, say)) is not None:
                return found
            self.bound -= 1
        return None

    def _round(self, target: int, deadline: Deadline, say: Say) -> list[Move] | None:
        keys, made = np.zeros((1, self._tables.status_words + 1), np.uint64), np.zeros(1, np.int64)
        steps: list[Steps] = []
        states = most = 1
        found = None
        for cell in range(self._tables.cells):
            say(f"{target} moves? cell {cell + 1} of {self._tables.cells}, {states:,} states")
            later, later_made, step, complete = self._stage(cell, keys, made, deadline)
            if complete[0] >= target:
                found = self._moves(cell, steps, complete)
                break
            enough = np.empty(len(later), np.bool_)
            for first in range(0, len(later), _BATCH):
                part = slice(first, first + _BATCH)
                gains = self._strips.bound(cell + 1, later[part], self._ends, deadline)
                enough[part] = later_made[part] * self._strips.scale + gains >= target * self._strips.scale
            keys, made = later[enough], later_made[enough]
            steps.append(step[enough])
            states, most = states + len(keys), max(most, len(keys))
        self.rounds.append(
            {"moves": target, "possible": found is not None, "states": states, "at_once": most,
             "states_of_strips": self._strips.states}
        )  # fmt: skip
        return found

    def _stage(
        self, cell: int, keys: Masks, made: Numbers, deadline: Deadline
    ) -> tuple[Masks, Numbers, Steps, tuple[int, int, int]]:
        """What states become, and the best complete path or cycle: its moves, the state before, and the choice."""
        states, places = new_set(keys.shape[1])
        later_made, step = np.empty(len(states), np.int64), np.empty((len(states), 2), np.int32)
        size, complete = 0, (-1, 0, 0)
        for first in range(0, len(keys), _BATCH):
            deadline.check()
            new, told, ready = follow(self._tables, cell, keys[first : first + _BATCH], True, self._closed)
            told[:, 0] += first
            ready[:, 0] += np.where(ready[:, 0] < 0, 0, made[first : first + _BATCH])
            best = int(np.argmax(ready[:, 0]))
            complete = max(complete, (int(ready[best, 0]), first + best, int(ready[best, 1])))
            states, places, later_made, step, size = _keep_best(new, told, made, states, places, later_made, step, size)
        return states[:size], later_made[:size], step[:size], complete

    def _moves(self, cell: int, steps: list[Steps], complete: tuple[int, int, int]) -> list[Move]:
        """Go back from a complete path to the moves that made it."""
        moves = []
        _, number, choice = complete
        while True:
            for chosen in (choice // 16 - 1, choice % 16 - 1):
                if chosen >= 0:
                    moves.append(self._board.moves[self._tables.back[cell, chosen]])
            if cell == 0:
                return moves
            cell -= 1
            number, choice = steps[cell][number]


@numba.njit(cache=True)
def _keep_best(
    new: Masks, told: Numbers, made: Numbers, states: Masks, places: Places, later_made: Numbers, step: Steps, size: int
) -> tuple[Masks, Places, Numbers, Steps, int]:
    """Put new states into the set with the most moves for each, and how it came about."""
    for index in range(len(new)):
        old = told[index, 0]
        moves = made[old] + told[index, 1]
        place, number = find(states, places, new[index])
        if number < 0:
            if size == len(states):
                states, places = doubled(states, places, size)
                place, number = find(states, places, new[index])
                more_made, more_step = np.empty(len(states), np.int64), np.empty((len(states), 2), np.int32)
                for known in range(size):
                    more_made[known] = later_made[known]
                    more_step[known, 0], more_step[known, 1] = step[known, 0], step[known, 1]
                later_made, step = more_made, more_step
            number = size
            states[size] = new[index]
            places[place] = size
            later_made[size] = -1
            size += 1
        if moves > later_made[number]:
            later_made[number] = moves
            step[number, 0], step[number, 1] = old, told[index, 3]
    return states, places, later_made, step, size
