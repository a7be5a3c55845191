"""A mixed integer linear program as arrays, in named groups of columns and named families of rows.

There is no objective: the question is whether there is a point that satisfies all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puzzlewright.outcome import Place

A = TypeVar("A")
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]

INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class Group:
    """The columns or rows from `start` up to `stop`, with a name and what they stand for."""

    name: str
    meaning: str
    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True, eq=False, slots=True)
class Program:
    """row_lower <= matrix @ column <= row_upper and lower <= column <= upper; all columns are integers.

    The entries of row r are those from `starts[r]` up to `starts[r + 1]`: `columns` says where, `values` how much. No
    column comes twice in a row. A side without a bound is an infinity.
    """

    lower: Floats
    upper: Floats
    starts: Ints
    columns: Ints
    values: Floats
    row_lower: Floats
    row_upper: Floats
    variables: tuple[Group, ...]
    families: tuple[Group, ...]
    keys: tuple[Ints, ...] = ()
    """For each group of columns the indices of each column, such as arrow, block, row and column of the cell."""

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.lower)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.row_lower)

    @property
    def rows(self) -> Ints:
        """The row of each entry."""
        return np.repeat(np.arange(self.height, dtype=np.int32), np.diff(self.starts))

    def with_row(self, columns: ArrayLike, values: ArrayLike, lower: float, upper: float) -> Program:
        """The program with one more row, which belongs to no family."""
        return replace(
            self,
            starts=np.append(self.starts, self.starts[-1] + np.size(columns)).astype(np.int32),
            columns=np.concatenate([self.columns, np.asarray(columns, np.int32)]),
            values=np.concatenate([self.values, np.asarray(values, np.float64)]),
            row_lower=np.append(self.row_lower, lower),
            row_upper=np.append(self.row_upper, upper),
        )

    def broken(self, point: ArrayLike, tolerance: float = 1e-6) -> list[str]:
        """Names of the groups and families with a bound or a row that a point does not satisfy."""
        at = np.asarray(point, np.float64)
        activity = np.zeros(self.height)
        np.add.at(activity, self.rows, self.values * at[self.columns])
        wrong = [
            (self.variables, (at < self.lower - tolerance) | (at > self.upper + tolerance)),
            (self.families, (activity < self.row_lower - tolerance) | (activity > self.row_upper + tolerance)),
        ]
        return [group.name for groups, bad in wrong for group in groups if bad[group.start : group.stop].any()]

    def describe(self) -> str:
        """A table of the groups of columns and the families of rows with their sizes."""
        entries = [int(self.starts[family.stop] - self.starts[family.start]) for family in self.families]
        lines = [("variables", f"{self.width:,}", "", "")]
        lines += [(group.name, f"{len(group):,}", "", group.meaning) for group in self.variables]
        lines += [("", "", "", ""), ("constraints", f"{self.height:,}", f"{len(self.columns):,}", "(entries)")]
        lines += [
            (family.name, f"{len(family):,}", f"{count:,}", family.meaning)
            for family, count in zip(self.families, entries, strict=True)
        ]
        wide, wider, widest = (max(len(line[part]) for line in lines) for part in range(3))
        shown = (f"{name:<{wide}} {size:>{wider}} {count:>{widest}}  {text}" for name, size, count, text in lines)
        return "\n".join(line.rstrip() for line in shown) + "\n"

    def column_names(self) -> list[str]:
        """A name for each column: its group and its keys, such as `y_1_2_3_4`; `m1` is -1, which LP files forbid."""
        names: list[str] = []
        for group, keys in zip(self.variables, self.keys, strict=True):
            names += ["_".join([group.name, *map(str, key)]).replace("-", "m") for key in keys.tolist()]
        return names

    def row_names(self) -> list[str]:
        """A name for each row: its family and its number there from 1; `cut` for rows of no family."""
        names = [f"c{family.name}_{number}" for family in self.families for number in range(1, len(family) + 1)]
        return names + [f"cut_{number}" for number in range(1, self.height - len(names) + 1)]


@dataclass(frozen=True)
class Formulation(Generic[A]):
    """The program of one board, and how answers are read from its points."""

    program: Program
    places: Sequence[Place]
    """What the first columns decide: each is 1 if its place is marked, and two answers differ in one of them."""
    read: Callable[[Collection[Any]], A]
    """The answer with those places marked."""
    hopeless: str = ""
    """Why there is no answer, if that was clear before any solver was asked."""


class Builder:
    """Collects columns group by group, then rows family by family; families in `leave_out` get no rows."""

    def __init__(self, leave_out: Collection[str] = ()) -> None:
        self._leave_out = frozenset(leave_out)
        self._groups: list[Group] = []
        self._keys: list[Ints] = []
        self._lower: list[Floats] = []
        self._upper: list[Floats] = []
        self._families: list[Group] = []
        self._lengths: list[Ints] = []
        self._columns: list[Ints] = []
        self._values: list[Floats] = []
        self._row_lower: list[Floats] = []
        self._row_upper: list[Floats] = []
        self._height = 0

    def variables(self, name: str, meaning: str, keys: Ints, lower: ArrayLike, upper: ArrayLike) -> int:
        """Add a group with a column for each row of `keys`; returns its first column. Bounds may be single numbers."""
        start = self._groups[-1].stop if self._groups else 0
        self._groups.append(Group(name, meaning, start, start + len(keys)))
        self._keys.append(keys)
        self._lower.append(_floats(lower, len(keys)))
        self._upper.append(_floats(upper, len(keys)))
        return start

    def family(self, name: str, meaning: str) -> None:
        """Rows that follow belong to this family."""
        self._close()
        self._families.append(Group(name, meaning, self._height, self._height))

    def rows(self, columns: NDArray[np.integer], values: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Add rows that all have the same number of entries: `columns` is rows x entries, `values` broadcasts to it."""
        height, entries = columns.shape
        self._add(
            np.full(height, entries, np.int32),
            columns.ravel(),
            np.broadcast_to(np.asarray(values, np.float64), columns.shape).ravel(),
            lower,
            upper,
        )

    def sums(
        self, height: int, parts: Sequence[tuple[ArrayLike, ArrayLike, float]], lower: ArrayLike, upper: ArrayLike
    ) -> None:
        """Add `height` rows. Each part holds entries as their rows, counted from 0 here, their columns, and one value.

        Rows and columns of a part broadcast to each other.
        """
        pairs = [np.broadcast_arrays(np.asarray(row, np.int32), column) for row, column, _ in parts]
        row = np.concatenate([rows.ravel() for rows, _ in pairs])
        column = np.concatenate([columns.ravel() for _, columns in pairs])
        value = np.repeat([part[2] for part in parts], [rows.size for rows, _ in pairs])
        order = np.argsort(row, kind="stable")
        lengths = np.bincount(row, minlength=height).astype(np.int32)
        self._add(lengths, column[order], value[order], lower, upper)

    def _add(
        self, lengths: Ints, columns: NDArray[np.integer], values: Floats, lower: ArrayLike, upper: ArrayLike
    ) -> None:
        if self._families[-1].name in self._leave_out:
            return
        self._lengths.append(lengths)
        self._columns.append(columns.astype(np.int32, copy=False))
        self._values.append(values)
        self._row_lower.append(_floats(lower, len(lengths)))
        self._row_upper.append(_floats(upper, len(lengths)))
        self._height += len(lengths)

    def _close(self) -> None:
        if self._families:
            self._families[-1] = replace(self._families[-1], stop=self._height)

    def finish(self) -> Program:
        """The program; to be called after the last row."""
        self._close()
        lengths = np.concatenate([np.zeros(1, np.int32), *self._lengths])
        return Program(
            lower=np.concatenate(self._lower),
            upper=np.concatenate(self._upper),
            starts=np.cumsum(lengths, dtype=np.int32),
            columns=np.concatenate([np.zeros(0, np.int32), *self._columns]),
            values=np.concatenate([np.zeros(0), *self._values]),
            row_lower=np.concatenate([np.zeros(0), *self._row_lower]),
            row_upper=np.concatenate([np.zeros(0), *self._row_upper]),
            variables=tuple(self._groups),
            families=tuple(self._families),
            keys=tuple(self._keys),
        )


def _floats(bounds: ArrayLike, size: int) -> Floats:
    return np.broadcast_to(np.asarray(bounds, np.float64), (size,))
