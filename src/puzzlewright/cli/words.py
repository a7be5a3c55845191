"""What the commands say to people, and the boards that they draw for them in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from puzzlewright import terminal
from puzzlewright.cli import stdio
from puzzlewright.drawing import Drawing, Picture, side_by_side
from puzzlewright.forms import Reading
from puzzlewright.grid import cell_name
from puzzlewright.outcome import Count, Facts, Place, Result, Seconds, Status
from puzzlewright.puzzle import Violation
from puzzlewright.report import differing, is_edge
from puzzlewright.scan import counted

_NAMES_TOLD = 12


def head(reading: Reading) -> str:
    """What was read, on a line."""
    board = reading.board
    size = f"{counted(board.rows, 'row')} x {counted(board.cols, 'column')}"
    named = [reading.puzzle.titles["en"], size]
    if reading.title:
        named.append(repr(stdio.printable(reading.title)))
    if reading.author:
        named.append(f"by {stdio.printable(reading.author)}")
    return ", ".join(named) + "\n"


def shown(picture: Picture) -> str:
    """The picture as this terminal can show it."""
    return terminal.render(picture, stdio.has_colour(), stdio.is_ascii(), width=stdio.width())


def place_names(places: Collection[Place]) -> str:
    """Names of places in reading order, as in `r1c2 and r3c4`; only some of many."""
    names = [
        "-".join(map(cell_name, place)) if is_edge(place) else cell_name(place)  # type: ignore[arg-type]
        for place in sorted(places)
    ]
    more = len(names) - _NAMES_TOLD
    if more > 1:
        return f"{', '.join(names[:_NAMES_TOLD])} and {more} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def verdict(reading: Reading, result: Result[Any]) -> str:
    """How many answers there are, as far as it is proved, in a sentence."""
    match result.status, len(result.answers):
        case Status.UNIQUE, _:
            return "There is exactly one answer."
        case Status.SEVERAL, _:
            places = differing(reading.puzzle, result.answers)
            return f"There is more than one answer: these two differ at {place_names(places)}."
        case Status.NONE, _:
            return "There is no answer."
        case _, 1:
            return "Undecided: here is an answer, but it is not proved that there is no other."
    return "Undecided: no answer is found so far, and it is not proved that there is none."


def answers(reading: Reading, result: Result[Any], facts: Facts | None = None) -> Picture:
    """The answers beside each other, where two differ set off; the board itself if there is none.

    With `facts` there is one more board with the marks that all answers share, unless the answer is the only one.
    """
    return pictures(reading, result.answers, facts if result.status is not Status.UNIQUE else None)


def pictures(reading: Reading, found: Sequence[Any], facts: Facts | None = None) -> Picture:
    """As `answers` does."""
    puzzle, board = reading.puzzle, reading.board
    differs = frozenset(differing(puzzle, found))
    drawings: list[Drawing] = [puzzle.draw(board, answer, differs=differs) for answer in found]
    captions = [f"answer {number}" for number in range(1, len(drawings) + 1)] if len(found) > 1 else []
    if facts is not None and facts.known:
        several = facts.status is Status.SEVERAL
        common = puzzle.draw(
            board, puzzle.partial(board, facts.known), differs=frozenset(facts.open) if several else frozenset()
        )
        drawings.append(common)
        captions = captions or ["answer"] * len(found)
        captions.append("in all answers" if several else "proved so far")
    if not drawings:
        return puzzle.draw(board)
    return side_by_side(drawings, captions) if len(drawings) > 1 else drawings[0]


def facts_told(reading: Reading, facts: Facts) -> str:
    """What is known about the places on which all answers agree."""
    kind = reading.puzzle.places
    match facts.status:
        case Status.NONE:
            return "Where there is no answer, nothing is common to all."
        case Status.UNDECIDED:
            return f"Known so far: {len(facts.known)} {kind} are the same in all answers; {len(facts.open)} are open."
    if not facts.open:
        return f"All {len(facts.known)} {kind} are known."
    return (
        f"{len(facts.known)} {kind} are the same in all answers; {len(facts.open)} are not: {place_names(facts.open)}."
    )


def times(seconds: Seconds, read_s: float, facts_s: float | None = None) -> str:
    """Where the time went."""
    parts = {"read": read_s, "build": seconds.build, "solve": seconds.solve, "prove": seconds.prove}
    if facts_s is not None:
        parts["facts"] = facts_s
    told = ", ".join(f"{name} {part:.3f}" for name, part in parts.items())
    return f"{sum(parts.values()):.3f} s: {told}"


def violations(found: Sequence[Violation]) -> str:
    """The broken rules, a line each, the one first that pzpr reports."""
    width = max((len(violation.code) for violation in found), default=0)
    return "".join(f"  {violation.code:{width}}  {violation.message}\n" for violation in found)


def number(count: Count, limit: int) -> str:
    """How many answers there are, in a sentence."""
    if count.exact:
        return f"There {'is' if count.count == 1 else 'are'} {counted(count.count, 'answer')}.\n"
    why = "counting stops there (see --limit)" if count.count == limit else "counting was not finished"
    return f"There are at least {counted(count.count, 'answer')}: {why}.\n"


def completeness(found: Sequence[Violation]) -> str:
    """Whether an answer is right, in a sentence."""
    if not found:
        return "The answer is complete: it breaks no rule.\n"
    return f"The answer is not right: {counted(len(found), 'violation')}.\n"
