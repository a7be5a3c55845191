"""Found rules as steps: literals as marks, rules as sentences, and the chain by which a person follows them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from puzzlewright.deadline import Deadline
from puzzlewright.drawing import centre
from puzzlewright.grid import Cell
from puzzlewright.outcome import Because, Link, Mark, Step
from puzzlewright.puzzle import Board, Puzzle
from puzzlewright.sentences import in_order, step_told
from puzzlewright.solvers.chain import Chain, Chains, length
from puzzlewright.solvers.explainer import Found
from puzzlewright.solvers.reasons import Reasons, Solver, Switched

_CHAINS_TRIED = 3
"""Marks of a step for which a chain is sought; the shortest one is told."""

_MOST_RULES = 5
"""Of steps with more rules none had a chain on thirty Double Choco boards of 6x6, long as it took to look."""

_LONGEST = 15
"""Inferences of a chain; a longer one is harder to follow than the bare rules."""

_SPLITS = 2
"""Splits within each other that a chain may have; none where it does without."""


def build(puzzle: Puzzle[Any, Any], board: Board, deadline: Deadline) -> Reasons[Any]:
    """The rules of a board behind switches; the genre has them. Raises OutOfTime."""
    assert puzzle.reasons is not None
    return puzzle.reasons(board, deadline)


def literals_of(reasons: Reasons[Any]) -> dict[Mark, int]:
    """What stands for each mark."""
    true, false = reasons.values
    return {
        Mark(place, value): literal
        for place, variable in reasons.places.items()
        for value, literal in ((true, variable), (false, -variable))
    }


def numbers_of(reasons: Reasons[Any]) -> dict[tuple[str, tuple[Cell, ...]], int]:
    """Rules by their code and place."""
    return {(rule.label.rule, rule.label.cells): number for number, rule in enumerate(reasons.rules)}


class Teller:
    """Tells steps of one board in one language. Raises OutOfTime."""

    def __init__(self, puzzle: Puzzle[Any, Any], board: Board, deadline: Deadline, language: str) -> None:
        self.reasons = build(puzzle, board, deadline)
        self.switched = Switched(self.reasons, deadline)
        self.literals = literals_of(self.reasons)
        self.texts = self.reasons.texts[language]
        self.centres = {variable: centre(place) for place, variable in self.reasons.places.items()}
        self._mark = {literal: mark for mark, literal in self.literals.items()}

    @cached_property
    def _solver(self) -> Solver:
        """A solver of its own, so that telling a step has no influence on which one is next."""
        return self.switched.solver()

    def with_chain(self, step: Step) -> Step:
        """The step as it is told with a chain, if there is one."""
        numbers = numbers_of(self.reasons)
        rules = tuple(sorted(numbers[reason.rule, reason.cells] for reason in step.because))
        known, forced = (tuple(self.literals[mark] for mark in marks) for marks in (step.used, step.marks))
        return self.step(Found(rules, known, forced, step.at_least))

    def step(self, found: Found, chains: bool = True) -> Step:
        """What was found as a step, without `chains` one that only lists its rules."""
        because = {number: self._because(number) for number in found.rules}
        links = self._chain(found) if chains and 1 < len(found.rules) <= _MOST_RULES else ()
        marks, used = self._marks(found.forced), self._marks(found.known)
        reasons = in_order(because.values(), links)
        return Step(marks, reasons, used, found.at_least, links, step_told(marks, reasons, used, links, self.texts))

    def _chain(self, found: Found) -> tuple[Link, ...]:
        """The shortest chain for one of the first marks; none if the rules clash only all together."""
        tried = found.forced[:_CHAINS_TRIED] or (None,)
        cells = [cell for number in found.rules for cell in self.reasons.rules[number].label.cells]
        near = {
            variable: min(abs(y - 2 * row - 1) + abs(x - 2 * col - 1) for row, col in cells)
            for variable, (y, x) in self.centres.items()
        }
        # Places near the rules first: a split is more likely to be on one of them.
        variables = sorted(near, key=lambda variable: near[variable])
        search = Chains(self._solver, found.rules, variables)
        best: tuple[int | None, Chain] | None = None
        deepest = 0
        for depth, literal in ((depth, one) for depth in range(_SPLITS + 1) for one in tried):
            if best is not None and depth > deepest:
                break
            opposite = None if literal is None else -literal
            links = search.chain([*found.known, *([] if opposite is None else [opposite])], depth)
            if links is not None and length(links) <= (_LONGEST if best is None else length(best[1]) - 1):
                best, deepest = (opposite, links), depth
        return () if best is None else self._links(*best)

    def _links(self, supposed: int | None, links: Chain) -> tuple[Link, ...]:
        told = [] if supposed is None else [Link(None, (), self._marks([supposed]))]
        for each in links:
            because = None if each.rule is None else self._because(each.rule)
            cases = tuple(self._links(*case) for case in each.cases)
            told.append(Link(because, self._marks(each.used), self._marks(each.new), cases))
        return tuple(told)

    def _because(self, number: int) -> Because:
        label = self.reasons.rules[number].label
        return Because(label.rule, label.cells, self.texts.rule(label.rule, label.cells))

    def _marks(self, literals: Iterable[int]) -> tuple[Mark, ...]:
        return tuple(sorted(self._mark[literal] for literal in literals))
