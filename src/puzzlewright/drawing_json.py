"""Drawings as data that JSON can hold, for a page that draws them itself. No genre is known here."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from puzzlewright.drawing import Drawing, Item


def data(drawing: Drawing) -> dict[str, Any]:
    """The drawing as an object: `rows`, `cols`, the stroke of its `grid`, `title`, `description`, and `items`.

    An item has its `kind`, the name of its class in small letters, and its fields. Cells are [row, col], points
    [y, x] in half cells, borders pairs of cells.
    """
    return {
        "rows": drawing.rows,
        "cols": drawing.cols,
        "grid": drawing.grid.value,
        "title": drawing.title,
        "description": drawing.description,
        "items": [_item(item) for item in drawing.items],
    }


def _item(item: Item) -> dict[str, Any]:
    named = {field.name: _lists(getattr(item, field.name)) for field in fields(item)}
    return {"kind": type(item).__name__.lower(), **named}


def _lists(value: Any) -> Any:
    """Tuples within each other as lists; names of tones and strokes as their text."""
    if isinstance(value, tuple):
        return [_lists(part) for part in value]
    return str(value) if isinstance(value, str) else value
