"""The command serve as a process."""

from __future__ import annotations

import subprocess
from pathlib import Path

from commands import start


def serve(*options: str | Path) -> tuple[subprocess.Popen[bytes], str]:
    """The command serve on a free port, and the address that it prints."""
    process = start("serve", "--port", "0", "--workers", "2", *options)
    assert process.stdout is not None
    line = process.stdout.readline().decode()
    assert line.startswith("http://"), line
    return process, line.split()[0].rstrip("/")


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.communicate(timeout=20)
