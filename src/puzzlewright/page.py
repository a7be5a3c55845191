"""Pictures with sentences below them as one HTML page that needs nothing else, for a screen or for printing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from puzzlewright import svg
from puzzlewright.drawing import Drawing, Picture, Sheet

_CELL_PX = 40

_STYLE = """
body { font-family: Helvetica, Arial, sans-serif; margin: 1.2em; color: #000; background: #fff; }
ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20em, 100%), 1fr)); gap: 1.5em; padding: 0; }
li { margin: 0 0 0 1.8em; break-inside: avoid; }
svg { display: block; max-width: 100%; height: auto; margin: .3em 0; }
p { line-height: 1.4; margin: .3em 0; max-width: 40em; }
.side { display: flex; flex-wrap: wrap; gap: 1.5em; align-items: center; }
.side span { display: flex; align-items: center; gap: .4em; }
"""


def strip(
    title: str,
    legend: Sequence[tuple[Drawing, str]],
    frames: Sequence[tuple[Picture, str]],
    end: tuple[Picture, str],
    language: str = "en",
) -> str:
    """A page with a numbered picture and text for each frame, and one more without a number at the end.

    Samples of what is set off, with what that means, come first.
    """
    samples = "".join(f"<span>{svg.render(sample, _CELL_PX)}{escape(what)}</span>\n" for sample, what in legend)
    items = "".join(f"<li>\n{_frame(picture, text)}</li>\n" for picture, text in frames)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f'<div class="side">\n{samples}</div>\n<ol>\n{items}</ol>\n{_frame(*end)}</body>\n</html>\n'
    )


def _frame(picture: Picture, text: str) -> str:
    """Drawings of a sheet are pictures of their own, so that they stand below each other on a narrow screen."""
    if isinstance(picture, Sheet):
        drawn = "".join(svg.render(part, _CELL_PX) for part in picture.drawings)
        return f'<div class="side">\n{drawn}</div>\n<p>{escape(text)}</p>\n'
    return f"{svg.render(picture, _CELL_PX)}<p>{escape(text)}</p>\n"
