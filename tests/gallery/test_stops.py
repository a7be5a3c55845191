"""The walk from stop to stop: bounds against exhaustive search, the moves, what the judge refuses."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands import environment
from puzzlewright.deadline import Deadline
from puzzlewright.gallery import stops_check as check
from puzzlewright.gallery.entry import Result, solved
from puzzlewright.gallery.stops import ENTRY, least
from puzzlewright.gallery.stops_points import coprime_points, near_pairs, sweep

Point = tuple[int, int]


def result_of(**given: object) -> Result:
    return solved(ENTRY, ENTRY.values(given), Deadline(), lambda _: None)


def shortest(points: Sequence[Point]) -> float:
    """By trying every order."""
    first, *others = points
    return min(check.length([first, *order]) for order in itertools.permutations(others))


def arrangements(stops: int) -> set[frozenset[Point]]:
    """All sets of so many cells that hang together, moved to the axes."""
    found = {frozenset({(0, 0)})}
    for _ in range(stops - 1):
        larger = set()
        for cells in found:
            for x, y in cells:
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if cell not in cells:
                        grown = cells | {cell}
                        left, low = min(x for x, _ in grown), min(y for _, y in grown)
                        larger.add(frozenset((x - left, y - low) for x, y in grown))
        found = larger
    return found


@pytest.mark.parametrize("stops", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.long)])
def test_the_bounds_are_those_of_all_arrangements(stops: int) -> None:
    lengths = [shortest(sorted(cells)) for cells in arrangements(stops)]
    result = result_of(part="a", stops=stops)
    assert isinstance(result.value, dict)
    assert min(lengths) == pytest.approx(result.value["shortest"]) == pytest.approx(least(stops))
    assert max(lengths) == pytest.approx(result.value["longest"])


@pytest.mark.parametrize(("limit", "stops"), [(5, 19), (10, 63), (20, 255), (50, 1547), (100, 6087), (1000, 608_383)])
def test_the_number_of_stops(limit: int, stops: int) -> None:
    points = coprime_points(limit)
    assert len(points) == stops
    if limit <= 50:
        assert points.tolist() == [
            [x, y] for x in range(1, limit + 1) for y in range(1, limit + 1) if math.gcd(x, y) == 1
        ]


@pytest.mark.parametrize(("limit", "square"), [(2, 10), (4, 1), (7, 10), (9, 26)])
def test_near_pairs_are_all_of_them(limit: int, square: int) -> None:
    points = coprime_points(limit).tolist()
    first, second, length = near_pairs(coprime_points(limit), limit, square)
    found = {
        (one, other): size for one, other, size in zip(first.tolist(), second.tolist(), length.tolist(), strict=True)
    }
    right = {}
    for one, other in itertools.combinations(range(len(points)), 2):
        apart = (points[one][0] - points[other][0]) ** 2 + (points[one][1] - points[other][1]) ** 2
        if apart <= square:
            right[one, other] = math.isqrt(apart * 10**12)
    assert found == right and len(first) == len(found)


@pytest.mark.parametrize("limit", [2, 3])
def test_the_program_agrees_with_trying_every_order(limit: int) -> None:
    points = [(x, y) for x in range(1, limit + 1) for y in range(1, limit + 1) if math.gcd(x, y) == 1]
    result = result_of(limit=limit)
    assert result.proved and result.value == pytest.approx(shortest(points))


def one_tree(limit: int, multipliers: Sequence[int]) -> int:
    """The bound over all pairs, by Prim's algorithm."""
    points = [(x, y) for x in range(1, limit + 1) for y in range(1, limit + 1) if math.gcd(x, y) == 1]

    def weight(one: int, other: int) -> int:
        square = (points[one][0] - points[other][0]) ** 2 + (points[one][1] - points[other][1]) ** 2
        return math.isqrt(square * check.BILLION**2) + multipliers[one] + multipliers[other]

    nearest = {point: weight(1, point) for point in range(2, len(points))}
    total = sum(sorted(weight(0, point) for point in range(1, len(points)))[:2])
    while nearest:
        point = min(nearest, key=lambda point: nearest[point])
        total += nearest.pop(point)
        nearest = {other: min(far, weight(point, other)) for other, far in nearest.items()}
    return total - 2 * sum(multipliers)


@given(limit=st.integers(2, 6), spread=st.sampled_from([1, 10**6, 10**9, 8 * 10**9]), data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_bound_is_that_of_all_pairs(limit: int, spread: int, data: st.DataObject) -> None:
    """Also with multipliers so large that pairs far apart are the lightest."""
    stops = len(coprime_points(limit))
    multipliers = data.draw(st.lists(st.integers(-spread, spread), min_size=stops, max_size=stops))
    bound = check.lower_bound(limit, multipliers)
    assert bound == one_tree(limit, multipliers)
    assert bound / check.BILLION <= {2: 3.4143, 3: 7.4143, 4: 13.0711, 5: 21.0711, 6: 26.7280}[limit]


@pytest.mark.parametrize(("limit", "length"), [(30, 633.286363), (50, 1773.050101)])
def test_the_prices_of_the_relaxation_are_a_certificate(limit: int, length: float) -> None:
    from puzzlewright.gallery.stops_program import relaxations

    points = coprime_points(limit)
    *_, last = relaxations(points, limit, Deadline(), tour=False)
    assert last.value == pytest.approx(length)
    multipliers = np.rint(last.multipliers * check.BILLION).astype(np.int64).tolist()
    assert check.lower_bound(limit, multipliers) / check.BILLION == pytest.approx(last.value, abs=2e-9 * len(points))


MOVES = """
import sys
import numpy as np
from puzzlewright.gallery.stops_bound import rising_bounds
from puzzlewright.gallery.stops_check import length, lower_bound
from puzzlewright.gallery.stops_moves import *
from puzzlewright.gallery.stops_points import coprime_points, root
from puzzlewright.gallery.stops_tour import plane_of, shorter_tours

limit = int(sys.argv[1])
points = coprime_points(limit)
size = len(points)
steps = iter(range(200))
for bound in rising_bounds(points, limit, lambda: next(steps) / 100):
    pass
assert lower_bound(limit, [int(one) * 1000 for one in bound.multipliers]) >= bound.value * 1000

def length_of(plane, order):
    return sum(distance(plane, one, other) for one, other in zip(order, np.roll(order, -1)))

# A move gains what it says, and taking back restores everything.
chance = np.random.default_rng(1)
plane = plane_of(points, bound.multipliers, limit)
tour = Tour(chance.permutation(size).astype(np.int32), np.zeros(size, np.int32))
tour.place[tour.order] = np.arange(size)
before, total = tour.order.copy(), length_of(plane, tour.order)
move, log, kinds = new_move(), new_log(size), set()
for start in range(size):
    edges, gain = find_move(start, plane, tour, move, len(log.points) - log.kept[1])
    if edges:
        make_move(move, edges, tour, log, True)
        kinds.add(edges)
        total -= gain
        assert length_of(plane, tour.order) == total and gain > 0
        assert (tour.order[tour.place] == np.arange(size)).all() and sorted(tour.order) == list(range(size))
assert kinds >= {2, 3}, kinds
take_back(tour, log)
assert (tour.order == before).all() and (tour.place[tour.order] == np.arange(size)).all()

best = None
for order in shorter_tours(points, bound.multipliers, bound.heaviest, limit):
    assert sorted(order.tolist()) == list(range(size))
    found = length(points[order].tolist())
    best = found if best is None else min(best, found)
    if best < bound.value / 1e6 * 1.003:
        break
print(best / (bound.value / 1e6))
"""


def moves(limit: int, **more: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", MOVES, str(limit)], env=environment() | more, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_moves_without_a_compiler() -> None:
    assert 1 <= moves(8, NUMBA_DISABLE_JIT="1") < 1.01


@pytest.mark.long
def test_moves() -> None:
    assert 1 <= moves(40) < 1.003


def test_no_time_leaves_the_sweep() -> None:
    values = ENTRY.values({"limit": 30})
    result = solved(ENTRY, values, Deadline(0), lambda _: None)
    assert not result.proved and result.reason and result.bound == 555.0
    assert result.value == check.length(coprime_points(30)[sweep(coprime_points(30), 30)].tolist())


@pytest.mark.long
def test_the_sweep_has_the_known_length() -> None:
    points = coprime_points(1000)
    assert check.length(points[sweep(points, 1000)].tolist()) == pytest.approx(736_192, abs=0.5)


@pytest.mark.long
@pytest.mark.parametrize("time_s", [None, 1.0])
def test_some_time_or_all(time_s: float | None) -> None:
    said: list[str] = []
    result = solved(ENTRY, ENTRY.values({"limit": 120}), Deadline(time_s), said.append)
    assert isinstance(result.value, float) and isinstance(result.bound, float) and said
    assert result.value <= result.bound * (1.00001 if time_s is None else 1.3)


PLAN = result_of(limit=5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda plan: plan["tour"].pop(), "there are 19 stops"),
        (lambda plan: plan["tour"].__setitem__(3, [2, 4]), "no stop"),
        (lambda plan: plan["tour"].__setitem__(3, [1, 6]), "no stop"),
        (lambda plan: plan["tour"].__setitem__(3, plan["tour"][4]), "visited twice"),
        (lambda plan: plan["tour"].insert(0, plan["tour"].pop(9)), "the tour has a length of"),
        (lambda plan: plan["multipliers"].pop(), "18 multipliers"),
        (lambda plan: plan["multipliers"].__setitem__(2, 0), "every tour has"),
    ],
)
def test_wrong_plans_are_refused(change: Any, message: str) -> None:
    assert isinstance(PLAN.plan, dict)
    plan = {"tour": list(PLAN.plan["tour"]), "multipliers": list(PLAN.plan["multipliers"])}
    change(plan)
    wrong = ENTRY.verify(ENTRY.values({"limit": 5}), replace(PLAN, plan=plan))
    assert wrong and message in wrong[0]


def test_a_bound_that_is_not_shown_is_refused() -> None:
    values = ENTRY.values({"limit": 5})
    assert ENTRY.verify(values, replace(PLAN, bound=21.08))
    assert isinstance(PLAN.plan, dict)
    zeros = {"tour": PLAN.plan["tour"], "multipliers": [0] * 19}
    assert "does not prove" in ENTRY.verify(values, replace(PLAN, plan=zeros, bound=19.0))[0]
    assert not ENTRY.verify(values, replace(PLAN, plan=zeros, bound=19.0, proved=False))


@pytest.mark.parametrize(
    ("name", "stops", "message"),
    [
        ("shortest", [[0, 0], [1, 0], [1, 1], [0, 2]], "do not connect"),
        ("shortest", [[0, 0], [1, 0], [1, 0], [0, 1]], "not 4 stops"),
        ("shortest", [[0, 0], [1, 1], [1, 0], [0, 1]], "has a length"),
        ("longest", [[0, 0], [2, 0], [1, 0], [1, 1]], "has a length"),
    ],
)
def test_wrong_arrangements_are_refused(name: str, stops: list[list[int]], message: str) -> None:
    result = result_of(part="a", stops=4)
    assert isinstance(result.plan, dict)
    wrong = ENTRY.verify(ENTRY.values({"part": "a", "stops": 4}), replace(result, plan=result.plan | {name: stops}))
    assert wrong and message in wrong[0]
