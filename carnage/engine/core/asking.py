"""Decisions: rules offer options and ask; the answer is a laid-down decision if one is left, else a bot's.

Where a person or a planner plays, the game stops at its question by raising NeedDecision; it goes on by being
played again from the start with one decision more. `ask`, `ask_sealed` and `open_sealed` are general: each
family binds them to its record and its bots.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from carnage.engine.core.chance import GOLD, bot_below, mix
from carnage.engine.core.compiling import rule
from carnage.engine.core.state import DECISIONS, OPTIONS, PERSON, RANDOM, Core, Game

_NONE = np.uint64(0)
_DRAWS = np.uint64(64)  # more than a bot draws for one answer


class NeedDecision(Exception):
    """The game waits for somebody; `core.kind`, `asker`, `actor` and the options say for what."""


class TooManyDecisions(Exception):
    """The record of decisions is full: a game that does not end is a defect of its rules."""


class BadDecision(Exception):
    """A laid-down decision names an option that is not offered."""


@rule
def clear(c: Core) -> None:
    """Take back whatever was offered."""
    c.offered = 0


@rule
def offer(c: Core, what: int, who: int, other: int) -> None:
    """Offer one more option; past sixteen there is no room, and rules do not offer more."""
    if c.offered < OPTIONS:
        o = c.options[c.offered]
        o.what = what
        o.who = who
        o.other = other
        o.x = 0.0
        o.y = 0.0
        o.fx = 0.0
        o.fy = 0.0
        o.value = 0.0
        c.offered += 1


@rule
def decided(c: Core, n: int) -> int:
    """Decision number n."""
    return (int(c.decisions[n // 2]) >> (4 * (n % 2))) & 15


@rule
def decide(c: Core, n: int, choice: int) -> None:
    """Keep decision number n."""
    other = int(c.decisions[n // 2]) & (15 if n % 2 == 1 else 240)
    c.decisions[n // 2] = other | (choice << (4 * (n % 2)))


def lay_down(core: Core, decisions: Sequence[int]) -> None:
    """From Python: the decisions that a game begins with. Raises BadDecision for impossible ones."""
    if len(decisions) > DECISIONS:
        raise TooManyDecisions
    if not all(0 <= choice < OPTIONS for choice in decisions):
        raise BadDecision
    for n in range(0, len(decisions), 2):
        pair = [*decisions[n : n + 2], 0]
        core.decisions[n // 2] = pair[0] | (pair[1] << 4)
    core.n_script = len(decisions)


def read_off(core: Core) -> list[int]:
    """From Python: the decisions that a game has come to."""
    pairs = [int(pair) for pair in core.decisions[: (core.n_decisions + 1) // 2]]
    return [choice for pair in pairs for choice in (pair & 15, pair >> 4)][: core.n_decisions]


@rule
def laid_down(c: Core) -> int:
    """The decision that is already made for this question, or -1."""
    at = c.n_decisions
    if at >= DECISIONS:
        raise TooManyDecisions
    choice = -1
    if at == c.forced_at:
        choice = c.forced_choice
    elif at < c.n_script:
        choice = decided(c, at)
    if choice >= c.offered:
        raise BadDecision
    return choice


@rule
def branch_off(c: Core) -> None:
    """In a planner's try, everything after the laid-down decisions gets dice that nobody has seen."""
    if c.branch != _NONE and c.n_decisions >= c.n_script:
        c.game_key = mix(c.game_key ^ c.branch)
        c.key = mix(c.key ^ c.branch)
        c.bot_key = mix(c.bot_key + c.branch * GOLD)
        c.branch = _NONE


@rule
def write_down(c: Core, choice: int) -> None:
    """Record what was decided."""
    decide(c, c.n_decisions, choice)
    c.n_decisions += 1


@rule
def key_bot(c: Core) -> None:
    """Give the bot that answers now its own draws: the same whether earlier answers were laid down or not."""
    c.bot_counter = np.uint64(c.n_decisions) * _DRAWS


@rule
def any_option(c: Core) -> int:
    """What the random bot does."""
    return bot_below(c, c.offered)


@rule
def best_valued(c: Core) -> int:
    """The option with the highest value; the first of equals."""
    best = 0
    for k in range(1, c.offered):
        if c.options[k].value > c.options[best].value:
            best = k
    return best


# --------------------------------------------------------------------------- general: bound by each family


def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """What the family's greedy bot takes."""
    raise NotImplementedError


def imagine(g: Game) -> None:
    """Guess anew what nobody at the table knows, where a planner's try leaves the game as it was."""


def ask(g: Game, side: int, kind: int, actor: int) -> int:
    """Which of the offered options this side takes. One option alone is no decision, and is not recorded."""
    c = g.core
    if c.offered <= 1:
        return 0
    trying = c.branch
    branch_off(c)
    if c.branch != trying:
        imagine(g)
    choice = laid_down(c)
    if choice < 0:
        c.kind = kind
        c.actor = actor
        c.asker = side
        if c.bots[side] == PERSON:
            raise NeedDecision
        key_bot(c)
        choice = any_option(c) if c.bots[side] == RANDOM else answer(g, side, kind, actor)
    write_down(c, choice)
    return choice


def ask_sealed(g: Game, side: int, kind: int, actor: int) -> int:
    """The same, in secret: the rule tells nobody the answer until it has called `open_sealed`.

    Until then neither the record nor the log may show it, so that no bot can see it; a planner guesses anew
    what the others may have answered.
    """
    if g.core.sealed_from < 0:
        g.core.sealed_from = g.core.n_decisions
    return ask(g, side, kind, actor)


def open_sealed(g: Game) -> None:
    """All answers are in: they may now be shown."""
    g.core.sealed_from = -1
