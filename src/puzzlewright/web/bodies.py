"""What requests hold and what answers hold, with a bound for everything."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from puzzlewright.web.opened import MAX_SIDE

MOST_BYTES = 2 * 1024 * 1024
"""Of a request: enough for all marks on the largest board."""

LONGEST_S = 60.0
"""For which one question may keep a worker, and for making a board five times that."""

Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]
Number = Annotated[int, Field(ge=0, lt=MAX_SIDE)]
Cell = Annotated[list[Number], Field(min_length=2, max_length=2)]
"""Row and column, from 0."""
Edge = Annotated[list[Cell], Field(min_length=2, max_length=2)]
"""The border between two neighbouring cells."""
_BOARD = '{"puzzle": "evolmino", "rows": 1, "cols": 5, "arrows": [[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]]}'
BoardText = Annotated[
    str, Field(min_length=1, max_length=1_000_000, description="`board` of an opened board", examples=[_BOARD])
]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Genre = Annotated[
    str, Field(min_length=1, max_length=40, description="`id` or `name` of a genre", examples=["evolmino"])
]
Language = Literal["en", "zh", "ja"]
LANGUAGES: tuple[str, ...] = get_args(Language)
Seconds = Annotated[float, Field(gt=0, le=LONGEST_S)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Mark(_Body):
    """What a solver wrote: a value in a cell or on an edge, as the genre has it."""

    cell: Cell | None = None
    edge: Edge | None = None
    value: Name


def marks(found: list[Mark]) -> list[dict[str, Any]]:
    """Marks as the objects that they were."""
    return [mark.model_dump() for mark in found]


Marks = Annotated[list[Mark], Field(max_length=4 * MAX_SIDE * MAX_SIDE)]


class New(_Body):
    """An empty board."""

    puzzle: Genre
    rows: Side
    cols: Side
    language: Language = "en"


class Text(_Body):
    """A link, or a board in any other form."""

    text: Annotated[
        str, Field(max_length=1_500_000, examples=["https://puzz.link/p?evolmino/5/5/i71027000222k44j23344"])
    ]
    language: Language = "en"


class Gesture(_Body):
    """What a setter does to a board with a tool of its genre."""

    board: BoardText
    tool: Annotated[str, Field(min_length=1, max_length=40, examples=["shaded"])]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=4 * MAX_SIDE * MAX_SIDE)]
    key: Annotated[str, Field(max_length=8)] = ""
    erase: bool = False
    language: Language = "en"


class Marked(_Body):
    """A board and what a solver wrote."""

    board: BoardText
    marks: Marks = []
    language: Language = "en"


class Question(Marked):
    """The same, and the seconds that the answer may take."""

    limit_s: Seconds = 10.0


class Solving(_Body):
    """A board, and the seconds that the answer may take."""

    board: BoardText
    limit_s: Seconds = 10.0
    language: Language = "en"


class Form(_Body):
    """A board to be written in a form of its genre, with the marks if the form can hold them."""

    board: BoardText
    marks: Marks = []
    form: Annotated[str, Field(min_length=1, max_length=40, examples=["puzzlink"])]


class Picture(Marked):
    """A board to be drawn in a file."""

    format: Literal["svg", "png", "pdf"] = "svg"


class Wanted(_Body):
    """A board to be made; the clues of `pattern` stay."""

    puzzle: Genre
    rows: Side
    cols: Side
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    difficulty: Name | None = None
    method: Name | None = None
    symmetry: Name = "none"
    pattern: BoardText | None = None
    limit_s: Annotated[float, Field(gt=0, le=5 * LONGEST_S)] = 60.0
    language: Language = "en"


Object = dict[str, Any]


class Opened(BaseModel):
    """A board as the page needs it."""

    puzzle: str
    rows: int
    cols: int
    title: str
    author: str
    board: str
    drawing: Object
    free: list[Any]
    marks: list[Object]
    url: str | None
    url_too_long: bool
    defects: list[str]
    unsolvable: list[str]


class Refusal(BaseModel):
    """Why a request cannot be met: a sentence, the place in the text, and the board as far as it could be read."""

    error: str
    at: str | None = None
    opened: Opened | None = None


class Genres(BaseModel):
    genres: list[Object]
    version: str


class Names(BaseModel):
    boards: list[str]


class Checked(BaseModel):
    complete: bool
    violations: list[Object]


class Written(BaseModel):
    text: str


class Solved(BaseModel):
    status: str
    answers: list[list[Object]]
    differs: list[Any]
    reason: str
    seconds: float


class SoFar(BaseModel):
    status: Literal["right", "wrong", "undecided"]
    mistakes: int
    marks: list[Object]
    reason: str


class Facts(BaseModel):
    status: str
    known: list[Object]
    reason: str
