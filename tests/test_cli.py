"""The commands, as the people and programs that call them see them."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

import puzzlewright as pw
from commands import CLASH, NONE, RIGHT, RING, SAMPLE, TWO, WRONG, run, start
from puzzlewright import forms
from puzzlewright.cli import files


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.txt"
    file.write_text("evolomino 2x5\no> >  *> >  .\n#  .  *  .  .\n", encoding="utf-8")
    return file


# solve


def test_solve_as_json() -> None:
    done = run("solve", SAMPLE, "--json")
    assert (done.code, done.err) == (0, "")
    assert list(done.json) == ["puzzle", "rows", "cols", "status", "answers", "seconds"]
    assert (done.json["puzzle"], done.json["rows"], done.json["cols"]) == ("evolmino", 5, 5)
    assert done.json["status"] == "unique"
    (line,) = done.json["answers"]
    assert "\n" not in line and forms.parse(line).answer == pw.solve(pw.read(SAMPLE)).answers[0]
    seconds = done.json["seconds"]
    assert list(seconds) == ["read", "build", "solve", "prove", "total"]
    assert seconds.pop("total") == pytest.approx(sum(seconds.values()), abs=1e-5)


def test_solve_for_people() -> None:
    done = run("solve", SAMPLE)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Evolomino, 5 rows x 5 columns\nThere is exactly one answer.\n\n┌───")
    assert done.out.count("□") == 8 and done.out.count("■") == 4


def test_two_answers_are_shown_side_by_side_and_their_differences_named() -> None:
    done = run("solve", TWO)
    assert done.code == 0
    assert "differ at r2c1 and r3c3, in brackets" in done.out
    assert "answer 1          answer 2\n" in done.out
    assert done.out.count("[") == done.out.count("]") == 4
    assert len(run("solve", TWO, "--json").json["answers"]) == 2


def test_no_answer() -> None:
    done = run("solve", NONE)
    assert done.code == 0 and "There is no answer." in done.out and "╶───►" in done.out
    found = run("solve", NONE, "--json", "--facts").json
    assert (found["status"], found["answers"]) == ("none", [])
    assert found["facts"] == {"known": 0, "open": 0, "cells": []}


@pytest.mark.parametrize(("source", "code"), [(SAMPLE, 0), (TWO, 1), (NONE, 1)])
def test_require_unique(source: str, code: int) -> None:
    assert run("solve", source, "--require-unique").code == code
    assert run("solve", source, "--require-unique", "--json").code == code


def test_facts() -> None:
    found = run("solve", TWO, "--facts", "--json", "--time-limit", "60").json["facts"]
    assert (found["known"], found["open"]) == (7, 2)
    assert {"cell": [1, 2], "value": "square"} in found["cells"] and len(found["cells"]) == 7
    told = run("solve", TWO, "--facts").out
    assert "in all answers" in told and "7 cells are the same in all answers; 2 are not: r2c1 and r3c3." in told
    assert "All 18 cells are known." in run("solve", SAMPLE, "--facts").out


def test_out_of_time_is_undecided(hard: Path) -> None:
    done = run("solve", hard, "--time-limit", "0.01", "--json", "--facts")
    assert (done.code, done.err, done.json["status"], done.json["answers"]) == (3, "", "undecided", [])
    told = run("solve", hard, "--time-limit", "0.01", "--require-unique")
    assert told.code == 3 and "Undecided, as the time is over: no answer is found so far" in told.out


def test_an_18x18_with_hardly_any_time() -> None:
    arrows = [[[row, col + step] for step in range(5)] for row in range(0, 18, 3) for col in (0, 6, 12)]
    source = json.dumps({"puzzle": "evolmino", "rows": 18, "cols": 18, "arrows": arrows})
    begun = time.monotonic()
    process = start("solve", source, "--time-limit", "0.01", "--json")
    out, err = process.communicate(timeout=30)
    assert (process.returncode, json.loads(out)["status"], err) == (3, "undecided", b"")
    assert time.monotonic() - begun < 10


def test_a_board_that_is_no_puzzle_is_still_shown() -> None:
    done = run("solve", RING)
    assert "r1c1 r1c2 r2c1 r2c2: the arrow closes on itself" in done.error and "evolmino 2x2" in done.error
    assert done.out.startswith("Evolomino, 2 rows x 2 columns\n\n    1   2\n  ┌─") and "!" in done.out
    assert run("count", RING).error == done.error
    shaded = run("solve", CLASH)
    assert "r1c1: a pre-drawn square on a shaded cell" in shaded.error and "!■!" in shaded.out
    for command in ("solve", "count"):
        assert run(command, RING, "--json").out == ""
    assert run("check", CLASH, "--json").out == ""


# count, check, convert


def test_count() -> None:
    assert run("count", TWO, "--json").out == '{"count": 2, "exact": true}\n'
    assert run("count", TWO).out.endswith("There are 2 answers.\n")
    assert run("count", NONE).out.endswith("There are 0 answers.\n")
    limited = run("count", TWO, "--limit", "1", "--json")
    assert (limited.code, limited.json) == (0, {"count": 1, "exact": False})
    assert "at least 1 answer" in run("count", TWO, "--limit", "1").out


def test_count_out_of_time(hard: Path) -> None:
    done = run("count", hard, "--time-limit", "0.01", "--json")
    assert (done.code, done.json["exact"]) == (3, False)
    assert "not finished" in run("count", hard, "--time-limit", "0.01").out


def test_check() -> None:
    right = run("check", RIGHT, "--json")
    assert (right.code, right.out) == (0, '{"complete": true, "violations": []}\n')
    wrong = run("check", WRONG, "--json")
    assert wrong.code == 1 and wrong.json["complete"] is False
    (violation,) = wrong.json["violations"]
    assert list(violation) == ["code", "cells", "edges", "message"]
    assert (violation["code"], violation["cells"], violation["edges"]) == ("bsNotEvol", [[0, 2]], [])
    assert "r1c3" in violation["message"]
    told = run("check", WRONG)
    assert told.code == 1 and "The answer is not right: 1 violation.\n" in told.out
    assert "!□!" in told.out and "  bsNotEvol  the block at r1c3" in told.out
    assert "complete" in run("check", RIGHT).out


def test_check_names_edges() -> None:
    done = run("check", RING, "--json")
    assert done.code == 1
    assert done.json["violations"][0]["edges"] == [
        [[0, 0], [0, 1]], [[0, 0], [1, 0]], [[0, 1], [1, 1]], [[1, 0], [1, 1]],
    ]  # fmt: skip


def test_a_board_without_an_answer_is_checked_as_it_is() -> None:
    done = run("check", SAMPLE)
    assert done.code == 1 and "There is no answer in this source" in done.out
    codes = [violation["code"] for violation in run("check", SAMPLE, "--json").json["violations"]]
    assert codes == ["bsNoArrow"] * 3 + ["arBlockLt2"] * 2


def test_shared_cases(shared: Path) -> None:
    for case in json.loads((shared / "cases" / "pzpr_checks.json").read_text(encoding="utf-8")):
        if case["puzzle"] == "evolmino":
            codes = [violation["code"] for violation in run("check", case["board"], "--json").json["violations"]]
            assert codes[:1] == ([case["expect"]] if case["expect"] else []), case


@pytest.mark.parametrize("form", forms.forms_of(forms.puzzle_of(pw.read(SAMPLE))))
def test_convert(form: str, board: Path) -> None:
    done = run("convert", board, "--to", form)
    assert (done.code, done.err) == (0, "") and done.out.endswith("\n") and not done.out.endswith("\n\n")
    again = run("convert", "-", "--to", "text", stdin=done.out.encode())
    keeps = form not in ("puzzlink", "benchmark")
    assert again.out == run("convert", board if keeps else run("convert", board, "--to", "puzzlink").out.strip(),
                            "--to", "text").out  # fmt: skip
    assert ("*" in again.out) is keeps


# render


def test_render_writes_each_kind_of_file(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("fpdf")
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "SVG": b"<svg"}
    for suffix, first in starts.items():
        done = run("render", SAMPLE, "-o", tmp_path / f"board.{suffix}")
        assert (done.code, done.out, done.err) == (0, "", "")
        assert (tmp_path / f"board.{suffix}").read_bytes().startswith(first)


def test_render_draws_the_answer(tmp_path: Path, board: Path) -> None:
    plain, solved = run("render", SAMPLE, "-o", "-"), run("render", SAMPLE, "-o", "-", "--solved")
    assert plain.out.startswith("<svg") and plain.out != solved.out
    assert "drawn squares" in run("render", board, "-o", "-").out
    two = run("render", TWO, "-o", tmp_path / "two.svg", "--solved")
    assert two.code == 0 and "more than one answer" in two.out
    assert "answer 2" in (tmp_path / "two.svg").read_text(encoding="utf-8")


def test_render_draws_what_is_no_puzzle(tmp_path: Path) -> None:
    assert run("render", RING, "-o", tmp_path / "ring.svg").code == 0
    assert "closes" in run("render", RING, "-o", tmp_path / "ring.svg", "--solved").error
    assert "shaded cell" in run("render", CLASH, "-o", tmp_path / "clash.svg").error
    assert {file.name for file in tmp_path.iterdir()} == {"ring.svg", "clash.svg"}


def test_render_out_of_time(hard: Path, tmp_path: Path) -> None:
    assert run("render", hard, "-o", tmp_path / "hard.svg", "--solved", "--time-limit", "0.01").code == 3
    assert (tmp_path / "hard.svg").exists()


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "board.svg"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)

    def full(self: Path, content: bytes) -> int:
        with open(self, "wb") as half:
            half.write(content[:10])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        assert "'" in run("render", SAMPLE, "-o", file).error
    assert file.read_text(encoding="utf-8") == "old" and list(tmp_path.iterdir()) == [file]
    link = tmp_path / "link.svg"
    link.symlink_to(file)
    files.write(str(link), b"new")
    assert file.read_bytes() == b"new" and link.is_symlink() and file.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(("suffix", "module"), [("png", "resvg_py"), ("pdf", "fpdf")])
def test_missing_packages_are_named(
    suffix: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert "puzzlewright[print]" in run("render", SAMPLE, "-o", tmp_path / f"x.{suffix}").error


# What goes wrong is one line


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["solve"], "Missing argument 'SOURCE'"),
        (["solve", SAMPLE, "--nope"], "--nope"),
        (["solve", SAMPLE, "more"], "more"),
        (["solve", SAMPLE, "--time-limit"], "--time-limit"),
        (["solve", SAMPLE, "--time-limit", "0"], "--time-limit"),
        (["solve", SAMPLE, "--time-limit", "-1"], "--time-limit"),
        (["solve", SAMPLE, "--time-limit", "nan"], "--time-limit"),
        (["solve", SAMPLE, "--time-limit", "inf"], "--time-limit"),
        (["solve", SAMPLE, "--time-limit", "soon"], "--time-limit"),
        (["count", SAMPLE, "--limit", "0"], "--limit"),
        (["count", SAMPLE, "--limit", "1.5"], "--limit"),
        (["convert", SAMPLE], "--to"),
        (["convert", SAMPLE, "--to", "morse"], "puzzlink, pzprv3, penpa, json, text, benchmark"),
        (["render", SAMPLE], "--output"),
        (["render", SAMPLE, "-o", "board.gif"], ".svg, .png or .pdf"),
        (["render", SAMPLE, "-o", "board"], ".svg, .png or .pdf"),
        (["render", SAMPLE, "-o", "no/such/folder/board.svg"], "No such file"),
        (["render", SAMPLE, "-o", "nul\0.svg"], "no name of a file"),
        (["nonsense"], "nonsense"),
        (["--nonsense"], "--nonsense"),
        (["solve", SAMPLE + "z"], "character 55 of the link: text after the end"),
        (["solve", SAMPLE[:-4]], "link ends"),
        (["solve", "https://puzz.link/p?nurikabe/5/5/zzzz"], "'nurikabe' is unknown"),
        (["solve", "https://puzz.link/p?evolmino/0/5/"], "'0'"),
        (["solve", "https://puzz.link/p?evolmino/101/5/"], "limit of 100 x 100"),
        (["solve", "evolomino 2x2\n. .\n. ?"], "line 3"),
        (["solve", "no/such/file"], "'no/such/file'"),
        (["solve", ""], "empty"),
        (["check", "nul\0"], "no name of a file"),
        (["solve", "\x1b[31mred"], "\\x1b[31mred"),
        (["bench", "nonsense", "."], "'nonsense' is unknown"),
        (["bench", "evolomino", "no/such/folder"], "no/such/folder"),
        (["bench", "evolomino", ".", "--method", "guess"], "there is sat"),
        (["bench", "evolomino", ".", "--workers", "0"], "--workers"),
        (["bench", "evolomino", ".", "--plot", "x.txt"], ".svg, .png or .pdf"),
    ],
)
def test_bad_usage_and_bad_input(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert told in done.error and "\x1b" not in done.err
    assert done.out == ""


def test_bad_files(tmp_path: Path) -> None:
    for name, content, told in [
        ("binary.txt", b"\x00\xff\xfe", "byte 2: this is not UTF-8 text"),
        ("empty.txt", b"", "the text is empty"),
        ("blank.txt", b" \n\n", "the text is empty"),
        ("huge.txt", b"1" * (4 * 2**20 + 1), "limit"),
        ("cut.json", b'{"puzzle": "evolmino",', "line 1, column"),
    ]:
        (tmp_path / name).write_bytes(content)
        error = run("solve", tmp_path / name).error
        assert name in error and told in error
    assert "this is a folder" in run("solve", tmp_path).error


def test_standard_input() -> None:
    assert run("solve", "-", "--json", stdin=SAMPLE.encode() + b"\n").json["status"] == "unique"
    for stdin, told in [(b"", "the text is empty"), (None, "nothing was given"), (b"\xff", "byte 1")]:
        error = run("solve", "-", stdin=stdin).error
        assert error.startswith("standard input") and told in error


def test_titles_cannot_move_the_cursor() -> None:
    titled = json.loads(run("convert", SAMPLE, "--to", "json").out)
    titled |= {"title": "a\x1b[2Jb\nc", "author": "シンカ"}
    done = run("solve", json.dumps(titled))
    assert "\x1b" not in done.out and "シンカ" in done.out.splitlines()[0]
    assert "\\u30b7" in run("solve", json.dumps(titled), encoding="latin-1").out


def test_ascii_where_the_encoding_has_no_boxes() -> None:
    done = run("solve", TWO, encoding="ascii")
    assert "+-----------+" in done.out and done.out.isascii()


# Help


def test_the_command_alone_shows_help() -> None:
    done = run()
    assert (done.code, done.err) == (0, "")
    assert done.out == run("--help").out
    for command in ("solve", "count", "check", "convert", "render", "bench"):
        assert f"\n  {command} " in done.out
        told = run(command, "--help")
        assert told.code == 0 and "Examples:\n    puzzlewright " in told.out


def test_help_fits_in_80_columns() -> None:
    longest = max(len(line) for name in ("solve", "count", "check", "convert", "render", "bench")
                  for line in run(name, "--help").out.splitlines() if "puzzlewright" not in line)  # fmt: skip
    assert longest <= 80


def test_version() -> None:
    assert run("--version").out == f"puzzlewright {pw.__version__}\n"
