"""Worker processes for the service: one job each at a time, and an end to its time.

A worker is killed when nobody wants its result any more. One that is killed, by the service or by the system, is
replaced by a fresh one that has loaded what it needs. Who asks while all are busy waits in a queue of bounded length
for a bounded time.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any

_LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of an object that a worker sends."""

_GRACE_S = 3.0
"""Seconds after its time in which a job may still end by itself."""

RETRY_S = 3
"""Seconds after which those who were sent away may try again."""


class Busy(Exception):
    """All workers are busy, and so many wait already, or for so long."""


class Died(Exception):
    """The process of a job ended before the job did."""


class TimeOver(Exception):
    """A job did not end although its time was over; its process was killed."""


class Refused(Exception):
    """The job does not work with what it was given. The argument is the object that says why."""


class _Worker:
    """A process of `worker.main`."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> _Worker:
        # The same modules as here, wherever they come from; Ctrl-C in a terminal is for this process alone.
        code = f"import sys; sys.path[:] = {sys.path!r}; from puzzlewright.web.worker import main; main()"
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-c", code, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, start_new_session=True
            )
        )

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    async def send(self, work: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(work + b"\n")
        with suppress(ConnectionError):
            await self.process.stdin.drain()

    async def receive(self) -> bytes:
        """A line without its end. Raises Died."""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Died
        return line[:-1]

    async def end(self) -> None:
        # Not by `process.kill`, which may take the end of the process from under the one who waits for it.
        if self.alive:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        assert self.process.stdin is not None
        self.process.stdin.close()
        # The pipe is read to its end, so that nothing of the process is left to be cleaned up.
        assert self.process.stdout is not None
        with suppress(ValueError):
            await self.process.stdout.read()


class Job:
    """A job that a worker has begun. `close` must be called, whatever happened."""

    def __init__(self, pool: Pool, worker: _Worker, time_s: float, is_long: bool) -> None:
        self._pool, self._worker, self.is_long = pool, worker, is_long
        self._end = asyncio.get_running_loop().time() + time_s + _GRACE_S
        self._done = False
        self._closed = False

    async def next(self) -> bytes | None:
        """The JSON of the next object, None after the last one. Raises Refused, Died and TimeOver."""
        while not self._done:
            try:
                async with asyncio.timeout_at(self._end):
                    line = await self._worker.receive()
            except TimeoutError:
                raise TimeOver from None
            sign, rest = line[:1], line[1:]
            if sign == b"=":
                return rest
            if sign in (b".", b"!"):
                self._done = True
            if sign == b"!":
                raise Refused(json.loads(rest))
        return None

    async def begun(self) -> None:
        """Wait until the worker has read what it was given. Raises Refused, Died and TimeOver."""
        try:
            async with asyncio.timeout_at(self._end):
                line = await self._worker.receive()
        except TimeoutError:
            raise TimeOver from None
        if line[:1] == b"!":
            self._done = True
            raise Refused(json.loads(line[1:]))

    def close(self) -> None:
        """Give the worker back, or kill it if it still works."""
        if not self._closed:
            self._closed = True
            self._pool.give_back(self._worker, self.is_long, keep=self._done)


class Pool:
    """So many worker processes. An asynchronous context manager; leaving it kills them.

    `waiting` is how many may wait for a worker, each `patience_s` seconds at most. Jobs that are `is_long` never take
    the last worker, so that short ones get on.
    """

    def __init__(self, workers: int, waiting: int = 32, patience_s: float = 20.0) -> None:
        self._number, self._waiting, self._patience_s = workers, waiting, patience_s
        self._most_long = max(1, workers - 1)
        self._long = 0
        self._idle: deque[_Worker] = deque()
        self._all: set[_Worker] = set()
        self._queue: deque[tuple[asyncio.Future[_Worker], bool]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Pool:
        await asyncio.gather(*(self._add() for _ in range(self._number)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        await asyncio.gather(*self._tasks)
        await asyncio.gather(*(worker.end() for worker in self._all))

    @property
    def process_ids(self) -> list[int]:
        """The processes there are, those at work among them."""
        return sorted(worker.process.pid for worker in self._all)

    async def start(self, name: str, of: Mapping[str, Any], time_s: float, *, is_long: bool = False) -> Job:
        """Have a worker begin a job of `jobs`. Raises Busy, Refused, Died and TimeOver."""
        job = Job(self, await self._take(is_long), time_s, is_long)
        try:
            await job._worker.send(json.dumps({"job": name, "of": of}).encode())
            await job.begun()
        except BaseException:
            job.close()
            raise
        return job

    async def run(self, name: str, of: Mapping[str, Any], time_s: float, *, is_long: bool = False) -> bytes:
        """The JSON of the one object that a job sends. Raises Busy, Refused, Died and TimeOver."""
        job = await self.start(name, of, time_s, is_long=is_long)
        try:
            found = await job.next()
            assert found is not None and await job.next() is None
            return found
        finally:
            job.close()

    async def _take(self, is_long: bool) -> _Worker:
        future: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        place = future, is_long
        self._queue.append(place)
        self._hand_out()
        if not future.done() and len(self._queue) > self._waiting:
            self._queue.remove(place)
            raise Busy
        try:
            async with asyncio.timeout(self._patience_s):
                return await future
        except BaseException as error:
            if place in self._queue:
                self._queue.remove(place)
            elif future.done() and not future.cancelled():
                # Just when nobody waited any more a worker came.
                self.give_back(future.result(), is_long, keep=True)
            if isinstance(error, TimeoutError):
                raise Busy from None
            raise

    def give_back(self, worker: _Worker, is_long: bool, *, keep: bool) -> None:
        """A worker is free again; unless it can be kept it is killed and replaced."""
        self._long -= is_long
        if keep and worker.alive:
            self._idle.append(worker)
        else:
            self._drop(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give idle workers to those who wait, the first one first, but long jobs no more than they may have."""
        for worker in [worker for worker in self._idle if not worker.alive]:
            # It died while it had nothing to do.
            self._idle.remove(worker)
            self._drop(worker)
        for place in tuple(self._queue):
            future, is_long = place
            if not self._idle:
                return
            if is_long and self._long >= self._most_long:
                continue
            self._queue.remove(place)
            if not future.done():
                self._long += is_long
                future.set_result(self._idle.popleft())

    def _drop(self, worker: _Worker) -> None:
        if self._closed:
            return
        self._all.discard(worker)
        task = asyncio.get_running_loop().create_task(self._replace(worker))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _replace(self, worker: _Worker) -> None:
        await worker.end()
        if not self._closed:
            await self._add()
            self._hand_out()

    async def _add(self) -> None:
        worker = await _Worker.start()
        self._all.add(worker)
        self._idle.append(worker)
