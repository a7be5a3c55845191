"""How steps of an explanation are said, apart from the rules and marks themselves, which each genre words.

`Texts` are a genre's phrases in one language; the functions here join them. Cells are named as people do: r3c5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from puzzlewright.grid import Cell, cell_name
from puzzlewright.outcome import Because, Link, Mark, Place


@dataclass(frozen=True, slots=True)
class Texts:
    """What a genre says in one language."""

    marks: Mapping[str, tuple[str, str]]
    """For each value of a mark, what is said of one place and of several, with `{}` for their names."""
    rule: Callable[[str, tuple[Cell, ...]], str]
    """The instance of a rule at some cells as a clause without a full stop."""


def place_name(place: Place) -> str:
    """The name of a cell, or of a border by its two cells."""
    match place:
        case (int(row), int(col)):
            return cell_name((row, col))
        case (here, there):
            return f"{cell_name(here)}-{cell_name(there)}"
    raise AssertionError(place)


def listed(names: Sequence[str]) -> str:
    """Names as in `r1c2, r1c3 and r3c4`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def marks_told(marks: Iterable[Mark], texts: Texts) -> str:
    """What is marked where, the places of one value together."""
    by_value: dict[str, list[str]] = {}
    for mark in sorted(marks):
        by_value.setdefault(mark.value, []).append(place_name(mark.place))
    order = [value for value in texts.marks if value in by_value]
    return listed([texts.marks[value][len(by_value[value]) > 1].format(listed(by_value[value])) for value in order])


def step_told(
    marks: Sequence[Mark], because: Sequence[Because], used: Sequence[Mark], chain: Sequence[Link], texts: Texts
) -> str:
    """A step as sentences: what follows, from what, and where a chain is known, what would happen otherwise."""
    if not marks:
        return _contradiction(because, used, chain, texts)
    if chain:
        return f"{_what_if(chain, texts)} So {marks_told(marks, texts)}."
    rules = "; ".join(reason.text for reason in because)
    if not used:
        return f"{_capital(marks_told(marks, texts))}, because {rules}."
    return f"As {marks_told(used, texts)}, {marks_told(marks, texts)}: {rules}."


def _contradiction(because: Sequence[Because], used: Sequence[Mark], chain: Sequence[Link], texts: Texts) -> str:
    if chain:
        return f"There is no answer. {_what_if(chain, texts)}"
    known = f"as {marks_told(used, texts)}, " if used else ""
    return f"There is no answer: {known}these cannot all hold: {'; '.join(reason.text for reason in because)}."


def _what_if(chain: Sequence[Link], texts: Texts) -> str:
    """The links one after the other; one without a rule opens the chain, and the last says what clashes."""
    told = []
    for link in chain:
        if link.because is None:
            told.append(f"Suppose {marks_told(link.marks, texts)}.")
        elif link.marks:
            told.append(f"Then {marks_told(link.marks, texts)}, because {link.because.text}.")
        else:
            clash = f", as {marks_told(link.used, texts)}" if link.used else ""
            told.append(f"But {link.because.text}, which cannot be{clash}.")
    return " ".join(told)


def _capital(text: str) -> str:
    """The first letter of a sentence, unless it begins with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
