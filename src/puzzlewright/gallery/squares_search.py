"""The search for a tiling of a rectangle with at most so many squares, compiled by numba.

Squares are placed one after the other, each into the lower left corner of the lowest gap, the leftmost one of several.
So what is covered is always a skyline: for each column the height up to which it is filled.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzlewright.gallery.compiled import compiled

Numbers = npt.NDArray[np.int64]

FOUND, NONE, PAUSED = 1, 0, -1


@compiled
def still_needed(heights: Numbers, rows: int, walls: Numbers) -> int:
    """A number of squares without which the area above a skyline cannot be filled. `walls` is space to work in.

    The skyline is cut into flat segments. One of width w at height y, with t rows left above it, needs ceil(w / t)
    squares that stand on it, as none of them has more than t rows; between walls of height d or more it needs
    ceil(d / w) squares in the gap, as none of them is wider than the gap. Two segments share a square only if they have
    the same height and nothing higher is between them: then the second one is not counted.

    `walls` keeps the heights, from the left, of segments with nothing higher to the right of them so far.
    """
    columns = len(heights)
    needed = 0
    kept = 0
    start = 0
    left = rows
    while start < columns:
        height = heights[start]
        end = start + 1
        while end < columns and heights[end] == height:
            end += 1
        right = heights[end] if end < columns else rows
        while kept > 0 and walls[kept - 1] < height:
            kept -= 1
        if height < rows and (kept == 0 or walls[kept - 1] != height):
            walls[kept] = height
            kept += 1
            width = end - start
            depth = min(left, right) - height
            here = -(-width // (rows - height))
            if depth > 0:
                here = max(here, -(-depth // width))
            needed += here
        left = height
        start = end
    return needed


@compiled
def search(
    rows: int, columns: int, limit: int, largest: int, squares: Numbers, untried: Numbers, place: Numbers, budget: int
) -> int:
    """Look for a tiling with at most `limit` squares, none of them with a side above `largest`.

    `squares` (limit + 1 rows of x, y, side) is the tiling so far, `untried` (limit + 1 rows) the largest and smallest
    side still to be tried, and `place` holds the number of squares, whether the last of them is new, and the nodes so
    far: all zeros but a one for "new" at first, and what to go on from after PAUSED, which is returned when another
    `budget` nodes have been seen.

    Turned and reflected tilings are left out: the first corner has the largest square of all four, and in a square the
    one above it is no larger than the one beside it.
    """
    heights = np.zeros(columns, np.int64)
    walls = np.zeros(columns, np.int64)
    count, new, seen = place[0], place[1] == 1, place[2]
    last = seen + budget
    for index in range(count + (0 if new else 1)):
        for column in range(squares[index, 0], squares[index, 0] + squares[index, 2]):
            heights[column] = squares[index, 1] + squares[index, 2]
    while count >= 0:
        if new:
            if seen == last:
                place[0], place[1], place[2] = count, 1, seen
                return PAUSED
            seen += 1
            new = False
            x = np.argmin(heights)
            y = heights[x]
            if y == rows:
                place[0], place[1], place[2] = count, 0, seen
                return FOUND
            needed = still_needed(heights, rows, walls)
            if count + needed > limit:
                count -= 1
                continue
            width = 1
            while x + width < columns and heights[x + width] == y:
                width += 1
            squares[count, 0], squares[count, 1], squares[count, 2] = x, y, 0
            untried[count, 0] = min(width, rows - y, largest)
            # With no square to spare, only one that fills the gap from wall to wall is left.
            untried[count, 1] = width if count + needed == limit and width <= rows - y else 1
        x, y, side = squares[count, 0], squares[count, 1], squares[count, 2]
        for column in range(x, x + side):
            heights[column] = y
        side = untried[count, 0]
        if count > 0:
            while side >= untried[count, 1]:
                in_corner = (y == 0 or y + side == rows) and (x == 0 or x + side == columns)
                above_first = rows == columns and x == 0 and y == squares[0, 2]
                if (in_corner and side > squares[0, 2]) or (above_first and side > squares[1, 2]):
                    side -= 1
                else:
                    break
        squares[count, 2] = 0
        if side < untried[count, 1]:
            count -= 1
            continue
        squares[count, 2] = side
        untried[count, 0] = side - 1
        for column in range(x, x + side):
            heights[column] = y + side
        count += 1
        new = True
    place[2] = seen
    return NONE
