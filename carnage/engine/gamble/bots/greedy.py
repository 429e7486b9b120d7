"""The greedy bot: a steady player's rules of thumb. It also speaks for the exact bot, whose answer is worked out
before the question is put (`policy`)."""

from __future__ import annotations

from carnage.engine.core.asking import best_valued
from carnage.engine.core.compiling import rule
from carnage.engine.gamble.bots.exact import exact
from carnage.engine.gamble.questions import ADD, PICK, RE_ROLL, THROW
from carnage.engine.gamble.scoring import best_score, read_hand
from carnage.engine.gamble.state import EXACT, NO_HERO, UNUSED, Game

WORTH_IT = 0.25  # points that a Hero must be expected to bring before it is spent: it may be wanted later


@rule
def answer(g: Game, side: int, kind: int, actor: int) -> int:
    """The option that this side's bot takes."""
    if g.core.bots[side] == EXACT and g.hint >= 0:
        return exact(g)
    return greedy(g, side, kind)


@rule
def greedy(g: Game, side: int, kind: int) -> int:
    """The best of what is offered, by rule of thumb."""
    c = g.core
    if kind == PICK:
        held = held_back(g, side)
        for k in range(c.offered):
            o = c.options[k]
            if o.what == THROW:
                o.value = 1.0
            elif o.what == ADD:
                o.value = 2.0 if wanted(g, side, o.who, held) else 0.0
        return best_valued(c)
    now = float(score_now(g, side))
    for k in range(c.offered):
        o = c.options[k]
        o.value = score_with(g, side, o.who, o.other) if o.what == RE_ROLL else now + WORTH_IT
    return best_valued(c)


@rule
def held_back(g: Game, side: int) -> int:
    """How many dice to keep for later: one for each throw to come, where late ones pay."""
    pays = g.scale.factor[g.throws] > 1 or g.scale.plus[g.throws] > 0
    return g.throws - g.throw if pays else 0


@rule
def wanted(g: Game, side: int, die: int, held: int) -> bool:
    """Whether to throw a die now: those that stay behind are the smallest, which match most easily."""
    left = 0
    for d in range(g.n_dice):
        if g.seats[side].dice[d].value == 0:
            left += 1
    before = 0
    for d in range(die):
        if g.seats[side].dice[d].value == 0:
            before += 1
    return before >= min(held, left - 1)


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
