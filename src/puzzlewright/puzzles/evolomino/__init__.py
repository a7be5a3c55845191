"""Evolomino, as one record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from puzzlewright.outcome import Mark, Place
from puzzlewright.puzzle import Codec, ExtraForm, Puzzle
from puzzlewright.puzzles.evolomino import benchmark, codec, penpa
from puzzlewright.puzzles.evolomino.editing import EDITOR
from puzzlewright.puzzles.evolomino.rules import RULES, Answer, Instance, check, defects, unsolvable

if TYPE_CHECKING:
    from puzzlewright.deadline import Deadline
    from puzzlewright.drawing import Drawing
    from puzzlewright.generator import Generator
    from puzzlewright.solvers.cnf import Model
    from puzzlewright.solvers.program import Formulation
    from puzzlewright.solvers.reasons import Reasons

__all__ = ["PUZZLE", "Answer", "Instance"]


def _draw(
    board: Instance,
    answer: Answer | None = None,
    *,
    differs: frozenset[Place] = frozenset(),
    wrong: frozenset[Place] = frozenset(),
) -> Drawing:
    from puzzlewright.puzzles.evolomino import render

    return render.draw(board, answer, differs=differs, wrong=wrong)


def _models(board: Instance, deadline: Deadline, *, exact: bool = False) -> Iterator[Model[Answer]]:
    from puzzlewright.puzzles.evolomino import model

    return model.models(board, deadline, exact=exact)


def _reasons(board: Instance, deadline: Deadline) -> Reasons[Answer]:
    from puzzlewright.puzzles.evolomino import reasons

    return reasons.build(board, deadline)


def _generator() -> Generator[Instance, Answer]:
    from puzzlewright.puzzles.evolomino import generator

    return generator.GENERATOR


def _program(board: Instance, deadline: Deadline) -> Formulation[Answer]:
    from puzzlewright.puzzles.evolomino import ilp

    return ilp.formulate(board, deadline)


def _free(board: Instance) -> list[Place]:
    return [cell for cell in board.grid if cell not in board.shaded and cell not in board.squares]


def _partial(board: Instance, marks: Iterable[Mark]) -> Answer:
    """Squares where the marks say so, dots where they say `empty`."""
    written: dict[str, set[Any]] = {"square": set(), "empty": set()}
    for mark in marks:
        written[mark.value].add(mark.place)
    return Answer(board.squares | written["square"], frozenset(written["empty"]))


def _written(board: Instance, answer: Answer) -> Iterator[Mark]:
    """Squares and dots; where both are the square counts, and what the board says anyway is left out."""
    squares = answer.squares - board.squares
    yield from (Mark(cell, "square") for cell in sorted(squares))
    yield from (Mark(cell, "empty") for cell in sorted(answer.dots - answer.squares - board.squares - board.shaded))


PUZZLE = Puzzle(
    id=Instance.puzzle_id,
    name="evolomino",
    titles={"en": "Evolomino", "zh": "进化方块", "ja": "シンカミノ"},
    rules=RULES,
    defects=defects,
    unsolvable=unsolvable,
    check=check,
    places="cells",
    free=_free,
    marked=lambda answer: answer.squares,
    partial=_partial,
    written=_written,
    codec=Codec(
        empty=codec.empty,
        read_url=codec.read_url,
        write_url=codec.write_url,
        read_sections=codec.read_sections,
        write_sections=codec.write_sections,
        read_penpa=penpa.read,
        write_penpa=penpa.write,
        recognises_penpa=penpa.recognises,
        read_json=codec.read_json,
        write_json=codec.write_json,
        read_text=codec.read_text,
        write_text=codec.write_text,
        extra={"benchmark": ExtraForm(benchmark.looks_like, benchmark.read, benchmark.write)},
    ),
    draw=_draw,
    editor=EDITOR,
    models=_models,
    reasons=_reasons,
    generator=_generator,
    program=_program,
)
