"""A walk from stop to stop: what any arrangement of N stops takes, and the walk through all coprime points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline
from puzzlewright.gallery import plotting
from puzzlewright.gallery import stops_check as check
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values, accept_all

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Tour = list[list[int]]

_WHOLE = 7000
"""Most stops of which every step is drawn."""
_WINDOW = 50


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    if values["part"] == "a":
        return arrangements(values["stops"])
    # numpy and, for more than a few stops, numba are loaded here.
    from puzzlewright.gallery.stops_walk import walk

    return walk(values["limit"], deadline, say)


# Part (a)


def arrangements(stops: int) -> Result:
    """The arrangements of so many stops with the shortest and the longest best walk; see MODEL for the proof."""
    half = stops // 2
    lower_row, upper_row = [[x, 0] for x in range(half)], [[x, 1] for x in range(half)]
    corner = [[half, 0]] if stops % 2 else []
    plan = {"shortest": lower_row + corner + upper_row[::-1], "longest": [[x, 0] for x in range(stops)]}
    value = {"shortest": least(stops), "longest": 2.0 * (stops - 1)}
    exact = {
        "shortest": "0" if stops == 1 else f"{stops - 1} + sqrt(2)" if stops % 2 else str(stops),
        "longest": str(2 * (stops - 1)),
    }
    facts: dict[str, object] = {"exact": exact}
    if stops > 1:
        facts["ratio"] = value["longest"] / value["shortest"]
    return Result(value, True, value, plan, facts)


def least(stops: int) -> float:
    """What any closed walk through so many lattice points takes."""
    if stops == 1:
        return 0.0
    return stops - 1 + math.sqrt(2) if stops % 2 else float(stops)


# The judge


def verify(values: Values, result: Result) -> list[str]:
    """Lengths of all walks anew, and for (b) the bound from its multipliers, over all pairs and in whole numbers."""
    if values["part"] == "a":
        return _verify_arrangements(values["stops"], result)
    assert isinstance(result.plan, Mapping) and isinstance(result.value, float) and isinstance(result.bound, float)
    limit, tour, multipliers = values["limit"], result.plan["tour"], result.plan["multipliers"]
    wrong = check.wrong_with_tour(limit, tour)
    if wrong:
        return wrong
    if not math.isclose(check.length(tour), result.value, rel_tol=1e-12):
        wrong.append(f"the tour has a length of {check.length(tour)}, not {result.value}")
    if len(multipliers) != len(tour):
        return [*wrong, f"{len(multipliers)} multipliers are not one for each of {len(tour)} stops"]
    shown = max(check.lower_bound(limit, multipliers) / check.BILLION, float(len(tour)))
    if result.bound > shown:
        wrong.append(f"the multipliers show that every tour has {shown}, not {result.bound}")
    if result.proved and result.value - shown > 2e-9 * len(tour):
        wrong.append(f"a bound of {shown} does not prove {result.value}")
    return wrong


def _verify_arrangements(stops: int, result: Result) -> list[str]:
    assert isinstance(result.plan, Mapping) and isinstance(result.value, Mapping)
    wrong = []
    for name, tour in result.plan.items():
        if len({(x, y) for x, y in tour}) != stops or len(tour) != stops:
            wrong.append(f"{name}: these are not {stops} stops")
        elif not connected(tour):
            wrong.append(f"{name}: unit steps do not connect the stops")
        elif not math.isclose(check.length(tour), result.value[name], rel_tol=1e-12):
            wrong.append(f"{name}: the walk has a length of {check.length(tour)}, not {result.value[name]}")
    # No walk is shorter than this one, and in no arrangement is the best one longer than that.
    if not math.isclose(result.value["shortest"], least(stops)) or result.value["longest"] > 2 * (stops - 1):
        wrong.append("the lengths are not the bounds")
    # A walk goes from one end of the stops to the other and back.
    across = max(x for x, _ in result.plan["longest"]) - min(x for x, _ in result.plan["longest"])
    if 2 * across < result.value["longest"]:
        wrong.append("longest: there may be a shorter walk through these stops")
    return wrong


def connected(stops: Sequence[Sequence[int]]) -> bool:
    """Whether steps of length 1 from stop to stop lead everywhere."""
    left = {(x, y) for x, y in stops}
    todo = [left.pop()]
    while todo:
        x, y = todo.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in left:
                left.remove(near)
                todo.append(near)
    return not left


# The picture


def draw(values: Values, result: Result) -> Figure:
    """The walks of (a), or the tour of (b) and how its length and the bound met."""
    assert isinstance(result.plan, Mapping)
    if values["part"] == "a":
        return _draw_arrangements(values["stops"], result)
    tour: Tour = result.plan["tour"]
    limit = values["limit"]
    parts = 2 if len(tour) <= _WHOLE else 3
    figure = plotting.figure(5.2 * parts, 5.2)
    axes = figure.subplots(1, parts)
    if len(tour) <= _WHOLE:
        title = f"{len(tour):,} stops, length {result.value:,.6f}"
        _draw_tour(axes[0], tour, 0.5, limit + 0.5, title, dots=limit <= 60)
    else:
        # Every step would be a black square.
        thinned = tour[:: len(tour) // _WHOLE + 1]
        _draw_tour(axes[0], thinned, 0.5, limit + 0.5, f"every {len(tour) // _WHOLE + 1}th of {len(tour):,} stops")
        low = max(1, limit // 2)
        inside = f"all of them from ({low}, {low}) to ({low + _WINDOW}, {low + _WINDOW})"
        _draw_tour(axes[1], tour, low - 0.5, low + _WINDOW + 0.5, inside, dots=True)
    _draw_history(axes[-1], result)
    return figure


def _draw_tour(axes: Any, tour: Tour, low: float, high: float, title: str, dots: bool = False) -> None:
    from matplotlib.collections import LineCollection

    plotting.plain(axes, low, high, low, high)
    steps = [
        (one, other)
        for one, other in zip(tour, [*tour[1:], tour[0]], strict=True)
        if any(low <= x <= high and low <= y <= high for x, y in (one, other))
    ]
    size = 250 / (high - low)
    axes.add_collection(
        LineCollection(steps, colors=plotting.PALETTE[0], linewidths=min(1.5, max(0.4, size / 4)), capstyle="round")
    )
    if dots:
        inside = [(x, y) for x, y in tour if low <= x <= high and low <= y <= high]
        axes.scatter(*zip(*inside, strict=True), s=min(20, size * size / 12), color="black", zorder=2, linewidths=0)
    axes.set_title(title, fontsize=11)


def _draw_history(axes: Any, result: Result) -> None:
    history: Any = result.facts["history"]
    seconds = [max(0.01, row["seconds"]) for row in history]
    for name, key, colour in (("tour", "length", 3), ("bound", "bound", 0)):
        numbers = [row[key] for row in history]
        axes.step(seconds, numbers, where="post", color=plotting.PALETTE[colour], label=name, marker=".")
    apart = max(row["length"] for row in history) - min(row["bound"] for row in history)
    axes.yaxis.set_major_formatter("{x:,.0f}" if apart > 8 else "{x:,.2f}")
    axes.set_xscale("log")
    axes.set_xlabel("seconds")
    axes.set_ylabel("length")
    axes.legend()
    state = "proved" if result.proved else f"at most {result.facts['ratio']:.6f} times the shortest"
    axes.set_title(f"best tour and bound: {state}", fontsize=11)


def _draw_arrangements(stops: int, result: Result) -> Figure:
    assert isinstance(result.plan, Mapping) and isinstance(result.value, Mapping)
    figure = plotting.figure(8, 1.9)
    for axes, (name, tour) in zip(figure.subplots(1, 2), result.plan.items(), strict=True):
        right = max(x for x, _ in tour)
        plotting.plain(axes, -0.5, right + 0.5, -0.7, 1.7)
        axes.plot(*zip(*tour, tour[0], strict=True), color=plotting.PALETTE[0], linewidth=1.5)
        axes.scatter(*zip(*tour, strict=True), color="black", s=min(40, 400 / stops), zorder=2)
        exact: Any = result.facts["exact"]
        axes.set_title(f"{name}: {exact[name]}", fontsize=11)
    return figure


STATEMENT = """
Stops lie on points with whole coordinates; walking is allowed along any straight line, and the walk visits every stop
and ends where it began. (a) N stops are connected through steps of length 1 from stop to stop. Between which lengths
is the shortest walk, over all arrangements? (b) The stops are all points (x, y) with x and y from 1 to 1000 that have
no common divisor. How long is the shortest walk? Find bounds from both sides.
"""

MODEL = """
**(a)** Take a spanning tree of unit steps and walk around it, each step twice: $2(N-1)$ always is enough. Stops in a
line need that much. On the other side, $N$ stops need $N$ legs of length 1 or more. Unit steps change the colour of a
chessboard, so an odd number of them does not lead back: then one leg is at least $\\sqrt2$. Two rows of $N/2$ stops,
and one more at the end if $N$ is odd, reach $N$ and $N-1+\\sqrt2$. `--part a --stops N` gives both with their walks.

**(b)** A binary $x_{ij}$ says that the walk goes between the stops $i$ and $j$, at distance $d_{ij}$ (Dantzig,
Fulkerson and Johnson):

$$\\min \\sum_{i<j} d_{ij} x_{ij} \\quad\\text{subject to}\\quad \\sum_{j} x_{ij} = 2 \\text{ for each } i, \\qquad
\\sum_{i, j \\in S} x_{ij} \\le |S| - 1 \\text{ for each } S \\not\\ni 1.$$

*The bound* is that of Held and Karp. Choose any multipliers $\\pi_i$. With $w_{ij} = d_{ij} + \\pi_i + \\pi_j$ every
tour weighs $2\\sum\\pi_i$ more than it is long, and at least as much as the lightest 1-tree, that is, the lightest
tree on all stops but the first and the two lightest edges at that one. So

$$\\text{length} \\ge \\text{1-tree}(w) - 2 \\sum_i \\pi_i .$$

The multipliers are the certificate: that they give the bound is checked by Kruskal's algorithm in whole numbers of
billionths, with square roots rounded down. Only pairs with $d^2 \\le 10$ are sorted; all others weigh at least
$\\sqrt{11}$ plus twice the smallest multiplier, which must be no less than the heaviest edge taken, else more pairs
are.

- Up to 64 stops the integer program is solved as it stands, with rows for subtours as they turn up.
- For more stops a subgradient ascent finds multipliers that are good: one falls where the tree has a single edge, and
  rises where it has more than two.
- Up to 60,000 stops they are improved: the relaxation of the program is solved, again with rows for subtours, and the
  prices of its first rows, with the other sign, are the best multipliers.

*The tour* starts greedily: pairs in the order of $w$, as long as they make paths. Then moves that exchange up to five
edges (Lin and Kernighan), each found among the six stops with the least $w$ and made only if the tour gets shorter.
Last come kicks: two short pieces of the tour change places and moves repair it, which is kept unless the tour is
longer. Tours of the same length count as no worse, and there are many. Kicks go only where an edge of the tour is
heavier than every edge of the tree: elsewhere tour and bound agree and nothing can be gained.

A tour is called proved if it is longer than the bound by no more than 2 billionths for each stop, which is what
rounding costs.
"""

REMARKS = """
- Published for limit 1000, with 608,383 stops: a tour of 735,394 (sweeping over the columns in pairs) and a linear
  program of 694,952, a ratio of 1.058. A run here prints its tour, its certified bound and their ratio as they improve.
- The published 694,952 is no proof as it stands. Leaving out all but the nearest neighbours can only make the minimum
  larger, so it estimates the bound from above; it has to be shown that no pair left out would be used. Here that is
  part of the check.
- The program's degree rows alone give 21.071068 = 14 + 5 sqrt 2 for limit 5 and 73.355339 = 38 + 25 sqrt 2 for limit
  10, and there are tours with just that length. For limits 50 and 100 subtour rows are needed, and suffice.
- Assuming that the solution is symmetric in x and y is harmless for the relaxation, not for tours.
- The lattice makes many distances equal. Neighbours ranked by distance are then ranked by chance; ranked by $w$ they
  are not. A move must be allowed to rewrite most of the tour: what is near in the plane is often far along a greedy
  tour, and with moves of at most 50,000 places the search for limit 1000 ends 3 % above the bound and not 0.6 %.
- A time limit shortens neither the first tour nor the check, which take a few seconds for limit 1000 and half a minute
  for limit 3000.
- (1, 1) is the only stop on the diagonal, and the leg that closes a sweep is about as long as the limit.
"""

_PUBLISHED = "Laurent Lessard, Book Proofs"
_MEETS = "a tour that has the length of the relaxation"

ENTRY = Entry(
    name="stops",
    title="The shortest walk through all stops",
    source="The Riddler; bounds by Laurent Lessard, Book Proofs.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(
        Parameter("part", "b", "a for the bounds over all arrangements, b for the coprime points", choices=("a", "b")),
        Parameter("stops", 9, "number of stops in (a)", 1, 10_000, only=("part", "a")),
        Parameter("limit", 20, "largest coordinate in (b)", 2, 3000, only=("part", "b")),
    ),
    known=(
        Known({"part": "a", "stops": 1}, {"shortest": 0.0, "longest": 0.0}, _PUBLISHED),
        Known({"part": "a", "stops": 8}, {"shortest": 8.0, "longest": 14.0}, _PUBLISHED),
        Known({"part": "a", "stops": 9}, {"shortest": 8 + math.sqrt(2), "longest": 16.0}, _PUBLISHED),
        Known({"limit": 5}, 14 + 5 * math.sqrt(2), _MEETS),
        Known({"limit": 10}, 38 + 25 * math.sqrt(2), _MEETS),
        Known({"limit": 20}, 291.865007, _MEETS, long=True),
        Known({"limit": 50}, 1773.050101, _MEETS, long=True),
        Known({"limit": 100}, 6989.647201, _MEETS, long=True),
    ),
    refuse=accept_all,
    solve=solve,
    verify=verify,
    draw=draw,
)
