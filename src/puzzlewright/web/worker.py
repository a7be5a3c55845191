"""A process that does jobs one after the other, for `pool`: a line of JSON in for each, a few lines out.

A line out starts with a sign: `>` the job has begun, `=` and an object that the page gets, `!` and the object of an
error, `.` the job is done. The process ends when nobody is at the other end of its input.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO

MEMORY_BYTES = 3 * 1024**3
"""Address space of a worker: several times what the largest model needs, and less than what stops a machine."""


def main() -> None:
    """Do jobs until the input ends."""
    # What a library prints must not end up between the lines.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _limit_memory()
    if hasattr(os, "nice"):
        # Whoever only plays and draws does not wait for those who have boards solved.
        os.nice(5)
    queue: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(queue,), daemon=True).start()
    from puzzlewright.web import jobs

    jobs.warm_up()
    while True:
        work = json.loads(queue.get())
        _do(work["job"], work["of"], out)


def _listen(queue: SimpleQueue[bytes]) -> None:
    """Put lines in the queue. At their end the process ends, whatever it is at: nobody waits for it."""
    for line in sys.stdin.buffer:
        queue.put(line)
    os._exit(0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _do(name: str, of: Mapping[str, Any], out: BinaryIO) -> None:
    from puzzlewright.errors import InternalError, ParseError, PuzzlewrightError
    from puzzlewright.messages import said_in, told
    from puzzlewright.web import jobs

    def send(sign: bytes, value: object = None) -> None:
        out.write(sign + (b"" if value is None else json.dumps(value, ensure_ascii=False).encode()) + b"\n")
        out.flush()

    language = of["language"]
    try:
        jobs.JOBS[name](of, lambda: send(b">"), lambda value: send(b"=", value))
        send(b".")
    except InternalError:
        # A defect of this package: the process ends, its traceback is told, and the caller hears of a failure.
        raise
    except ParseError as error:
        send(b"!", {"error": told(error, language), "at": said_in(error.where, language) or None})
    except PuzzlewrightError as error:
        send(b"!", {"error": told(error, language), "at": None})


if __name__ == "__main__":
    main()
