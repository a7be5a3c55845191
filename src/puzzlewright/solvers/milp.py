"""Solvers of other packages for integer programs, each in a process of its own.

Not all of these solvers can be stopped, and not all of them keep to a limit they are given: in presolve they may not
look at the clock for a minute, CBC calls a board infeasible when its time is over, and BOP searches differently with a
limit. So none gets one. The process is killed when the time is over and on Ctrl-C, and what it has not said by then is
not known.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.errors import PackageMissing, SolverFailed

if TYPE_CHECKING:
    from pathlib import Path

    from puzzlewright.solvers.program import Floats, Program

SOLVERS: Mapping[str, str] = {
    "cp-sat": "ortools",
    "scip": "ortools",
    "cbc": "ortools",
    "bop": "ortools",
    "highs": "highspy",
}
"""Names on the command line, and the package that has the solver."""

_PACKAGES = {"ortools": ("numpy", "scipy", "ortools"), "highspy": ("numpy", "highspy")}


def require(solver: str) -> None:
    """Raise PackageMissing unless the packages of a solver are installed. They are not loaded yet."""
    for package in _PACKAGES[SOLVERS[solver]]:
        _require(package, f"the solver {solver}")


def require_numpy() -> None:
    """Raise PackageMissing unless programs can be built."""
    _require("numpy", "an integer program")


def _require(package: str, what: str) -> None:
    try:
        found = find_spec(package)
    except ValueError:
        found = None
    if found is None:
        raise PackageMissing(f"{what} needs {package}: pip install 'puzzlewright[ilp]'")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the process says: READY, LOADED, POINT with a point, NONE that there is no point, or FAILED and why."""

    kind: str
    point: Floats | None = None
    problem: str = ""


READY, LOADED, POINT, NONE, FAILED = "ready", "loaded", "point", "none", "failed"


class Engine:
    """One solver for one program after the other. A context manager.

    `threads` is for those that can use several: CP-SAT and HiGHS. Raises ValueError for an unknown name, and
    PackageMissing.
    """

    def __init__(self, solver: str, threads: int = 1) -> None:
        if solver not in SOLVERS:
            raise ValueError(f"there is no solver {solver!r}, but {', '.join(SOLVERS)}")
        require(solver)
        self.solver = solver
        self._threads = threads
        self._process: subprocess.Popen[bytes] | None = None
        self._replies: SimpleQueue[Reply | None] = SimpleQueue()

    def __enter__(self) -> Engine:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def start(self) -> None:
        """Start the process if there is none, and wait until it has loaded the solver. Raises SolverFailed."""
        if self._process is not None:
            return
        command = [sys.executable, "-m", "puzzlewright.solvers.engines", self.solver, str(self._threads)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._replies = SimpleQueue()
        assert self._process.stdout is not None
        Thread(target=_listen, args=(self._process.stdout, self._replies), daemon=True).start()
        self._next(Deadline())

    def load(self, program: Program, deadline: Deadline) -> None:
        """Hand a program over. Raises OutOfTime and SolverFailed."""
        self.start()
        self._send(program)
        self._next(deadline)

    def solve(self, deadline: Deadline) -> Floats | None:
        """A point of the program loaded last, None if it has none. Raises OutOfTime and SolverFailed."""
        self._send(None)
        return self._next(deadline).point

    def _send(self, message: Program | None) -> None:
        assert self._process is not None and self._process.stdin is not None
        try:
            pickle.dump(message, self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
        except OSError:
            # It has ended; why is found out when its reply is missing.
            pass
        except BaseException:
            self._stop()
            raise

    def _next(self, deadline: Deadline) -> Reply:
        try:
            reply = self._replies.get(timeout=deadline.left_s)
        except Empty:
            self._stop()
            raise OutOfTime from None
        except BaseException:
            # Ctrl-C, or the time was over before.
            self._stop()
            raise
        if reply is None:
            raise SolverFailed(f"the process of the solver {self.solver} ended with exit code {self._stop()}")
        if reply.kind == FAILED:
            raise SolverFailed(f"the solver {self.solver} failed: {reply.problem}")
        return reply

    def _stop(self) -> int:
        """End the process; returns its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        code = process.poll()
        process.kill()
        assert process.stdin is not None
        # What it had not read is lost, as it should be.
        with suppress(OSError):
            process.stdin.close()
        process.wait()
        return process.returncode if code is None else code


def _listen(stream: IO[bytes], replies: SimpleQueue[Reply | None]) -> None:
    """Pass on what a process says, and None when it has ended."""
    with stream:
        while True:
            try:
                replies.put(pickle.load(stream))
            except Exception:
                replies.put(None)
                return


def write(program: Program, path: Path) -> None:
    """Write a program to a file that ends in .mps or .lp, with names. Raises PackageMissing, ValueError and OSError."""
    if path.suffix not in (".mps", ".lp"):
        raise ValueError(f"programs are written to .mps and .lp files, not to {path.suffix!r}")
    require("highs")
    from puzzlewright.solvers import engines

    # HiGHS does not say why it could not write.
    path.touch()
    model: Any = engines.highs_model(program, names=True)
    if model.writeModel(str(path)).name == "kError":
        raise OSError(f"HiGHS could not write {str(path)!r}")
