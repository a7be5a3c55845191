"""Results as Markdown tables, with what is published beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median, quantiles

from published import PROFILE, TABLE
from runs import OURS, QUESTIONS, SIZE, Results, asked, program

from puzzlewright.bench.run import ONE, Job, Run
from puzzlewright.bench.table import DECIDED


def table_1(results: Results, limit: float | None) -> str:
    """Table 1: sizes of the program, and seconds for one answer with CP-SAT and with our method."""
    head = ["size", "boards", "variables", "published", "constraints", "published"]
    head += ["Q1 s", "median s", "Q3 s", "published Q1, median, Q3 s", "our Q1 s", "our median s", "our Q3 s"]
    lines = []
    for side in results.boards:
        sizes, theirs, ours = (
            results.of(job, side) for job in (SIZE, asked(program("cp-sat"), ONE, limit), asked(OURS, ONE, limit))
        )
        printed = TABLE.get(side)
        lines.append(
            [
                f"{side}x{side}",
                str(len(sizes)),
                _middle(run.variables for run in sizes),
                f"{printed[0]:,}" if printed else "",
                _middle(run.constraints for run in sizes),
                f"{printed[1]:,}" if printed else "",
                *_quarters(theirs),
                ", ".join(f"{seconds:.3f}" for seconds in printed[2:]) if printed else "",
                *_quarters(ours),
            ]
        )
    return _markdown(head, lines)


def ratios(results: Results, limit: float | None) -> str:
    """How many times as fast our method is as the program with CP-SAT, board by board, for both questions."""
    head = ["size", "question", "boards", "undecided", "CP-SAT median s", "our median s", "ratio Q1", "median", "Q3"]
    lines = []
    for side in results.boards:
        for question in QUESTIONS:
            both = results.pairs(asked(program("cp-sat"), question, limit), asked(OURS, question, limit), side)
            if not both:
                continue
            times = [theirs.seconds / ours.seconds for theirs, ours in both]
            open_boards = [sum(run.status not in DECIDED for run in runs) for runs in zip(*both, strict=True)]
            lines.append(
                [
                    f"{side}x{side}",
                    question,
                    str(len(both)),
                    f"{open_boards[0]}, {open_boards[1]}",
                    f"{median(theirs.seconds for theirs, _ in both):.3f}",
                    f"{median(ours.seconds for _, ours in both):.4f}",
                    *(f"{part:.0f}" for part in _parts(times)),
                ]
            )
    return _markdown(head, lines)


def profile(results: Results, side: int, jobs: Sequence[Job]) -> str:
    """How many boards of one size each solver decides, in all and within a second."""
    head = ["solver", "boards", "decided", "within 1 s", "published, of 50", "within 1 s", "median s", "max s"]
    lines = []
    for job in jobs:
        runs = results.of(job, side)
        times = [run.seconds for run in runs]
        decided = [run.seconds for run in runs if run.status in DECIDED]
        printed = PROFILE.get(job.solver) if side == 10 else None
        lines.append(
            [
                name(job),
                str(len(runs)),
                str(len(decided)),
                str(sum(seconds <= 1 for seconds in decided)),
                *(map(str, printed) if printed else ("", "")),
                f"{median(times):.3f}" if times else "",
                f"{max(times):.3f}" if times else "",
            ]
        )
    return _markdown(head, lines)


def name(job: Job) -> str:
    """What a job is called in tables and plots."""
    names = {"cp-sat": "CP-SAT", "scip": "SCIP", "cbc": "CBC", "bop": "BOP", "highs": "HiGHS"}
    return names.get(job.solver, "ours (SAT)")


def _middle(sizes: Iterable[int]) -> str:
    found = list(sizes)
    return f"{median(found):,.0f}" if found else ""


def _quarters(runs: Sequence[Run]) -> list[str]:
    return [f"{part:.4f}" if part < 0.1 else f"{part:.3f}" for part in _parts([run.seconds for run in runs])]


def _parts(values: Sequence[float]) -> list[float]:
    """The quartiles."""
    return quantiles(values, n=4, method="inclusive") if len(values) > 1 else [*values] * 3


def _markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [head, *lines]
    wide = [max(len(row[column]) for row in rows) for column in range(len(head))]
    shown: Callable[[Sequence[str]], str] = lambda row: (  # noqa: E731
        "| " + " | ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True)) + " |"
    )
    rule = "|" + "|".join("-" * (width + 1) + ":" for width in wide) + "|"
    return "\n".join([shown(head), rule, *map(shown, lines)]) + "\n"
