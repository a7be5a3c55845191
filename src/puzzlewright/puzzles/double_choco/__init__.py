"""Double Choco, as one record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from puzzlewright.outcome import Mark, Place
from puzzlewright.puzzle import Codec, Puzzle
from puzzlewright.puzzles.double_choco import codec, penpa
from puzzlewright.puzzles.double_choco.editing import EDITOR
from puzzlewright.puzzles.double_choco.rules import (
    RULES,
    Answer,
    Instance,
    check,
    defects,
    hopeless,
    remarks,
    unsolvable,
)

if TYPE_CHECKING:
    from puzzlewright.deadline import Deadline
    from puzzlewright.drawing import Drawing
    from puzzlewright.generator import Generator
    from puzzlewright.solvers.cnf import Model
    from puzzlewright.solvers.reasons import Reasons

__all__ = ["PUZZLE", "Answer", "Instance"]


def _draw(
    board: Instance,
    answer: Answer | None = None,
    *,
    differs: frozenset[Place] = frozenset(),
    wrong: frozenset[Place] = frozenset(),
) -> Drawing:
    from puzzlewright.puzzles.double_choco import render

    return render.draw(board, answer, differs=differs, wrong=wrong)


def _models(board: Instance, deadline: Deadline, *, exact: bool = False) -> Iterator[Model[Answer]]:
    from puzzlewright.puzzles.double_choco import model

    return model.models(board, deadline, exact=exact)


def _reasons(board: Instance, deadline: Deadline) -> Reasons[Answer]:
    from puzzlewright.puzzles.double_choco import reasons

    return reasons.build(board, deadline)


def _partial(board: Instance, marks: Iterable[Mark]) -> Answer:
    """Lines where the marks say `line`, crosses where they say `none`."""
    written: dict[str, set[Any]] = {"line": set(), "none": set()}
    for mark in marks:
        written[mark.value].add(mark.place)
    return Answer(frozenset(written["line"]), frozenset(written["none"]))


def _written(board: Instance, answer: Answer) -> Iterator[Mark]:
    """Lines and crosses; where both are the line counts."""
    yield from (Mark(edge, "line") for edge in sorted(answer.borders))
    yield from (Mark(edge, "none") for edge in sorted(answer.crosses - answer.borders))


def _generator() -> Generator[Instance, Answer]:
    from puzzlewright.puzzles.double_choco.generator import GENERATOR

    return GENERATOR


PUZZLE = Puzzle(
    id=Instance.puzzle_id,
    name="double-choco",
    titles={"en": "Double Choco", "zh": "双色巧克力", "ja": "ダブルチョコ"},
    rules=RULES,
    defects=defects,
    unsolvable=unsolvable,
    check=check,
    places="edges",
    free=lambda board: list(board.grid.edges()),
    marked=lambda answer: answer.borders,
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
    ),
    draw=_draw,
    editor=EDITOR,
    models=_models,
    reasons=_reasons,
    hopeless=hopeless,
    remarks=remarks,
    generator=_generator,
)
