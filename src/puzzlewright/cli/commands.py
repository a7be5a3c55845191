"""The commands: each reads a board, calls the library once, and prints. Their help is their documentation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

import puzzlewright as pw
from puzzlewright import forms, report
from puzzlewright.cli import BAD_INPUT, DONE, INTERRUPTED, NOT_SO, UNDECIDED, files, progress, sources, stdio, words
from puzzlewright.cli.bench import bench
from puzzlewright.cli.explain import explain, grade, hint
from puzzlewright.cli.gallery import app as gallery
from puzzlewright.cli.generate import generate
from puzzlewright.cli.options import Json, Source, TimeLimit, natural
from puzzlewright.cli.serve import serve
from puzzlewright.cli.usage import Command, Group
from puzzlewright.deadline import Stopwatch
from puzzlewright.errors import InvalidBoard, PuzzlewrightError
from puzzlewright.outcome import Count, Facts, Limits, Place, Result, Seconds, Status
from puzzlewright.scan import counted

HELP = """Solve, check, convert and draw pencil puzzles, and prove that they have just one answer.

SOURCE is a puzz.link or Penpa+ link (in quotes: it holds characters that shells read), the path of a file, or - for
standard input. The form of the text is found out: puzzlink, pzprv3, penpa, json, text or benchmark.

\b
Examples:
  puzzlewright solve 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344'
  puzzlewright convert 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344' --to text
  puzzlewright render 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344' -o answer.svg --solved
  puzzlewright COMMAND --help

\b
Exit codes:
  0    done
  1    check found broken rules, or solve --require-unique did not find exactly one answer
  2    bad usage or bad input
  3    undecided in the time given
  130  interrupted
"""

app = typer.Typer(
    cls=Group,
    help=HELP,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; what goes wrong is one line on standard error."""
    command = typer.main.get_command(app)
    try:
        code: int = command.main(arguments, "puzzlewright", standalone_mode=False) or DONE
        if code == INTERRUPTED:
            stdio.tell("interrupted")
        return code
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        name = context.command_path if context is not None else "puzzlewright"
        stdio.tell(f"{error.format_message().rstrip('.')} (see '{name} --help')")
    except PuzzlewrightError as error:
        stdio.tell(str(error))
    except MemoryError:
        stdio.tell("there is not enough memory for this")
    return BAD_INPUT


def _version(wanted: bool) -> None:
    if wanted:
        stdio.show(f"puzzlewright {pw.__version__}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _puzzlewright(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        stdio.show(context.get_help() + "\n")


@app.command(cls=Command, short_help="Find the answer and prove that it is the only one.")
def solve(
    source: Source,
    time_limit: TimeLimit = None,
    facts: Annotated[bool, typer.Option("--facts", help="Also find what all answers have in common.")] = False,
    as_json: Json = False,
    require_unique: Annotated[
        bool, typer.Option("--require-unique", help="Exit with 1 unless there is exactly one answer.")
    ] = False,
) -> int:
    """Find the answer and prove that it is the only one, or show two that differ.

    \b
    Examples:
      puzzlewright solve 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344'
      puzzlewright solve 'https://puzz.link/p?evolmino/3/3/000c00a' --facts
      puzzlewright solve board.txt --time-limit 10 --json
    """
    reading, read_s = sources.read(source)
    if not as_json:
        stdio.show(words.head(reading))
    watch = Stopwatch()
    found: list[Any] = []
    result: Result[Any] | None = None
    common: Facts | None = None
    facts_s: float | None = None
    interrupted = False
    try:
        with progress.Waiting("solving", quiet=as_json):
            result = pw.solve(reading.board, limits=Limits(time_limit), on_answer=found.append)
            solve_s = watch.lap()
            if facts:
                left = None if time_limit is None else max(0.0, time_limit - solve_s)
                common = pw.facts(reading.board, limits=Limits(left))
                facts_s = watch.lap()
    except InvalidBoard as error:
        raise sources.invalid(reading, source, error, draw=not as_json) from None
    except KeyboardInterrupt:
        interrupted = True
        if result is None:
            status = Status.SEVERAL if len(found) > 1 else Status.UNDECIDED
            result = Result(status, tuple(found), Seconds(solve=watch.lap()))
    if as_json:
        _show_json(report.solved(reading.board, result, read_s=read_s, facts=common))
    else:
        drawn = words.shown(words.picture(reading, result.answers, common))
        stdio.show(f"{words.verdict(reading, result)}\n\n{drawn}\n")
        if common is not None:
            stdio.show(words.facts_told(reading, common) + "\n")
        stdio.show(words.times(result.seconds, read_s, facts_s) + "\n")
    if interrupted:
        return INTERRUPTED
    if Status.UNDECIDED in (result.status, common.status if common else None):
        return UNDECIDED
    return NOT_SO if require_unique and result.status is not Status.UNIQUE else DONE


@app.command(cls=Command)
def count(
    source: Source,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", parser=natural, help="Stop after so many answers.")
    ] = 1000,
    time_limit: TimeLimit = None,
    as_json: Json = False,
) -> int:
    """Count the answers.

    \b
    Examples:
      puzzlewright count 'https://puzz.link/p?evolmino/3/3/000c00a'
      puzzlewright count board.txt --limit 100 --time-limit 10 --json
    """
    reading, _ = sources.read(source)
    if not as_json:
        stdio.show(words.head(reading))
    number = 0
    interrupted = False
    try:
        with progress.Waiting("counting", quiet=as_json) as waiting:

            def one_more(_: object) -> None:
                nonlocal number
                number += 1
                waiting.say(f"counting: {counted(number, 'answer')} so far")

            total = pw.count(reading.board, limit=limit, limits=Limits(time_limit), on_answer=one_more)
    except InvalidBoard as error:
        raise sources.invalid(reading, source, error, draw=not as_json) from None
    except KeyboardInterrupt:
        interrupted = True
        total = Count(number, exact=False)
    if as_json:
        _show_json(report.counted(total))
    else:
        stdio.show(words.number(total, limit))
    if interrupted:
        return INTERRUPTED
    return DONE if total.exact or total.count == limit else UNDECIDED


@app.command(cls=Command, short_help="Check an answer: which rules it breaks, and where.")
def check(source: Source, as_json: Json = False) -> int:
    """Check an answer: which rules it breaks, and where.

    SOURCE carries the answer: pzprv3, json, text and penpa can. A board without one is checked as it is.

    \b
    Examples:
      puzzlewright check answer.txt
      puzzlewright check - --json < answer.txt
    """
    reading, _ = sources.read(source)
    board, puzzle = reading.board, reading.puzzle
    if defects := puzzle.defects(board):
        if not as_json:
            stdio.show(words.head(reading))
        raise sources.invalid(reading, source, InvalidBoard(defects[0]), draw=not as_json)
    answer = puzzle.partial(board, ()) if reading.answer is None else reading.answer
    found = puzzle.check(board, answer)
    if as_json:
        _show_json(report.checked(found))
        return NOT_SO if found else DONE
    stdio.show(words.head(reading))
    if reading.answer is None:
        stdio.show("There is no answer in this source: the board is checked as it is.\n")
    stdio.show(words.completeness(found))
    wrong: set[Place] = set()
    for violation in found:
        wrong.update(violation.cells, violation.edges)
    stdio.show(f"\n{words.shown(puzzle.draw(board, answer, wrong=frozenset(wrong)))}\n{words.violations(found)}")
    for remark in puzzle.remarks(board, answer):
        stdio.show(f"Note: {remark}.\n")
    return NOT_SO if found else DONE


@app.command(cls=Command, short_help="Write a board in another form.")
def convert(
    source: Source,
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="FORM", show_default=False, help="puzzlink, pzprv3, penpa, json, text or benchmark."
        ),
    ],
) -> int:
    """Write a board in another form, with its answer if both forms can hold one.

    \b
    Examples:
      puzzlewright convert 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344' --to text
      puzzlewright convert board.txt --to puzzlink
      puzzlewright convert board.txt --to penpa
    """
    reading, _ = sources.read(source, strict=True)
    names = {"title": reading.title, "author": reading.author}
    text = sources.named(source, lambda: forms.write(reading.board, to, reading.answer, **names))
    if to == "json" and not stdio.is_writable(text):
        text = json.dumps(json.loads(text))
    stdio.show(text if text.endswith("\n") else text + "\n")
    return DONE


@app.command(cls=Command, short_help="Draw a board, or its answer, in a file.")
def render(
    source: Source,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", show_default=False, help="A .svg, .png or .pdf file; - is SVG to stdout."
        ),
    ],
    solved: Annotated[bool, typer.Option("--solved", help="With its answer, or with two that differ.")] = False,
    time_limit: TimeLimit = None,
) -> int:
    """Draw a board, and the answer that SOURCE carries or that --solved finds.

    \b
    Examples:
      puzzlewright render board.txt -o board.svg
      puzzlewright render 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344' -o answer.png --solved
    """
    kind = ".svg" if output == "-" else files.suffix(output, (".svg", ".png", ".pdf"))
    reading, _ = sources.read(source)
    if output != "-":
        files.require(output, kind)
    result: Result[Any] | None = None
    error: PuzzlewrightError | None = None
    if defects := reading.puzzle.defects(reading.board):
        error = InvalidBoard(defects[0])
    elif solved:
        try:
            with progress.Waiting("solving"):
                result = pw.solve(reading.board, limits=Limits(time_limit))
        except InvalidBoard as invalid:
            error = invalid
    given = () if reading.answer is None else (reading.answer,)
    content = files.drawn(words.picture(reading, given if result is None else result.answers), kind)
    if output == "-":
        stdio.show(content.decode())
    else:
        files.write(output, content)
    if error is not None:
        raise sources.invalid(reading, source, error, draw=False)
    if result is not None and output != "-":
        stdio.show(words.verdict(reading, result) + "\n")
    return UNDECIDED if result is not None and result.status is Status.UNDECIDED else DONE


app.command(cls=Command, short_help="Explain the answer step by step.")(explain)
app.command(cls=Command, short_help="Show the next step of a partial answer, or its mistakes.")(hint)
app.command(cls=Command, short_help="Say how hard a board is for a person.")(grade)
app.command(cls=Command, short_help="Make new boards with exactly one answer each.")(generate)
app.command(cls=Command, short_help="Solve many boards, and tell how long each size takes.")(bench)
app.command(cls=Command, short_help="Serve the page on which puzzles are played, made and explained.")(serve)
app.add_typer(gallery, name="gallery", short_help="Problems of recreational mathematics: solved, proved and drawn.")


def _show_json(found: report.Json) -> None:
    stdio.show(json.dumps(found) + "\n")
