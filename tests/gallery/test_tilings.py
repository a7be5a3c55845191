"""Square tilings: certificates in exact arithmetic, and what is none."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from puzzlewright import gallery
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.gallery import tilings
from puzzlewright.gallery import tilings_weights as weighing
from puzzlewright.gallery.entry import WrongParameter
from puzzlewright.gallery.tilings import ENTRY


def table(**given: object) -> list[dict[str, Any]]:
    plan = gallery.solve("tilings", **given).plan
    assert isinstance(plan, list)
    return plan


def test_which_squares_can_be_tiled_with_3_and_5() -> None:
    for one in table(largest=24):
        side = one["side"]
        assert one["tiled"] == ((side % 3 == 0 and side >= 18) or (side % 5 == 0 and side >= 20)), side
        assert side == 15 or one["tiled"] or one["how"] == "weights"


@pytest.mark.long
def test_which_squares_can_be_tiled_with_3_and_5_to_45() -> None:
    for one in table(largest=45):
        side = one["side"]
        assert one["tiled"] == ((side % 3 == 0 and side >= 18) or (side % 5 == 0 and side >= 20)), side


def test_odd_tiles_need_no_integer_program_to_fail() -> None:
    found = {one["side"]: one for one in table(tiles="odd", largest=18)}
    assert [side for side, one in found.items() if not one["tiled"]] == [1, 2, 4, 8, 16]
    assert all("weights" in one for one in found.values() if not one["tiled"])


@pytest.mark.parametrize(("one", "other"), [(3, 5), (2, 7), (4, 6), (5, 31)])
def test_weights_as_a_product(one: int, other: int) -> None:
    for side in range(1, 64):
        weights = weighing.product(side, one, other)
        assert (weights is None) == (side % one == 0 or side % other == 0)
        if weights is not None:
            bonuses = list(weights[1].values())
            assert tilings._what_is_wrong_with_weights(side, [one, other], True, weights[0], bonuses) == ""


@pytest.mark.parametrize(("side", "tiles"), [(15, [3, 5]), (12, [3, 4]), (20, [4, 5]), (18, [3, 5]), (8, [2, 3])])
def test_the_search_and_the_judge_agree(side: int, tiles: list[int]) -> None:
    found, states = tilings.search(side, tiles, True, Deadline())
    assert found == tilings._can_be_filled(side, tiles, True) == (side in (18, 8)) and states > 1


def test_where_the_relaxation_has_a_solution_there_are_no_weights() -> None:
    assert weighing.by_program(15, [3, 5], True) is None
    assert weighing.by_program(15, [3, 5], False) is None
    assert weighing.by_program(16, [3, 5], False) is not None


def test_hard_roundings_end_well() -> None:
    import numpy as np

    # Weights of which no small multiple is whole: each tile of side 1 gets -0.123456, but one bonus pays for all.
    found = weighing._exact(np.full((3, 3), -0.0123456), np.array([0.0123456, 1 / 3]), [1, 4])
    assert found is not None
    assert tilings._what_is_wrong_with_weights(3, [1, 4], True, found[0], list(found[1].values())) == ""


def first(plan: list[dict[str, Any]], tiled: bool) -> dict[str, Any]:
    return next(one for one in plan if one["tiled"] == tiled and one["side"] > 5)


def spoil_weight(plan: list[dict[str, Any]]) -> None:
    first(plan, False)["weights"][2][2] += 100


def spoil_float(plan: list[dict[str, Any]]) -> None:
    first(plan, False)["weights"][2][2] += 0.0


def spoil_bonus(plan: list[dict[str, Any]]) -> None:
    first(plan, False)["bonuses"][0] -= 1


def spoil_tile(plan: list[dict[str, Any]]) -> None:
    first(plan, True)["tiles"].pop()


def spoil_kind(plan: list[dict[str, Any]]) -> None:
    one = first(plan, True)
    one["tiles"] = [[row, column, 3] for row in range(0, one["side"], 3) for column in range(0, one["side"], 3)]


def spoil_size(plan: list[dict[str, Any]]) -> None:
    first(plan, True)["tiles"][0][2] = 2


def spoil_search(plan: list[dict[str, Any]]) -> None:
    plan[17] = {"side": 18, "tiled": False, "how": "search", "states": 1}


def spoil_table(plan: list[dict[str, Any]]) -> None:
    del plan[3]


@pytest.mark.parametrize(
    "spoil",
    [spoil_weight, spoil_float, spoil_bonus, spoil_tile, spoil_kind, spoil_size, spoil_search, spoil_table],
    ids=lambda spoil: spoil.__name__,
)
def test_what_is_wrong_is_found(spoil: Callable[[list[dict[str, Any]]], None], solved: Any) -> None:
    values = ENTRY.values({"largest": 18})
    assert ENTRY.verify(values, solved) == []
    plan = deepcopy(solved.plan)
    spoil(plan)
    assert ENTRY.verify(values, replace(solved, plan=plan)) != []


@pytest.fixture(scope="module")
def solved() -> Any:
    return gallery.solve("tilings", largest=18)


@pytest.mark.parametrize("tiles", ["", "5,3", "3,3", "3,x", "1,2", "2,3,4,5,6", "3, 5", "32", "³"])
def test_tiles_that_are_refused(tiles: str) -> None:
    with pytest.raises(WrongParameter, match=r"tiles takes odd, or up to 4 rising numbers from 2 to 31"):
        ENTRY.values({"tiles": tiles})


def test_a_time_limit_gives_the_table_so_far() -> None:
    result = gallery.solve("tilings", time_limit_s=1e-9)
    assert (result.value, result.proved, result.bound, result.plan) == (None, False, 1, [])


def test_the_smallest_side_is_proved_before_the_table_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = tilings.decide

    def slow(side: int, *given: Any) -> dict[str, Any]:
        if side > 8:
            raise OutOfTime
        return decide(side, *given)

    monkeypatch.setattr(tilings, "decide", slow)
    result = gallery.solve("tilings", tiles="2,3", largest=9)
    assert (result.value, result.proved, result.bound, result.reason) == (8, True, 8, "")
    assert result.facts["undecided"] == "sides from 9, as the time is over"
    result = gallery.solve("tilings", tiles="3,5", largest=9)
    assert (result.value, result.proved, result.bound) == (None, False, 9)
    assert not gallery.solve("tilings", tiles="odd", largest=9).proved
