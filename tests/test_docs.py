"""Every example in the pages and in the help of commands is run, and does what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import RIGHT, SAMPLE, environment, run

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted(ROOT.glob("docs/*.md")) + sorted(ROOT.glob("benchmarks/*.md"))
CONSOLES = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
PATTERN = """evolomino 7x7
.  .  >  >  v  .  .
.  .  .  .  v  .  .
.  #  .  .  .  .  .
.  .  .  #  .  .  .
.  .  .  .  .  #  .
.  .  ^  .  .  .  .
.  .  ^  <  <  .  .
"""
COMMANDS = (
    "solve", "count", "check", "convert", "render", "explain", "hint", "grade", "generate", "bench", "gallery",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the examples use: the command, boards, and an answer."""
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "puzzlewright"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m puzzlewright "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    (tmp_path / "board.txt").write_text("evolomino 2x5\no> >  *> >  .\n#  .  .  .  .\n", encoding="utf-8")
    (tmp_path / "begun.txt").write_text("evolomino 2x5\no> x>  > *>  .\n#  .  .  .  .\n", encoding="utf-8")
    (tmp_path / "answer.txt").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "pattern.txt").write_text(PATTERN, encoding="utf-8")
    (tmp_path / "boards.txt").write_text(f"sample {SAMPLE}\n", encoding="utf-8")
    for name in ("boards", "evolomino-samples", "benchmarks"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "evolomino.txt").write_text(SAMPLE, encoding="utf-8")
    return tmp_path


def shell(command: str, folder: Path) -> str:
    path = f"{folder / 'bin'}:{environment()['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment(PATH=path), capture_output=True, encoding="utf-8",
        timeout=300,
    )  # fmt: skip
    assert done.returncode in (0, 1) and not done.stderr.count("Traceback"), (command, done)
    return done.stdout


def masked(text: str) -> str:
    """The text without times and memory, which differ from run to run."""
    return re.sub(r"\d+\.\d+(e-\d+)?|\d+e-\d+", "0.0", text)


def consoles(block: str, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Each command of a block, what the page says that it prints, and what it does print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected, shell(command, folder)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_the_page_says(page: Path, folder: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")

    def current(block: re.Match[str]) -> str:
        return "".join(
            f"$ {command}\n{expected if masked(expected) == masked(printed) else printed}"
            for command, expected, printed in consoles(block[0], folder)
        )

    fresh = CONSOLES.sub(current, text)
    if request.config.getoption("--update-golden"):
        page.write_text(fresh, encoding="utf-8")
        text = fresh
    assert fresh == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_does_what_the_page_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("```", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test).failed == 0


def test_the_docstring_of_the_package() -> None:
    import puzzlewright

    assert doctest.testmod(puzzlewright).failed == 0 and puzzlewright.__doc__


def examples() -> Iterator[str]:
    for arguments in ([], *([command] for command in COMMANDS)):
        yield from re.findall(r"^    (puzzlewright .*)$", run(*arguments, "--help").out, re.MULTILINE)
    for page in PAGES:
        blocks = re.findall(r"^    (puzzlewright .*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        # The page of a running server does not end.
        yield from (command for command in blocks if not command.startswith("puzzlewright serve"))


@pytest.mark.parametrize("example", sorted(set(examples())))
def test_examples_of_the_help_and_of_pages_run(example: str, folder: Path) -> None:
    shell(example.replace("COMMAND", "solve"), folder)


def test_every_command_has_a_section() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    # The one command that does not end is not among those whose examples are run.
    assert re.findall(r"^## ([a-z]+)$", page, re.MULTILINE) == [*COMMANDS, "serve"]


def test_pictures_are_current(tmp_path: Path) -> None:
    for name, source in (("answer", SAMPLE), ("two-answers", "https://puzz.link/p?evolmino/3/3/000c00a")):
        assert run("render", source, "--solved", "-o", tmp_path / f"{name}.svg").code == 0
        assert (tmp_path / f"{name}.svg").read_bytes() == (ROOT / "docs" / "img" / f"{name}.svg").read_bytes()


@pytest.mark.parametrize("page", PAGES + sorted(ROOT.glob("docs/gallery/*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_demo(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "demo.py", tmp_path / "out"],
        env=environment(), capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "") and "There is exactly one answer." in done.stdout
    names = ["answer.pdf", "answer.png", "answer.svg", "board.svg", "double-choco.svg", "two-answers.svg"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == names
