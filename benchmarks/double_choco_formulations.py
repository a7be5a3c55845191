"""Measures ways of writing Double Choco as clauses side by side, on the boards of files with one link a line.

    python benchmarks/double_choco_formulations.py [--time-limit S] [FILE ...]      without files: double_choco.txt

Each way proves the status of each board, from its text. Prints for each way how many boards were decided in time, the
median and the sum of the seconds, and how often it was the quickest. docs/double-choco-model.md says what was seen.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pysat.solvers import Glucose42, Minisat22

from puzzlewright import forms
from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.puzzles.double_choco import model
from puzzlewright.puzzles.double_choco.candidates import Effort
from puzzlewright.puzzles.double_choco.model import Settings
from puzzlewright.puzzles.double_choco.rules import check
from puzzlewright.solvers import sat
from puzzlewright.solvers.search import Search

ALL = 10**9
WAYS: dict[str, tuple[Settings, Any]] = {
    "as shipped": (Settings(), None),
    "candidates only": (Settings(Effort(ALL, ALL, ALL, ALL)), None),
    "almost all far": (Settings(Effort(0, 1, 1, guesses=False), stages=()), None),
    "without stages": (Settings(stages=()), None),
    "one round of stages": (Settings(stages=((0, 20_000), (1, 8_000))), None),
    "without sizes": (Settings(sizes_from=None), None),
    "sizes always": (Settings(sizes_from=0), None),
    "without guesses": (Settings(Effort(guesses=False)), None),
    "without pruning": (Settings(Effort(prune=False)), None),
    "three times the candidates": (Settings(Effort(early_steps=60, later_steps=180)), None),
    "Glucose 4.2": (Settings(), Glucose42),
    "MiniSat 2.2": (Settings(), Minisat22),
}
"""The settings, and the solver if it is not the usual one. CaDiCaL cannot be stopped in python-sat and is not here."""


@contextmanager
def using(solver: Any) -> Iterator[None]:
    usual = sat.Glucose4
    sat.Glucose4 = solver or usual
    try:
        yield
    finally:
        sat.Glucose4 = usual


def decide(text: str, settings: Settings, deadline: Deadline) -> str:
    """`0`, `1` or `2 or more` answers; `?` if time or space is over."""
    board: Any = forms.parse(text).board
    try:
        found = model.build(board, deadline, settings)

        def right(answer: Any) -> None:
            assert not check(board, answer)

        with Search(found, deadline, right) as search:
            answer = search.next()
            if answer is None:
                return "0"
            search.exclude(answer)
            return "2 or more" if next(found.variants(answer), None) or search.next() else "1"
    except OutOfTime:
        return "?"


def timed(work: Callable[[], str]) -> tuple[str, float]:
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--ways", nargs="*", default=list(WAYS))
    parser.add_argument("files", nargs="*", type=Path, default=[Path(__file__).with_name("double_choco.txt")])
    options = parser.parse_args()
    links = [
        line.split()[-1]
        for file in options.files
        for line in file.read_text().splitlines()
        if line.strip() and not line.startswith("#")
    ]
    results: dict[str, list[tuple[str, float]]] = {}
    for way in options.ways:
        settings, solver = WAYS[way]
        with using(solver):
            results[way] = [
                timed(lambda: decide(link, settings, Deadline(options.time_limit)))  # noqa: B023
                for link in links
            ]
        seconds = [taken for _, taken in results[way]]
        decided = sum(verdict != "?" for verdict, _ in results[way])
        print(
            f"{way:28}{decided:4} of {len(links)} decided, median {statistics.median(seconds):6.3f} s, "
            f"sum {sum(seconds):7.1f} s, longest {max(seconds):6.2f} s",
            flush=True,
        )
    for number, link in enumerate(links):
        verdicts = {found[number][0] for found in results.values()} - {"?"}
        assert len(verdicts) <= 1, f"{link}: {verdicts}"


if __name__ == "__main__":
    main()
