"""The command `gallery`: a command for each entry, with options made from its parameters."""

from __future__ import annotations

import inspect
import json
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzlewright import gallery as problems
from puzzlewright.cli import DONE, UNDECIDED, files, progress, stdio
from puzzlewright.cli.options import Json, TimeLimit
from puzzlewright.cli.usage import Command, Group
from puzzlewright.deadline import Deadline, Stopwatch
from puzzlewright.gallery.entry import Entry, Parameter, Result, Values, WrongParameter, solved, used
from puzzlewright.gallery.pages import index, option, page, shown
from puzzlewright.gallery.plotting import KINDS, content

Plot = Annotated[
    str | None,
    typer.Option("--plot", metavar="FILE", show_default=False, help="Draw the result in a .svg, .png or .pdf file."),
]


class Entries(Group):
    """A command for each entry, made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name, _ in problems.ENTRIES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _command(problems.find(cmd_name))


app = typer.Typer(cls=Entries, rich_markup_mode=None, subcommand_metavar="[NAME [OPTIONS]]")


@app.callback(invoke_without_command=True)
def gallery(
    context: typer.Context,
    as_json: Json = False,
    folder: Annotated[
        str | None,
        typer.Option(
            "--pages", metavar="FOLDER", show_default=False, help="Write the page and picture of every entry."
        ),
    ] = None,
) -> int:
    """Solve, prove and draw a problem of recreational mathematics; without NAME, list them.

    A result is shown only after code that knows nothing of the model has checked it. If the time is over, the best so
    far is shown with what is proved about it, and the exit code is 3.

    \b
    Examples:
      puzzlewright gallery
      puzzlewright gallery squares --rows 13 --columns 13
      puzzlewright gallery squares --rows 13 --columns 13 --json
      puzzlewright gallery squares --help
    """
    if context.invoked_subcommand is not None:
        if as_json or folder:
            raise typer.BadParameter("options come after the name of the entry")
        return DONE
    if folder is not None:
        _write_pages(folder)
    elif as_json:
        found = [_listed(entry) for entry in problems.entries()]
        stdio.show(json.dumps({"entries": found}) + "\n")
    else:
        width = max(len(name) for name, _ in problems.ENTRIES)
        stdio.show("".join(f"{entry.name:{width}}  {entry.title}\n" for entry in problems.entries()))
    return DONE


def _listed(entry: Entry) -> dict[str, object]:
    parameters = [
        {
            "name": one.name,
            "default": one.default,
            "least": one.least,
            "most": one.most,
            "choices": list(one.choices),
            "meaning": one.meaning,
        }
        for one in entry.parameters
    ]
    return {
        "name": entry.name,
        "title": entry.title,
        "statement": " ".join(entry.statement.split()),
        "parameters": parameters,
    }


def _write_pages(folder: str) -> None:
    problems.require()
    for entry in problems.entries():
        with progress.Waiting(entry.name) as waiting:
            values = entry.values({})
            result = solved(entry, values, Deadline(), waiting.say)
            files.write(str(Path(folder, f"{entry.name}.svg")), content(entry.draw(values, result), ".svg"))
        files.write(str(Path(folder, f"{entry.name}.md")), page(entry).encode())
    files.write(str(Path(folder, "README.md")), index(problems.entries()).encode())


def _command(entry: Entry) -> Any:
    """The command of an entry. typer reads its options from the signature, which is made here."""
    kind = inspect.Parameter.KEYWORD_ONLY
    options = [
        inspect.Parameter(one.name, kind, default=one.default, annotation=_annotation(one)) for one in entry.parameters
    ]
    options += [
        inspect.Parameter("time_limit", kind, default=None, annotation=TimeLimit),
        inspect.Parameter("as_json", kind, default=False, annotation=Json),
        inspect.Parameter("plot", kind, default=None, annotation=Plot),
    ]

    def run(time_limit: float | None, as_json: bool, plot: str | None, **given: object) -> int:
        return _run(entry, given, time_limit, as_json, plot)

    run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in options}
    statement = textwrap.dedent(entry.statement).strip()
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(entry.name, cls=Command, help=f"{entry.title}.\n\n{statement}", short_help=entry.title)(run)
    command = typer.main.get_command(alone)
    command.name = entry.name
    return command


def _annotation(parameter: Parameter) -> Any:
    def read(text: object) -> Any:
        # typer passes the default through here too.
        try:
            return parameter.read(text) if isinstance(text, str) else text
        except WrongParameter as error:
            raise typer.BadParameter(str(error)) from None

    metavar = {int: "N", float: "X", str: "TEXT"}[type(parameter.default)]
    help_text = f"{parameter.meaning[:1].upper()}{parameter.meaning[1:]} ({parameter.range})."
    return Annotated[
        type(parameter.default),
        typer.Option(f"--{option(parameter.name)}", metavar=metavar, parser=read, help=help_text),
    ]


def _run(entry: Entry, given: Mapping[str, object], time_limit: float | None, as_json: bool, plot: str | None) -> int:
    kind = ""
    if plot is not None:
        kind = files.suffix(plot, KINDS)
        files.writable(plot)
    values = entry.values(given)
    problems.require()
    if not as_json:
        stdio.show(f"{entry.title}\n{shown(used(entry, values))}\n\n" if values else f"{entry.title}\n\n")
    watch = Stopwatch()
    with progress.Waiting("solving", quiet=as_json) as waiting:
        result = solved(entry, values, Deadline(time_limit), waiting.say)
    seconds = watch.lap()
    if plot is not None:
        if result.value is None:
            stdio.tell("there is nothing to draw yet")
        else:
            files.write(plot, content(entry.draw(values, result), kind))
    if as_json:
        stdio.show(json.dumps(as_object(entry, values, result)) + "\n")
    else:
        stdio.show(_told(result) + f"\n{seconds:.3f} s\n")
    return DONE if result.proved else UNDECIDED


def as_object(entry: Entry, values: Values, result: Result) -> dict[str, object]:
    """What `--json` prints."""
    found: dict[str, object] = {
        "name": entry.name,
        "parameters": dict(values),
        "value": result.value,
        "proved": result.proved,
        "bound": result.bound,
        # What does not pass is an internal error and never comes here.
        "verified": result.value is not None,
        "plan": result.plan,
        **result.facts,
    }
    return found | ({"reason": result.reason} if result.reason else {})


def _told(result: Result) -> str:
    if result.value is None:
        lines = [f"undecided: nothing was found{f', as {result.reason}' if result.reason else ''}"]
    elif result.proved:
        lines = [f"value: {shown(result.value)} (proved, verified)"]
    else:
        lines = [f"value: {shown(result.value)} (verified; not proved, as {result.reason or 'the time is over'})"]
    if not result.proved and result.bound is not None:
        lines.append(f"bound: {shown(result.bound)}")
    for name, fact in result.facts.items():
        rows = fact if isinstance(fact, list) else []
        if rows and all(isinstance(row, Mapping) and row.keys() == rows[0].keys() for row in rows):
            lines += ["", f"{name}:", *_table(rows)]
        else:
            lines.append(f"{name}: {shown(fact)}")
    return "\n".join(lines) + "\n"


def _table(rows: list[Mapping[str, object]]) -> list[str]:
    cells = [[str(name) for name in rows[0]], *([shown(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    aligned: list[Callable[[str, int], str]] = [
        str.rjust if all(isinstance(row[name], int | float) for row in rows) else str.ljust for name in rows[0]
    ]
    return [
        "  ".join(align(cell, width) for align, cell, width in zip(aligned, line, widths, strict=True)).rstrip()
        for line in cells
    ]
