"""The only place where anybody decides anything. See `core.asking`; this adds the battle's own bots."""

from __future__ import annotations

from carnage.engine.battle.bots.greedy import greedy
from carnage.engine.battle.state import Game
from carnage.engine.battle.sticks import guess_fuses
from carnage.engine.core.asking import (
    NeedDecision,
    any_option,
    branch_off,
    key_bot,
    laid_down,
    write_down,
)
from carnage.engine.core.compiling import rule
from carnage.engine.core.state import PERSON, RANDOM


@rule
def ask(g: Game, side: int, kind: int, actor: int) -> int:
    """Which of the offered options this side takes. One option alone is no decision, and is not recorded."""
    c = g.core
    if c.offered <= 1:
        return 0
    trying = c.branch
    branch_off(c)
    if c.branch != trying:
        guess_fuses(g)
    choice = laid_down(c)
    if choice < 0:
        c.kind = kind
        c.actor = actor
        c.asker = side
        if c.bots[side] == PERSON:
            raise NeedDecision
        key_bot(c)
        if c.bots[side] == RANDOM:
            choice = any_option(c)
        else:
            choice = greedy(g, side, kind, actor)
    write_down(c, choice)
    return choice


@rule
def ask_sealed(g: Game, side: int, kind: int, actor: int) -> int:
    """The same, in secret: the rule tells nobody the answer until it has called `open_sealed`.

    Until then neither the record nor the log may show it, so that no bot can see it; a planner guesses anew
    what the other side may have answered.
    """
    if g.core.sealed_from < 0:
        g.core.sealed_from = g.core.n_decisions
    return ask(g, side, kind, actor)


@rule
def open_sealed(g: Game) -> None:
    """All answers are in: they may now be shown."""
    g.core.sealed_from = -1
