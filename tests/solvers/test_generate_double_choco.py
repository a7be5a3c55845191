"""Boards that the generator makes: one answer, no number in vain, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from double_choco_brute import all_answers
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzlewright as pw
from puzzlewright.bitboard import Bitboard
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.generator import Draft, Request
from puzzlewright.grid import Cell, Grid
from puzzlewright.puzzles.double_choco.carving import Numbers, Unhit
from puzzlewright.puzzles.double_choco.colouring import Colouring
from puzzlewright.puzzles.double_choco.cover import Difference, differences
from puzzlewright.puzzles.double_choco.frame import SYMMETRIES
from puzzlewright.puzzles.double_choco.generator import GENERATOR
from puzzlewright.puzzles.double_choco.partition import Partition
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, areas, check
from puzzlewright.shape import congruent

OPTIONS = {name: option.default for name, option in GENERATOR.options.items()}

Drafts = list[Draft[Instance, Answer]]


def asked(
    rows: int,
    cols: int,
    *,
    pattern: Instance | None = None,
    symmetry: str = "none",
    band: str | None = None,
    **options: float,
) -> Request[Instance]:
    return Request(rows, cols, "carved", pattern=pattern, symmetry=symmetry, options={**OPTIONS, **options}, band=band)


def made(request: Request[Instance], seed: int = 0, attempts: int = 30) -> Drafts:
    """The drafts of the first attempt that has any."""
    assert GENERATOR.refuse(request, Deadline()) is None
    for attempt in range(attempts):
        drafts = list(GENERATOR.attempt(request, Random(f"{seed} {attempt}"), Deadline()))
        if drafts:
            return drafts
    raise AssertionError(f"no board in {attempts} attempts: {request}")


def is_unique(board: Instance) -> bool:
    return pw.solve(board).status is pw.Status.UNIQUE


def fewer(board: Instance, *cells: Cell) -> Instance:
    """The board without the numbers at these cells."""
    return replace(board, clues=tuple(clue for clue in board.clues if clue[0] not in cells))


def crowded(draft: Draft[Instance, Answer]) -> int:
    """Areas with more than one number."""
    return sum(len(area & draft.board.numbers.keys()) > 1 for area in areas(draft.board, draft.answer))


# Partitions


@given(
    st.tuples(st.integers(1, 3), st.integers(1, 12)).filter(lambda size: size[0] * size[1] % 2 == 0),
    st.integers(0, 999),
    st.integers(1, 6),
)
@settings(max_examples=60, deadline=None)
def test_a_partition_is_one_of_congruent_areas_that_touch(size: tuple[int, int], seed: int, largest: int) -> None:
    bits = Bitboard(Grid(*size), turning=True)
    blocks = Partition(bits, min(2.5, largest), largest, Random(seed), Deadline()).whole()
    assert blocks is not None
    assert sum(one | other for one, other in blocks) == bits.all
    assert sum(one.bit_count() + other.bit_count() for one, other in blocks) == len(Grid(*size))
    for one, other in blocks:
        assert one.bit_count() <= largest
        assert bits.flood(one & -one, one) == one
        assert bits.flood(other & -other, other) == other
        assert bits.grow(one) & other
        assert congruent(bits.cells(one), bits.cells(other))


def test_partitions_of_large_boards_have_the_mean_and_all_sizes() -> None:
    bits = Bitboard(Grid(20, 20), turning=True)
    for mean in (2.0, 3.0):
        blocks = Partition(bits, mean, 10, Random(1), Deadline()).whole()
        assert blocks is not None
        sizes = [one.bit_count() for one, _ in blocks]
        assert abs(sum(sizes) / len(sizes) - mean) < 0.35
        assert set(sizes) >= {1, 2, 3, 4, 5}


def test_a_partition_keeps_numbers() -> None:
    bits = Bitboard(Grid(6, 6), turning=True)
    numbers = {bits.position((0, 0)): 5, bits.position((3, 3)): 1, bits.position((5, 0)): 3}
    blocks = Partition(bits, 2.5, 6, Random(3), Deadline(), numbers).whole()
    assert blocks is not None
    for position, number in numbers.items():
        assert [one.bit_count() for one, other in blocks if (one | other) >> position & 1] == [number]


def test_a_partition_ends_in_time() -> None:
    with pytest.raises(OutOfTime):
        Partition(Bitboard(Grid(20, 20), turning=True), 3, 10, Random(1), Deadline(0)).whole()


# Parts


def test_differences_are_split_where_they_can_be() -> None:
    # Cells 0 to 7 in a row: the first two blocks of two are one block, the last two are as they were or not.
    own = [(0b1, 0b10), (0b100, 0b1000), (0b10000, 0b100000), (0b1000000, 0b10000000)]
    other = [(0b11, 0b1100), *own[2:]]
    assert differences(own, own) == []
    assert differences(own, other) == [Difference(0b1111, ((0b11, 0b1100),), 0b1111)]
    far = [*own[:2], (0b110000, 0b11000000)]
    both = [(0b11, 0b1100), (0b110000, 0b11000000)]
    assert len(differences(own, far)) == 1
    assert {difference.cells for difference in differences(own, both)} == {0b1111, 0b11110000}


def test_numbers_hit_all_sets_and_none_in_vain() -> None:
    random = Random(5)
    for _ in range(50):
        places = [1 << cell for cell in range(12)]
        numbers = Numbers(places, [0b111 << 3 * number for number in range(4)], 0, random, doubles=True)
        sets = [random.getrandbits(12) or 1 for _ in range(8)]
        for telling in sets:
            numbers.add(telling, telling)
        choice = numbers.fewest()
        cells = numbers.cells(choice)
        assert all(cells & telling for telling in sets)
        assert all(numbers.needed(choice, place) for place in choice)


def test_sets_that_no_place_hits_are_told() -> None:
    numbers = Numbers([0b1, 0b10], [0b11, 0b1100], 0, Random(1), doubles=False)
    with pytest.raises(Unhit) as raised:
        numbers.add(0b100, 0b1111)
    assert raised.value.cells == 0b1111
    # One area cannot have two numbers.
    numbers.add(0b1, 0b1)
    numbers.add(0b10, 0b10)
    with pytest.raises(Unhit):
        numbers.fewest()


def test_colours_that_are_forbidden_do_not_come_back() -> None:
    grid = Grid(4, 4)
    bits = Bitboard(grid, turning=True)
    blocks = [(bits.mask([(row, col)]), bits.mask([(row, col + 1)])) for row in range(4) for col in (0, 2)]
    colouring = Colouring(bits, blocks, 0.1, Random(2))
    for _ in range(6):
        cells = blocks[0][0] | blocks[1][0] | blocks[2][0]
        if not colouring.repair(100):
            break
        assert not colouring.broken(colouring.swapped)
        assert colouring.forbid(cells)
    # Three blocks have four colourings up to swapping all.
    assert len(colouring.rules) == 4
    assert not colouring.forbid(blocks[0][0])
    other = colouring.divided([*blocks[3:], blocks[0]])
    assert other.rules == [(0b100000, colouring.swapped << 5 & 0b100000)]


# Boards


@pytest.mark.parametrize("size", [(6, 6), (4, 7), (3, 10)])
def test_boards_have_one_answer_and_no_number_in_vain(size: tuple[int, int]) -> None:
    for seed in range(3):
        (draft,) = made(asked(*size), seed)
        assert check(draft.board, draft.answer) == []
        result = pw.solve(draft.board)
        assert (result.status, result.answers) == (pw.Status.UNIQUE, (draft.answer,))
        assert all(number for _, number in draft.board.clues)
        assert crowded(draft) == 0
        for cell in draft.board.numbers:
            assert pw.solve(fewer(draft.board, cell)).status is pw.Status.SEVERAL


@pytest.mark.long
@pytest.mark.parametrize("size", [(8, 8), (10, 10), (12, 12)])
def test_large_boards_have_one_answer_and_no_number_in_vain(size: tuple[int, int]) -> None:
    for seed in range(4):
        (draft,) = made(asked(*size), seed)
        assert is_unique(draft.board)
        # Larger boards may keep a number whose need was too hard to tell.
        if size != (12, 12):
            assert all(not is_unique(fewer(draft.board, cell)) for cell in draft.board.numbers)


@given(
    st.tuples(st.integers(1, 3), st.integers(1, 10)).filter(lambda size: size[0] * size[1] in range(2, 13, 2)),
    st.integers(0, 999),
)
@settings(max_examples=25, deadline=None)
def test_boards_of_odd_shapes_have_one_answer_by_trying_all(size: tuple[int, int], seed: int) -> None:
    (draft,) = made(asked(*size), seed, attempts=200)
    assert all_answers(draft.board) == [draft.answer.borders]


def test_boards_differ_by_seed_alone() -> None:
    first, again = made(asked(6, 6), 1), made(asked(6, 6), 1)
    assert first == again
    assert len({made(asked(6, 6), seed)[0].board for seed in range(6)}) == 6


def test_an_attempt_ends_in_time() -> None:
    with pytest.raises(OutOfTime):
        list(GENERATOR.attempt(asked(10, 10), Random(1), Deadline(0)))


def test_sizes_can_be_asked_for() -> None:
    (small,) = made(asked(8, 8, largest=2, mean=1.5))
    assert max(map(len, areas(small.board, small.answer))) <= 2
    (large,) = made(asked(8, 8, mean=4))
    assert len(areas(large.board, large.answer)) <= 22
    assert len(areas(small.board, small.answer)) >= 40


def test_with_a_band_numbers_come_back() -> None:
    for band, least in (("hard", 3), ("medium", 2), ("easy", 1)):
        drafts = made(asked(6, 6, band=band))
        assert len(drafts) >= least
        for draft, fuller in pairwise(drafts):
            assert set(draft.board.clues) < set(fuller.board.clues)
            assert fuller.answer == draft.answer
        for draft in drafts:
            assert is_unique(draft.board)
            assert crowded(draft) == 0


# Symmetries


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_layouts_are_symmetric(symmetry: str) -> None:
    turned = {
        "rotate": [lambda r, c: (5 - r, 5 - c)],
        "quarter": [lambda r, c: (c, 5 - r)],
        "mirror": [lambda r, c: (r, 5 - c)],
        "flip": [lambda r, c: (5 - r, c)],
        "both": [lambda r, c: (5 - r, c), lambda r, c: (r, 5 - c)],
        "diagonal": [lambda r, c: (c, r)],
    }[symmetry]
    for seed in range(3):
        (draft,) = made(asked(6, 6, symmetry=symmetry), seed)
        cells = set(draft.board.numbers)
        assert is_unique(draft.board)
        for turn in turned:
            assert {turn(row, col) for row, col in cells} == cells
        for row, col in cells:
            orbit = {(row, col)}
            for turn in turned * 4:
                orbit |= {turn(*cell) for cell in orbit}
            assert not is_unique(fewer(draft.board, *orbit))


# Patterns


def test_colours_of_a_pattern_stay() -> None:
    for seed in range(3):
        colours = replace(made(asked(6, 6), seed)[0].board, clues=())
        (draft,) = made(asked(6, 6, pattern=colours), seed)
        assert draft.board.grey == colours.grey
        assert is_unique(draft.board)


def test_colours_and_numbers_of_a_pattern_stay() -> None:
    board = made(asked(6, 6), 4)[0].board
    cell = next(iter(board.numbers))
    pattern = replace(board, clues=((cell, board.numbers[cell]),))
    (draft,) = made(asked(6, 6, pattern=pattern))
    assert draft.board.grey == board.grey
    assert draft.board.numbers[cell] == board.numbers[cell]
    assert is_unique(draft.board)


def test_numbers_stand_where_the_pattern_lets_them() -> None:
    ring = [cell for cell in Grid(6, 6) if {0, 5} & set(cell)]
    pattern = Instance.of(6, 6, (), {**dict.fromkeys(ring), (2, 2): 3})
    for seed in range(2):
        (draft,) = made(asked(6, 6, pattern=pattern), seed, attempts=50)
        assert is_unique(draft.board)
        assert draft.board.numbers[2, 2] == 3
        assert draft.board.numbers.keys() <= {*ring, (2, 2)}


def test_patterns_and_symmetries_go_together() -> None:
    pattern = Instance.of(6, 6, (), {(0, 0): 4})
    (draft,) = made(asked(6, 6, pattern=pattern, symmetry="rotate"))
    assert draft.board.numbers[0, 0] == 4
    assert (5, 5) in draft.board.numbers
    assert is_unique(draft.board)


def refusals() -> Iterator[tuple[Request[Instance], str]]:
    yield asked(3, 5), "half of the cells of a Double Choco board are grey, so it cannot have 3 x 5 = 15 cells"
    yield asked(4, 6, symmetry="quarter"), "the symmetry quarter needs a square board, not 4 x 6"
    yield asked(6, 6, mean=5, largest=3), "the mean size of areas, 5, is above that of the largest, 3"
    yield asked(6, 6, pattern=Instance.of(4, 4)), "the pattern has 4 x 4 cells, not 6 x 6"
    yield (
        asked(2, 2, pattern=Instance.of(2, 2, [(0, 0)])),
        "there are 3 white cells and 1 grey ones, but each block has as many of both colours",
    )
    yield asked(2, 4, pattern=Instance.of(2, 4, (), {(1, 2): 5})), "r2c3: the number 5 is more than half of the 8 cells"
    yield (
        asked(2, 4, pattern=Instance.of(2, 4, [(0, 0), (1, 0), (1, 1), (0, 3)], {(0, 3): 2})),
        "r1c4: the number 2 needs so many connected grey cells, but there are 1",
    )
    # The two numbers are in one area whatever is done.
    strip = [(0, 2), (0, 3)]
    yield (
        asked(1, 4, pattern=Instance.of(1, 4, strip, {(0, 0): 2, (0, 3): 1})),
        "r1c4: no answer of the colours has this number 1 and those before it",
    )
    nowhere = Instance.of(3, 4, [(0, 0), (0, 1), (0, 3), (1, 0), (1, 2), (2, 1)])
    yield asked(3, 4, pattern=nowhere), "r1c1: no block can hold this cell"
    yield (
        asked(1, 4, pattern=Instance.of(1, 4, (), {(0, 0): 2, (0, 1): 1})),
        "r1c2: no way was found to divide the board so that this number 1 and those above it hold",
    )
    yield (
        asked(2, 2, pattern=Instance.of(2, 2, (), {(0, 0): 2}), largest=1),
        "r1c1: the number 2 is above the size of the largest areas, 1",
    )
    crowded = Instance.of(3, 6, [(0, 3), (1, 0), (1, 1), (1, 3), (1, 4), (1, 5), (2, 2), (2, 4), (2, 5)])
    yield asked(3, 6, pattern=crowded), "r1c1 r3c1: these cells cannot all be in blocks"
    # A chequered board of dominoes can be turned.
    chequered = Instance.of(2, 2, [(0, 0), (1, 1)])
    yield (
        asked(2, 2, pattern=chequered),
        "r1c1: no numbers where the pattern allows them leave one answer of its colours; "
        "4 cells from here on can be divided in several ways",
    )
    yield (
        asked(2, 4, pattern=Instance.of(2, 4, (), {(0, 0): 2, (0, 1): None}), symmetry="rotate"),
        "r2c4: the pattern has no number or ? here, but the symmetry asks for one because of the number at r1c1",
    )
    yield asked(2, 2, pattern=Instance.of(2, 2, (), {(0, 1): 9999})), "r1c2: the number 9999 is not from 1 to 8191"


@pytest.mark.parametrize(("request_", "reason"), list(refusals()))
def test_what_cannot_be_is_refused(request_: Request[Instance], reason: str) -> None:
    assert GENERATOR.refuse(request_, Deadline()) == reason


def test_where_a_pattern_lets_no_number_stand_the_colours_must_do() -> None:
    """The colours of the only block of two cells need none, two dominoes in a square do."""
    (draft,) = made(asked(1, 2))
    assert draft.board.clues == ()
    square = Instance.of(2, 2, [(0, 0), (0, 1)], {(0, 0): None})
    (draft,) = made(asked(2, 2, pattern=square))
    assert draft.board.numbers.keys() == {(0, 0)}


def test_published_colours_get_numbers(shared: Path) -> None:
    links = [line for line in (shared / "cases/dbchoco_urls.txt").read_text().splitlines() if "/6/6/" in line]
    for link in links[:4]:
        board = pw.read(link)
        assert isinstance(board, Instance)
        (draft,) = made(asked(6, 6, pattern=replace(board, clues=())))
        assert draft.board.grey == board.grey
        assert is_unique(draft.board)
