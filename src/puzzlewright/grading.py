"""How hard a board is, from the steps that explain it.

The band goes by the step that needs the most rules, as that is where a solver gets stuck:

    easy     two rules at most, and at most three steps with two rules that also use marks
    medium   three rules at most
    hard     four or five
    expert   six to eight
    beyond   nine and more, or a step whose number of rules is not proved to be the smallest

The score adds up the squares of the numbers of rules, so that long puzzles of many steps score more than short ones,
and one step of four rules as much as four of two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.explaining import explain, with_chain
from puzzlewright.outcome import Explanation, Grade, Limits, Status, Step
from puzzlewright.puzzle import Board

BANDS = ("easy", "medium", "hard", "expert", "beyond")

_MOST_RULES = {"easy": 2, "medium": 3, "hard": 5, "expert": 8}

_EASY_PAIRS = 3
"""So many of the steps that `_pairs` counts are still easy."""


def grade(
    board: Board,
    *,
    limits: Limits | None = None,
    on_step: Callable[[Step], object] | None = None,
    language: str = "en",
    at_most: str | None = None,
) -> Grade:
    """Band, score and hardest step of a board; `on_step` is given each step when it is found.

    With `at_most` a band, a board with a step of more rules gets none, which is found out sooner than how hard it is.
    Only a board with exactly one answer has a band. Raises InvalidBoard, and NotExplained for a genre without reasons.
    """
    deadline = Deadline((limits or Limits()).time_s)
    most_rules = None if at_most is None else _MOST_RULES.get(at_most)
    # Looking for chains takes half the time where many rules meet, and only the hardest step is told.
    path = explain(board, limits=limits, on_step=on_step, language=language, chains=False, most_rules=most_rules)
    grade = graded(path)
    if grade.hardest is not None:
        with suppress(OutOfTime):
            hardest = with_chain(board, grade.hardest, limits=Limits(deadline.left_s), language=language)
            grade = replace(grade, hardest=hardest)
    return grade


def graded(path: Explanation[Any]) -> Grade:
    """The grade that a path from a board to its answer gives."""
    steps = path.steps
    sizes = Counter(len(step.because) for step in steps)
    return Grade(
        band=_band(steps) if path.complete and path.status is Status.UNIQUE else None,
        score=float(sum(number * size**2 for size, number in sizes.items())),
        steps=len(steps),
        hardest=max(steps, key=effort, default=None),
        sizes=tuple(sorted(sizes.items())),
        status=path.status,
        reason=path.reason,
    )


def is_too_hard(steps: Sequence[Step], band: str) -> bool:
    """Do the steps so far, of which the last one is new, show that a board is not of that band nor of an easier one?"""
    if band == BANDS[-1]:
        return False
    step = steps[-1]
    if band == "easy" and _pairs(steps) > _EASY_PAIRS:
        return True
    return not step.smallest or len(step.because) > _MOST_RULES[band]


def effort(step: Step) -> float:
    """What a step costs a person, for comparing steps: its rules, and a little for each mark to look at."""
    return len(step.because) + len(step.used) / 10


def _band(steps: Sequence[Step]) -> str:
    if not all(step.smallest for step in steps):
        return "beyond"
    most = max((len(step.because) for step in steps), default=0)
    if most <= 2 and _pairs(steps) <= _EASY_PAIRS:
        return "easy"
    return next((band for band, rules in _MOST_RULES.items() if band != "easy" and most <= rules), "beyond")


def _pairs(steps: Sequence[Step]) -> int:
    """Steps in which two rules meet on marks that were found before."""
    return sum(len(step.because) == 2 and bool(step.used) for step in steps)
