"""Entries: what Python calls to have games played. General: each family binds them to its record and rules.

Arrays of one record hold the template and the game; `log` is an array of Event, of no length when nobody
wants a log, and `lore` what the bots have worked out beforehand, of no length for most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from carnage.engine.core.asking import key_bot
from carnage.engine.core.binding import bind
from carnage.engine.core.chance import mix, start_chance
from carnage.engine.core.compiling import Rows, entry
from carnage.engine.core.state import GREEDY, PLAYERS, RULE_SLOTS, Event, Game, Lead, Lore, Result, Tally

# ------------------------------------------------------------------------ what a family has to bring along


def play(g: Game, lore: Rows[Lore], log: Rows[Event]) -> None:
    """Play a whole game."""
    raise NotImplementedError


def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """What the greedy bot takes."""
    raise NotImplementedError


def lead(g: Game, seat: int) -> int:
    """How far a seat is ahead of all others when the game is over: more than 0 if it has won."""
    raise NotImplementedError


def outcome(g: Game, r: Result) -> None:
    """Write down the scores, and the winnings where there are any."""
    raise NotImplementedError


def fingerprint(g: Game) -> np.uint64:
    """A number that two games share only if they went the same way."""
    raise NotImplementedError


# --------------------------------------------------------------------------------------------- the entries


def begin(game: Rows[Game], template: Rows[Game], seed: int, number: int) -> None:
    """Lay out game `number` of the simulation with this seed, but for decisions and bots."""
    game[0] = template[0]
    c = game[0].core
    start_chance(c, seed, number)
    c.forced_at = -1
    c.sealed_from = -1


def advice(game: Rows[Game]) -> int:
    """What the greedy bot would answer to the question at which a game has stopped."""
    c = game[0].core
    key_bot(c)
    return answer(game[0], c.asker, c.kind, c.actor)


def keep(game: Rows[Game], results: Rows[Result], at: int) -> None:
    """Write down what came of a game."""
    g = game[0]
    r = results[at]
    r.winner = g.winner
    r.opener = g.opener
    r.rounds = g.rounds
    r.decisions = g.core.n_decisions
    r.capped = 1 - g.over
    r.check = fingerprint(g)
    outcome(g, r)


def try_out(
    game: Rows[Game],
    template: Rows[Game],
    stopped: Rows[Game],
    lore: Rows[Lore],
    log: Rows[Event],
    seed: int,
    number: int,
    choice: int,
    count: int,
    salt: int,
    leads: Rows[Lead],
) -> None:
    """Play a stopped game on `count` times with this answer to its question, and keep the asker's lead.

    What follows the answer has fresh dice: the same for every answer that is tried with the same salt.
    What others have answered in secret is guessed anew each time.
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
        for seat in range(PLAYERS):
            c.bots[seat] = GREEDY
        play(g, lore, log)
        leads[k].value = lead(g, asked.asker)


def play_one(game: Rows[Game], lore: Rows[Lore], log: Rows[Event]) -> None:
    """Play a game that has been begun, to its end or to a decision that somebody has to make."""
    play(game[0], lore, log)


def play_batch(
    game: Rows[Game],
    template: Rows[Game],
    lore: Rows[Lore],
    log: Rows[Event],
    seed: int,
    first: int,
    count: int,
    bots: Rows[Seat],
    results: Rows[Result],
    tallies: Rows[Tally],
) -> None:
    """Play games first … first + count − 1 and add up what their rules did."""
    for k in range(count):
        begin(game, template, seed, first + k)
        g = game[0]
        for seat in range(len(bots)):
            g.core.bots[seat] = bots[seat].bot
        play(g, lore, log)
        keep(game, results, k)
        for n in range(RULE_SLOTS):
            if g.core.fired[n] > 0:
                tallies[n].fired += g.core.fired[n]
                tallies[n].games += 1


class Seat:
    """Who plays a seat."""

    bot: int


class Entries(NamedTuple):
    """A family's own entries."""

    begin: Any
    advice: Any
    keep: Any
    try_out: Any
    play_one: Any
    play_batch: Any


def entries(module: str, **rules: Any) -> Entries:
    """The entries of a family's `module`, of its Game, play, answer, lead, outcome and fingerprint."""
    rules["begin"] = bind(begin, module, entry, **rules)
    rules["keep"] = bind(keep, module, entry, **rules)
    rest = [bind(each, module, entry, **rules) for each in (advice, try_out, play_one, play_batch)]
    return Entries(rules["begin"], rest[0], rules["keep"], *rest[1:])
