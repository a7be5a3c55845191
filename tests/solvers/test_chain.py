"""Chains: each link follows from one rule, cases are two and both end where a rule cannot hold."""

from __future__ import annotations

import random
from dataclasses import replace

from evolomino_brute import random_board

from puzzlewright.deadline import Deadline
from puzzlewright.explaining import explain, verify
from puzzlewright.outcome import Link
from puzzlewright.puzzles.evolomino import reasons
from puzzlewright.solvers.chain import Chain, Chains, length
from puzzlewright.solvers.reasons import Switched


def test_chains_of_random_boards_hold_and_some_split() -> None:
    """`verify` follows each chain with a solver of its own, and refuses cases that are not all there."""
    rng = random.Random(6)
    plain = split = none = 0
    while split < 4 or plain < 60:
        board = random_board(rng, [(3, 4), (4, 4), (5, 4)], most_free=14)
        steps = explain(board).steps
        assert verify(board, steps) == []
        for step in steps:
            cases = any(link.cases for link in step.chain)
            split += cases
            plain += bool(step.chain) and not cases
            none += len(step.because) > 1 and not step.chain
            if cases:
                *links, last = step.chain
                assert not any(link.cases for link in links) and len(last.cases) == 2
                for wrong in (last.cases[:1] * 2, tuple(case[:-1] for case in last.cases)):
                    changed = replace(step, chain=(*links, Link(None, last.used, (), wrong)))
                    told = verify(board, [one if one is not step else changed for one in steps])
                    assert told == [f"step {steps.index(step) + 1}: the chain does not hold"]
    assert none < split + plain


def supposed(chain: Chain) -> int:
    """The most splits within each other."""
    return max((1 + max(supposed(case) for _, case in each.cases) for each in chain if each.cases), default=0)


def test_no_more_splits_than_asked_for() -> None:
    rng = random.Random(7)
    found = {0: 0, 1: 0}
    while min(found.values()) < 3:
        model = reasons.build(random_board(rng, [(3, 4), (4, 4)], most_free=12))
        switched = Switched(model, Deadline())
        solver = switched.solver()
        rules = range(len(model.rules))
        if solver.solve(rules, model.given) is not None:
            continue
        chains = {depth: Chains(solver, rules, switched.marks).chain(model.given, depth) for depth in (0, 1, 2)}
        for depth, chain in chains.items():
            if chain is not None:
                assert supposed(chain) <= depth and length(chain) > 0
                found[supposed(chain)] = found.get(supposed(chain), 0) + 1
        assert chains[0] is None or chains[1] == chains[0]
