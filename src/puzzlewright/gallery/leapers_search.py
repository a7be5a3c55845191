"""The longest uncrossed path or cycle by trying all of them, move by move; compiled by numba.

This is the second opinion on what `leapers_frontier` finds. Crossings leave so little that it is enough for all boards
of camels, zebras and giraffes, and for knights on up to about 50 cells.
"""

from __future__ import annotations

from itertools import pairwise

import numba
import numpy as np

from puzzlewright.deadline import Deadline
from puzzlewright.gallery.entry import Say
from puzzlewright.gallery.leapers_board import Board, Flags, Masks, Move, Numbers

_BUDGET = 1_000_000  # nodes, a fraction of a second


class Search:
    """All paths, from one start of each class of symmetric cells; all cycles, from their cell of the first class.

    `best` is the longest found so far, as moves, and `nodes` how many partial paths were seen.
    """

    def __init__(self, board: Board, closed: bool) -> None:
        self.best: list[Move] = []
        self.nodes = 0
        self._closed = closed
        cells, moves = board.rows * board.columns, board.moves
        self._most = cells if closed else cells - 1
        leads: list[list[Move]] = [[] for _ in range(cells)]
        for number, (one, other) in enumerate(moves):
            leads[one].append((other, number))
            leads[other].append((one, number))
        self._leads = np.full((cells, 8, 2), -1, np.int64)
        for cell, some in enumerate(leads):
            self._leads[cell, : len(some)] = some or np.empty((0, 2))
        self._blocks = np.zeros((len(moves), -(-len(moves) // 64) or 1), np.uint64)
        for one, other in zip(*np.nonzero(board.crossing), strict=True):
            self._blocks[one, other // 64] |= np.uint64(1 << int(other) % 64)
        classes = sorted({min(board.symmetric(cell)) for cell in range(cells)})
        self._starts = np.array(classes, np.int64)
        self._rank = np.array([classes.index(min(board.symmetric(cell))) for cell in range(cells)])

        self._path, self._untried = np.zeros(cells + 1, np.int64), np.zeros(cells + 1, np.int64)
        self._blocked = np.zeros((cells + 1, self._blocks.shape[1]), np.uint64)
        self._used, self._longest = np.zeros(cells, np.bool_), np.zeros(cells + 1, np.int64)
        self._place = np.array([-1, -1, 0, 0])

    def run(self, deadline: Deadline, say: Say, nodes: int | None = None) -> bool:
        """Go on, if `nodes` is given until about so many were seen in all. Was everything tried? Raises OutOfTime."""
        done = False
        while not done and (nodes is None or self.nodes < nodes):
            deadline.check()
            done = bool(
                search(
                    self._leads, self._blocks, self._starts, self._rank, self._closed, self._most,
                    self._path, self._untried, self._blocked, self._used, self._longest, self._place, _BUDGET,
                )
            )  # fmt: skip
            _, start, longest, self.nodes = map(int, self._place)
            say(f"{longest} moves; start {start + 1} of {len(self._starts)}, {self.nodes:,} nodes")
            self.best = list(pairwise(map(int, self._longest[: longest + 1])))
        return done


@numba.njit(cache=True)
def _keep(path: Numbers, longest: Numbers, moves: int) -> None:
    # Copying a slice is as fast, but takes numba seconds to compile.
    for at in range(moves + 1):
        longest[at] = path[at]


@numba.njit(cache=True)
def search(
    leads: Numbers, blocks: Masks, starts: Numbers, rank: Numbers, closed: bool, most: int,
    path: Numbers, untried: Numbers, blocked: Masks, used: Flags, longest: Numbers, place: Numbers, budget: int,
) -> bool:  # fmt: skip
    """Go on until `budget` more nodes have been seen. Was everything tried, or a path with `most` moves found?

    `leads` (cells x 8) has the cells that a cell leads to, with the moves, then -1; `blocks` has the moves that a move
    crosses, as bits. `path` are the cells so far, for each of them `untried` is the next way on and `blocked` the moves
    that are crossed; `longest` is the best path, and `place` has the depth, the number of the start, the moves of the
    best path, and the nodes so far.
    """
    depth, stop = place[0], place[3] + budget
    while place[3] < stop:
        if depth < 0:
            if place[2] >= most or place[1] + 1 >= len(starts):
                return True
            place[1] += 1
            depth = 0
            path[0] = starts[place[1]]
            untried[0] = 0
            blocked[0] = 0
            used[path[0]] = True
        cell = path[depth]
        way = untried[depth]
        if way >= 8 or leads[cell, way, 0] < 0 or place[2] >= most:
            used[cell] = False
            depth -= 1
            continue
        untried[depth] += 1
        ahead, move = leads[cell, way]
        if blocked[depth, move // 64] >> np.uint64(move % 64) & np.uint64(1):
            continue
        if closed and ahead == path[0] and depth > max(1, place[2] - 1):
            path[depth + 1] = ahead
            _keep(path, longest, depth + 1)
            place[2] = depth + 1
        # A cycle through a cell of an earlier class was met from there.
        if used[ahead] or (closed and rank[ahead] < place[1]):
            continue
        place[3] += 1
        depth += 1
        path[depth] = ahead
        untried[depth] = 0
        used[ahead] = True
        for word in range(blocked.shape[1]):
            blocked[depth, word] = blocked[depth - 1, word] | blocks[move, word]
        if not closed and depth > place[2]:
            _keep(path, longest, depth)
            place[2] = depth
    place[0] = depth
    return False
