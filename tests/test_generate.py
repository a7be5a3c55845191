"""The driver that makes boards."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import puzzlewright as pw
from commands import TWO
from puzzlewright import generating, puzzles
from puzzlewright.deadline import Deadline, OutOfSpace, OutOfTime
from puzzlewright.generating import generate
from puzzlewright.generator import Draft, Generator, Request
from puzzlewright.outcome import Limits
from puzzlewright.puzzles import evolomino
from puzzlewright.puzzles.evolomino.generator import GENERATOR


def made(count: int = 3, **more: Any) -> list[pw.Made[Any, Any]]:
    return list(generate("evolomino", 4, 4, count=count, **more))


def test_boards_carry_their_proof() -> None:
    for number, one in enumerate(made(seed=5)):
        assert (one.seed, one.number, one.method, one.version) == (5, number, "designed", pw.__version__)
        assert one.status.value == "unique" and pw.check(one.board, one.answer) == []
        assert pw.count(one.board) == pw.Count(1, exact=True)
        assert one.grade == pw.grade(one.board)
        assert one.seconds.total == one.seconds.make + one.seconds.prove + one.seconds.grade > 0


def test_attempts_are_told() -> None:
    numbers: list[int] = []
    list(generate("evolomino", 4, 4, seed=2, difficulty="hard", on_attempt=numbers.append))
    assert numbers == list(range(len(numbers))) and numbers


def test_the_same_seed_gives_the_same_boards_on_any_number_of_workers() -> None:
    alone = made(6, seed=2)
    assert made(6, seed=2, limits=Limits(workers=2)) == alone
    assert made(2, seed=2) == alone[:2]
    assert {one.board for one in made(2, seed=3)}.isdisjoint(one.board for one in alone)
    assert not multiprocessing.active_children()
    (first, second) = generate("double-choco", 4, 5, seed=2, count=2)
    assert list(generate("double-choco", 4, 5, seed=2, count=2, limits=Limits(workers=2))) == [first, second]


def test_the_package_makes_boards() -> None:
    assert list(pw.generate("evolmino", rows=4, cols=4, seed=1)) == made(1, seed=1)
    assert [one.grade for one in pw.generate("evolmino", 4, 4, grade_s=0)] == [None]


def test_no_board_is_another_one_turned() -> None:
    keys = [GENERATOR.key(one.board) for one in generate("evolomino", 2, 4, count=8)]
    assert len(set(keys)) == 8


def test_duplicates_are_made_again_the_same_way_on_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    # On so few cells most attempts give boards that were there before.
    alone = list(generate("evolomino", 1, 6, count=5, seed=1))
    attempts = []
    attempt = GENERATOR.attempt

    def counting(request: Any, random: Random, deadline: Deadline) -> Iterator[Any]:
        attempts.append(request)
        return attempt(request, random, deadline)

    counted = replace(GENERATOR, attempt=counting)
    monkeypatch.setattr(generating, "_maker", lambda genre: counted)
    assert list(generate("evolomino", 1, 6, count=5, seed=1)) == alone and len(attempts) > 5
    monkeypatch.undo()
    assert list(generate("evolomino", 1, 6, count=5, seed=1, limits=Limits(workers=3))) == alone


def test_going_on_gives_the_rest() -> None:
    whole = list(generate("evolomino", 3, 3, count=8))
    rest = generate("evolomino", 3, 3, count=8, earlier=[one.board for one in whole[:5]])
    assert list(rest) == whole[5:]


@pytest.mark.parametrize("band", ["easy", "medium", "hard"])
def test_a_wanted_band_is_met(band: str) -> None:
    (one,) = generate("evolomino", 5, 5, seed=1, difficulty=band)
    assert one.grade is not None and one.grade.band == band
    assert pw.grade(one.board).band == band


def test_large_boards_are_graded_when_asked() -> None:
    assert [one.grade for one in generate("evolomino", 3, 34)] == [None]
    (one,) = generate("evolomino", 4, 4, grade_s=1e-9)
    assert one.grade is not None and one.grade.band is None and one.grade.reason
    assert [one.grade for one in generate("evolomino", 4, 4, grade_s=0)] == [None]


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"rows": 2, "cols": 2}, "no arrow with two blocks fits on 2 x 2 cells"),
        ({"rows": 0, "cols": 5}, "boards have 1 to 100 rows, not 0"),
        ({"rows": 5, "cols": 101}, "boards have 1 to 100 columns, not 101"),
        ({"count": 0}, "the number of boards is 1 or more, not 0"),
        ({"difficulty": "silly"}, "'silly' is no difficulty; there is easy, medium, hard, expert, beyond"),
        ({"difficulty": "easy", "grade_s": 0}, "a difficulty cannot be met without grading"),
        ({"method": "x"}, "'x' is no method; there is designed, published"),
        ({"symmetry": "x"}, "'x' is no symmetry; there is none"),
        ({"options": {"stop": 2}}, "stop is a number from 0 to 1, not 2"),
        ({"options": {"stop": float("nan")}}, "stop is a number from 0 to 1, not nan"),
        ({"pattern": pw.read(TWO)}, "the pattern has 3 x 3 cells, not 4 x 4"),
    ],
)
def test_what_cannot_be_made_is_refused_at_once(request_: dict[str, Any], says: str) -> None:
    with pytest.raises(pw.NotMade) as error:
        generate("evolomino", **{"rows": 4, "cols": 4, **request_})
    assert str(error.value) == says


def test_unknown_options_are_refused() -> None:
    with pytest.raises(pw.NotMade, match="'x' is no option; there is square_density, "):
        generate("evolomino", 4, 4, options={"x": 1})
    with pytest.raises(pw.UnknownPuzzle):
        generate("sudoku", 4, 4)


def test_a_genre_may_have_no_generator_or_no_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(evolomino.PUZZLE, generator=None)
    monkeypatch.setattr(generating, "find", lambda name: without)
    with pytest.raises(pw.NotMade, match="Evolomino cannot be made yet"):
        generate("evolomino", 4, 4)
    ungraded = replace(evolomino.PUZZLE, reasons=None)
    monkeypatch.setattr(generating, "find", lambda name: ungraded)
    with pytest.raises(pw.NotMade, match="cannot be graded yet, so no difficulty"):
        generate("evolomino", 4, 4, difficulty="easy")
    assert made(1)[0].grade is None


@pytest.mark.parametrize("workers", [1, 2])
def test_the_time_limit_ends_it(workers: int) -> None:
    found = []
    with pytest.raises(OutOfTime):
        for one in generate("evolomino", 4, 4, count=100_000, limits=Limits(1.5 * workers, workers)):
            found.append(one)
    assert not found or found == made(len(found))
    assert not multiprocessing.active_children()


def drafting(*boards: str) -> Generator[Any, Any]:
    """A generator whose attempts give these boards, or fail where there is no text."""
    texts = list(boards)

    def attempt(request: Request[Any], random: Random, deadline: Deadline) -> Iterator[Draft[Any, Any]]:
        text = texts.pop(0)
        if text == "memory":
            raise OutOfSpace
        if text:
            board = pw.read(text)
            yield Draft(board, pw.solve(board).answers[0])

    return replace(GENERATOR, attempt=attempt)


def test_attempts_that_fail_or_repeat_a_board_are_followed_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moved, mirrored = ("evolomino 1x6\n> > . . # #", "evolomino 1x6\n# > > . . #", "evolomino 1x6\n# # . . < <")
    one, other = ("evolomino 1x6\n> > . . # .", "evolomino 1x6\no> > . . # #")
    maker = drafting("", "memory", first, "", mirrored, one, other)
    assert maker.key(pw.read(first)) == maker.key(pw.read(mirrored)) != maker.key(pw.read(moved))
    monkeypatch.setattr(generating, "_maker", lambda genre: maker)
    assert [found.board for found in generate("evolomino", 1, 6, count=3)] == [
        pw.read(text) for text in (first, one, other)
    ]


def test_a_board_that_is_not_unique_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = drafting(TWO)
    monkeypatch.setattr(generating, "_maker", lambda genre: maker)
    with pytest.raises(pw.NotMade, match="a made board turned out to be several: https"):
        list(generate("evolomino", 3, 3))


def test_it_gives_up_after_many_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "_MOST_ATTEMPTS", 30)
    found = []
    with pytest.raises(pw.NotMade, match="no board was found in 30 attempts"):
        for one in generate("evolomino", 1, 4, count=10):
            found.append(one)
    assert found
    with pytest.raises(pw.NotMade, match="no board that is beyond was found"):
        list(generate("evolomino", 1, 4, difficulty="beyond"))


def test_a_worker_that_is_killed_is_replaced() -> None:
    with closing(generate("evolomino", 6, 6, count=4, grade_s=0, limits=Limits(workers=2))) as boards:
        first = next(boards)
        for worker in multiprocessing.active_children():
            worker.kill()
        rest = list(boards)
    assert [first, *rest] == list(generate("evolomino", 6, 6, count=4, grade_s=0))


def test_leaving_stops_the_workers() -> None:
    with closing(generate("evolomino", 4, 4, count=9, limits=Limits(workers=2))) as boards:
        next(boards)
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


@pytest.mark.long
@pytest.mark.parametrize("puzzle", ["evolomino", "double-choco"])
@pytest.mark.parametrize("band", ["easy", "medium", "hard"])
def test_bands_are_met_in_nine_of_ten_boards_at_eight_by_eight(puzzle: str, band: str) -> None:
    met = 0
    for seed in range(10):
        with suppress(OutOfTime, pw.NotMade):
            (one,) = generate(puzzle, 8, 8, seed=seed, difficulty=band, limits=Limits(600))
            assert one.grade is not None and one.grade.band == band
            met += 1
    assert met >= 9


@pytest.mark.long
def test_boards_beyond_are_made() -> None:
    for one in generate("evolomino", 8, 8, seed=2, count=3, difficulty="beyond"):
        assert one.grade is not None and one.grade.band == "beyond"


def test_every_genre_that_can_be_made_has_an_own_default() -> None:
    for puzzle in puzzles.PUZZLES:
        if puzzle.generator is not None:
            maker = puzzle.generator()
            assert maker.methods and "none" in maker.symmetries
            assert all(option.least <= option.default <= option.most for option in maker.options.values())
