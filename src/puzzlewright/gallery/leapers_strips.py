"""How much can still be gained from a state at most? A bound from strips of the board, compiled by numba.

A strip is a few neighbouring columns. In it every set of moves that do not cross, at most two at each cell, is counted
in: cycles and many paths are allowed, but for ends of paths, of which there are at most two in all. What can be gained
in a strip from a state is found by dynamic programming over the states of the strip alone, of which there are few, and
kept. Strips overlap, so that each move lies in at least one; moves that lie in several are shared out among them.
The sum over the strips is an upper bound: the moves that a path still makes are such a set in each of them.
(This is cost partitioning over pattern databases, as in the search for plans.)
"""

from __future__ import annotations

from math import lcm

import numba
import numpy as np
import numpy.typing as npt

from puzzlewright.deadline import Deadline
from puzzlewright.gallery.leapers_board import Board, Masks, Numbers, Places, Tables, slots, tables
from puzzlewright.gallery.leapers_states import (
    DONE,
    END,
    ENDS_AT,
    FRESH,
    MOST_ENDS,
    doubled,
    find,
    follow,
    new_set,
    status_of,
    write,
)

Gains = npt.NDArray[np.int16]
NEVER = -10_000

_BATCH = 20_000


def width_for(board: Board) -> int:
    """So wide that two strips do, but not wider than 7 columns: each more makes a strip ten times as expensive."""
    return min(board.columns, max(board.long + 1, min(7, -(-(board.columns + board.long) // 2))))


class Strips:
    """Strips that cover a board, and what they know so far. `scale` is what a move is worth."""

    def __init__(self, board: Board, whole: Tables, width: int) -> None:
        starts = _starts(board, width)
        inside = [
            [start for start in starts if all(start <= cell % board.columns < start + width for cell in move)]
            for move in board.moves
        ]
        self.scale = lcm(*map(len, inside))
        share = {move: self.scale // len(strips) for move, strips in zip(board.moves, inside, strict=True)}
        taken: set[int] = set()
        self._strips = []
        for start in starts:
            strip = _Strip(board, whole, start, width, share, taken)
            taken |= strip.counted
            self._strips.append(strip)

    @property
    def states(self) -> int:
        return sum(sum(strip.sizes) for strip in self._strips)

    def bound(self, stage: int, keys: Masks, ends: int, deadline: Deadline) -> Numbers:
        """The most that can be gained from states in which `stage` cells are decided; paths may end `ends` times.

        Raises OutOfTime.
        """
        total = np.zeros((len(keys), MOST_ENDS + 1), np.int64)
        for strip in self._strips:
            gains = strip.gains(stage, keys, deadline).astype(np.int64)
            # Ends left may be used in this strip or in those before.
            total = np.stack(
                [
                    np.max([total[:, one] + gains[:, left - one] for one in range(left + 1)], axis=0)
                    for left in range(MOST_ENDS + 1)
                ],
                axis=1,
            )
        used = (keys[:, 0] >> np.uint64(ENDS_AT)).astype(np.int64)
        return np.asarray(total[np.arange(len(keys)), ends - used])


def _starts(board: Board, width: int) -> list[int]:
    """First columns of as few strips as possible such that each move lies in one."""
    last = board.columns - width
    if last == 0:
        return [0]
    number = -(-last // (width - board.long))
    return [round(index * last / number) for index in range(number)] + [last]


class _Strip:
    """Columns of a board as a board of their own, and the states of it that were asked for, or follow from those."""

    def __init__(
        self, board: Board, whole: Tables, start: int, width: int, share: dict[tuple[int, int], int], taken: set[int]
    ) -> None:
        part = Board(board.rows, width, board.short, board.long)
        self._cells = [row * board.columns + start + column for row in range(part.rows) for column in range(width)]
        moves = [(self._cells[one], self._cells[other]) for one, other in part.moves]
        # An end of a path can be told from a cell that goes on outside only if all its moves are inside.
        inside, everywhere = ({cell: sum(cell in move for move in some) for cell in self._cells}
                              for some in (moves, board.moves))  # fmt: skip
        self.counted = {cell for cell in self._cells if inside[cell] == everywhere[cell]} - taken
        self.tables = tables(
            part,
            np.array([share[move] for move in moves], np.int64),
            np.array([cell in self.counted for cell in self._cells]),
        )
        stages = self.tables.cells + 1
        words = self.tables.status_words + 1
        self._sets = [new_set(words) for _ in range(stages)]
        self._gains: list[Gains] = [np.empty((0, MOST_ENDS + 1), np.int16) for _ in range(stages)]
        self.sizes = [0] * stages
        self._stage, self._field_maps, self._slot_maps = self._projection(board, whole, start, width, part)

    def _projection(
        self, board: Board, whole: Tables, start: int, width: int, part: Board
    ) -> tuple[list[int], list[Numbers], list[Masks]]:
        """For each stage of the board: the stage of the strip, and the fields and slots there of fields and slots."""
        own_slots, slot_of = slots(part), dict(zip(board.moves, slots(board), strict=True))
        stage_of: list[int] = []
        field_maps: list[Numbers] = []
        slot_maps: list[Masks] = []
        for stage in range(whole.cells + 1):
            row, column = divmod(stage, board.columns)
            own = row * width + min(max(column - start, 0), width)
            stage_of.append(own)
            recent = range(max(0, own - self.tables.fields), own)
            fields = [
                (self._cells[cell] % whole.fields, cell % self.tables.fields)
                for cell in recent
                if stage - self._cells[cell] <= whole.fields
            ]
            slot_pairs = [
                (slot_of[self._cells[one], self._cells[other]], own_slots[number])
                for number, (one, other) in enumerate(part.moves)
                if one < own <= other
            ]
            field_maps.append(np.array(fields, np.int64).reshape(-1, 2))
            slot_maps.append(np.array(slot_pairs, np.uint64).reshape(-1, 2))
        return stage_of, field_maps, slot_maps

    def gains(self, stage: int, keys: Masks, deadline: Deadline) -> Gains:
        """The most that can be gained in the strip with 0, 1 and 2 more ends of paths: states x 3. Raises OutOfTime.

        States that are not known are added, with all that follows from them; then they are valued, last ones first.
        """
        own = self._stage[stage]
        still_open = self.tables.open[own - 1] if own else np.zeros(self.tables.fields, np.uint64)
        asked = _project(keys, self._field_maps[stage], self._slot_maps[stage], still_open, self.tables.status_words)
        known = list(self.sizes)
        numbers, states, places, self.sizes[own] = _add(asked, *self._sets[own], self.sizes[own])
        self._sets[own] = states, places
        for cell in range(own, self.tables.cells):
            for first in range(known[cell], self.sizes[cell], _BATCH):
                deadline.check()
                batch = self._sets[cell][0][first : min(first + _BATCH, self.sizes[cell])]
                new, _, _ = follow(self.tables, cell, batch, False, False)
                _, states, places, self.sizes[cell + 1] = _add(new, *self._sets[cell + 1], self.sizes[cell + 1])
                self._sets[cell + 1] = states, places
        for at in range(self.tables.cells, own - 1, -1):
            if self.sizes[at] > known[at]:
                self._value(at, known[at], deadline)
        return np.asarray(self._gains[own][numbers])

    def _value(self, stage: int, known: int, deadline: Deadline) -> None:
        states, size = self._sets[stage][0], self.sizes[stage]
        gains = self._gains[stage]
        if len(gains) < size:
            gains = np.zeros((len(states), MOST_ENDS + 1), np.int16)
            gains[:known] = self._gains[stage][:known]
            self._gains[stage] = gains
        if stage < self.tables.cells:
            for first in range(known, size, _BATCH):
                deadline.check()
                last = min(first + _BATCH, size)
                new, told, _ = follow(self.tables, stage, states[first:last], False, False)
                _value(new, told, *self._sets[stage + 1], self._gains[stage + 1], gains[first:last])


@numba.njit(cache=True)
def _project(keys: Masks, field_map: Numbers, slot_map: Masks, still_open: Masks, words: int) -> Masks:
    """What is seen of states in a strip. `still_open` has the slots of the fields of the strip."""
    seen = np.empty((len(keys), words + 1), np.uint64)
    status = np.empty(len(still_open), np.int64)
    for number in range(len(keys)):
        key = keys[number]
        blocked = np.uint64(0)
        for pair in range(len(slot_map)):
            blocked |= (key[-1] >> slot_map[pair, 0] & np.uint64(1)) << slot_map[pair, 1]
        status[:] = DONE
        for pair in range(len(field_map)):
            field = field_map[pair, 1]
            found = status_of(key, field_map[pair, 0])
            if found != DONE and still_open[field] & ~blocked:
                status[field] = FRESH if found == FRESH else END
        write(seen[number], status, blocked, still_open, 0)
    return seen


@numba.njit(cache=True)
def _add(keys: Masks, states: Masks, places: Places, size: int) -> tuple[Numbers, Masks, Places, int]:
    """The numbers of states in a set to which those that are new are added; then the set."""
    numbers = np.empty(len(keys), np.int64)
    for index in range(len(keys)):
        place, number = find(states, places, keys[index])
        if number < 0:
            if size == len(states):
                states, places = doubled(states, places, size)
                place, number = find(states, places, keys[index])
            number = size
            states[size] = keys[index]
            places[place] = size
            size += 1
        numbers[index] = number
    return numbers, states, places, size


@numba.njit(cache=True)
def _value(new: Masks, told: Numbers, states: Masks, places: Places, later: Gains, gains: Gains) -> None:
    """The most that can be gained from states of which `new` can follow, given what can be from those."""
    gains[:] = NEVER
    for index in range(len(new)):
        old, gain, ends = told[index, 0], told[index, 1], told[index, 2]
        _, number = find(states, places, new[index])
        for left in range(ends, gains.shape[1]):
            gains[old, left] = max(gains[old, left], later[number, left - ends] + gain)
