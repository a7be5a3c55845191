"""The command `generate`."""

from __future__ import annotations

import errno
import json
import os
import signal
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import puzzlewright as pw
from commands import run, start
from puzzlewright import forms, generating
from puzzlewright.deadline import Deadline
from puzzlewright.generator import Request
from puzzlewright.puzzles import find

KEYS = [
    "puzzle", "seed", "number", "rows", "cols", "method", "version", "url", "answer", "status", "grade", "seconds",
]  # fmt: skip
SMALL = ["generate", "evolomino", "--rows", "4", "--cols", "4"]


def lines(text: str) -> list[dict[str, Any]]:
    """JSON lines without what differs from run to run."""
    found = [json.loads(line) for line in text.splitlines()]
    for line in found:
        del line["seconds"]
    return found


def test_json_lines() -> None:
    done = run(*SMALL, "--count", "2", "--seed", "4", "--json")
    assert (done.code, done.err) == (0, "")
    for number, text in enumerate(done.out.splitlines()):
        line = json.loads(text)
        assert list(line) == KEYS and list(line["seconds"]) == ["make", "prove", "grade", "total"]
        assert (line["puzzle"], line["seed"], line["number"], line["status"]) == ("evolmino", 4, number, "unique")
        assert (line["rows"], line["cols"], line["method"], line["version"]) == (4, 4, "designed", pw.__version__)
        assert list(line["grade"]) == ["band", "score", "steps"]
        board = pw.read(line["url"])
        reading = forms.parse(line["answer"])
        assert reading.board == board and pw.check(board, reading.answer) == []
        assert line["grade"]["band"] == pw.grade(board).band


def test_links_for_people() -> None:
    done = run(*SMALL, "--count", "2", "--draw")
    links = [line.split() for line in done.out.splitlines() if line.startswith("https://")]
    assert done.code == 0 and len(links) == 2
    for link, band, *_ in links:
        assert band.rstrip(",") == pw.grade(pw.read(link)).band
        assert run("solve", link).code == 0
    assert "┌" in done.out
    plain = run(*SMALL, "--count", "2").out.splitlines()
    assert [line.split() for line in plain] == links
    assert "  not graded: the time is over" in run(*SMALL, "--grade-limit", "1e-9").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rows", "2", "--cols", "2"], "no arrow with two blocks fits on 2 x 2 cells"),
        (["--rows", "5"], "--rows and --cols say how large the boards are, or --pattern does"),
        (["--rows", "x", "--cols", "5"], "it takes a whole number from 1, not 'x'"),
        ([*SMALL[2:], "--count", "0"], "it takes a whole number from 1, not '0'"),
        ([*SMALL[2:], "--seed", "-1"], "it takes a whole number from 0, not '-1'"),
        ([*SMALL[2:], "--method", "x"], "'x' is no method"),
        ([*SMALL[2:], "--difficulty", "x"], "'x' is no difficulty"),
        ([*SMALL[2:], "--option", "x"], "it takes NAME=NUMBER, not 'x'"),
        ([*SMALL[2:], "--option", "x=1"], "'x' is no option"),
        ([*SMALL[2:], "--option", "square-density=7"], "square_density is a number from 0.05 to 0.6, not 7"),
        ([*SMALL[2:], "--resume"], "--resume goes on with a file that --out names"),
        (["--pattern", "dbchoco/6/6/ueoq8p30g42j4n5s22j"], "this is a board of double-choco"),
        (["--pattern", "evolomino 2x2\n> v\n^ <"], "the arrow closes on itself and has no tail"),
        (
            ["--pattern", "evolomino 1x4\n. > > ."],
            "the pattern cannot be kept: r1c2: the arrow from here has no room for two blocks",
        ),
        (
            ["--pattern", "evolomino 4x4\no> o> . .\n. . . .\n. . . .\n. . # ."],
            "the pattern cannot be kept: r1c2: no answer has these clues",
        ),
        (["--pattern", "evolomino 1x4\n> > . .", "--cols", "5"], "the pattern has 1 x 4 cells, not 1 x 5"),
    ],
)
def test_bad_usage(arguments: list[str], says: str) -> None:
    done = run("generate", "evolomino", *arguments)
    assert says in done.error and done.out == ""


def test_a_pattern_of_another_genre_that_contradicts_itself() -> None:
    for text, says in (
        ("double-choco 2x4\n. . . .\n. . 5 .", "r2c3: the number 5 is more than half of the 8 cells"),
        ("double-choco 3x4\n# # . #\n# . # .\n. # . .", "r1c1: no block can hold this cell"),
    ):
        assert run("generate", "double-choco", "--pattern", text).error == f"the pattern cannot be kept: {says}"


def test_a_pattern_gives_the_size(tmp_path: Path) -> None:
    (tmp_path / "pattern.txt").write_text("evolomino 3x4\n> > v .\n. . v .\n. # . .\n", encoding="utf-8")
    pattern = pw.read(tmp_path / "pattern.txt")
    (line,) = lines(run("generate", "evolomino", "--pattern", tmp_path / "pattern.txt", "--json").out)
    board: Any = pw.read(line["url"])
    assert line["pattern"] == pattern.to("puzzlink") and (line["rows"], line["cols"]) == (3, 4)
    assert board.arrows == pattern.arrows and board.shaded >= pattern.shaded  # type: ignore[attr-defined]


def test_a_file_outlives_being_cut(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    arguments = [*SMALL, "--count", "4", "--json", "--out", file]
    whole = run(*arguments)
    content = file.read_bytes()
    assert whole.code == 0 and content.decode() == whole.out
    ends = [end for end, byte in enumerate(content, 1) if byte == ord("\n")]
    for size in (0, 5, ends[0], ends[0] + 1, ends[2] - 1):
        file.write_bytes(content[:size])
        kept = sum(end <= size for end in ends)
        done = run(*arguments, "--resume")
        assert done.code == 0 and lines(file.read_text()) == lines(content.decode())
        assert lines(done.out) == lines(content.decode())[kept:]
        assert done.err == (f"puzzlewright: {kept} of 4 boards are in the file already\n" if kept else "")
    assert run(*arguments, "--resume").out == "" and lines(file.read_text()) == lines(content.decode())


def test_more_boards_of_the_same_kind(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    run(*SMALL, "--count", "2", "--out", file)
    assert run(*SMALL, "--count", "3", "--out", file, "--resume").code == 0
    assert lines(file.read_text()) == lines(run(*SMALL, "--count", "3", "--json").out)


def test_files_of_something_else_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    run(*SMALL, "--out", file)
    content = file.read_bytes()
    assert "it is there already; --resume goes on with it" in run(*SMALL, "--out", file).error
    for more, says in (
        (["--seed", "1"], "line 1 comes from another command: its seed is 0"),
        (["--cols", "5"], "its cols is 4"),
        (["--method", "published"], 'its method is "designed"'),
        (["--difficulty", "easy"], "its difficulty is null"),
        (["--option", "shaded=0.1"], "its options is null"),
    ):
        assert says in run(*SMALL, *more, "--out", file, "--resume").error
        assert file.read_bytes() == content
    for text in (b"abc", b"abc\n", b"[]\n", b"{\n"):
        file.write_bytes(content + text)
        assert ("line 2 is no JSON object" in run(*SMALL, "--out", file, "--resume").error) == (text != b"{")
        assert file.read_bytes() == content + text
    for path in (tmp_path, tmp_path / "none" / "x", "a\0b"):
        assert run(*SMALL, "--out", path).error


def test_the_time_limit_leaves_what_is_made() -> None:
    done = run(*SMALL, "--count", "100000", "--time-limit", "1.5", "--json")
    assert done.code == 3 and done.err.startswith("puzzlewright: the time is over: ")
    found = lines(done.out)
    assert f": {len(found)} of 100000 boards made\n" in done.err
    assert found == (lines(run(*SMALL, "--count", str(len(found)), "--json").out) if found else [])


def test_giving_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "_MOST_ATTEMPTS", 20)
    done = run("generate", "evolomino", "--rows", "1", "--cols", "4", "--difficulty", "expert")
    assert done.code == 3 and done.out == ""
    assert done.err == (
        "puzzlewright: board 0: no board that is expert was found in 20 attempts: 0 of 1 board made\n"
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_made(workers: str, tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    command = [*SMALL, "--count", "100000", "--workers", workers, "--json", "--out", file]
    with start(*command) as process:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err == b"puzzlewright: interrupted\n"
    # Between writing a board to the file and showing it there is a moment.
    kept, shown = file.read_bytes(), first + out
    assert kept.startswith(shown) and kept.count(b"\n") <= shown.count(b"\n") + 1 and kept.endswith(b"\n")
    assert lines((first + out).decode()) == lines(run(*SMALL, "--count", str(1 + len(out.splitlines())), "--json").out)


def test_being_killed_leaves_whole_lines_and_no_process(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    with start(*SMALL, "--count", "100000", "--workers", "2", "--json", "--out", file) as process:
        assert process.stdout is not None
        read = b"".join(islice(process.stdout, 3))
        process.kill()
        read += process.stdout.read()
    content = file.read_bytes()
    assert content.startswith(read[: read.rfind(b"\n") + 1]) and content.endswith(b"\n")
    found = lines(content.decode())
    assert [line["number"] for line in found] == list(range(len(found)))
    count = str(len(found) + 2)
    assert run(*SMALL, "--count", count, "--workers", "2", "--out", file, "--resume").code == 0
    assert lines(file.read_text()) == lines(run(*SMALL, "--count", count, "--json").out)


def test_a_file_that_another_process_writes_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "boards.jsonl"
    with start(*SMALL, "--count", "100000", "--json", "--out", file) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert "another process is writing it" in run(*SMALL, "--count", "100000", "--out", file, "--resume").error
        process.kill()
    found = lines(file.read_text())
    assert found and [line["number"] for line in found] == list(range(len(found)))


def test_a_full_disk_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "boards.jsonl"
    write, left = os.write, 1000

    def filling_up(target: int, content: bytes) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left -= (written := write(target, content[:left]))
        return written

    monkeypatch.setattr(os, "write", filling_up)
    assert "cannot be written: No space left" in run(*SMALL, "--count", "100", "--json", "--out", file).error
    monkeypatch.undo()
    content = file.read_text()
    assert content.endswith("\n") and len(content) < 1000
    assert [line["number"] for line in lines(content)] == list(range(content.count("\n")))


def test_nothing_is_made_that_nobody_reads() -> None:
    with start(*SMALL, "--count", "100000", "--json") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=60) == 0


def test_options_may_be_negative_and_grades_be_left_out() -> None:
    small = ["generate", "double-choco", *SMALL[2:]]
    done = run(*small, "--option", "clumps=-1", "--grade-limit", "0", "--json")
    (line,) = lines(done.out)
    assert line["options"] == {"clumps": -1.0} and line["grade"] is None
    assert "it takes NAME=NUMBER" in run(*small, "--option", "clumps=--1").error


def test_a_pattern_is_looked_at_no_longer_than_the_time_limit() -> None:
    arrows = [[[row, col] for col in range(16)] for row in range(0, 16, 4)]
    squares = [[row, col] for row in range(2, 16, 4) for col in range(0, 16, 3)]
    pattern = json.dumps({"puzzle": "evolmino", "rows": 16, "cols": 16, "arrows": arrows, "squares": squares})
    maker = find("evolomino").generator
    assert maker is not None
    request: Request[Any] = Request(16, 16, "designed", forms.parse(pattern).board)
    assert maker().refuse(request, Deadline(0)) is None
    assert run("generate", "evolomino", "--pattern", pattern, "--time-limit", "0.001").code == 3
