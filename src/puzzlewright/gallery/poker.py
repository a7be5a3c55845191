"""Baby poker: raise or not on the roll of a die, call the raise or fold; optimal strategies of both, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from puzzlewright.gallery.poker_exact import Row, Vector

BEHAVIOUR, NORMAL = "behaviour", "normal"
MOST_SIDES_NORMAL, MOST_SIDES_PURE, MOST_VERTICES = 7, 10, 400
OTHER_SIDES, OTHER_BETS = range(2, 13), (1, 2, 4)


def refuse(values: Values) -> str | None:
    if values["form"] == NORMAL and values["sides"] > MOST_SIDES_NORMAL:
        return (
            f"sides takes at most {MOST_SIDES_NORMAL} in normal form, which has 2^sides pure strategies of each player"
        )
    return None


# The game as data: the mean payoff to A is b'p + p'Mq


def gains(values: Values) -> tuple[Vector, list[Vector]]:
    """b and M, for p the probabilities that A raises with 1, 2, ..., and q those that B folds.

    Without a raise the mean is 0. With one, B either folds and loses the ante or both show with more at stake.
    """
    sides, ante, bet = values["sides"], values["ante"], values["bet"]
    wins = [[(i > j) - (i < j) for j in range(sides)] for i in range(sides)]
    share = Fraction(1, sides**2)
    raising = [share * bet * sum(row) for row in wins]
    folding = [[share * (ante - (ante + bet) * win) for win in row] for row in wins]
    return raising, folding


# The models


def build_a(b: Vector, m: list[Vector]) -> tuple[Vector, list[Row]]:
    """A's program in behaviour form: maximise b'p + 1't with 0 <= p <= 1, t <= 0, t <= M'p."""
    from puzzlewright.gallery.poker_exact import Row

    size = len(b)
    unit, zero = _unit(2 * size), Fraction(0)
    rows = [Row([-x for x in unit[i]], zero) for i in range(size)] + [Row(unit[size + j], zero) for j in range(size)]
    rows += [Row(unit[i], Fraction(1)) for i in range(size)]
    rows += [Row([-m[i][j] for i in range(size)] + unit[size + j][size:], zero) for j in range(size)]
    return b + [Fraction(1)] * size, rows


def build_b(b: Vector, m: list[Vector]) -> tuple[Vector, list[Row]]:
    """B's program, its dual: minimise 1's with 0 <= q <= 1, s >= 0, s >= b + Mq; here as a maximum."""
    from puzzlewright.gallery.poker_exact import Row

    size = len(b)
    unit, zero = _unit(2 * size), Fraction(0)
    rows = [Row([-x for x in unit[k]], zero) for k in range(2 * size)]
    rows += [Row(unit[j], Fraction(1)) for j in range(size)]
    rows += [Row(m[i] + [-x for x in unit[size + i][size:]], -b[i]) for i in range(size)]
    return [zero] * size + [Fraction(-1)] * size, rows


def build_normal(pays: list[Vector]) -> tuple[Vector, list[Row], Fraction]:
    """The normal form, for the player who chooses rows: a mix u of them whose least mean w is as large as can be.

    With a constant added, so that all payoffs are positive, and u scaled by w: minimise 1'u with u >= 0, P'u >= 1. Then
    w is 1 / 1'u. The constant is returned too.
    """
    from puzzlewright.gallery.poker_exact import Row

    constant = 1 - min(map(min, pays))
    rows = [Row([-x for x in line], Fraction(0)) for line in _unit(len(pays))]
    rows += [Row([-x - constant for x in column], Fraction(-1)) for column in zip(*pays, strict=True)]
    return [Fraction(-1)] * len(pays), rows, constant


def _unit(size: int) -> list[Vector]:
    return [[Fraction(i == j) for j in range(size)] for i in range(size)]


def payoff_matrix(b: Vector, m: list[Vector]) -> list[Vector]:
    """Mean payoffs of pure strategies: A's sets of rolls to raise with, by B's sets to fold with."""
    pure = list(product((0, 1), repeat=len(b)))
    columns = [
        [sum((x for x, fold in zip(row, folds, strict=True) if fold), Fraction(0)) for row in m] for folds in pure
    ]
    return [
        [sum((b[i] + column[i] for i, raises in enumerate(chosen) if raises), Fraction(0)) for column in columns]
        for chosen in pure
    ]


# How it is solved


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    from puzzlewright.gallery.poker_exact import dot

    try:
        deadline.check()
        b, m = gains(values)
        say("optimal strategies")
        raises, folds = (_by_normal_form if values["form"] == NORMAL else _by_behaviour)(b, m, deadline)
        say("all optimal strategies")
        sets = all_optimal(b, m, raises, folds, deadline)
        pure = best_pure(b, m) if len(b) <= MOST_SIDES_PURE else None
    except OutOfTime as stopped:
        return Result(None, False, None, None, {}, str(stopped))
    value = dot(b, raises) + sum((p * dot(row, folds) for p, row in zip(raises, m, strict=True)), Fraction(0))
    facts: dict[str, Any] = {"value_as_decimal": float(value)}
    if pure:
        facts |= {
            "best_pure_of_a": str(pure[0]),
            "best_pure_of_b": str(pure[1]),
            "pure_saddle_point": pure[0] == pure[1],
        }
    facts["strategies"] = [
        {"die": die, "raise": str(p), "fold": str(q)} for die, (p, q) in enumerate(zip(raises, folds, strict=True), 1)
    ]
    for name, found in zip(("all_optimal_raises", "all_optimal_folds"), sets, strict=True):
        told = f"more than {MOST_VERTICES} vertices"
        facts[name] = told if found is None else [{str(die): str(p) for die, p in enumerate(one, 1)} for one in found]
    plan = {"raise": list(map(str, raises)), "fold": list(map(str, folds))}
    return Result(str(value), True, str(value), plan, facts)


def _by_behaviour(b: Vector, m: list[Vector], deadline: Deadline) -> tuple[Vector, Vector]:
    from puzzlewright.gallery.poker_exact import maximise

    raises, folds = (maximise(*program, deadline)[: len(b)] for program in (build_a(b, m), build_b(b, m)))
    return raises, folds


def _by_normal_form(b: Vector, m: list[Vector], deadline: Deadline) -> tuple[Vector, Vector]:
    """Mixes of pure strategies, as the probabilities that they give to each roll."""
    from puzzlewright.gallery.poker_exact import maximise

    matrix = payoff_matrix(b, m)
    strategies = []
    for pays in (matrix, [[-x for x in column] for column in zip(*matrix, strict=True)]):
        objective, rows, _ = build_normal(pays)
        weights = maximise(objective, rows, deadline)
        pure = product((0, 1), repeat=len(b))
        mixed = [Fraction(0)] * len(b)
        for weight, chosen in zip(weights, pure, strict=True):
            mixed = [x + weight * one / sum(weights) for x, one in zip(mixed, chosen, strict=True)]
        strategies.append(mixed)
    return strategies[0], strategies[1]


def all_optimal(
    b: Vector, m: list[Vector], raises: Vector, folds: Vector, deadline: Deadline
) -> tuple[list[Vector] | None, list[Vector] | None]:
    """The vertices of the sets of optimal strategies of A and of B, None for those that are too many.

    In a zero-sum game a strategy is optimal just when it and *one* optimal strategy of the other are best answers to
    each other. That is a polytope: given `folds`, A must raise where it gains and must not where it loses, and is free
    elsewhere; and `folds` must stay a best answer.
    """
    from puzzlewright.gallery.poker_exact import dot

    turned = [list(column) for column in zip(*m, strict=True)]
    gains_of_a = [x + dot(row, folds) for x, row in zip(b, m, strict=True)]
    gains_of_b = [-dot(column, raises) for column in turned]
    none = [Fraction(0)] * len(b)
    return (
        _polytope(gains_of_a, none, [[-x for x in column] for column in turned], folds, deadline),
        _polytope(gains_of_b, b, m, raises, deadline),
    )


def _polytope(
    own: Vector, constants: Vector, matrix: list[Vector], other: Vector, deadline: Deadline
) -> list[Vector] | None:
    """Vertices of the strategies x that are best if x_i gains own_i, and to which `other` is a best answer.

    The other player gains constants_j + (matrix x)_j by doing what it does with probability other_j.
    """
    from puzzlewright.gallery.poker_exact import Row, dot, vertices

    free = [i for i, gain in enumerate(own) if not gain]
    fixed = [Fraction(gain > 0) for gain in own]
    rows = []
    for constant, line, chance in zip(constants, matrix, other, strict=True):
        known = constant + dot(line, fixed)
        part = [line[i] for i in free]
        if chance < 1:
            rows.append(Row(part, -known))
        if chance > 0:
            rows.append(Row([-x for x in part], known))
    found = vertices(rows, len(free), MOST_VERTICES, deadline)
    if found is None:
        return None
    strategies = []
    for corner in found:
        strategy = list(fixed)
        for i, x in zip(free, corner, strict=True):
            strategy[i] = x
        strategies.append(strategy)
    return strategies


def best_pure(b: Vector, m: list[Vector]) -> tuple[Fraction, Fraction]:
    """What A can be sure of, and what B can hold A to, without chance."""
    size, zero = len(b), Fraction(0)
    sure, held = None, None
    for chosen in product((False, True), repeat=size):
        columns = [sum((m[i][j] for i in range(size) if chosen[i]), zero) for j in range(size)]
        worst = sum((b[i] for i in range(size) if chosen[i]), zero) + sum(min(x, zero) for x in columns)
        rows = [b[i] + sum((m[i][j] for j in range(size) if chosen[j]), zero) for i in range(size)]
        best = sum((max(x, zero) for x in rows), zero)
        sure, held = worst if sure is None else max(sure, worst), best if held is None else min(held, best)
    assert sure is not None and held is not None
    return sure, held


# The judge: the rules of the game, and what the best answer to a strategy brings


def mean(values: Values, own: int, other: int, raises: Fraction, folds: Fraction) -> Fraction:
    """What A wins on average with the roll `own` against `other`, if A raises and B folds with these probabilities."""
    win = (own > other) - (own < other)
    ante, shown_at_once = Fraction(values["ante"]), Fraction(values["ante"] * win)
    shown_after_raise = Fraction((values["ante"] + values["bet"]) * win)
    return (1 - raises) * shown_at_once + raises * (folds * ante + (1 - folds) * shown_after_raise)


def sure_of_a(values: Values, raises: Sequence[Fraction]) -> Fraction:
    """What A gets at least: B, who sees only its own roll, does what is best with each."""
    total = Fraction(0)
    for other in range(values["sides"]):
        total += min(
            sum((mean(values, own, other, chance, Fraction(folds)) for own, chance in enumerate(raises)), Fraction(0))
            for folds in (0, 1)
        )
    return total / Fraction(values["sides"] ** 2)


def sure_of_b(values: Values, folds: Sequence[Fraction]) -> Fraction:
    """What A gets at most."""
    total = Fraction(0)
    for own in range(values["sides"]):
        total += max(
            sum((mean(values, own, other, Fraction(raises), chance) for other, chance in enumerate(folds)), Fraction(0))
            for raises in (0, 1)
        )
    return total / Fraction(values["sides"] ** 2)


def verify(values: Values, result: Result) -> list[str]:
    """A's strategy must secure the value, B's must hold A to it, and so must all that are called optimal."""
    assert isinstance(result.plan, dict)
    wrong = []
    for name, sure, listed in (("raise", sure_of_a, "all_optimal_raises"), ("fold", sure_of_b, "all_optimal_folds")):
        others = result.facts.get(listed)
        strategies = [result.plan[name], *([list(one.values()) for one in others] if isinstance(others, list) else [])]
        for strategy in strategies:
            chances = [Fraction(chance) for chance in strategy]
            if len(chances) != values["sides"] or any(not 0 <= chance <= 1 for chance in chances):
                wrong.append(f"to {name} with {strategy} is no strategy")
            elif (worth := sure(values, chances)) != Fraction(str(result.value)):
                wrong.append(f"to {name} with {strategy} makes sure of {worth} and not of {result.value}")
    if result.proved and result.bound != result.value:
        wrong.append(f"a bound of {result.bound} does not prove {result.value}")
    return wrong


# The picture


def draw(values: Values, result: Result) -> Figure:
    from puzzlewright.gallery import poker_plot

    worth = {bet: [_value(sides, bet) for sides in OTHER_SIDES] for bet in OTHER_BETS}
    matrix = payoff_matrix(*gains(values)) if values["sides"] <= MOST_SIDES_NORMAL else None
    return poker_plot.draw(values, result, matrix, OTHER_SIDES, worth)


def _value(sides: int, bet: int) -> Fraction:
    from puzzlewright.gallery.poker_exact import dot, maximise

    objective, rows = build_a(*gains({"sides": sides, "ante": 1, "bet": bet}))
    return dot(objective, maximise(objective, rows, Deadline()))


STATEMENT = """
A and B both put an ante of 1 into the pot, and roll a die that only they themselves see. A either calls, and both show,
or raises by 1. After a raise B either matches it, and both show, or folds and leaves the pot to A. The higher roll wins
the pot, equal ones share it. How should both play, and what is the game worth to A?
"""

MODEL = """
Let $E_{ij} = \\operatorname{sign}(i - j)$, let $p_i$ be the probability that A raises with the roll $i$, and $q_j$ that
B folds with $j$. With sides $1, \\dots, S$, ante $a$ and bet $r$ the mean payoff to A is

$$\\frac{1}{S^2} \\sum_{ij} \\bigl[(1 - p_i)\\, a E_{ij} + p_i \\bigl((a + r)(1 - q_j) E_{ij} + a q_j\\bigr)\\bigr]
= b^T p + p^T M q,
\\qquad b = \\frac{r}{S^2} E 1, \\quad M = \\frac{1}{S^2} \\bigl(a 1 1^T - (a + r) E\\bigr),$$

as the entries of $E$ add up to 0. `--form behaviour` takes the probabilities as variables. Given $p$, B folds where
$(M^T p)_j < 0$, and given $q$, A raises where $(b + M q)_i > 0$. So A and B have the programs

$$\\max b^T p + 1^T t: \\; 0 \\le p \\le 1,\\; t \\le 0,\\; t \\le M^T p
\\qquad\\text{and}\\qquad
\\min 1^T s: \\; 0 \\le q \\le 1,\\; s \\ge 0,\\; s \\ge b + M q,$$

which are dual to each other. `--form normal` lists all $2^S$ pure strategies of both, with the payoff matrix $P$, and
looks for the mix $u$ whose least mean is largest: $\\max w: u \\ge 0,\\; 1^T u = 1,\\; P^T u \\ge w$.

**Exactly.** A linear program is solved in floats, but only for the question which conditions hold with equality in the
optimal vertex. These equations are solved in fractions, and so are those for the multipliers; if all conditions hold
and no multiplier is negative, the point is optimal, without any rounding.

**All optimal strategies.** In a zero-sum game a strategy is optimal just when it and *one* optimal strategy of the
other player are best answers to each other. This is a polytope in the unit cube, with few free probabilities. Its
vertices are found by cutting the cube, in fractions, with one condition after the other.
"""

REMARKS = """
- The value is 5/54, or 0.0926 (one place of the published solution prints 0.926). There is no pure saddle point:
  without chance, A can make sure of 1/18, and B of 1/9.
- A's optimal strategy is unique: raise with 5 and 6, with 1 in two cases of three, and never with 2, 3 or 4.
- B always folds 1, never 5 or 6, and 2, 3, 4 with probabilities $x, y, z$. The published condition
  $0 \\le x, y \\le 1$, $0 \\le z \\le 2/3$, $x + y + z = 4/3$ is not enough: with $(0, 2/3, 2/3)$ A gets 1/9 by
  raising 3. It needs $z \\le x + 1/3$ too. The set is the hexagon of the picture.
- With 10 sides the value is 1/10, and there is a pure saddle point. 1/10 is also the value of von Neumann's game with
  hands from 0 to 1: $r / ((r + 1)(r + 4))$ for an ante of 1.
"""

_RIDDLER = "the published solution; proved here"
_CONTINUOUS = "solved here; equals von Neumann's continuous game"

ENTRY = Entry(
    name="poker",
    title="Baby poker",
    source="The Riddler; solved with linear programs by Laurent Lessard, Book Proofs.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(
        Parameter("sides", 6, "sides of both dice", 2, 40),
        Parameter("ante", 1, "what both put in first", 1, 1000),
        Parameter("bet", 1, "what a raise adds", 1, 1000),
        Parameter("form", BEHAVIOUR, "which linear program is solved", choices=(BEHAVIOUR, NORMAL)),
    ),
    known=(
        Known({}, "5/54", _RIDDLER),
        Known({"form": NORMAL}, "5/54", _RIDDLER),
        Known({"sides": 10}, "1/10", _CONTINUOUS),
        Known({"sides": 40}, "1/10", _CONTINUOUS),
        Known({"sides": 18, "bet": 2}, "1/9", _CONTINUOUS),
    ),
    refuse=refuse,
    solve=solve,
    verify=verify,
    draw=draw,
)
