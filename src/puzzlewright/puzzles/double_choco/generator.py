"""How Double Choco boards are made; docs/generating-double-choco.md tells it in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from puzzlewright.bitboard import Bitboard, positions
from puzzlewright.deadline import Deadline
from puzzlewright.generator import Draft, Generator, Option, Request
from puzzlewright.grid import Cell, Grid, cell_name
from puzzlewright.puzzles.double_choco.candidates import Candidate, Effort
from puzzlewright.puzzles.double_choco.carving import Numbers, Unhit, carve, single_places
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
            try:
                yield from self.carve(own)
            except Unhit as u:
                self.stats["unhit"]=self.stats.get("unhit",0)+1
                c.forbid(u.cells); continue
            except TooHard:
                self.stats["toohard"]=1
            return

    def carve(self, own):
        E = int(self.request.options.get("effort", 60))
        cov = Cover(self.board(own), self.bits, Effort(early_steps=E, later_steps=E), self.deadline, own)
        areas = [a for b in own for a in b]
        num = Numbers(single_places(self.bits.all), areas, 0, self.random, doubles=False)
        st = self.stats; st.update(q=0, ex=0, none=0)
        with Rivals(cov, own, self.deadline) as r:
            def others(cells):
                found = []
                for _ in range(4):
                    d = r.next(positions(cells), 2000)
                    st["q"] += 1
                    if not d: break
                    found += [(x.telling, x.cells) for x in d]
                return found
            def proof(cells):
                st["ex"] += 1
                board = self.board(own, cells)
                found, n = [], 0
                for a in answers(board, 3000, self.deadline):
                    n += 1
                    other = []
                    for block in blocks(board, a):
                        other.append((self.bits.mask(block - board.grey), self.bits.mask(block & board.grey)))
                    found += [(x.telling, x.cells) for x in differences(own, other)]
                    if n == 3: break
                return found
            c = carve(num, others, proof, int(self.request.options.get("tries", 40)))
        board = self.board(own, num.cells(c))
        st.update(cands=len(cov.blocks), pool=len(num.sets))
        yield Draft(board, Answer(borders_of(self.grid, [self.bits.cells(w | g) for w, g in own])))
