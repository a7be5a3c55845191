"""What tests share: drawings, a hard board, and expected output, which `pytest --update-golden` rewrites."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

from commands import HARD
from puzzlewright.drawing import (
    Arrow,
    Cross,
    Dot,
    Drawing,
    Fill,
    Heads,
    Highlight,
    Ink,
    Item,
    Line,
    Square,
    Stroke,
    Text,
    Tone,
    Why,
    border_line,
)

# What a shell starts in the background ignores Ctrl-C, and so do its children; tests send it and wait for its effect.
signal.signal(signal.SIGINT, signal.default_int_handler)


GOLDEN = Path(__file__).parent / "golden"
SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published boards and cases beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED.name}/ beside the repository")
    return SHARED


def pytest_configure(config: pytest.Config) -> None:
    """The normal run draws the same examples every time, the long run new ones."""
    hypothesis.settings.register_profile("same", derandomize=True)
    if config.option.markexpr == "not long":
        hypothesis.settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what the tests of golden files get")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of that name, or writes it."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-golden"):
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8") == text

    return compare


@pytest.fixture
def chocolate() -> Drawing:
    """4 x 6 cells of two colours with numbers, cut into three blocks; two borders differ and one cell is wrong."""
    grey = [(0, 0), (0, 1), (0, 4), (0, 5), (1, 1), (1, 4), (2, 0), (2, 1), (2, 2), (3, 3), (3, 4), (3, 5)]
    items: list[Item] = [Fill(cell, Tone.LIGHT) for cell in grey]
    items += [Text((0, 0), "3"), Text((1, 0), "?"), Text((3, 3), "3"), Text((0, 3), "12"), Text((2, 4), "?", Ink.DRAWN)]
    cuts = [((row, 2), (row, 3)) for row in range(2)] + [((1, col), (2, col)) for col in range(6)]
    items += [border_line(cut) for cut in cuts]
    items += [Cross(((0, 0), (0, 1)))]
    items += [Highlight(cuts[0], Why.DIFFERS), Highlight(((2, 2), (2, 3)), Why.DIFFERS), Highlight((3, 0), Why.WRONG)]
    return Drawing(4, 6, tuple(items), "Answer 1", "Two colours", "three blocks", Stroke.DASHED)


@pytest.fixture
def everything() -> Drawing:
    """4 x 6 cells with each kind of item in each of its looks."""
    items: list[Item] = [Fill((0, col), tone) for col, tone in enumerate(Tone)]
    items += [Square((1, 0), Ink.GIVEN), Square((1, 1), Ink.DRAWN), Dot((1, 2))]
    items += [Text((1, 3), "7", Ink.GIVEN), Text((1, 4), "?", Ink.DRAWN)]
    items += [Line((2, 2 * col), (2, 2 * col + 2), stroke) for col, stroke in enumerate(Stroke)]
    items += [Arrow(((2, 0), (2, 1), (3, 1), (3, 2))), Arrow(((2, 3), (2, 4), (3, 4)), Heads.EACH)]
    items += [Cross(((0, 4), (0, 5)))]
    items += [Highlight((0, 5), Why.DIFFERS), Highlight((1, 5), Why.WRONG)]
    items += [Highlight(((2, 4), (2, 5)), Why.DIFFERS), Highlight(((3, 4), (3, 5)), Why.WRONG)]
    items += [Highlight(((2, 0), (2, 1)), Why.DIFFERS, across=True)]
    items += [Highlight(((2, 4), (3, 4)), Why.WRONG, across=True)]
    return Drawing(4, 6, tuple(items), title="Everything")


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    file = tmp_path / "hard.json"
    file.write_text(HARD, encoding="utf-8")
    return file
