"""Answers of a board that the setter has fixed, and why there are none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from random import Random

from puzzlewright.deadline import Deadline
from puzzlewright.grid import Cell, cell_name, cell_names, components
from puzzlewright.messages import Sentence
from puzzlewright.puzzles.evolomino import model
from puzzlewright.puzzles.evolomino.messages import MESSAGES
from puzzlewright.puzzles.evolomino.rules import Answer, Arrow, Instance, defects, unsolvable
from puzzlewright.solvers.search import Search

_TRIES = 8
"""Answers that are looked at; the one with the most blocks of three squares and more is taken."""


def contradiction(board: Instance, deadline: Deadline) -> str | None:
    """Why a board has no answer, with the cells that clash; None if it has one. Raises OutOfTime."""
    if wrong := defects(board) or unsolvable(board):
        return wrong[0]
    if not board.arrows:
        return Sentence(MESSAGES, "no arrow", cell=cell_name((0, 0)))
    for arrow in board.arrows:
        alone = _without(board, [other for other in board.arrows if other != arrow])
        if not _has_answer(replace(alone, squares=frozenset()), deadline):
            return Sentence(MESSAGES, "no room", cell=cell_name(arrow[0]))
    if _has_answer(board, deadline):
        return None
    return _clash(board, deadline)


def _clash(board: Instance, deadline: Deadline) -> str:
    """The clues that leave no answer and of which none can go, of a board of which each arrow has room."""
    lifted = sorted(board.shaded | board.squares)
    built = model.build(board, deadline, lifted=lifted)
    cell_of = {literal: cell for cell, literal in built.clues.items()}
    with Search(built, deadline, lambda answer: None) as search:
        needed = list(cell_of)
        for literal in list(cell_of):
            without = [other for other in needed if other != literal]
            if literal in needed and search.next(without) is None:
                core = search.core()
                needed = [other for other in without if other in core]
    if needed:
        return Sentence(MESSAGES, "clash", cells=cell_names(cell_of[literal] for literal in needed))
    tails = [cell_name(arrow[0]) for arrow in board.arrows]
    return Sentence(MESSAGES, "crowded", cells=", ".join(tails))


def _has_answer(board: Instance, deadline: Deadline) -> bool:
    with Search(model.build(board, deadline), deadline, lambda answer: None) as search:
        return search.next() is not None


def _without(board: Instance, arrows: Iterable[Arrow]) -> Instance:
    """The board with those arrows shaded."""
    gone = {cell for arrow in arrows for cell in arrow}
    links = board.links - {link for arrow in arrows for link in pairwise(arrow)}
    return replace(board, shaded=board.shaded | gone, squares=board.squares - gone, links=links)


def filled(board: Instance, random: Random, deadline: Deadline) -> frozenset[Cell] | None:
    """The squares of a random answer, rather one with large blocks; None if there is none. Raises OutOfTime."""
    best: tuple[int, frozenset[Cell]] | None = None
    with Search(model.build(board, deadline), deadline, lambda answer: None) as search:
        for _ in range(_TRIES):
            share = random.uniform(0.2, 0.6)
            wished = frozenset(cell for cell in board.grid if random.random() < share)
            search.prefer(Answer(wished))
            answer = search.next()
            if answer is None:
                return None
            score = sum(len(block) > 2 for block in components(answer.squares))
            if best is None or score > best[0]:
                best = score, answer.squares
    assert best is not None
    return best[1]
