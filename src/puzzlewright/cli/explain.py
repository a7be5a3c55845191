"""The commands `explain`, `hint` and `grade`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

import puzzlewright as pw
from puzzlewright import report
from puzzlewright.cli import DONE, INTERRUPTED, UNDECIDED, files, progress, sources, stdio, steps, words
from puzzlewright.cli.options import Json, Source, TimeLimit
from puzzlewright.errors import InternalError, InvalidBoard, NotExplained
from puzzlewright.forms import Reading
from puzzlewright.outcome import Explanation, Limits, Status, Step
from puzzlewright.scan import quoted
from puzzlewright.sentences import said
from puzzlewright.wording import LANGUAGES, WORDING, plural

_INTERRUPTED = "the work was interrupted"


def _language(name: str) -> str:
    if name not in LANGUAGES:
        raise typer.BadParameter(f"{quoted(name)} is no language here; there is {', '.join(LANGUAGES)}")
    return name


Language = Annotated[
    str,
    typer.Option("--lang", metavar="LANGUAGE", callback=_language, help="Steps in en, zh (Chinese) or ja (Japanese)."),
]


def _cut(found: list[Step]) -> Explanation[Any]:
    """The path as far as it was known at an interruption."""
    return Explanation(tuple(found), False, Status.UNDECIDED, reason=_INTERRUPTED)


def _read(source: str, language: str, as_json: bool) -> Reading:
    """What a source says, which people are told. Raises NotExplained before that."""
    reading, _ = sources.read(source)
    if reading.puzzle.reasons is None:
        raise NotExplained(f"{reading.puzzle.titles['en']} cannot be explained yet")
    if not as_json:
        stdio.show(words.head(reading, language))
    return reading


def explain(
    source: Source,
    time_limit: TimeLimit = None,
    pictures: Annotated[bool, typer.Option("--pictures", help="Draw the board at every step.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every step with a solver that is given its reasons only.")
    ] = False,
    language: Language = "en",
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE.html", show_default=False, help="A page of pictures of the steps."
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Explain why the answer is what it is, in steps that need as few rules as possible.

    Steps start from the board alone. Where it has several answers, all that is forced is explained, and then two ways
    to go on are shown; where it has none, what clashes. In the drawings { } is around what a step deduces, ( ) around
    the marks that it uses, and numbers of rules are above the cells that these speak of. With -o the steps go to a page
    of pictures.

    \b
    Examples:
      puzzlewright explain 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344'
      puzzlewright explain 'https://puzz.link/p?evolmino/3/3/000c00a' --pictures --verify
      puzzlewright explain board.txt --time-limit 10 --json
      puzzlewright explain board.txt --lang ja -o steps.html
    """
    from puzzlewright import explaining

    if output is not None:
        files.suffix(output, (".html", ".htm"))
    reading = _read(source, language, as_json)
    wording = WORDING[language]
    found: list[Step] = []
    path: Explanation[Any] | None = None
    interrupted = False
    verified: bool | None = None
    try:
        with progress.Waiting(wording.working["explaining"], quiet=as_json) as waiting:

            def one_more(step: Step) -> None:
                found.append(step)
                waiting.say(plural(wording.so_far, len(found)))

            path = pw.explain(
                reading.board, limits=Limits(time_limit), on_step=one_more, language=language
            )
            if verify:
                waiting.say(wording.working["verifying"])
                if wrong := explaining.verify(reading.board, path.steps):
                    raise InternalError(wrong[0])
                verified = True
    except InvalidBoard as error:
        raise sources.invalid(reading, source, error, draw=not as_json) from None
    except KeyboardInterrupt:
        interrupted = True
        # Verifying may have been under way.
        path = path if path is not None else _cut(found)
    if output is not None:
        files.write(output, steps.page(reading, path, language).encode())
    if as_json:
        stdio.show(json.dumps(report.explained(reading.board, path) | ({"verified": True} if verified else {})) + "\n")
    else:
        told = path.steps if output is None else ()
        if told:
            stdio.show(f"\n{steps.legend(language)}\n" if pictures else "\n")
        for number, step in enumerate(told, 1):
            stdio.show(steps.told(number, step, language))
            if pictures and step.marks:
                picture = steps.drawn(reading, steps.known(path.steps[: number - 1]), step)
                stdio.show(f"\n{words.shown(picture, language)}\n")
        stdio.show(f"\n{steps.verdict(path, language)}\n\n")
        stdio.show(words.shown(steps.final(reading, path, language), language))
        if verified:
            stdio.show(f"\n{wording.verified}\n")
    if interrupted:
        return INTERRUPTED
    return DONE if path.complete else UNDECIDED


def hint(source: Source, time_limit: TimeLimit = None, language: Language = "en", as_json: Json = False) -> int:
    """Show the next step from what SOURCE carries of an answer, or what is wrong with that.

    pzprv3, json, text and penpa carry answers; from any other form the hint is the first step.

    \b
    Examples:
      puzzlewright hint 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344'
      puzzlewright hint answer.txt --json
    """
    reading = _read(source, language, as_json)
    try:
        with progress.Waiting(WORDING[language].working["hint"], quiet=as_json):
            found = pw.hint(reading.board, reading.answer, limits=Limits(time_limit), language=language)
    except InvalidBoard as error:
        raise sources.invalid(reading, source, error, draw=not as_json) from None
    if as_json:
        stdio.show(json.dumps(report.hinted(found)) + "\n")
    else:
        told = found.text if found.step is None or found.mistakes else said(found.step, language)
        stdio.show(f"{steps.wrapped(told)}\n{words.shown(steps.hinted(reading, found), language)}")
    return UNDECIDED if found.status is Status.UNDECIDED else DONE


def grade(source: Source, time_limit: TimeLimit = None, language: Language = "en", as_json: Json = False) -> int:
    """Say how hard a board is for a person, and show its hardest step.

    The bands are easy, medium, hard, expert and beyond; the score is the sum over all steps of the number of rules
    squared. Only a board with exactly one answer has a grade.

    \b
    Examples:
      puzzlewright grade 'https://puzz.link/p?evolmino/5/5/i71027000222k44j23344'
      puzzlewright grade board.txt --json
    """
    from puzzlewright import grading

    reading = _read(source, language, as_json)
    path: list[Step] = []
    interrupted = False
    try:
        with progress.Waiting(WORDING[language].working["grading"], quiet=as_json):
            found = grading.grade(reading.board, limits=Limits(time_limit), on_step=path.append, language=language)
    except InvalidBoard as error:
        raise sources.invalid(reading, source, error, draw=not as_json) from None
    except KeyboardInterrupt:
        interrupted = True
        found = grading.graded(_cut(path))
    if as_json:
        stdio.show(json.dumps(report.graded(found)) + "\n")
    else:
        stdio.show(steps.graded(found, language))
        if found.hardest is not None and found.status is not Status.NONE:
            picture = steps.drawn(reading, steps.before(path, found.hardest), found.hardest)
            stdio.show("\n" + steps.wrapped(WORDING[language].hardest.format(said(found.hardest, language))))
            stdio.show(f"\n{words.shown(picture, language)}")
    if interrupted:
        return INTERRUPTED
    return UNDECIDED if found.reason else DONE
