"""What explanations, hints and grades say apart from rules and marks, a table a language.

`{}` stand for what sentences join. Pairs are what is said of one thing and of several.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlewright.drawing import Why

LANGUAGES = ("en", "zh", "ja")

Plural = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wording:
    """All sentences of one language; `known` goes before what follows from it and may be left out."""

    between: str
    last: str
    """Between names of places, and before the last of them."""
    also: str
    also_last: str
    """Between marks of different values, and before the last of them."""
    condition: tuple[str, str]
    """What marks say otherwise where they are a condition: in Japanese a subject and no topic."""
    clauses: str
    space: str
    number: str
    colon: str
    known: str
    step: str
    bare_step: str
    suppose: str
    then: str
    first: str
    clash: str
    case_then: str
    case_clash: str
    """What one of two cases leads to at first: marks, or at once a rule that cannot hold."""
    so: str
    likewise: str
    """The mark that a chain is about, and the others that its rules force."""
    no_answer: str
    clash_of: tuple[str, str]
    """A board without an answer: the rule that cannot hold, or the rules that clash."""
    unproved: Plural
    done: str
    mistakes: str
    clashing_mistakes: str
    no_hint: str
    ambiguous: str
    nothing_left: str

    head: tuple[str, Plural, Plural]
    """Title and size, rows, columns."""
    title: str
    author: str
    to_the_answer: Plural
    to_what_is_forced: Plural
    unfinished: Plural
    clashes: str
    nothing_forced: str
    verified: str
    way: str
    """Above each of two answers."""

    bands: Mapping[str, str]
    grade: str
    sizes: Plural
    """The number of steps, and how many have so many rules."""
    no_sizes: Plural
    size: Plural
    no_grade_several: str
    no_grade_none: str
    no_grade: str
    hardest: str

    legend: Mapping[Why, str]
    rules: str
    """What numbers in drawings are."""
    rule: str
    too_narrow: str
    working: Mapping[str, str]
    """What is shown while people wait."""
    so_far: Plural
    reasons: Mapping[str, str]
    """Why work ended early, by what is said in English."""


_ENGLISH = Wording(
    between=", ",
    last=" and ",
    also=", ",
    also_last=" and ",
    condition=("", ""),
    clauses="; ",
    space=" ",
    number="({}) {}",
    colon=": ",
    known="as {}, ",
    step="{}{}: {}.",
    bare_step="{}, because {}.",
    suppose="Suppose {}.",
    then="Then {}{}: {}.",
    first="{}{}: {}.",
    clash="But {}this cannot hold: {}.",
    case_then="If {}, then {}{}: {}.",
    case_clash="If {}, then {}this cannot hold: {}.",
    so="So {}.",
    likewise="So {}; by the same rules, {}.",
    no_answer="There is no answer.",
    clash_of=("{}this cannot hold: {}.", "{}these cannot all hold: {}."),
    unproved=(
        " ({} rule; it is proved only that fewer than {} do not do.)",
        " ({} rules; it is proved only that fewer than {} do not do.)",
    ),
    done="The answer is complete and right.",
    mistakes="This is wrong: {}.",
    clashing_mistakes="These marks cannot all stand: {}.",
    no_hint="There is no hint, as {}.",
    ambiguous="Nothing more is forced: the board has more than one answer that these marks allow.",
    nothing_left="Nothing is left to deduce.",
    head=("{}, {} x {}", ("{} row", "{} rows"), ("{} column", "{} columns")),
    title=', "{}"',
    author=", by {}",
    to_the_answer=("{} step leads to the only answer.", "{} steps lead to the only answer."),
    to_what_is_forced=(
        "{} step leads to all that is forced. Two ways to go on differ in brackets.",
        "{} steps lead to all that is forced. Two ways to go on differ in brackets.",
    ),
    unfinished=(
        "{} step so far; the explanation is not complete, as {}.",
        "{} steps so far; the explanation is not complete, as {}.",
    ),
    clashes="This is what clashes.",
    nothing_forced="Nothing is forced: there is more than one answer. Two ways to go on differ in brackets.",
    verified="Verified: each step follows from its reasons alone, and from none fewer of them.",
    way="answer {}",
    bands={band: band.capitalize() for band in ("easy", "medium", "hard", "expert", "beyond")},
    grade="{}, with a score of {}.",
    sizes=("{} step: {}.", "{} steps: {}."),
    no_sizes=("{} step.", "{} steps."),
    size=("{} with {} rule", "{} with {} rules"),
    no_grade_several="There is more than one answer, so the board has no grade.",
    no_grade_none="There is no answer, so the board has no grade.",
    no_grade="There is no grade, as {}.",
    hardest="The hardest step: {}",
    legend={
        Why.DEDUCED: "deduced",
        Why.USED: "used for that",
        Why.WRONG: "wrong",
        Why.DIFFERS: "differs",
    },
    rules="where each rule applies",
    rule="rule {}",
    too_narrow="(The board needs a terminal of {} columns; `puzzlewright render` draws it in a file.)",
    working={
        "explaining": "explaining",
        "verifying": "verifying",
        "hint": "looking for the next step",
        "grading": "grading",
    },
    so_far=("explaining: {} step so far", "explaining: {} steps so far"),
    reasons={
        reason: reason
        for reason in (
            "the time is over",
            "the search needs more memory than it may use",
            "the work was interrupted",
        )
    },
)

_CHINESE = Wording(
    between="、",
    last="和",
    also="，",
    also_last="，",
    condition=("", ""),
    clauses="；",
    space="",
    number="（{}）{}",
    colon="：",
    known="因为{}，",
    step="{}所以{}：{}。",
    bare_step="{}：{}。",
    suppose="假设{}。",
    then="那么，{}{}：{}。",
    first="{}{}：{}。",
    clash="但是，{}以下规则无法成立：{}。",
    case_then="如果{}，那么，{}{}：{}。",
    case_clash="如果{}，那么，{}以下规则无法成立：{}。",
    so="所以{}。",
    likewise="所以{}；由同样的规则可知{}。",
    no_answer="此题无解。",
    clash_of=("{}以下规则无法成立：{}。", "{}以下规则不能同时成立：{}。"),
    unproved=("（用了{}条规则；只证明了少于{}条不够。）",) * 2,
    done="答案完整且正确。",
    mistakes="有错误：{}。",
    clashing_mistakes="这些标记不能同时成立：{}。",
    no_hint="没有提示：{}。",
    ambiguous="没有更多必然的结论：按现有标记，此题不止一个解。",
    nothing_left="没有可以继续推理的了。",
    head=("{}，{}×{}", ("{}行",) * 2, ("{}列",) * 2),
    title="，“{}”",
    author="，作者：{}",
    to_the_answer=("共{}步，得到唯一解。",) * 2,
    to_what_is_forced=("共{}步，推出所有必然的结论。此后有两种填法，不同之处用方括号标出。",) * 2,
    unfinished=("目前共{}步，解释尚未完成：{}。",) * 2,
    clashes="以上就是矛盾所在。",
    nothing_forced="没有必然的结论：此题不止一个解。两种填法的不同之处用方括号标出。",
    verified="已验证：每一步都能只凭所列的理由推出，且缺一不可。",
    way="解{}",
    bands={"easy": "简单", "medium": "中等", "hard": "困难", "expert": "专家", "beyond": "极难"},
    grade="难度：{}，评分{}。",
    sizes=("共{}步：{}。",) * 2,
    no_sizes=("共{}步。",) * 2,
    size=("{}步用{}条规则",) * 2,
    no_grade_several="此题不止一个解，无法评定难度。",
    no_grade_none="此题无解，无法评定难度。",
    no_grade="无法评定难度：{}。",
    hardest="最难的一步：{}",
    legend={Why.DEDUCED: "推出的结论", Why.USED: "所依据的标记", Why.WRONG: "错误", Why.DIFFERS: "不同之处"},
    rules="各条规则涉及的格子",
    rule="规则{}",
    too_narrow="（终端至少要有{}列才能显示盘面；可用 `puzzlewright render` 画成文件。）",
    working={
        "explaining": "正在推理",
        "verifying": "正在验证",
        "hint": "正在寻找下一步",
        "grading": "正在评定难度",
    },
    so_far=("正在推理：已有{}步",) * 2,
    reasons={
        "the time is over": "时间已到",
        "the search needs more memory than it may use": "搜索所需的内存超出上限",
        "the work was interrupted": "计算被中断",
    },
)

_JAPANESE = Wording(
    between="・",
    last="・",
    also="、",
    also_last="、",
    condition=("は", "が"),
    clauses="；",
    space="",
    number="（{}）{}",
    colon="：",
    known="{}なので、",
    step="{}{}：{}。",
    bare_step="{}：{}。",
    suppose="{}だと仮定する。",
    then="すると、{}{}：{}。",
    first="{}{}：{}。",
    clash="しかし、{}次のルールが成り立たない：{}。",
    case_then="{}だとすると、{}{}：{}。",
    case_clash="{}だとすると、{}次のルールが成り立たない：{}。",
    so="よって、{}。",
    likewise="よって、{}。同じルールから、{}。",
    no_answer="解なし。",
    clash_of=("{}次のルールが成り立たない：{}。", "{}次のルールは同時に成り立たない：{}。"),
    unproved=("（ルール{}個を使用。{}個未満では足りないことだけが証明されている。）",) * 2,
    done="答えは完成していて、正しい。",
    mistakes="誤り：{}。",
    clashing_mistakes="次の印は同時に成り立たない：{}。",
    no_hint="ヒントは出せない：{}。",
    ambiguous="これ以上は決まらない：今の印に合う答えが複数ある。",
    nothing_left="もう推理できることはない。",
    head=("{}、{}×{}", ("{}行",) * 2, ("{}列",) * 2),
    title="、「{}」",
    author="、作：{}",
    to_the_answer=("全{}手で唯一解に到達。",) * 2,
    to_what_is_forced=("全{}手で、決まるところはすべて決まる。この先は二通りあり、違うマスなどを角括弧で示す。",) * 2,
    unfinished=("ここまで{}手。解説は未完成：{}。",) * 2,
    clashes="以上のように矛盾する。",
    nothing_forced="決まるところがない：答えが複数ある。二通りの答えの違うところを角括弧で示す。",
    verified="検証済み：どの手も挙げた根拠だけから導け、根拠はどれも欠かせない。",
    way="答え{}",
    bands={"easy": "やさしい", "medium": "ふつう", "hard": "難しい", "expert": "達人級", "beyond": "超難問"},
    grade="難易度：{}（スコア{}）。",
    sizes=("全{}手：{}。",) * 2,
    no_sizes=("全{}手。",) * 2,
    size=("{}手はルール{}個",) * 2,
    no_grade_several="答えが複数あるため、難易度は決められない。",
    no_grade_none="解がないため、難易度は決められない。",
    no_grade="難易度は決められない：{}。",
    hardest="最も難しい手：{}",
    legend={Why.DEDUCED: "決まったところ", Why.USED: "根拠にした印", Why.WRONG: "誤り", Why.DIFFERS: "違うところ"},
    rules="各ルールの対象のマス",
    rule="ルール{}",
    too_narrow="（盤面の表示には{}桁の端末が必要。`puzzlewright render` でファイルに描ける。）",
    working={
        "explaining": "推理中",
        "verifying": "検証中",
        "hint": "次の手を探索中",
        "grading": "難易度を判定中",
    },
    so_far=("推理中：ここまで{}手",) * 2,
    reasons={
        "the time is over": "制限時間になった",
        "the search needs more memory than it may use": "探索に必要なメモリーが上限を超えた",
        "the work was interrupted": "処理が中断された",
    },
)

WORDING = {"en": _ENGLISH, "zh": _CHINESE, "ja": _JAPANESE}


def plural(forms: Plural, number: int, *more: object) -> str:
    """The form for so many things, with the number first."""
    return forms[number != 1].format(number, *more)
