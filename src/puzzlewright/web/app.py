"""The application: the service below /api, the page, and nothing that is kept about anyone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

from puzzlewright.version import __version__
from puzzlewright.web import bodies, guard, questions, quick, refusals
from puzzlewright.web.pool import Pool

PAGE = Path(__file__).parent / "static"


class _Files(StaticFiles):
    """Files that browsers keep, but ask about each time: their ETag says whether they are still the same."""

    def file_response(self, full_path: object, stat_result: object, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


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

    files = _Files(directory=page, check_dir=False)

    @app.get("/", include_in_schema=False)
    async def index(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    @app.get("/worker.js", include_in_schema=False)
    async def worker(request: Request) -> Response:
        # A script that keeps the page for times without a connection may do so only for what is below its own path.
        return await files.get_response("worker.js", request.scope)

    app.mount("/static", GZipMiddleware(files, minimum_size=1000, compresslevel=5))
    app.add_middleware(guard.SizeLimit, most=bodies.MOST_BYTES)
    app.add_middleware(guard.SecurityHeaders)
    return app
