"""The record that each problem of the gallery fills, and what is done with it: parameters read, result checked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline
from puzzlewright.drawing import Drawing
from puzzlewright.errors import InternalError, PuzzlewrightError
from puzzlewright.scan import quoted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Value = int | float | str
Values = Mapping[str, Any]
"""A value for each parameter of an entry, by name."""
Say = Callable[[str], None]
"""Told in a few words how far the work is."""


class WrongParameter(PuzzlewrightError, ValueError):
    """A parameter has a value that its entry cannot take; the text names the parameter and its range."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What may be varied. The type of `default` is the type of its values; `least` and `most` are included.

    Text without `choices` is checked by the `refuse` of its entry. A parameter with `only` is used only if the
    parameter named there has that value.
    """

    name: str
    default: Value
    meaning: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    only: tuple[str, Value] | None = None

    @property
    def range(self) -> str:
        """The values that it may have, in words."""
        if self.choices:
            return ", ".join(self.choices[:-1]) + f" or {self.choices[-1]}" if self.choices[1:] else self.choices[0]
        kind = {int: "a whole number", float: "a number", str: "text"}[type(self.default)]
        least, most = (None if end is None else f"{end:g}" for end in (self.least, self.most))
        if least is not None and most is not None:
            return f"{kind} from {least} to {most}"
        if least is not None:
            return f"{kind} from {least}"
        return kind if most is None else f"{kind} up to {most}"

    def read(self, text: str) -> Value:
        """The value that a text stands for. Raises WrongParameter."""
        if isinstance(self.default, str):
            return self.checked(text)
        # int and float alone would also take `1_0`, `nan` and other scripts' digits.
        digits = (
            r"[0-9]{1,18}" if isinstance(self.default, int) else r"([0-9]{1,18}\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,3})?"
        )
        if not re.fullmatch(f"[+-]?{digits}", text, re.IGNORECASE):
            raise self._wrong(text)
        return self.checked(int(text) if isinstance(self.default, int) else float(text))

    def checked(self, value: Any) -> Value:
        """The value, as a float where floats are meant. Raises WrongParameter if it is of another kind or range."""
        if isinstance(self.default, float) and type(value) is int:
            value = float(value)
        if type(value) is not type(self.default) or (self.choices and value not in self.choices):
            raise self._wrong(value)
        if isinstance(value, int | float):
            small = self.least is not None and value < self.least
            large = self.most is not None and value > self.most
            if small or large or not math.isfinite(value):
                raise self._wrong(value)
        assert isinstance(value, int | float | str)
        return value

    def _wrong(self, value: object) -> WrongParameter:
        return WrongParameter(f"{self.name} takes {self.range}, not {quoted(str(value))}")


@dataclass(frozen=True, slots=True)
class Known:
    """A right value that the tests reproduce: `values` are the parameters that differ from their defaults.

    `long` is for those that take more than a second or two.
    """

    values: Mapping[str, object]
    value: object
    source: str
    long: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What was found. `value`, `bound`, `plan` and `facts` can be written as JSON.

    `value` is None if nothing was found in time. `proved` says that there is no better value; if it is false, `bound`
    is what was proved and `reason` says why not more. `plan` is what has the value: a tiling, a tour, a strategy.
    `facts` are further things to print; a list of mappings with the same keys is a table.
    """

    value: object
    proved: bool
    bound: object | None
    plan: object
    facts: Mapping[str, object]
    reason: str = ""


@dataclass(frozen=True)
class Entry:
    """A problem of the gallery.

    `statement` is a paragraph; `model` (words and equations) and `remarks` (what is known, and what is wrong or
    unproved in the source) are Markdown. `refuse` says what is wrong with values that are each in range, and names the
    parameter. `solve` stops at the deadline with the best so far and its bound. `verify` lists what is wrong with a
    result, and knows nothing of the model.
    """

    name: str
    title: str
    source: str
    statement: str
    model: str
    remarks: str
    parameters: tuple[Parameter, ...]
    known: tuple[Known, ...]
    refuse: Callable[[Values], str | None]
    solve: Callable[[Values, Deadline, Say], Result]
    verify: Callable[[Values, Result], list[str]]
    draw: Callable[[Values, Result], Drawing | Figure]

    def values(self, given: Mapping[str, object]) -> dict[str, Value]:
        """A value for each parameter: the given one or the default. Raises WrongParameter."""
        known = [parameter.name for parameter in self.parameters]
        if unknown := sorted(given.keys() - set(known)):
            raise WrongParameter(f"{self.name} has no parameter {quoted(unknown[0])}; there is {', '.join(known)}")
        values = {one.name: one.checked(given.get(one.name, one.default)) for one in self.parameters}
        if problem := self.refuse(values):
            raise WrongParameter(problem)
        return values


def used(entry: Entry, values: Values) -> dict[str, Value]:
    """Values without those of parameters that are not used beside the others."""
    return {
        one.name: values[one.name] for one in entry.parameters if one.only is None or values[one.only[0]] == one.only[1]
    }


def silent(how_far: str) -> None:
    """A `Say` for work that nobody follows."""


def accept_all(values: Values) -> str | None:
    """The `refuse` of an entry whose parameters need nothing beyond their ranges."""
    return None


def solved(entry: Entry, values: Values, deadline: Deadline, say: Say) -> Result:
    """The result, looked at by `verify` if there is one. Raises InternalError if that does not accept it."""
    with ctrl_c_in_compiled_code():
        result = entry.solve(values, deadline, say)
        wrong = entry.verify(values, result) if result.value is not None else []
    if wrong:
        raise InternalError(f"gallery {entry.name} {dict(values)}: {wrong[0]}")
    return result


@contextmanager
def ctrl_c_in_compiled_code() -> Iterator[None]:
    """Raise KeyboardInterrupt for Ctrl-C in compiled code, which makes a SystemError of it, or several."""
    try:
        yield
    except SystemError as error:
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            cause = cause.__cause__ or cause.__context__
        raise
