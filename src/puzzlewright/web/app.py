"""The application: the service below /api, the page, and nothing that is kept about anyone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import Response

from puzzlewright.version import __version__
from puzzlewright.web import bodies, guard, questions, quick, refusals
from puzzlewright.web.files import Files
from puzzlewright.web.pool import Pool

PAGE = Path(__file__).parent / "static"


def create(pool: Pool, boards: Mapping[str, str] | None = None, page: Path = PAGE) -> FastAPI:
    """The application. `boards` are texts of boards by name that everyone may open; `page` is the folder of the page.

    The workers of `pool` live as long as the application runs.
    """

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        async with pool:
            yield

    app = FastAPI(
        title="puzzlewright",
        version=__version__,
        description="Pencil puzzles read, checked, solved, explained and made. Nothing is stored about anyone.",
        lifespan=running,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.pool = pool
    app.state.boards = dict(boards or {})
    refusals.add_to(app)
    app.include_router(quick.router)
    app.include_router(questions.router)

    files = Files(page)

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def index(request: Request) -> Response:
        return files.answer("index.html", request)

    @app.api_route("/worker.js", methods=["GET", "HEAD"], include_in_schema=False)
    async def worker(request: Request) -> Response:
        # A script that keeps the page for times without a connection may do so only for what is below its own path.
        return files.answer("worker.js", request)

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        return files.answer(name, request)

    app.add_middleware(guard.SizeLimit, most=bodies.MOST_BYTES)
    app.add_middleware(guard.SecurityHeaders)
    return app
