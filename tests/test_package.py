"""The package as it is published: its names, its types, its wheel."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import puzzlewright
from commands import SAMPLE

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_version_and_names() -> None:
    assert PROJECT["version"] == puzzlewright.__version__
    for name in puzzlewright.__all__:
        assert getattr(puzzlewright, name) is not None
    public = {name for name in vars(puzzlewright) if not name.startswith("_")}
    loaded = {name for name in public if isinstance(getattr(puzzlewright, name), type(sys))}
    typing = {"annotations", "Any", "Callable", "Iterator", "Mapping", "Path", "DEFAULT_MAX_SIDE"}
    assert public - loaded - typing == set(puzzlewright.__all__)


def test_py_typed() -> None:
    assert (ROOT / "src" / "puzzlewright" / "py.typed").exists()


def test_the_changelog_has_this_version() -> None:
    assert PROJECT["version"] in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_files_are_short() -> None:
    for file in (ROOT / "src").rglob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= 400, file


@pytest.mark.long
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    pytest.importorskip("build")

    def python(*arguments: str | Path, interpreter: str | Path = sys.executable) -> str:
        done = subprocess.run([interpreter, *arguments], cwd=tmp_path, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done
        return done.stdout

    python("-m", "build", "--outdir", tmp_path / "dist", ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    (sdist,) = (tmp_path / "dist").glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"puzzlewright/py.typed", "puzzlewright/cli/commands.py"} <= set(names)
    assert all(name.startswith("puzzlewright") for name in names)
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "tests/test_package.py", "docs/forms.md", "benchmarks/evolomino.txt"} <= inside
    python("-m", "venv", tmp_path / "venv")
    binaries = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    python("-m", "pip", "install", "--quiet", wheel, interpreter=binaries / "python")
    command = [binaries / "puzzlewright", "solve", SAMPLE]
    # Without a network, where the system can take it away.
    cut_off = [shutil.which("unshare") or "", "--map-root-user", "--net"]
    if cut_off[0] and subprocess.run([*cut_off, "true"], capture_output=True).returncode == 0:
        command = [*cut_off, *command]
    done = subprocess.run(command, cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
                          capture_output=True, encoding="utf-8")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "") and "exactly one answer" in done.stdout
