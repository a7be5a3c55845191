"""Texts that are cut or wrong: the board as far as it can be read, so that whoever pasted one sees what came through.

Nothing is guessed: what is missing stays empty. No genre is known here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from puzzlewright import forms, pzpr
from puzzlewright.errors import ParseError
from puzzlewright.forms import Reading
from puzzlewright.grid import DEFAULT_MAX_SIDE
from puzzlewright.puzzles import find

_MOST_CUTS = 50
"""Places, one before the other, at which a link is cut because it is wrong there."""

_MOST_ENDS = 12
"""Values, the last first, behind which JSON is taken to end."""

_DEEPEST = 8
"""Brackets within each other in the JSON of any board."""


def salvage(text: str, *, max_side: int = DEFAULT_MAX_SIDE) -> Reading | None:
    """What can be read of a text that `forms.parse` refuses; None if not even genre and size can.

    A link counts up to the first character that is wrong, the rows of a text up to the first wrong word, JSON up to
    where it is cut.
    """
    text = forms.unix_lines(text.removeprefix("\ufeff"))
    try:
        match forms.detect(text):
            case "puzzlink":
                link = forms.joined(text)
                file = pzpr.file_in_link(link)
                return _of_link(link, max_side) if file is None else _of_file(file, max_side)
            case "pzprv3":
                return _of_file(text, max_side)
            case "text":
                return _of_text(text, max_side)
            case "json":
                return next(_readings(_ended(text), max_side), None)
    except ParseError:
        pass
    return None


def _of_link(link: str, max_side: int) -> Reading | None:
    for _ in range(_MOST_CUTS):
        pid, rows, cols, scan = pzpr.read_link(link, max_side)
        codec = find(pid).codec
        scan.lenient = True
        try:
            board = codec.read_url(rows, cols, scan) if scan.rest else codec.empty(rows, cols)
        except ParseError:
            if scan.failed is None or scan.failed >= len(link):
                return None
            link = link[: scan.failed]
        else:
            return Reading(find(pid), board, None, "puzzlink")
    return None


def _of_file(text: str, max_side: int) -> Reading | None:
    pid, rows, cols, _ = pzpr.read_file(text.strip(), max_side)
    empty = forms.write(find(pid).codec.empty(rows, cols), "pzprv3")
    return _mended(text.strip().replace("/", "\n").split("\n"), empty.split("\n"), 4, max_side)


def _of_text(text: str, max_side: int) -> Reading | None:
    lines = [line for line in text.split("\n") if line.strip()]
    puzzle, rows, cols = forms.read_head(lines[0], max_side, "")
    empty = forms.write(puzzle.codec.empty(rows, cols), "text")
    return _mended(lines, empty.split("\n"), 1, max_side)


def _mended(lines: Sequence[str], empty: Sequence[str], head: int, max_side: int) -> Reading | None:
    """What the longest beginning says, in whole words, that the rest of the empty board makes a readable text.

    The first `head` lines are kept.
    """
    rows = [line.split() for line in lines]
    rows = rows[: len(empty)] + [[]] * (len(empty) - len(rows))
    blank = [line.split() for line in empty]

    def reading(words: int) -> Reading | None:
        made = list(lines[:head])
        for given, default in zip(rows[head:], blank[head:], strict=True):
            kept = given[: min(words, len(default))]
            words -= len(given[:words])
            made.append(" ".join(kept + default[len(kept) :]))
        return next(_readings(["\n".join(made)], max_side), None)

    # The more words are kept, the more can be wrong, so the most that can be read are found by halving.
    least, most = 0, sum(map(len, rows[head:]))
    best = reading(0)
    while least < most:
        middle = (least + most + 1) // 2
        if found := reading(middle):
            best, least = found, middle
        else:
            most = middle - 1
    return best


def _ended(text: str) -> Iterator[str]:
    """The text up to where values end, the last first, with the brackets closed that are open there."""
    ends: deque[tuple[int, str]] = deque(maxlen=_MOST_ENDS)
    closing = ""
    in_string = escaped = False
    for index, letter in enumerate(text):
        if in_string:
            in_string = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            in_string = True
        elif letter in "[{":
            closing = ("]" if letter == "[" else "}") + closing
            if len(closing) > _DEEPEST:
                return
        elif letter in "]}":
            if not closing:
                return
            closing = closing[1:]
            ends.append((index + 1, closing))
        elif letter == ",":
            ends.append((index, closing))
    for end, brackets in reversed(ends):
        yield text[:end] + brackets


def _readings(texts: Sequence[str] | Iterator[str], max_side: int) -> Iterator[Reading]:
    for text in texts:
        try:
            yield forms.parse(text, max_side=max_side, strict=False)
        except ParseError:
            continue
