"""Workers: their end when time is over, when nobody waits, when the system kills them; and the queue before them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import HARD, SAMPLE
from conftest import Service, spent_s
from puzzlewright.web import pool as pools
from puzzlewright.web import worker
from puzzlewright.web.pool import Busy, Died, Pool, Refused, TimeOver


def question(board: str, limit_s: float = 60.0) -> dict[str, Any]:
    return {"board": board, "limit_s": limit_s, "language": "en"}


EASY, LONG = question(SAMPLE), question(HARD)


async def solved(pool: Pool) -> str:
    return str(json.loads(await pool.run("solve", EASY, 60))["status"])


async def changed(pool: Pool, before: list[int]) -> list[int]:
    """The processes when they are others than before, as many of them."""
    while (after := pool.process_ids) == before or len(after) != len(before):
        await asyncio.sleep(0.05)
    return after


def test_a_job_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_GRACE_S", 0.5)

    async def run() -> None:
        async with Pool(1) as pool:
            assert await solved(pool) == "unique"
            before = pool.process_ids
            # The library would go on for a minute.
            with pytest.raises(TimeOver):
                await pool.run("solve", LONG, 0.5)
            (after,) = await changed(pool, before)
            assert not Path(f"/proc/{before[0]}").exists() and after != before[0]
            assert await solved(pool) == "unique"

    asyncio.run(run())


def test_a_worker_that_dies_is_replaced_at_work_and_idle() -> None:
    async def run() -> None:
        async with Pool(1) as pool:
            working = asyncio.create_task(pool.run("solve", LONG, 60))
            await asyncio.sleep(1)
            os.kill(pool.process_ids[0], signal.SIGKILL)
            with pytest.raises(Died):
                await working
            assert await solved(pool) == "unique"
            idle = pool.process_ids
            os.kill(idle[0], signal.SIGKILL)
            await asyncio.sleep(0.3)
            assert await solved(pool) == "unique"
            assert pool.process_ids != idle

    asyncio.run(run())


def test_a_cancelled_job_frees_its_worker_and_the_queue_is_bounded() -> None:
    async def run() -> None:
        async with Pool(1, waiting=1, patience_s=2) as pool:
            working = asyncio.create_task(pool.run("solve", LONG, 60))
            await asyncio.sleep(0.5)
            waiting = asyncio.create_task(pool.run("solve", EASY, 60))
            await asyncio.sleep(0.1)
            with pytest.raises(Busy):
                await pool.run("solve", EASY, 60)
            # Who waits too long is sent away, and the place is free again.
            with pytest.raises(Busy):
                await waiting
            waiting = asyncio.create_task(pool.run("solve", EASY, 60))
            working.cancel()
            assert json.loads(await waiting)["status"] == "unique"
            with pytest.raises(asyncio.CancelledError):
                await working

    asyncio.run(run())


def test_long_jobs_leave_a_worker_to_short_ones() -> None:
    async def run() -> None:
        async with Pool(2) as pool:
            first = asyncio.create_task(pool.run("explain", LONG, 60, is_long=True))
            second = asyncio.create_task(pool.run("explain", LONG, 60, is_long=True))
            assert await solved(pool) == "unique"
            for job in (first, second):
                assert not job.done()
                job.cancel()

    asyncio.run(run())


def test_what_a_job_is_given_may_be_wrong() -> None:
    async def run() -> None:
        async with Pool(1) as pool:
            before = pool.process_ids
            with pytest.raises(Refused) as caught:
                await pool.run("solve", question("evolmino/5/5/!"), 60)
            assert caught.value.args[0]["at"] == "character 14 of the link"
            assert pool.process_ids == before

    asyncio.run(run())


def at_work(service: Service, before: dict[int, float]) -> int:
    """The worker that has a long job: it has had more of the processor since than loading what it needs takes."""
    for _ in range(500):
        time.sleep(0.1)
        for process in service.workers():
            if spent_s(process) - before.get(process, 0) > 1:
                return process
    raise AssertionError("no worker works")


def spent(service: Service) -> dict[int, float]:
    return {process: spent_s(process) for process in service.workers()}


def test_a_worker_killed_in_mid_solve_is_a_clear_error(service: Service) -> None:
    board = service.ask("read", text=HARD)["board"]
    before = spent(service)
    replies: list[httpx.Response] = []
    asking = threading.Thread(
        target=lambda: replies.append(service.post("solve", board=board, limit_s=60, language="zh"))
    )
    asking.start()
    os.kill(at_work(service, before), signal.SIGKILL)
    asking.join()
    (reply,) = replies
    assert reply.status_code == 503
    assert reply.json()["error"] == "处理此请求的进程中途结束，请重试"
    small = service.ask("read", text=SAMPLE)["board"]
    assert [service.ask("solve", board=small)["status"] for _ in range(3)] == ["unique"] * 3


_ARROWS = [[[row, col + step] for step in range(9)] for row in range(0, 20, 4) for col in (0, 10)]
_SMALLER = json.dumps({"puzzle": "evolomino", "rows": 20, "cols": 20, "arrows": _ARROWS})


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("solve", {"board": HARD, "limit_s": 60}),
        ("explain", {"board": _SMALLER, "limit_s": 60}),
        ("generate", {"puzzle": "evolomino", "rows": 40, "cols": 40, "limit_s": 60}),
    ],
)
def test_a_client_that_goes_away_frees_its_worker(service: Service, name: str, body: Any) -> None:
    before = spent(service)
    with closing(HTTPConnection(service.url.removeprefix("http://"))) as connection:
        connection.request("POST", f"/api/{name}", json.dumps(body), {"Content-Type": "application/json"})
        process = at_work(service, before)
    for _ in range(300):
        if process not in service.workers() and len(service.workers()) == 2:
            break
        time.sleep(0.1)
    assert process not in service.workers() and len(service.workers()) == 2


def test_workers_may_not_fill_the_memory(service: Service) -> None:
    def limited(process: int) -> bool:
        limits = Path(f"/proc/{process}/limits").read_text().splitlines()
        return any(line.split()[:4] == ["Max", "address", "space", str(worker.MEMORY_BYTES)] for line in limits)

    for process in service.workers():
        for _ in range(100):
            # One that was just started may not have come to that.
            if limited(process):
                break
            time.sleep(0.1)
        assert limited(process)
