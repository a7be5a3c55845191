"""How steps of an explanation are said, apart from the rules and marks themselves, which each genre words.

`Texts` are a genre's phrases in one language; the functions here join them. Cells are named as people do: r3c5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from puzzlewright.grid import Cell, place_name
from puzzlewright.outcome import Because, Hint, Link, Mark, Status


@dataclass(frozen=True, slots=True)
class Texts:
    """What a genre says in one language."""

    marks: Mapping[str, tuple[str, str]]
    """For each value of a mark, what is said of one place and of several, with `{}` for their names."""
    rule: Callable[[str, tuple[Cell, ...]], str]
    """The instance of a rule at some cells as a clause without a full stop."""


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


def hint_told(found: Hint, texts: Texts) -> str:
    """What a hint says, in sentences."""
    step = "" if found.step is None else found.step.text
    if found.done:
        return "The answer is complete and right."
    if found.mistakes and step:
        return f"These marks cannot all stand: {marks_told(found.mistakes, texts)}. {step}"
    if found.mistakes:
        return f"This is wrong: {marks_told(found.mistakes, texts)}."
    if step:
        return step
    if found.status is Status.UNDECIDED:
        return f"There is no hint, as {found.reason}."
    if found.status is Status.SEVERAL:
        return "Nothing more is forced: the board has more than one answer that these marks allow."
    return "Nothing is left to deduce."


def _contradiction(because: Sequence[Because], used: Sequence[Mark], chain: Sequence[Link], texts: Texts) -> str:
    if chain:
        return f"There is no answer. {_what_if(chain, texts)}"
    known = f"as {marks_told(used, texts)}, " if used else ""
    return f"There is no answer: {known}these cannot all hold: {'; '.join(reason.text for reason in because)}."


def _what_if(chain: Sequence[Link], texts: Texts) -> str:
    """The links one after the other; one without a rule opens the chain, and the last says what clashes.

    Marks are named when they are first used or found, and not again.
    """
    told: list[str] = []
    named: set[Mark] = set()
    for link in chain:
        fresh = [mark for mark in link.used if mark not in named]
        named.update(link.used, link.marks)
        known = f"as {marks_told(fresh, texts)}, " if fresh else ""
        if link.because is None:
            told.append(f"Suppose {marks_told(link.marks, texts)}.")
        elif link.marks:
            follows = f"{known}{marks_told(link.marks, texts)}: {link.because.text}."
            told.append(f"Then {follows}" if told else _capital(follows))
        else:
            told.append(f"But {known}this cannot hold: {link.because.text}.")
    return " ".join(told)


def _capital(text: str) -> str:
    """The first letter of a sentence, unless it begins with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
