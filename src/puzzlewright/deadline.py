"""The end of the time that a call may use. Made once from `Limits` and handed down; nothing else reads a clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(Exception):
    """Raised inside a call whose time is over; the call turns it into UNDECIDED."""

    def __str__(self) -> str:
        return "the time is over"


class OutOfSpace(OutOfTime):
    """Raised when the clauses of a board would fill the memory; for the caller the same as no time left."""

    def __str__(self) -> str:
        return "the search needs more memory than it may use"


class Deadline:
    """A moment on the monotonic clock, `time_s` seconds after this value was made; None is never."""

    def __init__(self, time_s: float | None = None) -> None:
        self._end = None if time_s is None else time.monotonic() + time_s

    @property
    def left_s(self) -> float | None:
        """Seconds until the moment, 0 after it; None if it is never."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def at_most(self, time_s: float) -> float:
        """So many seconds, or those that are left if they are fewer."""
        left_s = self.left_s
        return time_s if left_s is None else min(time_s, left_s)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Time in here does not count: it is for what is done once on a computer, such as compiling."""
        start = time.monotonic()
        try:
            yield
        finally:
            if self._end is not None:
                self._end += time.monotonic() - start

    def check(self) -> None:
        """Raise OutOfTime if the moment has passed."""
        if self._end is not None and time.monotonic() >= self._end:
            raise OutOfTime


class Stopwatch:
    """Seconds of wall time since the last `lap`."""

    def __init__(self) -> None:
        self._last = time.perf_counter()

    def lap(self) -> float:
        now = time.perf_counter()
        seconds, self._last = now - self._last, now
        return seconds
