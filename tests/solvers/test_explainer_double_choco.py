"""Deductions in Double Choco: the rules behind switches say what the rules say, and steps are right and smallest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from double_choco_brute import SIZES, all_answers, random_board

from choco_boards import any_board, right_answer
from puzzlewright import forms
from puzzlewright.deadline import Deadline
from puzzlewright.explaining import explain, verify
from puzzlewright.grid import Edge
from puzzlewright.outcome import Status
from puzzlewright.puzzles.double_choco import reasons
from puzzlewright.puzzles.double_choco.rules import RULES, Answer, Instance, check, idle_lines
from puzzlewright.solvers.explainer import Explainer
from puzzlewright.solvers.reasons import Reasons, Switched

PUBLISHED = [
    "https://puzz.link/p?dbchoco/6/6/6lcelo3g3i2r34p4l",
    pytest.param("https://puzz.link/p?dbchoco/6/6/ueoq8p30g42j4n5s22j", marks=pytest.mark.long),
    pytest.param("https://puzz.link/p?dbchoco/6/6/vj801ovgk4r4g4l2h3j2", marks=pytest.mark.long),
    pytest.param("https://puzz.link/p?dbchoco/6/6/03jv6qs03o2j5h1j1m3h2g", marks=pytest.mark.long),
    pytest.param("https://puzz.link/p?dbchoco/8/8/foba4ni4jarcay3m3l3j3j3q3m", marks=pytest.mark.long),
]


def literals(model: Reasons[Answer], lines: frozenset[Edge]) -> list[int]:
    return [variable if place in lines else -variable for place, variable in model.places.items()]


def drawings(rng: random.Random, board: Instance, number: int) -> Iterator[frozenset[Edge]]:
    """Any lines."""
    edges = list(board.grid.edges())
    for _ in range(number):
        density = rng.random()
        yield frozenset(edge for edge in edges if rng.random() < density)


def test_every_filling_extends_to_the_bookkeeping() -> None:
    rng = random.Random(1)
    for size in [(3, 3), (2, 6), (5, 5), (6, 4), (6, 6)] * 4:
        board = any_board(rng, *size)
        model = reasons.build(board)
        solver = Switched(model, Deadline()).solver()
        for lines in drawings(rng, board, 15):  # right and wrong ones
            assert solver.solve([], literals(model, lines)) is not None


def test_rules_hold_where_check_says_so() -> None:
    """Each by itself. Shapes presume that each block has two areas; a line that separates nothing is against a rule."""
    rng = random.Random(2)
    seen = set()
    for turn in range(70):
        if turn % 2:
            board, answers = random_board(rng, SIZES), []
        elif (made := right_answer(rng, *rng.choice([(3, 4), (4, 4), (3, 6)]))) is not None:
            board, answers = made[0], [made[1].borders]
        else:
            continue
        edges = list(board.grid.edges())
        near = [answer ^ frozenset(rng.sample(edges, number)) for answer in answers for number in (1, 1, 2, 2, 3, 4)]
        model = reasons.build(board)
        assert model.broken is not None
        solver = Switched(model, Deadline()).solver()
        for lines in [*drawings(rng, board, 4), *answers, *near]:
            answer = Answer(lines)
            broken = {violation.code for violation in check(board, answer)}
            idle = bool(idle_lines(board, answer))
            assert idle or "bdDeadEnd" not in broken
            expected = {code: code in broken for code in RULES} | {"bdDeadEnd": idle}
            for code in RULES:
                if code == "bkDifferentShape" and (idle or broken & {"bkSubLt2", "bkSubGt2"}):
                    continue
                rules = [number for number, rule in enumerate(model.rules) if rule.label.rule == code]
                assert (solver.solve(rules, literals(model, lines)) is None) == expected[code], (board, lines, code)
                seen.add((code, expected[code]))
            right = not broken and not idle
            assert (solver.solve(range(len(model.rules)), literals(model, lines)) is not None) == right
            drawn = frozenset(model.places[edge] for edge in lines)
            for number in range(len(model.rules)):
                holds = solver.solve([number], literals(model, lines)) is not None
                assert holds == (not model.broken(drawn, [number])), (board, lines, model.rules[number].label)
    assert len(seen) == 2 * len(RULES)


def test_each_rule_is_needed() -> None:
    """Without the rules of a code there are answers that break just that one; bkDifferentShape includes bkSubLt2."""
    left_out = {code: {code} for code in RULES} | {"bkSubLt2": {"bkSubLt2", "bkDifferentShape"}}
    rng = random.Random(3)
    missing = set(RULES)
    while missing:
        board = random_board(rng, [(2, 3), (3, 3), (3, 4), (2, 6)])
        model = reasons.build(board)
        solver = Switched(model, Deadline()).solver()
        for code in sorted(missing):
            rules = [number for number, rule in enumerate(model.rules) if rule.label.rule not in left_out[code]]
            true = solver.solve(rules)
            if true is None:
                continue
            answer = Answer(frozenset(place for place, variable in model.places.items() if variable in true))  # type: ignore[misc]
            broken = {violation.code for violation in check(board, answer)}
            assert broken <= left_out[code] or (code == "bdDeadEnd" and idle_lines(board, answer))
            if broken == {code}:
                missing.discard(code)


def test_paths_of_random_boards_lead_to_what_all_answers_share() -> None:
    rng = random.Random(4)
    seen = []
    for _ in range(40):
        board = random_board(rng, [(2, 2), (2, 3), (1, 6), (2, 4), (3, 3), (5, 2), (3, 4), (2, 6)])
        expected = all_answers(board)
        path = explain(board)
        seen.append(path.status)
        assert path.complete and path.status == (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, len(expected))]
        assert verify(board, path.steps) == []
        assert {answer.borders for answer in path.answers} <= set(expected)
        if not expected:
            (step,) = path.steps
            assert not step.marks and step.because and step.smallest
            continue
        marks = {mark.place: mark.value for step in path.steps for mark in step.marks}
        common = frozenset.intersection(*expected)
        assert {place for place, value in marks.items() if value == "line"} == common
        free = set(board.grid.edges())
        assert {place for place, value in marks.items() if value == "none"} == free - frozenset.union(*expected)
    assert min(seen.count(status) for status in (Status.NONE, Status.UNIQUE, Status.SEVERAL)) > 2


def test_no_step_could_have_been_smaller() -> None:
    rng = random.Random(5)
    tested = {2: 0, 3: 0}
    while min(tested.values()) < 3:
        board = random_board(rng, [(2, 3), (2, 4), (3, 3), (2, 5), (3, 4)])
        explainer = Explainer(Switched(reasons.build(board), Deadline()))
        if explainer.status is Status.NONE:
            continue
        while True:
            known, targets = list(explainer.known), list(explainer.open)
            if (found := explainer.next()) is None:
                break
            size = len(found.rules)
            assert found.at_least == size
            if size in tested and tested[size] < 6:
                tested[size] += 1
                model = reasons.build(board)
                solver = Switched(model, Deadline()).solver()
                for rules in combinations(range(len(model.rules)), size - 1):
                    left = targets
                    while left:
                        true = solver.solve(rules, [*known, -left[0]])
                        assert true is not None, (board, rules)
                        left = [literal for literal in left if (abs(literal) in true) == (literal > 0)]


@pytest.mark.parametrize("source", PUBLISHED)
def test_the_path_of_a_published_board(source: str) -> None:
    board = forms.parse(source).board
    path = explain(board)
    assert path.complete and path.status is Status.UNIQUE and verify(board, path.steps) == []
    assert all(step.smallest for step in path.steps) and max(len(step.because) for step in path.steps) > 1
    lines = frozenset(mark.place for step in path.steps for mark in step.marks if mark.value == "line")
    assert not check(board, Answer(lines)) and path.answers == (Answer(lines),)  # type: ignore[arg-type]
    assert sum(len(step.marks) for step in path.steps) == len(list(board.grid.edges()))


@pytest.mark.parametrize("language", ["en", "zh", "ja"])
def test_rules_are_told_with_colours_and_numbers(language: str) -> None:
    board = Instance.of(2, 2, [(0, 0), (1, 0)], {(0, 0): 2})
    texts = reasons.build(board).texts[language]
    for rule in RULES:
        cells = ((0, 0), (0, 1)) if rule == "bdDeadEnd" else ((0, 0),)
        told = texts.rule(rule, cells)
        assert "r1c1" in told and "{" not in told
        assert ("2" in told.replace("r1c2", "")) == rule.startswith("bkSize")
    one = reasons.build(Instance.of(1, 2, [(0, 0)], {(0, 0): 1})).texts[language]
    assert "1 cells" not in one.rule("bkSizeGt", ((0, 0),))
    assert texts.rule("bkSubLt2", ((0, 0),)) != texts.rule("bkSubLt2", ((0, 1),)).replace("r1c2", "r1c1")
