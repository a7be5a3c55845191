"""Benchmarks: finding boards, running them, keeping and resuming results, tables and plots."""

from __future__ import annotations

import csv
import json
import multiprocessing
import signal
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import puzzlewright as pw
from commands import HARD, NONE, RING, SAMPLE, TWO, run, start
from puzzlewright import solving
from puzzlewright.bench import instances, plot, store, table
from puzzlewright.bench import run as running
from puzzlewright.bench.instances import Instance
from puzzlewright.bench.run import FAILED, REFUSED, Job, Run, run_all, run_one
from puzzlewright.errors import ParseError

JOB = Job("evolmino")
EASY = [Instance(f"b{number}", text) for number, text in enumerate([SAMPLE, TWO, NONE, RING, "evolmino/9", SAMPLE])]
STATUSES = ["unique", "several", "none", REFUSED, REFUSED, "unique"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Boards in several forms, and files that are none."""
    files = {
        "5x5/sample10.txt": SAMPLE,
        "5x5/sample9.txt": pw.read(SAMPLE).to("benchmark"),
        "10x10/a.json": pw.read(TWO).to("json"),
        "ring.txt": RING,
        "list.txt": f"# two boards\none {SAMPLE}\n\n{TWO}\n",
        "README.md": "# Not a board\n\nBut words.\n",
        ".hidden/b.txt": SAMPLE,
        "cut.txt": "evolomino 9x9\n. . .\n",
    }
    for name, text in files.items():
        (tmp_path / "boards" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "boards" / name).write_text(text, encoding="utf-8")
    (tmp_path / "boards" / "picture.png").write_bytes(b"\x89PNG\xff")
    return tmp_path / "boards"


NAMES = ["5x5/sample9.txt", "5x5/sample10.txt", "10x10/a.json", "cut.txt", "list.txt:one", "list.txt:4", "ring.txt"]


# Finding boards


def test_boards_of_a_folder(folder: Path) -> None:
    found = instances.find(folder)
    assert [board.name for board in found.instances] == NAMES
    assert found.skipped == ["README.md", "picture.png"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (SAMPLE, ["f.txt"]),
        (f"{SAMPLE}\n{TWO}", ["1", "2"]),
        (f"a {SAMPLE}\nbroken\nc  {TWO}\n", ["a", "2", "c"]),
        (pw.read(SAMPLE).to("json") * 2, ["1", "2"]),
        (json.dumps({"puzzle": "evolmino", "rows": 2, "cols": 2}, indent=1), ["f.txt"]),
        (pw.read(SAMPLE).to("pzprv3"), ["f.txt"]),
        ("pzprv3/evolmino/1/2/. . /2 /. . /\nx pzprv3/evolmino/1/2/. . /2 /. . /", ["1", "x"]),
        (pw.read(SAMPLE).to("text"), ["f.txt"]),
        (pw.read(SAMPLE).to("benchmark"), ["f.txt"]),
        (pw.read(SAMPLE).to("penpa") + "\n" + pw.read(TWO).to("penpa"), ["1", "2"]),
    ],
)
def test_boards_of_a_file(text: str, names: list[str], tmp_path: Path) -> None:
    (tmp_path / "f.txt").write_text(text, encoding="utf-8")
    found = instances.find(tmp_path / "f.txt")
    assert [board.name for board in found.instances] == names
    statuses = [run_one(board, JOB).status for board in found.instances]
    assert statuses.count(REFUSED) == ("broken" in text)


def test_nothing_to_run(tmp_path: Path) -> None:
    (tmp_path / "f.txt").write_text("# nothing\n", encoding="utf-8")
    for path in (tmp_path, tmp_path / "f.txt"):
        with pytest.raises(ParseError, match="no board"):
            instances.find(path)
    with pytest.raises(ParseError, match="No such file"):
        instances.find(tmp_path / "missing")


@pytest.mark.parametrize(
    ("text", "is_board"),
    [
        ('{"name": "x", "version": "1", "bugs": {"url": "https://x.org"}}', False),
        ('{"name": "x", "url": "https://x.org/5/5"}', False),
        ("[1, 2]", False),
        ("hello 3 worlds\nand more", False),
        ("LICENSE", False),
        ("https://example.com/a?b=c\n", False),
        ("src/5/5/x.py\n", False),
        ("2024 12 was a good month", False),
        ("index.html?p=3", False),
        ('{"puzzle": "evolmino", "rows": ', True),
        ('{"puzzle": "nurikabe"}', True),
        ('{"url": "evolmino/5/5/"}', True),
        ("evolomino", True),
        ("Evolomino 5 by 5\n. .", True),
        ("nurikabe 5x5\n. .", True),
        ("https://puzz.link/p?nurikabe/5/5/zz", True),
        ("https://puzz.link/p?evolmino/five", True),
        ("evolmino/9", True),
        ("5 5\n1 2 99", True),
        ("pzprv2/x", True),
        ("m=edit&p=" + "A" * 50, True),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=cut", True),
    ],
)
def test_what_is_clearly_meant_as_a_board_is_run_and_the_rest_is_skipped(
    text: str, is_board: bool, tmp_path: Path
) -> None:
    (tmp_path / "good.txt").write_text(SAMPLE, encoding="utf-8")
    (tmp_path / "other").write_text(text, encoding="utf-8")
    found = instances.find(tmp_path)
    assert [board.name for board in found.instances] == ["good.txt", *["other"] * is_board]
    assert found.skipped == ["other"] * (not is_board)


# Running


def test_statuses_and_reasons() -> None:
    runs = [run_one(board, JOB) for board in EASY]
    assert [run.status for run in runs] == STATUSES
    assert all(bool(run.reason) is (run.status == REFUSED) for run in runs)
    assert "closes on itself" in runs[3].reason and (runs[3].rows, runs[3].cols) == (2, 2)
    assert all(run.seconds > 0 for run in runs if run.status != REFUSED)


def test_failures_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    with running.Runner(JOB) as runner:
        monkeypatch.setattr(solving, "solve", fail)
        assert runner.run(EASY[0]).status == FAILED


@pytest.mark.parametrize("workers", [1, 2])
def test_results_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    found = {position: run for position, run, _ in run_all(EASY, JOB, workers)}
    assert [found[position].status for position in range(len(EASY))] == STATUSES
    assert not multiprocessing.active_children()


def test_a_worker_that_is_killed_does_not_stop_the_run() -> None:
    boards = [EASY[0], Instance("slow", HARD), EASY[1]]
    with closing(run_all(boards, Job("evolmino", time_s=60), 2)) as results:
        first = next(results)
        for worker in multiprocessing.active_children():
            worker.kill()
        found = {position: run.status for position, run, _ in [first, *results]}
    assert found[1] == FAILED and len(found) == 3


def test_leaving_stops_the_workers() -> None:
    with closing(run_all(EASY, JOB, 2)) as results:
        next(results)
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_time_limit_of_a_board() -> None:
    run = run_one(Instance("x", "evolmino/60/60/"), Job("evolmino", time_s=1e-9))
    assert run.status == "undecided" and 0 < run.seconds < 10


# Keeping


def test_rows_are_kept_and_found_again(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    runs = [run_one(board, JOB) for board in EASY]
    with store.Store(file, JOB) as kept:
        for board, one in zip(EASY, runs, strict=True):
            assert kept.get(board) is None
            kept.add(board, one)
    with store.Store(file, JOB) as kept:
        again = [kept.get(board) for board in EASY]
        assert kept.get(Instance("b0", TWO)) is None
        assert kept.get(Instance("other", SAMPLE)) is None
    assert [one and (one.name, one.status, one.reason, one.rows) for one in again] == [
        (one.name, one.status, one.reason, one.rows) for one in runs
    ]
    for other in (Job("evolmino", time_s=1), Job("evolmino", "ilp")):
        with store.Store(file, other) as kept:
            assert kept.get(EASY[0]) is None
    with open(file, encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [row["status"] for row in rows] == STATUSES and list(rows[0]) == list(store.COLUMNS)


def test_a_cut_row_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    with store.Store(file, JOB) as kept:
        for board in EASY[:2]:
            kept.add(board, run_one(board, JOB))
    whole = file.read_bytes()
    for cut in (1, 20, 60, len(whole) - 10, len(whole)):
        file.write_bytes(whole[: len(whole) - cut])
        with store.Store(file, JOB) as kept:
            missing = [board for board in EASY[:2] if kept.get(board) is None]
            assert EASY[1] in missing
            for board in missing:
                kept.add(board, run_one(board, JOB))
        assert len(file.read_bytes().splitlines()) == 3


def test_other_files_are_left_alone(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "notes.csv"
    for content in ("my notes", "my,notes\n", ",".join(store.COLUMNS) + "\nmy,notes\n"):
        file.write_text(content, encoding="utf-8")
        assert "notes.csv" in run("bench", "evolomino", folder, "--out", file).error
        assert file.read_text(encoding="utf-8") == content
    assert "cannot be written" in run("bench", "evolomino", folder, "--out", tmp_path).error


# Tables and plots


def test_table() -> None:
    runs = [Run(str(number), 4, 6, "unique", solve=float(number)) for number in range(1, 6)]
    runs += [Run("x", 4, 6, "undecided", solve=9.0), Run("y", 3, 3, "none", read=1.0), Run("z", 0, 0, REFUSED)]
    small, large = table.rows(runs)
    assert (small.rows, small.cols, small.n, small.none, small.q1, small.max) == (3, 3, 1, 1, 1.0, 1.0)
    assert (large.n, large.decided, large.unique, large.several) == (6, 5, 5, 0)
    assert (large.q1, large.median, large.q3, large.max) == (2.25, 3.5, 4.75, 9.0)


def test_plot() -> None:
    pytest.importorskip("matplotlib")
    runs = [run_one(board, JOB) for board in EASY]
    for kind, first in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        assert plot.cactus({"sat": runs, "none": []}, kind, "Boards").startswith(first)
    assert plot.cactus({"sat": runs}, ".svg") == plot.cactus({"sat": runs}, ".svg")


# The command


def test_bench_as_json(folder: Path) -> None:
    done = run("bench", "evolomino", folder, "--json")
    assert done.code == 0 and "README.md" in done.err
    runs = done.json["runs"]
    assert [one["name"] for one in runs] == NAMES
    assert [one["status"] for one in runs] == ["unique"] * 2 + ["several", REFUSED, "unique", "several", REFUSED]
    assert {"name", "rows", "cols", "status", "seconds"} <= runs[0].keys() and "reason" in runs[3]
    small, large = done.json["table"]
    assert (large["rows"], large["cols"], large["n"], large["decided"]) == (5, 5, 3, 3)
    assert 0 < small["q1"] <= small["median"] <= small["q3"] <= small["max"]
    assert done.json["skipped"] == ["README.md", "picture.png"]
    assert run("bench", "evolmino", folder, "--workers", "2", "--json").json["runs"][4]["name"] == "list.txt:one"


def test_bench_with_the_integer_program(folder: Path) -> None:
    for solver in ("cp-sat", "highs"):
        done = run("bench", "evolomino", folder, "--method", "ilp", "--solver", solver, "--json")
        runs = done.json["runs"]
        assert [one["status"] for one in runs] == ["unique"] * 2 + ["several", REFUSED, "unique", "several", REFUSED]
        assert (runs[0]["variables"], runs[0]["constraints"]) == (580, 1832) and "variables" not in runs[3]
        assert done.json["table"][1]["constraints"] == 1832
    one = run("bench", "evolomino", folder, "--method", "ilp", "--question", "one", "--json").json
    assert [run["status"] for run in one["runs"]] == ["solved"] * 3 + [REFUSED, "solved", "solved", REFUSED]
    assert [row["decided"] for row in one["table"]] == [2, 3]


def test_bench_asks_clauses_the_same_questions(folder: Path) -> None:
    done = run("bench", "evolomino", folder, "--question", "one", "--json").json
    assert [run["status"] for run in done["runs"]] == ["solved"] * 3 + [REFUSED, "solved", "solved", REFUSED]
    assert [row["solved"] for row in done["table"]] == [2, 3]


def test_bench_builds_only(folder: Path) -> None:
    done = run("bench", "evolomino", folder, "--method", "ilp", "--build-only", "--json").json
    assert [one["status"] for one in done["runs"]] == ["built"] * 3 + [REFUSED, "built", "built", REFUSED]
    assert done["runs"][0]["constraints"] == 1832 and done["runs"][0]["solve"] == 0
    printed = run("bench", "evolomino", folder, "--method", "ilp", "--build-only").out
    assert "7 boards, 5 built" in printed and ["5", "x", "5", "3", "0", "580", "1832"] in [
        line.split()[:7] for line in printed.splitlines()
    ]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--method", "magic"], "'magic' is no method; there is sat, ilp"),
        (["--method", "ilp", "--solver", "magic"], "'magic' is no solver; there is cp-sat, scip, cbc, bop, highs"),
        (["--solver", "scip"], "--solver is for --method ilp, not for sat"),
        (["--build-only"], "--build-only is for --method ilp, not for sat"),
        (["--question", "why"], "'why' is no question; there is unique, one"),
    ],
)
def test_options_that_do_not_go_together(options: list[str], problem: str, folder: Path) -> None:
    assert problem in run("bench", "evolomino", folder, *options).error


def test_a_genre_without_a_program(folder: Path) -> None:
    assert "no integer program of double-choco" in run("bench", "double-choco", folder, "--method", "ilp").error


@pytest.mark.parametrize("package", ["numpy", "ortools"])
def test_a_solver_needs_its_package(package: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert "puzzlewright[ilp]" in run("bench", "evolomino", folder, "--method", "ilp").error


def test_questions_and_solvers_share_a_file(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    ilp = ("--method", "ilp", "--solver", "highs")
    one, build = ("--question", "one"), ("--method", "ilp", "--build-only")
    asked: list[tuple[str, ...]] = [(), one, ilp, (*ilp, *one), build]
    for options in asked:
        assert "already" not in run("bench", "evolomino", folder, *options, "--out", file).err
    before = file.read_bytes()
    for options in asked:
        assert "7 of 7 boards are in the file already" in run("bench", "evolomino", folder, *options, "--out", file).err
    assert file.read_bytes() == before and before.count(b"\n") == 1 + 5 * 7


def test_bench_for_people(folder: Path, tmp_path: Path) -> None:
    done = run("bench", "evolomino", folder, "--plot", tmp_path / "plot.svg")
    assert done.code == 0
    assert "refused: ring.txt: r1c1" in done.out and "7 boards, 5 decided" in done.out
    assert any(line.split()[:4] == ["5", "x", "5", "3"] for line in done.out.splitlines())
    assert (tmp_path / "plot.svg").exists()


def test_bench_resumes(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    first = run("bench", "evolomino", folder, "--out", file, "--json").json
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:4]), encoding="utf-8")
    again = run("bench", "evolomino", folder, "--out", file, "--json")
    assert "3 of 7 boards are in the file already" in again.err
    assert again.json["runs"][:3] == first["runs"][:3]
    assert [one["name"] for one in again.json["runs"]] == NAMES
    assert len(file.read_text(encoding="utf-8").splitlines()) == 8


def test_a_plot_needs_matplotlib(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    error = run("bench", "evolomino", folder, "--plot", tmp_path / "plot.svg").err.splitlines()[-1]
    assert "puzzlewright[plot]" in error


# A board whose program takes CBC much longer than any test waits.
OPEN = pw.read("evolomino 9x9\n" + "\n".join(["> > > > > > > > .", ". . . . . . . . .", ". . . . . . . . ."] * 3))


@pytest.mark.parametrize("options", ["--workers 1", "--workers 2", "--method ilp --solver cbc"])
def test_ctrl_c_keeps_what_is_done(options: str, tmp_path: Path) -> None:
    slow = OPEN.to("puzzlink") if "ilp" in options else HARD
    (tmp_path / "boards.txt").write_text(f"quick {SAMPLE}\nslow {slow}\n", encoding="utf-8")
    out = tmp_path / "results.csv"
    process = start("bench", "evolomino", tmp_path / "boards.txt", *options.split(), "--out", out, "--json")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and (not out.exists() or out.read_bytes().count(b"\n") < 2):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    printed, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"puzzlewright: interrupted\n")
    assert [one["name"] for one in json.loads(printed)["runs"]] == ["quick"]
    assert out.read_text(encoding="utf-8").count("\n") == 2


def test_the_boards_of_the_repository() -> None:
    file = Path(__file__).parents[1] / "benchmarks" / "evolomino.txt"
    for one in (run_one(board, JOB) for board in instances.find(file).instances):
        assert one.status == ("several" if one.name.endswith("s") else "unique"), one
        assert one.name.startswith(f"{one.rows}x{one.cols}-")
