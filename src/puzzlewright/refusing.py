"""What is said about links and texts that cannot be read, and about boards that cannot be made, a table a language.

People meet these sentences where they paste links and ask for boards. Others, about forms that programs write, are in
English only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzlewright.messages import Sentence, Tables

TABLES: Tables = {
    "en": {
        # Places.
        "character": "character {index} of the link",
        "line": "line {index}",
        "token": "{line}, token {index}",
        "penpa link": "Penpa+ link",
        # What was being read.
        "cells": "cells",
        "cells of the answer": "cells of the answer",
        "colours": "colours",
        "numbers": "numbers",
        "arrows to the left and up": "arrows to the left and up",
        "arrows to the right and down": "arrows to the right and down",
        "arrows between columns": "arrows between columns",
        "arrows between rows": "arrows between rows",
        "lines between columns": "lines between columns",
        "lines between rows": "lines between rows",
        "the number": "the number",
        "the number of rows": "the number of rows",
        "the number of columns": "the number of columns",
        # Any text.
        "empty": "the text is empty",
        "no form": "{text} starts no link, no pzprv3 file, no JSON and no typed board",
        "no genre": "the genre {text} is unknown; known are {known}",
        "too large": "a board of {rows} x {cols} cells is above the limit of {most} x {most} cells",
        "not natural": "{what} {text} is not a positive whole number",
        "too high": "{what} {text} is above the limit of {most}",
        "goes on": "text after the end of the board: {text}",
        "head": "after the genre come rows x columns, as in '{name} 5x5'",
        "unknown word": "{text} is unknown in {what}, which are written with {known}",
        "few tokens": (
            "{what} end early: {number} token where {width} should be",
            "{what} end early: {number} tokens where {width} should be",
        ),
        "many tokens": (
            "{what}: {number} token where {width} should be",
            "{what}: {number} tokens where {width} should be",
        ),
        # Links.
        "no board": "this link has no board: the part after ? is missing",
        "no name": "{text} is not the name of a genre",
        "flag": "the flag {text} after {genre} is unknown",
        "variant": "the variant {text} is unknown",
        "cut": "the link ends within {what}",
        "no digit": "{text} is no digit of base {base} ({what})",
        "past last": "{what} run past the last one",
        "past last cell": "{what} run past the last cell",
        "too low": "{value} is not among {what}, which start at {least}",
        "penpa without board": "this Penpa+ link has no board: the part after p= is missing",
        "penpa not base64": "the part after p= is not base64, or it is cut",
        "penpa not deflated": "the part after p= cannot be inflated",
        "penpa cut": "the part after p= is cut, or has text after its end",
        "and more": "{reason}, and {number} more",
        # Making.
        "pattern": "the pattern cannot be kept: {reason}",
        "pattern size": "the pattern has {has_rows} x {has_cols} cells, not {rows} x {cols}",
        "board": "board {index}: {problem}",
        "not found": "no board was found in {most} attempts",
        "band not found": "no board that is {band} was found in {most} attempts",
    },
    "zh": {
        "character": "链接第 {index} 个字符",
        "line": "第 {index} 行",
        "token": "{line}第 {index} 个词",
        "penpa link": "Penpa+ 链接",
        "cells": "格子",
        "cells of the answer": "答案的格子",
        "colours": "颜色",
        "numbers": "数字",
        "arrows to the left and up": "向左和向上的箭头",
        "arrows to the right and down": "向右和向下的箭头",
        "arrows between columns": "列间的箭头",
        "arrows between rows": "行间的箭头",
        "lines between columns": "列间的线",
        "lines between rows": "行间的线",
        "the number": "数字",
        "the number of rows": "行数",
        "the number of columns": "列数",
        "empty": "文本是空的",
        "no form": "{text} 不是链接、pzprv3 文件、JSON 或文字盘面的开头",
        "no genre": "未知的谜题种类 {text}；已知的有 {known}",
        "too large": "{rows} x {cols} 格的盘面超过上限 {most} x {most} 格",
        "not natural": "{what} {text} 不是正整数",
        "too high": "{what} {text} 超过上限 {most}",
        "goes on": "盘面结束后还有文本：{text}",
        "head": "种类之后应为 行数x列数，例如 '{name} 5x5'",
        "unknown word": "{what}中不能有 {text}，只能写 {known}",
        "few tokens": ("{what}不完整：应有 {width} 个词，只有 {number} 个",) * 2,
        "many tokens": ("{what}：应有 {width} 个词，却有 {number} 个",) * 2,
        "no board": "链接中没有盘面：缺少 ? 之后的部分",
        "no name": "{text} 不是谜题种类的名称",
        "flag": "{genre} 之后的标志 {text} 未知",
        "variant": "未知的变体 {text}",
        "cut": "链接在{what}处中断",
        "no digit": "{text} 不是 {base} 进制数字（{what}）",
        "past last": "{what}超出了最后一处",
        "past last cell": "{what}超出了最后一格",
        "too low": "{what}从 {least} 开始，不能是 {value}",
        "penpa without board": "这个 Penpa+ 链接中没有盘面：缺少 p= 之后的部分",
        "penpa not base64": "p= 之后的部分不是 base64，或被截断",
        "penpa not deflated": "p= 之后的部分无法解压",
        "penpa cut": "p= 之后的部分被截断，或结尾有多余文本",
        "and more": "{reason}，另有 {number} 处",
        "pattern": "无法保留这些提示：{reason}",
        "pattern size": "图案有 {has_rows} x {has_cols} 格，而不是 {rows} x {cols}",
        "board": "盘面 {index}：{problem}",
        "not found": "尝试 {most} 次仍未找到盘面",
        "band not found": "尝试 {most} 次仍未找到难度为 {band} 的盘面",
    },
    "ja": {
        "character": "リンクの {index} 文字目",
        "line": "{index} 行目",
        "token": "{line}の {index} 語目",
        "penpa link": "Penpa+ のリンク",
        "cells": "マス",
        "cells of the answer": "解答のマス",
        "colours": "色",
        "numbers": "数字",
        "arrows to the left and up": "左と上への矢印",
        "arrows to the right and down": "右と下への矢印",
        "arrows between columns": "列の間の矢印",
        "arrows between rows": "行の間の矢印",
        "lines between columns": "列の間の線",
        "lines between rows": "行の間の線",
        "the number": "数字",
        "the number of rows": "行数",
        "the number of columns": "列数",
        "empty": "テキストが空です",
        "no form": "{text} はリンク、pzprv3 ファイル、JSON、文字盤面のどれの始まりでもありません",
        "no genre": "パズルの種類 {text} は不明です。使えるのは {known} です",
        "too large": "{rows} x {cols} マスの盤面は上限の {most} x {most} マスを超えています",
        "not natural": "{what} {text} は正の整数ではありません",
        "too high": "{what} {text} は上限の {most} を超えています",
        "goes on": "盤面の終わりの後に文字があります：{text}",
        "head": "種類の後には '{name} 5x5' のように 行数x列数 を書きます",
        "unknown word": "{what}に {text} は使えません。使えるのは {known} です",
        "few tokens": ("{what}が途中で終わっています：{width} 語のところ {number} 語です",) * 2,
        "many tokens": ("{what}：{width} 語のところ {number} 語あります",) * 2,
        "no board": "リンクに盤面がありません：? の後がありません",
        "no name": "{text} はパズルの種類の名前ではありません",
        "flag": "{genre} の後の {text} は不明です",
        "variant": "変種 {text} は不明です",
        "cut": "リンクが{what}の途中で終わっています",
        "no digit": "{text} は {base} 進数の数字ではありません（{what}）",
        "past last": "{what}が最後を越えています",
        "past last cell": "{what}が最後のマスを越えています",
        "too low": "{what}は {least} からなので {value} は使えません",
        "penpa without board": "この Penpa+ のリンクには盤面がありません：p= の後がありません",
        "penpa not base64": "p= の後が base64 でないか、途中で切れています",
        "penpa not deflated": "p= の後を展開できません",
        "penpa cut": "p= の後が途中で切れているか、終わりの後に文字があります",
        "and more": "{reason}、ほかに {number} 件",
        "pattern": "このヒントを残せません：{reason}",
        "pattern size": "パターンは {has_rows} x {has_cols} マスで、{rows} x {cols} ではありません",
        "board": "盤面 {index}：{problem}",
        "not found": "{most} 回試しても盤面が見つかりませんでした",
        "band not found": "{most} 回試しても難易度 {band} の盤面が見つかりませんでした",
    },
}


def refused(key: str, **values: Any) -> Sentence:
    """The sentence with that key."""
    return Sentence(TABLES, key, **values)


def named(what: str) -> str:
    """What is being read, as a sentence of its own where it has one."""
    return refused(what) if what in TABLES["en"] else what


def first_of(reasons: Sequence[str]) -> str:
    """The first of some sentences, and how many more there are."""
    return reasons[0] if len(reasons) == 1 else refused("and more", reason=reasons[0], number=len(reasons) - 1)
