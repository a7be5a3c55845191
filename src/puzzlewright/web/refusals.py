"""Whatever goes wrong as one kind of object: a sentence, the place in the text, the board as far as it was read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from puzzlewright.errors import ParseError, PuzzlewrightError
from puzzlewright.messages import said_in, told
from puzzlewright.report import Json
from puzzlewright.web.bodies import LANGUAGES, Refusal
from puzzlewright.web.pool import RETRY_S, Busy, Died, Refused
from puzzlewright.web.sentences import sentence

RESPONSES: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The request cannot be met as it is"},
    413: {"model": Refusal, "description": "The request is too large"},
}
"""What every request may get."""

BUSY_RESPONSES: dict[int | str, dict[str, Any]] = {
    **RESPONSES,
    429: {"model": Refusal, "description": "All workers are busy: try again after Retry-After seconds"},
    503: {"model": Refusal, "description": "The worker died in mid-work: the next request has a new one"},
}
"""What requests may get that workers answer."""


class Unreadable(Exception):
    """A text that is no board, with the opened board as far as it could be read."""

    def __init__(self, error: ParseError, opened: Json | None) -> None:
        super().__init__(str(error))
        self.error, self.opened = error, opened


def refusal(
    status: int,
    error: str,
    at: str | None = None,
    opened: Json | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    # The text may hold half characters that a request spelled as escapes; UTF-8 cannot.
    spelled = error.encode("utf-8", "backslashreplace").decode()
    return JSONResponse({"error": spelled, "at": at, "opened": opened}, status, headers)


async def _language(request: Request) -> str:
    """The language that a request asks for."""
    try:
        # It is read by now, unless it cannot be.
        asked = await request.json()
    except (HTTPException, ClientDisconnect, RuntimeError, ValueError, RecursionError):
        return "en"
    wanted = asked.get("language") if isinstance(asked, dict) else None
    return wanted if wanted in LANGUAGES else "en"


def _place(error: Exception, language: str) -> str | None:
    return said_in(error.where, language) or None if isinstance(error, ParseError) else None


def add_to(app: FastAPI) -> None:
    """Have the application answer all errors in this way."""

    @app.exception_handler(PuzzlewrightError)
    async def _puzzlewright(request: Request, error: Exception) -> JSONResponse:
        language = await _language(request)
        return refusal(400, told(error, language), _place(error, language))

    @app.exception_handler(Unreadable)
    async def _unreadable(request: Request, error: Unreadable) -> JSONResponse:
        language = await _language(request)
        return refusal(400, told(error.error, language), _place(error.error, language), error.opened)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ", ".join(str(part)[:40] for part in first["loc"] if part != "body")
        message = str(first["msg"])
        return refusal(400, f"{where}: {message}" if where else message)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        return refusal(error.status_code, str(error.detail), headers=error.headers)

    @app.exception_handler(Exception)
    async def _defect(request: Request, error: Exception) -> JSONResponse:
        # The server logs it.
        return refusal(500, sentence("defect"))

    @app.exception_handler(Busy)
    async def _busy(request: Request, error: Exception) -> JSONResponse:
        said = sentence("busy").said_in(await _language(request))
        return refusal(429, said, headers={"Retry-After": str(RETRY_S)})

    @app.exception_handler(Died)
    async def _died(request: Request, error: Exception) -> JSONResponse:
        return refusal(503, sentence("died").said_in(await _language(request)))

    @app.exception_handler(Refused)
    async def _refused(request: Request, error: Refused) -> JSONResponse:
        said = error.args[0]
        return refusal(400, said["error"], said["at"])
