"""Rules of Hero Powers: the actions of a die that shows the Hero number."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below, forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NOT_ASKED, NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble import writers as write
from carnage.engine.gamble.decisions import ask
from carnage.engine.gamble.event_log import fire
from carnage.engine.gamble.questions import HERO, KEEP, RE_ROLL
from carnage.engine.gamble.state import NO_HERO, UNUSED, USED, Game, Log


@rule
def everything(g: Game) -> None:
    """Allow Heroes to be wild and to re-roll dice."""
    re_roll(g)
    wild(g)


@rule
def re_roll(g: Game) -> None:
    """Allow each Hero to have another die rolled again, once and between throws."""
    g.re_rolls = 1


@rule
def wild(g: Game) -> None:
    """Allow Heroes to count as any one value when the dice are scored."""
    g.wilds = 1


@rule
def set_powers(g: Game) -> None:
    """Set the powers of Heroes in this game."""
    g.re_rolls = 0
    g.wilds = 0
    if g.chosen.powers == R.POWERS_EVERYTHING:
        everything(g)
    elif g.chosen.powers == R.POWERS_RE_ROLL:
        re_roll(g)
    elif g.chosen.powers == R.POWERS_WILD:
        wild(g)
    elif g.chosen.powers != NOT_ASKED:  # a game without Heroes
        raise NoSuchRule


@rule
def roll_die(g: Game, side: int, d: int, throw: int) -> int:
    """Roll a die in this throw, and return its value.

    It is a Hero if it shows its player's Hero number.
    """
    s = g.seats[side]
    die = s.dice[d]
    die.value = below(g.core, g.faces[d]) + 1
    die.thrown = throw
    die.hero = UNUSED if die.value == s.hero else NO_HERO
    keep_die(g.core, die.value)
    return die.value


@rule
def has_earlier_twin_hero(g: Game, side: int, d: int) -> bool:
    """Return whether an earlier die is an unused Hero of the same throw.

    Only the first of such Heroes is offered.
    """
    s = g.seats[side]
    for k in range(d):
        if s.dice[k].hero == UNUSED and s.dice[k].thrown == s.dice[d].thrown:
            return True
    return False


@rule
def has_earlier_twin_die(g: Game, side: int, d: int) -> bool:
    """Return whether an earlier die has the same faces, value and throw, and is not a Hero.

    Only the first of such dice is offered.
    """
    dice = g.seats[side].dice
    for k in range(d):
        same = dice[k].value == dice[d].value and dice[k].thrown == dice[d].thrown
        if same and g.faces[k] == g.faces[d] and dice[k].hero == NO_HERO:
            return True
    return False


@rule
def re_roll_die(g: Game, log: Log, side: int, hero: int, d: int, throw: int) -> None:
    """Have a Hero re-roll a die, which then belongs to this throw, the last one made."""
    s = g.seats[side]
    s.dice[hero].hero = USED
    was = s.dice[d].value
    forget_dice(g.core)
    now = roll_die(g, side, d, throw)
    write.re_roll(g, log, g.chosen.powers, side, hero, d, was=was, now=now)


@rule
def ask_heroes_to_act(g: Game, log: Log, side: int, throw: int) -> bool:
    """Ask whether a Hero acts now; return False if none can or none does."""
    s = g.seats[side]
    clear(g.core)
    offer(g.core, KEEP, -1, -1)
    for h in range(g.n_dice):
        if s.dice[h].hero != UNUSED or has_earlier_twin_hero(g, side, h):
            continue
        for d in range(g.n_dice):
            if (
                s.dice[d].value > 0
                and s.dice[d].hero == NO_HERO
                and not has_earlier_twin_die(g, side, d)
            ):
                offer(g.core, RE_ROLL, h, d)
    answer = ask(g, log, side, HERO, -1)
    what = g.core.options[answer].what
    hero = g.core.options[answer].who
    d = g.core.options[answer].other
    if what == KEEP:
        return False
    re_roll_die(g, log, side, hero, d, throw)
    return True


@rule
def log_wilds(g: Game, log: Log, side: int) -> None:
    """Log the Heroes that count as another value than they show, after the hand has been scored."""
    s = g.seats[side]
    at = 0
    for d in range(g.n_dice):
        if s.dice[d].value == 0:
            continue
        if g.hand.wild[at] == 1 and g.hand.group[at] > 0:
            if g.hand.counts[at] != g.hand.value[at]:
                s.dice[d].counts = g.hand.counts[at]
                write.wild(g, log, g.chosen.powers, side, d, counts=g.hand.counts[at])
            else:
                fire(g, g.chosen.powers)
        at += 1
