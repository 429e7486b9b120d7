"""Dice thrown and towers tried, many times over: by compiled rules, or as a program by plain ones.

As a program it reads pickled trials and writes what came of them. Run with CARNAGE_UNCOMPILED=1.
"""

from __future__ import annotations

import pickle
import sys
from typing import Any, NamedTuple

import numpy as np
from rulesets import classic, rolled

from carnage.engine.battle.frame.prepare import fill, fill_hand
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import (
    chance_added,
    chance_moved,
    chance_struck,
    landing,
    topples_added,
    topples_moved,
    topples_struck,
)
from carnage.engine.compiling.marks import RULES, UNCOMPILED, in_order, store
from carnage.engine.core import records
from carnage.engine.core.chance import start_chance

HEIGHTS = 18  # 0 and more than a tower's chances reach to


class Trial(NamedTuple):
    """A side throws from 1, 2 at x, y, and tries towers that it moves so far."""

    hands: tuple[str, str]
    side: int
    x: float
    y: float
    moved: float
    throws: int
    tries: int
    table: str = "4"  # feet


def _throw(games: Any, side: int, x: float, y: float, rests: Any) -> None:
    g = games[0]
    start_chance(g.core, 5, side)
    for k in range(rests.shape[0]):
        at_x, at_y = landing(g, side, 1.0, 2.0, x, y)
        rests[k, 0] = at_x
        rests[k, 1] = at_y


def _topple(games: Any, side: int, moved: float, tries: int, fell: Any, chances: Any) -> None:
    g = games[0]
    start_chance(g.core, 6, side)
    for n in range(fell.shape[0]):
        for _ in range(tries):
            fell[n, 0] += int(topples_added(g, side, n))
            fell[n, 1] += int(topples_moved(g, side, n, moved))
            fell[n, 2] += int(topples_struck(g, side, n))
        chances[n, 0] = chance_added(g, side, n)
        chances[n, 1] = chance_moved(g, side, n, moved)
        chances[n, 2] = chance_struck(g, side, n)


class Outcome(NamedTuple):
    """Where dice came to rest; how many towers of n dice fell when added to, moved, struck; the chances."""

    rests: Any
    fell: Any
    chances: Any


def run(trial: Trial) -> Outcome:
    games: Any = [records.plain(Game)] if UNCOMPILED else records.new(Game)
    fill(games[0], rolled(deployment=trial.table))
    data = classic().dexterity
    assert data is not None
    for side, code in enumerate(trial.hands):
        fill_hand(games[0].hands[side], data.of(code))
    throw, topple = _ready()
    outcome = Outcome(np.zeros((trial.throws, 2)), np.zeros((HEIGHTS, 3), np.int64), np.zeros((HEIGHTS, 3)))
    with np.errstate(over="ignore"):
        throw(games, trial.side, trial.x, trial.y, outcome.rests)
        topple(games, trial.side, trial.moved, trial.tries, outcome.fell, outcome.chances)
    return outcome


def _ready() -> tuple[Any, Any]:
    """The two loops, compiled where the rules are."""
    if UNCOMPILED:
        return _throw, _topple
    import numba

    store().mkdir(parents=True, exist_ok=True)
    mine = [rule for rule in RULES if rule.dispatcher in list(globals().values())]
    for rule in in_order(mine):
        rule.get_ready(store())
    return numba.njit(_throw), numba.njit(_topple)


if __name__ == "__main__":
    assert UNCOMPILED
    trials = [Trial(*trial) for trial in pickle.load(sys.stdin.buffer)]
    pickle.dump([tuple(run(trial)) for trial in trials], sys.stdout.buffer)
