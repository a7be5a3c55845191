"""The three standard streams: a reader that went away, a full disk, a terminal without box drawing are met here."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from puzzlewright.errors import ParseError, PuzzlewrightError
from puzzlewright.scan import MAX_TEXT


class OutputLost(PuzzlewrightError):
    """Standard output cannot be written, for another reason than that nobody reads it any more."""


def show(text: str) -> bool:
    """Write to standard output now. False, without a word, if nobody reads it, as in `puzzlewright ... | head -1`.

    Raises OutputLost if it is closed from the start (`>&-`) or cannot be written.
    """
    if sys.stdout is None:
        raise OutputLost("standard output cannot be written: it is closed")
    # Titles of boards may hold what the encoding does not.
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go(sys.stdout)
        return False
    except OSError as error:
        _let_go(sys.stdout)
        raise OutputLost(f"standard output cannot be written: {error.strerror}") from None
    return True


def is_writable(text: str) -> bool:
    """Has the encoding of standard output all of these characters?"""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _let_go(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: Python would try again at its end and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def tell(message: str) -> None:
    """One line on standard error, whatever the message holds. If it cannot be written the exit code must do."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"puzzlewright: {printable(message)}\n")
        sys.stderr.flush()
    except OSError:
        _let_go(sys.stderr)


def printable(text: str) -> str:
    """The text on one line, with escapes for what could move the cursor or hide."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in " ".join(text.split()))


def read_stdin() -> bytes:
    """What comes from standard input, at most a byte more than a board may have. Raises ParseError if there is none."""
    if sys.stdin is None:
        raise ParseError("nothing was given", "standard input")
    if sys.stdin.isatty():
        tell("reading a board from the terminal; end it with Ctrl-D on a line of its own")
    try:
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    except OSError as error:
        raise ParseError(f"this cannot be read: {error.strerror}", "standard input") from None


def width() -> int:
    """Columns of the terminal, 80 if there is none."""
    return shutil.get_terminal_size().columns


def has_colour() -> bool:
    """Does standard output show colours, and is it not asked to leave them out?"""
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_ascii() -> bool:
    """Can standard output not write what boards are drawn with?"""
    try:
        "·•■□░▒▓╱►┏╋╎".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def shows_progress() -> bool:
    """Is there a person who sees standard error?"""
    return is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO | None) -> bool:
    """Does a person see the stream?"""
    return stream is not None and stream.isatty()
