"""Requests that take time: they are answered by worker processes, and dropped when the client goes away."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from puzzlewright import picture as pictures
from puzzlewright import svg
from puzzlewright.outcome import Status
from puzzlewright.report import Json
from puzzlewright.web import bodies, opened
from puzzlewright.web.pool import Died, Job, Pool, Refused, TimeOver
from puzzlewright.web.refusals import BUSY_RESPONSES
from puzzlewright.web.sentences import sentence
from puzzlewright.wording import WORDING

T = TypeVar("T")

router = APIRouter(prefix="/api", responses=BUSY_RESPONSES)

_PROGRESS_S = 0.5
_PICTURE_S = 30.0
_LINES = "application/x-ndjson"
_MEDIA = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def _time_over(language: str) -> str:
    return WORDING[language].reasons["the time is over"]


class _Gone(Exception):
    """The client went away before it had its answer."""


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which is cancelled if the client goes away. Raises _Gone then."""
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise _Gone
    finally:
        watching.cancel()
        working.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _answered(
    request: Request, name: str, body: BaseModel, limit_s: float, otherwise: Json, *, is_long: bool = False
) -> Response:
    """What a worker says, or `otherwise` if it does not end in time."""
    pool: Pool = request.app.state.pool
    try:
        found = await _unless_gone(request, pool.run(name, body.model_dump(), limit_s, is_long=is_long))
    except TimeOver:
        return Response(json.dumps(otherwise), media_type="application/json")
    except _Gone:
        return Response(status_code=499)
    return Response(found, media_type="application/json")


@router.post("/solve", response_model=bodies.Solved)
async def solve(request: Request, body: bodies.Solving) -> Any:
    """The answer and the proof that there is no other, or two that differ, or the proof that there is none."""
    otherwise = {
        "status": Status.UNDECIDED,
        "answers": [],
        "differs": [],
        "reason": _time_over(body.language),
        "seconds": body.limit_s,
    }
    return await _answered(request, "solve", body, body.limit_s, otherwise)


@router.post("/facts", response_model=bodies.Facts)
async def facts(request: Request, body: bodies.Question) -> Any:
    """The marks that all answers share, or all those that have the marks given."""
    otherwise = {"status": Status.UNDECIDED, "known": [], "reason": _time_over(body.language)}
    return await _answered(request, "facts", body, body.limit_s, otherwise)


@router.post("/so-far", response_model=bodies.SoFar)
async def so_far(request: Request, body: bodies.Question) -> Any:
    """Are the marks right as far as they go?"""
    otherwise = {"status": Status.UNDECIDED, "mistakes": 0, "marks": [], "reason": _time_over(body.language)}
    return await _answered(request, "so-far", body, body.limit_s, otherwise)


@router.post("/grade")
async def grade(request: Request, body: bodies.Solving) -> dict[str, Any]:
    """How hard the board is."""
    otherwise: Json = {
        "band": None,
        "score": 0.0,
        "steps": 0,
        "hardest": None,
        "sizes": {},
        "status": Status.UNDECIDED,
        "reason": _time_over(body.language),
    }
    return await _answered(request, "grade", body, body.limit_s, otherwise, is_long=True)  # type: ignore[return-value]


@router.post("/hint")
async def hint(request: Request, body: bodies.Question) -> dict[str, Any]:
    """The next step after the marks, with its reasons, or the marks that are wrong."""
    otherwise: Json = {
        "step": None,
        "mistakes": [],
        "done": False,
        "status": Status.UNDECIDED,
        "text": "",
        "reason": _time_over(body.language),
    }
    return await _answered(request, "hint", body, body.limit_s, otherwise)  # type: ignore[return-value]


class _Lines(StreamingResponse):
    """The objects of a job, one a line, as they come. The worker is killed if the client goes before the last one."""

    def __init__(self, job: Job, objects: AsyncIterator[bytes], otherwise: Json, language: str) -> None:
        super().__init__(_lines(objects, otherwise, language), media_type=_LINES)
        self._job = job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._job.close()


async def _with_progress(job: Job) -> AsyncIterator[bytes]:
    """The objects of a job; its attempts are told together with the seconds, and also while it says nothing."""
    loop = asyncio.get_running_loop()
    start, attempts = loop.time(), 1
    waiting = loop.create_task(job.next())

    def progress() -> bytes:
        return json.dumps({"progress": {"attempts": attempts, "seconds": round(loop.time() - start, 1)}}).encode()

    try:
        yield progress()
        while True:
            await asyncio.wait({waiting}, timeout=_PROGRESS_S)
            if waiting.done():
                line = waiting.result()
                if line is None:
                    return
                waiting = loop.create_task(job.next())
                if not line.startswith(b'{"attempts"'):
                    yield line
                    continue
                attempts = json.loads(line)["attempts"]
            yield progress()
    finally:
        waiting.cancel()


async def _plain(job: Job) -> AsyncIterator[bytes]:
    while (line := await job.next()) is not None:
        yield line


async def _lines(objects: AsyncIterator[bytes], otherwise: Json, language: str) -> AsyncIterator[bytes]:
    try:
        async for line in objects:
            yield line + b"\n"
    except TimeOver:
        yield json.dumps(otherwise).encode() + b"\n"
    except Died:
        yield json.dumps({"error": sentence("died").said_in(language)}).encode() + b"\n"
    except Refused as refused:
        yield json.dumps({"error": refused.args[0]["error"]}).encode() + b"\n"


async def _streamed(
    request: Request,
    name: str,
    body: bodies.Solving | bodies.Wanted,
    limit_s: float,
    otherwise: Json,
    objects: Callable[[Job], AsyncIterator[bytes]] = _plain,
) -> Response:
    pool: Pool = request.app.state.pool
    try:
        job = await _unless_gone(request, pool.start(name, body.model_dump(), limit_s, is_long=True))
    except TimeOver:
        return Response(json.dumps(otherwise) + "\n", media_type=_LINES)
    except _Gone:
        return Response(status_code=499)
    return _Lines(job, objects(job), otherwise, body.language)


_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "Objects, one a line", "content": {_LINES: {"schema": {"type": "string"}}}}
}


@router.post("/explain", response_class=StreamingResponse, responses=_STREAM)
async def explain(request: Request, body: bodies.Solving) -> Response:
    """Steps to all that the board forces, each as soon as it is found: `{"step": ...}` a line, last what is left."""
    otherwise = {"complete": False, "status": Status.UNDECIDED, "answers": [], "reason": _time_over(body.language)}
    return await _streamed(request, "explain", body, body.limit_s, otherwise)


@router.post("/generate", response_class=StreamingResponse, responses=_STREAM)
async def generate(request: Request, body: bodies.Wanted) -> Response:
    """A new board: `{"progress": ...}` a line, last the opened board, or `{"error": ...}`."""
    otherwise = {"error": _time_over(body.language)}
    return await _streamed(request, "generate", body, body.limit_s, otherwise, _with_progress)


@router.post("/picture", response_class=Response, responses={200: {"content": {kind: {} for kind in _MEDIA.values()}}})
async def picture(request: Request, body: bodies.Picture) -> Response:
    """The board with the marks as a file to keep or to print."""
    if body.format == "svg":
        content = (await asyncio.to_thread(_svg, body)).encode()
    else:
        pictures.require(f".{body.format}")
        answer = await _answered(request, "draw", body, _PICTURE_S, {})
        if answer.status_code != 200:
            return answer
        found = json.loads(bytes(answer.body))
        if not found:
            raise Died
        content = base64.b64decode(found["content"])
    reading = opened.read(body.board)
    name = f"{reading.puzzle.name}-{reading.board.rows}x{reading.board.cols}.{body.format}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=_MEDIA[body.format], headers=headers)


def _svg(body: bodies.Picture) -> str:
    reading = opened.read(body.board)
    answer = opened.answer_of(reading.puzzle, reading.board, bodies.marks(body.marks))
    return svg.render(reading.puzzle.draw(reading.board, answer))
