"""A visitor of the page: a tab of a real browser, driven the way people do, and what it shows."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, expect

SQUARES = "evolmino/5/5/i71027000222k44j23344"
"""pzpr's sample board of Evolomino, 5 x 5."""
BLOCKS = "dbchoco/6/6/ueoq8p30g42j4n5s22j"
"""pzpr's sample board of Double Choco, 6 x 6."""

Point = tuple[float, float]
"""(y, x) in cells from the top left corner of the board."""
Size = Literal["phone", "desk"]
SIZES: dict[Size, tuple[int, int]] = {"phone": (390, 844), "desk": (1280, 800)}

# Tests whose size matters least run at one size, and at the other one in the long run.
on_a_phone = pytest.mark.parametrize("visitor", ["phone", pytest.param("desk", marks=pytest.mark.long)], indirect=True)
at_a_desk = pytest.mark.parametrize("visitor", ["desk", pytest.param("phone", marks=pytest.mark.long)], indirect=True)

_MARKS = """() => [...document.querySelectorAll('#board .place')].map((place) =>
    [place.dataset.place, place.getAttribute('aria-label')])"""

_KEPT = """() => {
    const [entry] = JSON.parse(localStorage.getItem('puzzlewright:puzzles'));
    return localStorage.getItem(`puzzlewright:puzzle:${entry.name}`);
}"""


class Visitor:
    """A tab. What the scripts of the page throw, and what the content security policy stops, are in `errors`."""

    def __init__(self, context: BrowserContext, address: str, size: Size) -> None:
        self.context, self.address, self.size = context, address, size
        self.errors: list[str] = []
        self.page: Page = context.new_page()
        self._watch()

    def _watch(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.errors.append(message.text) if "Content Security" in message.text else None,
        )

    def go(self, puzzle: str | None = None, query: str = "") -> Visitor:
        """Open the page, with a puzzle in its address."""
        self.page.goto(f"{self.address}/" + (f"?puzzle={puzzle}" if puzzle else query))
        return self.ready()

    def ready(self) -> Visitor:
        self.page.wait_for_selector("html[data-ready]")
        return self

    def reopen(self) -> Visitor:
        """Close the tab and open another one on the bare address."""
        self.page.close()
        self.page = self.context.new_page()
        self._watch()
        return self.go()

    # What it shows.

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def words(self, selector: str) -> str:
        return self.page.inner_text(selector)

    @property
    def message(self) -> Locator:
        return self.find("#message")

    def says(self, *parts: str) -> None:
        for part in parts:
            expect(self.message).to_contain_text(part)

    def cell(self, row: int, col: int) -> Locator:
        return self.find(f'.place[data-place="{row},{col}"]')

    def border(self, one: tuple[int, int], other: tuple[int, int]) -> Locator:
        return self.find(f'.place[data-place="{one[0]},{one[1]},{other[0]},{other[1]}"]')

    def labels(self) -> dict[str, str]:
        """What screen readers are told of each place, by its numbers."""
        return dict(self.page.evaluate(_MARKS))

    def marked(self, word: str) -> set[str]:
        """The places whose label has a word as one of its parts."""
        return {key for key, label in self.labels().items() if word in label.split(", ")}

    def comes_to(self, word: str, places: set[str]) -> None:
        """The same as an expectation that waits, for what the service is asked about first."""
        end = time.monotonic() + 15
        while self.marked(word) != places:
            assert time.monotonic() < end, f"{word}: {self.marked(word)}, not {places}"
            self.page.wait_for_timeout(50)

    def shapes(self, selector: str) -> int:
        return self.find(f"#board g[aria-hidden] {selector}").count()

    # What a person does.

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def make(self) -> None:
        """Go over from playing to making."""
        self.click("#mode-make")
        expect(self.find("#mode-make")).to_have_attribute("aria-pressed", "true")

    def point(self, at: Point) -> tuple[float, float]:
        """A point of the board on the screen, as x and y."""
        x, y, scale = self.page.evaluate(
            """() => {
                const board = document.querySelector('#board');
                const box = board.getBoundingClientRect();
                const view = board.viewBox.baseVal;
                const scale = box.width / view.width;
                return [box.left - view.x * scale, box.top - view.y * scale, 40 * scale];
            }"""
        )
        return x + at[1] * scale, y + at[0] * scale

    def tap(self, at: Point) -> None:
        """With a finger on a phone, else with the mouse."""
        if self.size == "phone":
            self.page.touchscreen.tap(*self.point(at))
        else:
            self.page.mouse.click(*self.point(at))

    def tap_cell(self, row: int, col: int) -> None:
        self.tap((row + 0.5, col + 0.5))

    def drag(self, *way: Point, button: Literal["left", "right"] = "left") -> None:
        """Along straight lines, with a finger on a phone, else with the mouse."""
        if self.size == "phone":
            self.touch([[self.point(at)] for at in _between(way)])
            return
        self.page.mouse.move(*self.point(way[0]))
        self.page.mouse.down(button=button)
        for at in way[1:]:
            self.page.mouse.move(*self.point(at), steps=5)
        self.page.mouse.up(button=button)

    def touch(self, frames: Sequence[Sequence[tuple[float, float]]], end: str = "touchEnd") -> None:
        """Fingers on the screen: where each is, frame after frame; a frame may have more or fewer than the last."""
        session: CDPSession = self.context.new_cdp_session(self.page)
        held = 0
        for fingers in frames:
            points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
            kind = "touchStart" if len(fingers) > held else "touchMove"
            held = len(fingers)
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": []})
        session.detach()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def kept_marks(self) -> dict[str, str]:
        """The marks that this device keeps of the puzzle that was played last, by the numbers of their places."""
        self.page.evaluate("dispatchEvent(new Event('pagehide'))")
        kept: dict[str, Any] = json.loads(self.page.evaluate(_KEPT))
        return {place: value for place, (value, _) in kept["play"]["marks"]}


def _between(way: Sequence[Point]) -> list[Point]:
    """The points of a way with some on the straight lines between them."""
    found = [way[0]]
    for (y, x), (to_y, to_x) in pairwise(way):
        found += [(y + (to_y - y) * step / 4, x + (to_x - x) * step / 4) for step in range(1, 5)]
    return found
