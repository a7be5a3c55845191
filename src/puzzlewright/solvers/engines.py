"""The process behind `milp.Engine`: takes programs from its standard input and says what a solver finds.

Run as `python -m puzzlewright.solvers.engines SOLVER THREADS`. It ends when its standard input does.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

import numpy as np

from puzzlewright.solvers.milp import FAILED, LOADED, NONE, POINT, READY, Reply
from puzzlewright.solvers.program import Builder, Program

Solve = Callable[[], Reply]
"""Solves the program that was loaded."""


def cp_sat(threads: int) -> Callable[[Program], Solve]:
    """CP-SAT of OR-Tools."""
    return _with_model_builder("sat", f"num_workers:{threads}")


def scip(threads: int) -> Callable[[Program], Solve]:
    """SCIP of OR-Tools, which uses one thread."""
    return _with_model_builder("scip", "")


def _with_model_builder(name: str, parameters: str) -> Callable[[Program], Solve]:
    """A solver that OR-Tools' newer interface has."""
    from ortools.linear_solver.python import model_builder_helper

    def load(program: Program) -> Solve:
        model = _model_builder(program)
        solver = model_builder_helper.ModelSolverHelper(name)
        if not solver.solver_is_supported():
            return lambda: Reply(FAILED, problem="this release of OR-Tools does not have it")
        solver.enable_output(False)
        if parameters:
            solver.set_solver_specific_parameters(parameters)

        def solve() -> Reply:
            solver.solve(model)
            match solver.status().name:
                case "OPTIMAL" | "FEASIBLE":
                    return Reply(POINT, np.array(solver.variable_values()))
                case "INFEASIBLE":
                    return Reply(NONE)
                case other:
                    return Reply(FAILED, problem=f"{other} {solver.status_string()}".strip())

        return solve

    return load


def cbc(threads: int) -> Callable[[Program], Solve]:
    """CBC of OR-Tools, with one thread."""
    return _with_mp_solver("CBC")


def bop(threads: int) -> Callable[[Program], Solve]:
    """BOP of OR-Tools, which uses one thread."""
    return _with_mp_solver("BOP")


def _with_mp_solver(name: str) -> Callable[[Program], Solve]:
    """A solver that only OR-Tools' older interface has."""
    from ortools.linear_solver import linear_solver_pb2, pywraplp

    def load(program: Program) -> Solve:
        solver = pywraplp.Solver.CreateSolver(name)
        if solver is None:
            return lambda: Reply(FAILED, problem="this release of OR-Tools does not have it")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "program")
            _model_builder(program).write_model_to_proto_file(file)
            with open(file, "rb") as opened:
                problem = solver.LoadModelFromProto(linear_solver_pb2.MPModelProto.FromString(opened.read()))
        if problem:
            return lambda: Reply(FAILED, problem=problem)

        def solve() -> Reply:
            match status := solver.Solve():
                case solver.OPTIMAL | solver.FEASIBLE:
                    return Reply(POINT, np.array([variable.solution_value() for variable in solver.variables()]))
                case solver.INFEASIBLE:
                    return Reply(NONE)
                case _:
                    return Reply(FAILED, problem=f"status {status}")

        return solve

    return load


def _model_builder(program: Program) -> Any:
    """The program as OR-Tools takes it, handed over as whole arrays."""
    from ortools.linear_solver.python import model_builder_helper
    from scipy.sparse import csr_matrix

    model = model_builder_helper.ModelBuilderHelper()
    matrix = csr_matrix(
        (program.values, program.columns, program.starts), shape=(program.height, program.width), copy=False
    )
    model.fill_model_from_sparse_data(
        program.lower, program.upper, np.zeros(program.width), program.row_lower, program.row_upper, matrix
    )
    for column in range(program.width):
        model.set_var_integrality(column, True)
    return model


def highs(threads: int) -> Callable[[Program], Solve]:
    """HiGHS, from its own package."""

    def load(program: Program) -> Solve:
        model = highs_model(program)
        model.setOptionValue("threads", threads)

        def solve() -> Reply:
            model.run()
            match model.getModelStatus().name:
                case "kOptimal":
                    return Reply(POINT, np.array(model.getSolution().col_value))
                # Nothing is unbounded without an objective.
                case "kInfeasible" | "kUnboundedOrInfeasible":
                    return Reply(NONE)
                case other:
                    return Reply(FAILED, problem=other)

        return solve

    return load


def highs_model(program: Program, *, names: bool = False) -> Any:
    """The program in HiGHS; with `names` its columns and rows have some."""
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = program.width, program.height
    lp.col_cost_ = np.zeros(program.width)
    lp.col_lower_, lp.col_upper_ = program.lower, program.upper
    lp.row_lower_, lp.row_upper_ = program.row_lower, program.row_upper
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = program.starts, program.columns
    lp.a_matrix_.value_ = program.values
    lp.integrality_ = np.full(program.width, highspy.HighsVarType.kInteger)
    if names:
        lp.col_names_, lp.row_names_ = program.column_names(), program.row_names()
    model.passModel(lp)
    return model


SOLVERS: dict[str, Callable[[int], Callable[[Program], Solve]]] = {
    "cp-sat": cp_sat,
    "scip": scip,
    "cbc": cbc,
    "bop": bop,
    "highs": highs,
}


def main(name: str, threads: int) -> None:
    """Answer until nobody is at the other end."""
    # Solvers print, so what is said to the other end needs a way of its own.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        # A terminal sends Ctrl-C to all processes; this one is told by its parent.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        messages: SimpleQueue[Program | None] = SimpleQueue()
        Thread(target=_listen, args=(sys.stdin.buffer, messages), daemon=True).start()
        load = SOLVERS[name](threads)
        # Whatever packages load late is loaded by a small program, so that no board is charged for it.
        builder = Builder()
        builder.variables("x", "", np.zeros((1, 0), np.int32), 0, 1)
        builder.family("1", "")
        builder.rows(np.zeros((1, 1), np.int32), 1, 1, 1)
        load(builder.finish())()
        solve: Solve = lambda: Reply(FAILED, problem="no program was loaded")  # noqa: E731
        reply = Reply(READY)
        while True:
            pickle.dump(reply, out, pickle.HIGHEST_PROTOCOL)
            out.flush()
            message = messages.get()
            try:
                if message is None:
                    reply = solve()
                else:
                    solve = load(message)
                    reply = Reply(LOADED)
            except MemoryError:
                reply = Reply(FAILED, problem="not enough memory")
            except Exception as error:
                reply = Reply(FAILED, problem=f"{type(error).__name__}: {error}")


def _listen(stream: IO[bytes], messages: SimpleQueue[Program | None]) -> None:
    """Pass on what comes in. A solver that nobody waits for any more is stopped here, in the middle of its work."""
    while True:
        try:
            messages.put(pickle.load(stream))
        except Exception:
            os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
