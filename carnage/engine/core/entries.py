"""Entries: the functions that Python calls to play games.

They are general: each family binds them to its record and rules. The parameters `game`, `template`
and `log` are arrays of one record. `bot_table` holds numbers that bots have calculated before the
game, and is empty for most bots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from carnage.engine.compiling.marks import Rows, entry
from carnage.engine.core.chance import mix, start_chance
from carnage.engine.core.decisions import key_bot
from carnage.engine.core.pointing import bind_point_entries
from carnage.engine.core.specialization import bind
from carnage.engine.core.state import (
    GREEDY,
    MAX_PLAYERS,
    MAX_RULES,
    BotTable,
    Game,
    Lead,
    Log,
    Result,
    Tally,
    Turn,
)

# ------------------------------------------------------------- the functions that a family provides


def stage(g: Game, bot_table: Rows[BotTable], log: Log) -> bool:
    """Play stage `g.core.stage` of a game, from 0. Return True if another stage follows.

    The record at the start of the stage and the decisions determine the result. No answer stays
    sealed at the end of a stage.
    """
    raise NotImplementedError


def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the option that the greedy bot chooses."""
    raise NotImplementedError


def lead(g: Game, seat: int) -> int:
    """Return how far a seat is ahead of all others at the end.

    It is above 0 if the seat has won.
    """
    raise NotImplementedError


def outcome(g: Game, r: Result) -> None:
    """Write the scores, the winnings if there is a stake, the ending, and 1 for a tie-break."""
    raise NotImplementedError


def measure(g: Game, t: Turn) -> None:
    """Write the state of play for each seat, from public information only."""
    raise NotImplementedError


def fingerprint(g: Game) -> np.uint64:
    """Return a hash of a finished game. Games that went different ways have different hashes."""
    raise NotImplementedError


# -------------------------------------------------------------------------------------- the entries


def begin(game: Rows[Game], seed: int, number: int) -> None:
    """Start a game in a copy of its template. The caller sets the bots.

    Args:
        game: The record, equal to the template.
        seed: The dice seed of the simulation.
        number: The number of the game in it, from 0.
    """
    c = game[0].core
    start_chance(c, seed, number)
    c.forced_at = -1
    c.sealed_from = -1


def advice(game: Rows[Game]) -> int:
    """Return the option that the greedy bot would choose at the open question."""
    c = game[0].core
    key_bot(c)
    return answer(game[0], c.asker, c.kind, c.actor)


def store_result(game: Rows[Game], results: Rows[Result], row: int) -> None:
    """Write the result of a game to a row of `results`."""
    g = game[0]
    r = results[row]
    r.winner = g.winner
    r.opener = g.opener
    r.rounds = g.rounds
    r.decisions = g.core.n_decisions
    r.capped = 1 - g.over
    r.check = fingerprint(g)
    outcome(g, r)


def rollout(
    game: Rows[Game],
    stage_start: Rows[Game],
    stopped: Rows[Game],
    bot_table: Rows[BotTable],
    log: Rows[Log],
    choice: int,
    count: int,
    salt: int,
    leads: Rows[Lead],
) -> None:
    """Play rollouts of a stopped game with one answer, and write the leads of the asker.

    After the answer the dice are new, but equal for every answer that is tried with the same salt.
    The sealed answers of other seats are chosen again in each rollout.

    Args:
        game: A record to play in.
        stage_start: The game at the start of the stage in which it stopped.
        stopped: The game at the question.
        bot_table: The numbers of the bots.
        log: A log of length 0 with the decisions so far.
        choice: The option to try.
        count: The number of rollouts.
        salt: Selects the dice of the first rollout; each further one adds 1.
        leads: An array of `count` rows for the results.
    """
    asked = stopped[0].core
    for k in range(count):
        game[0] = stage_start[0]
        g = game[0]
        c = g.core
        if asked.sealed_from < 0:
            c.n_script = asked.n_decisions
        else:
            c.n_script = asked.sealed_from
        c.forced_at = asked.n_decisions
        c.forced_choice = choice
        c.forced_side = asked.asker
        c.asker = asked.asker
        c.branch = mix(np.uint64(salt + k + 1))
        for seat in range(MAX_PLAYERS):
            c.bots[seat] = GREEDY
        play_remaining(g, bot_table, log[0])
        leads[k].value = lead(g, asked.asker)


def play_on(
    game: Rows[Game],
    stage_start: Rows[Game],
    bot_table: Rows[BotTable],
    log: Rows[Log],
    decided: int,
    seat: int,
    salt: int,
    leads: Rows[Lead],
) -> None:
    """Play a game on from one of its decisions with new dice, and write the leads of a seat.

    Greedy bots play all seats from there.

    Args:
        game: A record to play in.
        stage_start: The game at the start of the stage of that decision.
        bot_table: The numbers of the bots.
        log: A log of length 0 with the decisions of the game.
        decided: The number of decisions before it.
        seat: The seat.
        salt: Selects the dice of the first rollout; each further one adds 1.
        leads: A row for each rollout.
    """
    for k in range(len(leads)):
        game[0] = stage_start[0]
        g = game[0]
        c = g.core
        c.n_script = decided
        c.forced_at = -1
        c.branch = mix(np.uint64(salt + k + 1))
        for n in range(MAX_PLAYERS):
            c.bots[n] = GREEDY
        play_remaining(g, bot_table, log[0])
        leads[k].value = lead(g, seat)


def play_remaining(g: Game, bot_table: Rows[BotTable], log: Log) -> None:
    """Play all remaining stages."""
    while g.core.closed == 0:
        play_next(g, bot_table, log)


def play_next(g: Game, bot_table: Rows[BotTable], log: Log) -> None:
    """Play the next stage, and close the game if it is the last."""
    if not stage(g, bot_table, log):
        g.core.closed = 1
    g.core.stage += 1


def play_stage(game: Rows[Game], bot_table: Rows[BotTable], log: Rows[Log]) -> None:
    """Play the next stage, to its end or to a question for a person or a planner."""
    play_next(game[0], bot_table, log[0])


def play_batch(
    game: Rows[Game],
    template: Rows[Game],
    bot_table: Rows[BotTable],
    log: Rows[Log],
    seed: int,
    first: int,
    count: int,
    bots: Rows[Seat],
    results: Rows[Result],
    turns: Rows[Turn],
    tallies: Rows[Tally],
) -> None:
    """Play games `first` to `first + count − 1` of a simulation.

    Args:
        game: A record to play in.
        template: The record in which the games begin.
        bot_table: The numbers of the bots.
        log: The log of all these games, which also counts questions and answers.
        seed: The dice seed.
        first: The number of the first game.
        count: The number of games.
        bots: The bot of each seat.
        results: One row for each game.
        turns: One row for each stage, game after game. Stages for which there is no room are left
            out.
        tallies: One row for each rule, to which the counts are added.
    """
    at = 0
    for k in range(count):
        game[0] = template[0]
        begin(game, seed, first + k)
        g = game[0]
        for seat in range(len(bots)):
            g.core.bots[seat] = bots[seat].bot
        before = at
        while g.core.closed == 0:
            play_next(g, bot_table, log[0])
            if at < len(turns):
                measure(g, turns[at])
                at += 1
        store_result(game, results, k)
        results[k].turns = at - before
        for n in range(MAX_RULES):
            if g.core.fired[n] > 0:
                tallies[n].fired += g.core.fired[n]
                tallies[n].games += 1
            tallies[n].looked_up += g.core.looked_up[n]


class Seat:
    """The bot in a seat, by its number in `core.state`."""

    bot: int


class Entries(NamedTuple):
    """The entries of one family."""

    answer: Any  # not an entry: the rule that returns the greedy bot's answers
    begin: Any
    advice: Any
    store_result: Any
    rollout: Any
    play_on: Any
    play_stage: Any
    play_batch: Any
    try_points: Any
    try_decision: Any
    cell_decision: Any
    look: Any


def bind_entries(module: str, **rules: Any) -> Entries:
    """Bind the entries to one family.

    Args:
        module: The module of the family that they belong to.
        **rules: The family's `Game`, `Log`, and all functions that it provides (see above). If
            persons may choose points, also the functions that `core.pointing` asks for.
    """
    rules["play_next"] = bind(play_next, module, **rules)
    rules["play_remaining"] = bind(play_remaining, module, **rules)
    rules["begin"] = bind(begin, module, entry, **rules)
    rules["store_result"] = bind(store_result, module, entry, **rules)
    return Entries(
        answer=rules["answer"],
        begin=rules["begin"],
        advice=bind(advice, module, entry, **rules),
        store_result=rules["store_result"],
        rollout=bind(rollout, module, entry, **rules),
        play_on=bind(play_on, module, entry, **rules),
        play_stage=bind(play_stage, module, entry, **rules),
        play_batch=bind(play_batch, module, entry, **rules),
        **bind_point_entries(module, rules),
    )
