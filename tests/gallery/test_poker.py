"""Baby poker: both forms, all optimal strategies, other dice and bets, and what is no optimal strategy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from puzzlewright import gallery
from puzzlewright.deadline import Deadline
from puzzlewright.errors import InternalError
from puzzlewright.gallery.entry import WrongParameter
from puzzlewright.gallery.poker import ENTRY, build_a, build_b, gains, payoff_matrix, sure_of_a, sure_of_b
from puzzlewright.gallery.poker_exact import Row, dot, maximise, solve, vertices

F = Fraction


def fractions(*texts: str) -> list[Fraction]:
    return list(map(Fraction, texts))


def test_all_optimal_strategies_with_six_sides() -> None:
    facts = gallery.solve("poker").facts
    raises, folds = facts["all_optimal_raises"], facts["all_optimal_folds"]
    assert isinstance(raises, list) and isinstance(folds, list)
    assert [list(one.values()) for one in raises] == [["2/3", "0", "0", "0", "1", "1"]]
    assert all((one["1"], one["5"], one["6"]) == ("1", "0", "0") for one in folds)
    assert {(one["2"], one["3"], one["4"]) for one in folds} == {
        ("1/3", "1", "0"), ("1", "1/3", "0"), ("1", "0", "1/3"), ("2/3", "0", "2/3"), ("1/3", "1/3", "2/3"),
        ("0", "1", "1/3"),
    }  # fmt: skip
    assert (facts["best_pure_of_a"], facts["best_pure_of_b"], facts["pure_saddle_point"]) == ("1/18", "1/9", False)


def test_the_published_condition_is_not_enough() -> None:
    values = ENTRY.values({})
    assert sure_of_b(values, fractions("1", "0", "2/3", "2/3", "0", "0")) == F(1, 9) > F(5, 54)
    assert sure_of_b(values, fractions("1", "1/2", "1/2", "1/3", "0", "0")) == F(5, 54)


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
@pytest.mark.parametrize(("ante", "bet"), [(1, 1), (1, 3), (2, 1)])
def test_both_forms_agree(sides: int, ante: int, bet: int) -> None:
    normal, behaviour = (
        gallery.solve("poker", sides=sides, ante=ante, bet=bet, form=form) for form in ("normal", "behaviour")
    )
    assert normal.value == behaviour.value
    for name in "all_optimal_raises", "all_optimal_folds":
        assert normal.facts[name] == behaviour.facts[name]


def test_only_the_ratio_of_ante_and_bet_matters() -> None:
    once, thrice = gallery.solve("poker", ante=2, bet=3), gallery.solve("poker", ante=6, bet=9)
    assert once.facts["all_optimal_folds"] == thrice.facts["all_optimal_folds"]
    assert once.facts["all_optimal_raises"] == thrice.facts["all_optimal_raises"]
    assert 3 * F(str(once.value)) == F(str(thrice.value))


def test_the_payoff_matrix_is_that_of_the_rules() -> None:
    values = ENTRY.values({"sides": 3, "bet": 2})
    matrix = payoff_matrix(*gains(values))
    pure = [fractions(a, b, c) for a in "01" for b in "01" for c in "01"]
    for line, raises in zip(matrix, pure, strict=True):
        assert min(line) == sure_of_a(values, raises)
    for column, folds in zip(zip(*matrix, strict=True), pure, strict=True):
        assert max(column) == sure_of_b(values, folds)


@pytest.mark.parametrize("sides", [6, 11])
def test_the_programs_are_dual(sides: int) -> None:
    b, m = gains({"sides": sides, "ante": 3, "bet": 4})
    (for_a, rows_a), (for_b, rows_b) = build_a(b, m), build_b(b, m)
    least = dot(for_a, maximise(for_a, rows_a, Deadline()))
    assert least == -dot(for_b, maximise(for_b, rows_b, Deadline()))


def test_vertices_of_a_cut_cube() -> None:
    assert vertices([], 0, 9, Deadline()) == [[]]
    assert len(vertices([], 3, 9, Deadline()) or []) == 8
    assert vertices([], 4, 9, Deadline()) is None
    # All vertices but one are cut off, and a triangle comes in.
    cut = vertices([Row(fractions("1", "1", "1"), F(1, 2))], 3, 9, Deadline())
    assert cut == [fractions(*line.split()) for line in ("0 0 0", "0 0 1/2", "0 1/2 0", "1/2 0 0")]
    assert vertices([Row(fractions("1", "1"), F(-1))], 2, 9, Deadline()) == []


def test_systems_without_exactly_one_solution() -> None:
    assert solve([fractions("1", "1"), fractions("2", "2")], fractions("1", "2")) is None
    assert solve([fractions("0", "1"), fractions("2", "0")], fractions("1", "3")) == fractions("3/2", "1")


def test_a_program_without_an_optimum_is_not_answered() -> None:
    with pytest.raises(InternalError, match="exact arithmetic"):
        maximise([F(1)], [Row([F(-1)], F(0))], Deadline())


def test_what_is_wrong_with_strategies_is_told() -> None:
    values, result = ENTRY.values({}), gallery.solve("poker")
    assert isinstance(result.plan, dict) and ENTRY.verify(values, result) == []
    for plan in (
        {**result.plan, "raise": ["1", "0", "0", "0", "1", "1"]},
        {**result.plan, "fold": ["1", "0", "2/3", "2/3", "0", "0"]},
        {**result.plan, "fold": ["1", "0", "2/3", "2/3", "0"]},
        {**result.plan, "raise": ["3/2", "0", "0", "0", "1", "1"]},
    ):
        assert ENTRY.verify(values, replace(result, plan=plan))
    assert ENTRY.verify(values, replace(result, value="1/9", bound="1/9"))
    listed = {**result.facts, "all_optimal_folds": [dict(zip("123456", "100000", strict=True))]}
    assert ENTRY.verify(values, replace(result, facts=listed))


def test_large_normal_forms_are_refused() -> None:
    with pytest.raises(WrongParameter, match="sides takes at most 7 in normal form"):
        ENTRY.values({"sides": 8, "form": "normal"})


def test_large_dice_have_no_list_of_optimal_strategies() -> None:
    assert gallery.solve("poker", sides=25).facts["all_optimal_folds"] == "more than 400 vertices"
