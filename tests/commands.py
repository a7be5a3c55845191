"""Running the command in a test: inside this process, or as a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from puzzlewright.cli import main

SAMPLE = "https://puzz.link/p?evolmino/5/5/i71027000222k44j23344"
"""pzpr's sample board, with one answer."""
TWO = "evolmino/3/3/000c00a"
"""A board with two answers."""
NONE = "evolmino/2/1/010"
"""A board without an answer."""
RING = "evolmino 2x2\n> v\n^ <"
"""A board whose arrow closes on itself."""
CLASH = '{"puzzle": "evolmino", "rows": 1, "cols": 2, "shaded": [[0,0]], "squares": [[0,0]]}'
"""A board with a square on a shaded cell."""
RIGHT = "pzprv3/evolmino/2/5/0 . . . . /# . . . . /2 2 2 2 /0 0 0 0 /0 0 0 0 0 /. . 0 . + /. . 0 . . /"
"""A board with a right answer."""
WRONG = RIGHT.replace("/. . 0 . . /", "/. . . . . /")

_ARROWS = [[[row, col + step] for step in range(9)] for row in range(0, 100, 4) for col in range(0, 91, 10)]
HARD = json.dumps({"puzzle": "evolmino", "rows": 100, "cols": 100, "arrows": _ARROWS})
"""A board that takes much longer than any test waits."""

SOURCE = Path(__file__).parents[1] / "src"


@dataclass(frozen=True)
class Done:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line that a command leaves that was given something wrong."""
        assert self.code == 2, self
        assert self.err.startswith("puzzlewright: ") and self.err.count("\n") == 1 and self.err.endswith("\n"), self
        return self.err.removeprefix("puzzlewright: ").rstrip("\n")


def run(*arguments: str | Path, stdin: bytes | None = b"", encoding: str = "utf-8") -> Done:
    """Run the command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding, errors) for errors in ("strict", "backslashreplace"))
    given = None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin), encoding)
    with patch.multiple(sys, stdin=given, stdout=out, stderr=err), patch.dict(os.environ, COLUMNS="80"):
        code = main([str(argument) for argument in arguments])
    texts = []
    for stream in (out, err):
        stream.flush()
        content = stream.buffer
        assert isinstance(content, io.BytesIO)
        texts.append(content.getvalue().decode(encoding))
    return Done(code, *texts)


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **more}


def start(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    """Start the command as a process."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen(
        [sys.executable, "-m", "puzzlewright", *map(str, arguments)], env=environment(), **streams
    )


def until_solving(process: subprocess.Popen[bytes], seconds: int = 1) -> None:
    """Wait until a process has worked for so many seconds, or a second where the system does not tell."""
    stat = Path(f"/proc/{process.pid}/stat")
    for _ in range(600 if stat.exists() else 10):
        time.sleep(0.1)
        if stat.exists():
            user, system = stat.read_text().rpartition(")")[2].split()[11:13]
            if (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") > seconds:
                break
