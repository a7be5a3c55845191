"""Whatever text comes, it is a board or it is refused, and cut text is never another board."""

from __future__ import annotations

import random
import string

from hypothesis import example, given, settings
from hypothesis import strategies as st

import boards
import choco_boards
from puzzlewright import forms, penpa
from puzzlewright.errors import ParseError
from puzzlewright.puzzle import Board

Case = tuple[Board, object]
"""A board of any genre and an answer, which may be None."""

CASES: st.SearchStrategy[Case] = boards.solved(boards.boards()) | choco_boards.solved(choco_boards.boards())
GOOD_CASES: st.SearchStrategy[Case] = boards.solved(boards.good_boards()) | choco_boards.solved(choco_boards.boards())


def a_form(board: Board, data: st.DataObject) -> str:
    return data.draw(st.sampled_from(forms.forms_of(forms.puzzle_of(board))))


def outcome(text: str) -> Board | None:
    """The board of a text, None if it is refused; nothing but ParseError, and of one line, may be raised."""
    try:
        return forms.parse(text, strict=False).board  # type: ignore[no-any-return]
    except ParseError as error:
        assert str(error) and "\n" not in str(error) and len(str(error)) < 400
        return None


@settings(max_examples=1000, deadline=None)
@given(st.text() | st.text(string.printable) | st.binary().map(lambda data: data.decode("latin-1")))
@example("\x0b")
@example("\x85evolomino 5x5")
@example("\u2028{")
@example("p=\ud800")
@example("?v:")
@example("evolomino " + "x " * 40)
def test_any_text_is_read_or_refused(text: str) -> None:
    outcome(text)


STARTS = ["evolmino/", "x?evolmino/3/2/", "pzprv3/evolmino/", "pzprv3/evolmino/1/2/", "x#m=edit&p=", "{", "[",
          '{"puzzle":"evolmino","rows":1,"cols":2,', "evolomino ", "evolomino 1x2\n", "1 2 ", "?pzprv3/evolmino/",
          "dbchoco/3/2/", "pzprv3/dbchoco/1/2/", '{"puzzle":"dbchoco","rows":1,"cols":2,', "double-choco 1x2\n"]


@settings(max_examples=1000, deadline=None)
@given(st.sampled_from(STARTS), st.text('0123456789az/ .#+-%&=?{}[]":,ox*<>^v|_:~?\n') | st.text())
def test_any_end_is_read_or_refused(start: str, end: str) -> None:
    outcome(start + end)


def mutated(rng: random.Random, text: str, alphabet: str) -> str:
    letters = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        place = rng.randrange(len(letters) + 1)
        match rng.randrange(4):
            case 0:
                letters.insert(place, rng.choice(alphabet))
            case 1:
                letters[place : place + 1] = [rng.choice(alphabet)]
            case 2:
                del letters[place : place + rng.choice((1, 1, 3))]
            case _:
                letters[place:] = letters[place : place + rng.choice((0, 1, 2))]
    return "".join(letters)


@settings(max_examples=1500, deadline=None)
@given(CASES, st.data(), st.integers(0, 2**32))
def test_changed_text_is_read_or_refused(case: Case, data: st.DataObject, seed: int) -> None:
    rng = random.Random(seed)
    board, answer = case
    form = a_form(board, data)
    try:
        text = forms.write(board, form, answer)
    except ParseError:
        # The benchmark's form does not hold every board.
        assert form == "benchmark"
        return
    outcome(mutated(rng, text, string.printable))
    if form == "penpa":
        inside = mutated(rng, penpa.unpack(penpa.payload(text)), string.printable)
        outcome(penpa.LINK_START + penpa.pack(inside))


@settings(max_examples=500, deadline=None)
@given(GOOD_CASES, st.data())
def test_cut_text_is_never_another_board(case: Case, data: st.DataObject) -> None:
    board, answer = case
    form = a_form(board, data)
    text = forms.write(board, form, answer)
    place = data.draw(st.integers(0, len(text)))
    # What no reader can see: a link without its body is the empty board by agreement, and the last word of a typed
    # board or of a benchmark's may be cut within.
    last = len(text.rstrip()) - len(text.split()[-1])
    if place > (last if form in ("text", "benchmark") else len(text)):
        return
    if form == "puzzlink" and place <= text.rfind("/") + 1:
        return
    # Nor can it see that a number at the end of the cells of a file was longer: the sections behind it may be missing.
    in_word = not any(letter.isspace() for letter in text[place - 1 : place + 1])
    if form == "pzprv3" and in_word and text.count("\n", 0, place) >= len(("pzprv3", "genre", "rows", "cols")):
        return
    assert outcome(text[:place]) in (None, board)
