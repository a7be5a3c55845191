"""Evolomino boards that are made: full boards, few clues, patterns."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import puzzlewright as pw
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.generator import Draft, Request
from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.evolomino import filling, planting, published
from puzzlewright.puzzles.evolomino.canvas import Canvas
from puzzlewright.puzzles.evolomino.carving import Carver
from puzzlewright.puzzles.evolomino.generator import GENERATOR
from puzzlewright.puzzles.evolomino.rules import Answer, Instance, Link, check
from puzzlewright.shape import TURNS
from solvers.evolomino_brute import all_answers, random_board

OPTIONS = {name: option.default for name, option in GENERATOR.options.items()}
SIZES = [(1, 4), (2, 3), (3, 4), (5, 2), (4, 6), (8, 8)]


def planted(rows: int, cols: int, seed: int, method: str = "designed") -> Canvas:
    canvas = Canvas(Grid(rows, cols))
    if method == "published":
        published.plant(canvas, Random(seed), Deadline(), OPTIONS)
    else:
        planting.plant(canvas, Random(seed), Deadline(), squares=0.35, straight=0.6)
    return canvas


def request(
    rows: int, cols: int, *, pattern: Instance | None = None, band: str | None = None, **options: float
) -> Request[Instance]:
    method = next(iter(GENERATOR.methods))
    return Request(rows, cols, method, pattern, options=OPTIONS | options, band=band)


def drafts(wanted: Request[Instance], seed: int = 0) -> list[Draft[Instance, Answer]]:
    """What the first attempt gives that gives something."""
    for attempt in range(100):
        if found := list(GENERATOR.attempt(wanted, Random(f"{seed} {attempt}"), Deadline())):
            return found
    raise AssertionError("a hundred attempts came to nothing")


def dropped(board: Instance, clue: Cell) -> Instance:
    return replace(board, shaded=board.shaded - {clue}, squares=board.squares - {clue})


@pytest.mark.parametrize("method", ["designed", "published"])
@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_full_boards_break_no_rule(rows: int, cols: int, method: str) -> None:
    laid = 0
    for seed in range(8):
        canvas = planted(rows, cols, seed, method)
        laid += len(canvas.laid)
        assert check(canvas.board(), Answer(frozenset(canvas.squares))) == []
        assert {arrow.arrow for arrow in canvas.laid} == set(canvas.board().arrows)
        assert all(len(arrow.blocks) == len(arrow.places) >= 2 for arrow in canvas.laid)
    assert laid


def test_arrows_that_are_lifted_leave_nothing() -> None:
    canvas = planted(8, 8, 1)
    for laid in list(canvas.laid):
        canvas.lift(laid)
    assert (canvas.laid, canvas.on_arrow, canvas.squares) == ([], set(), set())


def test_designed_boards_have_longer_arrows_and_more_blocks_than_published_ones() -> None:
    def mean(method: str, what: str) -> float:
        found = [len(getattr(laid, what)) for seed in range(4) for laid in planted(10, 10, seed, method).laid]
        return sum(found) / len(found)

    assert mean("designed", "arrow") > 1.5 * mean("published", "arrow")
    assert mean("designed", "blocks") > 1.25 * mean("published", "blocks")


def test_options_of_the_published_method_do_what_they_say() -> None:
    def squares(**options: float) -> float:
        total = 0
        for seed in range(4):
            canvas = Canvas(Grid(10, 10))
            published.plant(canvas, Random(seed), Deadline(), OPTIONS | options)
            total += len(canvas.squares) if "square_density" in options else max(map(len, canvas.board().arrows))
        return total / 4

    assert squares(square_density=0.2, arrow_density=0.05) < squares(square_density=0.4, arrow_density=0.05)
    assert squares(stop=0.05) > 2 * squares(stop=1.0) and squares(stop=1.0) == 3


@pytest.mark.parametrize("method", ["designed", "published"])
def test_planting_heeds_the_deadline(method: str) -> None:
    with pytest.raises(OutOfTime):
        list(GENERATOR.attempt(replace(request(8, 8), method=method), Random(1), Deadline(0)))


@pytest.mark.parametrize("seed", range(4))
def test_carving_leaves_one_answer_and_no_idle_clue(seed: int) -> None:
    canvas = planted(3, 4, seed)
    carver = Carver(canvas.board(), frozenset(canvas.squares), Deadline())
    for clues in (carver.sufficient(lambda cell: 1.0), carver.everything()):
        board = carver.with_clues(clues)
        assert all_answers(board) == [carver.squares]
        kept = carver.minimal(clues)
        board = carver.with_clues(kept)
        assert set(kept) <= set(clues) and set(kept) == board.shaded | board.squares
        assert all_answers(board) == [carver.squares]
        assert all(len(all_answers(dropped(board, clue))) > 1 for clue in kept)


@pytest.mark.parametrize("method", ["designed", "published"])
def test_no_clue_of_a_larger_board_is_idle(method: str) -> None:
    for seed in range(2):
        (draft,) = drafts(replace(request(7, 8), method=method), seed)
        board, answer = draft.board, draft.answer
        assert pw.solve(board).answers == (answer,) and pw.solve(board).status.value == "unique"
        for clue in sorted(board.shaded | board.squares):
            assert pw.solve(dropped(board, clue)).status.value == "several"


def test_another_answer_that_no_clue_rules_out_becomes_the_planned_one() -> None:
    # Where the arrow begins one more square can go, and no shaded cell can say that it does not.
    links = frozenset(pairwise([(0, col) for col in range(5)]))
    board = Instance(3, 5, frozenset(), frozenset(), links)
    planned = frozenset({(0, 2), (1, 2), (0, 4), (1, 4), (2, 4)})
    assert check(board, Answer(planned)) == [] and check(board, Answer(planned | {(0, 0)})) == []
    carver = Carver(board, planned, Deadline())
    board = carver.with_clues(carver.minimal(carver.everything()))
    assert carver.squares == planned | {(0, 0)} and all_answers(board) == [carver.squares]


def test_without_shading_only_squares_are_given() -> None:
    for seed in range(4):
        assert not drafts(request(6, 6, shaded=0), seed)[0].board.shaded


def test_a_band_brings_boards_with_more_and_more_clues() -> None:
    found = drafts(request(6, 6, band="hard"))
    numbers = [len(draft.board.shaded | draft.board.squares) for draft in found]
    assert numbers == sorted(set(numbers)) and len(numbers) > 3
    assert all(pw.solve(draft.board).answers == (draft.answer,) for draft in found)
    assert found[0].board == drafts(request(6, 6))[0].board


def turned(board: Instance, turn: int) -> Instance:
    def move(cell: Cell) -> Cell:
        row, col = TURNS[turn](*cell)
        return row + 20, col + 20

    def link(pair: Link) -> Link:
        return move(pair[0]), move(pair[1])

    shaded, squares = frozenset(map(move, board.shaded)), frozenset(map(move, board.squares))
    return Instance(40, 40, shaded, squares, frozenset(map(link, board.links)))


def test_keys_know_boards_that_are_turned_mirrored_or_moved() -> None:
    one, other = (drafts(request(5, 6), seed)[0].board for seed in (1, 2))
    assert {GENERATOR.key(turned(one, turn)) for turn in range(8)} == {GENERATOR.key(one)}
    assert GENERATOR.key(one) != GENERATOR.key(other)
    backwards = replace(one, links=frozenset((there, here) for here, there in one.links))
    assert GENERATOR.key(backwards) != GENERATOR.key(one)


PATTERN = """evolomino 5x6
.  >  >  >  v  .
.  #  .  .  v  .
.  .  .  .  v  .
.  o  .  .  .  .
.  <  <  <  .  #
"""


@pytest.mark.parametrize("shaded", [0.0, 0.7])
def test_a_pattern_keeps_its_clues(shaded: float) -> None:
    pattern = pw.read(PATTERN)
    assert isinstance(pattern, Instance) and GENERATOR.refuse(request(5, 6, pattern=pattern), Deadline()) is None
    boards = []
    for seed in range(3):
        (draft,) = drafts(request(5, 6, pattern=pattern, shaded=shaded), seed)
        board = draft.board
        boards.append(board)
        assert board.links == pattern.links and board.squares >= pattern.squares
        assert board.shaded >= pattern.shaded and (shaded or board.shaded == pattern.shaded)
        assert pw.solve(board).answers == (draft.answer,)
    assert len(set(boards)) > 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("evolomino 3x3\n> > .\n. . .\n. . .", None),
        ("evolomino 2x2\n> v\n^ <", "r1c1 r1c2 r2c1 r2c2: the arrow closes on itself and has no tail"),
        ("evolomino 3x3\n. . .\n. . .\n. o .", "r1c1 and all others: there is no arrow"),
        ("evolomino 3x4\n> . . .\n. > > .\n. . . .", "r1c1: the arrow from here has no room for two blocks"),
        ("evolomino 3x4\n> > . #\n# # # #\n. . . .", "r1c1: the arrow from here has no room for two blocks"),
        ("evolomino 4x4\no> o> . .\n. . . .\n. . . .\n. . # .", "r1c2: no answer has these clues"),
        ("evolomino 4x4\n> > . .\n# . . .\n. . . .\n> > . .", None),
    ],
)
def test_patterns_that_contradict_themselves(text: str, says: str | None) -> None:
    board = pw.read(text)
    assert isinstance(board, Instance)
    assert filling.contradiction(board, Deadline()) == says


def test_clashing_clues_are_named_and_no_others() -> None:
    rng, clashes = Random(3), 0
    for _ in range(60):
        board = random_board(rng, [(2, 4), (3, 3), (1, 7), (2, 5)], 8)
        if not board.arrows:
            continue
        says = filling.contradiction(board, Deadline())
        assert (says is None) == bool(all_answers(board))
        if says is None or "no answer has these clues" not in says:
            continue
        clashes += 1
        named = {(int(name[1]) - 1, int(name[3]) - 1) for name in says.partition(":")[0].split()}
        clues = sorted(board.shaded | board.squares)
        assert named <= set(clues)
        for clue in set(clues) - named:
            board = dropped(board, clue)
        assert not pw.solve(board).answers
        assert all(pw.solve(dropped(board, clue)).answers for clue in named)
    assert clashes > 3


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 3), (2, 2), (3, 1)])
def test_sizes_without_any_board_are_refused(rows: int, cols: int) -> None:
    reason = f"no arrow with two blocks fits on {rows} x {cols} cells"
    assert GENERATOR.refuse(request(rows, cols), Deadline()) == reason


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (4, 1), (2, 3), (3, 2), (1, 9)])
def test_the_smallest_boards_are_made(rows: int, cols: int) -> None:
    assert GENERATOR.refuse(request(rows, cols), Deadline()) is None
    (draft,) = drafts(request(rows, cols))
    assert all_answers(draft.board) == [draft.answer.squares]


@pytest.mark.long
@pytest.mark.parametrize("method", ["designed", "published"])
def test_small_boards_by_trying_all_fillings(method: str) -> None:
    for seed in range(60):
        rows, cols = Random(seed).choice([(3, 4), (4, 4), (3, 5), (2, 7)])
        (draft,) = drafts(replace(request(rows, cols), method=method), seed)
        assert all_answers(draft.board) == [draft.answer.squares]
