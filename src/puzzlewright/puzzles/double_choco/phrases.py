"""What explanations of Double Choco say, a table a language."""

from __future__ import annotations

from collections.abc import Mapping

from puzzlewright.grid import Cell, cell_name, place_name
from puzzlewright.puzzles.double_choco.rules import Instance
from puzzlewright.sentences import Texts

_MARKS = {
    "en": {"line": ("{} has a line", "{} have lines"), "none": ("{} has no line", "{} have no lines")},
    "zh": {"line": ("{}有线", "{}有线"), "none": ("{}没有线", "{}没有线")},
    "ja": {"line": ("{}は線あり", "{}は線あり"), "none": ("{}は線なし", "{}は線なし")},
}

_COLOURS = {"en": ("white", "grey"), "zh": ("白色", "灰色"), "ja": ("白", "灰色")}

_RULES = {
    "en": {
        "bkSubLt2": "the block of {cell} has a {other} area too",
        "bkSubGt2": "the block of {cell} has only one {colour} area",
        "bkDifferentShape": "the block of {cell} has two areas of the same shape",
        "bkSizeLt": "the area of {cell} has {number} {cells} and not fewer",
        "bkSizeGt": "the area of {cell} has {number} {cells} and not more",
        "bdDeadEnd": "a line {edge} has different blocks on its sides",
    },
    "zh": {
        "bkSubLt2": "{cell}所在的块也有{other}区域",
        "bkSubGt2": "{cell}所在的块只有一个{colour}区域",
        "bkDifferentShape": "{cell}所在的块由形状相同的白色和灰色区域组成",
        "bkSizeLt": "{cell}的{colour}区域不少于{number}格",
        "bkSizeGt": "{cell}的{colour}区域不多于{number}格",
        "bdDeadEnd": "若{edge}有线，线的两边是不同的块",
    },
    "ja": {
        "bkSubLt2": "{cell}のブロックには{other}の部分もある",
        "bkSubGt2": "{cell}のブロックの{colour}の部分は一つだけ",
        "bkDifferentShape": "{cell}のブロックは同じ形の白と灰色の部分からなる",
        "bkSizeLt": "{cell}の{colour}の部分は{number}マス以上",
        "bkSizeGt": "{cell}の{colour}の部分は{number}マス以下",
        "bdDeadEnd": "{edge}が線ありなら、その両側は別のブロック",
    },
}


def texts(board: Instance) -> Mapping[str, Texts]:
    """The words for one board, whose rules name its colours and numbers."""
    return {language: _texts(board, language) for language in _RULES}


def _texts(board: Instance, language: str) -> Texts:
    def told(rule: str, cells: tuple[Cell, ...]) -> str:
        grey = cells[0] in board.grey
        number = board.numbers.get(cells[0])
        return _RULES[language][rule].format(
            cell=cell_name(cells[0]),
            edge=place_name((cells[0], cells[-1])),
            number=number,
            cells="cell" if number == 1 else "cells",
            colour=_COLOURS[language][grey],
            other=_COLOURS[language][not grey],
        )

    return Texts(language=language, marks=_MARKS[language], rule=told)
