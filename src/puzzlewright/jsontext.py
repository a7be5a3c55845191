"""JSON that was written by somebody else: every wrong type is a ParseError with its place, never another error."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import TypeVar

from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell, Grid, cell_name
from puzzlewright.scan import quoted

T = TypeVar("T")

Object = Mapping[str, object]


def load(text: str, where: str = "") -> object:
    """The value of a JSON text. Raises ParseError, also for an object that has a key twice."""
    twice: list[tuple[dict[str, object], str]] = []

    def object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.append((found, next(key for key in keys if keys.count(key) > 1)))
        return found

    try:
        value: object = json.loads(text, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise ParseError(f"not JSON: {error.msg}", f"{where}, {at}" if where else at) from None
    except (ValueError, RecursionError):
        # A number of thousands of digits, or brackets nested thousands deep.
        raise ParseError("this JSON is too large or too deep", where) from None
    if twice:
        # An object is done after those in it, so the last one is not inside a value that was overwritten.
        found, key = twice[-1]
        raise ParseError(f"the key {quoted(key)} is there twice", ", ".join(filter(None, (where, _way(value, found)))))
    return value


def _way(value: object, wanted: object) -> str:
    """Where in a value an object is, as in `answer` or `arrows, item 2`."""
    left: list[tuple[object, str]] = [(value, "")]
    while left:
        item, way = left.pop()
        if item is wanted:
            return way
        start = f"{way}, " if way else ""
        if isinstance(item, dict):
            left += [(inner, start + quoted(key).strip("'")) for key, inner in item.items()]
        elif isinstance(item, list):
            left += [(inner, f"{start}item {number}") for number, inner in enumerate(item, 1)]
    return ""


def dump(value: object) -> str:
    """JSON on one line, as people read it."""
    return json.dumps(value, ensure_ascii=False)


def _typed(value: object, kind: type[T], name: str, where: str) -> T:
    # In Python, a bool is an int.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ParseError(f"{_shown(value)} is not {name}", where)
    return value


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return quoted(value) if isinstance(value, str) else quoted(json.dumps(value)).strip("'")


def object_(value: object, where: str = "") -> Object:
    return _typed(value, dict, "an object", where)


def array(value: object, where: str = "") -> list[object]:
    return _typed(value, list, "a list", where)


def string(value: object, where: str = "") -> str:
    text = _typed(value, str, "a string", where)
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ParseError("this string holds half a character", where)
    return text


def integer(value: object, where: str = "") -> int:
    """A whole number that fits in 32 bits."""
    number = _typed(value, int, "a whole number", where)
    if abs(number) >= 2**31:
        raise ParseError("the number is too large", where)
    return number


def required(found: Object, key: str) -> object:
    """The value of a key. Raises ParseError if it is not there."""
    if key not in found:
        raise ParseError(f"the key {quoted(key)} is missing")
    return found[key]


def known_keys(found: Object, known: Collection[str], where: str = "") -> None:
    """Raise ParseError if there is a key that is not `known`: a misspelt clue must not vanish."""
    for key in found:
        if key not in known:
            raise ParseError(f"the key {quoted(key)} is unknown here; known are {', '.join(known)}", where)


def cell(value: object, grid: Grid, where: str = "") -> Cell:
    """A cell of `grid` written as `[row, col]`, from 0."""
    numbers = array(value, where)
    if len(numbers) != 2:
        raise ParseError(f"a cell is [row, column], not {len(numbers)} values", where)
    row, col = (integer(number, where) for number in numbers)
    if (row, col) not in grid:
        raise ParseError(f"{quoted(f'[{row}, {col}]')} is not on the board", where)
    return row, col


def cells(value: object, grid: Grid, where: str = "") -> list[Cell]:
    """A list of cells, none of them twice."""
    items = array(value, where)
    if len(items) > len(grid) + 1:
        raise ParseError(f"{len(items)} cells are more than the board has", where)
    found: list[Cell] = []
    seen: set[Cell] = set()
    for number, item in enumerate(items, 1):
        try:
            place = cell(item, grid)
            if place in seen:
                raise ParseError(f"{cell_name(place)} is there twice")
            seen.add(place)
            found.append(place)
        except ParseError as error:
            raise ParseError(error.problem, ", ".join(filter(None, (where, f"item {number}", error.where)))) from None
    return found


def path(value: object, grid: Grid, where: str = "") -> list[Cell]:
    """At least two cells, each beside the one before it."""
    found = cells(value, grid, where)
    if len(found) < 2:
        raise ParseError("two cells or more are needed", where)
    for before, after in pairwise(found):
        if after not in grid.neighbours(before):
            raise ParseError(f"{cell_name(before)} and {cell_name(after)} are not neighbours", where)
    return found
