"""The files of the page: small, of one piece, and without a genre."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Response

import puzzlewright
from browser import SQUARES, Size, Visitor
from puzzlewright.puzzles import PUZZLES

STATIC = Path(puzzlewright.__file__).parent / "web" / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
LANGUAGES = ("en", "zh", "ja")
FIRST_PAGE_BYTES = 150_000
QUIET_MS = 1000


@pytest.mark.parametrize("size", ["phone", pytest.param("desk", marks=pytest.mark.long)])
def test_the_first_page_is_small_and_comes_from_one_place(
    visit: Callable[..., Visitor], address: str, size: Size
) -> None:
    visitor = visit(size)
    replies: list[Response] = []
    visitor.page.on("response", lambda reply: replies.append(reply))
    visitor.go(SQUARES)
    # What follows at once counts too.
    visitor.page.wait_for_timeout(QUIET_MS)
    visitor.page.wait_for_load_state("networkidle")
    assert all(reply.url.startswith(address) for reply in replies)
    # As files: what the server packs for the way is not counted on.
    sizes = [len(reply.body()) for reply in replies]
    assert len(sizes) > 20
    assert 50_000 < sum(sizes) < FIRST_PAGE_BYTES
    # Windows come when the page is first used.
    with visitor.page.expect_response("**/share.js"), visitor.page.expect_response("**/verdict.js"):
        visitor.tap_cell(0, 1)


def test_no_script_knows_a_genre() -> None:
    names = {word for puzzle in PUZZLES for word in (puzzle.id, puzzle.name, *puzzle.titles.values(), *puzzle.rules)}
    values = {look.value for puzzle in PUZZLES for look in puzzle.editor.marks} - {"none", "line", "square", "empty"}
    tools = {tool.id for puzzle in PUZZLES for tool in puzzle.editor.tools} - {
        "arrow",
        "square",
        "number",
        "colour",
        "shaded",
    }
    known = names | values | tools | {"evolo", "choco"}
    found = {(file.name, word) for file in SCRIPTS for word in known if word.lower() in file.read_text().lower()}
    assert found == set()


def test_the_page_has_no_script_or_style_in_itself() -> None:
    page = (STATIC / "index.html").read_text()
    assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:", page)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", page))
    addresses = re.findall(r"https?://[^\"'` ]+", page + "".join(file.read_text() for file in SCRIPTS))
    assert {address.split("/")[2] for address in addresses} <= {"puzz.link", "www.w3.org"}


def test_all_modules_are_used_and_few_are_long() -> None:
    page = (STATIC / "index.html").read_text()
    text = page + "".join(file.read_text() for file in SCRIPTS)
    for file in SCRIPTS:
        assert f"/{file.name}" in text, file.name
        assert len(file.read_text().splitlines()) <= 400, file.name


def test_what_is_loaded_at_once_is_asked_for_at_once() -> None:
    page = (STATIC / "index.html").read_text()
    wanted, found = ["main.js"], set()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += re.findall(r'^(?:import|export) .* from "\./([\w.]+)"', (STATIC / name).read_text(), re.MULTILINE)
    assert set(re.findall(r'modulepreload" href="/static/([\w.]+)"', page)) == found


def test_words_are_there_in_all_languages() -> None:
    tables = {language: json.loads((STATIC / "words" / f"{language}.json").read_text()) for language in LANGUAGES}
    assert tables["en"].keys() == tables["zh"].keys() == tables["ja"].keys()
    for key, words in tables["en"].items():
        holes = set(re.findall(r"\{\w+\}", words))
        for language in LANGUAGES:
            assert tables[language][key], (language, key)
            assert set(re.findall(r"\{\w+\}", tables[language][key])) <= holes | {"{n}"}, (language, key)


def test_words_that_are_asked_for_are_there() -> None:
    table = json.loads((STATIC / "words" / "en.json").read_text())
    page = (STATIC / "index.html").read_text()
    asked = set(re.findall(r'data-(?:word|label)="([\w-]+)"', page))
    for file in SCRIPTS:
        asked |= set(re.findall(r'(?<![\w.])t\(\s*"([\w-]+)"', file.read_text()))
    assert asked - table.keys() == set()
