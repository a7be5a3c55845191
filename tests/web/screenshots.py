"""Pictures of the page for its documentation: `screenshots.py FOLDER` writes them as PNG files."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from browser import BLOCKS, SIZES, SQUARES, Size, Visitor
from served import serve, stop
from visits import BROWSERS

COLOURS = 64


def open_page(browser: Browser, address: str, size: Size, theme: str, puzzle: str) -> Visitor:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, has_touch=size == "phone"
    )
    return Visitor(context, address, size).go(puzzle)


def keep(visitor: Visitor, file: Path) -> None:
    """A picture of what is seen, with few colours: it is flat."""
    visitor.page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(visitor.page.screenshot()))
    picture.convert("RGB").quantize(COLOURS).save(file, optimize=True)
    visitor.context.close()


def playing(visitor: Visitor, file: Path) -> None:
    for row, col in [(0, 1), (1, 1), (0, 3)]:
        visitor.tap_cell(row, col)
    visitor.click("#pen-1")
    visitor.drag((2.5, 0.5), (2.5, 2.5))
    visitor.click("#trial")
    visitor.click("#pen-0")
    visitor.tap_cell(3, 0)
    visitor.tap_cell(4, 1)
    visitor.click("#so-far")
    visitor.says("Right so far.")
    keep(visitor, file)


def hint(visitor: Visitor, file: Path) -> None:
    for _ in range(5):
        visitor.click("#hint")
        visitor.click("#hint-show")
        visitor.click("#hint-write")
    visitor.click("#hint")
    visitor.click("#hint-show")
    visitor.find("#hint-write").wait_for()
    keep(visitor, file)


def making(visitor: Visitor, file: Path) -> None:
    visitor.make()
    visitor.says("Exactly one answer.")
    visitor.click("[data-tool=square]")
    visitor.tap_cell(0, 0)
    visitor.says("More than one answer.")
    visitor.click("#forced")
    visitor.find("#board .square.drawn").first.wait_for()
    keep(visitor, file)


def main(folder: Path) -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        sys.exit("no Chromium on this system")
    folder.mkdir(parents=True, exist_ok=True)
    process, address = serve()
    try:
        with sync_playwright() as running:
            browser = running.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            playing(open_page(browser, address, "phone", "light", SQUARES), folder / "page-phone.png")
            hint(open_page(browser, address, "phone", "dark", BLOCKS), folder / "page-phone-dark.png")
            making(open_page(browser, address, "desk", "light", SQUARES), folder / "page-making.png")
            hint(open_page(browser, address, "desk", "dark", BLOCKS), folder / "page-hint-dark.png")
            browser.close()
    finally:
        stop(process)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
