"""The commands where the system says no: closed and full streams, files that cannot be written, narrow terminals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlewright as pw
from commands import CLASH, SAMPLE, environment, run
from puzzlewright.bench import store
from puzzlewright.bench.run import Job
from puzzlewright.bench.table import Row
from puzzlewright.cli import bench

NEEDS_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
PRINTING = ["--help", "-h", "solve --help", "--version", "count evolmino/3/3/000c00a", "bench evolomino b.txt"]


def shell(arguments: str, redirection: str, folder: Path) -> tuple[int, str]:
    """Exit code and standard error of a command whose streams a shell redirects."""
    (folder / "b.txt").write_text(SAMPLE, encoding="utf-8")
    command = f"'{sys.executable}' -m puzzlewright {arguments} {redirection}"
    done = subprocess.run(["sh", "-c", command], env=environment(), cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stderr


@NEEDS_FULL
@pytest.mark.parametrize("arguments", PRINTING)
def test_a_full_disk(arguments: str, tmp_path: Path) -> None:
    assert shell(arguments, ">/dev/full", tmp_path) == (
        2, "puzzlewright: standard output cannot be written: No space left on device\n",
    )  # fmt: skip


@pytest.mark.parametrize("arguments", PRINTING)
def test_closed_output_is_told(arguments: str, tmp_path: Path) -> None:
    assert shell(arguments, ">&-", tmp_path) == (2, "puzzlewright: standard output cannot be written: it is closed\n")


def test_help_that_nobody_reads() -> None:
    for arguments in ("--help", "solve --help", "count evolmino/3/3/000c00a"):
        reading, writing = os.pipe()
        os.close(reading)
        command = [sys.executable, "-m", "puzzlewright", *arguments.split()]
        done = subprocess.run(command, env=environment(), stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")


@NEEDS_FULL
def test_errors_that_cannot_be_told_keep_their_exit_code(tmp_path: Path) -> None:
    for redirection in ("2>/dev/full", "2>&-", ">/dev/full 2>&1", ">&- 2>&-"):
        assert shell("solve no/such/file", redirection, tmp_path)[0] == 2
    assert shell("solve", "2>/dev/full", tmp_path)[0] == 2


# Files are tried before the work


def never(*_: object, **__: object) -> None:
    raise AssertionError("this is not to be called")


@pytest.mark.parametrize("option", ["--out", "--plot"])
@pytest.mark.parametrize("name", ["no/such/folder/x.svg", "folder.svg", "x" * 300 + ".svg", "nul\0.svg"])
def test_files_of_bench_are_tried_first(
    option: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bench, "_run", never)
    Path("b.txt").write_text(SAMPLE, encoding="utf-8")
    Path("folder.svg").mkdir()
    error = run("bench", "evolomino", "b.txt", option, name).error
    assert repr(name[:60])[:-1] in error
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b.txt", "folder.svg"]


def test_files_of_render_are_tried_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pw, "solve", never)
    assert "No such file" in run("render", SAMPLE, "-o", tmp_path / "no" / "x.svg", "--solved").error
    for suffix, module in (("png", "resvg_py"), ("pdf", "fpdf")):
        monkeypatch.setitem(sys.modules, module, None)
        assert "puzzlewright[print]" in run("render", SAMPLE, "-o", tmp_path / f"x.{suffix}", "--solved").error
    assert list(tmp_path.iterdir()) == []


def test_results_go_to_regular_files_only(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(SAMPLE, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("/dev/full", "/dev/zero", "/dev/null", tmp_path / "pipe", tmp_path / "link", tmp_path):
        assert "cannot be written: this is no regular file" in run(
            "bench", "evolomino", tmp_path / "b.txt", "--out", name
        ).error


def test_a_disk_that_gets_full_ends_a_benchmark_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "b.txt").write_text(SAMPLE, encoding="utf-8")
    monkeypatch.setattr(store.Store, "add", full)
    error = run("bench", "evolomino", tmp_path / "b.txt", "--out", tmp_path / "r.csv").error
    assert error.endswith("r.csv' cannot be written: No space left on device")


def test_rows_that_are_no_results_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "r.csv"
    head = ",".join(store.COLUMNS)
    values = {"puzzle": "evolmino", "method": "sat", "version": pw.__version__, "name": "a", "rows": "5", "cols": "5",
              "status": "unique", "seconds": "0.1"}  # fmt: skip
    numbers = ("read", "build", "solve", "prove", "variables", "constraints", "size", "digest")
    good = ",".join(values.get(name, "0" if name in numbers else "") for name in store.COLUMNS)
    for row, told in [
        (good.replace("unique", "maybe"), "line 3 is no result of a benchmark: the status 'maybe' is unknown"),
        (good.replace("0.1", "nan"), "line 3 is no result of a benchmark: seconds is no number of seconds"),
        (good.replace(",5,5,", ",5,-5,"), "line 3 is no result of a benchmark: cols is no whole number"),
        (good + ",", f"line 3 is no result of a benchmark: it has {len(store.COLUMNS) + 1} columns"),
        ("x" * 200_000, "this is no CSV file"),
        ("x" * 2**20, "a line is above the limit"),
    ]:
        file.write_text(f"{head}\n{good}\n{row}\n", encoding="utf-8")
        with pytest.raises(pw.ParseError) as caught:
            store.Store(file, Job("evolmino"))
        assert told in str(caught.value) and "r.csv" in str(caught.value)
    file.write_text("x" * 2**21, encoding="utf-8")
    with pytest.raises(pw.ParseError, match="limit"):
        store.Store(file, Job("evolmino"))


# Terminals


def test_tables_fit_into_the_terminal_with_whole_numbers() -> None:
    rows = [Row(18, 18, 40, 40, 0, 40, 0, 0.0262, 0.0416, 0.0579, 123.3932)]
    for width in (None, 80, 60, 50, 40, 30, 10):
        text = bench._table(rows, width)
        table = text.partition("\nleft out:")[0]
        assert "…" not in text and "18 x 18" in table and "0.0416" in table and "123.3932" in table
        assert width is None or width < 40 or max(map(len, table.splitlines())) <= width
        assert ("left out: none, several" in text) is (width is not None and width < 80)


def test_a_refused_board_is_shown_with_its_head() -> None:
    for command in ("solve", "check"):
        assert run(command, CLASH).out.startswith("Evolomino, 1 row x 2 columns\n\n    1   2\n  ┌─")


def test_an_arrow_does_not_hide_the_shade() -> None:
    arrow = {"puzzle": "evolmino", "rows": 2, "cols": 3, "arrows": [[[0, 0], [0, 1], [0, 2], [1, 2]]]}
    through = run("solve", json.dumps({**arrow, "shaded": [[0, 1]]}))
    assert "│ ╶──!▒!──┐ │" in through.out and "r1c2: an arrow on a shaded cell" in through.error
    assert "▒" in run("solve", json.dumps({**arrow, "shaded": [[1, 2]]})).out
    assert "▒" in run("solve", json.dumps({**arrow, "shaded": [[0, 0]]})).out


# Words


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["convert", SAMPLE, "--to"], "(see 'puzzlewright convert --help')"),
        (["solve", SAMPLE, "--time-limit"], "(see 'puzzlewright solve --help')"),
        (["solve", SAMPLE, "--time-limit", "x"], "'--time-limit': it takes a number of seconds, not 'x'"),
        (["solve", SAMPLE, "--time-limit", "1_0"], "not '1_0'"),
        (["solve", SAMPLE, "--time-limit", "1e999"], "1e999 is no positive number of seconds"),
        (["solve", SAMPLE, "--time-limit", "0"], "0 is no positive number of seconds"),
        (["count", SAMPLE, "--limit", "1_0"], "'--limit': it takes a whole number from 1, not '1_0'"),
        (["count", SAMPLE, "--limit", "٣"], "'--limit': it takes a whole number from 1"),
        (["bench", "evolomino", ".", "--workers", "x"], "'--workers': it takes a whole number from 1, not 'x'"),
    ],
)
def test_our_own_words(arguments: list[str], told: str) -> None:
    assert told in run(*arguments).error


def test_short_help() -> None:
    assert run("-h").out == run("--help").out and run("count", "-h").out == run("count", "--help").out
    assert run("count", "evolmino/3/3/000c00a", "--limit", "01").out.endswith("at least 1 answer: counting stops "
                                                                              "there (see --limit).\n")  # fmt: skip


def test_convert_keeps_title_and_author() -> None:
    named = json.dumps({"puzzle": "evolmino", "rows": 1, "cols": 2, "title": "Zen, & = 3", "author": "シンカé"})
    for form in ("json", "penpa"):
        again = json.loads(run("convert", run("convert", named, "--to", form).out.strip(), "--to", "json").out)
        assert (again["title"], again["author"]) == ("Zen, & = 3", "シンカé")
    for encoding in ("ascii", "latin-1"):
        assert json.loads(run("convert", named, "--to", "json", encoding=encoding).out)["author"] == "シンカé"
    assert "half a character" in run("convert", named.replace("Zen", "\\ud800"), "--to", "penpa").error
