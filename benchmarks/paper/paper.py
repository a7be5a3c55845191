"""Reruns what "An Integer Linear Programming Model for the Evolomino Puzzle" measured, with our method beside it.

    python benchmarks/paper/paper.py all evolomino-samples --out out/paper

Every result is a row of `runs.csv` in the output folder as soon as it is there, and all commands share that file. One
that was stopped goes on where it was when it is run again. Tables go to standard output and to Markdown files.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import tables
import typer
from runs import OURS, QUESTIONS, SIZE, Results, asked, boards, program, run

import puzzlewright as pw
from puzzlewright.bench.run import ONE, Job
from puzzlewright.errors import PuzzlewrightError
from puzzlewright.solvers import milp

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, help=__doc__, rich_markup_mode=None)

SOLVERS = ("cp-sat", "scip", "bop", "cbc", "highs")


def _sides(text: str) -> list[int]:
    """Sides from a text such as `5-9,12`."""
    sides: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part.strip())
        if match is None:
            raise typer.BadParameter(f"sizes are written like 5-9,12, not like {part!r}")
        sides += range(int(match[1]), int(match[2] or match[1]) + 1)
    return sides


Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Boards, as in a clone of hsaruJ/evolomino-samples.")]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where results are kept.")]
Sizes = Annotated[str, typer.Option("--sizes", metavar="N-M,...", help="Sides of the boards.")]
Boards = Annotated[int | None, typer.Option("--boards", metavar="N", min=1, help="At most so many of each size.")]
Limit = Annotated[float, typer.Option("--time-limit", metavar="S", min=0, help="Seconds for one board.")]
Core = Annotated[int | None, typer.Option("--core", metavar="N", help="Stay on this core.")]


def _run(folder: Path, out: Path, sides: list[int], most: int | None, jobs: list[Job], core: int | None) -> Results:
    out.mkdir(parents=True, exist_ok=True)
    return run(boards(folder, sides, most), jobs, out / "runs.csv", core)


def _tell(text: str, file: Path) -> None:
    file.write_text(text, encoding="utf-8")
    typer.echo(f"{text}\n{file}")


def _table_jobs(limit: float) -> list[Job]:
    return [SIZE, asked(OURS, ONE, limit), asked(program("cp-sat"), ONE, limit)]


@app.command()
def table(
    folder: Folder, out: Out = Path("out/paper"), sizes: Sizes = "5-18", boards: Boards = None,
    time_limit: Limit = 180, core: Core = None,
) -> None:  # fmt: skip
    """Table 1: variables, constraints and quartiles of seconds for each size, with the published ones."""
    results = _run(folder, out, _sides(sizes), boards, _table_jobs(time_limit), core)
    _tell(tables.table_1(results, time_limit), out / "table1.md")


@app.command()
def ratio(
    folder: Folder, out: Out = Path("out/paper"), sizes: Sizes = "5-18", boards: Boards = None,
    time_limit: Limit = 180, core: Core = None,
) -> None:  # fmt: skip
    """How many times as fast our method is, for one answer and with the proof that there is no other."""
    jobs = [asked(job, question, time_limit) for question in QUESTIONS for job in (OURS, program("cp-sat"))]
    results = _run(folder, out, _sides(sizes), boards, jobs, core)
    _tell(tables.ratios(results, time_limit), out / "ratio.md")


@app.command()
def figure(
    folder: Folder, out: Out = Path("out/paper"), sizes: Sizes = "5-18", boards: Boards = None,
    time_limit: Limit = 180, core: Core = None,
) -> None:  # fmt: skip
    """Time against size: medians, interquartile bands and outliers on a logarithmic scale."""
    import plots

    results = _run(folder, out, _sides(sizes), boards, _table_jobs(time_limit)[1:], core)
    for file in plots.time_against_size(results, time_limit, out / "figure"):
        typer.echo(file)


@app.command()
def profile(
    folder: Folder, out: Out = Path("out/paper"), size: Annotated[int, typer.Option(help="Side of the boards.")] = 10,
    boards: Boards = None, time_limit: Limit = 180, core: Core = None,
    solvers: Annotated[str, typer.Option(metavar="NAME,...", help="Solvers of the program.")] = ",".join(SOLVERS),
) -> None:  # fmt: skip
    """The performance profile: how many boards each solver decides within so many seconds."""
    import plots

    names = solvers.split(",")
    if unknown := [name for name in names if name not in milp.SOLVERS]:
        raise typer.BadParameter(f"{unknown[0]!r} is no solver; there is {', '.join(milp.SOLVERS)}")
    jobs = [asked(job, ONE, time_limit) for job in (OURS, *map(program, names))]
    results = _run(folder, out, [size], boards, jobs, core)
    _tell(tables.profile(results, size, jobs), out / "profile.md")
    for file in plots.performance_profile(results, size, jobs, out / "profile"):
        typer.echo(file)


@app.command()
def all(
    folder: Folder, out: Out = Path("out/paper"), boards: Boards = None, time_limit: Limit = 180, core: Core = None
) -> None:
    """All of the above, what is quick first."""
    profile(folder, out, boards=boards, time_limit=time_limit, core=core)
    for command in (table, figure, ratio):
        command(folder, out, boards=boards, time_limit=time_limit, core=core)


@app.command()
def model(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A link or the path of a file.")],
    write: Annotated[Path | None, typer.Option(metavar="FILE.mps|.lp", help="Write the program here.")] = None,
) -> None:
    """The program of one board: its groups of variables and families of constraints, and as a file."""
    from puzzlewright.deadline import Deadline
    from puzzlewright.programming import formulate

    program = formulate(pw.read(source), Deadline()).program
    typer.echo(program.describe(), nl=False)
    if write is not None:
        milp.write(program, write)


if __name__ == "__main__":
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except (PuzzlewrightError, ValueError, OSError) as error:
        typer.echo(f"paper.py: {error}", err=True)
        raise SystemExit(2) from None
