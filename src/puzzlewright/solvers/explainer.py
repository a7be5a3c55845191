"""The next mark that follows from the fewest rules, found by implicit hitting sets.

A deduction is explained by rules and known marks that together force it, as in Demystify (Espasa, Gent, Hoffmann,
Jefferson, Lynch: Using Small MUSes to Explain How to Solve Pen and Paper Puzzles) and in the step-wise explanations of
Bogaerts, Gamba and Guns; the fewest rules over all open marks are found with the hitting sets of the latter.

Assignments that differ from the answer are kept, each with the marks in which it differs and the rules that it breaks.
Rules that force a mark must meet what each assignment without that mark breaks. So for sizes 1, 2, ... and each open
mark there is either no hitting set of that size, which is a proof that the mark needs more rules, or one that a solver
tests: it forces the mark, or gives one more assignment to keep. The first size that gives something is the smallest.

Work is counted in calls of the solver and steps of the branching, never in seconds. When it is spent, the best
irreducible set of rules is taken, and the size that is refuted for all marks is its bound.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from puzzlewright.outcome import Status
from puzzlewright.solvers.assignments import CLASH, Kept, answers_and_shared
from puzzlewright.solvers.hitting import Spent, Work, hitting_set, least, without_twins
from puzzlewright.solvers.reasons import Switched

_WORK = 8_000_000
"""Units for one step: a few seconds on a board of 10 x 10."""

_ENOUGH = 300_000
"""Units after which an explanation of the smallest size is taken, and no other of that size is looked for."""

_CALL = 1_000
"""Units that a call of the solver takes, and one more for each variable."""

_REPAIRS = 3
"""Attempts to have an assignment break fewer rules before it is kept."""

_CONFLICTS = 200
"""What such an attempt may take; nothing is lost if it fails."""

_TRIED = 12
"""Marks for which an irreducible set is sought when the work is spent."""

_PROPAGATIONS = 5_000_000
"""Propagations of the solver after which no more such marks are looked at: about a second on any board."""

_NEVER = 1_000_000


class TooMany(Exception):
    """More rules are needed for the next step than are wanted."""


@dataclass(frozen=True, slots=True)
class Found:
    """Rules by their number and known literals that force others; none is forced where they clash."""

    rules: tuple[int, ...]
    known: tuple[int, ...]
    forced: tuple[int, ...]
    at_least: int


@dataclass(slots=True)
class _Candidate:
    """An explanation that waits for its turn. The rules are as few as possible for the first of its literals."""

    rules: list[int]
    known: list[int]
    forced: list[int]


class Explainer:
    """Deduces what a board and some marks force, a step after the other. Calls may raise OutOfTime.

    Steps of more than `most` rules are not looked for: `next` raises TooMany where none of fewer is left.
    `status` says how many answers the known marks leave; `answers` are the true literals of one, or of two. Whoever
    knows the only `answer` of the board saves the search for them. `distance` is that of two literals, `reach` that of
    a rule, by its number, and a literal.
    """

    def __init__(
        self,
        switched: Switched,
        *,
        known: Iterable[int] = (),
        answer: frozenset[int] | None = None,
        distance: Callable[[int, int], int] = lambda one, other: 0,
        reach: Callable[[int, int], int] = lambda rule, literal: 0,
        work: int = _WORK,
        most: int | None = None,
    ) -> None:
        reasons = switched.reasons
        self._switched = switched
        self._distance = distance
        self._reach = reach
        self._work_for_a_step = work
        self._most = most
        self._call = _CALL + reasons.cnf.variables
        self._all = range(len(reasons.rules))
        self._bit = switched.bit
        self.known = list(dict.fromkeys([*reasons.given, *known]))
        if answer is None:
            self.status, self.answers, sure = answers_and_shared(switched, self.known)
        else:
            self.status, self.answers = Status.UNIQUE, [answer]
            sure = {one if one in answer else -one for one in self._bit} - set(self.known)
        # Where there is no answer the marks of the board that are not known are wanted true; nothing depends on it.
        wanted = self.answers[0] if self.answers else frozenset(switched.marks)
        self._wanted = {variable: variable if variable in wanted else -variable for variable in switched.marks}
        if not self.answers:
            self._wanted |= {abs(literal): literal for literal in self.known}
        self.open = [literal for literal in self._wanted.values() if literal in sure]
        # One solver takes the known marks for granted, the other is told each time which of them it may use.
        self._granted = switched.solver()
        self._asked = switched.solver()
        preferred = [-one for one in switched.auxiliary] + switched.switches + list(self._wanted.values())
        self._granted.prefer(preferred)
        self._asked.prefer(preferred)
        self._kept = Kept(self._bit, self._wanted)
        self._queue: list[_Candidate] = []
        self._fewest: dict[int, list[int]] = {}
        self._last: Sequence[int] = ()
        for literal in self.known:
            self._granted.know(literal)

    def next(self) -> Found | None:
        """The next step, None if nothing is left to deduce. A contradiction is the last one."""
        targets = [CLASH] if self.status is Status.NONE else self.open
        if not targets or (self.status is Status.NONE and self._last):
            return None
        size = self._sweep(targets)
        chosen = self._choose()
        self._queue.remove(chosen)
        found = Found(
            tuple(sorted(chosen.rules)), tuple(chosen.known), tuple(chosen.forced), min(size, len(chosen.rules))
        )
        self._last = found.forced or (CLASH,)
        self.know(found.forced)
        return found

    def know(self, literals: Iterable[int]) -> None:
        """Take marks of the answer as known."""
        added = [literal for literal in literals if literal not in self.known]
        if not added:
            return
        for literal in added:
            self.known.append(literal)
            self._granted.know(literal)
            self._fewest.pop(literal, None)
        gone = set(added)
        self.open = [literal for literal in self.open if literal not in gone]
        self._kept.know(added)
        waiting, self._queue = self._queue, []
        for candidate in waiting:
            left = [literal for literal in candidate.forced if literal not in gone]
            if not left:
                continue
            if left[0] != candidate.forced[0]:
                # What was needed for a mark that is known by now need not be needed for the others.
                self._queue.append(self._candidate(left[0], self._shrink(left[0], candidate.rules)))
            else:
                self._queue.append(_Candidate(candidate.rules, candidate.known, left))

    def _sweep(self, targets: Sequence[int]) -> int:
        """Put at least one explanation of the smallest size into the queue; the size that is proved to be needed."""
        work = Work(self._work_for_a_step)
        size = 0
        while True:
            size += 1
            if self._most is not None and size > self._most:
                raise TooMany
            ready = [candidate for candidate in self._queue if len(candidate.rules) <= size]
            if ready:
                return size
            explained: set[int] = set()
            found = False
            for target in sorted(targets, key=lambda one: len(self._fewest.get(one, ())) or _NEVER):
                if target in explained:
                    continue
                try:
                    rules = self._search(target, size, work)
                except Spent:
                    if not found:
                        self._queue.append(self._irreducible(targets, size))
                    return size
                if rules is None:
                    continue
                self._fewest[target] = rules
                candidate = self._candidate(target, rules)
                self._queue.append(candidate)
                explained.update(candidate.forced)
                found = True
                # More of the same size can wait, if looking for the first one took long.
                if work.left < self._work_for_a_step - _ENOUGH:
                    return size
            if found:
                return size

    def _search(self, target: int, size: int, work: Work) -> list[int] | None:
        """Rules, at most so many, that force the target; None if there are none. Raises Spent."""
        sets = least(self._kept.broken_without(target))
        while True:
            hit = hitting_set(without_twins(sets) if size > 2 else sets, size, work)
            if hit is None:
                return None
            rules = [number for number in self._all if hit >> number & 1]
            if not self._counterexample(target, rules, work):
                return rules
            broken = self._kept.last
            sets = sorted([broken, *(one for one in sets if one & broken != broken)], key=int.bit_count)

    def _counterexample(self, target: int, rules: Sequence[int], work: Work) -> bool:
        """Keep an assignment in which the rules hold without the target, one that breaks few rules, if there is any."""
        without = _without(target)
        true = self._tried(rules, without, work)
        if true is None:
            return False
        broken = self._switched.broken(true)
        switches = self._switched.switches
        for _ in range(_REPAIRS):
            # Without its last broken rule an assignment would be an answer without the target, and there is none.
            if broken.bit_count() <= 1:
                break
            holding = [number for number in self._all if not broken >> number & 1]
            one_more = self._switched.reasons.cnf.new()
            self._granted.forbid([-one_more, *(switches[number] for number in self._all if broken >> number & 1)])
            repaired = self._tried(holding, [*without, one_more], work, _CONFLICTS)
            self._granted.know(-one_more)
            if repaired is None:
                break
            true, broken = repaired, self._switched.broken(repaired)
        self._kept.add(true, broken)
        return True

    def _tried(
        self, rules: Sequence[int], without: Sequence[int], work: Work, conflicts: int | None = None
    ) -> frozenset[int] | None:
        """An assignment in which rules hold; all calls of the solver that it takes are paid for, refinement too."""
        before = self._granted.calls
        true = self._granted.solve(rules, without, conflicts)
        work.spend((self._granted.calls - before) * self._call)
        return true

    def _irreducible(self, targets: Sequence[int], size: int) -> _Candidate:
        """The fewest rules among irreducible sets, one for each target, that are found without a proof."""
        tried = sorted(targets, key=lambda one: len(self._fewest.get(one, ())) or _NEVER)[:_TRIED]
        some = {target: self._some(target) for target in tried}
        best: tuple[int, list[int]] | None = None
        enough = self._granted.propagations() + _PROPAGATIONS
        for target in sorted(tried, key=lambda one: len(some[one])):
            rules = self._shrink(target, some[target], 0 if best is None else len(best[1]))
            if best is None or len(rules) < len(best[1]):
                best = target, rules
            if len(best[1]) <= size or self._granted.propagations() > enough:
                break
        assert best is not None
        return self._candidate(*best)

    def _some(self, target: int) -> list[int]:
        """Rules that force the target, as few as the solver's own refutations tell, those near it first."""
        without = _without(target)
        rules = list(self._fewest.get(target) or self._all)
        if target != CLASH:
            rules.sort(key=lambda number: self._reach(number, target))
            # The least reach within which the rules suffice.
            reaches = sorted({self._reach(number, target) for number in rules})

            def within(reach: int) -> list[int]:
                return [number for number in rules if self._reach(number, target) <= reach]

            def suffices(reach: int) -> bool:
                return self._granted.refutes(within(reach), without, _CONFLICTS)

            enough = bisect_left(reaches, True, key=suffices)
            rules = within(reaches[enough]) if enough < len(reaches) else rules
        while True:
            refuted = self._granted.solve(rules, without)
            assert refuted is None
            core = self._granted.core()[0]
            fewer = [number for number in rules if number in core]
            if len(fewer) == len(rules):
                return fewer
            rules = fewer

    def _shrink(self, target: int, rules: Sequence[int], stop: int = 0) -> list[int]:
        """Leave out rules as long as the rest forces the target; not to the end if more than `stop` are needed."""
        without = _without(target)
        sets = self._kept.broken_without(target)
        left, needed = list(rules), list[int]()
        while left:
            number = left.pop()
            mask = sum(1 << other for other in (*needed, *left))
            if any(not broken & mask for broken in sets):
                needed.append(number)
            elif (true := self._granted.solve([*needed, *left], without)) is None:
                core = self._granted.core()[0]
                left = [other for other in left if other in core]
            else:
                broken = self._switched.broken(true)
                self._kept.add(true, broken)
                sets.append(broken)
                needed.append(number)
            if len(needed) > stop > 0:
                break
        self._fewest[target] = needed + left
        return needed + left

    def _candidate(self, target: int, rules: list[int]) -> _Candidate:
        known = self._known_needed(target, rules)
        return _Candidate(rules, known, self._forced(rules, known, target))

    def _known_needed(self, target: int, rules: Sequence[int]) -> list[int]:
        """Known marks, none of them superfluous, with which the rules force the target."""
        without = _without(target)
        left = list(self.known)
        while True:
            # In the other order each time, as the solver favours the assumptions that come first.
            refuted = self._asked.solve(rules, [*without, *reversed(left)])
            assert refuted is None
            core = self._asked.core()[1]
            fewer = [literal for literal in left if literal in core]
            if len(fewer) == len(left):
                break
            left = fewer
        needed: list[int] = []
        while left:
            literal = left.pop()
            if self._asked.solve(rules, [*without, *needed, *left]) is None:
                core = self._asked.core()[1]
                left = [other for other in left if other in core]
            else:
                needed.append(literal)
        return needed

    def _forced(self, rules: Sequence[int], known: Sequence[int], target: int) -> list[int]:
        """The target and all other open marks that the same reasons force."""
        if target == CLASH:
            return []
        forced = [target]
        left = [literal for literal in self.open if literal != target]
        if not left:
            return forced
        self._asked.prefer([-literal for literal in self._wanted.values()])
        true = self._asked.solve(rules, known)
        while True:
            if true is not None:
                left = self._switched.perhaps_forced(left, true, rules)
            if not left:
                break
            literal = left.pop(0)
            true = self._asked.solve(rules, [*known, -literal])
            if true is None:
                forced.append(literal)
        self._asked.prefer(list(self._wanted.values()))
        return forced

    def _choose(self) -> _Candidate:
        """Of the smallest explanations one that uses few marks and is near the step before."""
        fewest = min((len(candidate.rules), len(candidate.known)) for candidate in self._queue)
        ties = [
            candidate
            for candidate in self._queue
            if len(candidate.rules) == fewest[0] and len(candidate.known) <= fewest[1] + 1
        ]
        last = [literal for literal in self._last if literal != CLASH]

        def effort(candidate: _Candidate) -> float:
            far = min((self._distance(one, other) for one in candidate.forced for other in last), default=0)
            return len(candidate.known) + far / 4

        return min(ties, key=effort)


def _without(target: int) -> list[int]:
    return [] if target == CLASH else [-target]
