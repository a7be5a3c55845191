"""Solvers of other packages: what they say, how they are stopped, and the files that programs are written to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import puzzlewright as pw
from commands import SAMPLE, TWO
from puzzlewright import programming
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.errors import InternalError, PackageMissing, SolverFailed
from puzzlewright.outcome import Limits, Status
from puzzlewright.puzzles.evolomino import ilp
from puzzlewright.solvers import engines, milp
from puzzlewright.solvers.milp import Engine
from puzzlewright.solvers.program import INFINITY, Builder, Program


def knapsack(total: float) -> Program:
    """5 x + 4 y + 3 z = total for three whole numbers up to 3, in which x <= y."""
    builder = Builder()
    builder.variables("v", "", np.arange(3, dtype=np.int32)[:, None], 0, 3)
    builder.family("1", "")
    builder.rows(np.array([[0, 1, 2]]), [5, 4, 3], total, total)
    builder.family("2", "")
    builder.rows(np.array([[0, 1]]), [1, -1], -INFINITY, 0)
    return builder.finish()


@pytest.fixture(scope="module", params=list(milp.SOLVERS))
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with Engine(request.param) as started:
        yield started


def test_points(engine: Engine) -> None:
    for total, possible in ((12, True), (26, True), (1, False), (37, False), (36, True), (0, True), (34, False)):
        program = knapsack(total)
        engine.load(program, Deadline())
        point = engine.solve(Deadline())
        assert (point is not None) == possible, total
        if point is not None:
            assert program.broken(point) == [] and np.abs(point - np.round(point)).max() < 1e-6


def test_questions(engine: Engine) -> None:
    sample = programming.solve(pw.read(SAMPLE), engine)
    assert (sample.result.status, sample.variables, sample.constraints) == (Status.UNIQUE, 580, 1832)
    assert sample.result.answers == pw.solve(pw.read(SAMPLE)).answers
    assert all(part > 0 for part in (sample.result.seconds.build, sample.result.seconds.prove))
    two = programming.solve(pw.read(TWO), engine).result
    assert two.status == Status.SEVERAL and len(set(two.answers)) == 2
    one = programming.solve(pw.read(TWO), engine, most=1).result
    assert one.status == Status.UNDECIDED and len(one.answers) == 1 and one.answers[0] in two.answers


def test_out_of_time(engine: Engine, shared: Path) -> None:
    board = pw.read(shared / "data/evolomino-benchmark/12x12/sample18.txt")
    for limit in (1e-9, 0.3):
        result = programming.solve(board, engine, limits=Limits(time_s=limit)).result
        assert (result.status, result.answers, result.reason) == (Status.UNDECIDED, (), "the time is over")
    # It goes on after that.
    assert programming.solve(pw.read(SAMPLE), engine).result.status == Status.UNIQUE


def test_the_process_is_killed() -> None:
    with Engine("highs") as engine:
        engine.load(knapsack(12), Deadline())
        process = engine._process
        assert process is not None
        process.kill()
        process.wait()
        with pytest.raises(SolverFailed, match="the process of the solver highs ended with exit code -9"):
            engine.solve(Deadline())
        engine.load(knapsack(12), Deadline())
        assert engine.solve(Deadline()) is not None


def test_the_process_ends_with_the_engine() -> None:
    with Engine("highs") as engine:
        engine.load(knapsack(12), Deadline())
        process = engine._process
        assert process is not None and process.poll() is None
        with pytest.raises(OutOfTime):
            engine.solve(Deadline(0))
        assert process.poll() is not None
    with Engine("highs") as engine:
        process = engine._process
    assert process is not None and process.poll() is not None


def test_failures_of_a_solver_have_a_reason() -> None:
    with Engine("highs") as engine, pytest.raises(SolverFailed, match="no program was loaded"):
        engine.solve(Deadline())


def test_wrong_answers_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is checked by the rules, whatever the program says."""
    board = pw.read("evolmino/2/2/004101")
    assert isinstance(board, ilp.Instance)
    loose = ilp.build(board, leave_out={"7"})
    monkeypatch.setattr(ilp, "build", lambda *_: loose)
    with Engine("highs") as engine, pytest.raises(InternalError, match="breaks bsArrowGt2"):
        list(programming.answers(board, engine))


def test_names_and_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engines.SOLVERS.keys() == milp.SOLVERS.keys()
    with pytest.raises(ValueError, match="there is no solver 'cplex', but cp-sat, scip"):
        Engine("cplex")
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(PackageMissing, match=r"the solver highs needs highspy: pip install 'puzzlewright\[ilp\]'"):
        Engine("highs")


# Files


def test_mps_is_read_by_another_solver(tmp_path: Path) -> None:
    from ortools.linear_solver.python import model_builder

    board = pw.read(SAMPLE)
    assert isinstance(board, ilp.Instance)
    program = ilp.build(board)
    milp.write(program, tmp_path / "board.mps")
    model = model_builder.Model()
    assert model.import_from_mps_file(str(tmp_path / "board.mps"))
    # MPS has no rows without bounds, and none here.
    assert (model.num_variables, model.num_constraints) == (program.width, program.height)
    solver = model_builder.Solver("scip")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    values = {variable.name: solver.value(variable) for variable in model.get_variables()}
    squares = {cell for cell in board.grid if values[f"x_{cell[0] + 1}_{cell[1] + 1}"] > 0.5}
    assert squares == pw.solve(board).answers[0].squares
    assert program.broken([values[name] for name in program.column_names()]) == []


@pytest.mark.parametrize("kind", ["mps", "lp"])
def test_files_are_read_back(kind: str, tmp_path: Path) -> None:
    import highspy

    board = pw.read(TWO)
    assert isinstance(board, ilp.Instance)
    program = ilp.build(board)
    file = tmp_path / f"board.{kind}"
    milp.write(program, file)
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    assert model.readModel(str(file)) == highspy.HighsStatus.kOk
    lp = model.getLp()
    names = list(lp.col_names_)
    assert sorted(names) == sorted(program.column_names()) and list(lp.row_names_) == program.row_names()
    model.run()
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    value = dict(zip(names, model.getSolution().col_value, strict=True))
    assert program.broken([value[name] for name in program.column_names()]) == []


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.mps and \.lp"):
        milp.write(knapsack(3), tmp_path / "board.txt")
    with pytest.raises(OSError, match="No such file"):
        milp.write(knapsack(3), tmp_path / "missing" / "board.mps")
