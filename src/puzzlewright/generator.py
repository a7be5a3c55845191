"""What a genre says about making boards: its methods, their parameters, and one attempt. Nothing here solves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Generic, TypeVar

from puzzlewright.puzzle import Board

if TYPE_CHECKING:
    from puzzlewright.deadline import Deadline

B = TypeVar("B", bound=Board)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Request(Generic[B]):
    """The board that is wanted."""

    rows: int
    cols: int
    method: str
    """One of `Generator.methods`."""
    pattern: B | None = None
    """A board of the genre and of this size whose clues stay; the genre's docs say what a pattern fixes."""
    symmetry: str = "none"
    """One of `Generator.symmetries`."""
    options: Mapping[str, float] = field(default_factory=dict)
    """A value for each of `Generator.options`."""
    band: str | None = None
    """The grade that is wanted: a hint for the attempt. The one who asks grades what comes."""


@dataclass(frozen=True, slots=True)
class Option:
    """A parameter of a method: a number in a range, both ends included."""

    default: float
    least: float
    most: float
    meaning: str


@dataclass(frozen=True, slots=True)
class Draft(Generic[B, A]):
    """A board with exactly one answer, and that answer."""

    board: B
    answer: A


@dataclass(frozen=True)
class Generator(Generic[B, A]):
    """How boards of a genre are made."""

    methods: Mapping[str, str]
    """Names with a line of explanation; the first one is the default."""
    options: Mapping[str, Option]
    """Parameters of the methods, by names with underscores."""
    symmetries: tuple[str, ...]
    """Layouts of clues; `none` is one of them."""
    refuse: Callable[[Request[B], Deadline], str | None]
    """Why nothing can be made, with the cell where a pattern contradicts itself; None if it can, or if the time does
    not suffice to tell."""
    attempt: Callable[[Request[B], Random, Deadline], Iterator[Draft[B, A]]]
    """One attempt, from the request and chance alone.

    Yields boards that have exactly one answer, those first that are the likeliest to be of the wanted band, and none
    if it fails. Raises OutOfTime; nothing else may depend on time.
    """
    key: Callable[[B], Hashable]
    """Equal for two boards of one size exactly if one is the other turned, mirrored or moved."""
