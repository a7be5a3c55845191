"""Every entry of the gallery: its record, its right values, its page."""

from __future__ import annotations

import inspect
import json
import math
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import start, until_solving
from puzzlewright import gallery
from puzzlewright.cli.gallery import as_object
from puzzlewright.deadline import Deadline
from puzzlewright.gallery.entry import Entry, Known, WrongParameter, ctrl_c_in_compiled_code, solved
from puzzlewright.gallery.pages import index, page
from puzzlewright.gallery.plotting import content

DOCS = Path(__file__).parents[2] / "docs" / "gallery"
each_entry = pytest.mark.parametrize("entry", list(gallery.entries()), ids=lambda entry: entry.name)


def known_values() -> Iterator[Any]:
    for entry in gallery.entries():
        for known in entry.known:
            name = "-".join([entry.name, *(f"{key}={value}" for key, value in known.values.items())])
            yield pytest.param(entry, known, id=name, marks=[pytest.mark.long] if known.long else [])


def same(found: Any, right: Any) -> bool:
    if isinstance(right, float):
        return math.isclose(found, right, rel_tol=1e-6)
    if isinstance(right, dict):
        return found.keys() == right.keys() and all(same(found[key], right[key]) for key in right)
    if isinstance(right, list):
        return len(found) == len(right) and all(map(same, found, right))
    return bool(found == right)


@pytest.mark.parametrize(("entry", "known"), list(known_values()))
def test_right_values(entry: Entry, known: Known) -> None:
    values = entry.values(known.values)
    result = solved(entry, values, Deadline(), lambda _: None)
    assert result.proved and not result.reason
    written = json.loads(json.dumps(as_object(entry, values, result)))
    assert same(written["value"], known.value), written["value"]
    if known is entry.known[0] or known.long:
        assert content(entry.draw(values, result), ".svg").startswith(b"<")


@each_entry
def test_the_record(entry: Entry) -> None:
    assert dict(gallery.ENTRIES)[entry.name] == inspect.getmodule(entry.solve).__name__  # type: ignore[union-attr]
    assert entry.known, "an entry without a right value is not tested"
    for parameter in entry.parameters:
        assert parameter.checked(parameter.default) == parameter.default
        assert parameter.name.isidentifier() and parameter.name not in ("time_limit", "as_json", "plot")
    entry.values({})


@each_entry
def test_values_out_of_range_name_the_parameter(entry: Entry) -> None:
    for parameter in entry.parameters:
        wrong: list[object] = [None, [1]]
        wrong += [parameter.least - 1] if parameter.least is not None else []
        wrong += [parameter.most + 1] if parameter.most is not None else []
        for value in wrong:
            whole = int(value) if isinstance(value, float) and isinstance(parameter.default, int) else value
            with pytest.raises(WrongParameter, match=parameter.name):
                entry.values({parameter.name: whole})


@each_entry
def test_no_time_is_no_claim(entry: Entry) -> None:
    """An entry either needs next to no time, or says that it is undecided."""
    values = entry.values({})
    result = solved(entry, values, Deadline(1e-9), lambda _: None)
    assert result.proved == (not result.reason)


def test_ctrl_c_as_compiled_code_reports_it() -> None:
    with pytest.raises(KeyboardInterrupt), ctrl_c_in_compiled_code():
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as met:
            try:
                raise SystemError("returned a result with an exception set") from met
            except SystemError as again:
                raise SystemError("returned a result with an exception set") from again
    with pytest.raises(SystemError, match="another"), ctrl_c_in_compiled_code():
        raise SystemError("of another kind")


@pytest.mark.long
@pytest.mark.parametrize("method", ["frontier", "program"])
def test_ctrl_c_ends_the_command(method: str) -> None:
    process = start("gallery", "leapers", "--rows", "10", "--columns", "10", "--method", method, "--json")
    until_solving(process, 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"puzzlewright: interrupted\n")


@each_entry
def test_the_page_is_current(entry: Entry) -> None:
    assert (DOCS / f"{entry.name}.md").read_text(encoding="utf-8") == page(entry), "puzzlewright gallery --pages"
    assert (DOCS / f"{entry.name}.svg").read_bytes().startswith(b"<")


def test_the_index_is_current() -> None:
    assert (DOCS / "README.md").read_text(encoding="utf-8") == index(gallery.entries())
    known = {f"{name}{suffix}" for name, _ in gallery.ENTRIES for suffix in (".md", ".svg")} | {"README.md"}
    assert {file.name for file in DOCS.iterdir()} == known


def test_small_pictures_can_be_read() -> None:
    entry = gallery.find("squares")
    values = entry.values({"rows": 64, "columns": 1})
    drawn: Any = entry.draw(values, gallery.solve("squares", rows=64, columns=1))
    drawn.draw_without_rendering()
    title = drawn.axes[0].title.get_window_extent()
    assert title.x0 >= 0 and title.x1 <= drawn.bbox.x1
    entry = gallery.find("stops")
    drawn = entry.draw(entry.values({"limit": 2}), gallery.solve("stops", limit=2))
    drawn.draw_without_rendering()
    ticks = [label.get_text() for label in drawn.axes[-1].get_yticklabels()]
    assert len(set(ticks)) == len(ticks) > 1
