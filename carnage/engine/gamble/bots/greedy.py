"""The greedy bot: a steady player's rules of thumb. It also speaks for the exact bot, whose answer is worked
out before the question is put (`policy`).
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import best_valued
from carnage.engine.core.numbering import NoSuchRule
from carnage.engine.gamble.bots.exact import exact
from carnage.engine.gamble.questions import ADD, HERO, PICK, RE_ROLL, STOP, THROW
from carnage.engine.gamble.scoring import best_score, read_hand
from carnage.engine.gamble.state import EXACT, NO_HERO, UNUSED, Game

WORTH_IT = 0.25  # points that a Hero must be expected to bring before it is spent: it may be wanted later


@rule
def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """The option that this side's bot takes."""
    if g.core.bots[side] == EXACT and g.hint >= 0:
        return exact(g, kind)
    return greedy(g, side, kind)


@rule
def greedy(g: Game, side: int, kind: int) -> int:
    """The best of what is offered, by rule of thumb."""
    c = g.core
    if kind == PICK:
        value_picks(g, side)
        return best_valued(c)
    if kind != HERO:
        raise NoSuchRule
    now = float(score_now(g, side))
    for k in range(c.offered):
        o = c.options[k]
        o.value = score_with(g, side, o.who, o.other) if o.what == RE_ROLL else now + WORTH_IT
    return best_valued(c)


@rule
def value_picks(g: Game, side: int) -> None:
    """As few dice as may be before the last throw, which then has all that are left: whatever it completes
    pays most, and every earlier throw is a look at how things stand. Of the dice the middling one goes first:
    it can
    match both the smaller and the larger."""
    c = g.core
    left = 0
    for d in range(g.n_dice):
        left += 1 if g.seats[side].dice[d].value == 0 else 0
    before = 0
    at = 0
    for k in range(c.offered):
        o = c.options[k]
        o.value = 0.0
        if o.what == THROW:
            o.value = 100.0 if g.throw < g.throws else 1.0
        elif o.what == ADD:
            while at < o.who:
                before += 1 if g.seats[side].dice[at].value == 0 else 0
                at += 1
            # Dice are added in their order, so whoever wants all of them takes the first that is left.
            o.value = 50.0 - (abs(before - left // 2) if g.throw < g.throws else before)
        elif o.what != STOP:  # which is what nobody wants who can still throw
            raise NoSuchRule


@rule
def score_now(g: Game, side: int) -> int:
    """What the dice on the table would score."""
    read_hand(g, side)
    return best_score(g.hand, g.scale)


@rule
def score_with(g: Game, side: int, hero: int, die: int) -> float:
    """What they would score on average once this Hero has had a die rolled again."""
    s = g.seats[side]
    d = s.dice[die]
    value, thrown = d.value, d.thrown
    s.dice[hero].hero = NO_HERO
    d.thrown = g.throw
    total = 0
    for face in range(1, g.faces[die] + 1):
        d.value = face
        d.hero = UNUSED if face == s.hero else NO_HERO
        total += score_now(g, side)
    d.value = value
    d.thrown = thrown
    d.hero = NO_HERO
    s.dice[hero].hero = UNUSED
    return total / g.faces[die]
