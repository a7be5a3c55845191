"""Sentences in three languages: every one can be said, with the same gaps in each."""

from __future__ import annotations

import pickle
import string

import pytest

from puzzlewright.grid import Grid
from puzzlewright.messages import Sentence, Tables, said_in
from puzzlewright.puzzles.double_choco import messages as choco
from puzzlewright.puzzles.double_choco.rules import RULES as CHOCO_RULES
from puzzlewright.puzzles.evolomino import messages as evolomino
from puzzlewright.puzzles.evolomino.rules import RULES, Answer, Instance, check

TABLES: Tables = {
    "en": {"cut": ("{number} block at {cells} is {colour}", "{number} blocks at {cells} are {colour}"), "grey": "grey"},
    "zh": {"cut": ("{cells}处的{number}个块是{colour}",) * 2, "grey": "灰色"},
    "ja": {"cut": ("{cells}のブロック{number}個は{colour}",) * 2, "grey": "灰色"},
}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("tables", [evolomino.MESSAGES, choco.MESSAGES], ids=["evolomino", "double-choco"])
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
