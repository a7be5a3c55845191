"""Sentences in three languages: every one can be said, with the same gaps in each."""

from __future__ import annotations

import pickle
import re
import string

import pytest

from commands import SOURCE
from puzzlewright import refusing
from puzzlewright.errors import NotMade, ParseError
from puzzlewright.forms import parse
from puzzlewright.generating import generate
from puzzlewright.grid import Grid
from puzzlewright.messages import Sentence, Tables, said_in, told
from puzzlewright.puzzles.double_choco import messages as choco
from puzzlewright.puzzles.double_choco.rules import RULES as CHOCO_RULES
from puzzlewright.puzzles.evolomino import messages as evolomino
from puzzlewright.puzzles.evolomino.rules import RULES, Answer, Instance, check
from puzzlewright.web import sentences

TABLES: Tables = {
    "en": {"cut": ("{number} block at {cells} is {colour}", "{number} blocks at {cells} are {colour}"), "grey": "grey"},
    "zh": {"cut": ("{cells}处的{number}个块是{colour}",) * 2, "grey": "灰色"},
    "ja": {"cut": ("{cells}のブロック{number}個は{colour}",) * 2, "grey": "灰色"},
}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(
    "tables",
    [evolomino.MESSAGES, choco.MESSAGES, refusing.TABLES, sentences.TABLES],
    ids=["evolomino", "double-choco", "refusing", "service"],
)
def test_tables_agree(tables: Tables) -> None:
    assert list(tables) == ["en", "zh", "ja"]
    for key, english in tables["en"].items():
        for table in tables.values():
            assert isinstance(table[key], str) is isinstance(english, str)
            forms = [table[key], english] if isinstance(english, str) else [*table[key], *english]
            assert len({frozenset(gaps(form)) for form in forms}) == 1, key
    assert all(table.keys() == tables["en"].keys() for table in tables.values())


def test_every_rule_has_a_sentence() -> None:
    assert RULES.keys() - {"arInvalid"} <= evolomino.MESSAGES["en"].keys()
    assert CHOCO_RULES.keys() - {"bkDifferentShape"} <= choco.MESSAGES["en"].keys()


def test_values_are_said_in_the_same_language() -> None:
    grey = Sentence(TABLES, "grey")
    one = Sentence(TABLES, "cut", number=1, cells=frozenset([(0, 0)]), colour=grey)
    assert one == "1 block at r1c1 is grey" and one.said_in("zh") == "r1c1处的1个块是灰色"
    many = Sentence(TABLES, "cut", number=9, cells=frozenset(Grid(3, 3)), colour=grey)
    assert many == "9 blocks at r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 and 3 more are grey"
    assert many.said_in("ja") == "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3など9マスのブロック9個は灰色"
    assert pickle.loads(pickle.dumps(many)).said_in("ja") == many.said_in("ja")
    assert said_in("as it is", "ja") == "as it is"


def test_what_check_says() -> None:
    board = Instance(1, 3, links=frozenset([((0, 0), (0, 1)), ((0, 1), (0, 2))]))
    (broken,) = check(board, Answer(frozenset([(0, 0)])))
    assert broken.message == "the arrow from r1c1 passes through 1 block, not through two or more"
    assert said_in(broken.message, "zh") == "从r1c1出发的箭头只经过1个区块，至少应有两个"
    assert said_in(broken.message, "ja") == "r1c1からの矢印が通るブロックは1個だけで、二つ以上必要"


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("evolmino/5/5/i71027000222k44j2", "链接第 31 个字符：链接在向右和向下的箭头处中断"),
        ("dbchoco/6/6/ueoq8p30g42j4n5s22j~", "链接第 32 个字符：盘面结束后还有文本：'~'"),
        ("sudoku/9/9/abc", "未知的谜题种类 'sudoku'；已知的有 evolomino (evolmino), double-choco (dbchoco)"),
        ("", "文本是空的"),
        ("evolomino 2x2\n. .\n.", "第 3 行：格子不完整：应有 2 个词，只有 1 个"),
    ],
)
def test_texts_are_refused_in_other_languages(text: str, chinese: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse(text)
    assert told(refused.value, "en") == str(refused.value)
    assert told(refused.value, "zh").startswith(chinese)
    assert told(refused.value, "ja") not in (told(refused.value, "zh"), str(refused.value))


def test_boards_are_refused_in_other_languages() -> None:
    with pytest.raises(NotMade) as refused:
        generate("dbchoco", 3, 3, pattern=parse("dbchoco/3/3/").board)
    assert str(refused.value).startswith("the pattern cannot be kept: half of the cells")
    assert told(refused.value, "zh") == ("无法保留这些提示：盘面一半的格子是灰色，因此不能有 3 x 3 = 9 格")


def test_what_codecs_read_has_a_name() -> None:
    calls = r"read_(?:bits|thirds|numbers|marks)", r"lines\.tokens", "natural"
    read = [rf'{call}\([^"\n]*"([^"\n]+)"' for call in calls]
    text = "".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    found = {what for pattern in read for what in re.findall(pattern, text)}
    assert len(found) > 8 and found <= refusing.TABLES["en"].keys()
