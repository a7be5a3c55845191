"""pzpr's own text forms, as far as all genres share them: links, pzprv3 files, and the parts of link bodies.

A link names columns first, a file rows first. Every reader raises ParseError with the place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import unquote

from puzzlewright.errors import ParseError
from puzzlewright.refusing import named, refused
from puzzlewright.scan import Lines, Scan, natural, quoted, size

T = TypeVar("T")

LINK_START = "https://puzz.link/p?"

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PAIR = re.compile(r"\w+=\w+&")
_TAIL = re.compile(r"TrialData\(|info:|history:|__HISTORY__|https?:")


class Opened(NamedTuple, Generic[T]):
    """What a container says about its board, and the cursor at the genre's own text."""

    pid: str
    rows: int
    cols: int
    rest: T


# Links


def _query(link: str) -> Scan:
    """A cursor behind the host and behind leading `name=value&` pairs, which do not matter."""
    scan = Scan(link, link.find("?") + 1)
    while pair := _PAIR.match(link, scan.position):
        scan.position = pair.end()
    return scan


def file_in_link(link: str) -> str | None:
    """The pzprv3 file that rides in a link with its lines percent-encoded, or None for an ordinary link."""
    text = _query(link).rest
    if not re.match(r"(v:[^/]*/)?pzprv", text):
        return None
    return "\n".join(unquote(line) for line in text.split("/"))


def read_link(link: str, max_side: int) -> Opened[Scan]:
    """Genre, size and body of `host?pid/columns/rows/body`; the part up to `?` may be missing.

    The link has no line breaks. A body that is empty stands for an empty board.
    """
    if "://" in link and "?" not in link:
        raise ParseError(refused("no board"))
    scan = _query(link.removesuffix("/"))
    where = scan.where()
    _no_variant(scan.rest, where)
    pid = re.sub(r"_(edit|play)$", "", scan.segment())
    if not re.fullmatch(r"[\w-]+", pid):
        raise ParseError(refused("no name", text=quoted(pid)), where)
    where = scan.where()
    _no_variant(scan.rest, where)
    cols = scan.segment()
    if re.match(r"[A-Za-z]", cols):
        raise ParseError(refused("flag", text=quoted(cols), genre=quoted(pid)), where)
    natural(cols, "the number of columns", where)
    where = scan.where()
    rows = scan.segment()
    return Opened(pid, *size(rows, cols, max_side, where), scan)


def write_link(pid: str, rows: int, cols: int, body: str) -> str:
    """A puzz.link URL. One that would end in a sign gets a slash, which link shorteners leave alone."""
    link = f"{LINK_START}{pid}/{cols}/{rows}/{body}"
    return link if re.search(r"[A-Za-z0-9]$", link) else link + "/"


def _no_variant(text: str, where: str) -> None:
    if variant := re.match(r"v:[^/\n]*", text):
        raise ParseError(refused("variant", text=quoted(variant[0])), where)


# Files


def read_file(text: str, max_side: int) -> Opened[Lines]:
    """Genre, size and sections of a pzprv3 file; its lines may be joined by slashes.

    Tails (trial stages, metadata, history) are left out.
    """
    lines = [line.rstrip("\t\r") for line in text.replace("/", "\n").split("\n")]
    _no_variant(lines[0], "line 1")
    version, pid, rows, cols = (line.strip() for line in [*lines, "", "", ""][:4])
    if version != "pzprv3":
        raise ParseError(f"the file version {quoted(version)} is unknown: only pzprv3 is", "line 1")
    if not pid:
        raise ParseError("the file ends before the name of the genre", "line 2")
    sides = size(rows, cols, max_side, "lines 3 and 4")
    tail = next((index for index, line in enumerate(lines) if index > 3 and _TAIL.match(line)), len(lines))
    return Opened(pid, *sides, Lines(lines[4:tail], first=5))


def write_file(pid: str, rows: int, cols: int, sections: Iterable[str]) -> str:
    """A pzprv3 file of several lines, each with a line break at its end."""
    return "".join(f"{line}\n" for line in ("pzprv3", pid, rows, cols, *sections))


def one_line(file: str) -> str:
    """The same file with a slash for every line break."""
    return file.replace("\n", "/")


def table(values: Sequence[str], width: int, rows: int) -> list[str]:
    """Tokens in reading order as `rows` lines of `width`, with pzpr's space behind each."""
    return ["".join(f"{value} " for value in values[row * width : (row + 1) * width]) for row in range(rows)]


# Parts of link bodies, each read and written side by side


def _read_packed(scan: Scan, count: int, base: int, together: int, what: str) -> list[int]:
    """`count` values below `base`, of which each character holds `together`, the first one highest."""
    values: list[int] = []
    while len(values) < count and not scan.is_cut:
        packed = scan.digit(base**together, what)
        values += [packed // base**place % base for place in reversed(range(together))]
    if any(values[count:]):
        raise scan.fail(f"there are more {what} than the board has", scan.position - 1)
    return values[:count] + [0] * (count - len(values))


def _write_packed(values: Sequence[int], base: int, together: int) -> str:
    padded = [*values, *[0] * (-len(values) % together)]
    return "".join(
        _DIGITS[sum(value * base**place for place, value in enumerate(reversed(padded[start : start + together])))]
        for start in range(0, len(padded), together)
    )


def read_thirds(scan: Scan, count: int, what: str) -> list[int]:
    """`count` values from 0 to 2, three in a character."""
    return _read_packed(scan, count, 3, 3, what)


def write_thirds(values: Sequence[int]) -> str:
    return _write_packed(values, 3, 3)


def read_bits(scan: Scan, count: int, what: str) -> list[int]:
    """`count` values 0 or 1, five in a character."""
    return _read_packed(scan, count, 2, 5, what)


def write_bits(values: Sequence[int]) -> str:
    return _write_packed(values, 2, 5)


def read_marks(scan: Scan, count: int, what: str) -> dict[int, int]:
    """Which of `count` places are marked, as place -> index of its character in the link.

    A digit of base 36 skips that many places and marks the next one, `z` skips 35 and marks none.
    """
    marks: dict[int, int] = {}
    place = 0
    while place < count and not scan.is_cut:
        skip = scan.digit(36, what)
        place += skip
        if place > count:
            raise scan.fail(refused("past last", what=named(what)), scan.position - 1)
        if skip < 35:
            if place < count:
                marks[place] = scan.position - 1
            place += 1
    return marks


def write_marks(marked: Collection[int], count: int) -> str:
    text, gap = "", 0
    for place in range(count):
        if place in marked:
            text, gap = text + _DIGITS[gap], 0
        elif (gap := gap + 1) == 35:
            text, gap = text + "z", 0
    return text + _DIGITS[gap] if gap else text


_LONGER = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}
"""Signs before numbers of more than one digit: how many digits follow, and what is added to them."""


def read_numbers(scan: Scan, count: int, what: str, least: int = 0) -> dict[int, int | None]:
    """The places out of `count` that hold a number of at least `least`, None standing for pzpr's `?`.

    `0`-`f` is one digit of base 16; `-` and `+` come before two and three digits; `=` too before three, to which 4096
    is added; `.` is `?`; `g`-`z` skip 1 to 20 places.
    """
    numbers: dict[int, int | None] = {}
    place = 0
    while place < count and not scan.is_cut:
        start = scan.position
        character = scan.take(what)
        if character in "ghijklmnopqrstuvwxyz":
            place += ord(character) - ord("f")
            if place > count:
                raise scan.fail(refused("past last cell", what=named(what)), start)
            continue
        if character == ".":
            numbers[place] = None
        else:
            width, added = _LONGER.get(character, (1, 0))
            if character not in _LONGER:
                scan.position = start
            value = 0
            for _ in range(width):
                value = 16 * value + scan.digit(16, what)
            if value + added < least:
                problem = refused("too low", value=value + added, what=named(what), least=least)
                raise scan.fail(problem, start)
            numbers[place] = value + added
        place += 1
    return numbers


def write_numbers(numbers: Mapping[int, int | None], count: int) -> str:
    """Raises ParseError for a number above 8191."""
    text, gap = "", 0
    for place in range(count):
        if place in numbers:
            text, gap = text + _number(numbers[place]), 0
        elif (gap := gap + 1) == 20:
            text, gap = text + "z", 0
        # The skip before the next number, or the last one.
        if gap and (place + 1 == count or place + 1 in numbers):
            text, gap = text + chr(ord("f") + gap), 0
    return text


def _number(value: int | None) -> str:
    if value is None:
        return "."
    if value >= 8192:
        raise ParseError(f"the number {value} is too large for a link")
    if value >= 4096:
        return f"={value - 4096:03x}"
    digits = f"{value:x}"
    return {1: "", 2: "-", 3: "+"}[len(digits)] + digits
