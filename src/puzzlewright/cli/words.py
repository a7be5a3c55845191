"""What the commands say to people, and the boards that they draw for them in a terminal."""

from __future__ import annotations

import sys
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
from puzzlewright.wording import WORDING, plural

_NAMES_TOLD = 12


def head(reading: Reading, language: str = "en") -> str:
    """What was read, on a line."""
    board, wording = reading.board, WORDING[language]
    form, rows, columns = wording.head
    told = form.format(reading.puzzle.titles[language], plural(rows, board.rows), plural(columns, board.cols))
    if reading.title:
        told += wording.title.format(stdio.printable(reading.title))
    if reading.author:
        told += wording.author.format(stdio.printable(reading.author))
    return told + "\n"


def shown(picture: Picture, language: str = "en") -> str:
    """The picture as this terminal can show it; a hint instead where lines would be folded."""
    columns = stdio.width()
    plain = terminal.render(picture, ascii_only=stdio.is_ascii(), width=columns)
    needed = max(map(len, plain.splitlines()))
    if needed > columns and stdio.is_terminal(sys.stdout):
        return WORDING[language].too_narrow.format(needed) + "\n"
    return terminal.render(picture, True, stdio.is_ascii(), width=columns) if stdio.has_colour() else plain


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
    why = f", as {result.reason}" if result.reason else ""
    match result.status, len(result.answers):
        case Status.UNIQUE, _:
            return "There is exactly one answer."
        case Status.SEVERAL, _:
            places = differing(reading.puzzle, result.answers)
            return f"There is more than one answer: these two differ at {place_names(places)}, in brackets."
        case Status.NONE, _:
            return f"There is no answer{f': {result.reason}' if result.reason else ''}."
        case _, 1:
            return f"Undecided{why}: here is an answer, but it is not proved that there is no other."
    return f"Undecided{why}: no answer is found so far, and it is not proved that there is none."


def picture(reading: Reading, found: Sequence[Any], facts: Facts | None = None, way: str = "answer {}") -> Picture:
    """The answers found, beside each other and with differences set off; the board itself if there is none.

    Above each of several is `way` with its number. With `facts` there is one more board with the marks that all
    answers share, unless that is the only answer.
    """
    puzzle, board = reading.puzzle, reading.board
    differs = frozenset(differing(puzzle, found))
    drawings: list[Drawing] = [puzzle.draw(board, answer, differs=differs) for answer in found]
    captions = ["answer"] if len(found) == 1 else [way.format(number) for number in range(1, len(found) + 1)]
    if facts is not None and facts.known and facts.status is not Status.UNIQUE:
        several = facts.status is Status.SEVERAL
        undecided: frozenset[Place] = frozenset(facts.open) if several else frozenset()
        drawings.append(puzzle.draw(board, puzzle.partial(board, facts.known), differs=undecided))
        captions.append("in all answers" if several else "proved so far")
    if not drawings:
        return puzzle.draw(board)
    return drawings[0] if captions == ["answer"] else side_by_side(drawings, captions)


def facts_told(reading: Reading, facts: Facts) -> str:
    """What is known about the places on which all answers agree."""
    kind = reading.puzzle.places
    match facts.status:
        case Status.NONE:
            return "Where there is no answer, nothing is common to all."
        case Status.UNDECIDED if not facts.known and not facts.open:
            return "What all answers have in common is not known: there was no time left for it."
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
    unfinished = f"counting was not finished{f', as {count.reason}' if count.reason else ''}"
    if not count.count:
        return f"No answer is found so far: {unfinished}.\n"
    why = "counting stops there (see --limit)" if count.count == limit else unfinished
    return f"There {'is' if count.count == 1 else 'are'} at least {counted(count.count, 'answer')}: {why}.\n"


def completeness(found: Sequence[Violation]) -> str:
    """Whether an answer is right, in a sentence."""
    if not found:
        return "The answer is complete: it breaks no rule.\n"
    return f"The answer is not right: {counted(len(found), 'violation')}.\n"
