"""How Double Choco is spelled in links, files, JSON and typed text."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import choco_boards
from puzzlewright import forms
from puzzlewright.errors import ParseError
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, blocks, check, idle_lines

SAMPLE = "https://puzz.link/p?dbchoco/6/6/ueoq8p30g42j4n5s22j"
SAMPLE_TEXT = """\
double-choco 6x6
#  #4 #2 #  .  .
#  #4 #  .  #  #
.  .  .  #  #5 .
#  .  .  #  .  .
.  #  #  .  .  #
2  2  .  #  #  .
"""
SAMPLE_ANSWER = """\
double-choco 6x6
#a  #4a #2b #b  .b  .b
#a  #4a #c  .c  #d  #d
.e  .a  .a  #d  #5d .d
#e  .a  .a  #d  .d  .d
.f  #f  #f  .d  .d  #g
2f  2h  .h  #h  #h  .g
"""
WITH_ANSWER = ("pzprv3", "penpa", "json", "text")


def board_of(text: str) -> Instance:
    board = forms.parse(text).board
    assert isinstance(board, Instance)
    return board


def answer_of(text: str) -> Answer:
    answer = forms.parse(text).answer
    assert isinstance(answer, Answer)
    return answer


def message_of(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        forms.parse(text, strict=False)
    return str(caught.value)


# Round trips


@settings(max_examples=400, deadline=None)
@given(choco_boards.solved(choco_boards.boards()), st.sampled_from(forms.FORMS))
def test_every_board_and_answer_comes_back(case: tuple[Instance, Answer | None], form: str) -> None:
    board, answer = case
    text = forms.write(board, form, answer)
    reading = forms.parse(text)
    assert (reading.board, reading.form, reading.puzzle.id) == (board, form, "dbchoco")
    expected = answer if form in WITH_ANSWER else None
    assert reading.answer == expected
    assert expected is None or reading.answer.crosses == expected.crosses
    assert forms.write(reading.board, form, reading.answer) == text
    assert forms.parse(board.to(form)).answer is None


@settings(max_examples=60, deadline=None)
@given(choco_boards.solved(choco_boards.boards()))
def test_answers_travel_on_one_line(case: tuple[Instance, Answer | None]) -> None:
    board, answer = case
    line = forms.pzprv3_line(board, answer)
    assert "\n" not in line and line.endswith("/")
    assert forms.read_answer(board, line) == answer
    with pytest.raises(ParseError, match="the answer is of another board"):
        forms.read_answer(replace(board, grey=board.grey ^ {(0, 0)}), line)


def test_the_whole_board_as_one_block_is_an_answer_where_it_can_be_said() -> None:
    board, answer = board_of("double-choco 1x2\n. #"), Answer(frozenset())
    assert forms.write(board, "text", answer) == "double-choco 1x2\n.a #a\n"
    for form, expected in {"text": answer, "json": answer, "pzprv3": None, "penpa": None}.items():
        assert forms.parse(forms.write(board, form, answer)).answer == expected


def test_largest_board() -> None:
    board = choco_boards.any_board(random.Random(1), 100, 100)
    answer = choco_boards.any_answer(random.Random(1), board)
    for form in forms.FORMS:
        text = forms.write(board, form, answer)
        assert forms.parse(text).board == board
        with pytest.raises(ParseError, match="above the limit of 99"):
            forms.parse(text, max_side=99)


@pytest.mark.parametrize("number", [0, -1, 8192])
@pytest.mark.parametrize("form", forms.FORMS)
def test_numbers_that_no_form_holds_are_not_written(form: str, number: int) -> None:
    with pytest.raises(ParseError, match=r"^r1c1: the number"):
        forms.write(Instance.of(1, 1, numbers={(0, 0): number}), form)


# Links


def test_worked_links() -> None:
    board = board_of("dbchoco/6/6/pu9hgpe05zu")
    rows = ["110011", "111001", "001100", "011000", "011001", "011100"]
    assert [["01"[(row, col) in board.grey] for col in range(6)] for row in range(6)] == [list(row) for row in rows]
    assert board.numbers == {(0, 0): 5}
    assert forms.write(board, "puzzlink") == "https://puzz.link/p?dbchoco/6/6/pu9hgpe05zu"
    # Rows are not columns.
    assert board_of("dbchoco/3/2/5gl") == Instance.of(2, 3, [(0, 2), (1, 1), (1, 2)])
    assert board_of("dbchoco/3/4") == Instance(4, 3) == board_of("https://puzz.link/p?dbchoco_edit/3/4/")


def test_published_links(shared: Path) -> None:
    links = [
        line for line in (shared / "cases/dbchoco_urls.txt").read_text().splitlines() if line.startswith("http")
    ]
    assert len(links) >= 20
    for link in links:
        assert forms.write(board_of(link), "puzzlink").removesuffix("/") == link.removesuffix("/")


def test_numbers_of_every_length() -> None:
    numbers = {1: "1", 15: "f", 16: "-10", 255: "-ff", 256: "+100", 4095: "+fff", 4096: "=000", 8191: "=fff"}
    for number, written in numbers.items():
        link = f"https://puzz.link/p?dbchoco/2/1/8{written}g"
        assert board_of(link) == Instance.of(1, 2, [(0, 1)], {(0, 0): number})
        assert forms.write(board_of(link), "puzzlink") == link
    # A link that ends in a sign gets a slash.
    assert board_of("dbchoco/2/1/0g.").to("puzzlink") == "https://puzz.link/p?dbchoco/2/1/0g./"


def test_gaps_may_be_split_and_are_joined() -> None:
    assert board_of("dbchoco/4/3/000ph").to("puzzlink") == "https://puzz.link/p?dbchoco/4/3/000r"
    assert board_of("dbchoco/8/3/00000gzi").to("puzzlink") == "https://puzz.link/p?dbchoco/8/3/00000zj"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("c", "character 14: the link ends within numbers"),
        ("ci", "character 15: the link ends within numbers"),
        ("ck", "character 14: numbers run past the last cell"),
        ("c-", "character 15: the link ends within numbers"),
        ("c-1", "character 16: the link ends within numbers"),
        ("d", "character 13: there are more colours than the board has"),
        ("wj", "character 13: 'w' is no digit of base 32 (colours)"),
        ("c%j", "character 14: '%' is no digit of base 16 (numbers)"),
        ("c-1gj", "character 16: 'g' is no digit of base 16 (numbers)"),
        ("cJ", "character 14: 'J' is no digit of base 16 (numbers)"),
        ("c0i", "character 14: 0 is not among numbers, which start at 1"),
        ("c-00i", "character 14: 0 is not among numbers, which start at 1"),
        ("cj0", "character 15: text after the end of the board: '0'"),
        ("cj//", "character 15: text after the end of the board: '/'"),
        ("cj.", "character 15: text after the end of the board: '.'"),
    ],
)
def test_link_is_read_strictly(body: str, message: str) -> None:
    assert message_of(f"dbchoco/2/2/{body}") == message.replace(":", " of the link:", 1)


# Files


def test_worked_file() -> None:
    text = "pzprv3/dbchoco/2/3/3 . - /. - - /0 0 /0 0 /0 0 0 /"
    reading = forms.parse(text)
    assert reading.board == Instance.of(2, 3, [(0, 2), (1, 1), (1, 2)], {(0, 0): 3}) and reading.answer is None
    assert forms.pzprv3_line(reading.board) == text
    assert check(reading.board, Answer(frozenset())) == []


def test_cells_and_lines_of_every_kind() -> None:
    text = "pzprv3/dbchoco/2/3/0 12 . /-0 -12 - /1 0 /-1 2 /0 2 -1 /"
    reading = forms.parse(text)
    grey = [(1, 0), (1, 1), (1, 2)]
    assert reading.board == Instance.of(2, 3, grey, {(0, 0): None, (0, 1): 12, (1, 0): None, (1, 1): 12})
    both = {((1, 1), (1, 2)), ((0, 1), (1, 1))}
    assert reading.answer.borders == both | {((0, 0), (0, 1))}
    assert reading.answer.crosses == both | {((1, 0), (1, 1)), ((0, 2), (1, 2))}
    assert forms.pzprv3_line(reading.board, reading.answer) == text


def test_file_of_one_column_and_of_one_row() -> None:
    column = "pzprv3\ndbchoco\n3\n1\n. \n- \n-2 \n\n\n\n1 \n-1 \n"
    reading = forms.parse(column)
    assert reading.board == Instance.of(3, 1, [(1, 0), (2, 0)], {(2, 0): 2})
    assert (reading.answer.borders, reading.answer.crosses) == ({((0, 0), (1, 0))}, {((1, 0), (2, 0))})
    assert forms.write(reading.board, "pzprv3", reading.answer) == column
    row = "pzprv3\ndbchoco\n1\n3\n. - -2 \n1 -1 \n"
    assert forms.write(board_of(row), "pzprv3", answer_of(row)) == row
    assert forms.pzprv3_line(Instance(1, 1)) == "pzprv3/dbchoco/1/1/. //"
    assert board_of("pzprv3/dbchoco/1/1/. //") == Instance(1, 1)
    assert "lines between columns: 1 token where 0 should be" in message_of("pzprv3/dbchoco/2/1/. /. /1 /. /1 /")


def test_answer_layer_may_be_missing_or_empty_but_not_cut() -> None:
    cells = "pzprv3/dbchoco/2/2/. - /. - /"
    for layer in ("", "/", "0 /0 /0 0 /", "0 /0 /0 0 /info:{}", "0 /0 /0 0 /TrialData(1)/1 /1 /1 1 /"):
        assert forms.parse(cells + layer).answer is None
    assert answer_of(cells + "0 /0 /-1 0 /").crosses == {((0, 0), (1, 0))}
    assert message_of(cells + "0 /0 /") == "line 9: lines between rows end early: 0 tokens where 2 should be"
    assert message_of(cells + "0 /") == "line 8: lines between columns end early: 0 tokens where 1 should be"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (". - /. ", "line 6: cells end early: 1 token where 2 should be"),
        (". # /. . /", "line 5, token 2: '#' is no cell: . white, - grey, 0 or -0 with a ?, 3 or -3 with a number"),
        (". -- /. . /", "line 5, token 2: '--' is no cell"),
        (". -. /. . /", "line 5, token 2: '-.' is no cell"),
        (". +3 /. . /", "line 5, token 2: '+3' is no cell"),
        (". \u0663 /. . /", "line 5, token 2: '\u0663' is no cell"),
        (". ? /. . /", "line 5, token 2: '?' is no cell"),
        (". . /-03 . /", "line 6, token 1: the number '03' is not a positive whole number"),
        (". . /9999 . /", "line 6, token 1: the number '9999' is above the limit of 8191"),
        (". . /. . /3 /0 /", "line 7, token 1: '3' is unknown in lines between columns, which are written with 0 1 -1"),
        (". . /. . /0 /0 /. 0 /", "line 9, token 1: '.' is unknown in lines between rows"),
        (". . /. . /0 /0 /0 0 /more", "line 10: text after the end of the board: 'more'"),
    ],
)
def test_file_is_read_strictly(text: str, message: str) -> None:
    assert message_of("pzprv3/dbchoco/2/2/" + text).startswith(message)


# JSON


def test_json_says_the_answer_as_blocks_and_as_borders() -> None:
    board = board_of("double-choco 2x2\n#1 ?\n. #")
    assert json.loads(forms.write(board, "json")) == {
        "puzzle": "dbchoco", "rows": 2, "cols": 2, "grey": [[0, 0], [1, 1]], "numbers": [[0, 0, 1], [0, 1, "?"]],
    }  # fmt: skip
    answer = Answer(frozenset({((0, 0), (1, 0)), ((0, 1), (1, 1))}), frozenset({((0, 0), (0, 1))}))
    found = json.loads(forms.write(board, "json", answer))
    assert found["answer"] == {
        "blocks": [[[0, 0], [0, 1]], [[1, 0], [1, 1]]],
        "borders": [[[0, 0], [1, 0]], [[0, 1], [1, 1]]],
        "crosses": [[[0, 0], [0, 1]]],
    }
    for keys in (("blocks",), ("borders",), ("blocks", "borders", "crosses")):
        text = json.dumps({**found, "answer": {key: found["answer"][key] for key in keys}})
        assert answer_of(text) == answer
    backwards = [edge[::-1] for edge in found["answer"]["borders"]]
    assert answer_of(json.dumps({**found, "answer": {"borders": backwards}})) == answer
    for nothing in (None, {}):
        assert forms.parse(json.dumps({**found, "answer": nothing})).answer is None


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"gray": []}, "the key 'gray' is unknown here; known are grey, numbers, answer"),
        ({"grey": [[0, 2]]}, "grey, item 1: '[0, 2]' is not on the board"),
        ({"numbers": 5}, "numbers: 5 is not a list"),
        ({"numbers": [[0, 0]]}, "numbers, item 1: a number is [row, column, number], not 2 values"),
        ({"numbers": [[0, 0, 0]]}, "numbers, item 1: the number '0' is not a positive whole number"),
        ({"numbers": [[0, 0, -3]]}, "numbers, item 1: the number '-3' is not a positive whole number"),
        ({"numbers": [[0, 0, 8192]]}, "numbers, item 1: the number '8192' is above the limit of 8191"),
        ({"numbers": [[0, 0, "3"]]}, "numbers, item 1: '3' is not a whole number"),
        ({"numbers": [[0, 0, 1.0]]}, "numbers, item 1: 1.0 is not a whole number"),
        ({"numbers": [[0, 0, 1], [0, 0, "?"]]}, "numbers, item 2: r1c1 has a number already"),
        ({"numbers": [[0, 5, 1]]}, "numbers, item 1: '[0, 5]' is not on the board"),
        ({"answer": {"lines": []}}, "answer: the key 'lines' is unknown here; known are blocks, borders, crosses"),
        ({"answer": {"borders": [[[0, 0], [1, 1]]]}}, "answer, borders, item 1: r1c1 and r2c2 are not neighbours"),
        ({"answer": {"borders": [[[0, 0], [0, 1], [1, 1]]]}}, "answer, borders, item 1: a border is two cells, not 3"),
        ({"answer": {"borders": [[[0, 0], [0, 1]]] * 9}}, "answer, borders: 9 of them are more than the board has"),
        ({"answer": {"blocks": [[[0, 0]]]}}, "answer, blocks: r1c2 is in no block"),
        ({"answer": {"blocks": [[[0, 0], [0, 0]]]}}, "answer, blocks, item 1, item 2: r1c1 is there twice"),
        ({"answer": {"blocks": [[]] * 5}}, "answer, blocks: 5 blocks are more than the board has cells"),
        ({"answer": {"blocks": [[[0, 0], [1, 1]], [[0, 1]], [[1, 0]]]}},
         "answer, blocks: block '1' is in pieces: r1c1 and r2c2 are not joined"),
        ({"answer": {"blocks": [[[0, 0], [0, 1], [1, 0], [1, 1]]], "borders": [[[0, 0], [0, 1]], [[0, 0], [1, 0]]]}},
         "answer, blocks: the borders cut the board into other blocks than these"),
    ],
)  # fmt: skip
def test_json_is_read_strictly(keys: dict[str, object], message: str) -> None:
    assert message_of(json.dumps({"puzzle": "dbchoco", "rows": 2, "cols": 2, **keys})).startswith(message)


# Typed text


def test_typed_sample() -> None:
    assert forms.write(board_of(SAMPLE), "text") == SAMPLE_TEXT
    reading = forms.parse(SAMPLE_ANSWER)
    assert reading.board == board_of(SAMPLE) == board_of(SAMPLE_TEXT)
    assert check(reading.board, reading.answer) == []
    assert forms.write(reading.board, "text", reading.answer) == SAMPLE_ANSWER
    assert len(blocks(reading.board, reading.answer)) == 8


def test_typed_words_are_read_as_people_write_them() -> None:
    assert board_of("Double Choco 1x5\n.3 3 .? ? #?") == Instance.of(
        1, 5, [(0, 4)], {(0, 0): 3, (0, 1): 3, (0, 2): None, (0, 3): None, (0, 4): None}
    )
    # Any letters name a block; the same blocks are the same answer.
    assert answer_of("dbchoco 1x4\n.X #x .Yes #yes") == answer_of("dbchoco 1x4\n. #| . #")


def test_typed_lines_and_crosses() -> None:
    reading = forms.parse("double-choco 2x3\n.|: #_~ .\n. #: .")
    assert reading.answer.borders == {((0, 0), (0, 1)), ((0, 1), (1, 1))}
    assert reading.answer.crosses == {((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 2))}
    # Lines with the same block on both sides are all that letters do not say.
    assert idle_lines(reading.board, reading.answer) == sorted(reading.answer.borders)
    assert forms.write(reading.board, "text", reading.answer) == "double-choco 2x3\n.a|: #a_~ .a\n.a   #a:  .a\n"


def test_many_blocks_have_names_of_two_letters() -> None:
    board = Instance(1, 30)
    text = forms.write(board, "text", Answer(frozenset(board.grid.edges())))
    assert text.split()[-5:] == [".z", ".aa", ".ab", ".ac", ".ad"]
    assert answer_of(text).borders == set(board.grid.edges())


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (". x\n. .", "line 2, token 2: 'x' is no cell: . white or # grey, a number or ?, letters that name its block"),
        (". -\n. .", "line 2, token 2: '-' is no cell"),
        (". 3#\n. .", "line 2, token 2: '3#' is no cell"),
        (". ..\n. .", "line 2, token 2: '..' is no cell"),
        (". #a3\n. .", "line 2, token 2: '#a3' is no cell"),
        (".|| .\n. .", "line 2, token 1: '.||' is no cell"),
        (". |\n. .", "line 2, token 2: '|' is no cell"),
        (". 0\n. .", "line 2, token 2: the number '0' is not a positive whole number"),
        (". #9999\n. .", "line 2, token 2: the number '9999' is above the limit of 8191"),
        (". .|\n. .", "line 2, token 2: '|' is on no border: r1c2 is at the edge of the board"),
        (". .\n.~ .", "line 3, token 1: '~' is on no border: r2c1 is at the edge of the board"),
        (".a .a\n.a .", "r2c2 is in no block"),
        (".a .b\n.b .a", "block 'b' is in pieces: r1c2 and r2c1 are not joined"),
        (".a| .a\n.a| .a", "block 'a' is in pieces: r1c1 and r1c2 are not joined"),
        (". .\n.", "line 3: cells end early: 1 token where 2 should be"),
        ("..\n..", "line 2: cells end early: 1 token where 2 should be"),
    ],
)
def test_typed_text_is_read_strictly(rows: str, message: str) -> None:
    assert message_of(f"double-choco 2x2\n{rows}").startswith(message)
