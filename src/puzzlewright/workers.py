"""Worker processes: jobs go to them one at a time, and one that the system kills is replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Generic, TypeVar

J = TypeVar("J")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Died:
    """What comes back for a job whose process ended before it was done."""

    exit_code: int | None


class Workers(Generic[J, R]):
    """So many processes, each of which does one job after the other. A context manager.

    `worker` is called once in each process; what the context that it makes gives is called with each job. It is a
    function of a module, or a partial call of one; it, the jobs and the results are pickled. Leaving the context ends
    the processes at once.
    """

    def __init__(self, worker: Callable[[], AbstractContextManager[Callable[[J], R]]], number: int) -> None:
        self._worker = worker
        self._idle: list[tuple[Connection, SpawnProcess]] = []
        self._busy: dict[Connection, tuple[SpawnProcess, J]] = {}
        try:
            for _ in range(number):
                self._idle.append(self._start())
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __enter__(self) -> Workers[J, R]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in [process for _, process in self._idle] + [process for process, _ in self._busy.values()]:
            process.kill()
            process.join()

    @property
    def idle(self) -> int:
        """How many processes have nothing to do."""
        return len(self._idle)

    @property
    def busy(self) -> int:
        """How many processes work on a job."""
        return len(self._busy)

    def send(self, job: J) -> None:
        """Give a job to an idle process; there must be one."""
        pipe, process = self._idle.pop()
        try:
            pipe.send(job)
        except OSError:
            # It died while it had nothing to do.
            process.join()
            pipe, process = self._start()
            pipe.send(job)
        self._busy[pipe] = process, job

    def wait(self, timeout_s: float | None = None) -> list[tuple[J, R | Died]]:
        """Jobs that are done, with their results, as soon as there are any; none when the time is over."""
        done: list[tuple[J, R | Died]] = []
        for ready in wait(list(self._busy), timeout_s):
            assert isinstance(ready, Connection)
            process, job = self._busy.pop(ready)
            try:
                result: R = ready.recv()
            except (EOFError, OSError):
                process.join()
                done.append((job, Died(process.exitcode)))
                self._idle.append(self._start())
            else:
                self._idle.append((ready, process))
                done.append((job, result))
        return done

    def _start(self) -> tuple[Connection, SpawnProcess]:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._worker), daemon=True)
        with _without_interrupts():
            process.start()
        there.close()
        return here, process


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that start here ignore Ctrl-C, which a terminal sends to all: stopping them is for this process."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:
        # Not in the main thread, which alone may do this.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(pipe: Connection, worker: Callable[[], AbstractContextManager[Callable[[J], R]]]) -> None:
    """What a process does until nobody is at the other end of the pipe."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with worker() as work:
        while True:
            try:
                pipe.send(work(pipe.recv()))
            except (EOFError, OSError):
                return


def _end_with_parent() -> None:
    """End this process if the one that started it is killed: nobody waits for the job it is at."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
