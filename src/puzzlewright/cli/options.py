"""Options that several commands share."""

from __future__ import annotations

import math
from typing import Annotated, Any

import typer


def _positive(seconds: float | None) -> float | None:
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise typer.BadParameter(f"{seconds:g} is no positive number of seconds")
    return seconds


Source = Annotated[
    str, typer.Argument(metavar="SOURCE", show_default=False, help="A link, the path of a file, or - for stdin.")
]


def _seconds(what: str) -> Any:
    return typer.Option("--time-limit", metavar="S", callback=_positive, show_default=False, help=what)


TimeLimit = Annotated[float | None, _seconds("Stop after so many seconds.")]
BoardTimeLimit = Annotated[float | None, _seconds("Stop after so many seconds with each board.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
