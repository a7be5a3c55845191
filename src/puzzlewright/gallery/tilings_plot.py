"""Pictures of square tilings and of weights that rule them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from puzzlewright.gallery import plotting
from puzzlewright.scan import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plotted(table: list[dict[str, Any]], kinds: str, *, first_by_program: bool) -> Figure:
    """A tiling, the weights of a square without one, and a strip that says yes or no for every side.

    The tiling is the smallest, or the smallest that an integer program found.
    """
    figure = plotting.figure(9.6, 6)
    parts = figure.subplot_mosaic("LR;SS", height_ratios=[8, 0.5])
    works = [one for one in table if one["tiled"]]
    fails = [one for one in table if "weights" in one]
    tiling, failing = works[0] if works else None, fails[-1] if fails else None
    if first_by_program:
        tiling = next((one for one in works if one["how"] == "integer program"), tiling)
    elif tiling is not None:
        failing = next((one for one in reversed(fails) if one["side"] < tiling["side"]), failing)
    _draw_tiling(parts["L"], tiling)
    _draw_weights(parts["R"], failing)
    _draw_strip(parts["S"], table, kinds)
    return figure


def _draw_tiling(axes: Any, one: dict[str, Any] | None) -> None:
    from matplotlib.patches import Rectangle

    if one is None:
        axes.axis("off")
        return
    side = one["side"]
    plotting.plain(axes, -0.01 * side, 1.01 * side, 1.01 * side, -0.01 * side)
    kinds = sorted({tile for _, _, tile in one["tiles"]})
    for top, start, tile in one["tiles"]:
        colour = plotting.PALE[kinds.index(tile) % len(plotting.PALE)]
        axes.add_patch(Rectangle((start, top), tile, tile, facecolor=colour, edgecolor="black", linewidth=1))
        size = min(16.0, 150 * tile / side)
        axes.text(start + tile / 2, top + tile / 2, str(tile), ha="center", va="center_baseline", fontsize=size)
    axes.set_title(f"{side} x {side}: {counted(len(one['tiles']), 'tile')}", fontsize=12)


def _draw_weights(axes: Any, one: dict[str, Any] | None) -> None:
    if one is None:
        axes.axis("off")
        return
    side, weights = one["side"], one["weights"]
    most = max(abs(weight) for row in weights for weight in row) or 1
    plotting.plain(axes, -0.01 * side - 0.5, 1.01 * side - 0.5, 1.01 * side - 0.5, -0.01 * side - 0.5)
    axes.imshow(weights, cmap="PuOr", vmin=-2.2 * most, vmax=2.2 * most)
    axes.set_xticks([place - 0.5 for place in range(side + 1)], [])
    axes.axis("on")
    axes.set_yticks([place - 0.5 for place in range(side + 1)], [])
    axes.grid(color="white", linewidth=0.8)
    axes.tick_params(length=0)
    if side <= 40:
        for row, line in enumerate(weights):
            for column, weight in enumerate(line):
                if weight:
                    text = str(weight).replace("-", "−")
                    size = min(11.0, 240 / side / len(text) ** 0.6)
                    axes.text(column, row, text, ha="center", va="center_baseline", fontsize=size)
    bonus = f", bonuses {', '.join(map(str, one['bonuses']))}" if any(one["bonuses"]) else ""
    total = sum(map(sum, weights))
    axes.set_title(
        f"{side} x {side}: impossible, as no tile covers more\nthan 0 anywhere, but all cells sum to {total}{bonus}",
        fontsize=12,
    )


def _draw_strip(axes: Any, table: list[dict[str, Any]], kinds: str) -> None:
    from matplotlib.patches import Rectangle

    plotting.plain(axes, 0.4, len(table) + 0.6, -0.55, 0.55)
    axes.set_aspect("auto")
    size = min(10.0, 420 / len(table))
    for one in table:
        colour = plotting.PALE[2] if one["tiled"] else "#f2f2f2"
        axes.add_patch(Rectangle((one["side"] - 0.5, -0.5), 1, 1, facecolor=colour, edgecolor="black", linewidth=0.8))
        axes.text(one["side"], 0, str(one["side"]), ha="center", va="center_baseline", fontsize=size)
        if not one["tiled"]:
            axes.plot([one["side"] - 0.5, one["side"] + 0.5], [0.5, -0.5], color="#888888", linewidth=0.8, zorder=1)
    axes.set_title(f"Sides of squares that can be tiled with {kinds} (struck out: impossible)", fontsize=10)
