"""Stages, refinement and the check of what is found, on models that are made up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

import pytest
from test_sat import pigeons

from puzzlewright.deadline import Deadline, OutOfSpace
from puzzlewright.outcome import Place
from puzzlewright.solvers import search
from puzzlewright.solvers.cnf import Cnf, Model, Stage
from puzzlewright.solvers.search import Search

Chosen = frozenset[Place]


def cells(number: int) -> tuple[Cnf, dict[Place, int]]:
    """So many free cells in a row."""
    cnf = Cnf()
    cnf.rule("test")
    return cnf, {(0, col): cnf.new() for col in range(number)}


def model(cnf: Cnf, places: dict[Place, int], **more: object) -> Model[Chosen]:
    def read(marked: Collection[Place]) -> Chosen:
        return frozenset(marked)

    return Model(cnf, places, ("square", "empty"), read, lambda answer: answer, **more)  # type: ignore[arg-type]


def all_of(found: Model[Chosen]) -> list[Chosen]:
    answers = []
    with Search(found, Deadline(), lambda answer: None) as search:
        while (answer := search.next()) is not None:
            search.exclude(answer)
            answers.append(answer)
    return answers


def test_every_answer_once() -> None:
    answers = all_of(model(*cells(3)))
    assert len(answers) == len(set(answers)) == 8


def test_answers_beyond_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MOST_EXCLUDED", 10)
    with pytest.raises(OutOfSpace):
        all_of(model(*cells(3)))


def test_a_refuted_restriction_is_not_searched_again() -> None:
    cnf, places = pigeons(6), {(0, 0): 1}
    free = cnf.new()
    cnf.clauses[:] = [[free, *clause] for clause in cnf.clauses]
    before = Stage((-free,))

    def stages() -> Iterator[Stage]:
        yield before
        # The restriction is refuted by now: a single conflict is enough to say so again.
        yield Stage((-free,), conflicts=1)
        cnf.clauses.append([-places[0, 0]])
        yield Stage()

    assert len(all_of(model(cnf, places, stages=stages))) == 1


def test_stages_widen_until_the_whole_is_searched() -> None:
    cnf, places = cells(3)
    few = cnf.new()
    # While `few` is assumed at most one cell is marked.
    cnf.clauses.extend([-few, -one, -other] for one, other in combinations(places.values(), 2))
    entered = []

    def stages() -> Iterator[Stage]:
        entered.append("few")
        yield Stage((few,))
        entered.append("all")
        # Clauses that come with a stage count.
        cnf.clauses.append([-places[0, 2], -places[0, 1]])
        yield Stage()

    answers = all_of(model(cnf, places, stages=stages))
    assert entered == ["few", "all"]
    assert [len(answer) <= 1 for answer in answers] == [True] * 4 + [False] * 2
    assert len(set(answers)) == 6


def test_a_refutation_that_needs_no_restriction_ends_the_search() -> None:
    cnf, places = cells(2)
    few = cnf.new()
    cnf.clauses.extend([[one] for one in places.values()] + [[-one] for one in places.values()])

    def stages() -> Iterator[Stage]:
        yield Stage((few,))
        raise AssertionError("the second stage is not needed")

    assert all_of(model(cnf, places, stages=stages)) == []


def test_refinement_forbids_what_does_not_stand() -> None:
    cnf, places = cells(3)
    cuts = []

    def refine(true: frozenset[int]) -> bool:
        if len(true & set(places.values())) % 2:
            cuts.append([-variable if variable in true else variable for variable in places.values()])
            cnf.clauses.append(cuts[-1])
            return False
        return True

    answers = all_of(model(cnf, places, refine=refine))
    assert sorted(len(answer) for answer in answers) == [0, 2, 2, 2]
    assert len(cuts) <= 4


def test_what_is_found_is_verified_first() -> None:
    def refuse(answer: Chosen) -> None:
        raise ValueError("no")

    with Search(model(*cells(1)), Deadline(), refuse) as search, pytest.raises(ValueError, match="no"):
        search.next()
