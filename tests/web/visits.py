"""A real browser on the page of the service: fixtures, which `conftest` hands to the tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser import SIZES, Size, Visitor

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@pytest.fixture(scope="session")
def address(service: Any) -> str:
    """Of the service that all tests share."""
    return str(service.url)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of the system."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium on this system (Debian: apt-get install chromium)")
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Make visitors; at the end no script may have thrown anything."""
    visitors: list[Visitor] = []

    def make(size: Size = "desk", at: str = address, **options: Any) -> Visitor:
        width, height = SIZES[size]
        settings = {
            "viewport": {"width": width, "height": height},
            "has_touch": size == "phone",
            "locale": "en-GB",
            "service_workers": "block",
            "accept_downloads": True,
            **options,
        }
        context = browser.new_context(**settings)
        context.set_default_timeout(15_000)
        visitors.append(Visitor(context, at, size))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
        assert visitor.errors == []


@pytest.fixture(params=["phone", "desk"])
def visitor(request: pytest.FixtureRequest, visit: Callable[..., Visitor]) -> Visitor:
    """One with a phone, and one at a desk."""
    return visit(request.param)
