"""Limits, headers, and what is said to requests that are not what they should be."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from commands import HARD, SAMPLE, environment, run, start
from conftest import Service, children, spent_s
from puzzlewright.cli.serve import _listen
from puzzlewright.web import bodies, guard
from puzzlewright.web.app import create
from puzzlewright.web.pool import Pool

PAGE = Path(guard.__file__).parent / "static"


def test_every_answer_has_the_security_headers(service: Service) -> None:
    replies = [service.client.get(path) for path in ("/api/genres", "/api/boards/x", "/api/openapi.json", "/x")]
    replies += [service.post("solve"), service.post("read", text=SAMPLE)]
    assert [reply.status_code for reply in replies] == [200, 404, 200, 404, 400, 200]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        for part in ("default-src 'self'", "img-src 'self' data: blob:", "style-src 'self'", "script-src 'self'"):
            assert f"{part};" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "server" not in reply.headers and "set-cookie" not in reply.headers


def test_files_of_the_page_are_kept_by_their_etag(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>page</title>")
    (tmp_path / "page.js").write_text("export {};")
    (tmp_path / "worker.js").write_text("// worker")
    app = create(Pool(1), page=tmp_path)

    async def ask(path: str, **headers: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.get(path, headers=headers)

    for path in ("/static/page.js", "/", "/worker.js"):
        reply = asyncio.run(ask(path))
        assert reply.status_code == 200 and reply.headers["cache-control"] == "no-cache"
        assert "content-security-policy" in reply.headers
        again = asyncio.run(ask(path, **{"If-None-Match": reply.headers["etag"]}))
        assert (again.status_code, again.content) == (304, b"")
    for path in ("../index.html", "%2e%2e/index.html", "", "nothing.js", "%00", "//etc/passwd"):
        assert asyncio.run(ask(f"/static/{path}")).status_code == 404


def test_files_of_the_page_are_sent_packed_to_those_who_can_unpack_them(service: Service) -> None:
    with service.client.stream("GET", "/static/page.css") as packed:
        assert packed.headers["content-encoding"] == "gzip"
        length = sum(map(len, packed.iter_raw()))
    plain = service.client.get("/static/page.css", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and len(plain.content) > 2 * length
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    head = service.client.head("/")
    assert (head.status_code, head.content) == (200, b"") and head.headers["content-type"].startswith("text/html")


def test_nobody_else_may_ask_in_a_browser(service: Service) -> None:
    """A page of another site cannot send JSON without being allowed to, and it is not."""
    origin = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    reply = service.client.options("/api/solve", headers=origin)
    assert reply.status_code == 405 and not any(name.startswith("access-control") for name in reply.headers)
    plain = service.client.post("/api/read", content=f'{{"text": "{SAMPLE}"}}', headers={"Content-Type": "text/plain"})
    assert plain.status_code == 400


def test_large_requests_are_refused_before_they_are_read(service: Service) -> None:
    # Announced: the answer comes although the body never does.
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        head = (f"Host: {host}", "Content-Type: application/json", "Content-Length: 99999999", "", "")
        connection.sendall("\r\n".join(("POST /api/read HTTP/1.1", *head)).encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")

    def parts() -> Iterator[bytes]:
        for _ in range(bodies.MOST_BYTES // 65536 + 2):
            yield b" " * 65536

    reply = service.client.post("/api/read", content=parts(), headers={"Content-Type": "application/json"})
    assert reply.status_code == 413
    assert reply.json() == {"error": f"a request has {bodies.MOST_BYTES} bytes at most", "at": None, "opened": None}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "Field required"),
        (b"{", "JSON decode error"),
        (b"[" * 100_000, "error parsing the body"),
        (b'{"rows": ' + b"9" * 10_000 + b"}", "error parsing the body"),
        (b"\xff\xfe\x00", "error parsing the body"),
        (b'{"text": "\\ud800"}', "text: "),
        (b'{"text": "a", "\\ud800": 1}', "unable to parse raw data as a unicode string"),
        (b'{"text": "a", "more": 1}', "more: Extra inputs are not permitted"),
        (b'{"text": 5}', "text: Input should be a valid string"),
        (b'{"text": "a", "language": "xx"}', "language: Input should be 'en', 'zh' or 'ja'"),
        (b'{"text": ""}', "the text is empty"),
        (b'{"text": "<script>"}', "starts no link"),
    ],
)  # fmt: skip
def test_what_is_no_request_gets_a_sentence(service: Service, content: bytes, problem: str) -> None:
    reply = service.client.post("/api/read", content=content, headers={"Content-Type": "application/json"})
    assert reply.status_code == 400
    found = reply.json()
    assert list(found) == ["error", "at", "opened"] and problem in found["error"]


@pytest.mark.parametrize(
    ("name", "body", "where"),
    [
        ("new", {"puzzle": "evolmino", "rows": 101, "cols": 5}, "rows"),
        ("new", {"puzzle": "evolmino", "rows": 5, "cols": 0}, "cols"),
        ("new", {"puzzle": "x" * 41, "rows": 5, "cols": 5}, "puzzle"),
        ("new", {"puzzle": "evolmino", "rows": 5.5, "cols": 5}, "rows"),
        ("solve", {"board": "a", "limit_s": 61}, "limit_s"),
        ("solve", {"board": "a", "limit_s": 0}, "limit_s"),
        ("solve", {"board": "a", "mark": []}, "mark"),
        ("read", {"text": "a" * 1_500_001}, "text"),
        ("check", {"board": "a", "marks": [{"cell": [0, 100], "value": "square"}]}, "marks, 0, cell, 1"),
        ("check", {"board": "a", "marks": [{"cell": [0], "value": "square"}]}, "marks, 0, cell"),
        ("generate", {"puzzle": "evolmino", "rows": 5, "cols": 5, "limit_s": 1000}, "limit_s"),
        ("picture", {"board": "a", "format": "exe"}, "format"),
    ],
)
def test_everything_has_a_bound(service: Service, name: str, body: Any, where: str) -> None:
    assert service.refused(name, **body)["error"].startswith(f"{where}: ")


def test_boards_are_bounded_before_they_are_made(service: Service) -> None:
    assert "above the limit of 100 x 100" in service.refused("read", text="evolmino/101/5/")["error"]
    wide = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + "7MEBAQAAAICQ" * 1000
    assert service.refused("read", text=wide)["opened"] is None


def test_a_port_that_is_taken_is_one_clear_line(service: Service) -> None:
    port = service.url.rpartition(":")[2]
    assert run("serve", "--port", port).error == f"127.0.0.1 port {port}: address already in use"
    assert "no-such-host.invalid port 8000: " in run("serve", "--host", "no-such-host.invalid").error
    assert "ports end at 65535" in run("serve", "--port", "70000").error
    assert "there is no board here" in run("serve", "--boards", PAGE.parent / "guard.py").error


def test_ctrl_c_cuts_what_is_going_on() -> None:
    process = start("serve", "--port", "0", "--workers", "1")
    assert process.stdout is not None
    address = process.stdout.readline().decode().split("/")[2]
    connections = [http.client.HTTPConnection(address) for _ in range(3)]
    for connection, name in zip(connections, ("explain", "solve", "hint"), strict=True):
        body = {"board": HARD, "limit_s": 60} | ({"marks": []} if name == "hint" else {})
        connection.request("POST", f"/api/{name}", json.dumps(body), {"Content-Type": "application/json"})
    for _ in range(300):
        time.sleep(0.1)
        workers = children(process.pid)
        if sum(map(spent_s, workers)) > 1:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"puzzlewright: interrupted\n")
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    for connection in connections:
        connection.close()


def test_without_its_packages_the_command_says_what_to_do() -> None:
    code = "import sys; sys.modules['fastapi'] = None; from puzzlewright.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"puzzlewright: the page needs fastapi: pip install 'puzzlewright[web]'\n"


def test_no_part_of_an_answer_waits_for_another() -> None:
    delays: list[int] = []

    class Accepted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            peer = transport.get_extra_info("socket")
            delays.append(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async def once() -> None:
        listening = _listen("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Accepted, sock=listening)
        async with server:
            _, writer = await asyncio.open_connection(*listening.getsockname())
            while not delays:
                await asyncio.sleep(0.01)
            writer.close()
            await writer.wait_closed()

    asyncio.run(once())
    assert delays == [1]
