"""States of the frontier engine, what they can become, and sets of them; compiled by numba.

A state says of each decided cell that can still take a move, in its *field* (see `leapers_board.Tables`):

    DONE       no further move can be added: it has two, or all that it could get are blocked
    FRESH      no move so far
    END        one move (only where paths are not followed)
    a number   one move, and the other end of this path is the cell in field number - 1
    ANCHORED   one move, and the other end of this path can take no further move

and which moves to later cells are blocked, because they cross one that was made. It is a row of 64-bit words: twelve
statuses of five bits in each, in the first also the number of ends of paths so far, and in the last word the blocked
slots. Slots of cells that are DONE are 0, so that states with the same future are the same.
"""

from __future__ import annotations

import numba
import numpy as np

from puzzlewright.gallery.leapers_board import Masks, Numbers, Places, Tables

DONE, END, ANCHORED, FRESH = 0, 1, 30, 31
MOST_ENDS = 2
_MOST_SUCCESSORS = 37  # none, one or two of at most eight moves

_JOINED, _WHOLE, _CYCLE = 0, 1, 2
ENDS_AT = 60
_FIVE, _ONE, _THREE = np.uint64(31), np.uint64(1), np.uint64(3)


@numba.njit(cache=True)
def status_of(key: Masks, field: int) -> int:
    return int((key[field // 12] >> np.uint64(5 * (field % 12))) & _FIVE)


@numba.njit(cache=True)
def ends_of(key: Masks) -> int:
    return int(key[0] >> np.uint64(ENDS_AT))


@numba.njit(cache=True)
def write(key: Masks, status: Numbers, blocked: np.uint64, still_open: Masks, ends: int) -> None:
    """Make a state of statuses. `still_open` has the slots of each field."""
    words = len(key) - 1
    kept = np.uint64(0)
    for word in range(words):
        key[word] = 0
    for field in range(len(status)):
        if status[field] != DONE:
            kept |= still_open[field]
            key[field // 12] |= np.uint64(status[field]) << np.uint64(5 * (field % 12))
    key[0] |= np.uint64(ends) << np.uint64(ENDS_AT)
    key[words] = blocked & kept


@numba.njit(cache=True)
def _join(status: Numbers, one: int, other: int, paths: bool) -> int:
    """Make a move between the cells in two fields. Is a path or a cycle complete with it?"""
    first, second = status[one], status[other]
    if not paths:
        status[one] = END if first == FRESH else DONE
        status[other] = END if second == FRESH else DONE
        return _JOINED
    if first == other + 1:
        status[one] = status[other] = DONE
        return _CYCLE
    if first != FRESH:
        status[one] = DONE
    if second != FRESH:
        status[other] = DONE
    if first == ANCHORED and second == ANCHORED:
        return _WHOLE
    # The ends of the path that arises, as numbers of a status.
    start = one + 1 if first == FRESH else first
    stop = other + 1 if second == FRESH else second
    if start != ANCHORED:
        status[start - 1] = stop
    if stop != ANCHORED:
        status[stop - 1] = start
    return _JOINED


@numba.njit(cache=True)
def _nothing_begun(status: Numbers) -> bool:
    return bool(np.all((status == DONE) | (status == FRESH)))


@numba.njit(cache=True)
def _successors(
    tables: Tables,
    cell: int,
    key: Masks,
    paths: bool,
    closed: bool,
    before: Numbers,
    status: Numbers,
    keys: Masks,
    told: Numbers,
    complete: Numbers,
) -> int:
    """`follow` for one state. `keys`, `told` and `complete` are filled; `before` and `status` are space to work in."""
    for field in range(tables.fields):
        before[field] = status_of(key, field)
    ends_before = ends_of(key)
    here = cell % tables.fields
    # The slots of the cell's own moves may have been those of others.
    blocked_before = key[tables.status_words] & ~tables.open[cell, here]
    most_ends = 0 if closed and paths else MOST_ENDS
    complete[0] = -1
    count = 0
    for i in range(-1, 8):
        if i >= 0:
            first = tables.back[cell, i]
            if first < 0:
                break
            if before[tables.lower[first] % tables.fields] == DONE or key[-1] >> tables.slot[first] & _ONE:
                continue
        for j in range(-1, max(i, 0)):
            if j >= 0:
                second = tables.back[cell, j]
                if before[tables.lower[second] % tables.fields] == DONE or key[-1] >> tables.slot[second] & _ONE:
                    continue
                if tables.crossing[first, second]:
                    continue
            status[:] = before
            status[here] = FRESH
            blocked = blocked_before
            gain = 0
            outcome = _JOINED
            if i >= 0:
                gain += tables.weight[first]
                blocked |= tables.blocks[first]
                outcome = _join(status, tables.lower[first] % tables.fields, here, paths)
            if j >= 0:
                gain += tables.weight[second]
                blocked |= tables.blocks[second]
                outcome = _join(status, tables.lower[second] % tables.fields, here, paths)
            if outcome == _CYCLE and not closed:
                continue
            ends = 0
            if outcome == _JOINED:
                for field in range(tables.fields):
                    if status[field] != DONE and not tables.open[cell, field] & ~blocked:
                        if status[field] != FRESH:
                            owner = cell - (cell - field) % tables.fields
                            if tables.counted[owner]:
                                ends += 1
                            if status[field] == ANCHORED:
                                outcome = _WHOLE
                            elif paths:
                                status[status[field] - 1] = ANCHORED
                        status[field] = DONE
                if ends_before + ends > most_ends:
                    continue
            choice = (i + 1) * 16 + j + 1
            if outcome != _JOINED:
                if gain > complete[0] and _nothing_begun(status):
                    complete[0], complete[1] = gain, choice
                continue
            write(keys[count], status, blocked, tables.open[cell], ends_before + ends if paths else 0)
            told[count, 1], told[count, 2], told[count, 3] = gain, ends, choice
            count += 1
    return count


@numba.njit(cache=True)
def follow(tables: Tables, cell: int, states: Masks, paths: bool, closed: bool) -> tuple[Masks, Numbers, Numbers]:
    """Decide which of the moves from earlier cells to `cell` are made: none, one or two, in each state.

    With `paths` a state is a set of paths of which a single path, or with `closed` a single cycle, is to be made;
    without, it is any set of moves with at most two at each cell, none crossing.

    Returns the new states; for each of them the number of the old one, the gain, the ends of paths that are new, and
    the choice; and for each old state gain and choice of the best way to complete path or cycle at once, -1 for none.
    A choice is (i + 1) * 16 + j + 1 for the moves i and j of `tables.back`, -1 for none.
    """
    before, status = np.empty(tables.fields, np.int64), np.empty(tables.fields, np.int64)
    new = np.empty((len(states) * _MOST_SUCCESSORS, states.shape[1]), np.uint64)
    told = np.empty((len(new), 4), np.int64)
    complete = np.empty((len(states), 2), np.int64)
    size = 0
    for number in range(len(states)):
        count = _successors(
            tables, cell, states[number], paths, closed, before, status, new[size:], told[size:], complete[number]
        )
        told[size : size + count, 0] = number
        size += count
    return new[:size], told[:size], complete


# Sets of states: the states one after the other, and a table of their places, found by hashing. -1 is a free place.


@numba.njit(cache=True)
def new_set(words: int) -> tuple[Masks, Places]:
    """An empty set: room for states, and places."""
    return np.empty((512, words), np.uint64), np.full(1024, -1, np.int32)


@numba.njit(cache=True)
def _hash(key: Masks) -> np.uint64:
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in key:
        mixed = (mixed ^ word) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return mixed


@numba.njit(cache=True)
def find(states: Masks, places: Places, key: Masks) -> tuple[np.uint64, int]:
    """The place of a state, and its number, -1 if it is not there."""
    mask = np.uint64(len(places) - 1)
    place = _hash(key) & mask
    while True:
        number = places[place]
        if number < 0:
            return place, -1
        same = True
        for word in range(len(key)):
            if states[number, word] != key[word]:
                same = False
                break
        if same:
            return place, number
        place = (place + _ONE) & mask


@numba.njit(cache=True)
def doubled(states: Masks, places: Places, size: int) -> tuple[Masks, Places]:
    """The same set with twice the room."""
    more = np.empty((2 * len(states), states.shape[1]), np.uint64)
    wider = np.full(2 * len(places), -1, np.int32)
    mask = np.uint64(len(wider) - 1)
    for number in range(size):
        # Copying whole slices is as fast, but takes numba seconds to compile.
        for word in range(states.shape[1]):
            more[number, word] = states[number, word]
        place = _hash(more[number]) & mask
        while wider[place] >= 0:
            place = (place + _ONE) & mask
        wider[place] = number
    return more, wider
