"""A service as its users have it: the command `serve` as a process, at a port of its own."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import SAMPLE, start
from visits import address, browser, visit, visitor  # noqa: F401

CHOCO = "https://puzz.link/p?dbchoco/5/4/hpsok3h1q"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a browser come last: once it runs, its thread has an event loop, beside which no other can run."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@dataclass(frozen=True)
class Service:
    """A running service with two workers."""

    url: str
    process: int
    client: httpx.Client

    def post(self, name: str, **body: Any) -> httpx.Response:
        return self.client.post(f"/api/{name}", json=body)

    def ask(self, name: str, **body: Any) -> Any:
        """The object of a request that can be met."""
        reply = self.post(name, **body)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def refused(self, name: str, **body: Any) -> Any:
        """The object of a request that cannot be met."""
        reply = self.post(name, **body)
        assert reply.status_code == 400, reply.text
        found = reply.json()
        assert list(found) == ["error", "at", "opened"] and found["error"]
        return found

    def workers(self) -> list[int]:
        """Its worker processes."""
        return children(self.process)


def children(process: int) -> list[int]:
    """The processes that a process has started, as far as the system tells."""
    found = Path(f"/proc/{process}/task/{process}/children")
    if not found.exists():
        pytest.skip("the system does not tell which processes a process has")
    return [int(number) for number in found.read_text().split()]


def spent_s(process: int) -> float:
    """Seconds that the processor has worked for a process; none for one that has ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0.0
    return sum(map(int, stat.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    boards = tmp_path_factory.mktemp("boards")
    (boards / "small").mkdir()
    (boards / "small" / "one.txt").write_text(SAMPLE)
    (boards / "two.txt").write_text("double-choco 1x2\n. #\n")
    process = start("serve", "--port", "0", "--workers", "2", "--boards", boards)
    assert process.stdout is not None and process.stderr is not None
    try:
        line = process.stdout.readline().decode()
        found = re.match(r"(http://127\.0\.0\.1:\d+)/ ", line)
        assert found, line
        with httpx.Client(base_url=found[1], timeout=60) as client:
            yield Service(found[1], process.pid, client)
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    # Whatever the tests did, nothing went wrong inside, and Ctrl-C ends it quietly.
    assert (process.returncode, out, err) == (130, b"", b"puzzlewright: interrupted\n")


@pytest.fixture(params=[SAMPLE, CHOCO], ids=["evolomino", "double-choco"])
def opened(request: pytest.FixtureRequest, service: Service) -> Any:
    """An opened board with one answer, of each genre."""
    return service.ask("read", text=request.param)
