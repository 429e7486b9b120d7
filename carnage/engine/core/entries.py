"""Entries: what Python calls to have games played. General: each family binds them to its record and rules.

Arrays of one record hold the template, the game and its log; `lore` is what the bots have worked out
beforehand, of no length for most.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from carnage.engine.compiling.marks import Rows, entry
from carnage.engine.core.asking import key_bot
from carnage.engine.core.binding import bind
from carnage.engine.core.chance import mix, start_chance
from carnage.engine.core.state import GREEDY, PLAYERS, RULE_SLOTS, Game, Lead, Log, Lore, Result, Tally, Turn

# ------------------------------------------------------------------------ what a family has to bring along


def stage(g: Game, lore: Rows[Lore], log: Log) -> bool:
    """Play stage `g.core.stage` of a game, from 0, and say whether there is another.

    Everything that happens from the start of a stage on follows from the record as it is then, and the
    decisions. No answer stays sealed from one to the next.
    """
    raise NotImplementedError


def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """What the greedy bot takes."""
    raise NotImplementedError


def lead(g: Game, seat: int) -> int:
    """How far a seat is ahead of all others when the game is over: more than 0 if it has won."""
    raise NotImplementedError


def outcome(g: Game, r: Result) -> None:
    """Write down the scores, the winnings where there are any, which ending it was and whether by a
    tie-break."""
    raise NotImplementedError


def measure(g: Game, t: Turn) -> None:
    """Write down how the game stands, as everybody at the table can see."""
    raise NotImplementedError


def fingerprint(g: Game) -> np.uint64:
    """A number that two games share only if they went the same way."""
    raise NotImplementedError


# --------------------------------------------------------------------------------------------- the entries


def begin(game: Rows[Game], seed: int, number: int) -> None:
    """Make game `number` of the simulation with this seed of a template's copy, but for its bots."""
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
    taken_up: Rows[Game],
    stopped: Rows[Game],
    lore: Rows[Lore],
    log: Rows[Log],
    choice: int,
    count: int,
    salt: int,
    leads: Rows[Lead],
) -> None:
    """Play a stopped game on `count` times with this answer to its question, and keep the asker's lead.

    `taken_up` is the game at the start of the stage in which it stopped; `log` has the decisions since then
    and keeps no events. What follows the answer has fresh dice: the same for every answer that is tried with
    the same salt. What others have answered in secret is guessed anew each time.
    """
    asked = stopped[0].core
    for k in range(count):
        game[0] = taken_up[0]
        g = game[0]
        c = g.core
        c.n_script = asked.n_decisions if asked.sealed_from < 0 else asked.sealed_from
        c.forced_at = asked.n_decisions
        c.forced_choice = choice
        c.forced_side = asked.asker
        c.asker = asked.asker
        c.branch = mix(np.uint64(salt + k + 1))
        for seat in range(PLAYERS):
            c.bots[seat] = GREEDY
        play_out(g, lore, log[0])
        leads[k].value = lead(g, asked.asker)


def play_out(g: Game, lore: Rows[Lore], log: Log) -> None:
    """Play all stages that are left."""
    while g.core.closed == 0:
        play_next(g, lore, log)


def play_next(g: Game, lore: Rows[Lore], log: Log) -> None:
    """Play the stage that a game has come to."""
    if not stage(g, lore, log):
        g.core.closed = 1
    g.core.stage += 1


def play_stage(game: Rows[Game], lore: Rows[Lore], log: Rows[Log]) -> None:
    """Play the stage that a game has come to, to its end or to a decision that somebody has to make."""
    play_next(game[0], lore, log[0])


def play_batch(
    game: Rows[Game],
    template: Rows[Game],
    lore: Rows[Lore],
    log: Rows[Log],
    seed: int,
    first: int,
    count: int,
    bots: Rows[Seat],
    results: Rows[Result],
    turns: Rows[Turn],
    tallies: Rows[Tally],
) -> None:
    """Play games first … first + count − 1, write down how each stood after each of its stages, and add up
    what their rules did. Stages for which there is no more room among the turns are left out."""
    at = 0
    for k in range(count):
        game[0] = template[0]
        begin(game, seed, first + k)
        g = game[0]
        for seat in range(len(bots)):
            g.core.bots[seat] = bots[seat].bot
        before = at
        while g.core.closed == 0:
            play_next(g, lore, log[0])
            if at < len(turns):
                measure(g, turns[at])
                at += 1
        keep(game, results, k)
        results[k].turns = at - before
        for n in range(RULE_SLOTS):
            if g.core.fired[n] > 0:
                tallies[n].fired += g.core.fired[n]
                tallies[n].games += 1
            tallies[n].looked_up += g.core.looked_up[n]


class Seat:
    """Who plays a seat."""

    bot: int


class Entries(NamedTuple):
    """A family's own entries."""

    answer: Any  # no entry, but the rule that gives the greedy bot's answers
    begin: Any
    advice: Any
    keep: Any
    try_out: Any
    play_stage: Any
    play_batch: Any


def entries(module: str, **rules: Any) -> Entries:
    """The entries of a family's `module`, of its Game, Log, stage, answer, lead, outcome, measure and
    fingerprint."""
    rules["play_next"] = bind(play_next, module, **rules)
    rules["play_out"] = bind(play_out, module, **rules)
    rules["begin"] = bind(begin, module, entry, **rules)
    rules["keep"] = bind(keep, module, entry, **rules)
    rest = [bind(each, module, entry, **rules) for each in (advice, try_out, play_stage, play_batch)]
    return Entries(rules["answer"], rules["begin"], rest[0], rules["keep"], *rest[1:])
