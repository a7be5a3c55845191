"""Uncrossed leaper paths: the longest path of a knight, or of another leaper, whose straight moves never cross."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from puzzlewright.deadline import Deadline, OutOfTime
from puzzlewright.gallery import constraint, plotting
from puzzlewright.gallery.entry import Entry, Known, Parameter, Result, Say, Values, silent
from puzzlewright.scan import quoted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from puzzlewright.gallery.leapers_board import Board, Move

Cell = tuple[int, int]
"""Row and column, from 0."""

PIECES = {"knight": (1, 2), "camel": (1, 3), "zebra": (2, 3), "giraffe": (1, 4)}
OPEN, CLOSED = "open", "closed"
AUTO, FRONTIER, SEARCH, PROGRAM = "auto", "frontier", "search", "program"

_FIRST_NODES = 20_000_000  # about a second of search before anything else


def steps_of(piece: str) -> tuple[int, int]:
    """How far a piece leaps in the one and in the other direction, the smaller number first."""
    if piece in PIECES:
        return PIECES[piece]
    one, other = sorted(map(int, piece.split(",")))
    return one, other


def refuse(values: Values) -> str | None:
    piece = values["piece"]
    if piece not in PIECES and (not re.fullmatch("[0-9]{1,2},[0-9]{1,2}", piece) or steps_of(piece)[1] == 0):
        return f"piece takes {', '.join(PIECES)}, or two numbers as in 3,4, not {quoted(piece)}"
    if values["method"] == FRONTIER:
        from puzzlewright.gallery.leapers_board import fits

        if not fits(_board(values)[0]):
            return "method cannot be frontier here: the board is too wide for this piece"
    return None


def _board(values: Values) -> tuple[Board, bool]:
    """The board with its shorter side across, and whether it is turned."""
    from puzzlewright.gallery.leapers_board import Board

    rows, columns = values["rows"], values["columns"]
    return Board(max(rows, columns), min(rows, columns), *steps_of(values["piece"])), rows < columns


# The model


def build(board: Board, closed: bool, deadline: Deadline) -> tuple[Any, dict[Move, Any]]:
    """The integer program as a CP-SAT model, and a variable for each move in each direction.

    Unvisited cells are loops of the circuit; an open path is closed by way of one more node.
    Raises OutOfTime.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = range(board.rows * board.columns)
    made = {arc: model.new_bool_var("") for one, other in board.moves for arc in ((one, other), (other, one))}
    arcs = [(one, other, variable) for (one, other), variable in made.items()]
    arcs += [(cell, cell, model.new_bool_var("")) for cell in cells]
    if not closed:
        outside = len(cells)
        for cell in cells:
            arcs += [(outside, cell, model.new_bool_var("")), (cell, outside, model.new_bool_var(""))]
    model.add_circuit(arcs)
    ways = [(made[one, other], made[other, one]) for one, other in board.moves]
    for both in ways:
        model.add_at_most_one(both)
    for number, other_number in zip(*board.crossing.nonzero(), strict=True):
        deadline.check()
        if number < other_number:
            model.add_at_most_one(ways[number] + ways[other_number])
    model.maximize(sum(made.values()))
    return model, made


# How it is solved


def solve(values: Values, deadline: Deadline, say: Say) -> Result:
    from puzzlewright.gallery.leapers_board import Board, fits

    board, turned = _board(values)
    closed, method = values["path"] == CLOSED, values["method"]
    facts: dict[str, Any] = {"moves_on_the_board": len(board.moves), "crossing_pairs": int(board.crossing.sum()) // 2}
    best: list[Move] = []
    bound = board.rows * board.columns - (not closed)
    reason = ""
    if method == PROGRAM:
        best, bound, reason = _by_program(board, closed, deadline)
    else:
        from puzzlewright.gallery.leapers_frontier import Frontier
        from puzzlewright.gallery.leapers_search import Search

        say("compiling")
        with deadline.paused():
            # A small board compiles what the large one needs.
            small = Board(3, 3, 1, 2)
            Search(small, closed).run(Deadline(), silent)
        search, frontier = Search(board, closed), None
        try:
            if method != FRONTIER and search.run(deadline, say, None if method == SEARCH else _FIRST_NODES):
                bound = len(search.best)
            elif method == FRONTIER or fits(board):
                say("compiling")
                with deadline.paused():
                    Frontier(small, closed, 0).run(Deadline(), silent)
                frontier = Frontier(board, closed, len(search.best))
                best = frontier.run(deadline, say) or []
            elif search.run(deadline, say):
                bound = len(search.best)
        except OutOfTime as stopped:
            reason = str(stopped)
        best = best or search.best
        if method != FRONTIER:
            facts["nodes_of_the_search"] = search.nodes
        if frontier is not None:
            bound = min(bound, frontier.bound)
            facts["targets"] = frontier.rounds
    if reason and not closed:
        best = max(best, greedy(board), key=len)
    plan = [divmod(cell, board.columns) for cell in in_order(best, closed)]
    return Result(
        len(best),
        not reason,
        bound,
        [[column, row] if turned else [row, column] for row, column in plan],
        facts,
        reason,
    )


def greedy(board: Board) -> list[Move]:
    """An open path from the first cell that makes the move that crosses fewest of those still possible."""
    path, visited = list[Any](), {0}
    here, possible = 0, [True] * len(board.moves)
    while True:
        ways = [
            (int(board.crossing[number][possible].sum()), one + other - here, number)
            for number, (one, other) in enumerate(board.moves)
            if possible[number] and here in (one, other) and one + other - here not in visited
        ]
        if not ways:
            return path
        _, here, number = min(ways)
        visited.add(here)
        path.append(board.moves[number])
        possible = [free and not cross for free, cross in zip(possible, board.crossing[number], strict=True)]


def _by_program(board: Board, closed: bool, deadline: Deadline) -> tuple[list[Move], int, str]:
    """Moves, bound, and why it is not proved."""
    most = board.rows * board.columns - (not closed)
    try:
        model, made = build(board, closed, deadline)
        outcome = constraint.run(model, deadline)
    except OutOfTime as stopped:
        return [], most, str(stopped)
    reason = "" if outcome.closed else str(OutOfTime())
    if outcome.bound is None:
        return [], most, reason
    moves = [arc for arc, variable in made.items() if outcome.value(variable)]
    return moves, min(most, int(outcome.bound + 1e-6)), reason


def in_order(moves: Iterable[Move], closed: bool) -> list[int]:
    """The cells along a path of moves, which come in any order; along a cycle once round."""
    beside: dict[int, list[int]] = {}
    for one, other in moves:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    if not beside:
        return [] if closed else [0]
    path = [min(beside) if closed else min(cell for cell, some in beside.items() if len(some) == 1)]
    while ways := [cell for cell in beside[path[-1]] if cell not in path[-2:-1] and cell != path[0]]:
        path.append(ways[0])
    return path


# The judge


def verify(values: Values, result: Result) -> list[str]:
    """Follow the path: inside, right steps, no cell twice, no two moves that meet outside a common end."""
    rows, columns, closed = values["rows"], values["columns"], values["path"] == CLOSED
    assert isinstance(result.plan, list) and isinstance(result.value, int)
    path = [(row, column) for row, column in result.plan]
    wrong = [
        f"{row}, {column} is not on the board"
        for row, column in path
        if not (0 <= row < rows and 0 <= column < columns)
    ]
    if len(set(path)) < len(path):
        wrong.append("a cell is visited twice")
    moves = list(pairwise(path + path[:1] if closed else path))
    wrong += [f"from {a} to {b} is no move" for a, b in moves
              if tuple(sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))) != steps_of(values["piece"])]  # fmt: skip
    wrong += [f"{first} and {second} cross" for first, second in combinations(moves, 2) if _meet(*first, *second)]
    if not closed and not path:
        wrong.append("there is no path")
    if closed and 0 < len(path) < 3:
        wrong.append("this is no cycle")
    if result.value != len(moves):
        wrong.append(f"{len(moves)} moves are not {result.value}")
    if (
        not isinstance(result.bound, int)
        or (result.proved and result.bound != result.value)
        or result.bound < result.value
    ):
        wrong.append(f"a bound of {result.bound} does not go with {result.value} moves")
    return wrong


def _meet(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Do the segments from a to b and from c to d have more in common than one end? In exact arithmetic."""
    (down, right), (other_down, other_right) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    apart = c[0] - a[0], c[1] - a[1]
    area = down * other_right - right * other_down
    if area:
        along = Fraction(apart[0] * other_right - apart[1] * other_down, area)
        other_along = Fraction(apart[0] * right - apart[1] * down, area)
        return 0 <= along <= 1 and 0 <= other_along <= 1 and not {a, b} & {c, d}
    if apart[0] * right != apart[1] * down:
        return False
    # On one line: compare where they begin and end along it.
    first, second = sorted((a, b)), sorted((c, d))
    if first[1] < second[0] or second[1] < first[0]:
        return False
    return not (first[1] == second[0] or second[1] == first[0])


# The picture


def draw(values: Values, result: Result) -> Figure:
    """The board with the path on it; rings at the ends of an open path."""
    from matplotlib.patches import Rectangle

    rows, columns, closed = values["rows"], values["columns"], values["path"] == CLOSED
    scale = min(0.6, 8 / max(rows, columns))
    figure = plotting.figure(max(columns * scale, 2.6) + 0.3, rows * scale + 0.8)
    axes = figure.subplots()
    plotting.plain(axes, -0.55, columns - 0.45, rows - 0.45, -0.55)
    for row in range(rows):
        for column in range(columns):
            shade = "#e6e6e6" if (row + column) % 2 else "#fafafa"
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=shade, edgecolor="none"))
    axes.add_patch(Rectangle((-0.5, -0.5), columns, rows, fill=False, edgecolor="black", linewidth=1))
    assert isinstance(result.plan, list)
    along = result.plan + result.plan[:1] if closed else result.plan
    axes.plot([column for _, column in along], [row for row, _ in along], color=plotting.PALETTE[0], linewidth=1.8,
              marker="o", markersize=4, solid_joinstyle="round")  # fmt: skip
    if not closed:
        for row, column in (along[0], along[-1]):
            axes.plot(
                column, row, marker="o", markersize=10, fillstyle="none", color=plotting.PALETTE[3], markeredgewidth=1.8
            )
    most = "the most" if result.proved else f"at most {result.bound}"
    axes.set_title(f"{values['piece']}, {values['path']}: {result.value} moves, {most}", fontsize=11)
    return figure


STATEMENT = """
A knight leaps about an 8 x 8 board, and its way is drawn as straight segments from cell to cell. How many moves can it
make if it visits no cell twice and the segments never cross? The same for the camel (1,3), the zebra (2,3), the giraffe
(1,4) and other leapers, for closed paths, and for other boards.
"""

MODEL = """
For each move $e$ a binary $x_e$ says that it is made, for each cell $c$ binaries $z_c$ and $w_c$ say that it is visited
and that the path ends there. $E_c$ are the moves at a cell, and $X$ the pairs of moves that cross:

$$\\max \\sum_e x_e \\quad\\text{subject to}\\quad \\sum_{e \\in E_c} x_e = 2 z_c - w_c, \\qquad \\sum_c w_c \\le 2,
\\qquad x_e + x_f \\le 1 \\text{ for } (e, f) \\in X,$$

and no cycle may be beside the path. The published solution cuts cycles off as they appear; `--method program` has a
*circuit constraint* of CP-SAT instead. It takes a minute for 5 x 5 cells. The relaxation is weak: 22 for the 17 moves
on 6 x 6, 44.8 for the 35 on 8 x 8.

`--method search` tries all paths, move by move, with blocked moves as bits and one start of each class of symmetric
cells. Crossings leave little to try: 3,033 partial paths for a giraffe on 8 x 8, 135,037 for a camel, 17.6 million for
a knight on 7 x 7. The knight on 8 x 8 would need ten billion.

`--method frontier` is dynamic programming. Decide about the cells in reading order: which moves from earlier cells are
made? What matters of the past is, for each cell of the last rows, whether it is fresh, done, or the end of a path, and
of which other cell; and which moves to later cells are blocked. For a knight on 7 x 7 these are 7.8 million states,
and on 8 x 8 they would be more than twenty times as many. But ask for a path with at least $T$ moves, and drop each
state $s$ with

$$\\text{moves made} + h(s) < T.$$

The bound $h$ comes from a second dynamic program. Without the condition that all is *one path*, and on a strip of five
columns only, states are few: the best completion of each one that is met is computed once. Two strips cover the board,
and moves that lie in both count one half in each, so the sum of both is a bound. It is 39 for the empty board, and
sharp enough to leave 29,426 states when 36 moves are asked for and refuted. Ends of paths are counted too: there are
two in all, to be shared out among the strips. $T$ is lowered until there is a path, which proves that it is longest.

The default is to try 20 million partial paths first, and to go on with the frontier if that was not enough.
"""

REMARKS = """
- The published solution needed 30 s, 1 min and 5-10 min of a commercial solver *for each round of cycle cuts* for
  knights on 6 x 6, 7 x 7 and 8 x 8. Here all is proved in a few seconds.
- Longest open knight paths are [OEIS A003192](https://oeis.org/A003192), closed ones
  [A157416](https://oeis.org/A157416). Beyond 9 x 9, the longest open paths known had 61 moves on 10 x 10 and 76 on
  11 x 11 (Alex Black's list of records). The frontier proves that both are the longest, in one minute and in
  six; the second was measured once and is not tested.
- Literature counts moves or cells; here it is moves. An open path has one cell more than moves, a closed one as many.
- Segments that share a cell do not cross. No segment of a knight, camel, zebra or giraffe passes over another cell, but
  those of (2,2) or (2,4) do, and then it may not be visited.
- Cuts against cycles must spare the one cycle that is wanted when closed paths are asked for.
- G. Jelliss, *Non-Intersecting Paths by Leapers*, has results by R. Merson for sides up to 31. The closed problem for
  boards with up to 8 rows was problem J of the ICPC World Finals 2018.
"""

_A003192, _A157416, _RIDDLER = "OEIS A003192", "OEIS A157416", "exhaustive search"
_OPEN = {1: 0, 2: 0, 3: 2, 4: 5, 5: 10, 6: 17, 7: 24, 8: 35, 9: 47}
_CLOSED = {1: 0, 2: 0, 3: 0, 4: 4, 5: 8, 6: 12, 7: 24, 8: 32, 9: 42, 10: 54}
_OTHERS = {("camel", OPEN): 17, ("camel", CLOSED): 14, ("zebra", OPEN): 17, ("zebra", CLOSED): 12,
           ("giraffe", OPEN): 15, ("giraffe", CLOSED): 12}  # fmt: skip
_RECTANGLES = {(3, 8): (9, 6), (4, 6): (9, 8), (4, 8): (13, 12), (5, 6): (14, 12), (5, 7): (16, 14), (6, 7): (21, 18)}


def _square(side: int, path: str, value: int, source: str) -> Known:
    return Known({"rows": side, "columns": side, "path": path}, value, source, long=side > 7)


ENTRY = Entry(
    name="leapers",
    title="Uncrossed leaper paths",
    source="The Riddler; solved with integer programs by Laurent Lessard, Book Proofs.",
    statement=STATEMENT,
    model=MODEL,
    remarks=REMARKS,
    parameters=(
        Parameter("rows", 8, "rows of the board", 1, 20),
        Parameter("columns", 8, "columns of the board", 1, 20),
        Parameter("piece", "knight", "knight, camel, zebra, giraffe, or how far it leaps both ways as in 3,4"),
        Parameter("path", OPEN, "whether the path comes back to its start", choices=(OPEN, CLOSED)),
        Parameter("method", AUTO, "how it is solved", choices=(AUTO, FRONTIER, SEARCH, PROGRAM)),
    ),
    known=(
        *(_square(side, OPEN, moves, _A003192) for side, moves in _OPEN.items()),
        _square(10, OPEN, 61, "a record of Alex Black; proved here"),
        *(_square(side, CLOSED, moves, _A157416) for side, moves in _CLOSED.items()),
        *(Known({"piece": piece, "path": path}, moves, _RIDDLER) for (piece, path), moves in _OTHERS.items()),
        *(
            Known({"rows": rows, "columns": columns, "path": path}, moves, _RIDDLER)
            for (rows, columns), both in _RECTANGLES.items()
            for path, moves in zip((OPEN, CLOSED), both, strict=True)
        ),
        Known({"rows": 4, "columns": 4, "method": PROGRAM}, 5, _A003192),
        Known({"rows": 8, "columns": 8, "method": FRONTIER}, 35, _A003192, long=True),
    ),
    refuse=refuse,
    solve=solve,
    verify=verify,
    draw=draw,
)
