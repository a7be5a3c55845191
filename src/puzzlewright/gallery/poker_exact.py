"""Linear programs and polytopes in exact arithmetic, with floats only to guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from puzzlewright.deadline import Deadline
from puzzlewright.errors import InternalError
from puzzlewright.gallery.linear import quiet_highs

Vector = list[Fraction]
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Row:
    """The condition that the sum of coefficients times variables is at most `right`."""

    coefficients: Vector
    right: Fraction

    def slack(self, point: Vector) -> Fraction:
        return self.right - dot(self.coefficients, point)


def dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True) if a and b), _ZERO)


def maximise(objective: Vector, rows: Sequence[Row], deadline: Deadline) -> Vector:
    """An optimal vertex, exactly. For each variable there must be a row that bounds it alone by 0, first of all rows.

    HiGHS solves the program in floats and says which rows hold with equality in its vertex, one for each variable.
    These equations are solved in fractions, and so are those for the multipliers of these rows. If the point obeys all
    rows, and no multiplier is negative, it is optimal: the objective is the sum of the rows times their multipliers.
    Raises InternalError if the floats misled, and OutOfTime.
    """
    import highspy
    import numpy as np

    size = len(objective)
    program = quiet_highs()
    if deadline.left_s is not None:
        program.setOptionValue("time_limit", deadline.left_s)
    program.setOptionValue("solver", "simplex")
    none, endless = np.array([]), highspy.kHighsInf
    for value in objective:
        program.addCol(float(value), -endless, endless, 0, none, none)
    for row in rows:
        used = [index for index, value in enumerate(row.coefficients) if value]
        program.addRow(
            -endless, float(row.right), len(used), np.array(used), np.array([float(row.coefficients[i]) for i in used])
        )
    program.changeObjectiveSense(highspy.ObjSense.kMaximize)
    program.run()
    deadline.check()
    basis = program.getBasis()
    # A variable that never moved away from 0 is held there by its own row.
    tight = {index for index, status in enumerate(basis.col_status) if status != highspy.HighsBasisStatus.kBasic}
    tight |= {index for index, status in enumerate(basis.row_status) if status != highspy.HighsBasisStatus.kBasic}
    chosen = [rows[index] for index in sorted(tight)]
    point = solve([row.coefficients for row in chosen], [row.right for row in chosen])
    multipliers = solve([[row.coefficients[index] for row in chosen] for index in range(size)], objective)
    if point is None or multipliers is None or min(multipliers) < 0 or any(row.slack(point) < 0 for row in rows):
        raise InternalError("the vertex found in floats is not optimal in exact arithmetic")
    return point


def solve(matrix: Sequence[Vector], right: Vector) -> Vector | None:
    """The solution of a square system by Gauss and Jordan, None if there is not exactly one."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(lines)
    if any(len(line) != size + 1 for line in lines):
        return None
    for column in range(size):
        pivot = next((index for index in range(column, size) if lines[index][column]), None)
        if pivot is None:
            return None
        lines[column], lines[pivot] = lines[pivot], lines[column]
        scale = lines[column][column]
        lines[column] = [value / scale if value else value for value in lines[column]]
        for index in range(size):
            if index != column and (factor := lines[index][column]):
                lines[index] = [a - factor * b if b else a for a, b in zip(lines[index], lines[column], strict=True)]
    return [line[size] for line in lines]


def vertices(rows: Sequence[Row], size: int, most: int, deadline: Deadline) -> list[Vector] | None:
    """The vertices of the part of the unit cube that obeys all rows, in order; None if there are more than `most`.

    The cube is cut by one row after the other (the *double description* method): vertices beyond a cut go, and each
    edge from one that stays to one that goes brings a new one. Two vertices are joined by an edge if no third one lies
    on all the faces that they share. Raises OutOfTime.
    """
    if size > 16 or 2**size > most:
        return None
    corners: list[Vector] = [[]]
    for _ in range(size):
        corners = [[*corner, value] for corner in corners for value in (_ZERO, _ONE)]
    bounds = [Row([Fraction(sign * (at == index)) for at in range(size)], Fraction(sign > 0))
              for index in range(size) for sign in (-1, 1)]  # fmt: skip
    # The number of each face that a vertex lies on.
    faces = {tuple(corner): {at for at, row in enumerate(bounds) if not row.slack(corner)} for corner in corners}
    for number, row in enumerate(rows, len(bounds)):
        deadline.check()
        slacks = {corner: row.slack(list(corner)) for corner in faces}
        outside = [corner for corner, slack in slacks.items() if slack < 0]
        fresh = {}
        for one, other in ((one, other) for other in outside for one, slack in slacks.items() if slack > 0):
            shared = faces[one] & faces[other]
            if sum(shared <= some for some in faces.values()) == 2:
                part = slacks[one] / (slacks[one] - slacks[other])
                cut = tuple(a + part * (b - a) for a, b in zip(one, other, strict=True))
                fresh[cut] = shared | {number}
        for corner in outside:
            del faces[corner]
        for corner in faces:
            if not slacks[corner]:
                faces[corner].add(number)
        faces |= fresh
        if len(faces) > most:
            return None
    return sorted(map(list, faces))
