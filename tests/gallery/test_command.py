"""The command `gallery`, as people and programs see it."""

from __future__ import annotations

import doctest
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commands import run
from puzzlewright import gallery
from puzzlewright.cli.gallery import Entries

SQUARES = ("gallery", "squares", "--rows", "5", "--columns", "5")


def test_the_list() -> None:
    done = run("gallery")
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == [name for name, _ in gallery.ENTRIES]


def test_the_list_as_json() -> None:
    entries = run("gallery", "--json").json["entries"]
    assert [entry["name"] for entry in entries] == [name for name, _ in gallery.ENTRIES]
    assert all(list(entry) == ["name", "title", "statement", "parameters"] for entry in entries)
    rows = next(entry for entry in entries if entry["name"] == "squares")["parameters"][0]
    assert (rows["name"], rows["default"], rows["least"], rows["most"]) == ("rows", 13, 1, 64)


def test_an_entry_as_json() -> None:
    done = run(*SQUARES, "--json")
    assert (done.code, done.err) == (0, "")
    keys = ["name", "parameters", "value", "proved", "bound", "verified", "plan", "nodes"]
    assert list(done.json) == keys
    assert done.json["parameters"] == {"rows": 5, "columns": 5, "method": "search"}
    assert (done.json["value"], done.json["proved"], done.json["bound"], done.json["verified"]) == (8, True, 8, True)


def test_an_entry_for_people() -> None:
    done = run(*SQUARES)
    assert done.code == 0
    assert done.out.startswith(
        "Squaring the square with fewest squares\nrows 5, columns 5, method search\n\nvalue: 8 ("
    )
    table = run("gallery", "tilings", "--largest", "5").out
    assert "table:\nside  tiled  how\n   1     no  weights\n" in table


def test_parameters_that_are_not_used_are_not_shown() -> None:
    assert run("gallery", "stops", "--limit", "3").out.splitlines()[1] == "part b, limit 3"
    done = run("gallery", "stops", "--part", "a", "--stops", "4")
    assert done.out.splitlines()[1] == "part a, stops 4"
    assert run("gallery", "stops", "--limit", "3", "--json").json["coprime_points"] == 7


def test_help_tells_ranges() -> None:
    assert "squares" in run("gallery", "--help").out
    told = " ".join(run("gallery", "squares", "--help").out.split())
    assert "--rows N Rows of the rectangle (a whole number from 1 to 64). [default: 13]" in told
    assert "(search or program)" in told
    assert "any of 3, 5, 7, ... (text)" in " ".join(run("gallery", "tilings", "--help").out.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("squares", "--rows", "0"), "rows takes a whole number from 1 to 64, not '0'"),
        (("squares", "--rows", "65"), "rows takes a whole number from 1 to 64, not '65'"),
        (("squares", "--rows", "1_0"), "rows takes a whole number from 1 to 64, not '1_0'"),
        (("squares", "--method", "magic"), "method takes search or program, not 'magic'"),
        (("squares", "--rows", "1", "--columns", "1"), "rows and columns cannot both be 1"),
        (("squares", "--sides", "3"), "No such option: --sides"),
        (("squares", "--time-limit", "0"), "--time-limit"),
        (("squares", "--plot", "squares.txt"), "the name must end in .svg, .png or .pdf"),
        (("squares", "--plot", "nowhere/squares.svg"), "cannot be written"),
        (("stoplight", "--step", "nan"), "step takes a number from 0.1 to 1, not 'nan'"),
        (("nothing",), "'nothing' is not in the gallery; there is tilings, "),
        (("--json", "squares"), "options come after the name"),
    ],
)
def test_errors_name_the_parameter_and_its_range(arguments: tuple[str, ...], told: str) -> None:
    assert told in run("gallery", *arguments).error


def test_undecided_in_time() -> None:
    done = run("gallery", "squares", "--rows", "59", "--columns", "59", "--time-limit", "1e-9", "--json")
    assert done.code == 3
    found = done.json
    assert not found["proved"] and found["verified"] and found["bound"] < found["value"] and found["reason"]
    told = run("gallery", "squares", "--rows", "59", "--columns", "59", "--time-limit", "1e-9")
    assert told.code == 3 and "not proved, as the time is over" in told.out and "bound: " in told.out


def test_nothing_in_time(tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    done = run("gallery", "tilings", "--time-limit", "1e-9", "--plot", file)
    assert done.code == 3 and "undecided: nothing was found, as the time is over" in done.out
    assert "nothing to draw" in done.err and not file.exists()
    found = run("gallery", "tilings", "--time-limit", "1e-9", "--json").json
    assert (found["value"], found["proved"], found["verified"]) == (None, False, False)


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_plots(kind: str, start: bytes, tmp_path: Path) -> None:
    file = tmp_path / f"plot.{kind}"
    assert run(*SQUARES, "--plot", file).code == 0
    assert file.read_bytes().startswith(start)
    first = file.read_bytes()
    assert run(*SQUARES, "--plot", file).code == 0
    assert file.read_bytes() == first


def test_the_docstring() -> None:
    assert doctest.testmod(gallery) == (0, 2)


def test_compiled_without_a_place_to_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlewright.gallery import compiled

    def njit(function: Callable[..., object] | None = None, *, cache: bool = False) -> object:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return function

    monkeypatch.setattr(compiled.numba, "njit", njit)
    assert compiled.compiled(len) is len


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert run("gallery").code == 0
    assert "the gallery needs highspy: pip install 'puzzlewright[gallery]'" in run(*SQUARES).error


def test_a_parameter_of_another_kind() -> None:
    with pytest.raises(gallery.WrongParameter, match="squares has no parameter 'size'; there is rows, columns, method"):
        gallery.solve("squares", size=3)
    with pytest.raises(gallery.WrongParameter, match="rows takes a whole number"):
        gallery.solve("squares", rows=True)


def test_pages_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "ENTRIES", [one for one in gallery.ENTRIES if one[0] == "squares"])
    assert Entries().list_commands(None) == ["squares"]
    assert run("gallery", "--pages", tmp_path).code == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["README.md", "squares.md", "squares.svg"]
    assert "](squares.svg)" in (tmp_path / "squares.md").read_text(encoding="utf-8")
