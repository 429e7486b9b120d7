"""Luck: what can be done about a bad roll. How a failed test is re-rolled stands in `resolution`."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.asking import ask
from carnage.engine.battle.frame.model_status import upright_from, upright_to
from carnage.engine.battle.frame.noting import fire
from carnage.engine.battle.frame.questions import HERO, LUCK
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.frame.talent_list import four_leaf_clover, hard_to_kill
from carnage.engine.compiling.marks import rule
from carnage.engine.core.asking import clear, offer
from carnage.engine.core.chance import d6, d10, forget_dice, keep_die
from carnage.engine.core.numbering import NOT_ASKED, NoSuchRule


@rule
def re_roll_tokens(g: Game, side: int) -> None:
    """At the start of a round everybody has all tokens again."""
    tokens = int(g.p.re_rolls_tokens)
    for n in range(upright_from(g, side), upright_to(g, side)):
        tokens += four_leaf_clover(g, int(g.upright[n]))
    g.sides[side].re_rolls = tokens


@rule
def luck_rolls(g: Game, log: Log, i: int, stake: float, rolls: int) -> bool:
    """Whether model i, about to be hurt, avoids it by so many luck rolls in a row, should it try.

    `stake` is what it would cost in points, for whoever weighs it.
    """
    m = g.models[i]
    if m.luck < rolls:
        return False
    clear(g.core)
    offer(g.core, 0, i, rolls)
    offer(g.core, 1, i, rolls)
    g.core.options[1].x = stake
    if ask(g, log, m.side, LUCK, i) == 0:
        return False
    for _ in range(rolls):
        forget_dice(g.core)
        die = d10(g.core)
        keep_die(g.core, die)
        needed = int(m.luck)
        m.luck -= g.p.luck_cost
        write.luck(
            g, log, R.LUCK_LUCK_ROLLS, m.side, i, needed=needed, avoided=int(die <= needed), luck_left=m.luck
        )
        if die > needed:
            return False
    return True


@rule
def spared(g: Game, log: Log, i: int, stake: float, rolls: int) -> bool:
    """Whether a talent or luck saves model i from being hurt."""
    if hard_to_kill(g, log, i):
        return True
    return g.chosen.luck == R.LUCK_LUCK_ROLLS and luck_rolls(g, log, i, stake, rolls)


@rule
def hero_number(g: Game, log: Log, side: int) -> None:
    """At the start of a round everybody rolls a Hero number."""
    s = g.sides[side]
    forget_dice(g.core)
    s.hero = d6(g.core)
    s.hero_used = 0
    keep_die(g.core, s.hero)
    write.hero_number(g, log, R.LUCK_HERO_NUMBER, side, number=s.hero)


@rule
def may_be_hero(g: Game, side: int, value: int) -> bool:
    """Whether a die or card of this side that shows `value` could be called a Hero."""
    s = g.sides[side]
    return g.chosen.luck == R.LUCK_HERO_NUMBER and s.hero == value and s.hero_used < g.p.luck_uses


@rule
def hero(g: Game, log: Log, side: int, i: int, counts: int, without: int, better: int) -> bool:
    """Whether this side calls a die a Hero: it counts `counts`, and the result is `better` than `without`."""
    clear(g.core)
    offer(g.core, 0, without, better)
    offer(g.core, 1, without, better)
    if ask(g, log, side, HERO, i) == 0:
        return False
    g.sides[side].hero_used += 1
    write.hero(g, log, R.LUCK_HERO_NUMBER, side, i, counts)
    return True


@rule
def heroic(g: Game, log: Log, side: int, i: int, die: int, needed: int, top: int) -> int:
    """What a die of model i counts that falls short of a number: all that it can if it is called a Hero."""
    if die < needed and needed <= top and may_be_hero(g, side, die) and hero(g, log, side, i, top, 0, 1):
        return top
    return die


@rule
def none(g: Game, side: int) -> None:
    """There is nothing to be done."""
    g.sides[side].re_rolls = 0


@rule
def make_up_re_rolls(g: Game, side: int) -> None:
    """The tokens with which a side begins a round. Classic has Re-roll Tokens, unasked."""
    if g.chosen.luck == R.LUCK_RE_ROLL_TOKENS or g.chosen.luck == NOT_ASKED:
        re_roll_tokens(g, side)
    elif (
        g.chosen.luck == R.LUCK_NONE
        or g.chosen.luck == R.LUCK_LUCK_ROLLS
        or g.chosen.luck == R.LUCK_HERO_NUMBER
    ):
        none(g, side)
    else:
        raise NoSuchRule


@rule
def make_up_luck(g: Game, log: Log) -> None:
    """What each side finds out about its luck as a round has begun."""
    for side in range(2):
        if g.chosen.luck == R.LUCK_HERO_NUMBER:
            hero_number(g, log, side)
        if g.chosen.luck == R.LUCK_NONE or g.chosen.luck == R.LUCK_RE_ROLL_TOKENS:
            fire(g, g.chosen.luck)
