"""The command `bench`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlewright.cli import BAD_INPUT, DONE, INTERRUPTED, files, stdio
from puzzlewright.cli.options import BoardTimeLimit, Json, natural
from puzzlewright.cli.progress import Bar
from puzzlewright.errors import ParseError
from puzzlewright.scan import counted, quoted

if TYPE_CHECKING:
    from puzzlewright.bench.instances import Instance
    from puzzlewright.bench.run import Job, Run
    from puzzlewright.bench.store import Store
    from puzzlewright.bench.table import Row


def bench(
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE", show_default=False, help="The genre, such as evolomino.")],
    path: Annotated[
        str, typer.Argument(metavar="FOLDER_OR_FILE", show_default=False, help="Files of boards, or a file of lines.")
    ],
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="How boards are solved.")] = "sat",
    solver: Annotated[
        str | None,
        typer.Option("--solver", metavar="NAME", show_default=False, help="For ilp: cp-sat, scip, cbc, bop, highs."),
    ] = None,
    question: Annotated[
        str,
        typer.Option("--question", metavar="unique|one", help="Is there one answer only, or what is one?"),
    ] = "unique",
    build_only: Annotated[bool, typer.Option("--build-only", help="For ilp: build programs, solve nothing.")] = False,
    time_limit: BoardTimeLimit = None,
    workers: Annotated[int, typer.Option("--workers", metavar="W", parser=natural, help="Processes side by side.")] = 1,
    as_json: Json = False,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE.csv", show_default=False, help="Keep results here, and go on from them."),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", show_default=False, help="Plot times to a .svg, .png or .pdf file."),
    ] = None,
) -> int:
    """Solve and prove many boards, one after the other, and tell how long each size takes.

    A folder is searched for files of boards in any form. A file holds one board, or one on each line: links, pzprv3 or
    JSON, each perhaps after a name and a space; lines that start with # do not count.

    The time of a board goes from its text to its proven status, --time-limit is for one board, and a board that is
    refused is listed as such. With --out each result is a row of a CSV file as soon as it is there; the same command
    run again skips the boards that the file has, if method, question, time limit and version are the same.

    The method sat is this package's own. The method ilp hands the integer program that is published for the genre to a
    solver of OR-Tools (cp-sat, the default, scip, cbc or bop) or to highs, on one thread.

    \b
    Examples:
      puzzlewright bench evolomino benchmarks/evolomino.txt
      puzzlewright bench evolomino boards/ --time-limit 10 --workers 2 --out results.csv --plot results.svg
      puzzlewright bench evolomino boards/ --method ilp --solver highs --question one
    """
    from puzzlewright.bench import instances, run
    from puzzlewright.bench import plot as plotting

    job = _job(puzzle, method, solver, question, build_only, time_limit)
    kind = ""
    if plot is not None:
        kind = files.suffix(plot, plotting.KINDS)
        plotting.require()
        files.writable(plot)
    found = instances.find(Path(path))

    runs: dict[int, Run] = {}
    with ExitStack() as open_files:
        kept = None if out is None else open_files.enter_context(_opened(out, job))
        if found.skipped:
            more = " ..." if found.skipped[5:] else ""
            stdio.tell(f"skipped, no board in it: {', '.join(found.skipped[:5])}{more}")
        peak, interrupted = _run(found.instances, job, workers, kept, runs, quiet=as_json)
    done = [runs[position] for position in sorted(runs)]
    _show(done, len(found.instances), found.skipped, peak, as_json=as_json)
    if interrupted:
        return INTERRUPTED
    if plot is not None:
        title = f"{counted(len(done), 'board')} of {path}"
        files.write(plot, plotting.cactus({job.solver or method: done}, kind, title))
    failed = sum(one.status == run.FAILED for one in done)
    if failed:
        stdio.tell(f"{counted(failed, 'board')} failed")
    return BAD_INPUT if failed else DONE


def _job(
    puzzle: str, method: str, solver: str | None, question: str, build_only: bool, time_limit: float | None
) -> Job:
    """What the options ask for. Raises BadParameter, UnknownPuzzle and PackageMissing."""
    from puzzlewright.bench import run
    from puzzlewright.puzzles import find
    from puzzlewright.solvers import milp

    genre = find(puzzle)
    if method not in run.METHODS:
        raise typer.BadParameter(f"{quoted(method)} is no method; there is {', '.join(run.METHODS)}")
    if question not in (run.UNIQUE, run.ONE):
        raise typer.BadParameter(f"{quoted(question)} is no question; there is {run.UNIQUE}, {run.ONE}")
    if method != "ilp":
        if solver is not None or build_only:
            option = "--build-only" if solver is None else "--solver"
            raise typer.BadParameter(f"{option} is for --method ilp, not for {method}")
        return run.Job(genre.id, method, time_limit, question=question)
    if genre.program is None:
        raise typer.BadParameter(f"there is no integer program of {genre.name}")
    if build_only:
        milp.require_numpy()
        return run.Job(genre.id, method, time_limit, question=run.BUILD)
    solver = solver or "cp-sat"
    if solver not in milp.SOLVERS:
        raise typer.BadParameter(f"{quoted(solver)} is no solver; there is {', '.join(milp.SOLVERS)}")
    milp.require(solver)
    return run.Job(genre.id, method, time_limit, solver, question)


def _opened(out: str, job: Job) -> Store:
    from puzzlewright.bench.store import Store

    try:
        return Store(Path(out), job)
    except (OSError, ValueError) as error:
        if isinstance(error, ParseError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "this is no name of a file"
        raise files.NotWritten(f"{quoted(out, 80)} cannot be written: {reason}") from None


def _keep(kept: Store, board: Instance, run: Run) -> None:
    try:
        kept.add(board, run)
    except OSError as error:
        raise files.NotWritten(f"{quoted(str(kept.path), 80)} cannot be written: {error.strerror}") from None


def _run(
    found: Sequence[Instance], job: Job, workers: int, kept: Store | None, runs: dict[int, Run], *, quiet: bool
) -> tuple[int, bool]:
    """Fill `runs` by position; returns the peak memory in bytes, and whether Ctrl-C stopped it."""
    from puzzlewright.bench.run import run_all

    if kept is not None:
        runs.update((position, run) for position, board in enumerate(found) if (run := kept.get(board)) is not None)
        if runs:
            stdio.tell(f"{len(runs)} of {counted(len(found), 'board')} are in the file already")
    left = [position for position in range(len(found)) if position not in runs]
    peak = 0
    try:
        with (
            Bar(len(found), len(runs), quiet=quiet) as bar,
            closing(run_all([found[position] for position in left], job, workers)) as results,
        ):
            for number, run, memory in results:
                position = left[number]
                runs[position] = run
                peak = max(peak, memory)
                if kept is not None:
                    _keep(kept, found[position], run)
                bar.advance(stdio.printable(f"{run.name}: {run.status}"))
    except KeyboardInterrupt:
        return peak, True
    return peak, False


def _show(runs: Sequence[Run], boards: int, skipped: Sequence[str], peak: int, *, as_json: bool) -> None:
    from puzzlewright.bench import table
    from puzzlewright.bench.run import BUILT

    memory_mib = round(peak / 2**20, 1)
    if as_json:
        found = {**table.as_json(runs), "skipped": list(skipped), "peak_memory_mib": memory_mib}
        stdio.show(json.dumps(found) + "\n")
        return
    for run in runs:
        if run.reason:
            stdio.show(stdio.printable(f"{run.status}: {run.name}: {run.reason}") + "\n")
    if rows := table.rows(runs):
        stdio.show(f"{_table(rows, stdio.width() if stdio.is_terminal(sys.stdout) else None)}\n")
    decided = sum(run.status in table.DECIDED for run in runs)
    built = sum(run.status == BUILT for run in runs)
    memory = f"; peak memory {memory_mib:.0f} MiB" if peak else ""
    number = counted(boards, "board") if len(runs) == boards else f"{len(runs)} of {counted(boards, 'board')}"
    done = f"{built} built" if built else f"{decided} decided"
    stdio.show(f"{number}, {done}, {sum(run.seconds for run in runs):.2f} s in all{memory}\n")


_DISPENSABLE = ("none", "several", "decided", "unique", "q1", "q3", "solved", "variables")
"""Columns that a table can do without, from the least useful one on."""

_TIMES = ("q1", "median", "q3", "max")


def _table(rows: Sequence[Row], width: int | None = None) -> str:
    """The table in at most `width` columns, with as many of its own as fit; numbers are never cut."""
    left_out: list[str] = []
    for name in ("", *_DISPENSABLE):
        left_out += [name] if name else []
        text = _drawn(rows, left_out)
        if width is None or max(map(len, text.splitlines())) <= width:
            break
    return text + (f"\nleft out: {', '.join(left_out)}\n" if left_out else "")


def _drawn(rows: Sequence[Row], left_out: Sequence[str]) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    shown = Table(box=box.ASCII if stdio.is_ascii() else box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    statuses = ("unique", "several", "none", "solved")
    names = ("n", "decided", *statuses, "variables", "constraints", "q1", "median", "q3", "max")
    extra = [name for name in ("solved", "variables", "constraints") if not any(getattr(row, name) for row in rows)]
    if not any(row.decided for row in rows):
        extra += ["unique", "several", "none"]
    kept = [name for name in names if name not in left_out and name not in extra]
    for name in ("size", *kept):
        shown.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        values = (getattr(row, name) for name in kept)
        shown.add_row(
            f"{row.rows} x {row.cols}",
            *(f"{value:.4f}" if name in _TIMES else f"{value:.0f}" for name, value in zip(kept, values, strict=True)),
        )
    # Not to the terminal itself: what goes there goes through stdio.
    text = io.StringIO()
    Console(file=text, width=1000, color_system=None).print(shown)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip("\n") + "\n"
