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
from puzzlewright.errors import InternalError, NotExplained
from puzzlewright.forms import write
from puzzlewright.grid import Cell
from puzzlewright.outcome import Explanation, Hint, Limits, Link, Mark, Status, Step
from puzzlewright.puzzle import Board, Puzzle
from puzzlewright.sentences import Texts, hint_told
from puzzlewright.solvers.explainer import Explainer, TooMany
from puzzlewright.solvers.reasons import Solver, Switched
from puzzlewright.solving import playable, solve
from puzzlewright.telling import Teller, build, literals_of, numbers_of
from puzzlewright.wording import LANGUAGES


def explain(
    board: Board,
    *,
    limits: Limits | None = None,
    on_step: Callable[[Step], object] | None = None,
    language: str = "en",
    chains: bool = True,
    most_rules: int | None = None,
) -> Explanation[Any]:
    """Steps to all that the board forces; where there is no answer, one step with the contradiction.

    `on_step` is given each step when it is found, so that a caller who is interrupted has it. When the time is over
    the steps found so far come back, and so they do before a step that is proved to need more than `most_rules`.
    Without `chains` steps only list their rules, which takes half the time where many rules meet. Raises InvalidBoard,
    NotExplained for a genre without reasons, and ValueError for a language other than en, zh and ja.
    """
    _known_language(language)
    puzzle = explainable(board)
    deadline = Deadline((limits or Limits()).time_s)
    steps: list[Step] = []
    status = Status.UNDECIDED
    answers: tuple[Any, ...] = ()
    try:
        session = _Session(puzzle, board, deadline, language, most_rules=most_rules)
        status, answers = session.explainer.status, session.answers()
        while (step := session.next(chains)) is not None:
            steps.append(step)
            if on_step is not None:
                on_step(step)
    except OutOfTime as stop:
        return Explanation(tuple(steps), False, status, answers, str(stop))
    except TooMany:
        return Explanation(tuple(steps), False, status, answers, f"the next step needs more than {most_rules} rules")
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
    reasons = build(puzzle, board, deadline)
    literals, numbers, given = literals_of(reasons), numbers_of(reasons), set(reasons.given)
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


def with_chain(board: Board, step: Step, *, limits: Limits | None = None, language: str = "en") -> Step:
    """A step that `explain` gave without `chains`, told with its chain if there is one. Raises OutOfTime."""
    return Teller(explainable(board), board, Deadline((limits or Limits()).time_s), language).with_chain(step)


def explainable(board: Board) -> Puzzle[Any, Any]:
    """The genre of a board that can be solved and explained. Raises InvalidBoard or NotExplained."""
    puzzle = playable(board)
    if puzzle.reasons is None:
        raise NotExplained(f"{puzzle.titles['en']} cannot be explained yet")
    return puzzle


def _known_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"steps are told in {', '.join(LANGUAGES)}, not in {language!r}")


class _Session:
    """An explainer of one board, and the one who tells what it finds."""

    def __init__(
        self,
        puzzle: Puzzle[Any, Any],
        board: Board,
        deadline: Deadline,
        language: str,
        known: Sequence[int] = (),
        most_rules: int | None = None,
    ) -> None:
        self.puzzle, self.board, self.deadline = puzzle, board, deadline
        self.teller = teller = Teller(puzzle, board, deadline, language)
        self.reasons, self.literals, self.texts = teller.reasons, teller.literals, teller.texts
        self._place = {variable: place for place, variable in self.reasons.places.items()}
        self.explainer = Explainer(
            teller.switched, known=known, answer=self._only(known), distance=self._distance, reach=self._reach,
            most=most_rules,
        )  # fmt: skip

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
        (y, x), (to_y, to_x) = self.teller.centres[abs(one)], self.teller.centres[abs(other)]
        return (abs(y - to_y) + abs(x - to_x)) // 2

    def _reach(self, rule: int, literal: int) -> int:
        """Half cells between a mark and the nearest cell that a rule speaks of."""
        y, x = self.teller.centres[abs(literal)]
        return min(abs(y - 2 * row - 1) + abs(x - 2 * col - 1) for row, col in self.reasons.rules[rule].label.cells)

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

    def next(self, chains: bool = True) -> Step | None:
        found = self.explainer.next()
        return None if found is None else self.teller.step(found, chains)
