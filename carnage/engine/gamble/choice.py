"""Rules of Choice: the dice of a throw. Throws count from 1; sets of dice are bit masks."""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NoSuchRule
from carnage.engine.gamble import numbers as R
from carnage.engine.gamble.decisions import ask
from carnage.engine.gamble.questions import ADD, PICK, THROW
from carnage.engine.gamble.state import DICE, Game, Log


@rule
def count_dice(dice: int) -> int:
    """Return the number of dice in a bit mask."""
    count = 0
    for d in range(DICE):
        count += (dice >> d) & 1
    return count


@rule
def free(left: int) -> tuple[int, int]:
    """Return the limits of a throw: any number of dice."""
    return 1, left


@rule
def rush(g: Game, throw: int, left: int) -> tuple[int, int]:
    """Return the least and the most dice that a throw may use; only the first throw needs more
    than one.
    """
    return min(left, g.p.choice_least) if throw == 1 else 1, left


@rule
def again(throw: int, left: int) -> tuple[int, int]:
    """Return the limits of a throw: all dice in the first, then any; none ends the turn."""
    return left if throw == 1 else 0, left


@rule
def throw_limits(g: Game, throw: int, left: int) -> tuple[int, int]:
    """Return the fewest and the most dice of this throw, if `left` dice may be thrown.

    The last throw takes all of them, unless dice may be thrown again.
    """
    if g.chosen.choice == R.CHOICE_AGAIN:
        return again(throw, left)
    if throw == g.throws:
        return left, left
    if g.chosen.choice == R.CHOICE_RUSH:
        return rush(g, throw, left)
    if g.chosen.choice == R.CHOICE_FREE:
        return free(left)
    raise NoSuchRule


@rule
def has_die_before(g: Game, dice: int, d: int) -> bool:
    """Return whether one of these dice has to be thrown before d, or together with it.

    Dice with the same faces are thrown in their order, which makes no difference. If dice may
    be thrown again, they differ by their values.
    """
    if g.chosen.choice == R.CHOICE_AGAIN:
        return False
    for k in range(d):
        if (dice >> k) & 1 == 1:
            if g.faces[k] == g.faces[d]:
                return True
    return False


@rule
def is_throw_allowed(g: Game, throw: int, left: int, dice: int) -> bool:
    """Return whether a throw may consist of these dice, a bit mask out of `left`."""
    if dice == 0 or dice & ~left != 0:
        return False
    least, most = throw_limits(g, throw, count_dice(left))
    if not least <= count_dice(dice) <= most:
        return False
    for d in range(g.n_dice):
        if (dice >> d) & 1 == 1 and has_die_before(g, left & ~dice, d):
            return False
    return True


@rule
def pick_dice(g: Game, log: Log, side: int, throw: int, left: int) -> int:
    """Have a player pick dice for a throw, and return their bit mask.

    `left` is a bit mask of the dice that may be thrown.
    """
    g.picked = 0
    least, most = throw_limits(g, throw, count_dice(left))
    from_die = 0
    while True:
        clear(g.core)
        count = count_dice(g.picked)
        if count >= least:
            offer(g.core, THROW, -1, 0)
        if count < most:
            for d in range(from_die, g.n_dice):
                if can_add(g, left, d, least):
                    offer(g.core, ADD, d, 0)
        answer = ask(g, log, side, PICK, throw)
        what = g.core.options[answer].what
        d = g.core.options[answer].who
        if what == THROW:
            return g.picked
        if what != ADD:
            raise NoSuchRule
        g.picked |= 1 << d
        from_die = d + 1


@rule
def can_add(g: Game, left: int, d: int, least: int) -> bool:
    """Return whether die d may be picked next, so that `least` dice or more can be picked."""
    if (left >> d) & 1 == 0 or has_die_before(g, left & ~g.picked, d):
        return False
    return count_dice(g.picked) + count_dice(left >> d) >= least
