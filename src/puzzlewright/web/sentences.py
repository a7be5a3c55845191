"""What the service says about itself, a table a language."""

from __future__ import annotations

from puzzlewright.messages import Sentence, Tables

TABLES: Tables = {
    "en": {
        "busy": "all workers are busy; try again in a moment",
        "died": "the process that worked on this ended before it was done; try again",
        "defect": "something went wrong in the service that is not your fault",
    },
    "zh": {
        "busy": "所有计算进程都忙，请稍后再试",
        "died": "处理此请求的进程中途结束，请重试",
        "defect": "服务出了问题，不是你的错",
    },
    "ja": {
        "busy": "計算プロセスがすべて使用中です。しばらくしてからもう一度お試しください",
        "died": "処理中のプロセスが途中で終わりました。もう一度お試しください",
        "defect": "サービス側で問題が起きました",
    },
}


def sentence(key: str, **values: object) -> Sentence:
    """The sentence with that key."""
    return Sentence(TABLES, key, **values)
