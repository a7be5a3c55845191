"""Recreational problems, each modelled, solved, proved, checked and drawn. They need the extra `gallery`.

>>> from puzzlewright import gallery
>>> gallery.solve("squares", rows=13, columns=13).value
11
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from puzzlewright.deadline import Deadline
from puzzlewright.errors import PackageMissing
from puzzlewright.gallery.entry import Entry, Result, WrongParameter, solved
from puzzlewright.scan import quoted

__all__ = ["ENTRIES", "PACKAGES", "WrongParameter", "entries", "find", "require", "solve"]

ENTRIES = (
    ("tilings", "puzzlewright.gallery.tilings"),
    ("ostomachion", "puzzlewright.gallery.ostomachion"),
    ("squares", "puzzlewright.gallery.squares"),
    ("stoplight", "puzzlewright.gallery.stoplight"),
    ("poker", "puzzlewright.gallery.poker"),
    ("election", "puzzlewright.gallery.election"),
    ("leapers", "puzzlewright.gallery.leapers"),
    ("stops", "puzzlewright.gallery.stops"),
)
"""Name and module of each entry. Modules are imported when an entry is asked for."""

PACKAGES = ("numpy", "numba", "highspy", "ortools", "matplotlib")
"""What the extra `gallery` installs. Entries import it when they solve or draw."""


def find(name: str) -> Entry:
    """The entry of that name. Raises WrongParameter if there is none."""
    for known, module in ENTRIES:
        if known == name:
            found: Entry = import_module(module).ENTRY
            return found
    raise WrongParameter(f"{quoted(name)} is not in the gallery; there is {', '.join(known for known, _ in ENTRIES)}")


def entries() -> Iterator[Entry]:
    """All entries in their order."""
    return (find(name) for name, _ in ENTRIES)


def require() -> None:
    """Raise PackageMissing unless everything is installed that entries use to solve and draw."""
    for package in PACKAGES:
        try:
            found = find_spec(package)
        except ValueError:
            found = None
        if found is None:
            raise PackageMissing(f"the gallery needs {package}: pip install 'puzzlewright[gallery]'")


def solve(name: str, /, *, time_limit_s: float | None = None, **given: object) -> Result:
    """Solve an entry with these parameters, and its defaults for the others; what is returned was verified.

    Raises WrongParameter, PackageMissing, and InternalError if the result does not pass the entry's `verify`.
    """
    entry = find(name)
    values = entry.values(given)
    require()
    return solved(entry, values, Deadline(time_limit_s), lambda _: None)
