"""Finding out the form of a text, and the containers: what is the same for all genres."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boards
from puzzlewright import forms
from puzzlewright.errors import ParseError, UnknownPuzzle
from puzzlewright.puzzles.evolomino.rules import Answer, Instance
from puzzlewright.scan import MAX_TEXT

LINK = "https://puzz.link/p?evolmino/5/2/i100d00009"
FILE = "pzprv3/evolmino/2/5/0 . . . . /# . . . . /2 2 2 2 /0 0 0 0 /0 0 0 0 0 /. . 0 . + /. . 0 . . /"
BOARD = Instance(
    2, 5, frozenset({(1, 0)}), frozenset({(0, 0)}), frozenset(((0, col), (0, col + 1)) for col in range(4))
)
ANSWER = Answer(frozenset({(0, 0), (0, 2), (1, 2)}), frozenset({(0, 4)}))
CHOCO = forms.parse("double-choco 2x4\n2a: .a #b .b\n#a #a #?c .c")
EVERY_FORM = (*forms.FORMS, "benchmark")
WITH_ANSWER = ("pzprv3", "penpa", "json", "text")


def message_of(text: str) -> str:
    with pytest.raises(ParseError) as caught:
        forms.parse(text)
    return str(caught.value)


# Round trips


@pytest.mark.parametrize("form", EVERY_FORM)
def test_worked_example_in_every_form(form: str) -> None:
    text = forms.write(BOARD, form, ANSWER)
    reading = forms.parse(text)
    assert reading.board == BOARD == forms.parse(LINK).board
    assert reading.form == form == forms.detect(text)
    assert reading.puzzle.id == "evolmino"
    assert reading.answer == (ANSWER if form in WITH_ANSWER else None)
    if form in WITH_ANSWER:
        assert reading.answer.dots == ANSWER.dots
    assert forms.write(BOARD, form) == BOARD.to(form)
    assert forms.parse(BOARD.to(form)).answer is None


@settings(max_examples=400, deadline=None)
@given(boards.solved(boards.boards()), st.sampled_from(forms.FORMS))
def test_every_board_comes_back(case: tuple[Instance, Answer | None], form: str) -> None:
    board, answer = case
    reading = forms.parse(forms.write(board, form, answer), strict=False)
    assert reading.board == board and reading.form == form
    expected = answer if form in WITH_ANSWER else None
    assert reading.answer == expected
    assert expected is None or reading.answer.dots == expected.dots
    assert forms.write(reading.board, form, reading.answer) == forms.write(board, form, expected)


@settings(max_examples=60, deadline=None)
@given(boards.good_boards())
def test_good_boards_are_read_strictly_and_in_every_form(board: Instance) -> None:
    for form in EVERY_FORM:
        assert forms.parse(forms.write(board, form)).board == board


@settings(max_examples=60, deadline=None)
@given(boards.solved(boards.boards()))
def test_answers_travel_on_one_line(case: tuple[Instance, Answer | None]) -> None:
    board, answer = case
    line = forms.pzprv3_line(board, answer)
    assert "\n" not in line and line.endswith(" /")
    assert forms.read_answer(board, line) == answer
    with pytest.raises(ParseError, match="the answer is of another board"):
        forms.read_answer(replace(board, shaded=board.shaded ^ {(0, 0)}), line)


def test_largest_board() -> None:
    board = boards.good_board(random.Random(1), 100, 100)
    answer = boards.any_answer(random.Random(1), board)
    for form in EVERY_FORM:
        assert forms.parse(forms.write(board, form, answer)).board == board
        with pytest.raises(ParseError, match=r"above the limit of 99"):
            forms.parse(forms.write(board, form, answer), max_side=99)


# Finding out the form


@pytest.mark.parametrize(
    "text",
    [
        LINK,
        LINK + "/",
        LINK.removeprefix("https://puzz.link/p?"),
        LINK.replace("evolmino", "evolmino_edit"),
        LINK.replace("https://puzz.link/p?", "pzv.jp/p.html?type=player&"),
        f"\ufeff  {LINK}\n",
        LINK[:30] + "\r\n   " + LINK[30:40] + "\n" + LINK[40:],
        "https://puzz.link/p?" + FILE.replace(" ", "%20").replace("+", "%2B").replace("#", "%23"),
        FILE,
        FILE.replace("/", "\n"),
        FILE.replace("/", "\r\n"),
        FILE + 'info:{"metadata":{"title":"a/b"}}',
        "\n" + FILE,
        f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={LINK}",
        "https://swaroopg92.github.io/penpa-edit/?m=solve&p="
        + LINK.replace(":", "%3A").replace("/", "%2F").replace("?", "%3F"),
        json.dumps({"puzzle": "evolmino", "seed": 1, "rows": 2, "cols": 5, "url": LINK, "grade": {}, "answer": FILE}),
        json.dumps({"url": LINK, "answer": None}),
        json.dumps({"puzzle": "evolomino", "rows": 2, "cols": 5, "shaded": [[1, 0]], "squares": [[0, 0]],
                    "links": [[[0, col], [0, col + 1]] for col in range(4)], "answer": FILE}, indent=1),
        "evolomino 2x5\no> > > > .\n# . . . .\n",
        "\n\n  Evolmino\t2 \u00d7 5\r\n\n\to>  >  >  >  .\r\n\n  #  .  .  .  .",
        "2 5 17 1 1 1 1 13 0 0 0 0",
        "2 5\n17 1 1 1 1 \n13 0 0 0 0 \n",
    ],
)  # fmt: skip
def test_same_board_in_many_spellings(text: str) -> None:
    assert forms.parse(text).board == BOARD


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("evolmino/5/5/0", "puzzlink"),
        ("slither/5/5/0", "puzzlink"),
        ("https://example.org/", "puzzlink"),
        ("puzz.link/p?evolmino", "puzzlink"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc", "penpa"),
        ("p=abc", "penpa"),
        ("v:x/pzprv3/evolmino", "pzprv3"),
        (" {", "json"),
        ("[1]", "json"),
        ("double-choco 5x5", "text"),
        ("evolomino", "text"),
        ("5 5", "benchmark"),
    ],
)
def test_detect(text: str, form: str) -> None:
    assert forms.detect(text) == form


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("\ufeff \n\t", "the text is empty"),
        ("# a list of links\n" + LINK, "line 1: '# a list of links' starts no link"),
        ("hello world", "line 1: 'hello world' starts no link"),
        ("hello", "line 1: the genre 'hello' is unknown; known are evolomino (evolmino)"),
        ("slither/5/5/0", "the genre 'slither' is unknown; known are evolomino (evolmino)"),
        ("https://puzz.link/p?slither/5/5/0", "the genre 'slither' is unknown"),
        ("https://puzz.link/p", "this link has no board: the part after ? is missing"),
        ("https://example.org/?q=a+b", "character 22 of the link: 'q=a+b' is not the name of a genre"),
        ("pzprv3/slither/5/5/", "the genre 'slither' is unknown"),
        ('{"puzzle": "slither", "rows": 5, "cols": 5}', "the genre 'slither' is unknown"),
        ("slitherlink 5x5\n", "line 1: the genre 'slitherlink' is unknown"),
        (LINK + "\nmore", "character 44 of the link: text after the end of the board: 'more'"),
        ("https://puzz.link/p?evolmino/5/101/", "character 32 of the link: a board of 101 x 5 cells is above"),
        ("pzprv3/evolmino/2/5/0 . . . . /# . . /", "line 6: cells end early: 3 tokens where 5 should be"),
        (FILE + "/. . /", "line 13: text after the end of the board: '. .'"),
        ("evolomino\n. .", "line 1: after the genre come rows x columns, as in 'evolomino 5x5'"),
        ("evolomino 0x2\n. .", "line 1: the number of rows '0' is not a positive whole number"),
        ("evolomino 1x2x3\n. .", "line 1: the number of columns '2x3' is not a positive whole number"),
        ("evolomino 1x999\n. .", "line 1: a board of 1 x 999 cells is above the limit of 100 x 100 cells"),
        ("evolomino 1x2\n. .\n. .", "line 3: text after the end of the board: '. .'"),
        ("evolomino 2x2\n\n. .", "line 4: cells end early: 0 tokens where 2 should be"),
    ],
)
def test_refusals_say_where(text: str, message: str) -> None:
    assert message_of(text).startswith(message)


def test_unknown_genres_have_their_own_error() -> None:
    for text in ("slither/5/5/0", "slitherlink 5x5", "pzprv3/slither/1/1/", '{"puzzle": "slither"}'):
        with pytest.raises(UnknownPuzzle):
            forms.parse(text)


def test_text_is_bounded() -> None:
    assert message_of("evolmino/5/5/" + "0" * MAX_TEXT).startswith("the text is above the limit of 4194304")


def test_every_example_of_the_page_is_this_board() -> None:
    page = (Path(__file__).parents[1] / "docs/forms.md").read_text(encoding="utf-8")
    readings = [forms.parse(dedent(example)) for example in re.findall(r"(?:^    .*\n)+", page, re.MULTILINE)]
    assert {reading.form for reading in readings} == set(EVERY_FORM)
    assert {reading.form for reading in readings if reading.board == CHOCO.board} == set(forms.FORMS)
    for reading in readings:
        board, answer = (BOARD, ANSWER) if reading.puzzle.id == "evolmino" else (CHOCO.board, CHOCO.answer)
        assert reading.board == board
        assert reading.answer == (answer if reading.form in WITH_ANSWER else None)
        if reading.form in WITH_ANSWER and reading.puzzle.id == "dbchoco":
            assert not reading.puzzle.check(reading.board, reading.answer)
            assert reading.answer.crosses == CHOCO.answer.crosses


# JSON


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "a list is not an object"),
        ({}, "the key 'puzzle' is missing"),
        ({"puzzle": 5}, "puzzle: 5 is not a string"),
        ({"puzzle": "evolmino"}, "the key 'rows' is missing"),
        ({"puzzle": "evolmino", "rows": "5", "cols": 5}, "rows: '5' is not a whole number"),
        ({"puzzle": "evolmino", "rows": True, "cols": 5}, "rows: true is not a whole number"),
        ({"puzzle": "evolmino", "rows": 5.0, "cols": 5}, "rows: 5.0 is not a whole number"),
        ({"puzzle": "evolmino", "rows": 0, "cols": 5}, "rows and cols: the number of rows '0' is not"),
        ({"puzzle": "evolmino", "rows": 5, "cols": 10**30}, "cols: the number is too large"),
        ({"puzzle": "evolmino", "rows": 5, "cols": 101}, "rows and cols: a board of 5 x 101 cells is above"),
        ({"puzzle": "evolmino", "rows": 1, "cols": 1, "answer": 5}, "answer: 5 is not a string"),
        ({"puzzle": "evolmino", "rows": 1, "cols": 1, "answer": FILE}, "answer: the answer is of another board"),
        ({"puzzle": "evolmino", "rows": 2, "cols": 5, "answer": FILE}, "answer: the answer is of another board"),
        ({"puzzle": "evolmino", "rows": 2, "cols": 5, "answer": FILE[:30]}, "answer, line 6: cells end early"),
        ({"url": 5}, "url: 5 is not a string"),
        ({"url": LINK[:-1]}, "url, character 43 of the link: the link ends within arrows to the right and down"),
        ({"url": LINK, "rows": 5}, "rows: the link is of another board: its rows is 2"),
        ({"url": LINK, "puzzle": "dbchoco"}, "puzzle: the link is of another board: its puzzle is 'evolmino'"),
        ({"url": LINK, "title": None}, "title: null is not a string"),
    ],
)
def test_json_is_read_strictly(value: object, message: str) -> None:
    assert message_of(json.dumps(value)).startswith(message)


def test_json_bombs_and_cut_json() -> None:
    assert message_of("[" * 10**6) == "this JSON is too large or too deep"
    assert message_of('{"rows":' + "9" * 10**5 + "}") == "this JSON is too large or too deep"
    assert message_of('{"puzzle": "evolmino",\n "rows": }').startswith("line 2, column 10: not JSON")
    assert message_of('{"a": 1} {"b": 2}').startswith("line 1, column 10: not JSON")
    many = json.dumps({"puzzle": "evolmino", "rows": 1, "cols": 2, "shaded": [[0, 0]] * 1000})
    assert message_of(many) == "shaded: 1000 cells are more than the board has"


def test_json_carries_title_and_author() -> None:
    reading = forms.parse(json.dumps({"url": LINK, "title": "T", "author": "A", "answer": FILE}))
    assert (reading.title, reading.author, reading.answer) == ("T", "A", ANSWER)


# Defects


def test_boards_with_defects_are_refused_unless_asked() -> None:
    link = "https://puzz.link/p?evolmino/3/1/4201"
    with pytest.raises(ParseError, match=r"^r1c2: an arrow on a shaded cell, and 1 more$"):
        forms.parse("evolomino 1x3\n. #> #")
    with pytest.raises(ParseError, match=r"^r1c1: a pre-drawn square on a shaded cell$"):
        forms.parse("evolomino 1x2\n#o .")
    with pytest.raises(ParseError, match=r"^r1c2: an arrow on a shaded cell$"):
        forms.parse(link)
    assert forms.write(forms.parse(link, strict=False).board, "puzzlink") == link
    assert forms.parse("evolomino 1x2\n#o .", strict=False).board == Instance(
        1, 2, frozenset({(0, 0)}), frozenset({(0, 0)})
    )


def test_broken_arrows_are_no_defects() -> None:
    reading = forms.parse("evolomino 2x2\n> v\n^ <")
    assert reading.puzzle.unsolvable(reading.board)
    assert [violation.code for violation in reading.puzzle.check(reading.board, Answer(frozenset()))] == ["arInvalid"]


# Sources


def test_load_takes_text_links_paths_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    for form in EVERY_FORM:
        text = forms.write(BOARD, form)
        file.write_text("\ufeff" + text, encoding="utf-8")
        for reading in (
            forms.load(str(file)),
            forms.load(file),
            forms.load("-", text),
            forms.load("-", text.encode()),
            forms.load(text),
        ):
            assert (reading.board, reading.form) == (BOARD, form)


def test_load_takes_odd_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("pzprv3_board", "what?now", "p=1.txt", "evolomino", "10x10/5/5/board", "5 5", "{a}"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(LINK)
        assert forms.load(name).board == BOARD
    with pytest.raises(ParseError, match=r"^'pzprv3_missing': there is no such file"):
        forms.load("pzprv3_missing")


def test_load_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder/5/5").mkdir(parents=True)
    Path("empty").touch()
    Path("latin").write_bytes(b"evolomino \xe9")
    Path("binary").write_bytes(bytes(range(256)))
    Path("large").write_bytes(b"." * (MAX_TEXT + 1))
    Path("bad").write_text("evolomino 1x2\n. ?\n")
    Path("alien").write_text("slither/5/5/0")
    for source, message in {
        "missing": "'missing': there is no such file, and it is no link or other text of a board",
        "folder": "'folder': this is a folder",
        "folder/5/5": "'folder/5/5': this is a folder",
        "empty": "'empty': the text is empty",
        "latin": "'latin', byte 11: this is not UTF-8 text",
        "binary": "'binary', byte 129: this is not UTF-8 text",
        "large": "'large': this is above the limit of 4194304 bytes",
        "bad": "'bad', line 2, token 2: '?' is no cell: . empty, # shaded",
        "alien": "'alien': the genre 'slither' is unknown",
        "bad\0": r"'bad\x00': this is no name of a file",
        "x" * 5000: f"'{'x' * 80}...': this cannot be read: File name too long",
        "slither/5/5/0": "'slither/5/5/0': there is no such file",
        "": "the text is empty",
    }.items():
        with pytest.raises(ParseError) as caught:
            forms.load(source)
        assert str(caught.value).startswith(message)
    with pytest.raises(UnknownPuzzle):
        forms.load("alien")
    for given_, message in ((None, "nothing was given"), (b"\xff", "byte 1: this is not"), ("", "the text is empty")):
        with pytest.raises(ParseError) as caught:
            forms.load("-", given_)
        assert str(caught.value).startswith("standard input") and message in str(caught.value)
    with pytest.raises(ParseError, match="above the limit"):
        forms.load("-", b"." * (MAX_TEXT + 1))


def test_line_breaks_of_every_system() -> None:
    for form in EVERY_FORM:
        for ending in ("\r\n", "\r"):
            text = forms.write(BOARD, form).replace("\n", ending)
            assert (forms.parse(text).board, forms.detect(text)) == (BOARD, form)
    with pytest.raises(ParseError, match="line 3, token 1"):
        forms.parse("evolomino 2x1\r.\r?\r")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"rows": 2, "rows": 2', "the key 'rows' is there twice"),
        ('"answer": {"dots": [], "dots": []}', "answer: the key 'dots' is there twice"),
        ('"arrows": [[], {"a": 1, "a": 1}]', "arrows, item 2: the key 'a' is there twice"),
        ('"a": {"b": 1, "b": 2}, "a": 1', "the key 'a' is there twice"),
    ],
)
def test_keys_are_not_there_twice(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        forms.parse('{"puzzle": "evolmino", "cols": 2, ' + text + "}")
    assert str(caught.value) == message


# Writing


def test_unknown_form_names_the_forms_there_are() -> None:
    with pytest.raises(ParseError) as caught:
        forms.write(BOARD, "latex")
    assert str(caught.value) == (
        "evolomino has no form 'latex'; there are puzzlink, pzprv3, penpa, json, text, benchmark"
    )


def test_json_with_a_link_says_nothing_twice() -> None:
    url = "https://puzz.link/p?evolmino/5/2/i100d00009"
    answer = {"squares": [[0, 0], [0, 2], [1, 2]]}
    found = forms.parse(json.dumps({"puzzle": "evolmino", "url": url, "answer": answer}))
    assert found.answer.squares == {(0, 0), (0, 2), (1, 2)}
    for key in ("shaded", "squares", "arrows"):
        with pytest.raises(ParseError, match=f"^{key}: the link holds the board"):
            forms.parse(json.dumps({"url": url, key: []}))
