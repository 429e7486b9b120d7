"""Rules of Scoring: the best division of a hand into sets and runs, with each die used once.

The result is exact: every division and every value of each wild die is tried, by dynamic
programming over the subsets of the hand. The scorer knows only a `Scale` of the game.
"""

from __future__ import annotations

from carnage.engine.compiling.marks import rule
from carnage.engine.gamble.later_throws import set_throw_factors
from carnage.engine.gamble.runs import run_worth
from carnage.engine.gamble.state import UNUSED, Game, Hand, Scale


@rule
def set_scale(g: Game) -> None:
    """Fill the scale with the values of this game's rules."""
    s = g.scale
    s.largest = 0
    for d in range(g.n_dice):
        s.largest = max(s.largest, g.faces[d])
    s.shortest = g.p.runs_shortest
    s.heights = g.chosen.runs
    s.sets[2] = g.p.sets_two
    s.sets[3] = g.p.sets_three
    s.sets[4] = g.p.sets_four
    s.sets[5] = g.p.sets_five
    set_throw_factors(g)


@rule
def late_points(s: Scale, worth: int, throw: int) -> int:
    """Return the points for a set or run of this worth with its latest die from this throw."""
    if worth > 0:
        return worth * s.factor[throw] + s.plus[throw]
    return 0


@rule
def group_points(h: Hand, s: Scale, dice: int) -> int:
    """Return the points for these dice as one set or one run; 0 if they are neither.

    `dice` is a bit mask.
    """
    count = 0
    low = 99
    high = 0
    shown = 0
    throw = 0
    alike = True
    for d in range(h.n):
        if (dice >> d) & 1 == 1:
            value = h.trial[d]
            if (shown >> value) & 1 == 1:
                alike = alike and low == value and high == value
            elif count > 0:
                alike = False
            count += 1
            shown |= 1 << value
            low = min(low, value)
            high = max(high, value)
            throw = max(throw, h.throw[d])
    if count < 2:
        return 0
    if alike:
        return late_points(s, s.sets[count] * low, throw)
    if high - low + 1 == count and shown == ((1 << count) - 1) << low:
        return late_points(s, run_worth(s, low, count), throw)
    return 0


@rule
def best_division_score(h: Hand, s: Scale) -> int:
    """Return the best score of the dice with their trial values.

    For each subset, `taken` gets the group that its lowest die scores in, or 0.
    """
    parts = 1 << h.n
    h.best[0] = 0
    for dice in range(1, parts):
        h.worth[dice] = group_points(h, s, dice)
        lowest = dice & -dice
        rest = dice ^ lowest
        best = h.best[rest]  # the lowest die scores nothing
        taken = 0
        others = rest
        while others > 0:  # every group with the lowest die
            group = others | lowest
            if h.worth[group] > 0 and h.worth[group] + h.best[dice ^ group] > best:
                best = h.worth[group] + h.best[dice ^ group]
                taken = group
            others = (others - 1) & rest
        h.best[dice] = best
        h.taken[dice] = taken
    return h.best[parts - 1]


@rule
def first_trial(h: Hand) -> None:
    """Set the trial values: the lowest value for wild dice, the shown value for all others."""
    for d in range(h.n):
        h.trial[d] = 1 if h.wild[d] == 1 else h.value[d]


@rule
def next_trial(h: Hand, s: Scale) -> bool:
    """Set the next trial values of the wild dice, and return whether there were any.

    Of two wild dice of one throw, the later never counts less than the earlier, so that no
    combination is tried twice.
    """
    for d in range(h.n - 1, -1, -1):
        if h.wild[d] == 0:
            continue
        if h.trial[d] < s.largest:
            h.trial[d] += 1
            for k in range(d + 1, h.n):
                if h.wild[k] == 1:
                    h.trial[k] = h.trial[d] if are_alike_wilds(h, d, k) else 1
            return True
    return False


@rule
def are_alike_wilds(h: Hand, d: int, k: int) -> bool:
    """Return whether the dice from d to k are all wild and of one throw."""
    for i in range(d, k + 1):
        if h.wild[i] == 0 or h.throw[i] != h.throw[d]:
            return False
    return True


@rule
def best_score(h: Hand, s: Scale) -> int:
    """Return the score of a hand, and store its division in the hand."""
    best = -1
    first_trial(h)
    going = True
    while going:
        points = best_division_score(h, s)
        if points > best:
            best = points
            store_division(h)
        going = next_trial(h, s)
    return best


@rule
def store_division(h: Hand) -> None:
    """Store the values that the dice count as, and their groups."""
    for d in range(h.n):
        h.counts[d] = h.trial[d]
        h.group[d] = 0
    dice = (1 << h.n) - 1
    while dice > 0:
        group = h.taken[dice]
        for d in range(h.n):
            if (group >> d) & 1 == 1:
                h.group[d] = group
        dice ^= group if group > 0 else dice & -dice


@rule
def read_hand(g: Game, side: int) -> None:
    """Copy a player's thrown dice into the hand to be scored."""
    h = g.hand
    h.n = 0
    for d in range(g.n_dice):
        die = g.seats[side].dice[d]
        if die.value > 0:
            h.value[h.n] = die.value
            h.throw[h.n] = die.thrown
            h.wild[h.n] = 1 if die.hero == UNUSED and g.wilds == 1 else 0
            h.n += 1
