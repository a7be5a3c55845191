"""Why a mark is forced: the steps from a board to its answer, a hint, and a check of steps.

Works on the rules behind switches that a genre builds (`Reasons`). A step is the deduction with the fewest rules that
is left, after Demystify (Espasa, Gent, Hoffmann, Jefferson, Lynch) and Bogaerts, Gamba and Guns; see
`solvers.explainer` for how it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.drawing import centre
from puzzlewright.errors import InternalError, NotExplained
from puzzlewright.forms import write
from puzzlewright.grid import Cell
from puzzlewright.outcome import Because, Explanation, Hint, Limits, Link, Mark, Status, Step
from puzzlewright.puzzle import Board, Puzzle
from puzzlewright.sentences import Texts, hint_told, in_order, step_told
from puzzlewright.solvers.chain import Chain, Chains, length
from puzzlewright.solvers.explainer import Explainer, Found
from puzzlewright.solvers.reasons import Reasons, Solver, Switched
from puzzlewright.solving import playable, solve
from puzzlewright.wording import LANGUAGES

_CHAINS_TRIED = 3
"""Marks of a step for which a chain is sought; the shortest one is told."""

_LONGEST = 15
"""Inferences of a chain; a longer one is harder to follow than the bare rules."""

_SPLITS = 2
"""Splits within each other that a chain may have; none where it does without."""


def explain(
    board: Board,
    *,
    limits: Limits | None = None,
    on_step: Callable[[Step], object] | None = None,
    language: str = "en",
) -> Explanation[Any]:
    """Steps to all that the board forces; where there is no answer, one step with the contradiction.

    `on_step` is given each step when it is found, so that a caller who is interrupted has it. When the time is over
    the steps found so far come back. Raises InvalidBoard, NotExplained for a genre without reasons, and ValueError
    for a language other than en, zh and ja.
    """
    _known_language(language)
    puzzle = explainable(board)
    deadline = Deadline((limits or Limits()).time_s)
    steps: list[Step] = []
    status = Status.UNDECIDED
    answers: tuple[Any, ...] = ()
    try:
        session = _Session(puzzle, board, deadline, language)
        status, answers = session.explainer.status, session.answers()
        while (step := session.next()) is not None:
            steps.append(step)
            if on_step is not None:
                on_step(step)
    except OutOfTime as stop:
        return Explanation(tuple(steps), False, status, answers, str(stop))
    return Explanation(tuple(steps), True, status, answers)


def hint(board: Board, answer: Any = None, *, limits: Limits | None = None, language: str = "en") -> Hint:
    """The next step after what a partial answer has, unless it has mistakes; see `Hint`.

    Raises InvalidBoard, NotExplained for a genre without reasons, and ValueError for another language than en, zh, ja.
    """
    _known_language(language)
    puzzle = explainable(board)
    deadline = Deadline((limits or Limits()).time_s)
    try:
        session = _Session(puzzle, board, deadline, language)
        found = _hint(session, answer)
        texts = session.texts
    except OutOfTime as stop:
        found = Hint(None, (), False, Status.UNDECIDED, str(stop))
        texts = Texts(language, {}, lambda rule, cells: rule)
    return replace(found, text=hint_told(found, texts))


def _hint(session: _Session, answer: Any) -> Hint:
    puzzle, board, explainer = session.puzzle, session.board, session.explainer
    status = explainer.status
    if answer is not None and not puzzle.check(board, answer):
        return Hint(None, (), True, status)
    if status is Status.NONE:
        return Hint(session.next(), (), False, status)
    written = [] if answer is None else list(puzzle.written(board, answer))
    if mistakes := session.mistakes(written):
        return Hint(None, tuple(mistakes), False, status)
    literals = [session.literals[mark] for mark in written]
    if status is Status.UNIQUE:
        explainer.know(literals)
        return Hint(session.next(), (), False, status)
    # The marks choose among the answers: there may be one that all of them allow, some, or none.
    session = _Session(puzzle, board, session.deadline, session.texts.language, literals)
    step, status = session.next(), session.explainer.status
    clashing = set(written) & set(step.used) if step is not None and status is Status.NONE else set()
    return Hint(step, tuple(sorted(clashing)), False, status)


def verify(board: Board, steps: Iterable[Step], *, limits: Limits | None = None) -> list[str]:
    """What is wrong with steps, a line each: a counterexample, a reason that is not needed, a chain that is not one.

    A solver of its own is given the reasons of a step and nothing else. Raises OutOfTime.
    """
    puzzle = explainable(board)
    deadline = Deadline((limits or Limits()).time_s)
    reasons = _build(puzzle, board, deadline)
    literals = _literals(reasons)
    given = set(reasons.given)
    numbers = {(rule.label.rule, rule.label.cells): number for number, rule in enumerate(reasons.rules)}
    solver = Switched(reasons, deadline).solver()
    known = set(given)
    wrong = []

    def holds(rules: Sequence[int], used: Sequence[int], forced: Sequence[int]) -> bool:
        tests = [[-literal] for literal in forced] or [[]]
        return all(solver.solve(rules, [*used, *test]) is None for test in tests)

    try:
        for number, step in enumerate(steps, 1):
            rules = [numbers[reason.rule, reason.cells] for reason in step.because]
            used = [literals[mark] for mark in step.used]
            forced = [literals[mark] for mark in step.marks]
            if not known.issuperset(used):
                wrong.append(f"step {number}: it uses a mark that is not known")
            if not holds(rules, used, forced):
                wrong.append(f"step {number}: there is a counterexample")
            for rule in rules:
                if holds([other for other in rules if other != rule], used, forced):
                    wrong.append(f"step {number}: the rule {reasons.rules[rule].label} is not needed")
            for literal in used:
                if holds(rules, [other for other in used if other != literal], forced):
                    wrong.append(f"step {number}: a used mark is not needed")
            if step.chain and not _leads(step, step.chain, None, numbers, literals, solver):
                wrong.append(f"step {number}: the chain does not hold")
            known.update(forced)
    finally:
        solver.close()
    return wrong


def _leads(
    step: Step,
    chain: Sequence[Link],
    given: Collection[Mark] | None,
    numbers: Mapping[tuple[str, tuple[Cell, ...]], int],
    literals: Mapping[Mark, int],
    solver: Solver,
) -> bool:
    """Does each link follow from what is there and its rule alone, and can the last rule not hold?

    `given` is what is there before the chain of a case; that of a step supposes the opposite of one of its marks.
    """
    have = set(step.used if given is None else given)
    *links, last = chain
    if step.marks or given is not None:
        supposed, *links = links
        (mark,) = supposed.marks
        if given is None and -literals[mark] not in {literals[forced] for forced in step.marks}:
            return False
        have.add(mark)
    for link in [*links, last]:
        used = [literals[mark] for mark in link.used]
        if not have.issuperset(link.used) or (link is not last and (link.cases or not link.marks)):
            return False
        if link.cases:
            one, other = (case[0].marks for case in link.cases)
            if [literals[mark] for mark in one] != [-literals[mark] for mark in other]:
                return False
            return all(_leads(step, case, {*link.used}, numbers, literals, solver) for case in link.cases)
        if link.because not in step.because:
            return False
        rule = numbers[link.because.rule, link.because.cells]
        tests = [[-literals[mark]] for mark in link.marks] or [[]]
        if any(solver.solve([rule], [*used, *test]) is not None for test in tests):
            return False
        have.update(link.marks)
    return not last.marks


def explainable(board: Board) -> Puzzle[Any, Any]:
    """The genre of a board that can be solved and explained. Raises InvalidBoard or NotExplained."""
    puzzle = playable(board)
    if puzzle.reasons is None:
        raise NotExplained(f"{puzzle.titles['en']} cannot be explained yet")
    return puzzle


def _known_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"steps are told in {', '.join(LANGUAGES)}, not in {language!r}")


def _build(puzzle: Puzzle[Any, Any], board: Board, deadline: Deadline) -> Reasons[Any]:
    assert puzzle.reasons is not None
    return puzzle.reasons(board, deadline)


def _literals(reasons: Reasons[Any]) -> dict[Mark, int]:
    true, false = reasons.values
    return {
        Mark(place, value): literal
        for place, variable in reasons.places.items()
        for value, literal in ((true, variable), (false, -variable))
    }


class _Session:
    """An explainer of one board, and its words: literals as marks, found rules as steps."""

    def __init__(
        self,
        puzzle: Puzzle[Any, Any],
        board: Board,
        deadline: Deadline,
        language: str,
        known: Sequence[int] = (),
    ) -> None:
        self.puzzle, self.board, self.deadline = puzzle, board, deadline
        self.reasons = reasons = _build(puzzle, board, deadline)
        self.literals = _literals(reasons)
        self._mark = {literal: mark for mark, literal in self.literals.items()}
        self._place = {variable: place for place, variable in reasons.places.items()}
        self.texts = reasons.texts[language]
        self._centres = {variable: centre(place) for place, variable in reasons.places.items()}
        switched = Switched(reasons, deadline)
        self.explainer = Explainer(switched, known=known, answer=self._only(known), distance=self._distance)
        # Of its own, so that telling a step has no influence on which one is next.
        self._chains = switched.solver()

    def _only(self, known: Sequence[int]) -> frozenset[int] | None:
        """The variables that are true in the only answer, if there is one; the genre's own model finds it sooner."""
        if known:
            return None
        result = solve(self.board, limits=Limits(self.deadline.left_s))
        if result.status is not Status.UNIQUE:
            return None
        marked = frozenset(self.puzzle.marked(result.answers[0]))
        return frozenset(variable for place, variable in self.reasons.places.items() if place in marked)

    def _distance(self, one: int, other: int) -> int:
        """Cells between two marks."""
        (y, x), (to_y, to_x) = self._centres[abs(one)], self._centres[abs(other)]
        return (abs(y - to_y) + abs(x - to_x)) // 2

    def answers(self) -> tuple[Any, ...]:
        """The answers that the explainer found. Raises InternalError if the rules do not accept one."""
        found = []
        for true in self.explainer.answers:
            answer = self.reasons.read([self._place[variable] for variable in sorted(true)])
            if broken := self.puzzle.check(self.board, answer):
                raise InternalError(f"an answer breaks {broken[0].code}: {write(self.board, 'puzzlink')}")
            found.append(answer)
        return tuple(found)

    def mistakes(self, written: Iterable[Mark]) -> list[Mark]:
        """Marks that are in no answer: where nothing may be marked, or the opposite of what is forced."""
        sure = set(self.explainer.open) | set(self.explainer.known)
        literal_of = self.literals
        return [mark for mark in sorted(written) if mark not in literal_of or -literal_of[mark] in sure]

    def next(self) -> Step | None:
        found = self.explainer.next()
        return None if found is None else self._step(found)

    def _step(self, found: Found) -> Step:
        because = {number: self._because(number) for number in found.rules}
        links = self._chain(found) if len(found.rules) > 1 else ()
        marks, used = self._marks(found.forced), self._marks(found.known)
        reasons = in_order(because.values(), links)
        return Step(marks, reasons, used, found.at_least, links, step_told(marks, reasons, used, links, self.texts))

    def _chain(self, found: Found) -> tuple[Link, ...]:
        """The shortest chain for one of the first marks; none if the rules clash only all together."""
        tried = found.forced[:_CHAINS_TRIED] or (None,)
        cells = [cell for number in found.rules for cell in self.reasons.rules[number].label.cells]
        near = {
            variable: min(abs(y - 2 * row - 1) + abs(x - 2 * col - 1) for row, col in cells)
            for variable, (y, x) in self._centres.items()
        }
        # Places near the rules first: a split is more likely to be on one of them.
        variables = sorted(near, key=lambda variable: near[variable])
        search = Chains(self._chains, found.rules, variables)
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
