"""The record that every genre fills. No genre is known here, and nothing here solves.

A genre is a folder below `puzzles/` whose `__init__` holds one `PUZZLE = Puzzle(...)`, and a line in
`puzzles/__init__.py`. Everything else (forms, solving, drawing, the command line, the page) works on the record.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, Protocol, TypeVar

from puzzlewright.grid import Cell, Edge, Grid
from puzzlewright.outcome import Mark, Place

if TYPE_CHECKING:
    from puzzlewright.deadline import Deadline
    from puzzlewright.drawing import Drawing
    from puzzlewright.editor import Editor
    from puzzlewright.generator import Generator
    from puzzlewright.penpa import PenpaBoard
    from puzzlewright.scan import Lines, Scan
    from puzzlewright.solvers.cnf import Model
    from puzzlewright.solvers.program import Formulation
    from puzzlewright.solvers.reasons import Reasons


class Board:
    """What all instances share: a size, a genre, and their text forms. Instances are frozen values."""

    puzzle_id: ClassVar[str]
    rows: int
    cols: int

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The cells of the board."""

    def to(self, form: str) -> str:
        """This board in a text form: `puzzlink`, `pzprv3`, `penpa`, `json`, `text`, and what the genre adds.

        Raises ParseError for a form that the genre does not have.
        """
        from puzzlewright import forms

        return forms.write(self, form)

    def _repr_svg_(self) -> str:
        from puzzlewright import forms, svg

        return svg.render(forms.puzzle_of(self).draw(self))


B = TypeVar("B", bound=Board)
A = TypeVar("A")
B_contra = TypeVar("B_contra", bound=Board, contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
A_co = TypeVar("A_co")


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: pzpr's code for it, the cells or borders that show it, and a sentence in English.

    The sentence of a genre is a `messages.Sentence`, which can be said in other languages.
    """

    code: str
    cells: tuple[Cell, ...] = ()
    edges: tuple[Edge, ...] = ()
    message: str = ""


class Draw(Protocol[B_contra, A_contra]):
    """Turns a board and perhaps an answer into drawing items.

    `differs` are places to set off because answers differ there, `wrong` places to set off as breaking a rule.
    """

    def __call__(
        self,
        board: B_contra,
        answer: A_contra | None = None,
        *,
        differs: frozenset[Place] = frozenset(),
        wrong: frozenset[Place] = frozenset(),
    ) -> Drawing: ...


class Models(Protocol[B_contra, A_co]):
    """Builds the genre's clauses; imports the engine only when called.

    The models come in the order in which to try them. All but the last may miss answers and are small; what they find
    are answers all the same. With `exact` there is only the last one. Raises OutOfTime.
    """

    def __call__(self, board: B_contra, deadline: Deadline, *, exact: bool = False) -> Iterator[Model[A_co]]: ...


@dataclass(frozen=True, slots=True)
class ExtraForm(Generic[B]):
    """A text form that only this genre has, without an answer layer."""

    looks_like: Callable[[str], bool]
    """Could the text be of this form? Asked for texts that start like no form of pzpr, Penpa+ or JSON."""
    read: Callable[[str, int], B]
    """The whole text and the greatest number of rows or columns allowed."""
    write: Callable[[B], str]


@dataclass(frozen=True, slots=True)
class Codec(Generic[B, A]):
    """How the genre's boards are spelled; containers (hosts, envelopes, headers, sizes, tails) are not its business.

    Rows and columns come first, from 1 to the limit that the container checked. Every reader raises ParseError, and
    writers do for a board that the form cannot hold. An answer of None says that there is no answer layer, or an
    empty one.
    """

    empty: Callable[[int, int], B]
    """The board without clues."""
    read_url: Callable[[int, int, Scan], B]
    """The cursor is at the body of a puzz.link URL, which is not empty; what is left unread is refused."""
    write_url: Callable[[B], str]
    read_sections: Callable[[int, int, Lines], tuple[B, A | None]]
    """The lines of a pzprv3 file below its size, without tails; text that is left unread is refused."""
    write_sections: Callable[[B, A | None], list[str]]
    """All sections; a missing answer gives an empty answer layer."""
    read_penpa: Callable[[PenpaBoard], tuple[B, A | None]]
    write_penpa: Callable[[B, A | None], PenpaBoard]
    """The genre tag is not needed: the container sets it."""
    recognises_penpa: Callable[[PenpaBoard], bool]
    """Does an untagged board hold what only this genre has?"""
    read_json: Callable[[int, int, Mapping[str, object]], tuple[B, A | None]]
    """The genre's keys; `answer` is among them only if it is an object. Unknown keys are to be refused."""
    write_json: Callable[[B, A | None], dict[str, object]]
    """The genre's keys, with `answer` unless it is None."""
    read_text: Callable[[int, int, Lines], tuple[B, A | None]]
    """The lines of a typed text below its head line that have text; what is left unread is refused."""
    write_text: Callable[[B, A | None], list[str]]
    extra: Mapping[str, ExtraForm[B]] = field(default_factory=dict)
    """More forms by their name on the command line."""


@dataclass(frozen=True, slots=True)
class Puzzle(Generic[B, A]):
    """Everything that the rest of the package knows about a genre."""

    id: str
    """pzpr's name of the genre, used in links and JSON."""
    name: str
    """The name on the command line."""
    titles: Mapping[str, str]
    """Name for people by language: `en`, `zh`, `ja`."""
    rules: Mapping[str, str]
    """Check codes in the order in which they are tested, with their meaning."""
    defects: Callable[[B], list[str]]
    """What pzpr would misread, one located line each: a board with any is not converted, checked or solved."""
    unsolvable: Callable[[B], list[str]]
    """What keeps a readable board from being solved, one located line each."""
    check: Callable[[B, A], list[Violation]]
    places: Literal["cells", "edges"]
    """What a solver writes on."""
    free: Callable[[B], list[Place]]
    """The places that a solver decides."""
    marked: Callable[[A], Collection[Place]]
    """The places that an answer marks, given ones perhaps among them; two answers differ where one of them does."""
    partial: Callable[[B, Iterable[Mark]], A]
    """The answer of a solver who has written just these marks; without any, of one who has not begun."""
    written: Callable[[B, A], Iterable[Mark]]
    """All that an answer says beyond the board, as `partial` takes it; where a place has two marks the note goes."""
    codec: Codec[B, A]
    draw: Draw[B, A]
    editor: Editor[B]
    """How marks look on a page, and how a setter changes clues."""
    models: Models[B, A]
    reasons: Callable[[B, Deadline], Reasons[A]] | None = None
    """Builds the rules behind switches that explanations name, None for a genre that cannot be explained yet.

    Raises OutOfTime.
    """
    program: Callable[[B, Deadline], Formulation[A]] | None = None
    """Builds the genre's integer program, None for a genre that has none. Needs numpy. Raises OutOfTime."""
    hopeless: Callable[[B], list[str]] = lambda board: []
    """Reasons why a board that can be solved has no answer, one located line each, as far as a glance shows them."""
    remarks: Callable[[B, A], list[str]] = lambda board, answer: []
    """What is worth saying about an answer although it breaks no rule, one located line each."""
    generator: Callable[[], Generator[B, A]] | None = None
    """How boards of the genre are made, None for a genre that cannot be made yet; imported when called."""
