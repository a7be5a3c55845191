"""The Ostomachion of Archimedes, coloured: equal areas, and no colour on both sides of a segment."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.errors import InternalError
from puzzlewright.gallery import constraint, plotting
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values
from puzzlewright.gallery.linear import quiet_highs
from puzzlewright.scan import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Point = tuple[int, int]
Colouring = tuple[int, ...]
"""A colour from 0 for each piece, in which a new colour is always the smallest that was not used before."""

SIDE = 12
# Corners (x, y), counter-clockwise; the pieces are numbered from 1.
PIECES: tuple[tuple[Point, ...], ...] = (
    ((0, 0), (3, 0), (2, 4)),
    ((3, 0), (3, 6), (2, 4)),
    ((3, 0), (6, 0), (6, 6), (4, 8), (3, 6)),
    ((6, 0), (8, 4), (6, 6)),
    ((6, 0), (12, 0), (8, 4)),
    ((0, 0), (4, 8), (2, 10)),
    ((0, 0), (2, 10), (0, 12)),
    ((0, 12), (4, 8), (6, 12)),
    ((4, 8), (6, 6), (6, 12)),
    ((6, 6), (8, 4), (9, 6), (6, 12)),
    ((8, 4), (12, 0), (9, 6)),
    ((9, 6), (12, 0), (12, 6)),
    ((9, 6), (12, 6), (12, 8)),
    ((9, 6), (12, 8), (12, 12), (6, 12)),
)

# Geometry in exact arithmetic


def area(piece: Sequence[Point]) -> Fraction:
    """The area inside a polygon, by the shoelace formula."""
    return Fraction(sum(x * b - a * y for (x, y), (a, b) in _sides(piece)), 2)


def shared(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Do two polygons share more of their boundary than points?"""
    return any(_overlap(side, other_side) for side in _sides(one) for other_side in _sides(other))


def _sides(piece: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*piece, piece[0]]))


def _overlap(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Do two segments lie on a line and share more than a point? Places on it go from 0 to 1 along `one`."""
    (ax, ay), (bx, by) = one
    along = (bx - ax, by - ay)
    places = []
    for x, y in other:
        if along[0] * (y - ay) != along[1] * (x - ax):
            return False
        places.append(Fraction(along[0] * (x - ax) + along[1] * (y - ay), along[0] ** 2 + along[1] ** 2))
    start, end = max(min(places), Fraction(0)), min(max(places), Fraction(1))
    return start < end


def adjacent() -> list[tuple[int, int]]:
    """Pairs of pieces, as indices from 0, that share a segment."""
    return [(p, q) for p, q in combinations(range(len(PIECES)), 2) if shared(PIECES[p], PIECES[q])]


# The model


def build(colours: int) -> tuple[Any, list[list[Any]]]:
    """The integer program for HiGHS, and its binaries for each piece and colour.

    Colourings that differ in the names of colours count as one: with the largest piece first, a piece may have colour j
    only if one before it has colour j - 1.
    """
    program = quiet_highs()
    has = [[program.addBinary() for _ in range(colours)] for _ in PIECES]
    for piece in has:
        program.addConstr(program.qsum(piece) == 1)
    for colour in range(colours):
        total = program.qsum(int(area(shape)) * piece[colour] for shape, piece in zip(PIECES, has, strict=True))
        program.addConstr(total == SIDE * SIDE // colours)
        for p, q in adjacent():
            program.addConstr(has[p][colour] + has[q][colour] <= 1)
    ordered = sorted(range(len(PIECES)), key=lambda index: -area(PIECES[index]))
    for place, index in enumerate(ordered):
        for colour in range(1, colours):
            before = (has[other][colour - 1] for other in ordered[:place])
            program.addConstr(has[index][colour] <= program.qsum(before, 0))
    return program, has


# Three ways to find all colourings


def by_integer_program(colours: int, deadline: Deadline) -> Iterator[Colouring]:
    """Solve, forbid what was found, and solve again until nothing is left."""
    program, has = build(colours)
    while True:
        deadline.check()
        if deadline.left_s is not None:
            program.setOptionValue("time_limit", program.getRunTime() + max(0.001, deadline.left_s))
        program.solve()
        status = program.modelStatusToString(program.getModelStatus())
        if status == "Infeasible":
            return
        if status != "Optimal":
            raise OutOfTime
        found = tuple([round(program.val(one)) for one in piece].index(1) for piece in has)
        yield in_order(found)
        chosen = (piece[colour] for piece, colour in zip(has, found, strict=True))
        program.addConstr(program.qsum(chosen) <= len(PIECES) - 1)


def by_constraint_program(colours: int, deadline: Deadline) -> Iterator[Colouring]:
    """Have CP-SAT list every solution whose colours are in order."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    has = [[model.new_bool_var("") for _ in range(colours)] for _ in PIECES]
    for piece in has:
        model.add_exactly_one(piece)
    for colour in range(colours):
        model.add(
            sum(int(area(shape)) * piece[colour] for shape, piece in zip(PIECES, has, strict=True))
            == SIDE * SIDE // colours
        )
        for p, q in adjacent():
            model.add_at_most_one(has[p][colour], has[q][colour])
    for index, piece in enumerate(has):
        for colour in range(1, colours):
            model.add_bool_or(before[colour - 1] for before in has[:index]).only_enforce_if(piece[colour])
    found: list[Colouring] = []

    class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            found.append(tuple(next(j for j, one in enumerate(piece) if self.value(one)) for piece in has))

    outcome = constraint.run(model, deadline, Collect(), enumerate_all_solutions=True)
    yield from found
    if not outcome.closed:
        raise OutOfTime


def in_order(colouring: Colouring) -> Colouring:
    """The colouring with its colours named in the order in which they occur."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(colour, len(names)) for colour in colouring)


def by_classes(colours: int, deadline: Deadline) -> Iterator[Colouring]:
    """List the sets of pieces that may share a colour, and cover all pieces with them: the first one left, always."""
    touching = set(adjacent())
    target = Fraction(SIDE * SIDE, colours)
    areas = [area(piece) for piece in PIECES]

    def classes(chosen: tuple[int, ...], total: Fraction) -> Iterator[tuple[int, ...]]:
        deadline.check()
        if total == target:
            yield chosen
        for piece in range(chosen[-1] + 1 if chosen else 0, len(PIECES)):
            if total + areas[piece] <= target and not any((other, piece) in touching for other in chosen):
                yield from classes((*chosen, piece), total + areas[piece])

    containing: dict[int, list[tuple[int, ...]]] = {}
    for one in classes((), Fraction(0)):
        containing.setdefault(one[0], []).append(one)

    def cover(colour_of: dict[int, int], colour: int) -> Iterator[Colouring]:
        left = [piece for piece in range(len(PIECES)) if piece not in colour_of]
        if not left:
            yield tuple(colour_of[piece] for piece in range(len(PIECES)))
            return
        for one in containing.get(left[0], []):
            if not any(piece in colour_of for piece in one):
                yield from cover(colour_of | dict.fromkeys(one, colour), colour + 1)

    yield from cover({}, 0)


ENGINES = {
    "integer program": by_integer_program,
    "constraint program": by_constraint_program,
    "colour classes": by_classes,
}


def refuse(values: Values) -> str | None:
    if SIDE * SIDE % values["colours"]:
        return f"colours takes a number that divides the area of {SIDE * SIDE}, not {values['colours']}"
    return None


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    """All colourings, by every engine. Raises InternalError if they do not find the same ones."""
    colours = values["colours"]
    found: dict[str, list[Colouring]] = {}
    reason = ""
    try:
        for name, engine in ENGINES.items():
            say(name)
            mine = found.setdefault(name, [])
            for colouring in engine(colours, deadline):
                mine.append(colouring)
                say(f"{name}: {len(mine)} so far")
    except OutOfTime as stopped:
        reason = str(stopped)
    if not reason and len({frozenset(one) for one in found.values()}) > 1:
        raise InternalError(f"ostomachion: engines differ: { {name: len(one) for name, one in found.items()} }")
    every = sorted(set().union(*found.values()))
    count = len(every)
    facts: dict[str, object] = {
        "with_names_of_colours": count * _permutations(colours),
        "areas": [int(area(piece)) for piece in PIECES],
        "adjacent": [f"{p + 1}-{q + 1}" for p, q in adjacent()],
        "engines": [{"engine": name, "found": len(one)} for name, one in found.items()],
    }
    value = None if reason and not every else count
    bound = None if reason else count
    return Result(value, not reason, bound, [list(one) for one in every], facts, reason)


def _permutations(colours: int) -> int:
    return colours * _permutations(colours - 1) if colours else 1


# The judge


def verify(values: Values, result: Result) -> list[str]:
    """Look at each colouring, and count all of them again, piece by piece."""
    colours = values["colours"]
    assert isinstance(result.plan, list)
    wrong = []
    neighbours: list[list[int]] = [[] for _ in PIECES]
    for p, q in adjacent():
        neighbours[p].append(q)
        neighbours[q].append(p)
    for colouring in result.plan:
        for colour in range(colours):
            total = sum(area(piece) for piece, has in zip(PIECES, colouring, strict=True) if has == colour)
            if total * colours != SIDE * SIDE:
                wrong.append(f"{colouring}: colour {colour} covers {total}")
        for piece, touching in enumerate(neighbours):
            if colouring[piece] in [colouring[other] for other in touching]:
                wrong.append(f"{colouring}: piece {piece + 1} and a neighbour have the same colour")
        if tuple(colouring) != in_order(tuple(colouring)):
            wrong.append(f"{colouring}: the colours are not named in order")
    if len({tuple(colouring) for colouring in result.plan}) != len(result.plan):
        wrong.append("a colouring is listed twice")
    if result.proved and (every := _count(colours, neighbours)) != len(result.plan) * _permutations(colours):
        wrong.append(f"there are {every} colourings with names")
    if result.value != len(result.plan):
        wrong.append(f"{len(result.plan)} colourings are not {result.value}")
    return wrong


def _count(colours: int, neighbours: list[list[int]]) -> int:
    """Colourings with names of colours, by giving each piece each colour, the largest piece first."""
    areas = [int(area(piece)) for piece in PIECES]
    order = sorted(range(len(PIECES)), key=lambda piece: -areas[piece])
    colour_of: dict[int, int] = {}
    free = [SIDE * SIDE // colours] * colours

    def below(depth: int) -> int:
        if depth == len(order):
            return 1
        piece = order[depth]
        total = 0
        for colour in range(colours):
            if areas[piece] <= free[colour] and all(colour_of.get(other) != colour for other in neighbours[piece]):
                colour_of[piece] = colour
                free[colour] -= areas[piece]
                total += below(depth + 1)
                free[colour] += areas[piece]
                del colour_of[piece]
        return total

    return below(0)


# The picture

_HATCHES = ("", "//", "..", "\\\\", "xx", "++")


def draw(values: Values, result: Result) -> Figure:
    """All colourings side by side, with a letter and a hatching for each colour; if there is none, the pieces."""
    plan = result.plan
    assert isinstance(plan, list)
    across = max(1, math.isqrt(max(0, len(plan) - 1)) + 1)
    down = -(-max(1, len(plan)) // across)
    scale = 3.0 if across > 2 else 6.0 / across
    figure = plotting.figure(scale * across, scale * down + 0.4)
    for number, axes in enumerate(figure.subplots(down, across, squeeze=False).flat):
        plotting.plain(axes, -0.2, SIDE + 0.2, -0.2, SIDE + 0.2)
        if number < max(1, len(plan)):
            _draw_colouring(axes, plan[number] if plan else None, 9 if across > 2 else 12)
    colours = f"{values['colours']} colours, an area of {SIDE * SIDE // values['colours']} each"
    kept = "" if result.proved else " so far"
    figure.suptitle(f"{colours}: {counted(len(plan), 'way')} up to names{kept}", fontsize=12)
    return figure


def _draw_colouring(axes: Any, colouring: Sequence[int] | None, size: float) -> None:
    from matplotlib.patches import Polygon

    for index, piece in enumerate(PIECES):
        colour = None if colouring is None else colouring[index]
        if colour is not None:
            tint, hatch = plotting.PALE[colour], _HATCHES[colour]
            axes.add_patch(Polygon(piece, facecolor=tint, hatch=hatch, edgecolor="white", linewidth=0))
        axes.add_patch(Polygon(piece, fill=False, edgecolor="black", linewidth=1.2, joinstyle="round"))
        x, y = _centre(piece)
        text = str(index + 1) if colour is None else "ABCDEF"[colour]
        axes.text(x, y, text, ha="center", va="center_baseline", fontsize=size)


def _centre(piece: Sequence[Point]) -> tuple[float, float]:
    """The centroid of a polygon."""
    six = 6 * area(piece)
    x = sum((x + a) * (x * b - a * y) for (x, y), (a, b) in _sides(piece)) / six
    y = sum((y + b) * (x * b - a * y) for (x, y), (a, b) in _sides(piece)) / six
    return float(x), float(y)


STATEMENT = """
The Ostomachion of Archimedes cuts a 12 x 12 square into 14 polygons. Paint them in four colours so that polygons that
share a boundary segment differ, and each colour covers an area of 36. Find one such colouring; then count them all.
"""

MODEL = """
Let $a_i$ be the area of piece $i$ and $E$ the pairs of pieces that share a segment; both are computed from the corners
in exact arithmetic: two sides lie on one line and overlap in more than a point. A binary $x_{ij}$ says that piece $i$
has colour $j$:

$$\\sum_j x_{ij} = 1, \\qquad \\sum_i a_i x_{ij} = 36, \\qquad x_{pj} + x_{qj} \\le 1 \\text{ for } (p, q) \\in E.$$

Colourings that differ only in the names of colours are one. With the largest piece first, that piece $i$ has colour $j$
only if a piece before it has colour $j - 1$ leaves one of them: $x_{ij} \\le \\sum_{h \\text{ before } i} x_{h,j-1}$.

All colourings are found in three ways, and have to agree:

1. The integer program, in HiGHS. What was found, $c$, is forbidden, $\\sum_i x_{i c_i} \\le 13$, until nothing is left.
2. CP-SAT lists every solution of the same constraints.
3. No program at all: list the sets of pieces that may be one colour, and cover the square with four of them.

The judge counts once more, with names, by giving a colour to one piece after the other.
"""

REMARKS = """
- There are 9 colourings up to names, which is $9 \\cdot 4! = 216$ with names, and 54 with the colour of one piece
  fixed. Say which is meant.
- With three colours on an area of 48 each there are 2, with six on 24 each 33, with two none.
- The published solution minimised random objectives until nothing new came up. That finds all in the end, but never
  proves it. What does is an enumeration that forbids what it has found, or a backtracking search.
- Touching in a point is not enough: pieces 4 and 9 meet in (6, 6) only. Pieces 3 and 9 share a segment, from (4, 8) to
  (6, 6).
- Do not divide by the symmetries of the square: the drawing has none.
"""

ENTRY = Entry(
    name="ostomachion",
    title="Colouring the Ostomachion",
    source="The Riddler; solved with an integer program by Laurent Lessard, Book Proofs, whose corners are used here.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(Parameter("colours", 4, "colours, on equal areas", 2, 6),),
    known=(
        Known({}, 9, "the published solution, and others"),
        Known({"colours": 3}, 2, "H. Pefo; counted here"),
        Known({"colours": 2}, 0, "counted here"),
        Known({"colours": 6}, 33, "counted here", long=True),
    ),
    refuse=refuse,
    solve=solve,
    verify=verify,
    draw=draw,
)
