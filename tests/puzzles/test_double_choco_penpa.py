"""How Double Choco is spelled in Penpa+, and what is taken for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from puzzlewright import forms, penpa
from puzzlewright.errors import ParseError, UnknownPuzzle
from puzzlewright.penpa import Layer, PenpaBoard
from puzzlewright.puzzles.double_choco.penpa import recognises
from puzzlewright.puzzles.double_choco.rules import Answer, Instance

BOARD = Instance.of(2, 3, [(0, 2), (1, 1), (1, 2)], {(0, 0): 3, (1, 1): None, (0, 2): 12})
ANSWER = Answer(frozenset({((0, 0), (0, 1)), ((0, 1), (1, 1))}), frozenset({((0, 1), (0, 2)), ((0, 2), (1, 2))}))


def parts(link: str) -> PenpaBoard:
    return penpa.read(penpa.payload(link), 100)


def test_marks() -> None:
    link = forms.write(BOARD, "penpa", ANSWER)
    assert parts(link) == PenpaBoard(
        2,
        3,
        Layer(surface=dict.fromkeys(BOARD.grey, 3), numbers={(0, 0): "3", (0, 2): "12", (1, 1): "?"}),
        Layer(borders=dict.fromkeys(ANSWER.borders, 3), crosses=ANSWER.crosses),
        tags=("double choco",),
    )
    lines = penpa.unpack(penpa.payload(link)).split("\n")
    problem, answer, mode = (json.loads(lines[number]) for number in (3, 4, 11))
    # Points are counted in a frame of two more on each side: r1c1 is 2 * 7 + 2.
    assert problem["number"] == {"16": ["3", 1, "1"], "18": ["12", 1, "1"], "24": ["?", 1, "1"]}
    assert problem["surface"] == {"18": 3, "24": 3, "25": 3} and problem["lineE"] == {}
    # 42 points; borders by the corners at their ends, crosses by their middles.
    assert answer["lineE"] == {"51,58": 3, "58,59": 3, "143": 98, "102": 98}
    assert mode["grid"] == ["2", "1", "1"]
    assert (mode["pu_a"]["edit_mode"], mode["pu_a"]["combi"]) == ("combi", ["edgesub", 3])


def test_reader_is_tolerant() -> None:
    problem = Layer(
        surface={(0, 0): 1, (0, 1): 3, (0, 2): 8, (1, 0): 4, (1, 1): 2, (1, 2): 5},
        symbols={(0, 0): (1, "circle_L")},
        borders={((0, 0), (0, 1)): 80},
    )
    answer = Layer(
        surface={(1, 1): 1},
        numbers={(1, 1): "7"},
        borders={((0, 0), (1, 0)): 2, ((0, 1), (1, 1)): 3, ((0, 2), (1, 2)): 9},
        crosses=frozenset({((0, 1), (0, 2))}),
    )
    reading = forms.parse(penpa.write(PenpaBoard(2, 3, problem, answer), ("double choco",)))
    assert reading.board == Instance.of(2, 3, [(0, 0), (0, 1), (0, 2), (1, 0)])
    assert reading.answer.borders == {((0, 0), (1, 0)), ((0, 1), (1, 1))}
    assert reading.answer.crosses == {((0, 1), (0, 2))}
    assert forms.parse(penpa.write(PenpaBoard(1, 1), ("dbchoco",))).board == Instance(1, 1)


def test_numbers_may_be_json_numbers() -> None:
    text = penpa.unpack(penpa.payload(forms.write(BOARD, "penpa"))).replace('["12",1,"1"]', '[12,6,"1"]')
    assert forms.parse(penpa.LINK_START + penpa.pack(text)).board == BOARD


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Layer(numbers={(0, 1): "A"}), "Penpa+ link, r1c2: the number 'A' is not a positive whole number"),
        (Layer(numbers={(0, 1): "0"}), "Penpa+ link, r1c2: the number '0' is not a positive whole number"),
        (Layer(numbers={(0, 1): "1.5"}), "Penpa+ link, r1c2: the number '1.5' is not a positive whole number"),
        (Layer(borders={((0, 0), (0, 1)): 2}), "Penpa+ link: a line is given at r1c1-r1c2: lines belong to the answer"),
    ],
)
def test_what_is_no_clue_is_refused(problem: Layer, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        forms.parse(penpa.write(PenpaBoard(1, 2, problem), ("double choco",)))
    assert str(caught.value) == message


def test_boards_without_a_tag() -> None:
    found = parts(forms.write(BOARD, "penpa", ANSWER))
    for board in (found, replace(found, answer=Layer()), replace(found, problem=replace(found.problem, numbers={}))):
        assert recognises(board)
        assert forms.parse(penpa.write(replace(board, tags=()))).puzzle.id == "dbchoco"
    problem = found.problem
    for layer in (
        Layer(surface=problem.surface),
        Layer(numbers=problem.numbers),
        replace(problem, numbers={(0, 0): "A"}),
        replace(problem, symbols={(0, 0): (1, "circle_L")}),
        replace(problem, arrows=(((0, 0), (0, 1)),)),
        replace(problem, borders={((0, 0), (0, 1)): 2}),
    ):
        assert not recognises(PenpaBoard(2, 3, layer))
    with pytest.raises(UnknownPuzzle, match="a genre tag 'evolomino' or 'double choco' would say it"):
        forms.parse(penpa.write(PenpaBoard(2, 3, Layer(surface=problem.surface))))
    # Tags that name no genre do not matter.
    assert forms.parse(penpa.write(replace(found, tags=("chocolate",)))).puzzle.id == "dbchoco"
