"""PNG and PDF by way of the SVG; the packages for them are optional."""

from __future__ import annotations

import struct
import subprocess
import sys
from importlib import import_module

import pytest

from puzzlewright import picture, svg
from puzzlewright.drawing import Drawing, Highlight, Text, Why, side_by_side
from puzzlewright.errors import PackageMissing


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_png_has_the_size_of_the_svg(chocolate: Drawing) -> None:
    pytest.importorskip("resvg_py")
    sheet = side_by_side([chocolate, chocolate])
    assert size_of(picture.png(sheet, 30)) == svg.size(sheet, 30)
    assert size_of(picture.png(sheet, 30, across=1)) == svg.size(sheet, 30, across=1)


def test_png_shows_text() -> None:
    pytest.importorskip("resvg_py")
    assert picture.png(Drawing(1, 1, (Text((0, 0), "4"),)), 40) != picture.png(Drawing(1, 1), 40)
    assert picture.png(Drawing(1, 1, caption="a"), 40) != picture.png(Drawing(1, 1, caption="b"), 40)


def test_png_of_a_large_board_is_bounded() -> None:
    pytest.importorskip("resvg_py")
    assert max(size_of(picture.png(Drawing(1, 100)))) <= picture.LONGEST_SIDE_PX + 1


def test_pdf_has_a_page_for_each_picture(chocolate: Drawing, everything: Drawing) -> None:
    pytest.importorskip("fpdf")
    pages = picture.pdf(chocolate, side_by_side([everything, everything]), Drawing(100, 100))
    assert pages.startswith(b"%PDF-")
    assert pages.count(b"/Type /Page\n") == 3
    assert pages == picture.pdf(chocolate, side_by_side([everything, everything]), Drawing(100, 100))
    with pytest.raises(ValueError, match="needs a picture"):
        picture.pdf()


def test_pdf_is_silent(everything: Drawing, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fpdf")
    picture.pdf(everything)
    assert capfd.readouterr() == ("", "")


def test_pdf_holds_any_script() -> None:
    pytest.importorskip("fpdf")
    pytest.importorskip("resvg_py")
    assert b"/Subtype /Image" in picture.pdf(Drawing(1, 1, caption="シンカミノ"))
    assert b"/Subtype /Image" not in picture.pdf(Drawing(1, 1, caption="évolué"))


@pytest.mark.parametrize(("write", "module", "package"), [("png", "resvg_py", "resvg_py"), ("pdf", "fpdf", "fpdf2")])
def test_missing_packages_are_named(write: str, module: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(PackageMissing, match=rf"{package}.*pip install"):
        getattr(picture, write)(Drawing(1, 1, (Highlight((0, 0), Why.WRONG),)))


def test_importing_loads_nothing_heavy() -> None:
    modules = ["drawing", "svg", "terminal", "picture", "puzzles.evolomino.render"]
    for name in modules:
        import_module(f"puzzlewright.{name}")
    code = f"import sys\nfor name in {modules}: __import__('puzzlewright.' + name)\n"
    code += "print(sorted({'rich', 'numpy', 'PIL', 'fpdf', 'resvg_py', 'pysat'} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
