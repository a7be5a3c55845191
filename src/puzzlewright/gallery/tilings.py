"""Tiling squares with square tiles: with 3 x 3 and 5 x 5 tiles, or with any tiles of odd side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.errors import InternalError
from puzzlewright.gallery import constraint
from puzzlewright.gallery import tilings_weights as weighing
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values
from puzzlewright.scan import quoted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Tile = tuple[int, int, int]
"""Row and column of the top left cell, from 0, and side."""

ODD = "odd"


def refuse(values: Values) -> str | None:
    text = values["tiles"]
    if text == ODD:
        return None
    words = text.split(",")
    sides = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    right = len(sides) == len(words) <= 4 and all(2 <= side <= 31 for side in sides)
    if not right or sorted(set(sides)) != sides:
        return f"tiles takes {ODD}, or up to 4 rising numbers from 2 to 31 as in 3,5, not {quoted(text)}"
    return None


def tiles_for(side: int, text: str) -> tuple[list[int], bool]:
    """The sides of the tiles for a square, and whether each of them has to be used."""
    if text == ODD:
        return list(range(3, side + 1, 2)), False
    return [int(word) for word in text.split(",")], True


# The model


def build(
    side: int, tiles: Sequence[int], required: bool, quarters: bool, deadline: Deadline
) -> tuple[Any, dict[Tile, Any]]:
    """The set partition as a CP-SAT model, and the variable of each placement.

    With `quarters` a tiling must look the same after a quarter turn: placements that turn into each other share a
    variable. That may cost solutions, but makes the program four times smaller. Raises OutOfTime.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    used: dict[Tile, Any] = {}
    for tile in tiles:
        for row in range(side - tile + 1):
            for column in range(side - tile + 1):
                place = (row, column, tile)
                if place not in used:
                    used[place] = model.new_bool_var("")
                while quarters and (place := (place[1], side - tile - place[0], tile)) not in used:
                    used[place] = used[row, column, tile]
    covering: dict[tuple[int, int], list[Any]] = {(row, column): [] for row in range(side) for column in range(side)}
    for (top, left, tile), variable in used.items():
        deadline.check()
        for row in range(top, top + tile):
            for column in range(left, left + tile):
                covering[row, column].append(variable)
    for variables in covering.values():
        model.add(sum(variables) == 1)
    if required:
        for tile in tiles:
            model.add_bool_or([variable for (_, _, kind), variable in used.items() if kind == tile])
    return model, used


# How it is solved


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    table: list[dict[str, Any]] = []
    try:
        for side in range(1, values["largest"] + 1):
            say(f"side {side} of {values['largest']}")
            deadline.check()
            table.append({"side": side, **decide(side, *tiles_for(side, values["tiles"]), table, deadline)})
    except OutOfTime as stopped:
        return _result(values, table, str(stopped))
    return _result(values, table, "")


def decide(
    side: int, tiles: Sequence[int], required: bool, smaller: Sequence[dict[str, Any]], deadline: Deadline
) -> dict[str, Any]:
    """A tiling or a proof that there is none. `smaller` has what was found for smaller squares. Raises OutOfTime."""
    if [side] == tiles or (side in tiles and not required):
        return {"tiled": True, "how": "one tile", "tiles": [[0, 0, side]]}
    for one in smaller:
        if one["tiled"] and side % one["side"] == 0:
            return {"tiled": True, "how": f"copies of {one['side']}", "tiles": _copies(one["side"], side, one["tiles"])}
    weights = weighing.missing(side, tiles) if required else None
    if weights is None and len(tiles) == 2 and required:
        weights = weighing.product(side, *tiles)
    if weights is None:
        weights = weighing.by_program(side, tiles, required)
    if weights is not None:
        return {"tiled": False, "how": "weights", "weights": weights[0], "bonuses": list(weights[1].values())}
    if (found := _by_program(side, tiles, required, deadline)) is not None:
        return {"tiled": True, "how": "integer program", "tiles": found}
    found_too, states = search(side, tiles, required, deadline)
    if found_too:
        raise InternalError(f"tilings: the integer program of side {side} has no solution, but there is a tiling")
    return {"tiled": False, "how": f"search, {states} states", "states": states}


def _copies(small: int, large: int, tiles: list[list[int]]) -> list[list[int]]:
    steps = range(0, large, small)
    return [[row + down, column + right, side] for down in steps for right in steps for row, column, side in tiles]


def _by_program(side: int, tiles: Sequence[int], required: bool, deadline: Deadline) -> list[list[int]] | None:
    for quarters in (True, False):
        model, used = build(side, tiles, required, quarters, deadline)
        outcome = constraint.run(model, deadline)
        if outcome.found:
            return [list(place) for place, variable in sorted(used.items()) if outcome.value(variable)]
        if not outcome.closed:
            raise OutOfTime
    return None


def search(side: int, tiles: Sequence[int], required: bool, deadline: Deadline) -> tuple[bool, int]:
    """Is there a tiling, and how many states were seen? A state is a skyline and the kinds of tiles used.

    Every state is filled in its lowest gap, the leftmost of several, with each tile that fits there.
    """
    start = (0,) * side, frozenset[int]()
    seen, left = {start}, [start]
    while left:
        if len(seen) % 64 == 0:
            deadline.check()
        heights, used = left.pop()
        height = min(heights)
        if height == side:
            if not required or len(used) == len(tiles):
                return True, len(seen)
            continue
        column = heights.index(height)
        for tile in tiles:
            gap = heights[column : column + tile]
            if gap == (height,) * tile and height + tile <= side:
                filled = heights[:column] + (height + tile,) * tile + heights[column + tile :]
                state = filled, used | {tile} if required else used
                if state not in seen:
                    seen.add(state)
                    left.append(state)
    return False, len(seen)


def _result(values: Values, table: list[dict[str, Any]], reason: str) -> Result:
    """For given tiles the value is the smallest side that works, for odd tiles the largest that does not."""
    works = [one["side"] for one in table if one["tiled"]]
    fails = [one["side"] for one in table if not one["tiled"]]
    value: int | str | None
    undecided = ""
    if values["tiles"] == ODD:
        value = None if reason else max(fails, default="none")
        bound = max(fails, default=0)
    else:
        value = min(works, default=None if reason else "none")
        bound = min(works, default=len(table) + 1)
        if reason and works:
            # All smaller sides were refuted: only the table is not complete.
            undecided, reason = f"sides from {len(table) + 1}, as {reason}", ""
    facts: dict[str, Any] = {
        "smallest_that_works": min(works, default=None),
        "largest_that_fails": max(fails, default=None),
        "table": [{"side": one["side"], "tiled": one["tiled"], "how": one["how"]} for one in table],
    }
    if undecided:
        facts["undecided"] = undecided
    return Result(value, not reason, bound if reason else value, table, facts, reason)


# The judge


def verify(values: Values, result: Result) -> list[str]:
    """Look at every line of the table: count covered cells, add up weights in whole numbers, or try all tilings."""
    table = result.plan
    assert isinstance(table, list)
    wrong = []
    if [one["side"] for one in table] != list(range(1, len(table) + 1)):
        wrong.append("the table does not go from 1 on without a gap")
    first_works = values["tiles"] != ODD and any(one["tiled"] for one in table)
    if result.proved and len(table) != values["largest"] and not first_works:
        wrong.append(f"the table has {len(table)} lines and not {values['largest']}")
    for one in table:
        side = one["side"]
        tiles, required = tiles_for(side, values["tiles"])
        if one["tiled"]:
            problem = _what_is_wrong_with_tiling(side, tiles, required, one["tiles"])
        elif "weights" in one:
            problem = _what_is_wrong_with_weights(side, tiles, required, one["weights"], one["bonuses"])
        else:
            problem = "there is a tiling" if _can_be_filled(side, tiles, required) else ""
        if problem:
            wrong.append(f"side {side}: {problem}")
    works = [one["side"] for one in table if one["tiled"]]
    fails = [one["side"] for one in table if not one["tiled"]]
    if result.value != (max(fails, default="none") if values["tiles"] == ODD else min(works, default="none")):
        wrong.append(f"the table does not say {result.value}")
    return wrong


def _what_is_wrong_with_tiling(side: int, tiles: Sequence[int], required: bool, plan: list[list[int]]) -> str:
    covered = [[0] * side for _ in range(side)]
    for top, left, tile in plan:
        if tile not in tiles or top < 0 or left < 0 or top + tile > side or left + tile > side:
            return f"the tile {tile} at {top}, {left} is not allowed there"
        for row in range(top, top + tile):
            for column in range(left, left + tile):
                covered[row][column] += 1
    if any(times != 1 for row in covered for times in row):
        return "a cell is not covered once"
    if required and {tile for _, _, tile in plan} != set(tiles):
        return "a kind of tile is not used"
    return ""


def _what_is_wrong_with_weights(
    side: int, tiles: Sequence[int], required: bool, weights: list[list[int]], bonuses: list[int]
) -> str:
    if not all(type(weight) is int for row in [*weights, bonuses] for weight in row):
        return "the weights are not whole numbers"
    if len(weights) != side or any(len(row) != side for row in weights) or len(bonuses) != len(tiles):
        return "there are not as many weights as cells"
    if min(bonuses, default=0) < 0 or (any(bonuses) and not required):
        return "a bonus is not allowed"
    for tile, bonus in zip(tiles, bonuses, strict=True):
        for top in range(side - tile + 1):
            strips = [sum(weights[row][column] for row in range(top, top + tile)) for column in range(side)]
            for left in range(side - tile + 1):
                if sum(strips[left : left + tile]) + bonus > 0:
                    return f"the tile {tile} at {top}, {left} weighs more than 0"
    if sum(map(sum, weights)) + sum(bonuses) <= 0:
        return "everything together does not weigh more than 0"
    return ""


def _can_be_filled(side: int, tiles: Sequence[int], required: bool) -> bool:
    """Try each tile on the first free cell in reading order. A position is the free cells, as bits, and tiles used."""
    squares = {tile: sum(((1 << tile) - 1) << side * row for row in range(tile)) for tile in tiles}
    start = ((1 << side * side) - 1, frozenset[int]())
    seen, left = {start}, [start]
    while left:
        free, used = left.pop()
        if free == 0:
            if not required or used == set(tiles):
                return True
            continue
        first = (free & -free).bit_length() - 1
        for tile, square in squares.items():
            if first % side + tile <= side and (square << first) & ~free == 0:
                position = free & ~(square << first), used | {tile}
                if position not in seen:
                    seen.add(position)
                    left.append(position)
    return False


# The picture


def draw(values: Values, result: Result) -> Figure:
    """A tiling, the weights of a square without one, and a strip that says yes or no for every side."""
    from puzzlewright.gallery.tilings_plot import plotted

    assert isinstance(result.plan, list)
    kinds = (
        "any odd tiles above 1"
        if values["tiles"] == ODD
        else f"tiles {values['tiles'].replace(',', ' and ')}, each used"
    )
    return plotted(result.plan, kinds, first_by_program=values["tiles"] == ODD)


STATEMENT = """
Square tiles come in unlimited supply and must cover a square exactly, without overlap and without overhang. (a) With
tiles of side 3 and 5, at least one of each: what is the smallest N for which an N x N square can be tiled? (b) With
tiles of every odd side above 1, where one tile alone counts too: what is the largest N for which it cannot?
"""

MODEL = """
For each placement $k = (s, i, j)$ of a tile of side $s$ with its corner in cell $(i, j)$ a binary $x_k$ says that it is
used. Every cell is covered once, and in (a) each kind is used:

$$\\sum_{k \\ni c} x_k = 1 \\text{ for each cell } c,
\\qquad \\sum_{k \\text{ of side } s} x_k \\ge 1 \\text{ for } s = 3, 5.$$

There is nothing to optimise: it is about feasibility, for each $N$ of a table. What is said of each $N$ comes with
something that can be checked:

- **Yes** is a tiling. If $N$ is a multiple of an $M$ that works, copies of that tiling do; else CP-SAT looks for one,
  first among those that look the same after a quarter turn, which is a program of a quarter of the size.
- **No** is nearly always a vector of weights. By Farkas' lemma the *linear relaxation* has no solution just when there
  are weights $y_c$ on the cells, and bonuses $z_s \\ge 0$ of kinds that must be used, such that

$$\\sum_{c \\in k} y_c + z_s \\le 0 \\text{ for each placement } k \\text{ of side } s,
\\qquad \\sum_c y_c + \\sum_s z_s > 0.$$

  Adding up the equations with these weights gives a contradiction. The weights come from a linear program in floats,
  over classes of symmetric cells, are rounded to whole numbers, and then checked in exact arithmetic.
- Where the relaxation has a solution and the integer program has none, all tilings are tried: fill the lowest gap with
  each tile, and remember skylines that were seen. The judge tries them in another way.
"""

REMARKS = """
- (a) $N = 18$. Of the smaller sides only 15 needs the search, in 147 states: there the relaxation mixes a tiling of
  3s with one of 5s. For all others there are weights.
- An $N$ x $N$ square can be tiled just when 3 divides $N \\ge 18$ or 5 divides $N \\ge 20$, so infinitely many fail.
  When neither 3 nor 5 divides $N$, the weights $u_{i \\bmod 3} \\, v_{j \\bmod 5}$ with $u = (1, 0, -1)$ and
  $v = (1, 0, 0, 0, -1)$ prove it: every tile covers 0, and the square has 1. The published solution lists 19, 22, 23,
  26, 28, 29 as failing, without an end to the list or a proof. (Bower and Michael, *When can you tile a box with
  translates of two given rectangular bricks?*, Electronic Journal of Combinatorics 11, 2004.)
- (b) $N = 16$. 1, 2, 4, 8 and 16 fail, and all five have weights: no integer program is needed, where the published
  solution needed 16 s of one. 32 works, and so does everything else: an $N$ with an odd divisor $m > 1$ is made of
  $m$ x $m$ tiles, and a power of two above 32 of copies of the square of side 32.
- The published reason for multiples, to blow every tile up $k$ times, does not work here for even $k$, as the tiles
  would no longer be odd; $k$ x $k$ copies side by side do.
"""

ENTRY = Entry(
    name="tilings",
    title="Tiling squares with square tiles",
    source="The Riddler; solved with integer programs by Laurent Lessard, Book Proofs.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(
        Parameter("tiles", "3,5", f"sides of the tiles, each of which must be used, or {ODD} for any of 3, 5, 7, ..."),
        Parameter("largest", 30, "largest side in the table", 1, 64),
    ),
    known=(
        Known({"largest": 18}, 18, "the published solution; proved here"),
        Known({}, 18, "the published solution; proved here", long=True),
        Known({"largest": 17}, "none", "the published solution: nothing below 18 works"),
        Known({"tiles": ODD, "largest": 32}, 16, "the published solution; proved here"),
        Known({"tiles": ODD, "largest": 64}, 16, "the argument with copies", long=True),
    ),
    refuse=refuse,
    solve=solve,
    verify=verify,
    draw=draw,
)
