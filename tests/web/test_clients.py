"""Many clients at once: nobody gets an error but to come again later, and the page stays quick."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from typing import Any

import httpx
import pytest

from commands import HARD, SAMPLE, TWO
from conftest import CHOCO, Service

CLIENTS = 50
QUICK = ("read", "edit", "check")


async def crowd(url: str, seconds: float) -> tuple[Counter[tuple[str, int]], list[float]]:
    """What clients got, by request and status code, and the seconds that quick requests took."""
    got: Counter[tuple[str, int]] = Counter()
    quick: list[float] = []
    end = time.monotonic() + seconds

    async def client(http: httpx.AsyncClient, number: int) -> None:
        chance = random.Random(number)

        async def ask(name: str, **body: Any) -> httpx.Response:
            start = time.monotonic()
            reply = await http.post(f"/api/{name}", json=body)
            got[name, reply.status_code] += 1
            if name in QUICK:
                quick.append(time.monotonic() - start)
            return reply

        async def play() -> None:
            opened = (await ask("read", text=chance.choice([SAMPLE, TWO, CHOCO]))).json()
            puzzle, board = opened["puzzle"], opened["board"]
            await ask("edit", board=board, tool="shaded" if puzzle == "evolmino" else "colour", cells=[[0, 0]])
            await ask("check", board=board, marks=[])
            match chance.randrange(8):
                case 0:
                    await ask("solve", board=HARD, limit_s=2)
                case 1:
                    await ask("generate", puzzle=puzzle, rows=5, cols=5, seed=chance.randrange(99), limit_s=5)
                case 2:
                    await ask("explain", board=board, limit_s=5)
                case 3:
                    await ask("hint", board=board, marks=[], limit_s=5)
                case _:
                    await ask("solve", board=board, limit_s=5)

        await play()
        while time.monotonic() < end:
            await asyncio.sleep(chance.random() / 2)
            await play()

    everyone = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=90, limits=everyone) as http:
        await asyncio.gather(*(client(http, number) for number in range(CLIENTS)))
    return got, sorted(quick)


def judge(got: Counter[tuple[str, int]]) -> None:
    assert {status for _, status in got} <= {200, 429}
    for name in QUICK:
        assert got[name, 200] >= CLIENTS and not got[name, 429]
    assert got["solve", 200]


def test_fifty_clients_for_some_seconds(service: Service) -> None:
    got, _ = asyncio.run(crowd(service.url, 5))
    judge(got)
    assert len(service.workers()) == 2


@pytest.mark.long
def test_fifty_clients_for_a_minute(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    got, quick = asyncio.run(crowd(service.url, 60))
    judge(got)
    with capsys.disabled():
        parts = [f"{share}%: {quick[len(quick) * share // 100]:.3f} s" for share in (50, 90, 99)]
        print(f"\n{dict(got)}; quick requests within {', '.join(parts)}, most {quick[-1]:.3f} s")
