"""How Evolomino is spelled in links, files, JSON, typed text, Penpa+ and the published benchmark."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

import boards
from puzzlewright import forms, penpa
from puzzlewright.errors import ParseError
from puzzlewright.penpa import Layer, PenpaBoard
from puzzlewright.puzzles import evolomino
from puzzlewright.puzzles.evolomino.rules import Answer, Instance

SAMPLE = "https://puzz.link/p?evolmino/5/5/i71027000222k44j23344"
SAMPLE_ARROWS = (
    ((0, 3), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (3, 0), (4, 0)),
    ((4, 3), (4, 4), (3, 4), (2, 4), (1, 4)),
)
SAMPLE_TEXT = """\
evolomino 5x5
o  .  v  <  o
#  v  <  #  .
v  <  .  .  o^
v  o  #  .  ^
.  .  .  >  ^
"""
BRANCH = frozenset({((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 1), (1, 1))})
RING = frozenset({((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))})


def board_of(text: str) -> Instance:
    board = forms.parse(text, strict=False).board
    assert isinstance(board, Instance)
    return board


def message_of(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        forms.parse(text, strict=False)
    return str(caught.value)


# Links


def test_worked_link() -> None:
    board = board_of(SAMPLE)
    assert board.squares == {(0, 0), (0, 4), (2, 4), (3, 1)}
    assert board.shaded == {(1, 0), (1, 3), (3, 2)}
    assert board.arrows == SAMPLE_ARROWS and not board.broken_arrows
    assert forms.write(board, "puzzlink") == SAMPLE


def test_published_links(shared: Path) -> None:
    for line in (shared / "cases/evolmino_urls.txt").read_text().splitlines():
        if line.startswith("http"):
            assert forms.write(board_of(line), "puzzlink") == line


def test_one_cell() -> None:
    corner = frozenset({(0, 0)})
    for body, board in {"0": Instance(1, 1), "9": Instance(1, 1, corner), "i": Instance(1, 1, squares=corner)}.items():
        link = f"https://puzz.link/p?evolmino/1/1/{body}"
        assert board_of(link) == board and forms.write(board, "puzzlink") == link


@pytest.mark.parametrize("link", ["evolmino/3/4", "evolmino/3/4/"])
def test_link_without_a_body_is_an_empty_board(link: str) -> None:
    assert board_of(link) == Instance(4, 3)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("00", "character 16: the link ends within cells"),
        ("0r0cc", "character 15: 'r' is no digit of base 27 (cells)"),
        ("000", "character 17: the link ends within arrows to the left and up"),
        ("0004", "character 18: the link ends within arrows to the left and up"),
        ("0004c", "character 18: arrows to the left and up run past the last one"),
        ("00047", "character 19: the link ends within arrows to the right and down"),
        ("0004747", "character 19: arrows run both ways between r3c1 and r3c2"),
        ("000cc0", "character 19: text after the end of the board: '0'"),
        ("000cc//", "character 19: text after the end of the board: '/'"),
        ("000cc.", "character 19: text after the end of the board: '.'"),
    ],
)
def test_link_is_read_strictly(body: str, message: str) -> None:
    # 3 x 3 cells have 12 borders; `c` skips all of them.
    assert message_of(f"evolmino/3/3/{body}") == message.replace(":", " of the link:", 1)


def test_arrow_part_that_is_cut_is_not_read_twice() -> None:
    # pzpr reads the single `4` as an arrow down as well.
    assert "the link ends" in message_of("https://puzz.link/p?evolmino/3/3/0004")


# Files


def test_worked_file() -> None:
    text = "pzprv3/evolmino/2/5/0 . . . . /# . . . . /2 2 2 2 /0 0 0 0 /0 0 0 0 0 /. . 0 . + /. . 0 . . /"
    reading = forms.parse(text)
    assert reading.board == board_of("evolmino/5/2/i100d00009")
    assert reading.answer == Answer(frozenset({(0, 0), (0, 2), (1, 2)})) and reading.answer.dots == {(0, 4)}
    assert not evolomino.PUZZLE.check(reading.board, reading.answer)
    assert forms.pzprv3_line(reading.board, reading.answer) == text
    assert forms.pzprv3_line(reading.board) == text.replace(". . 0 . + /. . 0 . . /", ". . . . . /. . . . . /")


def test_file_of_one_column_and_of_one_row() -> None:
    column = Instance(3, 1, links=frozenset({((0, 0), (1, 0)), ((2, 0), (1, 0))}))
    text = "pzprv3\nevolmino\n3\n1\n. \n. \n. \n\n\n\n2 \n1 \n. \n. \n. \n"
    assert forms.write(column, "pzprv3") == text and board_of(text) == column
    row = Instance(1, 3, links=frozenset({((0, 0), (0, 1)), ((0, 2), (0, 1))}))
    text = "pzprv3\nevolmino\n1\n3\n. . . \n2 1 \n. . . \n"
    assert forms.write(row, "pzprv3") == text and board_of(text) == row
    assert "arrows between columns: 1 token where 0 should be" in message_of("pzprv3/evolmino/2/1/. /. /2 /. /. /")


def test_answer_layer_may_be_missing_or_empty_but_not_cut() -> None:
    clues = "pzprv3/evolmino/2/2/. 0 /. . /0 /0 /0 0 /"
    for layer in ("", "/", "\n\n", ". . /. . /", ". 0 /. . /", "info:{}", "TrialData(1)/0 . /. . /"):
        assert forms.parse(clues + layer).answer is None
    assert forms.parse(clues + "+ . /. . /").answer.dots == {(0, 0)}
    assert message_of(clues + "0 . /") == "line 11: cells of the answer end early: 0 tokens where 2 should be"
    assert message_of(clues + "0 . /. ") == "line 11: cells of the answer end early: 1 token where 2 should be"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (". 0 /. . /0 /0 /0 ", "line 9: arrows between rows end early: 1 token where 2 should be"),
        (". 0 /. . /0 /0 /", "line 9: arrows between rows end early: 0 tokens where 2 should be"),
        (". 0 /. . /0 /", "line 8: arrows between columns end early: 0 tokens where 1 should be"),
        (". 0 /. ", "line 6: cells end early: 1 token where 2 should be"),
        ("", "line 5: cells end early: 0 tokens where 2 should be"),
        (". 1 /. . /", "line 5, token 2: '1' is unknown in cells, which are written with . # 0"),
        (". 0 /. . /3 /0 /", "line 7, token 1: '3' is unknown in arrows between columns, which are written with 0 1 2"),
        (". 0 /. . /0 /0 /. 0 /", "line 9, token 1: '.' is unknown in arrows between rows"),
        (". 0 /. . /0 /0 /0 0 /# . /. . /", "line 10, token 1: '#' is unknown in cells of the answer"),
        ("# . /. . /0 /0 /0 0 /0 . /. . /", "r1c1: the answer has a square on a shaded cell"),
        (". 0 /. . /0 /0 /0 0 /0 . /. . /more", "line 12: text after the end of the board: 'more'"),
    ],
)
def test_file_is_read_strictly(text: str, message: str) -> None:
    assert message_of("pzprv3/evolmino/2/2/" + text).startswith(message)


def test_cases_with_answers_are_read_and_judged(shared: Path) -> None:
    count = 0
    for name in ("pzpr_checks", "pzpr_checks_extra"):
        for case in json.loads((shared / f"cases/{name}.json").read_text()):
            if case["puzzle"] == "evolmino":
                reading = forms.parse(case["board"])
                answer = reading.answer or Answer(reading.board.squares)
                found = reading.puzzle.check(reading.board, answer)
                assert (found[0].code if found else None) == case["expect"]
                assert forms.parse(forms.pzprv3_line(reading.board, reading.answer)).answer == reading.answer
                count += 1
    assert count > 10


# What some forms cannot hold


@pytest.mark.parametrize("form", [*forms.FORMS, "benchmark"])
def test_arrows_that_run_both_ways_are_not_written(form: str) -> None:
    board = Instance(1, 2, links=frozenset({((0, 0), (0, 1)), ((0, 1), (0, 0))}))
    with pytest.raises(ParseError, match="arrows run both ways between r1c1 and r1c2"):
        forms.write(board, form)


@pytest.mark.parametrize("form", ["puzzlink", "pzprv3"])
def test_squares_on_shaded_cells_are_not_written(form: str) -> None:
    with pytest.raises(ParseError, match="r1c1: this form has no square on a shaded cell"):
        forms.write(Instance(1, 1, frozenset({(0, 0)}), frozenset({(0, 0)})), form)


# JSON


@settings(max_examples=60, deadline=None)
@given(boards.boards())
def test_json_holds_arrows_and_what_is_none(board: Instance) -> None:
    found = json.loads(forms.write(board, "json"))
    assert [tuple(map(tuple, arrow)) for arrow in found["arrows"]] == list(board.arrows)
    assert ("links" in found) == bool(board.broken_arrows)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"shadded": []}, "the key 'shadded' is unknown here; known are shaded, squares, arrows, links, answer"),
        ({"shaded": 5}, "shaded: 5 is not a list"),
        ({"shaded": [5]}, "shaded, item 1: 5 is not a list"),
        ({"shaded": [[0, 0], [0]]}, "shaded, item 2: a cell is [row, column], not 1 values"),
        ({"squares": [[2, 0]]}, "squares, item 1: '[2, 0]' is not on the board"),
        ({"squares": [[0, -1]]}, "squares, item 1: '[0, -1]' is not on the board"),
        ({"squares": [[0, "0"]]}, "squares, item 1: '0' is not a whole number"),
        ({"squares": [[0, True]]}, "squares, item 1: true is not a whole number"),
        ({"squares": [[0, 10**99]]}, "squares, item 1: the number is too large"),
        ({"arrows": [[0, 0]]}, "arrows, item 1, item 1: 0 is not a list"),
        ({"arrows": [[[0, 0]]]}, "arrows, item 1: two cells or more are needed"),
        ({"arrows": [[[0, 0], [1, 1]]]}, "arrows, item 1: r1c1 and r2c2 are not neighbours"),
        ({"arrows": [[[0, 0], [0, 0]]]}, "arrows, item 1, item 2: r1c1 is there twice"),
        ({"arrows": [[[0, 0], [0, 1]], [[0, 1], [0, 0]]]}, "arrows, item 2: r1c2 is on arrow 1 already"),
        ({"arrows": [[[0, 0], [0, 1]], [[0, 1], [1, 1]]]}, "arrows, item 2: r1c2 is on arrow 1 already"),
        ({"arrows": [[[0, 0], [0, 1]]] * 2}, "arrows, item 2: r1c1 is on arrow 1 already"),
        ({"arrows": [[[0, 0], [0, 1]]], "links": [[[0, 1], [1, 1]]]}, "links, item 1: r1c2 is on arrow 1 already"),
        ({"arrows": [[[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]]]}, "arrows, item 1, item 5: r1c1 is there twice"),
        ({"links": [[[0, 0], [0, 1]], [[0, 1], [0, 0]]]}, "arrows run both ways between r1c1 and r1c2"),
        ({"links": [[[0, 0], [0, 1]]] * 2}, "links, item 2: the link from r1c1 to r1c2 is there twice"),
        ({"shaded": [[0, 0], [0, 1], [0, 0]]}, "shaded, item 3: r1c1 is there twice"),
        ({"answer": {"dots": [[0, 0], [0, 0]]}}, "answer, dots, item 2: r1c1 is there twice"),
        ({"links": [[[0, 0], [0, 1], [1, 1]]]}, "links, item 1: 3 cells where 2 should be at most"),
        ({"links": [[[0, 0], [0, 1]]] * 5}, "links: 5 of them are more than the board has borders"),
        ({"answer": []}, "answer: a list is not a string"),
        ({"answer": {"circles": []}}, "answer: the key 'circles' is unknown here; known are squares, dots"),
        ({"answer": {"squares": [[9, 9]]}}, "answer, squares, item 1: '[9, 9]' is not on the board"),
        ({"shaded": [[0, 0]], "answer": {"squares": [[0, 0]]}}, "r1c1: the answer has a square on a shaded cell"),
    ],
)
def test_json_is_read_strictly(keys: dict[str, object], message: str) -> None:
    assert message_of(json.dumps({"puzzle": "evolmino", "rows": 2, "cols": 2, **keys})) == message


def test_json_answer_may_leave_out_the_squares_of_the_board() -> None:
    text = '{"puzzle": "evolomino", "rows": 1, "cols": 3, "squares": [[0, 0]], "answer": {"squares": [[0, 2]]}}'
    assert forms.parse(text).answer == Answer(frozenset({(0, 0), (0, 2)}))
    assert forms.parse(text.replace("[[0, 2]]", "[[0, 0]]")).answer is None
    assert forms.parse(text.replace("[[0, 2]]", "[]")).answer is None


# Typed text


def test_typed_text_is_a_picture_of_the_board() -> None:
    assert forms.write(board_of(SAMPLE), "text") == SAMPLE_TEXT
    assert board_of(SAMPLE_TEXT) == board_of(SAMPLE)


def test_typed_text_of_answers_and_of_broken_arrows() -> None:
    reading = forms.parse("evolomino 2x5\no> > *> > x\n#  . *  . .")
    assert reading.board == board_of("evolmino/5/2/i100d00009")
    assert reading.answer == Answer(frozenset({(0, 0), (0, 2), (1, 2)})) and reading.answer.dots == {(0, 4)}
    assert board_of("evolomino 2x3\n> >v .\n. . .") == Instance(2, 3, links=BRANCH)
    assert board_of("evolomino 2x2\n>. v\n.^ <") == Instance(2, 2, links=RING)
    assert forms.write(Instance(2, 2, links=RING), "text") == "evolomino 2x2\n> v\n^ <\n"
    assert board_of("EVOLOMINO 2X1\nOV\nX") == board_of("evolomino 2x1\nov\nx")


def test_arrows_side_by_side_and_head_to_tail_are_kept_apart() -> None:
    links = {((0, 0), (0, 1)), ((0, 2), (0, 3)), ((1, 0), (1, 1)), ((1, 3), (1, 2))}
    board = Instance(2, 4, links=frozenset(links))
    assert forms.write(board, "text") == "evolomino 2x4\n> . > .\n> . . <\n"
    for form in (*forms.FORMS, "benchmark"):
        assert board_of(forms.write(board, form)).arrows == board.arrows


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("? .\n. .", "line 2, token 1: '?' is no cell: . empty, # shaded, o square, * drawn square, x note, <>^v"),
        (". o*\n. .", "line 2, token 2: 'o*' is no cell"),
        (". >>\n. .", "line 2, token 2: '>>' is no cell"),
        (". ..\n. .", "line 2, token 2: '..' is no cell"),
        (". .\n. 0", "line 3, token 2: '0' is no cell"),
        (". >\n. .", "line 2, token 2: the arrow leaves the board at r1c2: its last cell has no sign"),
        (". .\n. ov", "line 3, token 2: the arrow leaves the board at r2c2"),
        ("> <\n. .", "arrows run both ways between r1c1 and r1c2"),
        (". .\n. . .", "line 3: cells: 3 tokens where 2 should be"),
        (". .\n.", "line 3: cells end early: 1 token where 2 should be"),
        ("..\n..", "line 2: cells end early: 1 token where 2 should be"),
        ("#* .\n. .", "r1c1: the answer has a square on a shaded cell"),
    ],
)
def test_typed_text_is_read_strictly(rows: str, message: str) -> None:
    assert message_of(f"evolomino 2x2\n{rows}").startswith(message)


# Penpa+


def parts(board: Instance, answer: Answer | None = None) -> PenpaBoard:
    return penpa.read(penpa.payload(forms.write(board, "penpa", answer)), 100)


def test_penpa_marks() -> None:
    board = board_of("evolmino/5/2/i100d00009")
    found = parts(board, Answer(board.squares | {(0, 2), (1, 2)}, frozenset({(0, 4)})))
    arrow = tuple((0, col) for col in range(5))
    assert found == PenpaBoard(
        2,
        5,
        Layer(surface={(1, 0): 4}, symbols={(0, 0): (1, "square_M")}, directions=(arrow,)),
        Layer(symbols={(0, 2): (1, "square_M"), (1, 2): (1, "square_M"), (0, 4): (8, "ox_B")}),
        tags=("evolomino",),
    )
    lines = penpa.unpack(penpa.payload(forms.write(board, "penpa"))).split("\n")
    assert json.loads(lines[11])["pu_a"]["symbol"] == ["square_M", 1]
    assert forms.write(board, "penpa").startswith("https://swaroopg92.github.io/penpa-edit/#m=edit&p=")


def test_penpa_reader_is_tolerant() -> None:
    problem = Layer(
        surface={(0, 0): 1, (0, 1): 3, (0, 2): 8, (0, 3): 4, (0, 4): 5},
        symbols={(1, 0): (2, "square_LL"), (1, 1): ([1, 0], "square_S"), (1, 2): (1, "circle_M")},
        arrows=(((2, 0), (2, 4), (3, 4)), ((3, 0),), (), (None, None)),
    )
    answer = Layer(surface={(3, 1): 2, (3, 2): 5}, symbols={(2, 1): (1, "square_SS"), (2, 2): (4, "ox_E")})
    reading = forms.parse(penpa.write(PenpaBoard(4, 5, problem, answer)))
    assert reading.board == Instance(
        4,
        5,
        frozenset((0, col) for col in range(4)),
        frozenset({(1, 0), (1, 1)}),
        frozenset({*(((2, col), (2, col + 1)) for col in range(4)), ((2, 4), (3, 4))}),
    )
    assert reading.answer == Answer(frozenset({(1, 0), (1, 1), (2, 1)})) and reading.answer.dots == {(3, 1), (2, 2)}
    thin = replace(problem, directions=(((1, 3), (1, 4)),))
    assert board_of(penpa.write(PenpaBoard(4, 5, thin))).links == {((1, 3), (1, 4))}


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ((((0, 0), (1, 1)),), "Penpa+ link: an arrow runs from r1c1 to r2c2, which is not straight"),
        ((((0, 0), None),), "Penpa+ link: the arrow at r1c1 leaves the board"),
        ((((0, 0), (0, 1)), ((0, 1), (0, 0))), "arrows run both ways between r1c1 and r1c2"),
        ((((0, 0), (0, 1)), ((0, 1), (1, 1))), "Penpa+ link: several arrows run into each other from r1c1 on"),
    ],
)
def test_penpa_arrows_are_read_strictly(paths: tuple[penpa.Path, ...], message: str) -> None:
    packed = penpa.write(PenpaBoard(2, 2, Layer(directions=paths)))
    # A point beyond the board cannot be written, so it is put into the text.
    text = penpa.unpack(penpa.payload(packed)).replace('"direction":[[14]]', '"direction":[[14,8]]')
    assert message_of(penpa.LINK_START + penpa.pack(text)) == message


def test_penpa_square_on_a_shaded_cell_of_the_answer() -> None:
    found = PenpaBoard(1, 2, Layer(surface={(0, 0): 4}), Layer(symbols={(0, 0): (1, "square_M")}))
    assert message_of(penpa.write(found, ("evolomino",))) == "r1c1: the answer has a square on a shaded cell"
