"""The command `generate`."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated, Any

import typer

import puzzlewright as pw
from puzzlewright import forms, report
from puzzlewright.cli import DONE, INTERRUPTED, UNDECIDED, sources, stdio, words
from puzzlewright.cli.jsonlines import Lines
from puzzlewright.cli.options import TimeLimit, named_number, natural, seconds_or_none, whole
from puzzlewright.cli.progress import Bar
from puzzlewright.deadline import OutOfTime, Stopwatch
from puzzlewright.errors import NotMade, ParseError
from puzzlewright.outcome import Limits, Made
from puzzlewright.puzzle import Board
from puzzlewright.puzzles import find
from puzzlewright.scan import counted, quoted


def generate(
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE", show_default=False, help="The genre, such as evolomino.")],
    rows: Annotated[
        int | None, typer.Option("--rows", metavar="R", parser=natural, show_default=False, help="Rows of the boards.")
    ] = None,
    cols: Annotated[
        int | None, typer.Option("--cols", metavar="C", parser=natural, show_default=False, help="Their columns.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", parser=whole, help="Another seed, other boards.")] = 0,
    count: Annotated[int, typer.Option("--count", metavar="N", parser=natural, help="How many boards.")] = 1,
    difficulty: Annotated[
        str | None,
        typer.Option("--difficulty", metavar="BAND", show_default=False, help="easy, medium, hard, expert or beyond."),
    ] = None,
    method: Annotated[
        str | None, typer.Option("--method", metavar="NAME", show_default=False, help="How boards are made.")
    ] = None,
    option: Annotated[
        list[Any] | None,
        typer.Option(
            "--option",
            metavar="NAME=NUMBER",
            parser=named_number,
            show_default=False,
            help="A parameter of the method; may be given several times.",
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option("--pattern", metavar="SOURCE", show_default=False, help="A board whose clues stay."),
    ] = None,
    symmetry: Annotated[str, typer.Option("--symmetry", metavar="KIND", help="Of the layout of clues.")] = "none",
    workers: Annotated[int, typer.Option("--workers", metavar="W", parser=natural, help="Processes side by side.")] = 1,
    time_limit: TimeLimit = None,
    grade_limit: Annotated[
        float | None,
        typer.Option(
            "--grade-limit",
            metavar="S",
            parser=seconds_or_none,
            show_default=False,
            help="Seconds to grade a board in, 0 for no grade; 10 up to 10 x 10, larger boards only with this option.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", show_default=False, help="Also write the boards here as JSON lines."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    draw: Annotated[bool, typer.Option("--draw", help="Draw each board.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, and nothing else.")] = False,
) -> int:
    """Make new boards, each with exactly one answer, which is proved.

    The same seed gives the same boards, whatever the number of workers. No board is another one turned, mirrored or
    moved. When the time is over, or after Ctrl-C, what is finished is there; with --out and --resume the same command
    goes on where it was. The methods and options of each genre are in docs/generating.md.

    \b
    Examples:
      puzzlewright generate evolomino --rows 8 --cols 8 --seed 1 --draw
      puzzlewright generate evolomino --rows 6 --cols 6 --difficulty medium --count 2 --json
      puzzlewright generate evolomino --rows 5 --cols 5 --method published --option straight=0.9 --out five.jsonl
    """
    from puzzlewright import generating

    genre = find(puzzle)
    fixed = None if pattern is None else _pattern(pattern, genre.id)
    rows, cols = _size(rows, cols, fixed)
    if resume and out is None:
        raise typer.BadParameter("--resume goes on with a file that --out names")
    options = dict(option or ())
    asked = {
        "difficulty": difficulty,
        "pattern": None if fixed is None else fixed.to("puzzlink"),
        "symmetry": None if symmetry == "none" else symmetry,
        "options": options or None,
    }
    asked = {name: value for name, value in asked.items() if value is not None}

    def start(earlier: list[Board]) -> Any:
        return generating.generate(
            genre.id, rows, cols, seed=seed, count=max(count, len(earlier)), difficulty=difficulty, method=method,
            pattern=fixed, symmetry=symmetry, options=options, grade_s=grade_limit,
            limits=Limits(time_limit, workers), earlier=earlier,
        )  # fmt: skip

    # What cannot work is refused before a file is made.
    going_on = resume and out is not None and Path(out).exists()
    fresh = None if going_on else start([])
    with ExitStack() as stack:
        kept = None if out is None else stack.enter_context(Lines(out, resume=resume))
        same = {
            "puzzle": genre.id,
            "seed": seed,
            "rows": rows,
            "cols": cols,
            "version": pw.__version__,
            **asked,
        }
        earlier = [] if kept is None else _earlier(kept, same, method or next(iter(genre.generator().methods)))  # type: ignore[misc]
        if earlier:
            stdio.tell(f"{len(earlier)} of {counted(count, 'board')} are in the file already")
        results = stack.enter_context(closing(fresh or start(earlier)))
        return _run(results, len(earlier), count, kept, asked, draw=draw, as_json=as_json)


def _run(
    results: Any, done: int, count: int, kept: Lines | None, asked: dict[str, Any], *, draw: bool, as_json: bool
) -> int:
    """Show and keep boards as they come; returns the exit code."""
    watch = Stopwatch()
    elapsed = 0.0
    first = done
    try:
        with Bar(count, done, quiet=as_json) as bar:
            for made in results:
                line = report.made(made) | asked
                if kept is not None:
                    kept.add(line)
                done += 1
                elapsed += watch.lap()
                if not stdio.show(f"{json.dumps(line)}\n" if as_json else _told(made, draw)) and kept is None:
                    # Nobody gets the boards that would follow.
                    break
                bar.advance(f"{60 * (done - first) / max(elapsed, 1e-3):.1f} a minute")
    except OutOfTime as stop:
        stdio.tell(f"{stop}: {done} of {counted(count, 'board')} made")
        return UNDECIDED
    except NotMade as error:
        stdio.tell(f"{error}: {done} of {counted(count, 'board')} made")
        return UNDECIDED
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE


def _told(made: Made[Any, Any], draw: bool) -> str:
    """A board for people: its link and its grade, and with `draw` a picture."""
    grade = made.grade
    if grade is None:
        told = ""
    elif grade.band is None:
        told = f"  not graded: {grade.reason}"
    else:
        told = f"  {grade.band}, score {grade.score:.0f}"
    text = f"{forms.write(made.board, 'puzzlink')}{told}\n"
    return f"{text}{words.shown(find(made.board.puzzle_id).draw(made.board))}\n" if draw else text


def _pattern(source: str, puzzle: str) -> Board:
    """The board that a setter fixed. Raises ParseError."""
    reading, _ = sources.read(source, strict=True)
    if reading.puzzle.id != puzzle:
        raise ParseError(f"this is a board of {reading.puzzle.name}", quoted(source, 80))
    board: Board = reading.board
    return board


def _size(rows: int | None, cols: int | None, pattern: Board | None) -> tuple[int, int]:
    if pattern is not None:
        return rows or pattern.rows, cols or pattern.cols
    if rows is None or cols is None:
        raise typer.BadParameter("--rows and --cols say how large the boards are, or --pattern does")
    return rows, cols


def _earlier(kept: Lines, same: dict[str, Any], method: str) -> list[Board]:
    """The boards in a file that is gone on with. Raises NotWritten if another command made them."""
    boards: list[Board] = []
    for number, line in enumerate(kept.found):
        expected = {**same, "method": method, "number": number}
        for name in (*expected, "difficulty", "pattern", "symmetry", "options"):
            if line.get(name) != expected.get(name):
                raise kept.wrong(
                    f"line {number + 1} comes from another command: its {name} is {json.dumps(line.get(name))[:80]}"
                )
        try:
            boards.append(forms.parse(str(line.get("url"))).board)
        except ParseError as error:
            raise kept.wrong(f"line {number + 1}: {error}") from None
    return boards
