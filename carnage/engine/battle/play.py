"""Entries: what Python calls to have games played. Arrays of one record hold the template and the game.

`games` rows in and out: `template` and `game` are arrays of one Game; `log` an array of Event, of no length
when nobody wants a log.
"""

from __future__ import annotations

import numpy as np

from carnage.engine.battle.round_structure import play
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.chance import mix, start_chance
from carnage.engine.core.compiling import Rows, entry, rule
from carnage.engine.core.state import RULE_SLOTS


class Result:
    """What is kept of a game in a batch."""

    margin: int
    opener: int
    rounds: int
    decisions: int
    capped: int
    check: np.uint64


class Tally:
    """How often one rule fired, and in how many games."""

    fired: int
    games: int


@rule
def fingerprint(g: Game) -> np.uint64:
    """A number that two games share only if they went the same way."""
    h = mix(g.core.key + g.core.counter + np.uint64(g.core.n_decisions))
    for side in range(2):
        h = mix(h ^ np.uint64(g.sides[side].victory * 64 + g.sides[side].models))
    for i in range(g.n_models):
        m = g.models[i]
        h = mix(h ^ np.uint64(int(m.x * 1000.0 + 0.5) * 1048576 + int(m.y * 1000.0 + 0.5) + m.in_play))
    return h


@entry
def begin(game: Rows[Game], template: Rows[Game], seed: int, number: int) -> None:
    """Lay out game `number` of the simulation with this seed, but for decisions and bots."""
    game[0] = template[0]
    start_chance(game[0].core, seed, number)


@entry
def play_one(game: Rows[Game], log: Log) -> None:
    """Play a game that has been begun, to its end or to a decision that somebody has to make."""
    play(game[0], log)


@entry
def play_batch(
    game: Rows[Game],
    template: Rows[Game],
    log: Log,
    seed: int,
    first: int,
    count: int,
    bot_0: int,
    bot_1: int,
    results: Rows[Result],
    tallies: Rows[Tally],
) -> None:
    """Play games first … first + count − 1 and add up what their rules did."""
    for k in range(count):
        begin(game, template, seed, first + k)
        g = game[0]
        g.core.bots[0] = bot_0
        g.core.bots[1] = bot_1
        g.core.forced_at = -1
        g.core.sealed_from = -1
        play(g, log)
        r = results[k]
        r.margin = g.margin
        r.opener = g.opener
        r.rounds = g.rounds
        r.decisions = g.core.n_decisions
        r.capped = 1 - g.over
        r.check = fingerprint(g)
        for n in range(RULE_SLOTS):
            if g.core.fired[n] > 0:
                tallies[n].fired += g.core.fired[n]
                tallies[n].games += 1
