"""How Double Choco boards are made; docs/generating-double-choco.md tells it in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.generator import Draft, Generator, Option, Request
from puzzlewright.grid import Cell, Grid, cell_name
from puzzlewright.puzzles.double_choco.candidates import Candidate, Effort
from puzzlewright.puzzles.double_choco.carving import Numbers
from puzzlewright.puzzles.double_choco.colouring import Colouring
from puzzlewright.puzzles.double_choco.cover import Cover, Rivals, differences
from puzzlewright.puzzles.double_choco.partition import Partition
from puzzlewright.puzzles.double_choco.proving import TooHard, answers
from puzzlewright.puzzles.double_choco.rules import Answer, Instance, blocks, borders_of

SYMMETRIES = {
    "none": [],
    "rotate": [lambda r, c, rows, cols: (rows - 1 - r, cols - 1 - c)],
}


class Attempt:
    def __init__(self, request, random, deadline):
        self.request, self.random, self.deadline = request, random, deadline
        self.grid = Grid(request.rows, request.cols)
        self.bits = Bitboard(self.grid, turning=True)
        self.stats = {}

    def board(self, own, numbers=None):
        grey = [cell for _, area in own for cell in self.bits.cells(area)]
        size = {}
        for white, area in own:
            for position in positions((white | area) & (numbers if numbers is not None else 0)):
                size[self.bits.cell(position)] = white.bit_count()
        return Instance.of(self.request.rows, self.request.cols, grey, size)

    def run(self):
        o = self.request.options
        p = Partition(self.bits, o["mean"], int(o["largest"]), self.random, self.deadline).whole()
        c = Colouring(self.bits, p, o["clumps"], self.random)
        for round in range(40):
            if not c.repair(1000): return
            own = c.coloured()
            cov = Cover(self.board(own, self.bits.all), self.bits, Effort(300, 300, 300), self.deadline, own)
            n = 0
            with Rivals(cov, own, self.deadline) as r:
                for _ in range(20):
                    d = r.next(positions(self.bits.all), 2000)
                    if not d: break
                    for x in d: c.forbid(x.cells); n += 1
            if n: continue
            bad = yield from self.carve(own)
            if not bad: return
            for x in bad: c.forbid(x)

    def carve(self, own):
        E = int(self.request.options.get("effort", 60))
        cov = Cover(self.board(own), self.bits, Effort(early_steps=E, later_steps=E), self.deadline, own)
        areas = [a for b in own for a in b]
        num = Numbers([1 << x for x in positions(self.bits.all)], areas, 0, self.random, doubles=False)
        q = ex = 0
        with Rivals(cov, own, self.deadline) as r:
            while True:
                s = num.chosen()
                if s is None:
                    self.stats["infeasible"] = self.stats.get("infeasible", 0) + 1
                    return [last]
                found = []
                for _ in range(8):
                    d = r.next(positions(s), 2000)
                    q += 1
                    if not d: break
                    found += d
                if not found:
                    ex += 1
                    board = self.board(own, s)
                    try:
                        got = []
                        for a in answers(board, 3000, self.deadline):
                            got.append(a)
                            if len(got) == 3: break
                    except TooHard:
                        self.stats["toohard"] = self.stats.get("toohard", 0) + 1
                        if not got: return []
                    for a in got:
                        other = []
                        for block in blocks(board, a):
                            other.append((self.bits.mask(block - board.grey), self.bits.mask(block & board.grey)))
                        found += differences(own, other)
                    if not found:
                        if len(got) != 1: return []
                        self.stats.update(q=q, ex=ex, cands=len(cov.blocks), pool=len(num.holders))
                        yield Draft(board, Answer(borders_of(self.grid, [self.bits.cells(w | g) for w, g in own])))
                        return []
                for d in found:
                    last = d.cells
                    if not num.add(d.telling): return [d.cells]
