"""What a solver is given and what it returns. Running out of time is an outcome of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from puzzlewright.grid import Cell, Edge

A = TypeVar("A")
B = TypeVar("B")
Place = Cell | Edge


class Status(StrEnum):
    """How many answers a board has, as far as it is proved."""

    UNIQUE = "unique"
    SEVERAL = "several"
    NONE = "none"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a call may use.

    `time_s` is wall time in seconds for the whole call, None for no limit; when it is over, what was found so far
    comes back as UNDECIDED. The same `seed` gives the same result. Raises ValueError for a time below 0 or a number of
    workers below 1.
    """

    time_s: float | None = None
    workers: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        # Written so that NaN is refused too.
        if self.time_s is not None and not self.time_s >= 0:
            raise ValueError(f"a time limit is 0 seconds or more, not {self.time_s}")
        if self.workers < 1:
            raise ValueError(f"at least 1 worker is needed, not {self.workers}")


@dataclass(frozen=True, slots=True)
class Seconds:
    """Where the time went, in seconds of wall time."""

    build: float = 0.0
    solve: float = 0.0
    prove: float = 0.0

    @property
    def total(self) -> float:
        return self.build + self.solve + self.prove


@dataclass(frozen=True, slots=True)
class Result(Generic[A]):
    """One answer if UNIQUE, two that differ on the board if SEVERAL, what was found if UNDECIDED."""

    status: Status
    answers: tuple[A, ...] = ()
    seconds: Seconds = field(default_factory=Seconds)
    reason: str = field(default="", repr=False)
    """Why the board is UNDECIDED, or, if that can be said without a search, why it has no answer."""


@dataclass(frozen=True, slots=True)
class Count:
    """Number of answers found; `exact` says that there are no others."""

    count: int
    exact: bool
    reason: str = field(default="", repr=False)
    """Why counting stopped before the limit."""


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One thing that a solver writes: `value` at a cell or on the border between two cells."""

    place: Place
    value: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Marks that all answers share.

    `status` is NONE if there is no answer, UNDECIDED if time ran out (then `known` holds what was proved by then),
    else UNIQUE or SEVERAL. `open` are the places on which two answers differ, or that were not decided in time.
    """

    status: Status
    known: tuple[Mark, ...]
    open: tuple[Place, ...]
    reason: str = field(default="", repr=False)
    """Why the status is UNDECIDED."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """Whether some marks are right as far as they go, which is None if the time was over.

    `mistakes` are marks that no answer has; if there is none of these although the marks are wrong, a few marks that
    no answer has together. Both are empty if the board has no answer at all.
    """

    right: bool | None
    mistakes: tuple[Mark, ...] = ()
    reason: str = field(default="", repr=False)
    """Why it was not decided, or that there is no answer."""


@dataclass(frozen=True, slots=True)
class Because:
    """One instance of a rule: its check code, the cells that say which instance it is, and a sentence."""

    rule: str
    cells: tuple[Cell, ...]
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A part of a chain: one rule gives these marks from those used; without a rule they are what is supposed.

    The last link has no marks: there the rule cannot hold. Or it has two `cases` instead, chains of their own that
    suppose the one and the other mark for a place, and both end so.
    """

    because: Because | None
    used: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    cases: tuple[tuple[Link, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Marks that follow from a few rules and marks that were known before; without any mark a contradiction.

    None of the rules and used marks can be left out. No open mark follows from fewer than `at_least` rules, and
    `smallest` says that this step needs no more than that.
    """

    marks: tuple[Mark, ...]
    because: tuple[Because, ...]
    used: tuple[Mark, ...]
    at_least: int
    chain: tuple[Link, ...] = ()
    """What would happen if the marks were otherwise, rule by rule, if that can be told."""
    text: str = field(default="", compare=False)

    @property
    def smallest(self) -> bool:
        return len(self.because) <= self.at_least


@dataclass(frozen=True, slots=True)
class Explanation(Generic[A]):
    """Steps from the board to all that is forced, the marks of earlier ones known to the later.

    `complete` says that nothing is left to explain. `answers` are the answer if UNIQUE, and two ways on if SEVERAL.
    If NONE, the last step is a contradiction.
    """

    steps: tuple[Step, ...]
    complete: bool
    status: Status
    answers: tuple[A, ...] = ()
    reason: str = field(default="", repr=False)
    """Why the path is not complete."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step from a partial answer.

    `mistakes` are written marks that must go: then there is no step, but for marks that clash only with each other,
    where it says how. `done` says that the answer is complete and right. A board with neither has several answers
    that the marks allow (`status` SEVERAL), or the time was over (UNDECIDED, with a `reason`).
    """

    step: Step | None
    mistakes: tuple[Mark, ...]
    done: bool
    status: Status
    reason: str = field(default="", repr=False)
    text: str = field(default="", compare=False)
    """All of it in sentences."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a board is: a band, a score, its hardest step, and the number of steps by their number of rules.

    `band` is None if the board does not have exactly one answer, or if the time was over.
    """

    band: str | None
    score: float
    steps: int
    hardest: Step | None
    sizes: tuple[tuple[int, int], ...]
    status: Status
    reason: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class MakingSeconds:
    """Where the time for one board went, in seconds of wall time; `make` includes all attempts that came to nothing."""

    make: float
    prove: float
    grade: float

    @property
    def total(self) -> float:
        return self.make + self.prove + self.grade


@dataclass(frozen=True, slots=True)
class Made(Generic[B, A]):
    """A board with its only answer, and how to make it again: the same version, seed, number and request give it."""

    board: B
    answer: A
    seed: int
    number: int
    method: str
    version: str
    status: Status
    """UNIQUE, proved by solving the finished board."""
    grade: Grade | None
    """None if it was not asked for, or cannot be told for the genre."""
    seconds: MakingSeconds = field(compare=False)
