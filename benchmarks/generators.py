"""Compares made Evolomino boards with published ones: how long it takes, and what the boards are like.

    python benchmarks/generators.py SIZE [SIZE ...] [--boards N] [--published FOLDER] [--genre double-choco]

prints a table of medians of CPU seconds a board (not graded) and of means over the boards, and to stderr the seconds of
each seed and the most memory that was used up to then. FOLDER holds a clone of the repository that benchmarks/README.md
names; boards with several answers are described by the first one found. Of another genre only the times are told.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import puzzlewright as pw
from puzzlewright.generating import generate
from puzzlewright.grid import components
from puzzlewright.puzzles.evolomino import Answer, Instance

COLUMNS = (
    "size", "boards", "from", "seconds", "most", "arrows", "length", "turns", "blocks", "3 or more", "first", "last",
    "shapes", "shaded", "given", "idle",
)  # fmt: skip


def figures(boards: Iterable[tuple[Instance, Answer]]) -> list[str]:
    """Means over all arrows, and over all boards in the columns of shares."""
    arrows, lengths, turns, blocks, first, last = [], [], [], [], [], []
    shapes, shaded, given, idle = [], [], [], []
    for board, answer in boards:
        parts = components(answer.squares)
        part_of = {cell: part for part in parts for cell in part}
        arrows.append(len(board.arrows))
        for arrow in board.arrows:
            lengths.append(len(arrow))
            steps = [(to[0] - at[0], to[1] - at[1]) for at, to in pairwise(arrow)]
            turns.append(sum(one != other for one, other in pairwise(steps)))
            on = [part_of[cell] for cell in arrow if cell in part_of]
            blocks.append(len(on))
            first.append(len(on[0]))
            last.append(len(on[-1]))
        shapes.append(len({_shape(part) for part in parts}) / len(parts))
        cells = len(board.grid)
        shaded.append(len(board.shaded) / cells)
        given.append(len(board.squares) / cells)
        idle.append(_idle(board) / cells)
    mean = statistics.fmean
    return [
        f"{mean(arrows):.1f}",
        *(f"{mean(values):.2f}" for values in (lengths, turns, blocks)),
        f"{100 * mean(number >= 3 for number in blocks):.0f} %",
        *(f"{mean(values):.2f}" for values in (first, last, shapes)),
        *(f"{100 * mean(values):.1f} %" for values in (shaded, given, idle)),
    ]


def _shape(part: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    top, left = min(row for row, _ in part), min(col for _, col in part)
    return frozenset((row - top, col - left) for row, col in part)


def _idle(board: Instance) -> int:
    """Cells that no block can reach, arrows and shaded cells apart."""
    from puzzlewright.deadline import Deadline
    from puzzlewright.puzzles.evolomino import domains

    found = domains.find(board, Deadline())
    reached = 0
    for blocks in found.blocks:
        for block in blocks:
            reached |= block.cells
    return len(found.bits.cells(found.open & ~found.arrow_cells & ~reached))


def made(genre: str, size: int, method: str | None, boards: int) -> list[str]:
    """A row of the table for boards that are made now, one for each of the first seeds."""
    times, found = [], []
    name = method or genre
    for seed in range(boards):
        start = time.process_time()
        found += [(one.board, one.answer) for one in generate(genre, size, size, seed=seed, method=method, grade_s=0)]
        times.append(time.process_time() - start)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{size} x {size} {name} seed {seed}: {times[-1]:.2f} s, {memory} MiB", file=sys.stderr, flush=True)
    return [
        f"{size} x {size}",
        str(boards),
        name,
        f"{statistics.median(times):.2f}",
        f"{max(times):.2f}",
        *(figures(found) if method else []),
    ]


def published(size: int, folder: Path) -> list[str]:
    """A row of the table for the published boards of a size."""
    boards = [pw.read(file) for file in sorted((folder / f"{size}x{size}").rglob("*")) if file.is_file()]
    found = [(board, pw.solve(board).answers[0]) for board in boards]
    return [f"{size} x {size}", str(len(found)), "benchmark", "", "", *figures(found)]  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares made Evolomino boards with published ones.")
    parser.add_argument("sizes", nargs="+", type=int)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--published", type=Path)
    parser.add_argument("--genre", default="evolomino")
    arguments = parser.parse_args()
    methods = ("designed", "published") if arguments.genre == "evolomino" else (None,)
    columns = COLUMNS if methods[0] else COLUMNS[:5]
    print("|", " | ".join(columns), "|")
    print("|---" * len(columns) + "|", flush=True)
    for size in arguments.sizes:
        for method in methods:
            print("|", " | ".join(made(arguments.genre, size, method, arguments.boards)), "|", flush=True)
        if arguments.published:
            print("|", " | ".join(published(size, arguments.published)), "|", flush=True)


if __name__ == "__main__":
    main()
