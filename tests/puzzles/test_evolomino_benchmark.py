"""The text form of the published Evolomino benchmark."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boards
from puzzlewright import forms
from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell
from puzzlewright.puzzles import evolomino
from puzzlewright.puzzles.evolomino import benchmark
from puzzlewright.puzzles.evolomino.rules import Instance

CORNER = frozenset({(0, 0)})
STEP = frozenset({((0, 0), (0, 1))})
MERGE = frozenset({((0, 0), (0, 1)), ((0, 2), (0, 1))})
BRANCH = frozenset({((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 1), (1, 1))})
RING = frozenset({((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))})


def board_of(text: str) -> Instance:
    board = forms.parse(text).board
    assert isinstance(board, Instance)
    return board


def message_of(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        forms.parse(text)
    return str(caught.value)


def test_published_benchmark_is_read_and_written_back(shared: Path) -> None:
    files = sorted((shared / "data/evolomino-benchmark").rglob("*.txt"))
    assert len(files) == 560
    for file in files:
        reading = forms.load(file)
        assert reading.form == "benchmark" and reading.answer is None
        assert f"{reading.board.rows}x{reading.board.cols}" == file.parent.name
        assert not evolomino.PUZZLE.defects(reading.board) and not evolomino.PUZZLE.unsolvable(reading.board)
        assert forms.write(reading.board, "benchmark").split() == file.read_text().split()


def test_benchmark_codes() -> None:
    enter = {(0, 1): "left", (0, -1): "right", (-1, 0): "below", (1, 0): "above"}
    leave = {(0, 1): "right", (0, -1): "left", (-1, 0): "up", (1, 0): "down"}
    for code, entered, left in [
        (5, "left", "down"), (6, "left", "up"), (7, "right", "down"), (8, "right", "up"),
        (9, "below", "left"), (10, "below", "right"), (11, "above", "left"), (12, "above", "right"),
    ]:  # fmt: skip
        before, after = (next(step for step, name in names.items() if name == wanted)
                         for names, wanted in ((enter, entered), (leave, left)))  # fmt: skip
        middle: Cell = (1, 1)
        tail, head = (1 - before[0], 1 - before[1]), (1 + after[0], 1 + after[1])
        board = Instance(3, 3, squares=frozenset({middle}), links=frozenset({(tail, middle), (middle, head)}))
        words = forms.write(board, "benchmark").split()
        assert words[2 + 4] == str(16 + code) and board_of(" ".join(words)) == board


def test_rings_are_read_and_then_are_no_arrows() -> None:
    board = board_of("2 2\n10 5\n8 11")
    assert board == Instance(2, 2, links=RING) and not board.arrows
    assert evolomino.PUZZLE.unsolvable(board) == ["r1c1 r1c2 r2c1 r2c2: the arrow closes on itself and has no tail"]
    assert forms.write(board, "benchmark") == "2 2\n10 5\n8 11\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((f"1 1\n{code}", f"line 2, number 1: r1c1: no cell has the code '{code}'") for code in
          ("14", "15", "29", "30", "31", "-1", "1.5", "x", "016", "99")),
        ("1 2\n0", "line 2: the text ends after 1 of 2 cells"),
        ("1 2", "line 1: the text ends after 0 of 2 cells"),
        ("1 2\n0 0\n0", "line 3, number 1: text after the end of the board: '0'"),
        ("0 2\n", "the first two numbers: the number of rows '0' is not a positive whole number"),
        ("2 101\n", "the first two numbers: a board of 2 x 101 cells is above the limit of 100 x 100 cells"),
        ("1 2\n0 1", "r1c2: an arrow of a single cell"),
        ("1 2\n1 2", "r1c1: an arrow of a single cell"),
        ("1 2\n5 0", "r1c1: the arrow bends here, but nothing enters the cell"),
        ("2 2\n5 0\n4 0", "r1c1: the arrow bends here, but nothing enters the cell"),
    ],
)  # fmt: skip
def test_benchmark_is_read_strictly(text: str, message: str) -> None:
    assert message_of(text) == message


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Instance(2, 3, links=BRANCH), "r1c2: the benchmark's form has no arrows that branch or merge"),
        (Instance(1, 3, links=MERGE), "r1c2: the benchmark's form has no arrows that branch or merge"),
        (Instance(1, 1, CORNER, CORNER), "r1c1: the benchmark's form has no clue on a shaded cell"),
        (Instance(1, 2, CORNER, links=STEP), "r1c1: the benchmark's form has no clue on a shaded cell"),
    ],
)
def test_benchmark_does_not_hold_every_board(board: Instance, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        forms.write(board, "benchmark")
    assert str(caught.value) == message


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 6))
def test_benchmark_brings_back_every_arrow(seed: int, rows: int, cols: int) -> None:
    # Crowded boards: heads that point at the tails of other arrows are the hard part.
    board = boards.good_board(random.Random(seed), rows, cols)
    assert benchmark.read(benchmark.write(board), 100) == board
