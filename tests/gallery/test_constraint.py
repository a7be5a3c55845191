"""CP-SAT as the gallery uses it: stopped by the deadline and by Ctrl-C, and believed in what it proved."""

from __future__ import annotations

import threading
import time
from _thread import interrupt_main

import pytest
from ortools.sat.python import cp_model

from puzzlewright import gallery
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.errors import SolverFailed
from puzzlewright.gallery import constraint, squares, tilings


def pigeons(holes: int) -> cp_model.CpModel:
    """One pigeon more than there are holes, as clauses; the objective is to use few of the holes."""
    model = cp_model.CpModel()
    sits = [[model.new_bool_var("") for _ in range(holes)] for _ in range(holes + 1)]
    for some in sits:
        model.add_bool_or(some)
    for hole in range(holes):
        for pigeon in range(holes + 1):
            for other in range(pigeon):
                model.add_bool_or(sits[pigeon][hole].negated(), sits[other][hole].negated())
    model.minimize(sum(some[0] for some in sits))
    return model


SLOW = {"cp_model_presolve": False, "linearization_level": 0, "symmetry_level": 0}


def test_ctrl_c_stops_the_search() -> None:
    threads = threading.active_count()
    timer = threading.Timer(0.5, interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        constraint.run(pigeons(14), Deadline(60), **SLOW)
    timer.join()
    assert threading.active_count() <= threads + 1


def test_no_bound_is_believed_without_a_solution() -> None:
    outcome = constraint.run(pigeons(14), Deadline(0.3), **SLOW)
    assert (outcome.found, outcome.closed, outcome.bound) == (False, False, None)


def test_a_model_with_a_best_solution() -> None:
    model = cp_model.CpModel()
    one, two = model.new_bool_var(""), model.new_bool_var("")
    model.add_at_most_one(one, two)
    model.maximize(one + 2 * two)
    outcome = constraint.run(model, Deadline())
    assert (outcome.found, outcome.closed, outcome.bound) == (True, True, 2)
    assert (outcome.value(one), outcome.value(two)) == (0, 1)


def test_nothing_is_begun_without_time_or_with_a_wrong_model() -> None:
    with pytest.raises(OutOfTime):
        constraint.run(cp_model.CpModel(), Deadline(0))
    model = cp_model.CpModel()
    model.proto.constraints.add().bool_or.literals.append(7)
    with pytest.raises(SolverFailed):
        constraint.run(model, Deadline())


@pytest.mark.parametrize(("name", "value", "bound"), [("leapers", 18, 63), ("squares", None, 1)])
def test_programs_that_found_nothing_in_time(
    name: str, value: object, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsolved = constraint.Outcome(cp_model.CpSolver(), found=False, closed=False)
    monkeypatch.setattr(constraint, "run", lambda *_: unsolved)
    monkeypatch.setattr(cp_model.CpSolver, "num_branches", 0)
    result = gallery.solve(name, method="program")
    assert (result.value, result.bound, result.proved, result.reason) == (value, bound, False, "the time is over")


def test_models_are_not_built_beyond_the_deadline() -> None:
    with pytest.raises(OutOfTime):
        squares.build(64, 63, Deadline(0))
    with pytest.raises(OutOfTime):
        tilings.build(40, [3, 5], True, False, Deadline(0))


def test_compiling_is_not_counted() -> None:
    deadline = Deadline(1)
    with deadline.paused():
        time.sleep(0.2)
    left = deadline.left_s
    assert left is not None and left > 0.8
    with Deadline().paused():
        pass
