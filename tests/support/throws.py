"""Dice thrown and towers tried, many times over: by compiled rules, or as a program by plain ones.

As a program it reads pickled trials and writes what came of them. Run with CARNAGE_UNCOMPILED=1.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from carnage.engine.battle.frame.prepare import fill, fill_hand
from carnage.engine.battle.frame.state import Game
from carnage.engine.battle.harm.dexterity import (
    chance_added,
    chance_moved,
    chance_struck,
    draw_fall_added,
    draw_fall_moved,
    draw_fall_struck,
    landing_place,
)
from carnage.engine.compiling import build, language, library
from carnage.engine.compiling.emit import FamilyEmitter
from carnage.engine.compiling.marks import Rows, entry, marked
from carnage.engine.core import records
from carnage.engine.core.chance import start_chance
from tests.support.rulesets import classic, rolled

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


class Rest:
    """Where a die came to rest."""

    x: float
    y: float


class Fallen:
    """How many towers of one height fell when added to, moved, struck, and the chances of each."""

    added: int
    moved: int
    struck: int
    chance_added: float
    chance_moved: float
    chance_struck: float


@entry
def throw(games: Rows[Game], side: int, x: float, y: float, rests: Rows[Rest]) -> None:
    g = games[0]
    start_chance(g.core, 5, side)
    for k in range(len(rests)):
        at_x, at_y = landing_place(g, side, 1.0, 2.0, x, y)
        rests[k].x = at_x
        rests[k].y = at_y


@entry
def topple(games: Rows[Game], side: int, moved: float, tries: int, towers: Rows[Fallen]) -> None:
    g = games[0]
    start_chance(g.core, 6, side)
    for n in range(len(towers)):
        fallen = towers[n]
        for _ in range(tries):
            if draw_fall_added(g, side, n):
                fallen.added += 1
            if draw_fall_moved(g, side, n, moved):
                fallen.moved += 1
            if draw_fall_struck(g, side, n):
                fallen.struck += 1
        fallen.chance_added = chance_added(g, side, n)
        fallen.chance_moved = chance_moved(g, side, n, moved)
        fallen.chance_struck = chance_struck(g, side, n)


class Outcome(NamedTuple):
    """Where dice came to rest; how many towers of n dice fell when added to, moved, struck; the
    chances.
    """

    rests: Any
    fell: Any
    chances: Any


def run(trial: Trial) -> Outcome:
    is_compiled = load()
    games: Any = records.single_row(Game, uncompiled=not is_compiled)
    fill(games[0], rolled(deployment=trial.table))
    data = classic().dexterity
    assert data is not None
    for side, code in enumerate(trial.hands):
        fill_hand(games[0].hands[side], data.get_level(code))
    rests, towers = records.new(Rest, trial.throws), records.new(Fallen, HEIGHTS)
    with np.errstate(over="ignore"):
        throw(games, trial.side, trial.x, trial.y, rests)
        topple(games, trial.side, trial.moved, trial.tries, towers)
    return Outcome(
        np.column_stack([rests.x, rests.y]),
        np.column_stack([towers.added, towers.moved, towers.struck]),
        np.column_stack([towers.chance_added, towers.chance_moved, towers.chance_struck]),
    )


@cache
def load() -> bool:
    """Compile the two loops with the rules that they call. Return whether they are compiled."""
    if os.environ.get("CARNAGE_UNCOMPILED") == "1":
        return False
    compiler = build.find_compiler()
    assert compiler is not None
    loops = [marked(throw), marked(topple)]
    built = build.build_library(
        FamilyEmitter(language.sort_rules(loops)).emit(), compiler, build.build_flags()
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"throws.{build.SUFFIX}"
        path.write_bytes(built)
        library.open_library(path, loops)
    return True


if __name__ == "__main__":
    assert not load()
    trials = [Trial(*trial) for trial in pickle.load(sys.stdin.buffer)]
    pickle.dump([tuple(run(trial)) for trial in trials], sys.stdout.buffer)
