"""What each request gives, for both genres."""

from __future__ import annotations

import json
from typing import Any

import pytest

from commands import CLASH, HARD, NONE, RING, SAMPLE, TWO
from conftest import Service
from puzzlewright import forms
from puzzlewright.puzzles import PUZZLES, find

LANGUAGES = ("en", "zh", "ja")


def answer(service: Service, opened: Any) -> list[Any]:
    found = service.ask("solve", board=opened["board"])
    assert found["status"] == "unique" and found["differs"] == [] and found["seconds"] >= 0
    (marks,) = found["answers"]
    return list(marks)


def test_genres_say_what_a_page_needs(service: Service) -> None:
    found = service.client.get("/api/genres").json()
    assert [genre["id"] for genre in found["genres"]] == [puzzle.id for puzzle in PUZZLES]
    for genre in found["genres"]:
        assert genre["places"] in ("cells", "edges")
        assert [mark["item"] for mark in genre["marks"]] in (["square", "dot"], ["line", "cross"])
        named = [genre["titles"], *(part["title"] for part in genre["marks"] + genre["tools"])]
        assert all(set(titles) == set(LANGUAGES) and all(titles.values()) for titles in named)
        assert all(tool["gesture"] in ("cell", "path", "key") for tool in genre["tools"])
        assert all((tool["gesture"] == "key") == bool(tool["keys"]) for tool in genre["tools"])
        assert genre["generate"]["least"] <= genre["generate"]["most"]
        assert {"puzzlink", "json", "penpa"} <= set(genre["forms"])


def test_the_least_size_can_be_made_and_no_smaller_square(service: Service) -> None:
    for genre in service.client.get("/api/genres").json()["genres"]:
        rows, cols = genre["generate"]["least"]
        wanted = {"puzzle": genre["id"], "limit_s": 20}
        assert "opened" in lines(service, "generate", rows=rows, cols=cols, **wanted)[-1]
        if rows > 1:
            assert "error" in lines(service, "generate", rows=rows - 1, cols=cols - 1, **wanted)[-1]


def lines(service: Service, name: str, **body: Any) -> list[Any]:
    reply = service.post(name, **body)
    assert reply.status_code == 200 and reply.headers["content-type"] == "application/x-ndjson", reply.text
    return [json.loads(line) for line in reply.text.splitlines()]


def test_boards_of_the_service(service: Service) -> None:
    assert service.client.get("/api/boards").json() == {"boards": ["small/one.txt", "two.txt"]}
    assert service.client.get("/api/boards/small/one.txt").json()["url"] == SAMPLE
    assert service.client.get("/api/boards/two.txt").json()["puzzle"] == "dbchoco"
    for name in ("small", "../secret", "small/%2e%2e/two.txt", "nothing"):
        assert service.client.get(f"/api/boards/{name}").status_code == 404


def test_a_new_board_is_empty(service: Service) -> None:
    for puzzle in PUZZLES:
        found = service.ask("new", puzzle=puzzle.id, rows=3, cols=4)
        assert (found["rows"], found["cols"], found["drawing"]["items"]) == (3, 4, [])
        assert forms.parse(found["board"]).board == puzzle.codec.empty(3, 4)
        assert len(found["free"]) == (12 if puzzle.places == "cells" else 17)
    assert service.refused("new", puzzle="sudoku", rows=3, cols=3)["error"].startswith("the genre 'sudoku' is unknown")


def test_what_is_read_can_be_handed_back(service: Service, opened: Any) -> None:
    again = service.ask("read", text=opened["board"])
    assert again == opened
    assert opened["drawing"]["items"] and opened["drawing"]["description"]
    assert not opened["url_too_long"] and not opened["defects"] and not opened["unsolvable"]


def test_title_author_and_marks_are_kept(service: Service) -> None:
    arrow = [[0, 0], [0, 1], [0, 2]]
    board = {"puzzle": "evolmino", "rows": 1, "cols": 3, "title": "Three", "author": "N. N.", "arrows": [arrow]}
    found = service.ask("read", text=json.dumps(board | {"answer": {"squares": [[0, 0]], "dots": [[0, 1]]}}))
    assert (found["title"], found["author"]) == ("Three", "N. N.")
    assert found["marks"] == [{"cell": [0, 0], "value": "square"}, {"cell": [0, 1], "value": "empty"}]
    changed = service.ask("edit", board=found["board"], tool="shaded", cells=[[0, 2]])
    assert (changed["title"], changed["author"], changed["marks"]) == ("Three", "N. N.", [])
    penpa = service.ask("convert", board=found["board"], marks=found["marks"], form="penpa")["text"]
    assert service.ask("read", text=penpa)["marks"] == found["marks"]


def test_a_long_link_is_marked(service: Service) -> None:
    for side, is_long in ((60, False), (100, True)):
        found = service.ask("new", puzzle="dbchoco", rows=side, cols=side)
        assert found["url_too_long"] is is_long is (len(found["url"]) > 2000)


def test_a_cut_link_shows_what_was_read(service: Service, opened: Any) -> None:
    found = service.refused("read", text=opened["url"][:-4], language="ja")
    assert found["error"].startswith("リンクの ") and found["error"].endswith("の途中で終わっています")
    assert found["at"] and found["at"] in found["error"]
    part = found["opened"]
    assert (part["puzzle"], part["rows"], part["cols"]) == (opened["puzzle"], opened["rows"], opened["cols"])
    kinds = ("fill", "square")
    whole, cut = ([item for item in one["drawing"]["items"] if item["kind"] in kinds] for one in (opened, part))
    assert cut == whole and part["board"] != opened["board"]
    assert service.refused("read", text="https://puzz.link/p?sudoku/9/9/a")["opened"] is None


def test_refusals_are_in_the_language_asked_for(service: Service) -> None:
    found = service.refused("read", text="evolmino/5/5/i71027", language="ja")
    assert found["error"].startswith("リンクの 20 文字目：") and found["at"] == "リンクの 20 文字目"
    assert service.refused("solve", board=CLASH, language="zh")["error"] == "r1c1：阴影格上有已给的方块"
    wanted = {"puzzle": "dbchoco", "rows": 3, "cols": 3, "language": "zh"}
    assert "盘面一半的格子是灰色" in service.post("generate", **wanted).text
    late = service.ask("solve", board=HARD, limit_s=0.001, language="zh")
    assert late["status"] == "undecided" and late["reason"].isascii() is False


def test_boards_with_defects_are_drawn_and_edited_but_not_solved(service: Service) -> None:
    found = service.ask("read", text=CLASH)
    assert found["defects"] == ["r1c1: a pre-drawn square on a shaded cell"] and found["url"] is None
    assert {"kind": "fill", "cell": [0, 0], "tone": "medium"} in found["drawing"]["items"]
    for name in ("check", "solve", "hint", "so-far", "facts"):
        marks = {} if name == "solve" else {"marks": []}
        assert "on a shaded cell" in service.refused(name, board=found["board"], **marks)["error"]
    mended = service.ask("edit", board=found["board"], tool="square", cells=[[0, 0]], erase=True)
    assert mended["defects"] == [] and mended["drawing"]["items"] == []
    assert service.ask("read", text=CLASH, language="zh")["defects"] == ["r1c1：阴影格上有已给的方块"]
    ring = service.ask("read", text=RING, language="ja")
    assert ring["unsolvable"] == ["r1c1 r1c2 r2c1 r2c2：矢印が輪になっていて、始点がない"]


def test_tools_are_refused_that_there_are_not(service: Service, opened: Any) -> None:
    edit = {"board": opened["board"]}
    assert "'pen' is unknown" in service.refused("edit", **edit, tool="pen", cells=[[0, 0]])["error"]
    tool = find(opened["puzzle"]).editor.tools[0].id
    assert "r51c1 is not on the board" in service.refused("edit", **edit, tool=tool, cells=[[50, 0]])["error"]
    assert service.refused("edit", **edit, tool=tool, cells=[])["error"].startswith("cells: ")


def test_check_names_what_is_wrong_in_three_languages(service: Service, opened: Any) -> None:
    told = {}
    for language in LANGUAGES:
        found = service.ask("check", board=opened["board"], marks=[], language=language)
        assert not found["complete"]
        told[language] = [violation["message"] for violation in found["violations"]]
        assert all(
            violation["code"] and (violation["cells"] or violation["edges"]) for violation in found["violations"]
        )
    assert len(set(map(len, told.values()))) == 1 and told["en"] != told["zh"] != told["ja"]
    assert service.ask("check", board=opened["board"], marks=answer(service, opened)) == {
        "complete": True,
        "violations": [],
    }


def test_marks_must_fit_the_board(service: Service, opened: Any) -> None:
    cell, edge = {"cell": [0, 0]}, {"edge": [[0, 0], [0, 1]]}
    fits, other, values = cell, edge, ["square", "empty"]
    if opened["puzzle"] == "dbchoco":
        fits, other, values = edge, cell, ["line", "none"]
    far = {"cell": [9, 9]} if fits is cell else {"edge": [[9, 8], [9, 9]]}
    check = {"board": opened["board"]}
    assert service.post("check", **check, marks=[{**fits, "value": values[0]}]).status_code == 200
    for mark, problem in (
        ({**fits, "value": "star"}, f"the value of a mark is {values[0]} or {values[1]}, not 'star'"),
        ({**other, "value": values[0]}, "a mark of this genre has"),
        ({**far, "value": values[0]}, "is not on the board"),
        ({"value": values[0]}, "a mark of this genre has"),
    ):
        found = service.refused("check", **check, marks=[{**fits, "value": values[1]}, mark])
        assert found["at"] == "mark 2" and problem in found["error"]


def test_so_far(service: Service, opened: Any) -> None:
    marks = answer(service, opened)
    values = [look.value for look in find(opened["puzzle"]).editor.marks]
    assert service.ask("so-far", board=opened["board"], marks=[])["status"] == "right"
    assert service.ask("so-far", board=opened["board"], marks=marks[:3])["status"] == "right"
    wrong = {**marks[1], "value": values[1]}
    found = service.ask("so-far", board=opened["board"], marks=[marks[0], wrong])
    assert (found["status"], found["mistakes"], found["marks"]) == ("wrong", 1, [wrong])


def test_several_answers_and_none(service: Service) -> None:
    board = service.ask("read", text=TWO)["board"]
    found = service.ask("solve", board=board)
    assert found["status"] == "several" and len(found["answers"]) == 2 and found["differs"]
    facts = service.ask("facts", board=board, marks=[])
    assert facts["status"] == "several"
    differing = next(mark for mark in found["answers"][0] if mark not in found["answers"][1])
    assert differing not in facts["known"]
    given = service.ask("facts", board=board, marks=[differing])
    assert differing in given["known"] and len(given["known"]) > len(facts["known"])
    none = service.ask("read", text=NONE)["board"]
    assert service.ask("solve", board=none)["status"] == "none"
    assert service.ask("so-far", board=none, marks=[]) == {
        "status": "wrong",
        "mistakes": 0,
        "marks": [],
        "reason": "there is no answer",
    }
    counted = service.ask("new", puzzle="dbchoco", rows=1, cols=2)["board"]
    found = service.ask("solve", board=counted, language="zh")
    assert found["status"] == "none" and "白格有2个，灰格有0个" in found["reason"]


def test_hints_say_why_in_three_languages(service: Service, opened: Any) -> None:
    told = [service.ask("hint", board=opened["board"], marks=[], language=language) for language in LANGUAGES]
    assert len({hint["text"] for hint in told}) == 3
    for hint in told:
        assert hint["step"]["marks"] == told[0]["step"]["marks"]
        assert all(reason["cells"] and reason["text"] for reason in hint["step"]["because"])
    assert service.ask("hint", board=opened["board"], marks=answer(service, opened))["done"]


def test_explaining_ends_with_the_answer(service: Service, opened: Any) -> None:
    *steps, last = lines(service, "explain", board=opened["board"], limit_s=60)
    marks = [mark for line in steps for mark in line["step"]["marks"]]
    assert last["complete"] and last["status"] == "unique"
    true = find(opened["puzzle"]).editor.marks[0].value
    found = sorted((mark for mark in marks if mark["value"] == true), key=str)
    assert found == sorted(answer(service, opened), key=str)
    assert service.refused("explain", board=json.dumps(json.loads(CLASH)))["error"]


def test_grades(service: Service, opened: Any) -> None:
    found = service.ask("grade", board=opened["board"], limit_s=60)
    assert found["band"] in ("easy", "medium", "hard", "expert", "beyond") and found["steps"] > 0


@pytest.mark.parametrize("puzzle", [puzzle.id for puzzle in PUZZLES])
def test_made_boards_have_progress_and_a_grade(service: Service, puzzle: str) -> None:
    *progress, last = lines(service, "generate", puzzle=puzzle, rows=4, cols=5, seed=3)
    assert progress[0]["progress"] == {"attempts": 1, "seconds": 0.0}
    assert all(set(line) == {"progress"} for line in progress)
    assert last["opened"]["url"] == last["made"]["url"] and last["made"]["grade"]["band"]
    assert lines(service, "generate", puzzle=puzzle, rows=4, cols=5, seed=3)[-1]["opened"] == last["opened"]
    assert service.ask("solve", board=last["opened"]["board"])["status"] == "unique"


def test_patterns_stay(service: Service) -> None:
    board = service.ask("new", puzzle="evolmino", rows=5, cols=5)["board"]
    drawn = service.ask("edit", board=board, tool="arrow", cells=[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]])
    last = lines(service, "generate", puzzle="evolmino", rows=5, cols=5, pattern=drawn["board"])[-1]
    assert [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]] in [
        item["cells"] for item in last["opened"]["drawing"]["items"] if item["kind"] == "arrow"
    ]
    wrong = lines(service, "generate", puzzle="evolmino", rows=4, cols=5, pattern=drawn["board"])
    assert wrong[-1] == {"error": "the pattern has 5 x 5 cells, not 4 x 5"}


def test_every_form_can_be_written_and_read(service: Service, opened: Any) -> None:
    marks = answer(service, opened)
    for form in forms.forms_of(find(opened["puzzle"])):
        text = service.ask("convert", board=opened["board"], marks=marks, form=form)["text"]
        again = service.ask("read", text=text)
        assert again["board"] == opened["board"]
        assert again["marks"] == ([] if form in ("puzzlink", "benchmark") else marks)
    assert "has no form 'docx'" in service.refused("convert", board=opened["board"], form="docx")["error"]


def test_pictures(service: Service, opened: Any) -> None:
    marks = answer(service, opened)
    starts = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF"}
    for kind, start in starts.items():
        reply = service.post("picture", board=opened["board"], marks=marks, format=kind)
        assert reply.status_code == 200 and reply.content.startswith(start)
        name = f"{find(opened['puzzle']).name}-{opened['rows']}x{opened['cols']}.{kind}"
        assert reply.headers["content-disposition"] == f'attachment; filename="{name}"'
