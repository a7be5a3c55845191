"""Handing puzzles on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import BLOCKS, SQUARES, Visitor, at_a_desk, on_a_phone
from puzzlewright import read


def test_links_hold_the_puzzle(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.go(SQUARES)
    visitor.click("#share")
    assert visitor.find("#link").input_value() == f"https://puzz.link/p?{SQUARES}"
    mine = visitor.find("#page-link").input_value()
    visitor.page.get_by_role("button", name="Copy: Link to this page").click()
    expect(visitor.find("dialog")).to_contain_text("Copied.")
    assert visitor.page.evaluate("navigator.clipboard.readText()") == mine
    visitor.press("Escape")
    visitor.page.goto(mine)
    visitor.ready()
    assert visitor.words("#title").startswith("Evolomino")


@pytest.mark.parametrize("puzzle", [SQUARES, BLOCKS])
def test_all_forms_read_back(visit: Callable[..., Visitor], puzzle: str) -> None:
    visitor = visit().go(puzzle)
    visitor.click("#share")
    text = visitor.find("#form-text")
    board = read(f"https://puzz.link/p?{puzzle}")
    before = ""
    forms = {"puzzlink", "pzprv3", "penpa", "json", "text"}
    for form in sorted(forms):
        visitor.find("#form").select_option(form)
        expect(text).not_to_have_value(before)
        expect(text).not_to_have_value("")
        before = text.input_value()
        assert read(before) == board
    assert forms <= set(visitor.find("#form option").all_inner_texts())


@on_a_phone
def test_a_form_holds_the_marks_on_demand(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.click("#share")
    text = visitor.find("#form-text")
    visitor.find("#form").select_option("json")
    expect(text).to_have_value(re.compile(r"^\{"))
    assert "answer" not in json.loads(text.input_value())
    visitor.find("dialog").get_by_label("With my marks").check()
    expect(text).to_have_value(re.compile("answer"))
    assert [0, 1] in json.loads(text.input_value())["answer"]["squares"]


@at_a_desk
@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_pictures_are_saved(visitor: Visitor, form: str, begins: bytes) -> None:
    visitor.go(BLOCKS)
    visitor.click("#share")
    with visitor.page.expect_download() as saved:
        visitor.click(f"[data-format={form}]")
    assert saved.value.suggested_filename == f"dbchoco-6x6.{form}"
    assert Path(saved.value.path()).read_bytes().startswith(begins)


@at_a_desk
def test_a_link_that_is_too_long_comes_with_a_warning_and_a_file(visitor: Visitor, tmp_path: Path) -> None:
    side = 70
    squares = [[row, col] for row in range(side) for col in range(side) if (row * 7 + col * 3 + row * col) % 4 == 0]
    text = json.dumps({"puzzle": "evolmino", "rows": side, "cols": side, "squares": squares})
    file = tmp_path / "large.json"
    file.write_text(text, encoding="utf-8")
    visitor.go()
    visitor.click("#open")
    visitor.find("#file").set_input_files(file)
    expect(visitor.find("#title")).to_contain_text("70 × 70")
    assert visitor.page.url.endswith("/")
    visitor.click("#share")
    expect(visitor.find("#too-long")).to_contain_text("Some programs cut it")
    with visitor.page.expect_download() as saved:
        visitor.click("#save-file")
    assert read(Path(saved.value.path()).read_text(encoding="utf-8")) == read(text)


def test_only_the_board_is_printed(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go(SQUARES)
    visitor.page.emulate_media(media="print")
    assert not visitor.find(".bar").is_visible() and not visitor.find(".controls").is_visible()
    assert visitor.find("#board").is_visible()


@pytest.mark.parametrize("with_marks", [False, True])
def test_marks_are_printed_only_if_wanted(visit: Callable[..., Visitor], with_marks: bool) -> None:
    visitor = visit().go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.click("#check")
    visitor.says("not met yet")
    visitor.page.evaluate(
        "() => { window.print = () => (window.printed = document.querySelector('#board').outerHTML); }"
    )
    visitor.click("#share")
    if with_marks:
        visitor.find(".check input").click()
    visitor.click("#print")
    printed = visitor.page.evaluate("printed")
    assert ('class="square drawn' in printed) == with_marks and "wrong" not in printed.replace("hatch-wrong", "")
    visitor.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert visitor.marked("square") == {"0,1"}


def test_paper_is_light(visit: Callable[..., Visitor]) -> None:
    visitor = visit(color_scheme="dark").go(SQUARES)
    colour = "getComputedStyle(document.querySelector('#board .paper')).fill"
    dark = visitor.page.evaluate(colour)
    visitor.page.emulate_media(media="print")
    assert visitor.page.evaluate(colour) == "rgb(255, 255, 255)" != dark
