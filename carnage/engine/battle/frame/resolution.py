"""Resolution Mechanic, and Re-roll Tokens: how a test of a stat is taken.

`dice_sets` has the mechanic Push Your Throws.
"""

from __future__ import annotations

from carnage.engine.battle.frame import numbers as R
from carnage.engine.battle.frame import writers as write
from carnage.engine.battle.frame.decisions import ask
from carnage.engine.battle.frame.dice_sets import push_your_throws
from carnage.engine.battle.frame.event_log import fire
from carnage.engine.battle.frame.luck import can_be_hero, choose_hero
from carnage.engine.battle.frame.probabilities import chance, unit_morale
from carnage.engine.battle.frame.questions import RE_ROLL
from carnage.engine.battle.frame.state import DECK, Game, Log
from carnage.engine.compiling.marks import rule
from carnage.engine.core.chance import below, d6, d10, forget_dice, keep_die
from carnage.engine.core.decisions import clear, offer
from carnage.engine.core.rule_ids import NoSuchRule

# Numbers of the tested stats in the log.
RANGED_SKILL = 0
CLOSE_SKILL = 1
MORALE = 2


@rule
def dice_pool(g: Game, log: Log, side: int, i: int, value: int, difficulty: int) -> int:
    """Roll `value` D6 and return the hits, if there are at least `difficulty` of them; else 0.

    A die hits on 4+. One die may be called a Hero and hit.
    """
    hits = 0
    heroes = 0
    for _ in range(value):
        die = d6(g.core)
        keep_die(g.core, die)
        if die >= g.p.resolution_success_on:
            hits += 1
        elif can_be_hero(g, side, die):
            heroes = 1
    got = hits if hits >= difficulty else 0
    more = hits + 1 if hits + 1 >= difficulty else 0
    if heroes == 1 and more > got and choose_hero(g, log, side, i, 6, got, more):
        return more
    return got


@rule
def dice_combination(g: Game, log: Log, side: int, i: int, value: int, difficulty: int) -> int:
    """Return the successes of 2D6 + stat - difficulty, which must exceed 10; 0 for a failure."""
    a = d6(g.core)
    b = d6(g.core)
    keep_die(g.core, a)
    keep_die(g.core, b)
    got = successes_of_total(g, a + b + value - difficulty)
    if can_be_hero(g, side, a) or can_be_hero(g, side, b):
        other = b if can_be_hero(g, side, a) else a
        more = successes_of_total(g, other + 6 + value - difficulty)
        if more > got and choose_hero(g, log, side, i, 6, got, more):
            return more
    return got


@rule
def card_draw(g: Game, log: Log, side: int, i: int, value: int, difficulty: int) -> int:
    """Return the successes of the top card + stat - difficulty; 0 for a failure.

    The total must exceed 10. Court cards count alike, and an ace has a value of its own.
    """
    rank = draw_card(g, side)
    keep_die(g.core, rank)
    if rank <= g.p.resolution_court:
        card = rank
    else:
        card = g.p.resolution_court
    if rank == 1:
        card = g.p.resolution_ace
    got = successes_of_total(g, card + value - difficulty)
    more = successes_of_total(g, g.p.resolution_court + value - difficulty)
    if can_be_hero(g, side, rank) and more > got and choose_hero(g, log, side, i, 13, got, more):
        got = more
    discard_card(g, side)
    return got


@rule
def target_ten(g: Game, log: Log, side: int, i: int, value: int, difficulty: int) -> int:
    """Return the successes of a D10 that must reach 5 + difficulty - stat; 0 for a failure.

    A number above 10 needs a 10, and then a second D10 for the rest.
    """
    number = g.p.resolution_base + difficulty - value
    first = d10(g.core)
    keep_die(g.core, first)
    top = int(g.p.resolution_top)
    if first != top and can_be_hero(g, side, first):
        got = successes_of_roll(g, number, first)
        if number <= top:
            more = successes_of_roll(g, number, top)
        else:
            more = int(number - top <= top)
        if more > got and choose_hero(g, log, side, i, top, got, more):
            first = top
    rolled = first
    if number > top and first == top:
        second = d10(g.core)
        keep_die(g.core, second)
        rolled += second
    return successes_of_roll(g, number, rolled)


@rule
def successes_of_roll(g: Game, number: int, rolled: int) -> int:
    """Return the successes of a roll that must reach a number: one, and one for each 3 beyond."""
    if rolled < number or rolled == g.p.resolution_miss:
        return 0
    return 1 + (rolled - number) // g.p.resolution_step


@rule
def successes_of_total(g: Game, total: int) -> int:
    """Return the successes of a total: one if it exceeds 10, and one for each full 3 beyond."""
    if total <= g.p.resolution_beat:
        return 0
    return 1 + (total - g.p.resolution_beat) // g.p.resolution_step


@rule
def draw_card(g: Game, side: int) -> int:
    """Return the rank of a card drawn from a side's deck, from 1 (ace) to 13 (king).

    An empty deck is shuffled first. The card stays on top of the deck until `discard_card` removes
    it.
    """
    top = side * DECK
    if g.deck_left[side] == 0:
        for n in range(DECK):
            g.deck[top + n] = n
        g.deck_left[side] = DECK
    left = g.deck_left[side]
    at = top + below(g.core, left)
    card = int(g.deck[at])
    g.deck[at] = g.deck[top + left - 1]
    g.deck[top + left - 1] = card
    return card % 13 + 1


@rule
def discard_card(g: Game, side: int) -> None:
    """Discard the card that a side has drawn."""
    g.deck_left[side] -= 1


@rule
def attempt_test(
    g: Game, log: Log, side: int, i: int, unit: int, stat: int, value: int, difficulty: int
) -> int:
    """Take a test once, by dice or a card, and log it. Return the successes, 0 for a failure.

    The model's Focus is used up. See `take_test` for the arguments.
    """
    forget_dice(g.core)
    if g.chosen.resolution == R.RESOLUTION_DICE_POOL:
        got = dice_pool(g, log, side, i, value, difficulty)
    elif g.chosen.resolution == R.RESOLUTION_DICE_COMBINATION:
        got = dice_combination(g, log, side, i, value, difficulty)
    elif g.chosen.resolution == R.RESOLUTION_TARGET_TEN:
        got = target_ten(g, log, side, i, value, difficulty)
    elif g.chosen.resolution == R.RESOLUTION_PUSH_YOUR_THROWS:
        got = push_your_throws(g, log, side, i, value, difficulty)
    elif g.chosen.resolution == R.RESOLUTION_CARD_DRAW:
        got = card_draw(g, log, side, i, value, difficulty)
    else:
        raise NoSuchRule
    if i >= 0:
        g.models[i].focused = 0
    write.test(
        g,
        log,
        g.chosen.resolution,
        side,
        i,
        unit,
        stat=stat,
        value=value,
        difficulty=difficulty,
        successes=got,
    )
    return got


@rule
def take_test(g: Game, log: Log, i: int, unit: int, stat: int, value: int, difficulty: int) -> int:
    """Take a test with Focus and re-rolls, and return the successes; 0 for a failure.

    Args:
        g: The game.
        log: Its log.
        i: The model that tests, -1 for the whole unit.
        unit: Its unit.
        stat: The stat that is tested: RANGED_SKILL, CLOSE_SKILL or MORALE.
        value: The value of the stat.
        difficulty: The difficulty, before Focus.
    """
    side = g.units[unit].side
    if i >= 0 and g.models[i].focused == 1:
        difficulty -= g.p.actions_easier
        fire(g, R.ACTIONS_FOCUS)
    difficulty = max(difficulty, g.p.resolution_least)
    got = attempt_test(g, log, side, i, unit, stat, value, difficulty)
    if got == 0 and g.sides[side].re_rolls > 0:
        clear(g.core)
        offer(g.core, 0, i, unit)
        offer(g.core, 1, i, unit)
        g.core.options[1].x = chance(g, value, difficulty)
        if ask(g, log, side, RE_ROLL, i) == 1:
            g.sides[side].re_rolls -= 1
            write.re_roll(
                g, log, R.RE_ROLLS_RE_ROLL, side, i, unit, tokens_left=g.sides[side].re_rolls
            )
            got = attempt_test(g, log, side, i, unit, stat, value, difficulty)
    return got


@rule
def take_unit_test(g: Game, log: Log, unit: int, difficulty: int) -> bool:
    """Take a Morale test for a whole unit, with its highest Morale; return whether it succeeds."""
    u = g.units[unit]
    lone = u.first if u.count == 1 else -1
    return take_test(g, log, lone, unit, MORALE, unit_morale(g, unit), difficulty) > 0
