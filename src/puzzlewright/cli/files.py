"""Files that commands write: whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlewright.drawing import Picture
from puzzlewright.errors import PuzzlewrightError
from puzzlewright.scan import quoted


class NotWritten(PuzzlewrightError):
    """A file could not be written; the one that was there before is as it was."""


def suffix(path: str, known: tuple[str, ...]) -> str:
    """The suffix of a path in small letters. Raises NotWritten if it is not among `known`."""
    found = Path(path).suffix.lower()
    if found not in known:
        raise NotWritten(f"{quoted(path, 80)}: the name must end in {', '.join(known[:-1])} or {known[-1]}")
    return found


def drawn(drawing: Picture, kind: str) -> bytes:
    """The picture as the content of a file with the suffix `kind`. Raises PackageMissing."""
    from puzzlewright import picture, svg

    if kind == ".png":
        return picture.png(drawing)
    return picture.pdf(drawing) if kind == ".pdf" else svg.render(drawing).encode()


def require(path: str, kind: str) -> None:
    """Raise what `write` and `drawn` would raise later: said before hours of work and not after them."""
    if kind in (".png", ".pdf"):
        from puzzlewright import picture

        picture.require(kind)
    writable(path)


def writable(path: str) -> None:
    """Raise NotWritten unless a file can be put there. What is there is left alone."""
    with _told(path):
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.is_file() or not target.exists():
            fresh = _fresh(target)
            try:
                fresh.write_bytes(b"")
            finally:
                fresh.unlink(missing_ok=True)


def write(path: str, content: bytes) -> None:
    """Put `content` into a file. Raises NotWritten."""
    with _told(path):
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            # A folder, or a device or pipe that cannot be replaced.
            target.write_bytes(content)
        else:
            _replace(target, content)


@contextmanager
def _told(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NotWritten(f"{quoted(path, 80)} cannot be written: {error.strerror}") from None
    except ValueError:
        raise NotWritten(f"{quoted(path, 80)} is no name of a file") from None


def _fresh(target: Path) -> Path:
    return target.with_name(f".{target.name[:80]}.{os.getpid()}.tmp")


def _replace(target: Path, content: bytes) -> None:
    """Write beside the file and move the result over it, so that a full disk does not cost the old file."""
    fresh = _fresh(target)
    try:
        fresh.write_bytes(content)
        if target.exists():
            shutil.copymode(target, fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
