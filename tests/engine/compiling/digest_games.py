"""Print a digest of games of random rulesets, a line each: `digest_games.py BOOK RULESETS GAMES`.

A digest is of everything that games leave behind: results, turns, tallies, counted answers, and for
two games the whole record, the events and the decisions.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator

import numpy as np

from carnage import catalog
from carnage.engine import simulation
from carnage.engine.games import Match, assign_seats
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

COUNTED = ("results", "turns", "tallies", "asked", "forced", "offered", "taken")


def random_rulesets(book: str, count: int) -> Iterator[Ruleset]:
    drawn = random.Random(book)
    whole = catalog.book(book)
    for _ in range(count):
        yield resolve(whole, Seed("".join(drawn.choices("0123456789", k=whole.length))))


def digest(ruleset: Ruleset, games: int) -> str:
    whole = hashlib.sha256()
    for bot in ("greedy", "random"):
        played = simulation.play_games(
            ruleset, games, assign_seats(ruleset, [bot]), seed=1, threads=1
        )
        match = Match(ruleset, 2, 0, [bot])
        arrays = [getattr(played, name) for name in COUNTED]
        arrays += [
            match.record,
            match.log[: int(match.record.core.n_events)],
            np.array(match.decisions),
        ]
        for array in arrays:
            whole.update(np.asarray(array).tobytes())
    return whole.hexdigest()[:16]


if __name__ == "__main__":
    book, count, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for ruleset in random_rulesets(book, count):
        print(ruleset.seed, digest(ruleset, games))
