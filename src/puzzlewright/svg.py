"""Drawings as SVG text: one file that needs no font, script, style sheet or identifier, so that many fit on one page.

`svg_board` draws a board; this is about what goes around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import east_asian_width

from puzzlewright.drawing import Drawing, Picture, Sheet
from puzzlewright.svg_board import BLACK, FONTS, NOTE_GREY, WHITE, body, escaped, px


def render(picture: Picture, cell_px: float = 36, *, across: int | None = None) -> str:
    """The picture as a standalone SVG document with cells of `cell_px` pixels.

    The drawings of a sheet stand in rows of `across`, all in one row if it is None. The same picture gives the same
    text. Raises ValueError if `cell_px` is not positive or `across` is less than 1.
    """
    places, (width, height) = _layout(picture, cell_px, across)
    parts = "".join(_placed(place, cell_px) for place in places)
    told = "\n".join(filter(None, (_told(place.part) for place in places)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" fill="none">\n<title>{escaped(picture.title) or "Puzzle"}</title>\n'
        + (f"<desc>{told}</desc>\n" if told else "")
        + f'<path fill="{WHITE}" d="M0 0h{width}v{height}h-{width}z"/>\n{parts}</svg>\n'
    )


def size(picture: Picture, cell_px: float = 36, *, across: int | None = None) -> tuple[int, int]:
    """Width and height in pixels of what `render` returns for the same arguments."""
    return _layout(picture, cell_px, across)[1]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a drawing stands: the left and top side of its board in pixels, and the baseline of its caption."""

    part: Drawing
    left: float
    top: float
    baseline: float


def _layout(picture: Picture, cell_px: float, across: int | None) -> tuple[list[_Place], tuple[int, int]]:
    if not cell_px > 0 or (across is not None and across < 1):
        raise ValueError("cells have a positive size, and rows hold at least one drawing")
    parts = picture.drawings if isinstance(picture, Sheet) else (picture,)
    per_row = across or len(parts)
    margin, gap, letter = cell_px / 3, cell_px, _caption_size(cell_px)
    aside = _numbers_room(parts, cell_px)
    places = []
    top, right = margin, 0.0
    for first in range(0, len(parts), per_row):
        row = parts[first : first + per_row]
        board_top = top + (letter * 1.6 if any(part.caption for part in row) else 0) + aside
        left = margin + aside
        for part in row:
            width = max(part.cols * cell_px, _text_width(part.caption) * letter)
            inset = (width - part.cols * cell_px) / 2
            # Thin lines of an odd width are sharp if they lie on the middles of pixels.
            places.append(_Place(part, round(left + inset) + 0.5, round(board_top) + 0.5, top + letter))
            left += width + gap + aside
        right = max(right, left - gap - aside)
        top = board_top + max(part.rows for part in row) * cell_px + gap
    return places, (round(right + margin) + 1, round(top - gap + margin) + 1)


def _placed(place: _Place, cell_px: float) -> str:
    part = place.part
    caption = ""
    if part.caption:
        x = px(place.left + part.cols * cell_px / 2)
        caption = (
            f'<text x="{x}" y="{px(place.baseline)}" font-family="{FONTS}" font-size="{px(_caption_size(cell_px))}" '
            f'text-anchor="middle" fill="{BLACK}">{escaped(part.caption)}</text>\n'
        )
    caption += _numbers(place, cell_px)
    return f'{caption}<g transform="translate({px(place.left)} {px(place.top)})">\n{body(part, cell_px)}</g>\n'


def _numbers_room(parts: tuple[Drawing, ...], cell_px: float) -> float:
    """Pixels left of boards and above them for the numbers of rows and columns."""
    return cell_px / 2 if any(part.numbered for part in parts) else 0


def _numbers(place: _Place, cell_px: float) -> str:
    part = place.part
    if not part.numbered:
        return ""
    size, away = cell_px * 0.3, cell_px * 0.3
    spots = [(place.left + (col + 0.5) * cell_px, place.top - away, col) for col in range(part.cols)]
    spots += [(place.left - away, place.top + (row + 0.5) * cell_px, row) for row in range(part.rows)]
    texts = "".join(f'<text x="{px(x)}" y="{px(y + size * 0.36)}">{number + 1}</text>' for x, y, number in spots)
    return f'<g font-family="{FONTS}" font-size="{px(size)}" text-anchor="middle" fill="{NOTE_GREY}">{texts}</g>\n'


def _told(part: Drawing) -> str:
    return escaped(": ".join(filter(None, (part.caption, part.description))))


def _caption_size(cell_px: float) -> float:
    return max(cell_px * 0.42, 8)


def _text_width(text: str) -> float:
    """About how many ems wide a caption is; too wide rather than too narrow."""
    return sum(1.05 if east_asian_width(letter) in "WFA" else 0.64 for letter in text)
