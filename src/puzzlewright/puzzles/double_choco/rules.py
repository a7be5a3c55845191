"""Double Choco (ダブルチョコ, pzpr id `dbchoco`): boards, answers, and the rules that judge them.

The rules, after Nikoli:

1. Every cell is white or grey. Cut the board along the borders of cells into blocks.
2. Each block is exactly one connected white area and exactly one connected grey area.
3. The two areas of a block have the same size and shape; one may be turned or mirrored.
4. A number is the size of the area, of the colour of its cell, that holds it. An area may hold several numbers or none;
   a `?` is a clue without a value and asks for nothing.

What counts of an answer is how it divides the board. A line that separates nothing, such as a slit through a block in
the shape of a ring, changes no block; it breaks no rule unless one of its ends is loose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from puzzlewright.grid import Cell, Edge, Grid, cell_name, components, place_name
from puzzlewright.messages import Sentence
from puzzlewright.puzzle import Board, Violation
from puzzlewright.puzzles.double_choco.messages import say
from puzzlewright.shape import congruent

Number = int | None
"""The value of a clue; None is a `?`."""

MOST = 8191
"""The greatest number that a link of pzpr can hold."""

RULES = {
    "bkSubLt2": "a block has only one colour",
    "bkSizeLt": "an area is smaller than a number in it",
    "bkSubGt2": "a block has more than two areas",
    "bkDifferentShape": "the two areas of a block differ in size or shape",
    "bkSizeGt": "an area is larger than a number in it",
    "bdDeadEnd": "a line has a loose end inside the board",
}
"""Check codes of pzpr in the order in which they are tested, with their meaning."""


@dataclass(frozen=True)
class Instance(Board):
    """A board with its colours and clues. Nothing is checked here: see `defects`."""

    rows: int
    cols: int
    grey: frozenset[Cell] = frozenset()
    clues: tuple[tuple[Cell, Number], ...] = ()
    """Cells with their numbers in reading order; `of` sorts them."""

    puzzle_id = "dbchoco"

    @classmethod
    def of(
        cls, rows: int, cols: int, grey: Iterable[Cell] = (), numbers: Mapping[Cell, Number] | None = None
    ) -> Instance:
        """The board with these grey cells and numbers."""
        return cls(rows, cols, frozenset(grey), tuple(sorted((numbers or {}).items(), key=lambda clue: clue[0])))

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.rows, self.cols)

    @cached_property
    def numbers(self) -> Mapping[Cell, Number]:
        """The clues by cell."""
        return dict(self.clues)

    @cached_property
    def white(self) -> frozenset[Cell]:
        """The cells that are not grey."""
        return frozenset(self.grid) - self.grey


@dataclass(frozen=True)
class Answer:
    """The lines that are drawn, on borders between cells.

    `crosses` are notes that nothing is drawn there, which the rules never read; a line may have one all the same.
    """

    borders: frozenset[Edge]
    crosses: frozenset[Edge] = field(default=frozenset(), compare=False)


# How an answer divides the board


def blocks(board: Instance, answer: Answer) -> list[frozenset[Cell]]:
    """The cells that no line separates, each block found from its first cell in reading order."""
    return components(board.grid, answer.borders)


def areas(board: Instance, answer: Answer) -> list[frozenset[Cell]]:
    """The cells of one colour that no line separates, by their first cells in reading order."""
    found = components(board.grey.intersection(board.grid), answer.borders) + components(board.white, answer.borders)
    return sorted(found, key=min)


def borders_of(grid: Grid, parts: Iterable[Iterable[Cell]]) -> frozenset[Edge]:
    """The borders between cells of different parts; parts that are blocks get all of their sides."""
    part_of = {cell: number for number, part in enumerate(parts) for cell in part}
    return frozenset(edge for edge in grid.edges() if part_of.get(edge[0]) != part_of.get(edge[1]))


def partition_borders(board: Instance, answer: Answer) -> frozenset[Edge]:
    """The lines that separate blocks: the same for all answers that divide the board in the same way."""
    return borders_of(board.grid, blocks(board, answer))


def idle_lines(board: Instance, answer: Answer) -> list[Edge]:
    """The lines that have the same block on both sides, in the order of pzpr."""
    separating = partition_borders(board, answer)
    return [edge for edge in board.grid.edges() if edge in answer.borders and edge not in separating]


def block_is_right(board: Instance, block: frozenset[Cell]) -> bool:
    """Do these cells, cut out of the board, make a block that breaks no rule?"""
    white, grey = block - board.grey, block & board.grey
    return (
        len(white) == len(grey)
        and len(components(white)) == len(components(grey)) == len(components(block)) == 1
        and all(board.numbers.get(cell) in (None, len(white)) for cell in block)
        and congruent(white, grey)
    )


# Judging


def defects(board: Instance) -> list[str]:
    """Numbers that pzpr does not keep: in its files a 0 is a `?`, and its links end at MOST.

    A number that is too large for the board is none of them: it is understood, and no answer fits it.
    """
    return [
        say("number", cell=cell_name(cell), clue=number, most=MOST)
        for cell, number in board.clues
        if number is not None and not 1 <= number <= MOST
    ]


def unsolvable(board: Instance) -> list[str]:
    """Nothing: whatever the colours and numbers are, asking for an answer makes sense, even if there is none."""
    return []


def hopeless(board: Instance) -> list[str]:
    """Reasons, one located line each, why no answer is possible, as far as counting cells shows it.

    A block has as many white cells as grey ones, and each of its areas lies in one connected set of cells of its
    colour. Numbers must be free of `defects`.
    """
    reasons: list[str] = []
    if len(board.white) != len(board.grey):
        reasons.append(say("unequal", number=len(board.white), grey=len(board.grey)))
    sets = {colour: components(cells) for colour, cells in (("white", board.white), ("grey", board.grey))}
    home = {cell: part for parts in sets.values() for part in parts for cell in part}
    around: dict[frozenset[Cell], set[frozenset[Cell]]] = {part: set() for part in home.values()}
    for one, other in board.grid.edges():
        if home[one] is not home[other]:
            around[home[one]].add(home[other])
            around[home[other]].add(home[one])
    for colour, opposite in (("white", "grey"), ("grey", "white")):
        for part in sets[colour]:
            partners = sum(map(len, around[part]))
            if partners < len(part):
                names = {"cell": cell_name(min(part)), "colour": say(colour), "other": say(opposite)}
                reasons.append(say("too few around", number=len(part), around=partners, **names))
    for cell, number in board.clues:
        if number and number > len(home[cell]):
            colour = say("grey" if cell in board.grey else "white")
            connected = len(home[cell])
            reasons.append(
                say("too few connected", cell=cell_name(cell), clue=number, colour=colour, connected=connected)
            )
    return reasons


def remarks(board: Instance, answer: Answer) -> list[str]:
    """One line for each drawn line that separates nothing and is no loose end; pzpr accepts such answers too."""
    loose = set(_loose_lines(board, answer))
    return [
        say("separates nothing", edge=place_name(edge))
        for edge in idle_lines(board, answer) if edge not in loose
    ]


def check(board: Instance, answer: Answer) -> list[Violation]:
    """All rules that the lines of `answer` break, in pzpr's order; empty if it is complete and right.

    The first violation is the one that pzpr reports. A partial answer is judged as it stands. Crosses are ignored.
    """
    block_of = {cell: block for block in blocks(board, answer) for cell in block}
    inside: dict[frozenset[Cell], list[frozenset[Cell]]] = {block: [] for block in block_of.values()}
    all_areas = areas(board, answer)
    for area in all_areas:
        inside[block_of[min(area)]].append(area)
    numbers = {
        area: sorted({number for cell in area if (number := board.numbers.get(cell))}) for area in all_areas
    }

    found = [
        Violation("bkSubLt2", cells=tuple(sorted(block)),
                  message=say("bkSubLt2", block=cell_name(min(block)), colour=_colour(board, block)))
        for block, parts in inside.items() if len(parts) < 2
    ]
    found += [
        Violation("bkSizeLt", cells=tuple(sorted(area)),
                  message=_measured("bkSizeLt", board, area, numbers[area][-1]))
        for area in all_areas if numbers[area] and len(area) < numbers[area][-1]
    ]
    found += [
        Violation("bkSubGt2", cells=tuple(sorted(block)),
                  message=say("bkSubGt2", block=cell_name(min(block)), parts=len(parts), areas=_starts(parts)))
        for block, parts in inside.items() if len(parts) > 2
    ]
    found += [
        Violation("bkDifferentShape", cells=tuple(sorted(block)), message=_difference(board, parts))
        for block, parts in inside.items() if len(parts) == 2 and not congruent(*parts)
    ]
    found += [
        Violation("bkSizeGt", cells=tuple(sorted(area)),
                  message=_measured("bkSizeGt", board, area, numbers[area][0]))
        for area in all_areas if numbers[area] and len(area) > numbers[area][0]
    ]
    found += [
        Violation("bdDeadEnd", edges=(edge,), message=say("bdDeadEnd", edge=place_name(edge)))
        for edge in _loose_lines(board, answer)
    ]
    return found


def _loose_lines(board: Instance, answer: Answer) -> list[Edge]:
    """The lines that end at a point inside the board where no other line goes on, in the order of pzpr."""
    loose = set()
    for row in range(board.rows - 1):
        for col in range(board.cols - 1):
            here, right, below, across = (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)
            around = [edge for edge in ((here, right), (here, below), (right, across), (below, across))
                      if edge in answer.borders]
            if len(around) == 1:
                loose.add(around[0])
    return sorted(loose, key=board.grid.edge_index)


def _colour(board: Instance, area: frozenset[Cell]) -> Sentence:
    return say("grey" if min(area) in board.grey else "white")


def _measured(key: str, board: Instance, area: frozenset[Cell], clue: int) -> Sentence:
    return say(key, colour=_colour(board, area), area=cell_name(min(area)), number=len(area), clue=clue)


def _starts(parts: list[frozenset[Cell]]) -> frozenset[Cell]:
    return frozenset(map(min, parts))


def _difference(board: Instance, parts: list[frozenset[Cell]]) -> Sentence:
    one, other = parts
    block = cell_name(min(one))
    if len(one) == len(other):
        return say("other shape", block=block, areas=_starts(parts))
    colours = {"colour": _colour(board, one), "other": _colour(board, other)}
    return say("other size", block=block, one=len(one), two=len(other), **colours)
