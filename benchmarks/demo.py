"""What `make demo` shows: a published puzzle is read, solved and proved, a board with two answers is caught, and a
fresh one is made.

    python benchmarks/demo.py FOLDER        the pictures go into FOLDER
"""

from __future__ import annotations

import random
import shlex
import sys
from pathlib import Path

from puzzlewright.cli import main

PUBLISHED = "https://puzz.link/p?evolmino/5/5/i71027000222k44j23344"
DOUBLE_CHOCO = "https://puzz.link/p?dbchoco/6/6/ueoq8p30g42j4n5s22j"
TWO_ANSWERS = "https://puzz.link/p?evolmino/3/3/000c00a"


def demo(folder: Path, seed: int) -> int:
    """Run the commands one after the other; returns the exit code of the first that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    for command in (
        ["solve", PUBLISHED],
        ["render", PUBLISHED, "-o", str(folder / "board.svg")],
        ["render", PUBLISHED, "--solved", "-o", str(folder / "answer.svg")],
        ["render", PUBLISHED, "--solved", "-o", str(folder / "answer.png")],
        ["render", PUBLISHED, "--solved", "-o", str(folder / "answer.pdf")],
        ["solve", TWO_ANSWERS],
        ["solve", DOUBLE_CHOCO],
        ["render", DOUBLE_CHOCO, "--solved", "-o", str(folder / "double-choco.svg")],
        ["render", TWO_ANSWERS, "--solved", "-o", str(folder / "two-answers.svg")],
        ["generate", "evolomino", "--rows", "8", "--cols", "8", "--seed", str(seed), "--draw"],
    ):
        print("$ puzzlewright", shlex.join(command), flush=True)
        if code := main(command):
            return code
        print(flush=True)
    print(f"The pictures are in {folder}/.")
    return 0


if __name__ == "__main__":
    sys.exit(demo(Path(sys.argv[1] if len(sys.argv) > 1 else "out"), random.randrange(10**6)))
