"""The command as a process: signals, pipes, disks."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import puzzlewright as pw
from commands import SAMPLE, run, start, until_solving


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "--json", "--facts"], ["count"]])
def test_ctrl_c(arguments: list[str], hard: Path) -> None:
    process = start(*arguments, hard)
    until_solving(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"puzzlewright: interrupted\n")
    if "--json" in arguments:
        assert json.loads(out)["status"] == "undecided"


def test_ctrl_c_while_waiting_for_standard_input() -> None:
    reading, writing = os.pipe()
    process = start("solve", "-", stdin=reading)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    os.close(reading)
    os.close(writing)
    assert (process.returncode, err) == (130, b"puzzlewright: interrupted\n")


def test_ctrl_c_keeps_the_answers_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def found_one(board: Any, *, on_answer: Any, **_: Any) -> Any:
        on_answer(answer)
        raise KeyboardInterrupt

    answer = pw.solve(pw.read(SAMPLE)).answers[0]
    monkeypatch.setattr(pw, "solve", found_one)
    monkeypatch.setattr(pw, "count", found_one)
    done = run("solve", SAMPLE, "--json")
    assert (done.code, done.json["status"], len(done.json["answers"])) == (130, "undecided", 1)
    assert "here is an answer, but it is not proved" in run("solve", SAMPLE).out
    assert run("count", SAMPLE, "--json").json == {"count": 1, "exact": False}


def test_a_reader_that_goes_away() -> None:
    reading, writing = os.pipe()
    process = start("solve", SAMPLE, stdout=writing)
    os.close(reading)
    os.close(writing)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk() -> None:
    with open("/dev/full", "wb") as full:
        process = start("convert", SAMPLE, "--to", "text", stdout=full)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert err == b"puzzlewright: standard output cannot be written: No space left on device\n"
