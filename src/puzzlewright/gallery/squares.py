"""Squaring the square: a grid square, or a rectangle, cut into as few smaller squares as possible."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.gallery import constraint, plotting
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Square = tuple[int, int, int]
"""Row and column of the top left cell, from 0, and side."""

_BUDGET = 2_000_000  # nodes, a fraction of a second


def refuse(values: Values) -> str | None:
    if values["rows"] == values["columns"] == 1:
        return "rows and columns cannot both be 1: a single cell cannot be cut"
    return None


# The model


def placements(rows: int, columns: int) -> list[Square]:
    """Every square that fits, but for the one that would be everything."""
    return [
        (row, column, side)
        for side in range(1, min(rows, columns) + (rows != columns))
        for row in range(rows - side + 1)
        for column in range(columns - side + 1)
    ]


def build(rows: int, columns: int, deadline: Deadline) -> tuple[Any, list[Any], list[Square]]:
    """The set partition as a CP-SAT model, a variable for each placement, and the placements. Raises OutOfTime."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    squares = placements(rows, columns)
    used = [model.new_bool_var("") for _ in squares]
    covering: dict[tuple[int, int], list[Any]] = {}
    for variable, (top, left, side) in zip(used, squares, strict=True):
        deadline.check()
        for row in range(top, top + side):
            for column in range(left, left + side):
                covering.setdefault((row, column), []).append(variable)
    for variables in covering.values():
        model.add_exactly_one(variables)
    model.minimize(sum(used))
    return model, used, squares


# How it is solved


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    rows, columns = values["rows"], values["columns"]
    if values["method"] == "program":
        return _by_program(rows, columns, deadline)
    return _by_search(rows, columns, deadline, say)


def _by_search(rows: int, columns: int, deadline: Deadline, say: Say) -> Result:
    """Ask for 1 square, 2 squares, ...: the first number with an answer is the fewest, the others are refuted."""
    import numpy as np

    from puzzlewright.gallery import squares_search as engine

    with deadline.paused():
        # A call with no nodes to spend compiles it.
        engine.search(1, 2, 1, 1, np.zeros((2, 3), np.int64), np.zeros((2, 2), np.int64), np.array([0, 1, 0]), 0)
    largest = min(rows, columns) - (rows == columns)
    by_cuts = cut_through(rows, columns)
    nodes = 0
    for limit in range(1, len(by_cuts)):
        say(f"{limit} squares? {nodes:,} nodes so far")
        squares, untried = np.zeros((limit + 1, 3), np.int64), np.zeros((limit + 1, 2), np.int64)
        place = np.array([0, 1, 0])
        answer = engine.PAUSED
        while answer == engine.PAUSED:
            if deadline.left_s == 0:
                facts = {"nodes": nodes + int(place[2])}
                return Result(len(by_cuts), False, limit, _plan(by_cuts), facts, str(OutOfTime()))
            answer = engine.search(rows, columns, limit, largest, squares, untried, place, _BUDGET)
        nodes += int(place[2])
        if answer == engine.FOUND:
            found = [(int(y), int(x), int(side)) for x, y, side in squares[: place[0]]]
            return Result(len(found), True, len(found), _plan(found), {"nodes": nodes})
    return Result(len(by_cuts), True, len(by_cuts), _plan(by_cuts), {"nodes": nodes})


def cut_through(rows: int, columns: int) -> list[Square]:
    """The best of the tilings that arise by cutting from edge to edge again and again; often not the best of all."""

    @cache
    def fewest(height: int, width: int) -> tuple[int, str, int]:
        whole = height == width and not height == width == rows == columns
        best = (1, "", 0) if whole else (height * width + 1, "", 0)
        for at in range(1, height // 2 + 1):
            best = min(best, (fewest(at, width)[0] + fewest(height - at, width)[0], "across", at))
        for at in range(1, width // 2 + 1):
            best = min(best, (fewest(height, at)[0] + fewest(height, width - at)[0], "down", at))
        return best

    def cut(row: int, column: int, height: int, width: int) -> list[Square]:
        _, way, at = fewest(height, width)
        if way == "across":
            return cut(row, column, at, width) + cut(row + at, column, height - at, width)
        if way == "down":
            return cut(row, column, height, at) + cut(row, column + at, height, width - at)
        return [(row, column, height)]

    return cut(0, 0, rows, columns)


def _by_program(rows: int, columns: int, deadline: Deadline) -> Result:
    try:
        model, used, squares = build(rows, columns, deadline)
        outcome = constraint.run(model, deadline)
    except OutOfTime as stopped:
        return Result(None, False, 1, None, {}, str(stopped))
    facts = {"variables": len(used), "equations": rows * columns, "branches": outcome.solver.num_branches}
    if outcome.bound is None:
        return Result(None, False, 1, None, facts, str(OutOfTime()))
    found = [square for variable, square in zip(used, squares, strict=True) if outcome.value(variable)]
    bound = max(1, round(outcome.bound))
    return Result(len(found), outcome.closed, bound, _plan(found), facts, "" if outcome.closed else str(OutOfTime()))


def _plan(squares: list[Square]) -> list[list[int]]:
    return [list(square) for square in sorted(squares)]


# The judge


def verify(values: Values, result: Result) -> list[str]:
    """Count how often each cell is covered, and compare the numbers."""
    rows, columns = values["rows"], values["columns"]
    wrong = []
    covered = [[0] * columns for _ in range(rows)]
    assert isinstance(result.plan, list)
    for top, left, side in result.plan:
        if side < 1 or top < 0 or left < 0 or top + side > rows or left + side > columns:
            wrong.append(f"the square at {top}, {left} with side {side} does not lie inside")
            continue
        if side == rows == columns:
            wrong.append("the whole square is not cut")
        for row in range(top, top + side):
            for column in range(left, left + side):
                covered[row][column] += 1
    for row in range(rows):
        for column in range(columns):
            if covered[row][column] != 1:
                wrong.append(f"the cell {row}, {column} is covered {covered[row][column]} times")
    if result.value != len(result.plan):
        wrong.append(f"{len(result.plan)} squares are not {result.value}")
    if result.proved and result.bound != result.value:
        wrong.append(f"a bound of {result.bound} does not prove {result.value}")
    return wrong


# The picture


def draw(values: Values, result: Result) -> Figure:
    """The tiling, with the side of each square in it and a colour for each side."""
    from matplotlib.patches import Rectangle

    rows, columns = values["rows"], values["columns"]
    scale = 5 / max(rows, columns)
    figure = plotting.figure(max(columns * scale, 4.2) + 0.3, rows * scale + 0.8)
    axes = figure.subplots()
    plotting.plain(axes, -0.02 * columns, 1.02 * columns, 1.02 * rows, -0.02 * rows)
    assert isinstance(result.plan, list)
    sides = sorted({side for _, _, side in result.plan}, reverse=True)
    for top, left, side in result.plan:
        colour = plotting.PALE[sides.index(side) % len(plotting.PALE)]
        axes.add_patch(Rectangle((left, top), side, side, facecolor=colour, edgecolor="black", linewidth=1.2))
        # As large as it can be read, and small enough to stay inside.
        size = min(22.0, 72 * scale * side * 0.6)
        axes.text(left + side / 2, top + side / 2, str(side), ha="center", va="center_baseline", fontsize=size)
    fewest = "the fewest" if result.proved else f"at least {result.bound} are needed"
    axes.set_title(f"{rows} x {columns}: {len(result.plan)} squares, {fewest}", fontsize=12)
    return figure


STATEMENT = """
Cut a grid square of 13 x 13 cells along grid lines into as few smaller squares as possible. Sides may repeat; leaving
the square whole does not count. What is the fewest for N x N, and for rectangles?
"""

MODEL = """
Let $P$ be all placements $(i, j, s)$ of a square with side $s < N$ that lie inside: $(N-1)(2N^2+5N+6)/6$ of them for
$N$ x $N$. A binary $x_p$ says that $p$ is used, and every cell $c$ is covered once:

$$\\min \\sum_{p \\in P} x_p \\quad\\text{subject to}\\quad \\sum_{p \\ni c} x_p = 1 \\text{ for each cell } c,
\\qquad x_p \\in \\{0, 1\\}.$$

`--method program` gives this to CP-SAT, which takes seconds up to about 19 x 19. It gets hard soon, because the
relaxation is weak: fractional tilings are much cheaper than real ones, and every tiling comes in eight turned and
reflected versions.

`--method search` is a hundred times faster. Fill the lowest gap, the leftmost of several, with a square of each
possible side, the largest first; ask for a tiling with at most 1, 2, 3, ... squares until there is one. What is covered
is a skyline, and a partial tiling is given up when the squares used and those still needed are too many. Each flat
segment of the skyline, of width $w$ at height $y$ and between walls of height $d$ or more, needs

$$\\max\\left(1, \\left\\lceil \\frac{w}{N-y} \\right\\rceil, \\left\\lceil \\frac{d}{w} \\right\\rceil\\right)$$

squares that start on it or in its gap. Segments share a square only if they are equally high with nothing higher
between them, so these numbers add up over all others. Symmetry is used up by asking that the first corner has the
largest of the four corner squares, each checked as soon as it is placed, and that the square above it is no larger
than the one beside it.
"""

REMARKS = """
- For even $N$ the fewest is 4, for other multiples of 3 it is 6; primes are the hard cases. The numbers are
  [OEIS A018835](https://oeis.org/A018835), those of rectangles [A219158](https://oeis.org/A219158).
- That the fewest for $N$ is the smallest of those for its prime factors is observed and not proved.
- A tempting bound is wrong: one square for *every* flat segment of the skyline. With heights 5, 3, 5 one square fills
  the dip, and then one may lie over all three. It is segments without anything higher between them that may be one in
  the end. A search that counts them apart can cut off the best tiling, and proves nothing.
- The side of a square is limited by its gap *and* by the height that is left.
- Kurz solved $N \\le 104$ with integer programs ([arXiv 1401.6387](https://arxiv.org/abs/1401.6387)), Wynn $N \\le 126$
  by generating all dissections of low order ([arXiv 1308.5420](https://arxiv.org/abs/1308.5420)).
- "Mrs Perkins's quilt" proper ([A005670](https://oeis.org/A005670)) is another problem: its sides have no common
  divisor.
"""

_A018835 = "OEIS A018835"
_FEWEST = {
    2: 4,
    3: 6,
    5: 8,
    7: 9,
    9: 6,
    11: 11,
    16: 4,
    17: 12,
    19: 13,
    20: 4,
    23: 13,
    25: 8,
    29: 14,
    31: 15,
    37: 15,
    41: 15,
}

ENTRY = Entry(
    name="squares",
    title="Squaring the square with fewest squares",
    source="The Riddler; solved with a set partition by Laurent Lessard, Book Proofs.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(
        Parameter("rows", 13, "rows of the rectangle", 1, 64),
        Parameter("columns", 13, "columns of the rectangle", 1, 64),
        Parameter("method", "search", "how it is solved", choices=("search", "program")),
    ),
    known=(
        *(Known({"rows": side, "columns": side}, fewest, _A018835, long=side > 23) for side, fewest in _FEWEST.items()),
        Known({"rows": 6, "columns": 5}, 5, "OEIS A219158"),
        Known({"rows": 13, "columns": 11}, 6, "OEIS A219158"),
        Known({"rows": 7, "columns": 7, "method": "program"}, 9, _A018835),
        Known({"rows": 11, "columns": 11, "method": "program"}, 11, _A018835, long=True),
    ),
    refuse=refuse,
    solve=solve,
    verify=verify,
    draw=draw,
)
