"""Decisions: rules offer options and ask; the answer is a laid-down decision if one is left, else a bot's.

Where a person or a planner plays, the game stops at its question by raising NeedDecision, and goes on by
playing its stage again with one decision more; or it is held there (`core.waiting`). `ask`, `ask_sealed` and
`open_sealed` are general: each family binds them to its record and its bots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.binding import bind
from carnage.engine.core.chance import GOLD, bot_below, mix
from carnage.engine.core.state import CHOICES, DECISIONS, OPTIONS, PERSON, PLAYERS, RANDOM, Core, Game, Log
from carnage.engine.core.waiting import STOP, wait

_NONE = np.uint64(0)
_DRAWS = np.uint64(64)  # more than a bot draws for one answer


class NeedDecision(Exception):
    """The game waits for somebody; `core.kind`, `asker`, `actor` and the options say for what."""


class TooManyDecisions(Exception):
    """The record of decisions is full: a game that does not end is a defect of its rules."""


class BadDecision(Exception):
    """A laid-down decision names an option that is not offered."""


class NothingOffered(Exception):
    """A rule asks though there is nothing to choose: whatever it read as the answer would be nonsense."""


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
def seal(c: Core, side: int, answer: int) -> None:
    """Keep what a side has answered in secret so far, as one number."""
    c.sealed[side] = answer


@rule
def both_sealed(c: Core) -> tuple[int, int]:
    """What the two sides of a game have answered in secret; to be read off before it is opened."""
    return c.sealed[0], c.sealed[1]


@rule
def branch_off(c: Core) -> None:
    """In a planner's try, everything after the laid-down decisions gets dice that nobody has seen.

    They come from the bots' own stream: nothing of the dice that will really fall is in them.
    """
    if c.branch != _NONE and c.n_decisions >= c.n_script:
        c.bot_key = mix(c.bot_key + c.branch * GOLD)
        c.game_key = mix(c.bot_key ^ c.branch)
        c.key = mix(c.game_key ^ c.branch)
        c.counter = np.uint64(0)
        c.branch = _NONE


@rule
def key_bot(c: Core) -> None:
    """Give the bot that answers now its own draws: the same whether earlier answers were laid down or not."""
    c.bot_counter = np.uint64(c.n_decisions) * _DRAWS


@rule
def best_valued(c: Core) -> int:
    """The option with the highest value; of equals any, by the bot's own draws."""
    best, equals = 0, 1
    for k in range(1, c.offered):
        if c.options[k].value > c.options[best].value:
            best, equals = k, 1
        elif c.options[k].value == c.options[best].value:
            equals += 1
            if bot_below(c, equals) == 0:
                best = k
    return best


# --------------------------------------------------------------------------- general: bound by each family


def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """What the family's greedy bot takes."""
    raise NotImplementedError


def imagine(g: Game, seat: int) -> None:
    """Guess anew all that this seat does not know, where its planner's try leaves the game as it was."""


def laid_down(g: Game, log: Log, side: int) -> int:
    """The decision that this side has already made for this question, or -1.

    In a planner's try what others have sealed is guessed anew; what it has sealed itself stands, since its
    next options may hang on that.
    """
    c = g.core
    at = c.n_decisions
    if at >= DECISIONS:
        raise TooManyDecisions
    choice = -1
    if at == c.forced_at:
        choice = c.forced_choice
    elif at < c.n_script or (at < c.forced_at and side == c.forced_side):
        choice = int(log.decisions[at])
    if choice >= c.offered:
        raise BadDecision
    return choice


def any_answer(g: Game, log: Log, kind: int) -> int:
    """What the random bot takes: any option, those aside that it is to shun while there are others."""
    c = g.core
    kept = 0
    for k in range(c.offered):
        kept += 1 - is_shunned(log, kind, c.options[k].what)
    if kept == 0 or kept == c.offered:
        return bot_below(c, c.offered)
    left = bot_below(c, kept)
    for k in range(c.offered):
        left -= 1 - is_shunned(log, kind, c.options[k].what)
        if left < 0:
            return k
    return 0


def is_shunned(log: Log, kind: int, what: int) -> int:
    """1 for an answer that random bots do not give."""
    return int(log.shunned[kind * CHOICES + what]) if 0 <= what < CHOICES else 0


def count_answer(g: Game, log: Log, kind: int, choice: int) -> None:
    """Count what could be answered, each answer once, and what was."""
    c = g.core
    log.asked[kind] += 1
    counted = 0
    for k in range(c.offered):
        what = c.options[k].what
        if 0 <= what < CHOICES and counted & (1 << what) == 0:
            counted |= 1 << what
            log.offered[kind * CHOICES + what] += 1
    what = c.options[choice].what
    if 0 <= what < CHOICES:
        log.taken[kind * CHOICES + what] += 1


def ask(g: Game, log: Log, side: int, kind: int, actor: int) -> int:
    """Which of the offered options this side takes. One option alone is no decision, and is not recorded."""
    c = g.core
    if c.offered <= 1:
        if c.offered == 0:
            raise NothingOffered
        log.forced[kind] += 1
        return 0
    trying = c.branch
    branch_off(c)
    if c.branch != trying:
        imagine(g, c.asker)
    choice = laid_down(g, log, side)
    if choice < 0:
        before = c.kind, c.actor, c.asker
        c.kind = kind
        c.actor = actor
        c.asker = side
        if c.bots[side] == PERSON:
            if wait() == STOP:
                raise NeedDecision
            # From here on as if it had been laid down from the start.
            c.kind, c.actor, c.asker = before
            choice = laid_down(g, log, side)
        else:
            key_bot(c)
            choice = any_answer(g, log, kind) if c.bots[side] == RANDOM else answer(g, side, kind, actor)
    count_answer(g, log, kind, choice)
    log.decisions[c.n_decisions] = choice
    c.n_decisions += 1
    return choice


def ask_sealed(g: Game, log: Log, side: int, kind: int, actor: int) -> int:
    """The same, in secret: the rule tells nobody the answer until it has called `open_sealed`.

    Until then it stands in the record's `sealed` alone (`seal`), which no bot of another side looks at; a
    planner guesses anew what the others may have answered.
    """
    if g.core.sealed_from < 0:
        g.core.sealed_from = g.core.n_decisions
    return ask(g, log, side, kind, actor)


def open_sealed(g: Game) -> None:
    """All answers are in, and the rule has read them off: from now on they may be shown."""
    g.core.sealed_from = -1
    for side in range(PLAYERS):
        g.core.sealed[side] = 0


class Asking(NamedTuple):
    """A family's own `ask`, `ask_sealed` and `open_sealed`."""

    ask: Callable[[Any, Any, int, int, int], int]
    ask_sealed: Callable[[Any, Any, int, int, int], int]
    open_sealed: Callable[[Any], None]


def bound(module: str, **names: Any) -> Asking:
    """What the rules of a family's `module` ask by: of its Game, Log, answer and imagine."""
    names["laid_down"] = bind(laid_down, module, **names)
    names["is_shunned"] = bind(is_shunned, module, **names)
    names["any_answer"] = bind(any_answer, module, **names)
    names["count_answer"] = bind(count_answer, module, **names)
    names["ask"] = bind(ask, module, **names)
    return Asking(names["ask"], bind(ask_sealed, module, **names), bind(open_sealed, module, **names))
