"""Every text form of every genre: find out which one a text is in, read it, write it.

`docs/forms.md` shows the forms. What they spell differently for each genre is in the genre's `Codec`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from puzzlewright import jsontext, penpa, pzpr
from puzzlewright.errors import ParseError, UnknownPuzzle
from puzzlewright.grid import DEFAULT_MAX_SIDE
from puzzlewright.puzzle import Board, Puzzle
from puzzlewright.puzzles import PUZZLES, find
from puzzlewright.refusing import first_of, refused
from puzzlewright.scan import MAX_TEXT, Lines, quoted, size

AnyPuzzle: TypeAlias = Puzzle[Any, Any]

FORMS = ("puzzlink", "pzprv3", "penpa", "json", "text")
"""The forms that every genre has; `forms_of` adds those of one genre."""

_LONGEST_HEAD = 100
"""Characters of the head line of a typed board."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text said. `answer` is None if there was no answer layer or an empty one; `form` is the form it was in."""

    puzzle: AnyPuzzle
    board: Any
    answer: Any
    form: str
    title: str = ""
    author: str = ""


def puzzle_of(board: Board) -> AnyPuzzle:
    """The genre of a board. Raises UnknownPuzzle."""
    return find(board.puzzle_id)


def forms_of(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """Names of all forms of a genre."""
    return (*FORMS, *puzzle.codec.extra)


# Reading


def parse(text: str, *, max_side: int = DEFAULT_MAX_SIDE, strict: bool = True) -> Reading:
    """The board and perhaps the answer in a text of any form.

    Raises ParseError, with the place, for text that is no board, is cut or goes on after its end, for boards of more
    than `max_side` rows or columns, and for boards with `defects` unless `strict` is off.
    """
    if len(text) > MAX_TEXT:
        raise ParseError(f"the text is above the limit of {MAX_TEXT} characters")
    text = unix_lines(text.removeprefix("\ufeff"))
    reading = _reader(detect(text))(text, max_side)
    if strict and (defects := reading.puzzle.defects(reading.board)):
        raise ParseError(first_of(defects))
    return reading


def unix_lines(text: str) -> str:
    """The text with a line feed for each line break, be it of Windows or of old Macs."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def detect(text: str) -> str:
    """The form that a text seems to be in: a member of FORMS, or an extra form. Raises ParseError if in none."""
    start = unix_lines(text).strip()
    first = start.partition("\n")[0].rstrip()
    if not start:
        raise ParseError(refused("empty"))
    if start[0] in "{[":
        return "json"
    if re.match(r"pzprv[\d.]*\s*(/|$)|v:", first):
        return "pzprv3"
    if re.match(r"(\S*[#?&])?p=", first):
        return "penpa"
    if re.match(r"[A-Za-z]+://|[^\s?]*\?\S|[\w-]+/(\S*/)?-?\d+/", first + "/"):
        return "puzzlink"
    for puzzle in PUZZLES:
        for name, extra in puzzle.codec.extra.items():
            if extra.looks_like(text):
                return name
    if len(first) <= _LONGEST_HEAD and re.match(r"[A-Za-z][\w-]*(\s.*\d.*)?$", first):
        return "text"
    raise ParseError(refused("no form", text=quoted(first)), refused("line", index=1))


def _reader(form: str) -> Callable[[str, int], Reading]:
    readers = {
        "puzzlink": _read_puzzlink,
        "pzprv3": _read_pzprv3,
        "penpa": _read_penpa,
        "json": _read_json,
        "text": _read_text,
    }
    if form in readers:
        return readers[form]
    puzzle = next(puzzle for puzzle in PUZZLES if form in puzzle.codec.extra)
    return lambda text, max_side: Reading(puzzle, puzzle.codec.extra[form].read(text, max_side), None, form)


def load(
    source: str | Path, stdin: str | bytes | None = None, *, max_side: int = DEFAULT_MAX_SIDE, strict: bool = True
) -> Reading:
    """What `parse` makes of a source: a link or other text, the path of a file, or `-` for the text `stdin`.

    A line that is neither a link nor a pzprv3 file nor JSON is a path. Raises ParseError that names the file; so it
    does for a file that is missing, unreadable, empty, larger than MAX_TEXT bytes or not UTF-8 text.
    """
    if isinstance(source, str) and source != "-" and _is_text(source):
        return parse(source, max_side=max_side, strict=strict)
    with _within("standard input" if source == "-" else quoted(str(source), 80)):
        text = stdin if source == "-" else _file_text(source)
        if text is None:
            raise ParseError("nothing was given")
        if isinstance(text, bytes):
            if len(text) > MAX_TEXT:
                raise ParseError(f"this is above the limit of {MAX_TEXT} bytes")
            try:
                text = text.decode("utf-8")
            except UnicodeDecodeError as error:
                raise ParseError("this is not UTF-8 text", f"byte {error.start + 1}") from None
        return parse(text, max_side=max_side, strict=strict)


@contextmanager
def _within(name: str) -> Iterator[None]:
    """Put the name of the text that is being read before the place of an error in it."""
    try:
        yield
    except ParseError as error:
        raise type(error)(error.problem, f"{name}, {error.where}" if error.where else name) from None


def _is_text(source: str) -> bool:
    """Is a command line argument a board itself, and no path?"""
    if "\n" in source.strip() or not source.strip():
        return True
    try:
        form = detect(source)
    except ParseError:
        return False
    if form == "puzzlink" and not re.search(r"://|\?", source):
        # `boards/10/20/x.txt` looks like a link without its host, but there is no genre of that name.
        pid = re.sub(r"_(edit|play)$", "", source.strip().partition("/")[0])
        return any(pid in (puzzle.id, puzzle.name) for puzzle in PUZZLES)
    return form in ("json", "pzprv3", "penpa", "puzzlink") and ("://" in source or not os.path.exists(source))


def _file_text(path: str | Path) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_TEXT + 1)
    except FileNotFoundError:
        raise ParseError("there is no such file, and it is no link or other text of a board") from None
    except IsADirectoryError:
        raise ParseError("this is a folder") from None
    except OSError as error:
        raise ParseError(f"this cannot be read: {error.strerror}") from None
    except ValueError:
        # The name holds a character that no name can.
        raise ParseError("this is no name of a file") from None


def joined(link: str) -> str:
    """A link without the line breaks that mail puts into it."""
    return "".join(line.strip() for line in link.splitlines())


def _read_puzzlink(text: str, max_side: int) -> Reading:
    link = joined(text)
    file = pzpr.file_in_link(link)
    if file is not None:
        return _read_pzprv3(file, max_side)
    pid, rows, cols, scan = pzpr.read_link(link, max_side)
    puzzle = find(pid)
    board = puzzle.codec.read_url(rows, cols, scan) if scan.rest else puzzle.codec.empty(rows, cols)
    scan.end()
    return Reading(puzzle, board, None, "puzzlink")


def _read_pzprv3(text: str, max_side: int) -> Reading:
    pid, rows, cols, lines = pzpr.read_file(text.strip(), max_side)
    puzzle = find(pid)
    board, answer = puzzle.codec.read_sections(rows, cols, lines)
    lines.end()
    return Reading(puzzle, board, answer, "pzprv3")


def _read_penpa(text: str, max_side: int) -> Reading:
    packed = penpa.payload(joined(text))
    if re.match(r"https?://", packed):
        return _read_puzzlink(packed, max_side)
    board = penpa.read(packed, max_side)
    puzzle = _penpa_puzzle(board)
    found, answer = puzzle.codec.read_penpa(board)
    return Reading(puzzle, found, answer, "penpa", board.title, board.author)


def _penpa_puzzle(board: penpa.PenpaBoard) -> AnyPuzzle:
    """The genre that the tags name, or the only one to which the marks fit."""
    for tag in board.tags:
        try:
            return find(tag)
        except UnknownPuzzle:
            continue
    fitting = [puzzle for puzzle in PUZZLES if puzzle.codec.recognises_penpa(board)]
    if len(fitting) == 1:
        return fitting[0]
    tags = f" (its tags are {quoted(', '.join(board.tags), 60)})" if board.tags else ""
    wanted = " or ".join(repr(_tag(puzzle)) for puzzle in PUZZLES)
    raise UnknownPuzzle(f"the genre of this board is not clear{tags}: a genre tag {wanted} would say it", "Penpa+ link")


def _tag(puzzle: AnyPuzzle) -> str:
    return puzzle.name.replace("-", " ")


def _read_json(text: str, max_side: int) -> Reading:
    """An object of `puzzle`, `rows`, `cols` and the genre's keys, or one whose `url` holds the board."""
    found = jsontext.object_(jsontext.load(text.strip()))
    if "url" in found:
        with _within("url"):
            reading = _read_puzzlink(jsontext.string(found["url"]), max_side)
        puzzle, board, answer = reading.puzzle, reading.board, None
        _agree(found, puzzle, board)
        if isinstance(found.get("answer"), dict):
            # The genre's reader takes board and answer together.
            keys = json.loads(json.dumps(puzzle.codec.write_json(board, None)))
            _, answer = puzzle.codec.read_json(board.rows, board.cols, {**keys, "answer": found["answer"]})
    else:
        puzzle = find(jsontext.string(jsontext.required(found, "puzzle"), "puzzle"))
        down, across = (str(jsontext.integer(jsontext.required(found, name), name)) for name in ("rows", "cols"))
        rows, cols = size(down, across, max_side, "rows and cols")
        keys = {key: value for key, value in found.items() if key not in ("puzzle", "rows", "cols", "title", "author")}
        if not isinstance(keys.get("answer"), dict):
            keys.pop("answer", None)
        board, answer = puzzle.codec.read_json(rows, cols, keys)
    if found.get("answer") is not None and not isinstance(found["answer"], dict):
        with _within("answer"):
            answer = read_answer(board, jsontext.string(found["answer"]))
    title, author = (jsontext.string(found.get(name, ""), name) for name in ("title", "author"))
    return Reading(puzzle, board, answer, "json", title, author)


def _agree(found: Mapping[str, object], puzzle: AnyPuzzle, board: Board) -> None:
    for key, known in (("puzzle", (puzzle.id, puzzle.name)), ("rows", (board.rows,)), ("cols", (board.cols,))):
        if key in found and found[key] not in known:
            raise ParseError(f"the link is of another board: its {key} is {known[0]!r}", key)
    for key in puzzle.codec.write_json(board, None):
        if key in found:
            raise ParseError("the link holds the board, so this cannot stand beside it", key)


def read_head(line: str, max_side: int, where: str) -> tuple[AnyPuzzle, int, int]:
    """Genre, rows and columns in the first line of a typed text. Raises ParseError."""
    words = re.fullmatch(r"\s*(\S.*?)(?:\s+(\S+?)\s*[xX\u00d7]\s*(\S+))?\s*", line)
    name = words[1] if words and words[2] else line.split()[0]
    with _within(where):
        puzzle = find(name)
    if not words or not words[2]:
        raise ParseError(refused("head", name=puzzle.name), where)
    return puzzle, *size(words[2], words[3], max_side, where)


def _read_text(text: str, max_side: int) -> Reading:
    lines = text.split("\n")
    head = next(number for number, line in enumerate(lines) if line.strip())
    puzzle, rows, cols = read_head(lines[head], max_side, f"line {head + 1}")
    rest = Lines(lines[head + 1 :], head + 2, blank=False)
    board, answer = puzzle.codec.read_text(rows, cols, rest)
    rest.end()
    return Reading(puzzle, board, answer, "text")


# Writing


def write(board: Board, form: str, answer: Any = None, *, title: str = "", author: str = "") -> str:
    """A board in one of `forms_of` its genre; `puzzlink` and extra forms have no answer layer and leave it out.

    `penpa` and `json` keep title and author, the others have no place for them.

    Links have no line break at their end, texts do. Raises ParseError for an unknown form, and for a board that the
    form cannot hold.
    """
    puzzle = puzzle_of(board)
    codec = puzzle.codec
    if form == "puzzlink":
        return pzpr.write_link(puzzle.id, board.rows, board.cols, codec.write_url(board))
    if form == "pzprv3":
        return pzpr.write_file(puzzle.id, board.rows, board.cols, codec.write_sections(board, answer))
    if form == "penpa":
        marks = replace(codec.write_penpa(board, answer), title=title, author=author)
        return penpa.write(marks, (_tag(puzzle),))
    if form == "json":
        named = {key: text for key, text in (("title", title), ("author", author)) if text}
        found = {"puzzle": puzzle.id, "rows": board.rows, "cols": board.cols, **named}
        found |= codec.write_json(board, answer)
        return jsontext.dump(found) + "\n"
    if form == "text":
        head = f"{puzzle.name} {board.rows}x{board.cols}"
        return "".join(f"{line}\n" for line in (head, *codec.write_text(board, answer)))
    if form in codec.extra:
        return codec.extra[form].write(board)
    known = ", ".join(forms_of(puzzle))
    raise ParseError(f"{puzzle.name} has no form {quoted(form)}; there are {known}")


def pzprv3_line(board: Board, answer: Any = None) -> str:
    """The pzprv3 file on one line: the way in which answers travel in JSON."""
    return pzpr.one_line(write(board, "pzprv3", answer))


def read_answer(board: Board, line: str) -> Any:
    """The answer in a pzprv3 text of `board`, None if its answer layer is empty. Raises ParseError for other boards."""
    reading = _read_pzprv3(line, max(board.rows, board.cols, DEFAULT_MAX_SIDE))
    if reading.board != board:
        raise ParseError("the answer is of another board")
    return reading.answer
