"""Questions about a board, answered with whatever model its genre builds: solve, facts, count, enumerate.

Every answer that a solver finds is checked by the genre's rules before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from puzzlewright.deadline import Deadline, OutOfTime, Stopwatch
from puzzlewright.errors import InternalError, InvalidBoard
from puzzlewright.forms import puzzle_of, write
from puzzlewright.outcome import Count, Facts, Limits, Mark, Place, Result, Seconds, SoFar, Status
from puzzlewright.puzzle import Board, Puzzle
from puzzlewright.refusing import first_of
from puzzlewright.solvers.cnf import Model
from puzzlewright.solvers.search import Search


def solve(
    board: Board, *, limits: Limits | None = None, on_answer: Callable[[Any], object] | None = None, most: int = 2
) -> Result[Any]:
    """One answer and the proof that there is no other, or two answers that differ, or that there is none.

    `on_answer` is given each answer when it is found, so that a caller who is interrupted has it. With `most=1` the
    first answer is enough, and the status is then UNDECIDED. Raises InvalidBoard for a board that cannot be a puzzle,
    such as one with a branching arrow.
    """
    puzzle = playable(board)
    deadline = Deadline((limits or Limits()).time_s)
    watch = Stopwatch()
    build = solving = proving = 0.0
    answers: list[Any] = []
    status = Status.UNDECIDED
    reason = ""

    def tell(answer: Any) -> None:
        answers.append(answer)
        if on_answer is not None:
            on_answer(answer)

    try:
        for model in puzzle.models(board, deadline):
            with Search(model, deadline, lambda answer: verify(board, answer)) as search:
                for answer in answers:
                    search.exclude(answer)
                build += watch.lap()
                while len(answers) < most and (answer := search.next()) is not None:
                    tell(answer)
                    search.exclude(answer)
                    if len(answers) == 1:
                        solving += watch.lap()
                        if most > 1 and (other := next(model.variants(answer), None)) is not None:
                            verify(board, other)
                            tell(other)
            # The refutation of a first answer counts as solving, all else after the first answer as proving.
            if answers:
                proving += watch.lap()
            else:
                solving += watch.lap()
            if len(answers) >= most:
                break
        if len(answers) < most or most > 1:
            status = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[len(answers)]
        if not answers:
            reason = "; ".join(puzzle.hopeless(board))
    except OutOfTime as stop:
        reason = str(stop)
        # Two answers are two answers, even if the time was over right after the second.
        if len(answers) == 2:
            status, reason = Status.SEVERAL, ""
        if answers:
            proving += watch.lap()
        elif build:
            solving += watch.lap()
        else:
            build = watch.lap()
    return Result(status, tuple(answers), Seconds(build, solving, proving), reason)


def answers(board: Board, *, limits: Limits | None = None) -> Iterator[Any]:
    """All answers, one after the other. Raises InvalidBoard, and OutOfTime when the time is over before the end."""
    puzzle = playable(board)
    deadline = Deadline((limits or Limits()).time_s)
    for model in puzzle.models(board, deadline, exact=True):
        with Search(model, deadline, lambda answer: verify(board, answer)) as search:
            while (answer := search.next()) is not None:
                search.exclude(answer)
                yield answer


def count(
    board: Board, *, limit: int = 1000, limits: Limits | None = None, on_answer: Callable[[Any], object] | None = None
) -> Count:
    """The number of answers, counted up to `limit`; exact if there are no more.

    `on_answer` is given each answer that is counted. Raises InvalidBoard, and ValueError for a limit below 1.
    """
    if limit < 1:
        raise ValueError(f"the limit of a count is 1 or more, not {limit}")
    number = 0
    try:
        for answer in answers(board, limits=limits):
            number += 1
            if number > limit:
                return Count(limit, exact=False)
            if on_answer is not None:
                on_answer(answer)
    except OutOfTime as stop:
        return Count(number, exact=False, reason=str(stop))
    return Count(number, exact=True)


def facts(board: Board, *, limits: Limits | None = None, marks: Iterable[Mark] = ()) -> Facts:
    """Marks on which all answers agree, or all those that have the given `marks`. Raises InvalidBoard.

    Starts from one answer and asks again and again for one that breaks some mark that is left; the marks that are left
    when there is none are common to all.
    """
    puzzle = playable(board)
    deadline = Deadline((limits or Limits()).time_s)
    free: list[Place] = puzzle.free(board)
    known: list[Mark] = []
    status = Status.UNDECIDED
    reason = ""
    try:
        (model,) = puzzle.models(board, deadline, exact=True)
        place_of = {variable: place for place, variable in model.places.items()}
        never = [Mark(place, model.values[1]) for place in free if place not in model.places]

        def marked(literals: Iterable[int]) -> list[Mark]:
            signed = ((place_of.get(abs(literal)), literal) for literal in literals)
            return never + [Mark(place, model.values[literal < 0]) for place, literal in signed if place is not None]

        with Search(model, deadline, lambda answer: verify(board, answer)) as search:
            literals = [_literal(model, mark) for mark in marks]
            if None in literals:
                return Facts(Status.NONE, (), ())
            for literal in filter(None, literals):
                search.add([literal])
            known = marked(search.implied())
            answer = search.next()
            if answer is None:
                return Facts(Status.NONE, (), ())
            shared = {-literal for literal in model.differs(answer)}
            status = Status.UNIQUE
            try:
                while True:
                    # The switch makes the clause a question: once answered it no longer counts.
                    switch = search.new()
                    search.add([-switch, *(-literal for literal in shared)])
                    if (answer := search.next([switch])) is None:
                        break
                    status = Status.SEVERAL
                    shared -= set(model.differs(answer))
            except OutOfTime:
                status = Status.UNDECIDED
                raise
            known = marked(shared)
    except OutOfTime as stop:
        reason = str(stop)
    settled = {mark.place for mark in known}
    return Facts(status, tuple(sorted(known)), tuple(place for place in free if place not in settled), reason)


def so_far(board: Board, marks: Iterable[Mark], *, limits: Limits | None = None) -> SoFar:
    """Are the marks those of some answer, as far as they go, and which are not? Raises InvalidBoard."""
    puzzle = playable(board)
    deadline = Deadline((limits or Limits()).time_s)
    given = sorted(set(marks))
    if not puzzle.check(board, puzzle.partial(board, given)):
        # Lines that separate nothing are right here although no answer of the model has them.
        return SoFar(True)
    try:
        (model,) = puzzle.models(board, deadline, exact=True)
        with Search(model, deadline, lambda answer: verify(board, answer)) as search:
            return _judged(model, search, given)
    except OutOfTime as stop:
        return SoFar(None, reason=str(stop))


def _judged(model: Model[Any], search: Search[Any], marks: Sequence[Mark]) -> SoFar:
    literals = {mark: _literal(model, mark) for mark in marks}
    never = [mark for mark, literal in literals.items() if literal is None]
    assumed = {mark: literal for mark, literal in literals.items() if literal}
    if not never and search.next(list(assumed.values())) is not None:
        return SoFar(True)
    answer = search.next()
    if answer is None:
        return SoFar(False, reason="there is no answer")
    # A mark that some answer has is no mistake by itself; each answer clears many.
    doubted = dict(assumed)
    mistakes = list(never)
    while doubted:
        if answer is not None:
            held = {-literal for literal in model.differs(answer)}
            doubted = {mark: literal for mark, literal in doubted.items() if literal not in held}
            if not doubted:
                break
        mark, literal = next(iter(doubted.items()))
        if (answer := search.next([literal])) is None:
            mistakes.append(mark)
            del doubted[mark]
    if mistakes:
        return SoFar(False, tuple(sorted(mistakes)))
    clashing = list(assumed.items())
    for item in tuple(clashing):
        rest = [other for other in clashing if other is not item]
        if search.next([literal for _, literal in rest]) is None:
            clashing = rest
    return SoFar(False, tuple(sorted(mark for mark, _ in clashing)))


def _literal(model: Model[Any], mark: Mark) -> int | None:
    """What a mark says in the model, 0 if it says nothing new, None if no answer has it."""
    true = mark.value == model.values[0]
    variable = model.places.get(mark.place)
    if variable is None:
        return None if true else 0
    return variable if true else -variable


def playable(board: Board) -> Puzzle[Any, Any]:
    """The genre of a board that can be solved. Raises InvalidBoard with the first reason why it cannot."""
    puzzle: Puzzle[Any, Any] = puzzle_of(board)
    reasons = puzzle.defects(board) or puzzle.unsolvable(board)
    if reasons:
        raise InvalidBoard(first_of(reasons))
    return puzzle


def verify(board: Board, answer: Any) -> None:
    """Raise InternalError unless the rules accept the answer."""
    broken = puzzle_of(board).check(board, answer)
    if broken:
        raise InternalError(
            f"the solver's answer breaks {broken[0].code} ({broken[0].message}): {write(board, 'puzzlink')}"
        )
