"""A file of JSON objects, one a line, that outlives being killed: it holds whole lines only."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from puzzlewright.cli.files import NotWritten
from puzzlewright.scan import quoted

try:
    import fcntl
except ImportError:  # Windows has no such locks.
    fcntl = None  # type: ignore[assignment]

_LONGEST_LINE = 1024 * 1024


class Lines:
    """A new file of lines, or with `resume` one to go on with, of which a line that was cut is dropped.

    A context manager. Raises NotWritten if it cannot be written, if it is there already and it is not said to go on,
    or if it holds something else.
    """

    def __init__(self, path: str, *, resume: bool) -> None:
        self._path = path
        self.found: list[dict[str, Any]] = []
        """The objects that were in the file."""
        target = Path(path)
        try:
            # Neither a device nor a pipe can be gone on with, or be cut.
            if target.exists() and not target.is_file():
                raise self.wrong("this is no regular file")
            if target.exists() and target.stat().st_size and not resume:
                raise self.wrong("it is there already; --resume goes on with it")
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                if fcntl is not None:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._whole = self._read(target)
                os.truncate(self._file, self._whole)
            except BaseException:
                os.close(self._file)
                raise
        except BlockingIOError:
            raise self.wrong("another process is writing it") from None
        except OSError as error:
            raise self.wrong(f"it cannot be written: {error.strerror}") from None
        except ValueError as error:
            if isinstance(error, NotWritten):
                raise
            raise self.wrong("this is no name of a file") from None

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def wrong(self, problem: str) -> NotWritten:
        """The error to raise for what is wrong with the file."""
        return NotWritten(f"{quoted(self._path, 80)}: {problem}")

    def add(self, line: Mapping[str, Any]) -> None:
        """Append a line and see it to the disk. Raises NotWritten."""
        content = f"{json.dumps(line)}\n".encode()
        whole = self._whole + len(content)
        try:
            while content:
                content = content[os.write(self._file, content) :]
            os.fsync(self._file)
            self._whole = whole
        except OSError as error:
            with suppress(OSError):
                os.truncate(self._file, self._whole)
            raise self.wrong(f"it cannot be written: {error.strerror}") from None

    def _read(self, target: Path) -> int:
        """Fill in `found`; returns the bytes of whole lines."""
        whole = 0
        with open(target, "rb") as file:
            while (line := file.readline(_LONGEST_LINE)).endswith(b"\n"):
                try:
                    found = json.loads(line)
                except (ValueError, RecursionError):
                    found = None
                if not isinstance(found, dict):
                    raise self.wrong(f"line {len(self.found) + 1} is no JSON object")
                self.found.append(found)
                whole += len(line)
        if len(line) == _LONGEST_LINE:
            raise self.wrong(f"line {len(self.found) + 1} is above the limit of {_LONGEST_LINE} bytes")
        if line and not line.startswith(b"{"):
            raise self.wrong(f"line {len(self.found) + 1} is no JSON object")
        return whole
