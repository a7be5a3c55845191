"""Options that several commands share, and what their values may be."""

from __future__ import annotations

import math
import re
from typing import Annotated, Any

import typer

from puzzlewright.scan import quoted


def seconds(text: str) -> float:
    """A positive number of seconds. `float` alone would also take `1_0`, `nan` and other scripts' digits."""
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?", text):
        raise typer.BadParameter(f"it takes a number of seconds, not {quoted(text)}")
    number = float(text)
    if not (math.isfinite(number) and number > 0):
        raise typer.BadParameter(f"{text[:24]} is no positive number of seconds")
    return number


def seconds_or_none(text: str) -> float:
    """The same, or 0 for not at all."""
    return 0.0 if re.fullmatch(r"0+\.?0*", text) else seconds(text)


def natural(text: str) -> int:
    """A whole number from 1, in plain digits. typer passes the default through here too."""
    if not re.fullmatch(r"0*[1-9][0-9]{0,17}", str(text)):
        raise typer.BadParameter(f"it takes a whole number from 1, not {quoted(str(text))}")
    return int(text)


def whole(text: str) -> int:
    """A whole number from 0, in plain digits."""
    if not re.fullmatch(r"[0-9]{1,18}", str(text)):
        raise typer.BadParameter(f"it takes a whole number from 0, not {quoted(str(text))}")
    return int(text)


def named_number(text: str) -> tuple[str, float]:
    """NAME=VALUE with a number; hyphens in the name are underscores."""
    name, equals, value = str(text).partition("=")
    if not equals or not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", value):
        raise typer.BadParameter(f"it takes NAME=NUMBER, not {quoted(str(text))}")
    return name.strip().replace("-", "_"), float(value)


Source = Annotated[
    str, typer.Argument(metavar="SOURCE", show_default=False, help="A link, the path of a file, or - for stdin.")
]


def _limit(what: str) -> Any:
    return typer.Option("--time-limit", metavar="S", parser=seconds, show_default=False, help=what)


TimeLimit = Annotated[float | None, _limit("Stop after so many seconds.")]
BoardTimeLimit = Annotated[float | None, _limit("Stop after so many seconds with each board.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
