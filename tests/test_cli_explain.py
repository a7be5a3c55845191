"""The commands that explain."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import puzzlewright as pw
from commands import HARD, NONE, RIGHT, RING, SAMPLE, TWO, run
from puzzlewright import forms, grading, puzzles
from puzzlewright.cli import explain
from puzzlewright.deadline import OutOfSpace, OutOfTime
from puzzlewright.drawing import Why
from puzzlewright.outcome import Step
from puzzlewright.wording import WORDING

STEP = ["marks", "because", "text", "used", "smallest", "at_least", "chain"]
UNFINISHED = "evolomino 2x5\no> >  *> >  .\n#  .  .  .  ."


def squares(steps: list[dict[str, Any]]) -> set[tuple[int, int]]:
    return {tuple(mark["cell"]) for step in steps for mark in step["marks"] if mark["value"] == "square"}


def test_explain_as_json() -> None:
    done = run("explain", SAMPLE, "--json", "--verify")
    assert (done.code, done.err) == (0, "")
    assert list(done.json) == ["steps", "complete", "status", "verified"]
    assert (done.json["complete"], done.json["status"], done.json["verified"]) == (True, "unique", True)
    board = pw.read(SAMPLE)
    assert squares(done.json["steps"]) | board.squares == pw.solve(board).answers[0].squares  # type: ignore[attr-defined]
    for step in done.json["steps"]:
        assert list(step) == STEP and step["marks"] and step["because"] and step["smallest"]
        for reason in step["because"]:
            assert list(reason) == ["rule", "cells", "text"]
            assert reason["rule"] in forms.puzzle_of(board).rules and reason["text"] in step["text"]
    assert run("explain", SAMPLE, "--json", "--verify").out == done.out


def test_explain_for_people() -> None:
    done = run("explain", SAMPLE, "--verify")
    number = len(run("explain", SAMPLE, "--json").json["steps"])
    assert f"\n{number}. " in done.out and f"\n{number} steps lead to the only answer.\n" in done.out
    assert "Verified: each step follows" in done.out and done.out.count("│▒▒▒") == 1


def test_pictures_set_off_what_is_deduced_and_what_is_used() -> None:
    done = run("explain", TWO, "--pictures")
    assert done.code == 0 and "│{□}──────► │" in done.out and "│(□)─{•}──► │" in done.out


def test_two_ways_on() -> None:
    done = run("explain", TWO)
    assert "lead to all that is forced. Two ways to go on differ in brackets.\n" in done.out
    assert "answer 1          answer 2\n" in done.out
    found = run("explain", TWO, "--json").json
    assert (found["complete"], found["status"], len(found["answers"])) == (True, "several", 2)


def test_what_clashes_where_there_is_no_answer() -> None:
    done = run("explain", NONE)
    assert done.code == 0 and "There is no answer. r1c1 and r1c2 are squares: (1) the arrow" in done.out
    assert "┌1─2─1─2┐" in done.out
    (step,) = run("explain", NONE, "--json").json["steps"]
    assert step["marks"] == [] and {reason["rule"] for reason in step["because"]} == {"arBlockLt2", "bsArrowGt2"}


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "This cannot hold: "), ("zh", "以下规则无法成立："), ("ja", "次のルールが成り立たない：")],
)
def test_one_rule_that_cannot_hold_clashes_with_none(language: str, told: str) -> None:
    alone = run("hint", "dbchoco/1/1/0g", "--lang", language, "--json").json
    assert len(alone["step"]["because"]) == 1 and told in alone["text"]


def test_hint_as_json() -> None:
    done = run("hint", SAMPLE, "--json")
    assert list(done.json) == ["step", "mistakes", "done", "status", "text"]
    assert (done.code, done.json["mistakes"], done.json["done"]) == (0, [], False)
    assert done.json["step"] == run("explain", SAMPLE, "--json").json["steps"][0]


def test_hint_goes_on_from_what_is_written() -> None:
    first = run("hint", SAMPLE, "--json").json["step"]
    board = pw.read(SAMPLE)
    puzzle = forms.puzzle_of(board)
    marks = [pw.Mark(tuple(mark["cell"]), mark["value"]) for mark in first["marks"]]  # type: ignore[arg-type]
    text = forms.pzprv3_line(board, puzzle.partial(board, marks))
    assert run("hint", text, "--json").json["step"] == run("explain", SAMPLE, "--json").json["steps"][1]
    done = run("hint", text)
    assert "{" in done.out and "(" in done.out


def test_hint_names_mistakes() -> None:
    source = RIGHT.replace(". . 0 . +", "0 . 0 . .").replace("# . . . .", "# . . . .")
    wrong = "evolomino 2x5\no> *>  *> >  .\n#  .  .  .  ."
    done = run("hint", wrong)
    assert "This is wrong: r1c2 is a square." in done.out and "!□!" in done.out
    assert run("hint", wrong, "--json").json["mistakes"] == [{"cell": [0, 1], "value": "square"}]
    assert run("hint", source).code == 0
    clash = run("hint", "evolomino 2x5\no> >  *> *>  .\n#  .  .  .  .")
    assert "These marks cannot all stand: r1c3 and r1c4 are squares." in clash.out


def test_hint_says_when_all_is_done_and_when_nothing_is_forced() -> None:
    assert run("hint", RIGHT, "--json").json["done"] is True
    assert "The answer is complete and right." in run("hint", RIGHT).out
    board = pw.read(UNFINISHED)
    known = pw.facts(board).known
    text = forms.pzprv3_line(board, forms.puzzle_of(board).partial(board, known))
    assert "Nothing is forced" not in run("hint", UNFINISHED).out
    stuck = run("hint", text, "--json").json
    assert (stuck["step"], stuck["mistakes"], stuck["done"], stuck["status"]) == (None, [], False, "several")
    assert "more than one answer" in run("hint", text).out


def test_grade() -> None:
    done = run("grade", SAMPLE, "--json")
    assert list(done.json) == ["band", "score", "steps", "hardest", "sizes", "status"]
    steps = run("explain", SAMPLE, "--json").json["steps"]
    assert done.json["score"] == sum(len(step["because"]) ** 2 for step in steps)
    assert done.json["steps"] == len(steps) == sum(done.json["sizes"].values())
    assert done.json["hardest"] in steps and done.json["band"] == "medium"
    people = run("grade", SAMPLE)
    assert people.out.splitlines()[1].startswith("Medium, with a score of ") and "The hardest step: " in people.out


@pytest.mark.parametrize(("source", "told"), [(TWO, "There is more than one answer"), (NONE, "There is no answer")])
def test_boards_without_a_grade(source: str, told: str) -> None:
    done = run("grade", source)
    assert done.code == 0 and f"{told}, so the board has no grade." in done.out
    assert run("grade", source, "--json").json["band"] is None


@pytest.mark.parametrize("command", ["explain", "hint", "grade"])
def test_bad_input_and_no_time(command: str, tmp_path: Path) -> None:
    assert run(command, "nowhere.txt").error.startswith("'nowhere.txt'")
    assert "closes on itself" in run(command, RING, "--json").error
    reasons = "the time is over", "the search needs more memory than it may use"
    hard = tmp_path / "hard.json"
    hard.write_text(HARD, encoding="utf-8")
    done = run(command, hard, "--time-limit", "0.1", "--json")
    assert done.code == 3 and done.json["reason"] in reasons
    if command == "grade":
        done = run(command, hard, "--time-limit", "0.1")
        assert done.code == 3 and any(reason in done.out for reason in reasons)


@pytest.mark.parametrize("command", ["explain", "hint", "grade"])
def test_a_genre_without_reasons(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = tuple(replace(puzzle, reasons=None) for puzzle in puzzles.PUZZLES)
    monkeypatch.setattr(puzzles, "PUZZLES", known)
    for options in ([], ["--json"]):
        done = run(command, SAMPLE, *options)
        assert done.error == "Evolomino cannot be explained yet" and done.out == ""
    with pytest.raises(pw.NotExplained):
        getattr(pw, command)(pw.read(SAMPLE))


@pytest.mark.parametrize(
    ("language", "so"), [("en", "So r1c1 is a square."), ("zh", "所以r1c1是方块。"), ("ja", "よって、r1c1は□。")]
)
def test_languages(language: str, so: str) -> None:
    done = run("explain", TWO, "--lang", language, "--json")
    first = done.json["steps"][0]
    assert done.code == 0 and so in first["text"] and first["because"][0]["text"] in first["text"]
    assert first["text"] == run("hint", TWO, "--lang", language, "--json").json["text"]
    assert run("grade", SAMPLE, "--lang", language, "--json").json["hardest"]["text"] in "\n".join(
        step["text"] for step in run("explain", SAMPLE, "--lang", language, "--json").json["steps"]
    )
    assert "explain --help" in run("explain", TWO, "--lang", "fr").error
    with pytest.raises(ValueError, match="en, zh, ja"):
        pw.hint(pw.read(TWO), language="fr")


@pytest.mark.parametrize("source", [SAMPLE, TWO, NONE])
def test_a_page_of_pictures(source: str, tmp_path: Path) -> None:
    file = tmp_path / "steps.html"
    done = run("explain", source, "-o", file, "--lang", "ja")
    text = file.read_text(encoding="utf-8")
    steps = run("explain", source, "--json", "--lang", "ja").json["steps"]
    assert done.code == 0 and "\n1. " not in done.out
    assert text.count("<li>") == sum(bool(step["marks"]) for step in steps) and text.count("<svg") >= 1
    assert all(html.escape(step["text"]) in text for step in steps)
    assert "<title>シンカミノ</title>" in text and "http-equiv" not in text and "src=" not in text
    assert "must end in" in run("explain", source, "-o", tmp_path / "steps.gif").error


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_nothing_is_said_in_english(language: str, tmp_path: Path) -> None:
    """Names of cells, codes of the page and the options of commands are all that is left of the Latin alphabet."""
    told = []
    for source in (SAMPLE, TWO, NONE, UNFINISHED):
        for command in (["explain", "--verify", "--pictures"], ["hint"], ["grade"]):
            told.append(run(*command, source, "--lang", language).out)
        file = tmp_path / "steps.html"
        assert run("explain", source, "--lang", language, "-o", file).code == 0
        page = file.read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in page
        assert page.count("<title>") > 4
        told.append(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL))
    told.append(run("hint", "evolomino 2x5\no> *>  *> >  .\n#  .  .  .  .", "--lang", language).out)
    told.append(run("explain", SAMPLE, "--time-limit", "0", "--lang", language).out)
    told.append(run("grade", SAMPLE, "--time-limit", "0", "--lang", language).out)
    told.append(run("hint", SAMPLE, "--time-limit", "0", "--lang", language).out)
    for text in told:
        assert re.findall("[A-Za-z]+", re.sub(r"r\d+c\d+", "", text)) == [], text


def test_each_reason_that_work_ends_early_has_words() -> None:
    for words in WORDING.values():
        for reason in (str(OutOfTime()), str(OutOfSpace()), "the work was interrupted"):
            assert words.reasons[reason]
        assert set(words.bands) == set(grading.BANDS) and set(words.legend) == set(Why)


def test_rules_that_meet_are_numbered_as_in_the_drawing() -> None:
    step = run("explain", SAMPLE, "--json").json["steps"][11]
    for number, reason in enumerate(step["because"], 1):
        assert f"({number}) {reason['text']}" in step["text"]
    told = run("explain", SAMPLE, "--pictures").out
    assert "\n{ } deduced   ( ) used for that   1 2 3 where each rule applies\n" in told
    assert "│2│ ·1  ·" in told
    page = run("explain", TWO, "-o", "-").error
    assert "must end in" in page


def test_cases_as_json_and_in_words(shared: Path) -> None:
    source = shared / "data" / "evolomino-benchmark" / "5x5" / "sample13.txt"
    steps = run("explain", source, "--json", "--verify").json["steps"]
    found = [step for step in steps if any("cases" in link for link in step["chain"])]
    assert found
    for step in found:
        one, other = step["chain"][-1]["cases"]
        assert one[0]["marks"][0]["cell"] == other[0]["marks"][0]["cell"] and one[0]["because"] is None
        assert one[-1]["marks"] == other[-1]["marks"] == []
        assert step["text"].count("If ") == 2 and step["text"].count("annot hold") == 2
        assert {link["because"] for link in one[1:] + other[1:]} <= set(range(len(step["because"])))


def test_wrong_marks_are_drawn_and_ways_on_stand_beside_each_other(tmp_path: Path) -> None:
    file = tmp_path / "steps.html"
    assert run("explain", TWO, "-o", file).code == 0
    text = file.read_text(encoding="utf-8")
    assert text.count("differs: r2c1, r3c3") == 2 and "answer 2" in text
    assert run("explain", NONE, "-o", file).code == 0
    text = file.read_text(encoding="utf-8")
    assert "rule 1: r1c1, r1c2; rule 2: r1c1, r1c2" in text and "There is no answer." in text


def test_ctrl_c_keeps_the_steps_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(board: pw.Board, *, limits: object, on_step: Any, language: str) -> None:
        def one_more(step: Step) -> None:
            on_step(step)
            if step.used:
                raise KeyboardInterrupt

        pw.explaining.explain(board, on_step=one_more)  # type: ignore[attr-defined]

    monkeypatch.setattr(explain.pw, "explain", stopped)
    done = run("explain", SAMPLE)
    assert done.code == 130 and "\n1. " in done.out
    assert "so far; the explanation is not complete, as the work was interrupted.\n" in done.out
    file = tmp_path / "steps.html"
    assert run("explain", SAMPLE, "-o", file).code == 130
    page = file.read_text(encoding="utf-8")
    assert page.endswith("</html>\n") and page.count("<li>") == done.out.count(". As ") > 0
    assert list(tmp_path.iterdir()) == [file]
    found = run("explain", SAMPLE, "--json")
    assert found.code == 130 and found.json["complete"] is False and found.json["steps"]
    assert found.json["reason"] == "the work was interrupted"


def test_ctrl_c_keeps_what_is_known_of_a_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(board: pw.Board, *, limits: object, on_step: Any, language: str) -> None:
        for step in pw.explain(board).steps[:3]:
            on_step(step)
        raise KeyboardInterrupt

    monkeypatch.setattr(grading, "grade", stopped)
    done = run("grade", SAMPLE)
    assert done.code == 130
    assert "\nThere is no grade, as the work was interrupted.\n3 steps: 3 with 1 rule.\n" in done.out
    found = run("grade", SAMPLE, "--json")
    assert (found.code, found.json["band"], found.json["steps"]) == (130, None, 3)
    assert (found.json["status"], found.json["reason"]) == ("undecided", "the work was interrupted")
