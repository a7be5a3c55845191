"""Runs in a CSV file, a row written as soon as its board is done: what was measured outlives the process."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import puzzlewright
from puzzlewright.bench.instances import Instance
from puzzlewright.bench.run import FAILED, Job, Run
from puzzlewright.errors import ParseError
from puzzlewright.scan import quoted

_WHAT = ("puzzle", "method", "time_limit", "version", "name", "digest")
"""What was run: a row counts for a run only if all of these agree."""

COLUMNS = (*_WHAT, "rows", "cols", "status", "seconds", "read", "build", "solve", "prove", "reason")

_Key = tuple[str, ...]


class Store:
    """The rows of a file, and a place to append more. Use as a context manager.

    Rows of other methods, limits or versions stay where they are. A row that was cut when its process was killed is
    dropped. Raises ParseError if the file is something else, and OSError if it cannot be read or written.
    """

    def __init__(self, path: Path, job: Job) -> None:
        self._job = job
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        self._runs = _runs(whole, content, path)
        self._file = open(path, "a", encoding="utf-8", errors="surrogateescape", newline="")  # noqa: SIM115
        if len(whole) < len(content):
            os.truncate(path, len(whole))
        self._writer = csv.writer(self._file, lineterminator="\n")
        if not whole:
            self._write(COLUMNS)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def get(self, instance: Instance) -> Run | None:
        """The run of this board that the file had when it was opened. Runs that failed are to be tried again."""
        run = self._runs.get(self._key(instance))
        return None if run is None or run.status == FAILED else run

    def add(self, instance: Instance, run: Run) -> None:
        """Append a run. Raises OSError."""
        times = [f"{part:.6f}" for part in (run.seconds, run.read, run.build, run.solve, run.prove)]
        self._write([*self._key(instance), str(run.rows), str(run.cols), run.status, *times, run.reason])

    def _key(self, instance: Instance) -> _Key:
        job = self._job
        limit = "" if job.time_s is None else f"{job.time_s:g}"
        return job.puzzle, job.method, limit, puzzlewright.__version__, instance.name, instance.digest

    def _write(self, row: Sequence[str]) -> None:
        self._writer.writerow(row)
        self._file.flush()


def _runs(whole: bytes, content: bytes, path: Path) -> dict[_Key, Run]:
    """The runs in the whole lines of a file, the last one of each board."""
    lines = csv.reader(io.StringIO(whole.decode("utf-8", "surrogateescape"), newline=""))
    # A process that is killed early leaves less than the head line.
    ours = next(lines) == [*COLUMNS] if whole else ",".join(COLUMNS).encode().startswith(content)
    if not ours:
        raise ParseError("this file has other columns than results of a benchmark", quoted(str(path), 80))
    runs = {}
    for number, line in enumerate(lines, 2):
        try:
            row = dict(zip(COLUMNS, line, strict=True))
            key = tuple(row[name] for name in _WHAT)
            read, build, solve, prove = (float(row[name]) for name in ("read", "build", "solve", "prove"))
            size = int(row["rows"]), int(row["cols"])
            runs[key] = Run(row["name"], *size, row["status"], read, build, solve, prove, row["reason"])
        except ValueError:
            raise ParseError(f"line {number} is no result of a benchmark", quoted(str(path), 80)) from None
    return runs
