"""Links and files against the pzprjs engine itself, which PyPI's ppbench bundles and Node runs."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import boards
from puzzlewright import forms
from puzzlewright.errors import ParseError
from puzzlewright.puzzles.evolomino.rules import Answer, Instance

pytestmark = pytest.mark.long

Engine = Callable[[Sequence[str]], list[tuple[str, str] | None]]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="module")
def engine() -> Engine:
    """Turns texts into the links and files that pzprjs makes of them, None for those that it does not open."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    found = importlib.util.find_spec("ppbench")
    if found is None or found.origin is None:
        pytest.skip("the package ppbench, which holds the pzprjs engine, is not installed")
    script = Path(found.origin).parent / "vendor/pzprjs/dist/js/pzpr.js"

    def run(texts: Sequence[str]) -> list[tuple[str, str] | None]:
        done = subprocess.run(
            [node, str(Path(__file__).with_name("pzprjs.js")), str(script)],
            input="\n".join(json.dumps(text) for text in texts),
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
        # The engine may print lines of its own.
        answers = [json.loads(line[1:]) for line in done.stdout.splitlines() if line.startswith("\x01")]
        assert len(answers) == len(texts)
        return [tuple(answer) if answer else None for answer in answers]

    return run


def some_boards(rng: random.Random, count: int) -> list[tuple[Instance, Answer | None]]:
    found = []
    for number in range(count):
        rows, cols = rng.choice(boards.SIZES) if number % 2 else (rng.randint(1, 12), rng.randint(1, 12))
        density = rng.choice((0.02, 0.1, 0.3, 0.6, 1))
        board = boards.any_board(rng, rows, cols, density) if number % 3 else boards.good_board(rng, rows, cols)
        found.append((board, boards.any_answer(rng, board)))
    return found


def changed(rng: random.Random, text: str, alphabet: Sequence[str]) -> str:
    letters = list(text)
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(len(letters) + 1)
        letters[place : place + rng.choice((0, 1, 1))] = [rng.choice(alphabet)] if rng.random() < 0.7 else []
    return "".join(letters)


def test_links_and_files_are_the_ones_that_pzprjs_writes(engine: Engine) -> None:
    cases = some_boards(random.Random(1), 1500)
    links = [forms.write(board, "puzzlink") for board, _ in cases]
    files = [forms.write(board, "pzprv3", answer) for board, answer in cases]
    lines = [forms.pzprv3_line(board, answer) for board, answer in cases]
    for texts, answered in ((links, False), (files, True), (lines, True)):
        for (board, answer), link, theirs in zip(cases, links, engine(texts), strict=True):
            assert theirs is not None
            assert theirs[0].partition("?")[2].removesuffix("/") == link.partition("?")[2].removesuffix("/")
            assert theirs[1] == forms.write(board, "pzprv3", answer if answered else None)
            assert forms.parse(theirs[0], strict=False).board == board


def test_what_is_read_is_what_pzprjs_reads(engine: Engine) -> None:
    rng = random.Random(2)
    texts = []
    for board, answer in some_boards(rng, 1500):
        head, _, body = forms.write(board, "puzzlink").rpartition("/")
        texts.append(f"{head}/{changed(rng, body, DIGITS)}")
        rows, cols = rng.randint(1, 4), rng.randint(1, 4)
        texts.append(f"evolmino/{cols}/{rows}/" + "".join(rng.choices(DIGITS, k=rng.randint(1, 12))))
        *start, sections = forms.write(board, "pzprv3", answer).split("\n", 4)
        texts.append("\n".join([*start, changed(rng, sections, [*".#012+-\n ", " . ", " 2 "])]))
    accepted = 0
    for text, theirs in zip(texts, engine(texts), strict=True):
        try:
            ours = forms.parse(text, strict=False)
        except ParseError:
            continue
        accepted += 1
        assert theirs is not None
        other = forms.parse(theirs[1], strict=False)
        assert (other.board, other.answer) == (ours.board, ours.answer)
    assert accepted > 200
