"""The engine: limits, interruption, assumptions, cores."""

from __future__ import annotations

import threading
from _thread import interrupt_main
from itertools import combinations

import pytest

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.solvers.cnf import Cnf
from puzzlewright.solvers.sat import Sat


def pigeons(holes: int) -> Cnf:
    """One pigeon too many: unsatisfiable, and out of reach of clause learning from a dozen holes on."""
    cnf = Cnf()
    cnf.rule("pigeons")
    sits = [[cnf.new() for _ in range(holes)] for _ in range(holes + 1)]
    cnf.clauses.extend(sits)
    for hole in range(holes):
        cnf.clauses.extend([-one[hole], -other[hole]] for one, other in combinations(sits, 2))
    return cnf


def test_small_ones_are_refuted() -> None:
    with Sat(pigeons(5), Deadline()) as sat:
        assert not sat.solve()


def test_time_limit_stops_the_search() -> None:
    with Sat(pigeons(14), Deadline(0.3)) as sat, pytest.raises(OutOfTime):
        sat.solve()


def test_a_number_of_conflicts_ends_a_search_that_can_go_on() -> None:
    with Sat(pigeons(7), Deadline()) as sat:
        assert sat.solve(conflicts=20) is None
        assert sat.solve(conflicts=20) is None
        assert sat.solve() is False


def test_interrupt_stops_the_search() -> None:
    with Sat(pigeons(14), Deadline()) as sat:
        timer = threading.Timer(0.3, interrupt_main)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            sat.solve()
        timer.join()


def test_assumptions_core_and_propagation() -> None:
    cnf = Cnf()
    cnf.rule("test")
    one, two, three = (cnf.new() for _ in range(3))
    cnf.clauses.extend([[-one, two], [-two, -three]])
    with Sat(cnf, Deadline()) as sat:
        assert sat.solve()
        assert not sat.solve([one, three])
        assert set(sat.core()) == {one, three}
        assert sat.propagate([one]) == (True, [one, two, -three])
        assert sat.solve([one])
        assert sat.true() == {one, two}
        cnf.clauses.append([])
        assert not sat.solve()


@pytest.mark.parametrize("number", [2, 4, 5, 9])
def test_at_most_one(number: int) -> None:
    cnf = Cnf()
    cnf.rule("test")
    literals = [cnf.new() for _ in range(number)]
    cnf.at_most_one(literals)
    with Sat(cnf, Deadline()) as sat:
        for one, other in combinations(literals, 2):
            assert not sat.solve([one, other])
        for one in literals:
            assert sat.solve([one, *(-other for other in literals if other != one)])


def test_rules_left_out() -> None:
    cnf = Cnf(leave_out=["second"])
    for name in ("first", "second", "third"):
        cnf.rule(name)
        cnf.clauses.append([cnf.new()])
    cnf.rule("second")
    cnf.clauses.append([cnf.new()])
    cnf.finish()
    assert cnf.clauses == [[1], [3]]
    assert [cnf.label(clause).rule for clause in range(2)] == ["first", "third"]
