"""The command `serve`."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlewright.cli import DONE, stdio
from puzzlewright.cli.options import natural, whole
from puzzlewright.errors import PackageMissing, PuzzlewrightError

if TYPE_CHECKING:
    from collections.abc import Mapping


class NotServed(PuzzlewrightError):
    """The address cannot be served."""


def serve(
    host: Annotated[str, typer.Option("--host", metavar="H", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="P", parser=whole, help="The port to listen at; 0 is any that is free.")
    ] = 8000,
    boards: Annotated[
        str | None,
        typer.Option(
            "--boards", metavar="FOLDER_OR_FILE", show_default=False, help="Boards that the page offers to open."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="W", parser=natural, show_default=False, help="Processes that solve."),
    ] = None,
) -> int:
    """Serve the page on which puzzles are played, made and explained, until Ctrl-C.

    Only this computer can open it unless --host names another address. Needs the extra `web`.

    \b
    Examples:
      puzzlewright serve
      puzzlewright serve --port 8080 --boards benchmark/
    """
    try:
        import uvicorn

        from puzzlewright.web import app
        from puzzlewright.web.pool import Pool
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] == "puzzlewright":
            raise
        raise PackageMissing(f"the page needs {missing.name}: pip install 'puzzlewright[web]'") from missing
    texts = {} if boards is None else _boards(boards)
    listening = _listen(host, port)
    pool = Pool(workers or max(2, os.cpu_count() or 1))
    config = uvicorn.Config(
        app.create(pool, texts),
        log_level="error",
        access_log=False,
        server_header=False,
        # Streams that somebody still reads are cut.
        timeout_graceful_shutdown=0,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_no_ending)
    name, number = listening.getsockname()[:2]
    stdio.show(f"http://{f'[{name}]' if ':' in name else name}:{number}/  (Ctrl-C ends it)\n")
    uvicorn.Server(config).run(sockets=[listening])
    return DONE


def _is_no_ending(record: logging.LogRecord) -> bool:
    """Is what the server logs anything else than that Ctrl-C cut what was still going on?"""
    cancelled = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cancelled and not str(record.msg).startswith("Cancel ")


def _listen(host: str, port: int) -> socket.socket:
    """A socket at an address. Raises NotServed."""
    if port > 65535:
        raise typer.BadParameter(f"ports end at 65535, so {port} is none")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family)
        # Only connections that are known to be TCP send each part at once; else the rest of an answer waits some 40 ms.
        return socket.socket(family, listening.type, socket.IPPROTO_TCP, fileno=listening.detach())
    except socket.gaierror as error:
        problem = str(error.strerror)
    except OSError as error:
        # The error's own text has the address once more.
        problem = os.strerror(error.errno or 0)
    except UnicodeError:
        problem = "this is no name of a computer"
    raise NotServed(f"{host} port {port}: {problem[:1].lower()}{problem[1:]}")


def _boards(path: str) -> Mapping[str, str]:
    """The texts of boards by name. Raises ParseError."""
    from puzzlewright.bench import instances

    return {instance.name: instance.text for instance in instances.find(Path(path)).instances}
