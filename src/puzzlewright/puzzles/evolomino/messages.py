"""What is said about Evolomino boards and answers, a table a language."""

from __future__ import annotations

from typing import Any

from puzzlewright.messages import Sentence, Tables

MESSAGES: Tables = {
    "en": {
        "too small": "no arrow with two blocks fits on {rows} x {cols} cells",
        "no arrow": "{cell} and all others: there is no arrow",
        "no room": "{cell}: the arrow from here has no room for two blocks",
        "clash": "{cells}: no answer has these clues",
        "crowded": "the arrows from {cells} leave each other no room for two blocks each",
        "square on shaded": "{cell}: a pre-drawn square on a shaded cell",
        "arrow on shaded": "{cell}: an arrow on a shaded cell",
        "branches": "{where}: the arrow branches at {cell}",
        "merges": "{where}: the arrow merges at {cell}",
        "closes": "{where}: the arrow closes on itself and has no tail",
        "bsArrowGt2": "the block at {block} has squares on arrows at {cells}",
        "bsNoArrow": "the block at {block} has no square on an arrow",
        "arBlockLt2": (
            "the arrow from {tail} passes through {number} block, not through two or more",
            "the arrow from {tail} passes through {number} blocks, not through two or more",
        ),
        "bsNotEvol": "the block at {block} is not the block at {before} plus one square",
    },
    "zh": {
        "too small": "{rows} x {cols} 格放不下经过两个区块的箭头",
        "no arrow": "{cell}和其余各格：没有箭头",
        "no room": "{cell}：从这里出发的箭头放不下两个区块",
        "clash": "{cells}：没有任何解符合这些提示",
        "crowded": "从{cells}出发的箭头互相挤占，无法各有两个区块",
        "square on shaded": "{cell}：阴影格上有已给的方块",
        "arrow on shaded": "{cell}：阴影格上有箭头",
        "branches": "{where}：箭头在{cell}分叉",
        "merges": "{where}：箭头在{cell}汇合",
        "closes": "{where}：箭头首尾相接，没有起点",
        "bsArrowGt2": "{block}处的区块有多个方块在箭头上：{cells}",
        "bsNoArrow": "{block}处的区块没有方块在箭头上",
        "arBlockLt2": ("从{tail}出发的箭头只经过{number}个区块，至少应有两个",) * 2,
        "bsNotEvol": "{block}处的区块不等于{before}处的区块加上一个方块",
    },
    "ja": {
        "too small": "{rows} x {cols} マスには2ブロックを通る矢印が入りません",
        "no arrow": "{cell}とほかのマス：矢印がありません",
        "no room": "{cell}：ここからの矢印には2ブロックの余地がありません",
        "clash": "{cells}：このヒントを満たす解答がありません",
        "crowded": "{cells}からの矢印は互いに2ブロックずつの余地を残しません",
        "square on shaded": "{cell}：網掛けのマスに最初から□がある",
        "arrow on shaded": "{cell}：網掛けのマスに矢印がある",
        "branches": "{where}：矢印が{cell}で枝分かれしている",
        "merges": "{where}：矢印が{cell}で合流している",
        "closes": "{where}：矢印が輪になっていて、始点がない",
        "bsArrowGt2": "{block}のブロックに矢印上の□が複数ある：{cells}",
        "bsNoArrow": "{block}のブロックに矢印上の□がない",
        "arBlockLt2": ("{tail}からの矢印が通るブロックは{number}個だけで、二つ以上必要",) * 2,
        "bsNotEvol": "{block}のブロックが、{before}のブロックに□を一つ加えた形になっていない",
    },
}


def say(key: str, **values: Any) -> Sentence:
    return Sentence(MESSAGES, key, **values)
