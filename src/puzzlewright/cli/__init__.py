"""The command line. `main` is the command and imports the rest, so that Ctrl-C is quiet from the start."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

DONE, NOT_SO, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes. NOT_SO: `check` found violations, or `solve --require-unique` did not find just one answer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the process, and return its exit code."""
    try:
        from puzzlewright.cli import commands

        return commands.run(arguments)
    except KeyboardInterrupt:
        import sys

        # Nothing of the package may be loaded yet.
        if sys.stderr is not None:
            with suppress(OSError):
                sys.stderr.write("puzzlewright: interrupted\n")
                sys.stderr.flush()
        return INTERRUPTED
