"""What explanations of Evolomino say, a table a language."""

from __future__ import annotations

from puzzlewright.grid import Cell, cell_name
from puzzlewright.sentences import Texts


def _english(rule: str, cells: tuple[Cell, ...]) -> str:
    first, last = cell_name(cells[0]), cell_name(cells[-1])
    match rule:
        case "bsNoArrow":
            return f"a square at {first} needs a square on an arrow in its block"
        case "bsArrowGt2":
            return f"squares at {first} and {last} may not be in one block, as both are on arrows"
        case "arBlockLt2":
            return f"the arrow from {first} to {last} passes through two blocks or more"
        case "bsNotEvol":
            return (
                f"if {last} is the next square after {first} on the arrow, "
                f"its block is the block at {first} plus one square"
            )
    raise AssertionError(rule)


def _chinese(rule: str, cells: tuple[Cell, ...]) -> str:
    first, last = cell_name(cells[0]), cell_name(cells[-1])
    match rule:
        case "bsNoArrow":
            return f"{first}若是方块，它所在的区块必须有一个方块在箭头上"
        case "bsArrowGt2":
            return f"{first}和{last}都在箭头上，这两格的方块不能属于同一区块"
        case "arBlockLt2":
            return f"从{first}到{last}的箭头至少经过两个区块"
        case "bsNotEvol":
            return f"若{last}是箭头上紧接{first}之后的方块，它的区块等于{first}的区块加上一个方块"
    raise AssertionError(rule)


def _japanese(rule: str, cells: tuple[Cell, ...]) -> str:
    first, last = cell_name(cells[0]), cell_name(cells[-1])
    match rule:
        case "bsNoArrow":
            return f"{first}が□なら、そのブロックには矢印上の□が必要"
        case "bsArrowGt2":
            return f"{first}と{last}はどちらも矢印上のマスなので、両方の□が同じブロックになることはない"
        case "arBlockLt2":
            return f"{first}から{last}への矢印は二つ以上のブロックを通る"
        case "bsNotEvol":
            return f"矢印上で{last}が{first}の次の□なら、{last}のブロックは{first}のブロックに□を一つ加えた形"
    raise AssertionError(rule)


TEXTS = {
    "zh": Texts(
        language="zh",
        marks={"square": ("{}是方块", "{}是方块"), "empty": ("{}是空格", "{}是空格")},
        rule=_chinese,
    ),
    "ja": Texts(
        language="ja",
        marks={"square": ("{}は□", "{}は□"), "empty": ("{}は空白", "{}は空白")},
        rule=_japanese,
    ),
    "en": Texts(
        language="en",
        marks={"square": ("{} is a square", "{} are squares"), "empty": ("{} is empty", "{} are empty")},
        rule=_english,
    ),
}
