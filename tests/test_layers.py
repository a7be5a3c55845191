"""Imports go downwards only, late ones and those for types included; packages are imported where the table says."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import SOURCE, environment

PACKAGE = SOURCE / "puzzlewright"

LAYERS = [
    # Values and errors that need nothing.
    {"errors", "grid", "deadline", "version", "workers"},
    {"messages", "outcome", "shape", "bitboard", "drawing"},
    {"refusing"},
    {"scan"},
    {"wording"},
    {"sentences"},
    # Containers of text forms and readers of drawings: they know no genre.
    {"jsontext", "pzpr", "svg_board", "terminal", "drawing_json"},
    {"penpa", "svg"},
    {"picture", "page"},
    # Engines know no genre either.
    {"solvers"},
    {"solvers.cnf", "solvers.program"},
    {"solvers.milp"},
    {"solvers.sat"},
    {"solvers.search", "solvers.hitting", "solvers.reasons", "solvers.engines"},
    {"solvers.assignments"},
    {"solvers.explainer", "solvers.chain"},
    # The record that a genre fills.
    {"puzzle"},
    # What a genre says about making boards, and about changing them on a page.
    {"generator", "editor"},
    # The files of a genre, in the order in which they are written. No genre imports another.
    {"puzzles.GENRE.messages"},
    {"puzzles.GENRE.rules"},
    {"puzzles.GENRE.codec", "puzzles.GENRE.editing"},
    {"puzzles.GENRE.penpa", "puzzles.GENRE.benchmark", "puzzles.GENRE.render", "puzzles.GENRE.domains"},
    {"puzzles.GENRE.arrows", "puzzles.GENRE.regions", "puzzles.GENRE.plain"},
    {"puzzles.GENRE.frame", "puzzles.GENRE.joined"},
    {"puzzles.GENRE.candidates", "puzzles.GENRE.partition"},
    {"puzzles.GENRE.far", "puzzles.GENRE.cover", "puzzles.GENRE.colouring"},
    {"puzzles.GENRE.phrases"},
    {"puzzles.GENRE.model", "puzzles.GENRE.reasons", "puzzles.GENRE.ilp", "puzzles.GENRE.given"},
    # How boards of a genre are made.
    {"puzzles.GENRE.canvas", "puzzles.GENRE.carving", "puzzles.GENRE.filling", "puzzles.GENRE.proving"},
    {"puzzles.GENRE.planting", "puzzles.GENRE.published"},
    {"puzzles.GENRE.generator"},
    {"puzzles.GENRE"},
    {"puzzles"},
    # What works on any genre.
    {"forms"},
    {"solving", "salvage"},
    {"telling", "programming"},
    {"explaining"},
    {"grading"},
    {"generating"},
    {"report"},
    # The gallery: the record, then parts of entries, then entries. No entry imports another.
    {"gallery.entry"},
    {"gallery.plotting", "gallery.pages", "gallery.linear", "gallery.compiled", "gallery.constraint"},
    {"gallery.tilings_weights", "gallery.squares_search", "gallery.stoplight_road", "gallery.leapers_board"},
    {"gallery.stoplight_program", "gallery.stoplight_plot", "gallery.tilings_plot"},
    {"gallery.election_search", "gallery.poker_exact", "gallery.poker_plot"},
    {"gallery.leapers_states", "gallery.leapers_search"},
    {"gallery.leapers_strips"},
    {"gallery.leapers_frontier"},
    {"gallery.stops_points", "gallery.stops_check"},
    {"gallery.stops_bound", "gallery.stops_moves", "gallery.stops_program"},
    {"gallery.stops_tour"},
    {"gallery.stops_walk"},
    {"gallery.tilings", "gallery.ostomachion", "gallery.squares", "gallery.stoplight"},
    {"gallery.poker", "gallery.election", "gallery.leapers", "gallery.stops"},
    {"gallery"},
    # The package itself: what `import puzzlewright` offers.
    {""},
    {"bench"},
    {"bench.instances"},
    {"bench.run"},
    {"bench.store", "bench.table"},
    {"bench.plot"},
    # The service: what it does without the web first, then requests.
    {"web"},
    {"web.opened"},
    {"web.jobs", "web.pool", "web.guard", "web.bodies", "web.files", "web.sentences"},
    {"web.worker", "web.refusals"},
    {"web.quick", "web.questions"},
    {"web.app"},
    # The command: exit codes first, then what all commands share.
    {"cli"},
    {"cli.stdio", "cli.options"},
    {"cli.files", "cli.progress", "cli.words", "cli.usage"},
    {"cli.sources", "cli.steps", "cli.jsonlines"},
    {"cli.bench", "cli.explain", "cli.gallery", "cli.generate", "cli.serve"},
    {"cli.commands"},
    {"__main__"},
]

UPWARDS = {
    # Methods of a board that are short for functions; imported when called.
    ("puzzle", "forms"),
    # Only for types.
    ("puzzle", "generator"),
    ("puzzle", "editor"),
    # The command imports its parts when it runs, so that Ctrl-C is met from the start.
    ("cli", "cli.commands"),
    # Packages are loaded in a process of their own, but for writing files.
    ("solvers.milp", "solvers.engines"),
}

PACKAGES = {
    "pysat": {"solvers.cnf", "solvers.sat"},
    "typer": {
        "cli.commands", "cli.bench", "cli.explain", "cli.gallery", "cli.generate", "cli.options", "cli.serve",
        "cli.usage",
    },
    "fastapi": {"web.app", "web.quick", "web.questions", "web.refusals"},
    "starlette": {"web.files", "web.guard", "web.quick", "web.questions", "web.refusals"},
    "pydantic": {"web.bodies", "web.questions"},
    "uvicorn": {"cli.serve"},
    "rich": {"cli.progress", "cli.bench"},
    "numpy": {"solvers.program", "solvers.engines", "programming", "puzzles.evolomino.arrows", "puzzles.evolomino.ilp"},
    "scipy": {"solvers.engines"},
    "ortools": {"solvers.engines"},
    "highspy": {"solvers.engines"},
}
"""Who imports what is not of the standard library. Optional packages are imported by name where they are used."""

GALLERY = {"numpy", "numba", "highspy", "ortools", "matplotlib"}
"""What modules of the gallery may import, inside functions or in parts: listing the entries loads none of it."""

MODULES = {
    ".".join(part for part in file.relative_to(PACKAGE).with_suffix("").parts if part != "__init__"): file
    for file in PACKAGE.rglob("*.py")
}


def imports(file: Path) -> Iterator[tuple[str, bool]]:
    """Modules that a file imports, with dots, and whether it does so at once and not late or for types only."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                for alias in node.names:
                    yield alias.name, node in tree.body
            case ast.ImportFrom(module=str(module), level=0):
                for alias in node.names:
                    inner = f"{module}.{alias.name}".removeprefix("puzzlewright.")
                    found = module.startswith("puzzlewright") and inner in MODULES
                    yield f"puzzlewright.{inner}" if found else module, node in tree.body
            case ast.ImportFrom():
                raise AssertionError(f"{file}: imports are written in full")


def inner(module: str) -> str | None:
    """The name inside the package, None for a module of another one."""
    if module == "puzzlewright" or module.startswith("puzzlewright."):
        return module.removeprefix("puzzlewright").removeprefix(".")
    return None


def layer(module: str) -> int:
    parts = module.split(".")
    if parts[0] == "puzzles" and len(parts) > 1:
        parts[1] = "GENRE"
    name = ".".join(parts)
    found = [number for number, names in enumerate(LAYERS) if name in names]
    assert len(found) == 1, f"{name} needs a line in LAYERS, below all that import it and above all that it imports"
    return found[0]


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_go_downwards(module: str) -> None:
    for imported, at_once in imports(MODULES[module]):
        other = inner(imported)
        if other is None:
            continue
        if (module, other) in UPWARDS:
            assert not at_once, f"{module} may import {other} only when it needs it"
        else:
            assert layer(other) < layer(module), f"{module} imports {other}, which is not below it"
        genre, other_genre = module.split(".")[1:2], other.split(".")[1:2]
        if module.startswith("puzzles.") and other.startswith("puzzles."):
            assert genre == other_genre, f"{module} imports another genre"


def test_the_table_names_no_module_that_is_gone() -> None:
    known = {".".join(["puzzles", "GENRE", *name.split(".")[2:]]) if name.startswith("puzzles.") else name
             for name in MODULES}  # fmt: skip
    assert set().union(*LAYERS) == known
    found = {(module, inner(imported)) for module, file in MODULES.items() for imported, _ in imports(file)}
    assert found >= UPWARDS


def test_other_packages_are_imported_where_the_table_says() -> None:
    found: dict[str, set[str]] = {}
    for module, file in MODULES.items():
        for imported, _ in imports(file):
            name = imported.partition(".")[0]
            if module.startswith("gallery.") and name in GALLERY:
                continue
            if name not in sys.stdlib_module_names and name != "puzzlewright":
                found.setdefault(name, set()).add(module)
    assert found == PACKAGES


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import puzzlewright", {"pysat", "typer", "rich", "numpy", "pydantic", "puzzlewright.forms"}),
        ("import puzzlewright as pw; pw.read('evolmino/3/3/000c00a')._repr_svg_()", {"pysat", "typer", "rich"}),
        ("from puzzlewright.cli import main", {"pysat", "typer", "rich"}),
        ("from puzzlewright.cli import main; main(['solve', 'evolmino/3/3/000c00a'])", {"rich", "numpy", "fpdf"}),
        ("from puzzlewright.cli import main; main(['gallery'])", {"rich", "numpy", "matplotlib", "fastapi"}),
        ("import puzzlewright.web.jobs, puzzlewright.web.worker", {"fastapi", "numpy"}),
    ],
)
def test_heavy_packages_are_loaded_late(code: str, absent: set[str]) -> None:
    code += f"\nimport sys\nassert not {absent!r} & sys.modules.keys(), {absent!r} & sys.modules.keys()"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
