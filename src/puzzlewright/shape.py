"""Shapes: sets of cells compared up to moving, or up to moving, turning and mirroring."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puzzlewright.grid import Cell

Shape = tuple[Cell, ...]

# The eight symmetries of the square grid, the identity first.
TURNS: tuple[Callable[[int, int], Cell], ...] = (
    lambda r, c: (r, c),
    lambda r, c: (c, -r),
    lambda r, c: (-r, -c),
    lambda r, c: (-c, r),
    lambda r, c: (r, -c),
    lambda r, c: (c, r),
    lambda r, c: (-r, c),
    lambda r, c: (-c, -r),
)


def normal(cells: Iterable[Cell]) -> Shape:
    """The cells moved so that the least row and the least column are 0, in reading order.

    Two sets have the same normal form exactly if one is a translate of the other.
    """
    kept = list(cells)
    if not kept:
        return ()
    top = min(row for row, _ in kept)
    left = min(col for _, col in kept)
    return tuple(sorted((row - top, col - left) for row, col in kept))


def canonical(cells: Iterable[Cell]) -> Shape:
    """The least normal form over the eight symmetries: the same for all congruent sets."""
    kept = list(cells)
    return min(normal(turn(row, col) for row, col in kept) for turn in TURNS)


def congruent(one: Iterable[Cell], other: Iterable[Cell]) -> bool:
    """Is one set the other moved, turned or mirrored?"""
    return canonical(one) == canonical(other)


def grown_by_one(small: Iterable[Cell], large: Iterable[Cell]) -> bool:
    """Is `large` a translate of `small` plus exactly one more cell? No turning, no mirroring."""
    before = frozenset(small)
    after = frozenset(large)
    if len(after) != len(before) + 1:
        return False
    if not before:
        return True
    # In reading order the first cell of the translate is the first or the second cell of `large`.
    (row, col), candidates = min(before), sorted(after)[:2]
    return any(
        sum((r + top - row, c + left - col) in after for r, c in before) == len(before) for top, left in candidates
    )
