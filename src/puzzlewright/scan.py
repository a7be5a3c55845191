"""Cursors over text that know where they are, so that an error can say it: characters of a link, tokens of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from puzzlewright.errors import ParseError
from puzzlewright.refusing import named, refused

T = TypeVar("T")

MAX_TEXT = 4 * 1024 * 1024
"""Bytes of a file, and characters of a text, that are read at most."""


def quoted(text: str, limit: int = 24) -> str:
    """`text` in quotes on one line, for a message; cut after `limit` characters."""
    return repr(text if len(text) <= limit else text[:limit] + "...")


def counted(number: int, one: str, many: str = "") -> str:
    """`1 cell`, `2 cells`; `many` is for words whose plural is not made with an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def natural(text: str, what: str, where: str = "", most: int = 10**9 - 1) -> int:
    """A positive number up to `most`, in ASCII digits without leading zeros. Raises ParseError."""
    if not text or text.strip("0123456789") or text.startswith("0"):
        raise ParseError(refused("not natural", what=named(what), text=quoted(text)), where)
    # The length is looked at first: converting a million digits would take minutes.
    if len(text) > 9 or int(text) > most:
        raise ParseError(refused("too high", what=named(what), text=quoted(text), most=most), where)
    return int(text)


def size(rows: str, cols: str, max_side: int, where: str = "") -> tuple[int, int]:
    """Rows and columns of a board, each from 1 to `max_side`. Raises ParseError."""
    sides = natural(rows, "the number of rows", where), natural(cols, "the number of columns", where)
    if max(sides) > max_side:
        raise ParseError(refused("too large", rows=rows, cols=cols, most=max_side), where)
    return sides


class Scan:
    """A link, read character by character. `position` is the index of the next character, from 0."""

    def __init__(self, text: str, position: int = 0) -> None:
        self.text = text
        self.position = position
        self.lenient = False
        """May the text end early, so that what is missing is empty?"""
        self.failed: int | None = None
        """The character of the last `fail`."""

    def where(self, index: int | None = None) -> str:
        """How people call the character at `index`, or the next one."""
        return refused("character", index=(self.position if index is None else index) + 1)

    def fail(self, problem: str, index: int | None = None) -> ParseError:
        """The error to raise for the character at `index`, or for the next one."""
        self.failed = self.position if index is None else index
        return ParseError(problem, self.where(index))

    @property
    def is_cut(self) -> bool:
        """Is nothing left, and nothing wrong with that?"""
        return self.lenient and self.position >= len(self.text)

    @property
    def rest(self) -> str:
        """Everything that is not read yet."""
        return self.text[self.position :]

    def take(self, what: str) -> str:
        """The next character. `what` is being read: the error at the end of the text says so."""
        if self.position >= len(self.text):
            raise self.fail(refused("cut", what=named(what)))
        self.position += 1
        return self.text[self.position - 1]

    def digit(self, base: int, what: str) -> int:
        """The value of the next character as a digit: 0-9, then small letters."""
        character = self.take(what)
        value = "0123456789abcdefghijklmnopqrstuvwxyz".find(character)
        if not 0 <= value < base:
            problem = refused("no digit", text=quoted(character), base=base, what=named(what))
            raise self.fail(problem, self.position - 1)
        return value

    def segment(self) -> str:
        """The text up to the next slash, which is passed over, or up to the end."""
        found, slash, _ = self.rest.partition("/")
        self.position += len(found) + len(slash)
        return found

    def end(self) -> None:
        """Raise ParseError if anything is left."""
        if self.rest:
            raise self.fail(refused("goes on", text=quoted(self.rest)))


class Token(NamedTuple):
    """A word of a file: `what` it stands for, its line and its number there are for messages."""

    text: str
    what: str
    line: str
    number: int

    @property
    def where(self) -> str:
        """Where it was found."""
        return refused("token", line=self.line, index=self.number)

    def fail(self, problem: str) -> ParseError:
        """The error to raise for this token."""
        return ParseError(problem, self.where)

    def among(self, values: Mapping[str, T]) -> T:
        """The value that the token stands for. Raises ParseError if it stands for none."""
        if self.text not in values:
            known = " ".join(values)
            raise self.fail(refused("unknown word", text=quoted(self.text), what=named(self.what), known=known))
        return values[self.text]


class Lines:
    """Lines of a file with their numbers, read from first to last."""

    def __init__(self, lines: Sequence[str], first: int = 1, *, blank: bool = True) -> None:
        """`first` is the number of the first line; lines without any text are passed over unless `blank`."""
        self._lines = lines
        self._first = first
        self._keep_blank = blank
        self._next = 0
        self._pass_over()

    def _pass_over(self) -> None:
        while not self._keep_blank and self._next < len(self._lines) and not self._lines[self._next].strip():
            self._next += 1

    @property
    def where(self) -> str:
        """The next line, or the line after the last one."""
        return refused("line", index=self._first + self._next)

    def take(self) -> str:
        """The next line without the space around it; empty after the last one."""
        if self._next >= len(self._lines):
            return ""
        line = self._lines[self._next].strip()
        self._next += 1
        self._pass_over()
        return line

    @property
    def blank(self) -> bool:
        """Is there no text left?"""
        return not any(self._lines[index].strip() for index in range(self._next, len(self._lines)))

    def tokens(self, rows: int, width: int, what: str, *, exact: bool = False) -> list[Token]:
        """The next `rows` lines as `rows * width` tokens in reading order.

        Like pzpr, this lays the tokens of all the lines in order and drops what is left over, unless `exact`, which
        asks for `width` tokens in each line. Text that is cut raises ParseError with the first line that is short.
        """
        found: list[Token] = []
        short: tuple[str, str] | None = None
        for _ in range(rows):
            where = self.where
            words = self.take().split()
            if short is None and len(words) < width:
                short = refused("few tokens", what=named(what), number=len(words), width=width), where
            if len(words) > width and (exact or not width):
                raise ParseError(refused("many tokens", what=named(what), number=len(words), width=width), where)
            found += [
                Token(word, what, where, number)
                for number, word in enumerate(words[: rows * width - len(found)], 1)
            ]
        if short is not None and (exact or len(found) < rows * width):
            raise ParseError(*short)
        return found

    def end(self) -> None:
        """Raise ParseError if a line with text is left."""
        while self._next < len(self._lines):
            where = self.where
            if line := self.take():
                raise ParseError(refused("goes on", text=quoted(line)), where)
