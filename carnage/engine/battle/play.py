"""Entries: what Python calls to have games played. Arrays of one record hold the template and the game.

`games` rows in and out: `template` and `game` are arrays of one Game; `log` an array of Event, of no length
when nobody wants a log.
"""

from __future__ import annotations

import numpy as np

from carnage.engine.battle.bots.greedy import greedy
from carnage.engine.battle.round_structure import play
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.asking import key_bot
from carnage.engine.core.chance import mix, start_chance
from carnage.engine.core.compiling import Rows, entry, rule
from carnage.engine.core.state import GREEDY, RULE_SLOTS


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


class Margin:
    """How one try of a planner ended: side 0's victory points less side 1's."""

    value: int


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
    c = game[0].core
    start_chance(c, seed, number)
    c.forced_at = -1
    c.sealed_from = -1


@entry
def advice(game: Rows[Game]) -> int:
    """What the greedy bot would answer to the question at which a game has stopped."""
    c = game[0].core
    key_bot(c)
    return greedy(game[0], c.asker, c.kind, c.actor)


@entry
def try_out(
    game: Rows[Game],
    template: Rows[Game],
    stopped: Rows[Game],
    log: Log,
    seed: int,
    number: int,
    choice: int,
    count: int,
    salt: int,
    margins: Rows[Margin],
) -> None:
    """Play a stopped game on `count` times with this answer to its question, and keep side 0's margins.

    What follows the answer has fresh dice: the same for every answer that is tried with the same salt.
    What the other side has answered in secret is guessed anew each time.
    """
    asked = stopped[0].core
    for k in range(count):
        begin(game, template, seed, number)
        g = game[0]
        c = g.core
        for n in range((asked.n_decisions + 1) // 2):
            c.decisions[n] = asked.decisions[n]
        c.n_script = asked.n_decisions if asked.sealed_from < 0 else asked.sealed_from
        c.forced_at = asked.n_decisions
        c.forced_choice = choice
        c.branch = mix(np.uint64(salt + k + 1))
        c.bots[0] = GREEDY
        c.bots[1] = GREEDY
        play(g, log)
        margins[k].value = g.margin


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
