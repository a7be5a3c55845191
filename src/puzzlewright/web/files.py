"""The files of the page, held in memory, packed as well, with an ETag that says whether they are still the same."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

_WORTH_PACKING = 1000
"""Bytes."""
_TEXT = ("text/", "application/json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes | None
    media: str
    etag: str


class Files:
    """The files of a folder as they were when it was read: no path of a request leads anywhere else."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(path) for path in sorted(folder.rglob("*")) if path.is_file()
        }

    def answer(self, name: str, request: Request) -> Response:
        """One of them. Browsers keep it, but ask about it each time. Raises HTTPException if there is none."""
        file = self._files.get(name)
        if file is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "no-cache", "ETag": file.etag, "Vary": "Accept-Encoding"}
        known = request.headers.get("if-none-match", "").split(",")
        if file.etag in (etag.strip().removeprefix("W/") for etag in known):
            return Response(status_code=304, headers=headers)
        if file.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(file.content, media_type=file.media, headers=headers)
        return Response(file.packed, media_type=file.media, headers={**headers, "Content-Encoding": "gzip"})


def _read(path: Path) -> _File:
    content = path.read_bytes()
    # What a system calls a script differs; browsers run only what has this name.
    media = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0] or "text/plain"
    is_text = media.startswith(_TEXT) and len(content) >= _WORTH_PACKING
    packed = gzip.compress(content, mtime=0) if is_text else None
    return _File(content, packed, media, f'"{hashlib.sha256(content).hexdigest()[:32]}"')
