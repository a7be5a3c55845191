"""Rigging an election: censuses, methods that agree, any grid, maps that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlewright import gallery
from puzzlewright.deadline import Deadline
from puzzlewright.gallery import constraint
from puzzlewright.gallery.election import BLUE, ENTRY, RED, country_of, grid_of
from puzzlewright.gallery.election_search import Country, census, recombine, shapes, snake
from puzzlewright.gallery.entry import WrongParameter


def test_the_census_of_5_x_5() -> None:
    facts = gallery.solve("election", grid="5x5", method="census").facts
    table = facts["maps_by_districts_won"]
    assert isinstance(table, list)
    assert facts["maps"] == {RED: 4006, BLUE: 4006}
    assert [one[BLUE] for one in table] == [640, 2674, 688, 4, 0, 0]
    assert [one[RED] for one in table] == [640, 2674, 688, 4, 0, 0][::-1]


@pytest.mark.parametrize(("side", "maps"), [(1, 1), (2, 2), (3, 10), (4, 117)])
def test_maps_of_small_squares(side: int, maps: int) -> None:
    """OEIS A172477."""
    total, _ = census(Country(side, side, side, (0,) * side**2, 1), Deadline())
    assert total == [maps] + [0] * side


@pytest.mark.long
def test_maps_of_6_x_6() -> None:
    assert census(Country(6, 6, 6, (1,) * 36, 3), Deadline())[0][6] == 451206


def test_shapes_of_districts() -> None:
    """As many as there are polyominoes, turned ones counted apart, where there is room on all sides."""
    for size, number in (1, 1), (2, 2), (3, 6), (4, 19), (5, 63):
        country = Country(2 * size, 2 * size, 4 * size, (0,) * 4 * size**2, 1)
        some = shapes(country)[size]
        assert len(some) == len(set(some)) == number
        assert all(shape.bit_count() == size for shape in some)


def test_the_published_grids() -> None:
    values = ENTRY.values({})
    votes = {party: sum(country_of(values, party).votes) for party in (RED, BLUE)}
    assert votes == {RED: 89, BLUE: 51} and [len(row) for row in grid_of(values)] == [14] * 10


def test_14_x_10_by_bound_and_map() -> None:
    result = gallery.solve("election")
    proof = result.facts["proof"]
    assert result.proved and result.value == {RED: 7, BLUE: 5} and isinstance(proof, list)
    assert [(one["votes_allow"], one["by"]) for one in proof] == [(7, "counting votes"), (5, "counting votes")]
    assert gallery.solve("election").plan == result.plan


def grids(rows: int, columns: int) -> st.SearchStrategy[str]:
    return st.lists(st.text("rB", min_size=columns, max_size=columns), min_size=rows, max_size=rows).map("/".join)


@settings(max_examples=25)
@given(grids(3, 4), st.sampled_from([2, 3, 4, 6]), st.sampled_from(["half", "strict"]))
def test_recombination_finds_what_the_census_has(grid: str, districts: int, majority: str) -> None:
    values = ENTRY.values({"grid": grid, "districts": districts, "majority": majority})
    for party in RED, BLUE:
        country = country_of(values, party)
        total, plan = census(country, Deadline())
        most = max(won for won, maps in enumerate(total) if maps)
        assert country.won(plan) == most <= country.bound
        assert country.won(recombine(country, most, 2000, Deadline())) == most


@pytest.mark.parametrize("grid", ["rrB/BBr/rBr", "rB/Br/BB/rr", "rrrrrr/BBBBBB"])
def test_the_program_agrees(grid: str) -> None:
    found = {method: gallery.solve("election", grid=grid, method=method).value for method in ("program", "census")}
    assert found["program"] == found["census"]


def test_districts_of_one_cell_and_one_district() -> None:
    assert gallery.solve("election", grid="rBr/Brr", districts=6).value == {RED: 4, BLUE: 2}
    assert gallery.solve("election", grid="rBr/Brr", districts=1).value == {RED: 1, BLUE: 0}
    assert gallery.solve("election", grid="rBr/Brr", districts=1, favour="red").value == 1


def test_a_map_to_begin_with() -> None:
    assert snake(Country(3, 4, 3, (0,) * 12, 1)) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
    assert snake(Country(3, 4, 2, (0,) * 12, 1)) == [0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1]


def test_a_time_limit_gives_a_map_and_a_bound() -> None:
    for method in "auto", "recombine", "program":
        result = gallery.solve("election", method=method, time_limit_s=1e-9)
        assert not result.proved and result.reason == "the time is over" and result.bound == {RED: 7, BLUE: 5}
    assert not gallery.solve("election", grid="5x5", method="census", time_limit_s=1e-9).proved


def test_a_program_that_found_nothing_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constraint, "run", lambda *_: constraint.Outcome(None, found=False, closed=False))
    result = gallery.solve("election", method="program")
    assert (result.proved, result.reason, result.bound) == (False, "the time is over", {RED: 7, BLUE: 5})


def test_a_map_that_is_not_the_best_is_not_proved() -> None:
    # One red district would need all three votes: corners that no district joins.
    values = {"grid": "rBB/BBB/rBr", "favour": "red", "majority": "strict"}
    result = gallery.solve("election", **values, method="recombine")
    assert (result.value, result.bound, result.proved, bool(result.reason)) == (1, 1, True, False)
    # Two cells in a row are never joined by a diagonal.
    result = gallery.solve("election", grid="rB/Br", districts=2, favour="red", majority="strict", method="recombine")
    assert (result.value, result.bound, result.proved, result.reason) == (0, 1, False, "no better map was found")
    assert gallery.solve("election", grid="rB/Br", districts=2, favour="red", majority="strict").proved


def test_what_is_wrong_with_a_map_is_told() -> None:
    values = ENTRY.values({"grid": "5x5", "favour": "blue"})
    result = gallery.solve("election", grid="5x5", favour="blue")
    assert ENTRY.verify(values, result) == []

    def wrong(*plan: str) -> str:
        return "; ".join(ENTRY.verify(values, replace(result, plan={BLUE: list(plan)}, value=0, bound=0)))

    assert "another shape" in wrong("AAAAA", "BBBBB")
    assert "4 districts are not 5" in wrong("AAAAA", "BBBBB", "CCCCC", "DDDDD", "DDDDD")
    assert "A has 4 cells" in wrong("AAAAB", "BBBBB", "CCCCC", "DDDDD", "EEEEE")
    assert "A is not connected" in wrong("AAAAB", "BBBBA", "CCCCC", "DDDDD", "EEEEE")
    assert "1 districts are won and not 0" in wrong("AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE")
    assert ENTRY.verify(values, replace(result, bound=2)) and ENTRY.verify(values, replace(result, bound=4))
    assert ENTRY.verify({**values, "favour": "both"}, result)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"grid": "rrB/Br"}, "grid takes"),
        ({"grid": ""}, "grid takes"),
        ({"grid": "rxB"}, "grid takes"),
        ({"grid": "/".join(["r" * 21] * 20)}, "at most 400 cells"),
        ({"grid": "/".join("r" * 27)}, "districts takes at most 26, not 27"),
        ({"districts": 3}, "districts takes a number that divides the 140 cells"),
        ({"method": "census"}, "method can be census"),
    ],
)
def test_values_that_are_refused(given: dict[str, object], told: str) -> None:
    with pytest.raises(WrongParameter, match=told):
        ENTRY.values(given)
