"""Pictures with sentences below them as one HTML page that needs nothing else, for a screen or for printing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from puzzlewright import svg
from puzzlewright.drawing import Picture

_CELL_PX = 40

_STYLE = """
body { font-family: Helvetica, Arial, sans-serif; margin: 1.5em; color: #000; background: #fff; }
ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20em, 100%), 1fr)); gap: 1.5em; padding: 0; }
li { margin: 0 0 0 1.6em; break-inside: avoid; }
svg { display: block; max-width: 100%; height: auto; margin: .3em 0; }
p { line-height: 1.4; margin: .3em 0; }
"""


def strip(title: str, frames: Sequence[tuple[Picture, str]], end: tuple[Picture, str], language: str = "en") -> str:
    """A page with a numbered picture and text for each frame, and one more without a number at the end."""
    items = "".join(f"<li>\n{_frame(picture, text)}</li>\n" for picture, text in frames)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"<ol>\n{items}</ol>\n{_frame(*end)}</body>\n</html>\n"
    )


def _frame(picture: Picture, text: str) -> str:
    return f"{svg.render(picture, _CELL_PX)}<p>{escape(text)}</p>\n"
