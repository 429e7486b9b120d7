"""Talents: how models get them. `talent_list` has the effect of each."""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.questions import GIFT, TALENT
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.turn.initiative import roll_off
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule

SLIPS = 19  # one more than the number of the last Talent
MAX_DEALT_TALENTS = 4  # Talents that a side is dealt at most


@rule
def talents(g: Game, log: Log) -> None:
    """Give Talents to models of both sides, by the chosen rule."""
    if g.chosen.talents == R.TALENTS_DEALT:
        dealt(g, log)
    elif g.chosen.talents == R.TALENTS_PICKED:
        picked(g, log)
    elif g.chosen.talents == R.TALENTS_NONE:
        none(g)
    elif g.chosen.talents != NOT_ASKED:
        raise NoSuchRule


@rule
def none(g: Game) -> None:
    """Count the rule of no Talents as applied."""
    fire(g, R.TALENTS_NONE)


@rule
def dealt(g: Game, log: Log) -> None:
    """Have each side draw Talents at random and give them to models.

    The winner of a roll-off is first.
    """
    winner = roll_off(g, log, R.TALENTS_DEALT)
    for n in range(2):
        side = winner if n == 0 else 1 - winner
        deal_talents(g, log, side)


@rule
def picked(g: Game, log: Log) -> None:
    """Have the sides in turn pick a Talent that they lack, and a model for it.

    The winner of a roll-off picks first.
    """
    winner = roll_off(g, log, R.TALENTS_PICKED)
    had_0 = 0
    had_1 = 0
    for n in range(2 * int(g.p.talents_picked)):
        side = winner if n % 2 == 0 else 1 - winner
        if count_untalented(g, side) == 0:
            continue
        clear(g.core)
        for talent in range(1, SLIPS):
            had = (had_0 if side == 0 else had_1) >> talent & 1
            if g.talents >> talent & 1 == 1 and had == 0:
                offer(g.core, talent, -1, -1)
        if g.core.offered == 0:
            continue
        talent = g.core.options[ask(g, log, side, TALENT, -1)].what
        if side == 0:
            had_0 |= 1 << talent
        else:
            had_1 |= 1 << talent
        give_talent(g, log, R.TALENTS_PICKED, side, talent)


@rule
def deal_talents(g: Game, log: Log, side: int) -> None:
    """Draw a side's Talents, log them, and have it give them to models one by one."""
    hand = 0
    left = int(g.talents)
    drawn = 0
    for _ in range(min(int(g.p.talents_dealt), count_untalented(g, side))):
        slips = 0
        for talent in range(1, SLIPS):
            slips += left >> talent & 1
        if slips == 0:
            break
        at = below(g.core, slips)
        for talent in range(1, SLIPS):
            if left >> talent & 1 == 1:
                if at == 0:
                    left &= ~(1 << talent)
                    hand += talent << (8 * drawn)
                    drawn += 1
                    break
                at -= 1
    write.dealt(
        g,
        log,
        R.TALENTS_DEALT,
        side,
        talent=nth_drawn(hand, drawn, 0),
        second=nth_drawn(hand, drawn, 1),
        third=nth_drawn(hand, drawn, 2),
        fourth=nth_drawn(hand, drawn, 3),
    )
    for n in range(drawn):
        give_talent(g, log, R.TALENTS_DEALT, side, nth_drawn(hand, drawn, n))


@rule
def nth_drawn(hand: int, drawn: int, n: int) -> int:
    """Return the n-th Talent drawn, from 0; -1 beyond the last."""
    return hand >> (8 * n) & 255 if n < drawn else -1


@rule
def can_have_talent(g: Game, side: int, i: int) -> bool:
    """Return whether model i is in this side's force and has no Talent yet."""
    m = g.models[i]
    return m.side == side and m.absent == 0 and m.unit != g.sides[side].left_out and m.talent == 0


@rule
def count_untalented(g: Game, side: int) -> int:
    """Return the number of a side's models without a Talent."""
    number = 0
    for i in range(g.n_models):
        if can_have_talent(g, side, i):
            number += 1
    return number


@rule
def give_talent(g: Game, log: Log, number: int, side: int, talent: int) -> None:
    """Ask a side for the model that gets a Talent, by rule `number`."""
    clear(g.core)
    for i in range(g.n_models):
        if can_have_talent(g, side, i):
            offer(g.core, talent, i, -1)
    i = g.core.options[ask(g, log, side, GIFT, -1)].who
    g.models[i].talent = talent
    write.gift(g, log, number, side, i, talent=talent)
