"""The pages of docs/gallery, made from the entries: `puzzlewright gallery --pages docs/gallery`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from puzzlewright.gallery.entry import Entry, Known

_MADE = "<!-- Made by `puzzlewright gallery --pages docs/gallery` from the entry; change it there. -->\n"


def page(entry: Entry) -> str:
    """The page of an entry as Markdown; its picture is `<name>.svg` beside it."""
    parameters = _table(
        ("parameter", "default", "range", "meaning"),
        ((f"`--{option(one.name)}`", f"`{one.default}`", one.range, one.meaning) for one in entry.parameters),
    )
    known = _table(
        ("parameters", "value", "source"),
        ((_settings(one), shown(one.value), one.source) for one in entry.known),
    )
    return (
        f"{_MADE}\n# {entry.title}\n\n{entry.statement.strip()}\n\nSource: {entry.source.strip()}\n\n"
        f"![{entry.title}, drawn by `puzzlewright gallery {entry.name}`]({entry.name}.svg)\n\n"
        f"## Model\n\n{entry.model.strip()}\n\n## What is known\n\n{entry.remarks.strip()}\n\n"
        f"## Parameters\n\n{parameters}\n"
        f"## Right values\n\nEach of them is reproduced by a test.\n\n{known}"
    )


def index(entries: Iterable[Entry]) -> str:
    """The page that lists the others."""
    rows = ((f"[{one.title}]({one.name}.md)", f"`{one.name}`") for one in entries)
    return (
        f"{_MADE}\n# The gallery\n\nProblems of recreational mathematics, each with a model that can be read in a few "
        "minutes (the programs that solve it quickly may be longer), a result that is checked by code that knows "
        "nothing of the model, and a picture. They need the extra "
        "`gallery`: `pip install 'puzzlewright[gallery]'`. `puzzlewright gallery` lists them, "
        "`puzzlewright gallery NAME` solves one, and `puzzlewright gallery NAME --help` has its parameters.\n\n"
        f"{_table(('problem', 'name'), rows)}"
    )


def option(name: str) -> str:
    """How a parameter is spelled on the command line, without the dashes before it."""
    return name.replace("_", "-")


def shown(value: object) -> str:
    """A value in short."""
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    return "none" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _settings(known: Known) -> str:
    return " ".join(f"`--{option(name)} {value}`" for name, value in known.values.items()) or "the defaults"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |\n" for line in lines
    )
