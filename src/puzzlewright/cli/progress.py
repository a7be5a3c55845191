"""Signs of life on a terminal's standard error; nothing at all where nobody sees them."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TYPE_CHECKING

from puzzlewright.cli import stdio

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE_S = 1.0
"""Seconds after which a person who waits is told that there is work going on."""


class Waiting:
    """A moving line on a terminal's standard error while the body runs, if it runs for more than a moment."""

    def __init__(self, what: str, *, quiet: bool = False) -> None:
        self._what = what
        self._progress: Progress | None = None
        self._lock = threading.Lock()
        self._over = False
        self._timer = None if quiet or not stdio.shows_progress() else threading.Timer(_PATIENCE_S, self._start)

    def __enter__(self) -> Waiting:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._progress is not None:
                self._progress.stop()

    def say(self, what: str) -> None:
        """Change the line."""
        self._what = what
        if self._progress is not None:
            for task in self._progress.task_ids:
                self._progress.update(task, description=what)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        with self._lock:
            if not self._over:
                columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
                self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
                self._progress.add_task(self._what, total=None)
                self._progress.start()


class Bar:
    """A bar that fills as things get done while the body runs."""

    def __init__(self, total: int, done: int = 0, *, quiet: bool = False) -> None:
        self._progress: Progress | None = None
        if not quiet and stdio.shows_progress():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            console = Console(stderr=True)
            # In a narrow terminal the bar gives way, and what was done last: the numbers are to be read.
            columns = [
                MofNCompleteColumn(),
                BarColumn(max(4, min(40, console.width - 50))),
                TimeElapsedColumn(),
                TextColumn("left"),
                TimeRemainingColumn(),
            ]
            if console.width >= 80:
                columns.append(TextColumn("{task.description}", markup=False))
            self._progress = Progress(*columns, console=console, transient=True)
            self._progress.add_task("", total=total, completed=done)

    def __enter__(self) -> Bar:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def advance(self, what: str) -> None:
        """One more is done; `what` is shown beside the bar."""
        if self._progress is not None:
            for task in self._progress.task_ids:
                self._progress.update(task, advance=1, description=what)
