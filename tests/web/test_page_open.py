"""Opening puzzles on the page: links, texts, files, boards of the service, new ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk, on_a_phone


@pytest.mark.parametrize(
    "puzzle", [SQUARES, quote(f"https://puzz.link/p?{SQUARES}", safe=""), f"https://pzv.jp/p?{SQUARES}"]
)
@on_a_phone
def test_the_address_holds_a_puzzle(visitor: Visitor, puzzle: str) -> None:
    visitor.go(puzzle)
    assert visitor.words("#title").startswith("Evolomino")
    assert visitor.shapes(".square.given") == 4
    assert visitor.shapes(".arrow-head") == 2
    assert visitor.shapes(".tone-medium") == 3
    assert visitor.page.url.endswith(f"?puzzle={SQUARES}")


def test_a_link_is_pasted(visitor: Visitor) -> None:
    visitor.go()
    visitor.click("#welcome-open")
    visitor.find("#paste").fill(f"https://puzz.link/p?{BLOCKS}")
    visitor.click("#paste-open")
    expect(visitor.find("#title")).to_contain_text("6 × 6")
    assert visitor.shapes(".text.given") == 6
    assert visitor.page.url.endswith(f"?puzzle={BLOCKS}")
    expect(visitor.find("dialog")).to_have_count(0)


@at_a_desk
def test_a_file_is_opened_with_its_answer(visitor: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("pzprv3/evolmino/2/5/0 . . . . /# . . . . /2 2 2 2 /0 0 0 0 /0 0 0 0 0 /. . 0 . + /. . 0 . . /")
    visitor.go()
    visitor.click("#open")
    visitor.find("#file").set_input_files(file)
    expect(visitor.find("#title")).to_contain_text("2 × 5")
    assert visitor.marked("square") == {"0,2", "1,2"}
    assert visitor.marked("no square") == {"0,4"}


@on_a_phone
def test_a_board_of_the_service_is_opened(visitor: Visitor) -> None:
    visitor.go()
    visitor.click("#open")
    visitor.page.get_by_role("button", name="small/one.txt").click()
    expect(visitor.find("#title")).to_contain_text("5 × 5")


@at_a_desk
def test_what_is_no_puzzle_is_refused_where_it_was_pasted(visitor: Visitor) -> None:
    visitor.go()
    visitor.click("#open")
    visitor.find("#paste").fill("https://example.org/?nothing")
    visitor.click("#paste-open")
    expect(visitor.find("dialog .wrong")).not_to_be_empty()
    expect(visitor.find("#paste")).to_have_value("https://example.org/?nothing")


@on_a_phone
def test_a_cut_link_shows_what_could_be_read_and_a_sentence(visitor: Visitor) -> None:
    visitor.go(SQUARES[:-8])
    visitor.says("Read only in part", "the link ends within arrows")
    assert visitor.shapes(".square.given") == 4
    assert visitor.find("#panel").get_attribute("data-tone") == "bad"


@at_a_desk
def test_a_new_puzzle_is_made(visitor: Visitor) -> None:
    visitor.go()
    visitor.click("#new")
    visitor.find("#new-genre").select_option("dbchoco")
    visitor.find("#new-rows").fill("4")
    visitor.find("#new-cols").fill("5")
    visitor.find("summary").click()
    visitor.find("#new-seed").fill("7")
    visitor.click("#new-make")
    expect(visitor.find("#title")).to_contain_text("4 × 5")
    first = visitor.page.url
    assert re.search(r"\?puzzle=dbchoco/5/4/", first)
    # The same seed makes the same puzzle.
    visitor.click("#new")
    expect(visitor.find("#new-rows")).to_have_value("4")
    visitor.find("summary").click()
    visitor.find("#new-seed").fill("7")
    visitor.click("#new-make")
    expect(visitor.find("dialog")).to_have_count(0)
    assert visitor.page.url == first


@on_a_phone
def test_making_shows_progress_and_is_cancelled(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.click("#new")
    visitor.find("#new-rows").fill("20")
    visitor.find("#new-cols").fill("20")
    visitor.find("#new-band").select_option("beyond")
    visitor.click("#new-make")
    expect(visitor.find("dialog")).to_contain_text(re.compile(r"\d+ (try|tries), \d+ s"))
    visitor.click("#new-cancel")
    expect(visitor.find("dialog")).to_contain_text("Cancelled.")
    expect(visitor.find("#new-make")).to_be_enabled()
    visitor.press("Escape")
    assert visitor.page.url.endswith(SQUARES)


def test_sizes_that_cannot_be_made_are_refused_with_a_sentence(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go()
    visitor.click("#new")
    visitor.find("#new-genre").select_option("dbchoco")
    visitor.find("#new-rows").fill("0")
    visitor.click("#new-make")
    # The field itself says what it takes.
    assert visitor.page.evaluate("document.querySelector('#new-rows').validity.rangeUnderflow")
    expect(visitor.find("dialog")).to_have_count(1)


@at_a_desk
def test_an_empty_board_is_for_making(visitor: Visitor) -> None:
    visitor.go()
    visitor.click("#new")
    visitor.find("#new-rows").fill("3")
    visitor.find("#new-cols").fill("4")
    visitor.click("#new-empty")
    expect(visitor.find("#title")).to_contain_text("3 × 4")
    assert visitor.find("#mode-make").get_attribute("aria-pressed") == "true"


def test_a_link_that_is_no_puzzle_is_refused_in_sight(visitor: Visitor) -> None:
    visitor.go("sudoku/9/9/abc")
    expect(visitor.message).to_be_visible()
    visitor.says("the genre 'sudoku' is unknown")
    expect(visitor.find("#welcome-open")).to_be_visible()
    assert not visitor.find("#so-far").is_visible()
