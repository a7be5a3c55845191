"""Pictures of baby poker: strategies, payoffs of pure strategies, and the value with other dice and bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from puzzlewright.gallery import plotting
from puzzlewright.gallery.entry import Result, Values


def draw(
    values: Values,
    result: Result,
    matrix: Sequence[Sequence[Fraction]] | None,
    other_sides: range,
    worth: Mapping[int, Sequence[Fraction]],
) -> Figure:
    """`matrix` has the payoffs of pure strategies, `worth` values for other sides, by bet, with an ante of 1."""
    sides = values["sides"]
    figure = plotting.figure(10, 8)
    axes = figure.subplots(2, 2)
    _strategies(axes[0, 0], sides, result)
    _polygon(axes[0, 1], result.facts["all_optimal_folds"])
    _payoffs(figure, axes[1, 0], sides, matrix)
    _family(axes[1, 1], other_sides, worth)
    figure.suptitle(f"Baby poker, {sides} sides, ante {values['ante']}, bet {values['bet']}: {result.value} to A")
    return figure


def _strategies(axes: Any, sides: int, result: Result) -> None:
    assert isinstance(result.plan, dict)
    dice = range(1, sides + 1)
    for name, player, shift, colour in (("raise", "A raises", -0.2, 0), ("fold", "B folds", 0.2, 1)):
        chances = [float(Fraction(chance)) for chance in result.plan[name]]
        axes.bar([die + shift for die in dice], chances, 0.36, label=player, color=plotting.PALETTE[colour])
        listed = result.facts[f"all_optimal_{name}s"]
        if not isinstance(listed, list):
            continue
        for die in dice:
            others = [float(Fraction(one[str(die)])) for one in listed]
            if min(others) < max(others):
                axes.plot([die + shift] * 2, [min(others), max(others)], color="black", marker="_", linewidth=1)
    axes.set_title("Probabilities (black: their range over all optimal ones)", fontsize=10)
    axes.set_xlabel("roll")
    axes.set_xticks([die for die in dice if sides <= 12 or die % 5 == 0])
    axes.set_ylim(0, 1.25)
    axes.legend(fontsize=8, ncols=2, loc="upper center")


def _polygon(axes: Any, listed: object) -> None:
    """The polygon of B's optimal strategies seen along one axis, with the probabilities that vary; else words."""
    axes.set_title("All optimal strategies of B", fontsize=10)
    told = str(listed)
    if isinstance(listed, list):
        corners = np.array([[float(Fraction(chance)) for chance in one.values()] for one in listed])
        if np.linalg.matrix_rank(corners - corners[0]) == 2:
            free = np.flatnonzero(np.ptp(corners, axis=0))
            _draw_polygon(axes, corners, free, [", ".join(one[str(at + 1)] for at in free) for one in listed])
            return
        told = "just one" if len(listed) == 1 else f"a polytope with {len(listed)} vertices"
    axes.text(0.5, 0.5, told, ha="center", va="center")
    axes.axis("off")


def _draw_polygon(axes: Any, corners: Any, free: Any, names: list[str]) -> None:
    seen = corners[:, free[:2]]
    outwards = seen - seen.mean(axis=0)
    around = np.argsort(np.arctan2(outwards[:, 1], outwards[:, 0]))
    axes.fill(*seen[around].T, facecolor=plotting.PALE[1], edgecolor=plotting.PALETTE[1])
    axes.plot(*seen.T, "o", color=plotting.PALETTE[1])
    for place, (right, up), name in zip(seen, outwards, names, strict=True):
        sideways = "left" if right > 0 else "right"
        axes.annotate(f"({name})", place, textcoords="offset points", xytext=(np.sign(right) * 6, np.sign(up) * 8),
                      ha=sideways, va="center", fontsize=8)  # fmt: skip
    axes.set_xlabel(f"B folds {free[0] + 1}")
    axes.set_ylabel(f"B folds {free[1] + 1}")
    axes.margins(0.3)


def _payoffs(figure: Figure, axes: Any, sides: int, matrix: Sequence[Sequence[Fraction]] | None) -> None:
    if matrix is None:
        axes.text(0.5, 0.5, f"2^{sides} pure strategies of each player", ha="center", va="center")
        axes.axis("off")
        return
    payoffs = np.array([[float(mean) for mean in line] for line in matrix])
    reach = abs(payoffs).max()
    shown = axes.imshow(payoffs, cmap="RdBu", vmin=-reach, vmax=reach, interpolation="nearest")
    figure.colorbar(shown, ax=axes, label="mean to A")
    axes.set_title("Pure strategies: sets of rolls as binary numbers, 1 first", fontsize=10)
    axes.set_xlabel("B folds with")
    axes.set_ylabel("A raises with")


def _family(axes: Any, sides: range, worth: Mapping[int, Sequence[Fraction]]) -> None:
    for index, (bet, some) in enumerate(worth.items()):
        axes.plot(sides, list(map(float, some)), marker="os^"[index % 3], markersize=4, color=plotting.PALETTE[index],
                  label=f"bet of {bet}")  # fmt: skip
        axes.axhline(bet / ((bet + 1) * (bet + 4)), color="grey", linewidth=0.6, linestyle="--")
    axes.set_title("Value to A with an ante of 1 (dashed: von Neumann)", fontsize=10)
    axes.set_xlabel("sides")
    axes.legend(fontsize=8)
