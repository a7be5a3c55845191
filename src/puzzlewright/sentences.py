"""How steps of an explanation are said, apart from the rules and marks themselves, which each genre words.

`Texts` are a genre's phrases in one language, `wording` has what joins them. Cells are named as people do in all
languages: r3c5. Where several rules meet they are numbered, as they are in drawings: each is said where it is first
used, and is a number from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzlewright.grid import Cell, place_name
from puzzlewright.outcome import Because, Hint, Link, Mark, Status, Step
from puzzlewright.wording import WORDING, Wording, plural


@dataclass(frozen=True, slots=True)
class Texts:
    """What a genre says in one language."""

    language: str
    marks: Mapping[str, tuple[str, str]]
    """For each value of a mark, what is said of one place and of several, with `{}` for their names."""
    rule: Callable[[str, tuple[Cell, ...]], str]
    """The instance of a rule at some cells as a clause without a full stop."""


def marks_told(marks: Iterable[Mark], texts: Texts) -> str:
    """What is marked where, the places of one value together."""
    by_value: dict[str, list[str]] = {}
    for mark in sorted(marks):
        by_value.setdefault(mark.value, []).append(place_name(mark.place))
    words = WORDING[texts.language]
    told = []
    for value, (one, several) in texts.marks.items():
        if places := by_value.get(value):
            told.append((several if places[1:] else one).format(_listed(places, words.between, words.last)))
    return _listed(told, words.also, words.also_last)


def _condition(marks: Iterable[Mark], texts: Texts) -> str:
    return marks_told(marks, texts).replace(*WORDING[texts.language].condition)


def step_told(
    marks: Sequence[Mark], because: Sequence[Because], used: Sequence[Mark], chain: Sequence[Link], texts: Texts
) -> str:
    """A step as sentences: what follows, from what, and where a chain is known, what would happen otherwise."""
    words = WORDING[texts.language]
    new = marks_told(marks, texts)
    told = [] if marks else [words.no_answer]
    rules = _Rules(because, words)
    if chain:
        told += _what_if(chain, rules, set(), texts)
        supposed = {mark.place for mark in chain[0].marks}
        others = [mark for mark in marks if mark.place not in supposed]
        if others:
            one = marks_told([mark for mark in marks if mark.place in supposed], texts)
            told.append(words.likewise.format(one, marks_told(others, texts)))
        elif marks:
            told.append(words.so.format(new))
    else:
        all_rules = words.clauses.join(map(rules.told, because))
        known = words.known.format(_condition(used, texts)) if used else ""
        if not marks:
            told.append(_capital(words.clash_of[len(because) > 1].format(known, all_rules)))
        else:
            told.append(
                _capital(words.step.format(known, new, all_rules) if used else words.bare_step.format(new, all_rules))
            )
    return words.space.join(told)


def in_order(because: Iterable[Because], chain: Sequence[Link]) -> tuple[Because, ...]:
    """The rules in the order in which a chain uses them, which is that of their numbers."""
    used = [link.because for link in _flat(chain) if link.because is not None]
    return tuple(dict.fromkeys([*used, *because]))


def _flat(chain: Iterable[Link]) -> Iterator[Link]:
    for link in chain:
        yield link
        for case in link.cases:
            yield from _flat(case)


def said(step: Step, language: str) -> str:
    """The text of a step, and what is not proved about it."""
    if step.smallest:
        return step.text
    return step.text + plural(WORDING[language].unproved, len(step.because), step.at_least)


def hint_told(found: Hint, texts: Texts) -> str:
    """What a hint says, in sentences."""
    words = WORDING[texts.language]
    step = "" if found.step is None else found.step.text
    if found.done:
        return words.done
    if found.mistakes and step:
        return words.space.join([words.clashing_mistakes.format(marks_told(found.mistakes, texts)), step])
    if found.mistakes:
        return words.mistakes.format(marks_told(found.mistakes, texts))
    if step:
        return step
    if found.status is Status.UNDECIDED:
        return words.no_hint.format(words.reasons.get(found.reason, found.reason))
    return words.ambiguous if found.status is Status.SEVERAL else words.nothing_left


class _Rules:
    """Rules as they are told one after the other: with numbers if there are several."""

    def __init__(self, because: Sequence[Because], words: Wording) -> None:
        self._numbers = {rule: number for number, rule in enumerate(because, 1)}
        self._words = words
        self._told: set[Because] = set()

    def told(self, rule: Because) -> str:
        if len(self._numbers) == 1:
            return rule.text
        text = "" if rule in self._told else rule.text
        self._told.add(rule)
        return self._words.number.format(self._numbers[rule], text).rstrip()


def _what_if(chain: Sequence[Link], rules: _Rules, named: set[Mark], texts: Texts, case: str = "") -> list[str]:
    """The links one after the other; one without a rule opens the chain, and the last says what clashes.

    Marks are named when they are first used or found, and not again. `case` is what is supposed beforehand.
    """
    words = WORDING[texts.language]
    told: list[str] = []
    for link in chain:
        fresh = [mark for mark in link.used if mark not in named]
        named.update(link.used, link.marks)
        known = words.known.format(_condition(fresh, texts)) if fresh else ""
        new = marks_told(link.marks, texts)
        if link.cases:
            for supposed, *rest in link.cases:
                told += _what_if(rest, rules, named | set(supposed.marks), texts, _condition(supposed.marks, texts))
        elif link.because is None:
            told.append(words.suppose.format(_condition(link.marks, texts)))
        elif case and not link.marks:
            told.append(_capital(words.case_clash.format(case, known, rules.told(link.because))))
        elif case:
            told.append(_capital(words.case_then.format(case, known, new, rules.told(link.because))))
        elif not link.marks:
            told.append(words.clash.format(known, rules.told(link.because)))
        elif told:
            told.append(words.then.format(known, new, rules.told(link.because)))
        else:
            told.append(_capital(words.first.format(known, new, rules.told(link.because))))
        if link.because is not None:
            case = ""
    return told


def _listed(names: Sequence[str], between: str, last: str) -> str:
    """Names as in `r1c2, r1c3 and r3c4`."""
    return last.join(filter(None, [between.join(names[:-1]), *names[-1:]]))


def _capital(text: str) -> str:
    """The first letter of a sentence, unless it begins with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
