"""The boards of a benchmark: the files of a folder, or the lines of a file."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from puzzlewright import forms, jsontext
from puzzlewright.errors import ParseError
from puzzlewright.puzzles import PUZZLES
from puzzlewright.scan import MAX_TEXT, quoted

_ON_A_LINE = ("puzzlink", "pzprv3", "penpa", "json")


@dataclass(frozen=True, slots=True)
class Instance:
    """The text of one board, not yet read, and the name under which results are listed."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """A few characters that change with the text."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


@dataclass(slots=True)
class Found:
    """What a path holds. `skipped` are files that hold no board."""

    instances: list[Instance] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)


def find(path: Path) -> Found:
    """The boards below a folder in natural order, named by their paths in it; or those of one file.

    A file holds one board in any form, or a board on each line: a link, a pzprv3 file or JSON, perhaps after a name
    and a space; blank lines and lines that start with `#` do not count. The boards of such a file are named by that
    name, or by the number of the line. Hidden files are left out. Raises ParseError if there is no board, or if a file
    cannot be read.
    """
    found = Found()
    if path.is_dir():
        for file in sorted((file for file in path.rglob("*") if file.is_file()), key=lambda file: _natural(file, path)):
            name = file.relative_to(path).as_posix()
            if any(part.startswith(".") for part in file.relative_to(path).parts):
                continue
            boards = [Instance(f"{name}:{label}" if label else name, text) for label, text in _boards(_text(file))]
            found.instances += boards
            if not boards:
                found.skipped.append(name)
    else:
        found.instances = [Instance(label or path.name, text) for label, text in _boards(_text(path))]
    if not found.instances:
        raise ParseError("there is no board here", quoted(str(path), 80))
    return found


def _natural(file: Path, folder: Path) -> list[list[tuple[int, int, str]]]:
    """So that `sample2` comes before `sample10`."""
    return [
        [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d{1,18})", name) if part]
        for name in file.relative_to(folder).parts
    ]


def _text(file: Path) -> str:
    """The text of a file, empty for one that is too large or no text: it is no board. Raises ParseError."""
    try:
        with open(file, "rb") as opened:
            content = opened.read(MAX_TEXT + 1)
    except OSError as error:
        raise ParseError(f"this cannot be read: {error.strerror}", quoted(str(file), 80)) from None
    try:
        return forms.unix_lines(content.decode("utf-8").removeprefix("\ufeff")) if len(content) <= MAX_TEXT else ""
    except UnicodeDecodeError:
        return ""


def _boards(text: str) -> Iterator[tuple[str, str]]:
    """The boards in a text with their labels; the label of a single board is empty."""
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        return
    first = lines[0][1]
    if _on_a_line(first) or _on_a_line(_with_name(first)[1]):
        for number, line in lines:
            name, board = _with_name(line)
            if name and _on_a_line(board) and not _on_a_line(line):
                yield name, board
            else:
                # A line that is no board by any reading is kept: it will be refused, and be seen.
                yield str(number) if len(lines) > 1 else "", line
        return
    if _form(text):
        yield "", text


def _with_name(line: str) -> tuple[str, str]:
    """The first word and the rest; no name if there is one word."""
    name, _, rest = line.partition(" ")
    return (name, rest.strip()) if rest else ("", line)


def _on_a_line(text: str) -> bool:
    """Is a line a whole board?"""
    form = _form(text)
    starts_more = (form == "pzprv3" and "/" not in text) or (form == "json" and text[-1] != "}")
    return form in _ON_A_LINE and not starts_more


def _form(text: str) -> str:
    """The form of a text that is clearly meant as a board, cut or wrong as it may be; empty for all other texts.

    Folders hold other files too, and `forms.detect` takes every text for a board that may be one.
    """
    try:
        form = forms.detect(text)
    except ParseError:
        return ""
    start = text.strip()
    first = start.partition("\n")[0]
    match form:
        case "json":
            clear = _is_json_board(start)
        case "pzprv3":
            clear = "pzprv" in first
        case "penpa":
            clear = re.search(r"[#?&]m=(edit|solve)|(^|[#?&])p=([A-Za-z0-9+/=%_-]{40}|https?:)", first) is not None
        case "puzzlink":
            # Of another genre, a link is known by its size; without a host it may be a path.
            board = re.sub(r"^(\w+=\w+&)+", "", first.partition("?")[2]) or first
            sized = re.match(r"(v:[^/]*/)?(pzprv|[\w-]+/(\S*/)?-?\d+/-?\d+(/|$))", board) is not None
            clear = _names_genre(board, r"(_edit|_play)?/") or (sized and "?" in first)
        case "text":
            sized = re.fullmatch(r"[\w-]+\s+\d+\s*[xX\u00d7]\s*\d+\s*", first) is not None
            clear = sized or _names_genre(first, r"(\s|$)")
        case _:
            clear = all(re.fullmatch(r"[+-]?\d+", word) for word in start.split())
    return form if clear else ""


def _names_genre(text: str, after: str) -> bool:
    """Does a text start with the name of a genre and what comes after it?"""
    names = (name for puzzle in PUZZLES for name in (puzzle.id, puzzle.name))
    return any(re.match(re.escape(name) + after, text, re.IGNORECASE) for name in names)


def _is_json_board(text: str) -> bool:
    """Are the keys that every board has in a JSON text, which may be cut?"""
    try:
        found = jsontext.load(text)
    except ParseError:
        return re.search(r'"(puzzle|url)"\s*:', text) is not None
    return isinstance(found, dict) and ("puzzle" in found or _form(str(found.get("url", ""))) == "puzzlink")
