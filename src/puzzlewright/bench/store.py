"""Runs in a CSV file, a row written as soon as its board is done: what was measured outlives the process."""

from __future__ import annotations

import csv
import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import puzzlewright
from puzzlewright.bench.instances import Instance
from puzzlewright.bench.run import BUILT, FAILED, REFUSED, SOLVED, Job, Run
from puzzlewright.errors import ParseError
from puzzlewright.outcome import Status
from puzzlewright.scan import counted, quoted

_WHAT = ("puzzle", "method", "solver", "question", "time_limit", "version", "name", "digest")
"""What was run: a row counts for a run only if all of these agree."""

_TIMES = ("seconds", "read", "build", "solve", "prove")
_SIZES = ("variables", "constraints")

COLUMNS = (*_WHAT, "rows", "cols", "status", *_TIMES, *_SIZES, "reason")

_STATUSES = {*(status.value for status in Status), SOLVED, BUILT, REFUSED, FAILED}

# So that a file which is something else does not fill the memory.
_LONGEST_LINE = 1024 * 1024

_Key = tuple[str, ...]


class Store:
    """The rows of a file, and a place to append more. Use as a context manager.

    Rows of other methods, limits or versions stay where they are. A row that was cut when its process was killed is
    dropped. Raises ParseError if the file is something else, and OSError if it cannot be read or written, or if it is a
    device, a pipe or a folder.
    """

    def __init__(self, path: Path, job: Job) -> None:
        self.path = path
        self._job = job
        self._runs: dict[_Key, Run] = {}
        whole = 0
        if path.exists():
            if not path.is_file():
                raise OSError(errno.EINVAL, "this is no regular file")
            whole = self._read()
        self._file = open(path, "a", encoding="utf-8", errors="surrogateescape", newline="")  # noqa: SIM115
        if whole < path.stat().st_size:
            os.truncate(path, whole)
        self._writer = csv.writer(self._file, lineterminator="\n")
        if not whole:
            self._write(COLUMNS)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        # What could not be written was told when it was to be written.
        with suppress(OSError):
            self._file.close()

    def get(self, instance: Instance) -> Run | None:
        """The run of this board that the file had when it was opened. Runs that failed are to be tried again."""
        run = self._runs.get(self._key(instance))
        return None if run is None or run.status == FAILED else run

    def add(self, instance: Instance, run: Run) -> None:
        """Append a run. Raises OSError."""
        times = [f"{part:.6f}" for part in (run.seconds, run.read, run.build, run.solve, run.prove)]
        sizes = [str(size) for size in (run.variables, run.constraints)]
        self._write([*self._key(instance), str(run.rows), str(run.cols), run.status, *times, *sizes, run.reason])

    def _key(self, instance: Instance) -> _Key:
        return (*self._prefix, instance.name, instance.digest)

    @property
    def _prefix(self) -> _Key:
        job = self._job
        limit = "" if job.time_s is None else f"{job.time_s:g}"
        return job.puzzle, job.method, job.solver, job.question, limit, puzzlewright.__version__

    def _write(self, row: Sequence[str]) -> None:
        self._writer.writerow(row)
        self._file.flush()

    def _read(self) -> int:
        """Fill in the runs of this job, the last one of each board; returns the bytes of whole lines."""
        with open(self.path, "rb") as file:
            lines = _WholeLines(file, self.path)
            rows = csv.reader(lines)
            head = next(_rows(rows, self.path), None)
            # A process that is killed early leaves less than the head line.
            if head != [*COLUMNS] and (head is not None or not ",".join(COLUMNS).encode().startswith(lines.cut)):
                raise ParseError("this file has other columns than results of a benchmark", quoted(str(self.path), 80))
            for row in _rows(rows, self.path):
                try:
                    key, run = _run(row)
                except ValueError as error:
                    problem = f"line {rows.line_num} is no result of a benchmark: {error}"
                    raise ParseError(problem, quoted(str(self.path), 80)) from None
                if key[: len(self._prefix)] == self._prefix:
                    self._runs[key] = run
            return lines.size


class _WholeLines:
    """The lines of a file that end in a line break. `size` is their bytes so far, `cut` what follows the last one."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self.size = 0
        self.cut = b""

    def __iter__(self) -> _WholeLines:
        return self

    def __next__(self) -> str:
        line = self._file.readline(_LONGEST_LINE)
        if not line.endswith(b"\n"):
            if len(line) == _LONGEST_LINE:
                raise ParseError(f"a line is above the limit of {_LONGEST_LINE} bytes", quoted(str(self._path), 80))
            self.cut = line
            raise StopIteration
        self.size += len(line)
        return line.decode("utf-8", "surrogateescape")


def _rows(lines: Iterator[list[str]], path: Path) -> Iterator[list[str]]:
    try:
        yield from lines
    except csv.Error as error:
        raise ParseError(f"this is no CSV file: {error}", quoted(str(path), 80)) from None


def _run(line: Sequence[str]) -> tuple[_Key, Run]:
    """A row as what was run and what came out. Raises ValueError."""
    if len(line) != len(COLUMNS):
        raise ValueError(f"it has {counted(len(line), 'column')}")
    row = dict(zip(COLUMNS, line, strict=True))
    if row["status"] not in _STATUSES:
        raise ValueError(f"the status {quoted(row['status'])} is unknown")
    times: list[float] = []
    for name in _TIMES:
        if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,12})?", row[name]):
            raise ValueError(f"{name} is no number of seconds")
        times.append(float(row[name]))
    for name in ("rows", "cols", *_SIZES):
        if not re.fullmatch(r"[0-9]{1,9}", row[name]):
            raise ValueError(f"{name} is no whole number")
    rows, cols, variables, constraints = (int(row[name]) for name in ("rows", "cols", *_SIZES))
    _, read, build, solve, prove = times
    run = Run(row["name"], rows, cols, row["status"], read, build, solve, prove, row["reason"], variables, constraints)
    return tuple(row[name] for name in _WHAT), run
