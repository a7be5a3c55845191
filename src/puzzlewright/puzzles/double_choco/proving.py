"""All answers of a board, as far as little work proves it. Work is counted, so that the result is the same anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlewright.deadline import Deadline
from puzzlewright.errors import InternalError
from puzzlewright.puzzles.double_choco import model
from puzzlewright.puzzles.double_choco.cover import TooHard
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, check
from puzzlewright.solvers.cnf import Stage
from puzzlewright.solvers.search import Search


def answers(board: Instance, conflicts: int, deadline: Deadline) -> Iterator[Answer]:
    """All answers, each once; the end proves that there are no more.

    `conflicts` is for each of the three stages of the search, and for its refinements. Raises TooHard when they are
    used up, and OutOfTime.
    """
    found = model.build(board, deadline, model.Settings(stages=[(depth, conflicts) for depth in range(3)]))
    refinements = conflicts

    def stages() -> Iterator[Stage]:
        for stage in found.stages():
            if stage.conflicts is None:
                raise TooHard
            yield stage

    def refine(true: frozenset[int]) -> bool:
        nonlocal refinements
        refinements -= 1
        if refinements < 0:
            raise TooHard
        return found.refine(true)

    def verify(answer: Answer) -> None:
        if broken := check(board, answer):
            raise InternalError(f"the solver's answer breaks {broken[0].code}: {board}")

    with Search(replace(found, stages=stages, refine=refine), deadline, verify) as search:
        while (answer := search.next()) is not None:
            yield answer
            search.exclude(answer)
