"""Without a connection playing goes on."""

from __future__ import annotations

import signal
from collections.abc import Callable

from playwright.sync_api import expect

from browser import SQUARES, Visitor, on_a_phone
from served import serve, stop

KEPT = """async () => {
    const loaded = performance.getEntriesByType("resource").map((part) => new URL(part.name).pathname);
    const names = ["/", ...loaded.filter((name) => name.startsWith("/static/") || name === "/api/genres")];
    const end = Date.now() + 30_000;
    for (const name of names) {
        while (!(await caches.match(name))) {
            if (Date.now() > end) throw new Error(`${name} is not kept`);
            await new Promise((done) => setTimeout(done, 20));
        }
    }
}"""
"""Waits until all that the page was made of is kept: files come into the cache one after the other."""


@on_a_phone
def test_a_lost_connection_is_named_and_marks_are_kept(visitor: Visitor) -> None:
    visitor.go(SQUARES)
    visitor.tap_cell(0, 1)
    visitor.context.set_offline(True)
    expect(visitor.find("#offline")).to_be_visible()
    expect(visitor.find("#offline")).to_contain_text("You can go on playing")
    visitor.tap_cell(2, 2)
    visitor.click("#check")
    visitor.says("The server cannot be reached. Your marks are kept")
    assert visitor.kept_marks() == {"0,1": "square", "2,2": "square"}
    visitor.context.set_offline(False)
    expect(visitor.find("#offline")).to_be_hidden()
    visitor.click("#check")
    visitor.says("not met yet")


def test_the_page_opens_again_after_the_server_is_gone(visit: Callable[..., Visitor]) -> None:
    process, address = serve()
    try:
        visitor = visit("phone", address, service_workers="allow").go(SQUARES)
        visitor.tap_cell(0, 1)
        visitor.page.evaluate(KEPT)
    finally:
        stop(process)
    visitor.reopen()
    assert visitor.marked("square") == {"0,1"}
    visitor.tap_cell(2, 2)
    assert visitor.kept_marks() == {"0,1": "square", "2,2": "square"}
    visitor.click("#hint")
    visitor.says("The server cannot be reached")


def test_the_page_opens_again_while_the_connection_hangs(visit: Callable[..., Visitor]) -> None:
    process, address = serve()
    try:
        visitor = visit("phone", address, service_workers="allow").go(SQUARES)
        visitor.tap_cell(0, 1)
        visitor.page.evaluate(KEPT)
        # It takes requests and answers none.
        process.send_signal(signal.SIGSTOP)
        visitor.reopen()
        assert visitor.marked("square") == {"0,1"}
    finally:
        process.send_signal(signal.SIGCONT)
        stop(process)
