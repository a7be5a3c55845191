"""The cactus plot: how many boards are decided if each may take so long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from puzzlewright.bench.run import Run
from puzzlewright.bench.table import DECIDED
from puzzlewright.errors import PackageMissing

KINDS = (".svg", ".png", ".pdf")


def require() -> None:
    """Raise PackageMissing unless matplotlib is installed. It is not loaded yet: that would count as memory used."""
    try:
        found = find_spec("matplotlib")
    except ValueError:
        found = None
    if found is None:
        raise PackageMissing("a plot needs matplotlib: pip install 'puzzlewright[plot]'")


def _pyplot() -> Any:
    """matplotlib, for pictures without a screen."""
    require()
    matplotlib = import_module("matplotlib")
    matplotlib.use("Agg")
    # Names in an SVG are otherwise random.
    matplotlib.rcParams["svg.hashsalt"] = "puzzlewright"
    return import_module("matplotlib.pyplot")


def cactus(methods: Mapping[str, Iterable[Run]], kind: str, title: str = "") -> bytes:
    """A line for each method, as the content of a file with the suffix `kind`. Raises PackageMissing."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    try:
        for name, runs in methods.items():
            kept = list(runs)
            times = sorted(run.seconds for run in kept if run.status in DECIDED)
            axes.step(
                range(1, len(times) + 1), times, where="post", label=f"{name}: {len(times)} of {len(kept)} decided"
            )
        axes.set_yscale("log")
        axes.set_xlim(left=0)
        axes.set_xlabel("boards decided")
        axes.set_ylabel("seconds for each")
        axes.set_title(title)
        axes.grid(True, which="major", alpha=0.4)
        axes.legend()
        content = BytesIO()
        figure.savefig(content, format=kind[1:], metadata={"Date": None} if kind == ".svg" else None, dpi=150)
        return content.getvalue()
    finally:
        pyplot.close(figure)
