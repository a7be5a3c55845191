"""The driver that makes boards, and the command `generate`."""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import puzzlewright as pw
from commands import TWO, run, start
from puzzlewright import forms, generating, puzzles
from puzzlewright.deadline import Deadline, OutOfSpace, OutOfTime
from puzzlewright.generating import generate
from puzzlewright.generator import Draft, Generator, Request
from puzzlewright.outcome import Limits
from puzzlewright.puzzles import evolomino
from puzzlewright.puzzles.evolomino.generator import GENERATOR

KEYS = [
    "puzzle", "seed", "number", "rows", "cols", "method", "version", "url", "answer", "status", "grade", "seconds",
]  # fmt: skip
SMALL = ["generate", "evolomino", "--rows", "4", "--cols", "4"]


def made(count: int = 3, **more: Any) -> list[pw.Made[Any, Any]]:
    return list(generate("evolomino", 4, 4, count=count, **more))


def lines(text: str) -> list[dict[str, Any]]:
    """JSON lines without what differs from run to run."""
    found = [json.loads(line) for line in text.splitlines()]
    for line in found:
        del line["seconds"]
    return found


# The driver


def test_boards_carry_their_proof() -> None:
    for number, one in enumerate(made(seed=5)):
        assert (one.seed, one.number, one.method, one.version) == (5, number, "designed", pw.__version__)
        assert one.status.value == "unique" and pw.check(one.board, one.answer) == []
        assert pw.count(one.board) == pw.Count(1, exact=True)
        assert one.grade == pw.grade(one.board)
        assert one.seconds.total == one.seconds.make + one.seconds.prove + one.seconds.grade > 0


def test_the_same_seed_gives_the_same_boards_on_any_number_of_workers() -> None:
    alone = made(6, seed=2)
    assert made(6, seed=2, limits=Limits(workers=2)) == alone
    assert made(2, seed=2) == alone[:2]
    assert {one.board for one in made(2, seed=3)}.isdisjoint(one.board for one in alone)
    assert not multiprocessing.active_children()


def test_the_package_makes_boards() -> None:
    assert list(pw.generate("evolmino", rows=4, cols=4, seed=1)) == made(1, seed=1)


def test_no_board_is_another_one_turned() -> None:
    keys = [GENERATOR.key(one.board) for one in generate("evolomino", 2, 4, count=8)]
    assert len(set(keys)) == 8


def test_duplicates_are_made_again_the_same_way_on_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    # On so few cells most attempts give boards that were there before.
    alone = list(generate("evolomino", 1, 6, count=5, seed=1))
    attempts = []
    attempt = GENERATOR.attempt

    def counting(request: Any, random: Random, deadline: Deadline) -> Iterator[Any]:
        attempts.append(request)
        return attempt(request, random, deadline)

    counted = replace(GENERATOR, attempt=counting)
    monkeypatch.setattr(generating, "_maker", lambda genre: counted)
    assert list(generate("evolomino", 1, 6, count=5, seed=1)) == alone and len(attempts) > 5
    monkeypatch.undo()
    assert list(generate("evolomino", 1, 6, count=5, seed=1, limits=Limits(workers=3))) == alone


def test_going_on_gives_the_rest() -> None:
    whole = list(generate("evolomino", 3, 3, count=8))
    rest = generate("evolomino", 3, 3, count=8, earlier=[one.board for one in whole[:5]])
    assert list(rest) == whole[5:]


@pytest.mark.parametrize("band", ["easy", "medium", "hard"])
def test_a_wanted_band_is_met(band: str) -> None:
    (one,) = generate("evolomino", 5, 5, seed=1, difficulty=band)
    assert one.grade is not None and one.grade.band == band
    assert pw.grade(one.board).band == band


def test_large_boards_are_graded_when_asked() -> None:
    assert [one.grade for one in generate("evolomino", 3, 34)] == [None]
    (one,) = generate("evolomino", 4, 4, grade_s=1e-9)
    assert one.grade is not None and one.grade.band is None and one.grade.reason
    assert [one.grade for one in generate("evolomino", 4, 4, grade_s=0)] == [None]


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"rows": 2, "cols": 2}, "no arrow with two blocks fits on 2 x 2 cells"),
        ({"rows": 0, "cols": 5}, "boards have 1 to 100 rows, not 0"),
        ({"rows": 5, "cols": 101}, "boards have 1 to 100 columns, not 101"),
        ({"count": 0}, "the number of boards is 1 or more, not 0"),
        ({"difficulty": "silly"}, "'silly' is no difficulty; there is easy, medium, hard, expert, beyond"),
        ({"difficulty": "easy", "grade_s": 0}, "a difficulty cannot be met without grading"),
        ({"method": "x"}, "'x' is no method; there is designed, published"),
        ({"symmetry": "x"}, "'x' is no symmetry; there is none"),
        ({"options": {"stop": 2}}, "stop is a number from 0 to 1, not 2"),
        ({"options": {"stop": float("nan")}}, "stop is a number from 0 to 1, not nan"),
        ({"pattern": pw.read(TWO)}, "the pattern has 3 x 3 cells, not 4 x 4"),
    ],
)
def test_what_cannot_be_made_is_refused_at_once(request_: dict[str, Any], says: str) -> None:
    with pytest.raises(pw.NotMade) as error:
        generate("evolomino", **{"rows": 4, "cols": 4, **request_})
    assert str(error.value) == says


def test_unknown_options_are_refused() -> None:
    with pytest.raises(pw.NotMade, match="'x' is no option; there is square_density, "):
        generate("evolomino", 4, 4, options={"x": 1})
    with pytest.raises(pw.UnknownPuzzle):
        generate("sudoku", 4, 4)


def test_a_genre_may_have_no_generator_or_no_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(evolomino.PUZZLE, generator=None)
    monkeypatch.setattr(generating, "find", lambda name: without)
    with pytest.raises(pw.NotMade, match="Evolomino cannot be made yet"):
        generate("evolomino", 4, 4)
    ungraded = replace(evolomino.PUZZLE, reasons=None)
    monkeypatch.setattr(generating, "find", lambda name: ungraded)
    with pytest.raises(pw.NotMade, match="cannot be graded yet, so no difficulty"):
        generate("evolomino", 4, 4, difficulty="easy")
    assert made(1)[0].grade is None


@pytest.mark.parametrize("workers", [1, 2])
def test_the_time_limit_ends_it(workers: int) -> None:
    found = []
    with pytest.raises(OutOfTime):
        for one in generate("evolomino", 4, 4, count=100_000, limits=Limits(1.5 * workers, workers)):
            found.append(one)
    assert found == made(len(found)) or not found
    assert not multiprocessing.active_children()


def drafting(*boards: str) -> Generator[Any, Any]:
    """A generator whose attempts give these boards, or fail where there is no text."""
    texts = list(boards)

    def attempt(request: Request[Any], random: Random, deadline: Deadline) -> Iterator[Draft[Any, Any]]:
        text = texts.pop(0)
        if text == "memory":
            raise OutOfSpace
        if text:
            board = pw.read(text)
            yield Draft(board, pw.solve(board).answers[0])

    return replace(GENERATOR, attempt=attempt)


def test_attempts_that_fail_or_repeat_a_board_are_followed_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moved, mirrored = ("evolomino 1x6\n> > . . # #", "evolomino 1x6\n# > > . . #", "evolomino 1x6\n# # . . < <")
    one, other = ("evolomino 1x6\n> > . . # .", "evolomino 1x6\no> > . . # #")
    maker = drafting("", "memory", first, "", mirrored, one, other)
    assert maker.key(pw.read(first)) == maker.key(pw.read(mirrored)) != maker.key(pw.read(moved))
    monkeypatch.setattr(generating, "_maker", lambda genre: maker)
    assert [found.board for found in generate("evolomino", 1, 6, count=3)] == [
        pw.read(text) for text in (first, one, other)
    ]


def test_a_board_that_is_not_unique_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = drafting(TWO)
    monkeypatch.setattr(generating, "_maker", lambda genre: maker)
    with pytest.raises(pw.NotMade, match="a made board turned out to be several: https"):
        list(generate("evolomino", 3, 3))


def test_it_gives_up_after_many_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "_MOST_ATTEMPTS", 30)
    found = []
    with pytest.raises(pw.NotMade, match="no board was found in 30 attempts"):
        for one in generate("evolomino", 1, 4, count=10):
            found.append(one)
    assert found
    with pytest.raises(pw.NotMade, match="no board that is beyond was found"):
        list(generate("evolomino", 1, 4, difficulty="beyond"))


def test_a_worker_that_is_killed_is_replaced() -> None:
    with closing(generate("evolomino", 6, 6, count=4, grade_s=0, limits=Limits(workers=2))) as boards:
        first = next(boards)
        for worker in multiprocessing.active_children():
            worker.kill()
        rest = list(boards)
    assert [first, *rest] == list(generate("evolomino", 6, 6, count=4, grade_s=0))


def test_leaving_stops_the_workers() -> None:
    with closing(generate("evolomino", 4, 4, count=9, limits=Limits(workers=2))) as boards:
        next(boards)
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


# The command


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
        (["--pattern", "evolomino 1x4\n> > . .", "--cols", "5"], "the pattern has 1 x 4 cells, not 1 x 5"),
    ],
)
def test_bad_usage(arguments: list[str], says: str) -> None:
    done = run("generate", "evolomino", *arguments)
    assert says in done.error and done.out == ""


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
    assert f": {len(found)} of 100000 boards are made\n" in done.err
    assert found == (lines(run(*SMALL, "--count", str(len(found)), "--json").out) if found else [])


def test_giving_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "_MOST_ATTEMPTS", 20)
    done = run("generate", "evolomino", "--rows", "1", "--cols", "4", "--difficulty", "expert")
    assert done.code == 3 and done.out == ""
    assert done.err == (
        "puzzlewright: board 0: no board that is expert was found in 20 attempts: 0 of 1 board are made\n"
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


@pytest.mark.long
@pytest.mark.parametrize("method", ["designed", "published"])
def test_two_hundred_boards(method: str) -> None:
    boards = [one.board for one in generate("evolomino", 7, 7, count=200, method=method, grade_s=0)]
    assert len({GENERATOR.key(board) for board in boards}) == 200
    for board in boards:
        assert pw.count(board, limit=2) == pw.Count(1, exact=True)


@pytest.mark.long
@pytest.mark.parametrize("band", ["easy", "medium", "hard", "expert", "beyond"])
def test_every_band_is_met_at_eight_by_eight(band: str) -> None:
    for one in generate("evolomino", 8, 8, seed=2, count=3, difficulty=band):
        assert one.grade is not None and one.grade.band == band


def test_every_genre_that_can_be_made_has_an_own_default() -> None:
    for puzzle in puzzles.PUZZLES:
        if puzzle.generator is not None:
            maker = puzzle.generator()
            assert maker.methods and "none" in maker.symmetries
            assert all(option.least <= option.default <= option.most for option in maker.options.values())
