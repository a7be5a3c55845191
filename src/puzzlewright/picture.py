"""Drawings as PNG and PDF files, by way of their SVG.

The packages that write them are optional and imported only when called: without them PackageMissing is raised.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from puzzlewright import svg
from puzzlewright.drawing import Picture, Sheet, Text
from puzzlewright.errors import PackageMissing

LONGEST_SIDE_PX = 6000
"""What `png` does not exceed of its own accord."""

PAGE_MM = (210, 297)
MARGIN_MM = 15
LARGEST_CELL_MM = 12

_WORDS_FOR_READERS = re.compile(r"<(title|desc)>.*?</\1>\n", re.DOTALL)


def require(kind: str) -> None:
    """Raise PackageMissing if the package is not there that writes files of this suffix."""
    _package(*(("fpdf", "fpdf2") if kind == ".pdf" else ("resvg_py",)))


def png(picture: Picture, cell_px: float | None = None, *, across: int | None = None) -> bytes:
    """The picture as a PNG file with cells of `cell_px` pixels; needs resvg_py.

    Without `cell_px` cells have 72 pixels, or as many as keep the longer side within LONGEST_SIDE_PX. Letters that are
    not Latin need a font of the system. Raises what `svg.render` raises.
    """
    resvg = _package("resvg_py")
    if cell_px is None:
        cell_px = min(72, 72 * LONGEST_SIDE_PX / max(svg.size(picture, 72, across=across)))
    with _fonts() as fonts:
        return bytes(resvg.svg_to_bytes(svg_string=svg.render(picture, cell_px, across=across), **fonts))


def pdf(*pictures: Picture, across: int | None = None) -> bytes:
    """The pictures as a PDF file, each on an A4 page of its own; needs fpdf2.

    A page lies on its side if the picture is larger then; cells are at most LARGEST_CELL_MM wide. Pages with letters
    that PDF's own fonts lack hold the picture as pixels, and need resvg_py as well. The same pictures give the same
    bytes. Raises ValueError if there is no picture, and what `svg.render` raises.
    """
    if not pictures:
        raise ValueError("a file needs a picture")
    fpdf = _package("fpdf", "fpdf2")
    document = fpdf.FPDF(unit="mm", format=PAGE_MM)
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    document.set_title(pictures[0].title or "Puzzle")
    document.set_auto_page_break(False)
    for picture in pictures:
        width, height = svg.size(picture, across=across)
        upright = _scale(width, height, *PAGE_MM)
        lying = _scale(width, height, *reversed(PAGE_MM))
        document.add_page(orientation="L" if lying > upright else "P")
        scale = max(upright, lying)
        content = _vectors(picture, across) if _is_latin(picture) else png(picture, across=across)
        left = (document.w - width * scale) / 2
        document.image(BytesIO(content), x=left, y=MARGIN_MM, w=width * scale, h=height * scale)
    return bytes(document.output())


def _scale(width_px: int, height_px: int, width_mm: float, height_mm: float) -> float:
    """Millimetres for a pixel."""
    room = (width_mm - 2 * MARGIN_MM) / width_px, (height_mm - 2 * MARGIN_MM) / height_px
    return min(*room, LARGEST_CELL_MM / 36)


def _vectors(picture: Picture, across: int | None) -> bytes:
    # fpdf2 prints a warning for each element that it does not draw.
    return _WORDS_FOR_READERS.sub("", svg.render(picture, across=across)).encode()


def _is_latin(picture: Picture) -> bool:
    parts = picture.drawings if isinstance(picture, Sheet) else (picture,)
    words = [part.caption for part in parts]
    words += [item.text for part in parts for item in part.items if isinstance(item, Text)]
    return all(ord(letter) < 256 for word in words for letter in word)


@contextmanager
def _fonts() -> Iterator[dict[str, Any]]:
    """Options that make resvg_py find letters: text in a font that it does not find is left out without a word.

    Pillow carries a Latin font, which makes pictures independent of what the system has installed.
    """
    try:
        font = import_module("PIL.ImageFont").load_default(size=12)
        name, content = font.getname()[0], font.path.getvalue()
    except (ImportError, AttributeError, TypeError):
        yield {"sans_serif_family": "DejaVu Sans"}
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "font.ttf")
        file.write_bytes(content)
        yield {"sans_serif_family": name, "font_files": [str(file)]}


def _package(module: str, package: str = "") -> Any:
    try:
        return import_module(module)
    except ImportError as missing:
        name = package or module
        raise PackageMissing(f"this picture needs {name}: pip install 'puzzlewright[print]'") from missing
