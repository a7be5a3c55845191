"""What the pictures of the gallery share: figures without a screen, colours, and files of them."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from puzzlewright import picture, svg
from puzzlewright.drawing import Drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (".svg", ".png", ".pdf")

PALETTE = ("#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#edc948", "#76b7b2", "#9c755f")
"""Colours that people with the usual colour blindnesses tell apart, at least by how dark they are; say it by shape or
letters too. Lines take them from the first on."""
PALE = ("#bcd4ea", "#fbd7a9", "#c2e0bb", "#f4c0bd", "#dfcae0", "#f7ecb5", "#cfe7e4", "#dccabf")
"""The same colours for areas with text on them."""


def figure(width: float = 7, height: float = 4.5) -> Figure:
    """An empty figure of so many inches. It belongs to no window and need not be closed."""
    import matplotlib
    from matplotlib.figure import Figure

    # Names in an SVG are otherwise random.
    matplotlib.rcParams["svg.hashsalt"] = "puzzlewright"
    return Figure(figsize=(width, height), layout="constrained")


def plain(axes: Any, left: float, right: float, bottom: float, top: float) -> None:
    """Make axes a plain sheet of paper: equal scales, no frame and no numbers."""
    axes.set_aspect("equal")
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    axes.axis("off")


def content(drawn: Drawing | Figure, kind: str) -> bytes:
    """The content of a file with the suffix `kind`, one of KINDS. Raises PackageMissing."""
    if isinstance(drawn, Drawing):
        if kind == ".png":
            return picture.png(drawn)
        return picture.pdf(drawn) if kind == ".pdf" else svg.render(drawn).encode()
    written = BytesIO()
    # The same picture gives the same bytes, on any day.
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    drawn.savefig(written, format=kind[1:], metadata=undated.get(kind), dpi=150)
    text = written.getvalue()
    # Trailing spaces, of which matplotlib writes many, are noise in a repository.
    return b"\n".join(line.rstrip() for line in text.split(b"\n")) if kind == ".svg" else text
