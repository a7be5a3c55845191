"""How grades are spread over boards, and what the paths that they come from cost.

    python benchmarks/grades.py evolomino-samples --sides 5-10
    python benchmarks/grades.py benchmarks/double_choco.txt --verify

A row for each size: boards by band, scores, seconds of processor time for the whole path as `explain` tells it and for
the first step, and, with `--verify`, steps that a separate solver does not confirm. Results are printed when all boards
of a size are done.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated

import typer

import puzzlewright as pw
from puzzlewright import explaining, forms
from puzzlewright.bench.instances import find
from puzzlewright.errors import PuzzlewrightError
from puzzlewright.grading import BANDS, graded

HEAD = ("size", "boards", *BANDS, "score: least", "median", "most", "steps", "unproven",
        "path s: median", "9 of 10", "most", "first s: median", "most")  # fmt: skip


def row(size: tuple[int, int], boards: list[pw.Board], limit_s: float, check: bool) -> list[str]:
    """The cells of one size."""
    bands: Counter[str] = Counter()
    scores, seconds, first = [], [], []
    steps = unproven = wrong = 0
    for board in boards:
        at: list[float] = []
        begin = time.process_time()
        path = pw.explain(board, limits=pw.Limits(limit_s), on_step=lambda _, at=at: at.append(time.process_time()))
        seconds.append(time.process_time() - begin)
        first += [one - begin for one in at[:1]]
        steps += len(path.steps)
        unproven += sum(not step.smallest for step in path.steps)
        wrong += len(explaining.verify(board, path.steps)) if check else 0
        grade = graded(path)
        if grade.band is not None:
            bands[grade.band] += 1
            scores.append(grade.score)
    told = [f"{size[0]} x {size[1]}", f"{len(boards)}", *(f"{bands[band]}" for band in BANDS)]
    told += [f"{value:g}" for value in (min(scores), median(scores), max(scores))] if scores else ["-"] * 3
    told += [f"{steps}", f"{unproven}"]
    most = quantiles(seconds, n=10, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    told += [f"{value:.2f}" for value in (median(seconds), most, max(seconds))]
    told += [f"{value:.2f}" for value in (median(first), max(first))] if first else ["-"] * 2
    return told + ([f"{wrong}"] if check else [])


def main(
    path: Annotated[Path, typer.Argument(metavar="FOLDER_OR_FILE", help="Boards, as for `puzzlewright bench`.")],
    sides: Annotated[str, typer.Option(metavar="N-M", help="Least and greatest number of rows and columns.")] = "1-10",
    boards: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most so many of each size.")] = None,
    limit_s: Annotated[float, typer.Option("--time-limit", metavar="S", min=0, help="Seconds for one board.")] = 300,
    verify: Annotated[bool, typer.Option("--verify", help="Check every step with a separate solver.")] = False,
) -> None:
    """Bands, scores and seconds by size."""
    match = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", sides)
    if match is None:
        raise typer.BadParameter(f"sides are written like 5-10, not like {sides!r}")
    least, most = map(int, match.groups())
    sizes: dict[tuple[int, int], list[pw.Board]] = {}
    for instance in find(path).instances:
        board = forms.parse(instance.text).board
        if least <= min(board.rows, board.cols) and max(board.rows, board.cols) <= most:
            sizes.setdefault((board.rows, board.cols), []).append(board)
    head = [*HEAD, "wrong"] if verify else list(HEAD)
    typer.echo(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for size, found in sorted(sizes.items()):
        typer.echo(f"| {' | '.join(row(size, found[:boards], limit_s, verify))} |")


if __name__ == "__main__":
    try:
        typer.run(main)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except PuzzlewrightError as error:
        typer.echo(f"grades.py: {error}", err=True)
        raise SystemExit(2) from None
