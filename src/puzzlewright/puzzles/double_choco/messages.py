"""What is said about Double Choco boards and answers, a table a language."""

from __future__ import annotations

from typing import Any

from puzzlewright.messages import Sentence, Tables

MESSAGES: Tables = {
    "en": {
        "odd": "half of the cells of a Double Choco board are grey, so it cannot have {rows} x {cols} = {number} cells",
        "not square": "the symmetry {symmetry} needs a square board, not {rows} x {cols}",
        "above half": "{cell}: the number {clue} is more than half of the {cells} cells",
        "symmetry asks": (
            "{cell}: the pattern has no number or ? here, but the symmetry asks for one because of the number at "
            "{other}"
        ),
        "not divided": (
            "{cell}: no way was found to divide the board so that this number {clue} and those above it hold"
        ),
        "not divided alone": "{cell}: no way was found to divide the board so that this number {clue} holds",
        "white": "white",
        "grey": "grey",
        "number": "{cell}: the number {clue} is not from 1 to {most}",
        "unequal": (
            "there are {number} white cell and {grey} grey ones, but each block has as many of both colours",
            "there are {number} white cells and {grey} grey ones, but each block has as many of both colours",
        ),
        "too few around": (
            "{cell}: {number} connected {colour} cell can only be paired with the {other} cells around, "
            "which are {around}",
            "{cell}: {number} connected {colour} cells can only be paired with the {other} cells around, "
            "which are {around}",
        ),
        "too few connected": (
            "{cell}: the number {clue} needs so many connected {colour} cells, but there are {connected}"
        ),
        "separates nothing": "the line {edge} separates nothing",
        "bkSubLt2": "the block at {block} is all {colour}",
        "bkSizeLt": (
            "the {colour} area at {area} has {number} cell, fewer than the number {clue} in it",
            "the {colour} area at {area} has {number} cells, fewer than the number {clue} in it",
        ),
        "bkSubGt2": "the block at {block} has {parts} areas: those at {areas}",
        "other shape": "the block at {block}: its two areas, those at {areas}, are not of the same shape",
        "other size": "the block at {block} has {one} {colour} and {two} {other} cells",
        "bkSizeGt": (
            "the {colour} area at {area} has {number} cell, more than the number {clue} in it",
            "the {colour} area at {area} has {number} cells, more than the number {clue} in it",
        ),
        "bdDeadEnd": "the line {edge} has a loose end",
    },
    "zh": {
        "odd": "盘面一半的格子是灰色，因此不能有 {rows} x {cols} = {number} 格",
        "not square": "对称 {symmetry} 需要正方形盘面，而不是 {rows} x {cols}",
        "above half": "{cell}：数字 {clue} 超过全部 {cells} 格的一半",
        "symmetry asks": "{cell}：图案在此没有数字或 ?，但因{other}的数字，对称要求这里有",
        "not divided": "{cell}：找不到同时满足此数字 {clue} 和上方数字的划分",
        "not divided alone": "{cell}：找不到满足此数字 {clue} 的划分",
        "white": "白色",
        "grey": "灰色",
        "number": "{cell}：数字{clue}不在1到{most}之间",
        "unequal": ("白格有{number}个，灰格有{grey}个，但每个块中两种颜色的格数相等",) * 2,
        "too few around": ("{cell}：相连的{number}个{colour}格只能与周围的{other}格配对，而那里只有{around}个",) * 2,
        "too few connected": "{cell}：数字{clue}需要同样多相连的{colour}格，但只有{connected}个",
        "separates nothing": "{edge}的线没有分隔任何东西",
        "bkSubLt2": "{block}处的块全是{colour}",
        "bkSizeLt": ("{area}处的{colour}区域有{number}格，少于其中的数字{clue}",) * 2,
        "bkSubGt2": "{block}处的块有{parts}个区域：{areas}",
        "other shape": "{block}处的块：两个区域（{areas}）形状不同",
        "other size": "{block}处的块有{one}个{colour}格和{two}个{other}格",
        "bkSizeGt": ("{area}处的{colour}区域有{number}格，多于其中的数字{clue}",) * 2,
        "bdDeadEnd": "{edge}的线有一端悬空",
    },
    "ja": {
        "odd": "盤面の半分のマスは灰色なので、{rows} x {cols} = {number} マスにはできません",
        "not square": "対称 {symmetry} には正方形の盤面が必要で、{rows} x {cols} は使えません",
        "above half": "{cell}：数字 {clue} は全 {cells} マスの半分を超えています",
        "symmetry asks": "{cell}：{other}の数字のため対称では数字か ? が必要ですが、パターンにありません",
        "not divided": "{cell}：この数字 {clue} と上の数字を満たす分け方が見つかりません",
        "not divided alone": "{cell}：この数字 {clue} を満たす分け方が見つかりません",
        "white": "白",
        "grey": "灰色",
        "number": "{cell}：数字{clue}は1から{most}までではない",
        "unequal": ("白のマスが{number}個、灰色のマスが{grey}個あるが、どのブロックも両方の色のマスが同数",) * 2,
        "too few around": (
            "{cell}：つながった{colour}のマス{number}個は周りの{other}のマスとしか組めないが、それは{around}個しかない",
        )
        * 2,
        "too few connected": "{cell}：数字{clue}には同じ数のつながった{colour}のマスが必要だが、{connected}個しかない",
        "separates nothing": "{edge}の線は何も区切っていない",
        "bkSubLt2": "{block}のブロックは全部{colour}",
        "bkSizeLt": ("{area}の{colour}の部分は{number}マスで、中の数字{clue}より少ない",) * 2,
        "bkSubGt2": "{block}のブロックに部分が{parts}個ある：{areas}",
        "other shape": "{block}のブロック：二つの部分（{areas}）の形が違う",
        "other size": "{block}のブロックには{colour}のマスが{one}個、{other}のマスが{two}個ある",
        "bkSizeGt": ("{area}の{colour}の部分は{number}マスで、中の数字{clue}より多い",) * 2,
        "bdDeadEnd": "{edge}の線の端がつながっていない",
    },
}


def say(key: str, **values: Any) -> Sentence:
    return Sentence(MESSAGES, key, **values)
