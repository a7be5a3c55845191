"""Links, files and checks against the pzprjs engine itself, which PyPI's ppbench bundles and Node runs."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boards
import choco_boards
from puzzlewright import forms, solving
from puzzlewright.drawing import centre
from puzzlewright.errors import ParseError
from puzzlewright.grid import Cell
from puzzlewright.puzzle import Board
from puzzlewright.puzzles.double_choco import rules as double_choco
from puzzlewright.puzzles.evolomino.rules import Answer

pytestmark = pytest.mark.long

Opened = tuple[str, str, list[str], list[list[int]], list[list[int]]]
Engine = Callable[[Sequence[str]], list[Opened | None]]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture(scope="module")
def engine() -> Engine:
    """What pzprjs says of texts, None for what it does not open: link, file, codes of broken rules, places set off."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    found = importlib.util.find_spec("ppbench")
    if found is None or found.origin is None:
        pytest.skip("the package ppbench, which holds the pzprjs engine, is not installed")
    script = Path(found.origin).parent / "vendor/pzprjs/dist/js/pzpr.js"

    def run(texts: Sequence[str]) -> list[Opened | None]:
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


Case = tuple[Board, Any]
"""A board and an answer, which may be None."""


def some_evolomino(rng: random.Random, count: int) -> list[Case]:
    found: list[Case] = []
    for number in range(count):
        rows, cols = rng.choice(boards.SIZES) if number % 2 else (rng.randint(1, 12), rng.randint(1, 12))
        density = rng.choice((0.02, 0.1, 0.3, 0.6, 1))
        board = boards.any_board(rng, rows, cols, density) if number % 3 else boards.good_board(rng, rows, cols)
        found.append((board, boards.any_answer(rng, board)))
    return found


def some_double_choco(rng: random.Random, count: int) -> list[Case]:
    found: list[Case] = []
    for number in range(count):
        rows, cols = rng.choice(boards.SIZES) if number % 2 else (rng.randint(1, 12), rng.randint(1, 12))
        board = choco_boards.any_board(rng, rows, cols, rng.choice((0, 0.1, 0.5, 1)))
        found.append((board, choco_boards.any_answer(rng, board, rng.choice((0, 0.1, 0.5, 1)))))
    return found


Some = Callable[[random.Random, int], list[Case]]
BOTH = pytest.mark.parametrize("some", [some_evolomino, some_double_choco])


def changed(rng: random.Random, text: str, alphabet: Sequence[str]) -> str:
    letters = list(text)
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(len(letters) + 1)
        letters[place : place + rng.choice((0, 1, 1))] = [rng.choice(alphabet)] if rng.random() < 0.7 else []
    return "".join(letters)


@BOTH
def test_links_and_files_are_the_ones_that_pzprjs_writes(engine: Engine, some: Some) -> None:
    cases = some(random.Random(1), 1500)
    links = [forms.write(board, "puzzlink") for board, _ in cases]
    files = [forms.write(board, "pzprv3", answer) for board, answer in cases]
    lines = [forms.pzprv3_line(board, answer) for board, answer in cases]
    for texts, answered in ((links, False), (files, True), (lines, True)):
        for (board, answer), link, theirs in zip(cases, links, engine(texts), strict=True):
            assert theirs is not None
            assert theirs[0].partition("?")[2].removesuffix("/") == link.partition("?")[2].removesuffix("/")
            assert theirs[1] == forms.write(board, "pzprv3", answer if answered else None)
            assert forms.parse(theirs[0], strict=False).board == board


@BOTH
def test_what_is_read_is_what_pzprjs_reads(engine: Engine, some: Some) -> None:
    rng = random.Random(2)
    texts = []
    for board, answer in some(rng, 1500):
        head, _, body = forms.write(board, "puzzlink").removesuffix("/").rpartition("/")
        texts.append(f"{head}/{changed(rng, body, DIGITS)}")
        rows, cols = rng.randint(1, 4), rng.randint(1, 4)
        texts.append(f"{board.puzzle_id}/{cols}/{rows}/" + "".join(rng.choices(DIGITS, k=rng.randint(1, 12))))
        *start, sections = forms.write(board, "pzprv3", answer).split("\n", 4)
        texts.append("\n".join([*start, changed(rng, sections, [*".#012+-\n ", " . ", " 2 ", " -1 "])]))
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


def judged(engine: Engine, cases: Sequence[Case]) -> int:
    """Compare codes and highlighted places of all answers; the number of complete ones."""
    complete = 0
    lines = [forms.pzprv3_line(board, answer) for board, answer in cases]
    for (board, answer), theirs in zip(cases, engine(lines), strict=True):
        assert theirs is not None
        _, _, codes, wrong, wrong_lines = theirs
        ours = forms.puzzle_of(board).check(board, answer)
        assert list(dict.fromkeys(violation.code for violation in ours)) == codes
        assert {cell for violation in ours for cell in violation.cells} == {(row, col) for row, col in wrong}
        seen = {(y, x) for y, x in wrong_lines}
        if isinstance(answer, double_choco.Answer):
            # The engine marks all borders around a loose end, and shows those that are drawn.
            seen &= {centre(edge) for edge in answer.borders}
        assert {centre(edge) for violation in ours for edge in violation.edges} == seen
        complete += not codes
    return complete


def test_evolomino_is_judged_as_pzprjs_does(engine: Engine) -> None:
    """Random squares on random boards, right answers, and right answers with one cell changed."""
    rng = random.Random(3)
    cases: list[Case] = []
    solved = 0
    while len(cases) < 3000:
        rows, cols = rng.randint(1, 6), rng.randint(1, 6)
        board = boards.good_board(rng, rows, cols) if rng.random() < 0.7 else boards.any_board(rng, rows, cols, 0.15)
        if board.squares & board.shaded or board.arrow_cells & board.shaded:
            continue
        free = [cell for cell in board.grid if cell not in board.shaded]
        share = rng.choice((0.1, 0.3, 0.5))
        cases.append((board, Answer(board.squares | {cell for cell in free if rng.random() < share})))
        if not board.broken_arrows:
            answers: list[Answer] = list(solving.solve(board).answers)
            solved += len(answers)
            for answer in answers:
                flipped: set[Cell] = set(rng.sample(free, min(1, len(free)))) - board.squares
                cases += [(board, answer), (board, Answer(answer.squares ^ flipped))]
    assert solved > 300
    assert judged(engine, cases) >= solved


def test_double_choco_is_judged_as_pzprjs_does(engine: Engine) -> None:
    """Random lines on random boards, right answers, and right answers with a few lines, numbers or colours changed."""
    rng = random.Random(4)
    cases: list[Case] = []
    solved = 0
    while len(cases) < 4000:
        rows, cols = rng.randint(1, 7), rng.randint(1, 7)
        board = choco_boards.any_board(rng, rows, cols, rng.choice((0, 0.2)))
        cases.append((board, choco_boards.any_answer(rng, board, rng.random()) or double_choco.Answer(frozenset())))
        right = choco_boards.right_answer(rng, rows, cols, rng.choice((2, 6, 12)))
        if right is None:
            continue
        solved += 1
        board, answer = right
        edges, cells = list(board.grid.edges()), list(board.grid)
        flipped = double_choco.Answer(answer.borders ^ set(rng.sample(edges, min(len(edges), rng.choice((1, 1, 2))))))
        recoloured = replace(board, grey=board.grey ^ {rng.choice(cells)})
        renumbered = double_choco.Instance.of(
            rows, cols, board.grey, {**board.numbers, rng.choice(cells): rng.choice((1, 2, 3, None))}
        )
        cases += [(board, answer), (board, flipped), (recoloured, answer), (renumbered, answer)]
    assert solved > 300
    assert judged(engine, cases) >= solved


def test_answers_to_the_published_boards_pass_there_too(engine: Engine, shared: Path) -> None:
    cases: list[Case] = []
    for size in ("5x5", "8x8", "10x10", "14x14", "18x18"):
        for file in sorted((shared / "data" / "evolomino-benchmark" / size).glob("*.txt"))[:10]:
            board = forms.load(file).board
            cases += [(board, answer) for answer in solving.solve(board).answers]
    assert len(cases) >= 50
    assert judged(engine, cases) == len(cases)


def test_solved_double_choco_passes_there_too(engine: Engine, shared: Path) -> None:
    lines = (shared / "cases" / "dbchoco_urls.txt").read_text().splitlines()
    found: list[Board] = [forms.parse(line).board for line in lines if line.strip() and not line.startswith("#")]
    rng = random.Random(5)
    while len(found) < 200:
        right = choco_boards.right_answer(rng, rng.randint(1, 7), rng.randint(1, 7), rng.choice((2, 6, 12)))
        if right is not None:
            found.append(right[0])
    cases: list[Case] = [(board, answer) for board in found for answer in solving.solve(board).answers]
    assert len(cases) >= 250
    assert judged(engine, cases) == len(cases)
