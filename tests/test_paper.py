"""The commands of benchmarks/paper: what they write, and that they go on where they were."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import puzzlewright as pw
from commands import SAMPLE, TWO, environment

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "paper" / "paper.py"


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    (tmp_path / "boards").mkdir()
    for name, text in (("a", SAMPLE), ("b", SAMPLE), ("c", TWO), ("d", "evolmino/2/1/010")):
        (tmp_path / "boards" / name).write_text(pw.read(text).to("benchmark"), encoding="utf-8")
    (tmp_path / "boards" / "README.md").write_text("No board.", encoding="utf-8")
    return tmp_path / "boards"


def paper(*arguments: str | Path, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, SCRIPT, *map(str, arguments)], env=environment(), capture_output=True, encoding="utf-8"
    )
    assert done.returncode == code, done
    return done.stderr if code else done.stdout


def cells(text: str, first: str) -> list[list[str]]:
    lines = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in text.splitlines() if "|" in line]
    return [line for line in lines if line[0] == first]


def test_tables_and_figures(boards: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    common = ("--sizes", "3-6", "--out", out, "--time-limit", "60")
    (line,) = cells(paper("table", boards, *common), "5x5")
    assert line[:6] == ["5x5", "2", "580", "450", "1,832", "1,429"]
    rows = (out / "runs.csv").read_text(encoding="utf-8")
    # Three boards are square, of two sizes; each is built, and solved in two ways.
    assert rows.count("\n") == 1 + 3 * 3
    paper("figure", boards, *common)
    assert (out / "runs.csv").read_text(encoding="utf-8") == rows
    assert (out / "figure.svg").read_bytes().startswith(b"<?xml") and (out / "figure.png").stat().st_size > 10_000

    # A run that was killed in the middle of a row.
    (out / "runs.csv").write_text(rows[: len(rows) * 2 // 3], encoding="utf-8")
    text = paper("ratio", boards, *common)
    assert [line[:4] for line in cells(text, "3x3")] == [["3x3", "one", "1", "0, 0"], ["3x3", "unique", "1", "0, 0"]]
    assert (out / "ratio.md").read_text(encoding="utf-8") in text
    assert all(int(line[7]) > 1 for line in cells(text, "5x5"))


@pytest.mark.long
def test_profile(boards: Path, tmp_path: Path) -> None:
    text = paper("profile", boards, "--size", "5", "--solvers", "highs", "--boards", "1", "--out", tmp_path / "out")
    assert [line[:3] for name in ("ours (SAT)", "HiGHS") for line in cells(text, name)] == [
        ["ours (SAT)", "1", "1"],
        ["HiGHS", "1", "1"],
    ]
    assert (tmp_path / "out" / "profile.svg").exists() and (tmp_path / "out" / "profile.png").exists()


def test_model(tmp_path: Path) -> None:
    text = paper("model", SAMPLE, "--write", tmp_path / "board.mps")
    assert "constraints 1,832 6,089" in text
    assert (tmp_path / "board.mps").read_text(encoding="utf-8").startswith("NAME")


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "No such file" in paper("table", tmp_path / "missing", "--out", tmp_path, code=2)
    assert "sizes are written like 5-9,12" in paper("table", tmp_path, "--sizes", "x", "--out", tmp_path, code=2)
