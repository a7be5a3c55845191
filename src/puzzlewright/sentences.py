"""How steps of an explanation are said, apart from the rules and marks themselves, which each genre words.

`Texts` are a genre's phrases in one language, `_JOINTS` are what joins them, a table a language. Cells are named as
people do in all of them: r3c5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from puzzlewright.grid import Cell, place_name
from puzzlewright.outcome import Because, Hint, Link, Mark, Status

LANGUAGES = ("en", "zh", "ja")


@dataclass(frozen=True, slots=True)
class Texts:
    """What a genre says in one language."""

    language: str
    marks: Mapping[str, tuple[str, str]]
    """For each value of a mark, what is said of one place and of several, with `{}` for their names."""
    rule: Callable[[str, tuple[Cell, ...]], str]
    """The instance of a rule at some cells as a clause without a full stop."""


@dataclass(frozen=True, slots=True)
class _Joints:
    """Sentences with `{}` for what they join; `known` goes before what follows from it and may be left out."""

    between: str
    last: str
    clauses: str
    space: str
    known: str
    step: str
    bare_step: str
    suppose: str
    then: str
    first: str
    clash: str
    so: str
    no_answer: str
    all_clash: str
    done: str
    mistakes: str
    clashing_mistakes: str
    no_hint: str
    ambiguous: str
    nothing_left: str


_JOINTS = {
    "en": _Joints(
        between=", ",
        last=" and ",
        clauses="; ",
        space=" ",
        known="as {}, ",
        step="{}{}: {}.",
        bare_step="{}, because {}.",
        suppose="Suppose {}.",
        then="Then {}{}: {}.",
        first="{}{}: {}.",
        clash="But {}this cannot hold: {}.",
        so="So {}.",
        no_answer="There is no answer.",
        all_clash="{}these cannot all hold: {}.",
        done="The answer is complete and right.",
        mistakes="This is wrong: {}.",
        clashing_mistakes="These marks cannot all stand: {}.",
        no_hint="There is no hint, as {}.",
        ambiguous="Nothing more is forced: the board has more than one answer that these marks allow.",
        nothing_left="Nothing is left to deduce.",
    ),
    "zh": _Joints(
        between="、",
        last="、",
        clauses="；",
        space="",
        known="因为{}，",
        step="{}所以{}：{}。",
        bare_step="{}：{}。",
        suppose="假设{}。",
        then="那么，{}{}：{}。",
        first="{}{}：{}。",
        clash="但{}这条规则无法成立：{}。",
        so="所以{}。",
        no_answer="无解。",
        all_clash="{}这些规则不能同时成立：{}。",
        done="答案完整且正确。",
        mistakes="有错误：{}。",
        clashing_mistakes="这些标记不能同时成立：{}。",
        no_hint="没有提示（{}）。",
        ambiguous="没有更多必然的结论：按现有标记，此题不止一个答案。",
        nothing_left="没有可推理的了。",
    ),
    "ja": _Joints(
        between="、",
        last="、",
        clauses="；",
        space="",
        known="{}なので、",
        step="{}{}：{}。",
        bare_step="{}：{}。",
        suppose="{}と仮定する。",
        then="すると、{}{}：{}。",
        first="{}{}：{}。",
        clash="しかし、{}次の規則が成り立たない：{}。",
        so="よって、{}。",
        no_answer="解がない。",
        all_clash="{}次の規則は同時に成り立たない：{}。",
        done="答えは完成していて正しい。",
        mistakes="誤り：{}。",
        clashing_mistakes="これらの印は同時に成り立たない：{}。",
        no_hint="ヒントはない（{}）。",
        ambiguous="これ以上は決まらない：この盤面には、今の印に合う答えが複数ある。",
        nothing_left="推論できるものは残っていない。",
    ),
}


def marks_told(marks: Iterable[Mark], texts: Texts) -> str:
    """What is marked where, the places of one value together."""
    by_value: dict[str, list[str]] = {}
    for mark in sorted(marks):
        by_value.setdefault(mark.value, []).append(place_name(mark.place))
    joints = _JOINTS[texts.language]
    values = [value for value in texts.marks if value in by_value]
    return _listed(
        [texts.marks[value][len(by_value[value]) > 1].format(_listed(by_value[value], joints)) for value in values],
        joints,
    )


def step_told(
    marks: Sequence[Mark], because: Sequence[Because], used: Sequence[Mark], chain: Sequence[Link], texts: Texts
) -> str:
    """A step as sentences: what follows, from what, and where a chain is known, what would happen otherwise."""
    joints = _JOINTS[texts.language]
    new = marks_told(marks, texts)
    told = [] if marks else [joints.no_answer]
    if chain:
        told += _what_if(chain, texts)
        if marks:
            told.append(joints.so.format(new))
    else:
        rules = joints.clauses.join(reason.text for reason in because)
        known = joints.known.format(marks_told(used, texts)) if used else ""
        if not marks:
            told.append(_capital(joints.all_clash.format(known, rules)))
        else:
            told.append(
                _capital(joints.step.format(known, new, rules) if used else joints.bare_step.format(new, rules))
            )
    return joints.space.join(told)


def hint_told(found: Hint, texts: Texts) -> str:
    """What a hint says, in sentences."""
    joints = _JOINTS[texts.language]
    step = "" if found.step is None else found.step.text
    if found.done:
        return joints.done
    if found.mistakes and step:
        return joints.space.join([joints.clashing_mistakes.format(marks_told(found.mistakes, texts)), step])
    if found.mistakes:
        return joints.mistakes.format(marks_told(found.mistakes, texts))
    if step:
        return step
    if found.status is Status.UNDECIDED:
        return joints.no_hint.format(found.reason)
    return joints.ambiguous if found.status is Status.SEVERAL else joints.nothing_left


def _what_if(chain: Sequence[Link], texts: Texts) -> list[str]:
    """The links one after the other; one without a rule opens the chain, and the last says what clashes.

    Marks are named when they are first used or found, and not again.
    """
    joints = _JOINTS[texts.language]
    told: list[str] = []
    named: set[Mark] = set()
    for link in chain:
        fresh = [mark for mark in link.used if mark not in named]
        named.update(link.used, link.marks)
        known = joints.known.format(marks_told(fresh, texts)) if fresh else ""
        if link.because is None:
            told.append(joints.suppose.format(marks_told(link.marks, texts)))
        elif not link.marks:
            told.append(joints.clash.format(known, link.because.text))
        elif told:
            told.append(joints.then.format(known, marks_told(link.marks, texts), link.because.text))
        else:
            told.append(_capital(joints.first.format(known, marks_told(link.marks, texts), link.because.text)))
    return told


def _listed(names: Sequence[str], joints: _Joints) -> str:
    """Names as in `r1c2, r1c3 and r3c4`."""
    return joints.last.join(filter(None, [joints.between.join(names[:-1]), *names[-1:]]))


def _capital(text: str) -> str:
    """The first letter of a sentence, unless it begins with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
