"""Decisions: rules offer options and ask a seat to choose one of them.

`ask` returns the recorded decision if there is one, and the answer of a bot otherwise. If a person
or a planner has to answer, the game stops: `ask` raises NeedDecision, and the stage is played again
with one more decision. A held game waits for the answer instead (`core.suspension`). `ask`,
`ask_sealed` and `open_sealed` are general: each family binds them to its record and its bots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import GOLDEN_GAMMA, bot_below, mix
from carnage.engine.core.pointing import LEGAL, bind_points, make_cell_option, takes_point
from carnage.engine.core.specialization import bind
from carnage.engine.core.state import (
    EASY,
    MAX_ANSWERS,
    MAX_DECISIONS,
    MAX_OPTIONS,
    MAX_PLAYERS,
    PERSON,
    POINTED,
    RANDOM,
    RESTRICTED,
    Core,
    Game,
    Log,
    Option,
)
from carnage.engine.core.suspension import STOP, wait

_NO_BRANCH = np.uint64(0)
PERCENT = 100
EASY_ERRORS_PERCENT = 30  # of the decisions of the easy bot are random
# The greedy bot values an option so that no other could be worse, such as leaving a game that this
# does not win. The easy bot never errs so.
RUINOUS_VALUE = -1.0e9
_DRAWS_PER_DECISION = np.uint64(64)  # more than a bot draws for one answer


class NeedDecision(Exception):
    """The game waits for a decision.

    `core.kind`, `core.asker`, `core.actor` and the options describe it.
    """


class TooManyDecisions(Exception):
    """The log is full of decisions. A game that does not end is a defect of its rules."""


class BadDecision(Exception):
    """A recorded decision names an option that is not offered, or a point that is refused."""


class NothingOffered(Exception):
    """A rule asks without offering an option. Any answer would be meaningless."""


@rule
def clear(c: Core) -> None:
    """Withdraw all options."""
    c.offered = 0


@rule
def offer(c: Core, what: int, who: int, other: int) -> None:
    """Offer one more option, without a place, a direction or a value.

    The query of the question declares the meaning of the numbers. More than OPTIONS options are
    dropped; no rule offers more.
    """
    if c.offered < MAX_OPTIONS:
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
def store_sealed(c: Core, side: int, answer: int) -> None:
    """Store the secret answers of a side so far, as one number."""
    c.sealed[side] = answer


@rule
def sealed_answers(c: Core) -> tuple[int, int]:
    """Return the secret answers of sides 0 and 1.

    Call this before `open_sealed`, which clears them.
    """
    return c.sealed[0], c.sealed[1]


@rule
def reseed_rollout(c: Core) -> None:
    """Change the dice of a rollout once all recorded decisions have been made.

    The new keys come from the bots' own stream, so they reveal nothing about the dice of the real
    game.
    """
    if c.branch != _NO_BRANCH and c.n_decisions >= c.n_script:
        c.bot_key = mix(c.bot_key + c.branch * GOLDEN_GAMMA)
        c.game_key = mix(c.bot_key ^ c.branch)
        c.key = mix(c.game_key ^ c.branch)
        c.counter = np.uint64(0)
        c.branch = _NO_BRANCH


@rule
def key_bot(c: Core) -> None:
    """Start the draws of the bot that answers now.

    They depend on the number of the decision alone, so they do not change if earlier answers were
    recorded.
    """
    c.bot_counter = np.uint64(c.n_decisions) * _DRAWS_PER_DECISION


@rule
def highest_valued_option(c: Core) -> int:
    """Return the option with the highest value.

    Choose among equals at random, from the bots' stream.
    """
    best = 0
    equals = 1
    for k in range(1, c.offered):
        if c.options[k].value > c.options[best].value:
            best = k
            equals = 1
        elif c.options[k].value == c.options[best].value:
            equals += 1
            if bot_below(c, equals) == 0:
                best = k
    return best


# -------------------------------------------------------------------- general: bound by each family


def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """Return the option that the family's greedy bot chooses."""
    raise NotImplementedError


def resample_hidden(g: Game, seat: int) -> None:
    """Replace everything that a seat cannot know by a guess, when a rollout leaves the real game.

    Args:
        g: The game of the rollout.
        seat: The seat of the planner.
    """


def recorded_decision(g: Game, log: Log, side: int, kind: int, actor: int) -> int:
    """Return the recorded decision for this question, or -1 if there is none.

    The option of a point is made in slot POINTED.

    In a rollout the sealed answers of other seats are chosen again. The planning seat keeps its own
    sealed answers, because its next options may depend on them.

    Raises:
        TooManyDecisions: The log has no room for another decision.
        BadDecision: The recorded decision names an option that is not offered, or a point that
            the rules refuse.
    """
    c = g.core
    at = c.n_decisions
    if at >= MAX_DECISIONS:
        raise TooManyDecisions
    choice = -1
    if at == c.forced_at:
        choice = c.forced_choice
    elif at < c.n_script or (at < c.forced_at and side == c.forced_side):
        choice = int(log.decisions[at])
    if choice >= MAX_OPTIONS:
        if make_cell_option(g, side, kind, actor, choice) != LEGAL:
            raise BadDecision
    elif choice >= c.offered:
        raise BadDecision
    return choice


def random_option(g: Game, log: Log, kind: int) -> int:
    """Return a random option, as the random bot does.

    Shunned answers are taken only if all are shunned.
    """
    c = g.core
    kept = 0
    for k in range(c.offered):
        kept += 1 - is_avoided(log, kind, c.options[k].what)
    if kept == 0 or kept == c.offered:
        return bot_below(c, c.offered)
    left = bot_below(c, kept)
    for k in range(c.offered):
        left -= 1 - is_avoided(log, kind, c.options[k].what)
        if left < 0:
            return k
    return 0


def is_avoided(log: Log, kind: int, what: int) -> int:
    """Return 1 if random bots avoid this answer, else 0."""
    if 0 <= what < MAX_ANSWERS:
        return int(log.shunned[kind * MAX_ANSWERS + what])
    return 0


def is_marked(log: Log, kind: int, o: Option) -> bool:
    """Return whether an option is one of those that the restriction of the log is about."""
    if is_avoided(log, kind, o.what) == 1:
        return True
    slot = log.marked_slot[kind]
    if slot == 1:
        return o.what == log.marked_thing
    if slot == 2:
        return o.who == log.marked_thing
    return slot == 3 and o.other == log.marked_thing


def restricted_option(g: Game, log: Log, kind: int, choice: int) -> int:
    """Return the option that a restricted bot takes: the best one that its restriction allows.

    If it allows none, the bot takes the option of the greedy bot. The options have their values.

    Args:
        g: The game.
        log: The log, with the restriction.
        kind: The number of the query.
        choice: The option of the greedy bot.
    """
    c = g.core
    if is_marked(log, kind, c.options[choice]) == (log.insists == 1):
        return choice
    best = -1
    for k in range(c.offered):
        if is_marked(log, kind, c.options[k]) == (log.insists == 1) and (
            best < 0 or c.options[k].value > c.options[best].value
        ):
            best = k
    return best if best >= 0 else choice


def count_answer(g: Game, log: Log, kind: int, choice: int) -> None:
    """Count in the log a question, each different answer that was offered, and the answer
    chosen.
    """
    c = g.core
    log.asked[kind] += 1
    counted = 0
    for k in range(c.offered):
        what = c.options[k].what
        if 0 <= what < MAX_ANSWERS and counted & (1 << what) == 0:
            counted |= 1 << what
            log.offered[kind * MAX_ANSWERS + what] += 1
    what = c.options[choice].what
    if 0 <= what < MAX_ANSWERS:
        log.taken[kind * MAX_ANSWERS + what] += 1


def ask(g: Game, log: Log, side: int, kind: int, actor: int) -> int:
    """Return the slot of the option that a side chooses, POINTED if it chooses a point.

    A single option is no decision and is not recorded, unless the side is asked for a point.

    Args:
        g: The game, with the options offered.
        log: The log, which may have a recorded decision. The answer is written to it.
        side: The seat that answers.
        kind: The number of the query.
        actor: The thing that the question is about, as the query declares.

    Raises:
        NothingOffered: There is no option.
        NeedDecision: A person or a planner has to answer, and the game is not held.
        BadDecision: The recorded decision names an option that is not offered, or a point that
            the rules refuse.
        TooManyDecisions: The log has no room for another decision.
    """
    c = g.core
    if c.offered == 0:
        raise NothingOffered
    if c.offered == 1 and (c.free[side] == 0 or not takes_point(g, kind)):
        log.forced[kind] += 1
        return 0
    trying = c.branch
    reseed_rollout(c)
    if c.branch != trying:
        resample_hidden(g, c.asker)
    choice = recorded_decision(g, log, side, kind, actor)
    if choice < 0:
        before = c.kind, c.actor, c.asker
        c.kind = kind
        c.actor = actor
        c.asker = side
        if c.bots[side] == PERSON:
            if wait() == STOP:
                raise NeedDecision
            # A replay finds the decision recorded and does not set these fields. Both records must
            # be equal.
            c.kind, c.actor, c.asker = before
            choice = recorded_decision(g, log, side, kind, actor)
        else:
            key_bot(c)
            errs = c.bots[side] == RANDOM
            if c.bots[side] == EASY:
                errs = bot_below(c, PERCENT) < EASY_ERRORS_PERCENT
            if errs:
                choice = random_option(g, log, kind)
            if not errs or c.bots[side] == EASY:
                best = answer(g, side, kind, actor)
                if not errs or c.options[choice].value <= RUINOUS_VALUE:
                    choice = best
            if c.bots[side] == RESTRICTED:
                choice = restricted_option(g, log, kind, choice)
    log.decisions[c.n_decisions] = choice
    c.n_decisions += 1
    slot = min(choice, POINTED)
    count_answer(g, log, kind, slot)
    return slot


def ask_sealed(g: Game, log: Log, side: int, kind: int, actor: int) -> int:
    """Ask as `ask` does, but in secret: no rule reveals the answer before it calls `open_sealed`.

    Until then the rule keeps the answer in `core.sealed` (`seal`), which no bot of another side
    reads. A planner guesses the sealed answers of the others.
    """
    if g.core.sealed_from < 0:
        g.core.sealed_from = g.core.n_decisions
    return ask(g, log, side, kind, actor)


def open_sealed(g: Game) -> None:
    """End a round of sealed questions: all decisions may be shown from now on.

    Call this after all seats have answered and the rule has read `core.sealed`, which is cleared.
    """
    g.core.sealed_from = -1
    for side in range(MAX_PLAYERS):
        g.core.sealed[side] = 0


class DecisionRules(NamedTuple):
    """The functions `ask`, `ask_sealed` and `open_sealed` of one family."""

    ask: Callable[[Any, Any, int, int, int], int]
    ask_sealed: Callable[[Any, Any, int, int, int], int]
    open_sealed: Callable[[Any], None]


def bind_decisions(module: str, **names: Any) -> DecisionRules:
    """Bind `ask`, `ask_sealed` and `open_sealed` to one family.

    Args:
        module: The module of the family that they belong to.
        **names: The family's `Game`, `Log`, `answer` and `resample_hidden`. If persons may choose
            points, also the functions that `core.pointing` asks for.
    """
    bind_points(module, names)
    names["recorded_decision"] = bind(recorded_decision, module, **names)
    names["is_avoided"] = bind(is_avoided, module, **names)
    names["random_option"] = bind(random_option, module, **names)
    names["is_marked"] = bind(is_marked, module, **names)
    names["restricted_option"] = bind(restricted_option, module, **names)
    names["count_answer"] = bind(count_answer, module, **names)
    names["ask"] = bind(ask, module, **names)
    return DecisionRules(
        names["ask"], bind(ask_sealed, module, **names), bind(open_sealed, module, **names)
    )
