"""Texts that are cut or wrong show what came through, and nothing that was not there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import SAMPLE
from puzzlewright import forms
from puzzlewright.puzzles import PUZZLES
from puzzlewright.salvage import salvage

CHOCO = "https://puzz.link/p?dbchoco/6/6/pu9hgpe05zu"


def text_of(text: str) -> str:
    """What is salvaged, as typed text without its head line."""
    found = salvage(text)
    assert found is not None
    lines = forms.write(found.board, "text").splitlines()[1:]
    return "".join(f"{' '.join(line.split())}\n" for line in lines)


def test_a_cut_link() -> None:
    assert text_of("https://puzz.link/p?evolmino/5/2/i100d0") == "o> . . . .\n# . . . .\n"
    assert text_of("https://puzz.link/p?evolmino/5/2/i1") == "o . . . .\n# . . . .\n"
    assert text_of("https://puzz.link/p?evolmino/5/2/") == ". . . . .\n. . . . .\n"
    assert text_of("dbchoco/3/2/k-1") == "# . #\n. . .\n"


@pytest.mark.parametrize("link", [SAMPLE, CHOCO])
def test_links_cut_anywhere_lose_clues_and_get_none(link: str) -> None:
    whole = clues(forms.parse(link).board)
    before = 0
    for end in range(link.index("/", 25), len(link)):
        found = salvage(link[:end])
        if found is not None:
            now = clues(found.board)
            assert now <= whole and len(now) >= before
            before = len(now)
    assert before


def clues(board: Any) -> set[Any]:
    if board.puzzle_id == "dbchoco":
        return {*board.grey, *board.clues}
    return {*(("shaded", cell) for cell in board.shaded), *board.squares, *board.links}


def test_a_wrong_character_ends_the_link() -> None:
    assert text_of("evolmino/5/2/i1!0d00009") == "o . . . .\n# . . . .\n"
    # Text after the end is no harm to what is before.
    assert text_of("evolmino/5/2/i100d00009xyz") == "o> > > > .\n# . . . .\n"


def test_cut_and_wrong_files_and_texts() -> None:
    file = "pzprv3/evolmino/2/5/0 . . . . /# . . . . /2 2 2 2 /0 0 0 0 /0 0 0 0 0 /"
    assert text_of(file[:26]) == "o . . . .\n. . . . .\n"
    assert text_of(file[:46]) == "o> > . . .\n# . . . .\n"
    assert text_of(file.replace("# .", "# x")) == "o . . . .\n# . . . .\n"
    assert text_of("double-choco 2x3\n# . 3\n. X #") == "# . 3\n. . .\n"
    assert text_of("double-choco 2x3\n# . 3 # #\n") == "# . 3\n. . .\n"


def test_cut_json() -> None:
    whole = forms.write(forms.parse(CHOCO).board, "json")
    found = salvage(whole[: whole.index("]", 100) + 1])
    assert found is not None and 0 < len(found.board.grey) < 18
    assert salvage('{"puzzle": "evolmino", "rows": 5') is None
    assert salvage("[" * 100_000) is None and salvage("[[" + "[]," * 100_000) is None


NO_SIZE = ["", "x", "https://puzz.link/p?sudoku/9/9/a", "evolmino/5", "pzprv3/evolmino/5", "5 5\n1 2"]


@pytest.mark.parametrize("text", NO_SIZE)
def test_what_has_no_size_is_given_up(text: str) -> None:
    assert salvage(text) is None


def test_the_largest_boards() -> None:
    rows = "- " * 100 + "\n"
    found = salvage("pzprv3\ndbchoco\n100\n100\n" + rows * 77 + "3 ! 5")
    assert found is not None and len(found.board.grey) == 7700
    assert salvage("evolmino/100/100/" + "!" * 100_000) is not None


FORMS = st.sampled_from(["puzzlink", "pzprv3", "text", "json"])


@given(st.sampled_from([SAMPLE, CHOCO]), st.integers(0, 60), st.text(max_size=8), FORMS)
def test_any_change_is_survived(link: str, at: int, put: str, form: str) -> None:
    text = forms.write(forms.parse(link).board, form)
    found = salvage(text[:at] + put + text[at + len(put) :])
    if found is not None:
        assert found.puzzle in PUZZLES
        found.puzzle.draw(found.board, found.answer)
