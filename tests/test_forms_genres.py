"""The containers with a second genre, made up here: a new genre needs no change in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from puzzlewright import forms, jsontext, penpa, puzzles, pzpr
from puzzlewright.errors import ParseError, UnknownPuzzle
from puzzlewright.grid import Cell, Grid
from puzzlewright.penpa import PenpaBoard
from puzzlewright.puzzle import Board, Codec
from puzzlewright.scan import Lines, Scan


@dataclass(frozen=True)
class Toy(Board):
    """Dots on cells. Its links end in a sign if the last cell has one."""

    rows: int
    cols: int
    dots: frozenset[Cell] = frozenset()

    puzzle_id = "toydots"

    @property
    def grid(self) -> Grid:
        return Grid(self.rows, self.cols)


def _toy_words(board: Toy) -> list[str]:
    return pzpr.table(["o" if cell in board.dots else "." for cell in board.grid], board.cols, board.rows)


def _read_toy_url(rows: int, cols: int, scan: Scan) -> Toy:
    numbers = pzpr.read_numbers(scan, rows * cols, "dots")
    return Toy(rows, cols, frozenset(Grid(rows, cols).cell(index) for index in numbers))


def _read_toy_words(rows: int, cols: int, lines: Lines) -> tuple[Toy, None]:
    dots = [token.among({".": False, "o": True}) for token in lines.tokens(rows, cols, "cells")]
    return Toy(rows, cols, frozenset(cell for cell, dot in zip(Grid(rows, cols), dots, strict=True) if dot)), None


def _read_toy_json(rows: int, cols: int, found: Mapping[str, object]) -> tuple[Toy, None]:
    jsontext.known_keys(found, ("dots",))
    return Toy(rows, cols, frozenset(jsontext.cells(found["dots"], Grid(rows, cols), "dots"))), None


TOY_CODEC: Codec[Toy, None] = Codec(
    empty=Toy,
    read_url=_read_toy_url,
    write_url=lambda board: pzpr.write_numbers({board.grid.index(cell): None for cell in board.dots}, len(board.grid)),
    read_sections=_read_toy_words,
    write_sections=lambda board, _: _toy_words(board),
    read_penpa=lambda found: (Toy(found.rows, found.cols, frozenset(found.problem.numbers)), None),
    write_penpa=lambda board, _: PenpaBoard(
        board.rows, board.cols, penpa.Layer(numbers=dict.fromkeys(board.dots, "o"))
    ),
    recognises_penpa=lambda found: bool(found.problem.numbers),
    read_json=_read_toy_json,
    write_json=lambda board, _: {"dots": sorted(board.dots)},
    read_text=_read_toy_words,
    write_text=lambda board, _: _toy_words(board),
)


def test_second_genre_needs_nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    evolomino = puzzles.PUZZLES[0]
    toy: Any = replace(evolomino, id="toydots", name="toy-dots", codec=TOY_CODEC, defects=lambda board: [])
    monkeypatch.setattr(puzzles, "PUZZLES", (evolomino, toy))
    monkeypatch.setattr(forms, "PUZZLES", (evolomino, toy))
    board = Toy(2, 3, frozenset({(0, 1), (1, 2)}))
    for form in forms.FORMS:
        reading = forms.parse(board.to(form))
        assert (reading.board, reading.puzzle, reading.form) == (board, toy, form)
    assert board.to("puzzlink") == "https://puzz.link/p?toydots/3/2/g.i./"
    assert board.to("text") == "toy-dots 2x3\n. o . \n. . o \n"
    assert forms.parse("Toy Dots 2x3\n. o .\n. . o").board == board
    assert forms.parse("toydots/3/2").board == Toy(2, 3)
    assert penpa.read(penpa.payload(board.to("penpa")), 100).tags == ("toy dots",)
    with pytest.raises(ParseError, match="toy-dots has no form 'benchmark'"):
        board.to("benchmark")
    for tags, expected in (((), toy), (("slither",), toy), (("slither", "evolomino"), evolomino)):
        link = penpa.write(PenpaBoard(1, 1, penpa.Layer(numbers={(0, 0): "o"})), tags)
        assert forms.parse(link).puzzle is expected
    with pytest.raises(UnknownPuzzle, match="not clear: a genre tag 'evolomino' or 'toy dots' would say it"):
        forms.parse(penpa.write(PenpaBoard(1, 1)))
    arrows = penpa.Layer(directions=(((0, 0), (0, 1)),))
    assert forms.parse(penpa.write(PenpaBoard(1, 2, arrows))).puzzle is evolomino
