"""Violations with tests: dice, stats, Difficulty, successes, re-rolls."""

from __future__ import annotations

from collections import Counter

from carnage.engine.battle.words.naming import STATS
from carnage.engine.core.log_reader import LoggedEvent
from carnage.lab.referee.violations import Collection, Injection, Played
from carnage.rulesets.odds import (
    CardDraw,
    DicePool,
    DiceSets,
    TenSidedDie,
    TwoDiceSum,
    get_mechanic,
)

declared = Collection()
violation = declared.violation
DRAWS = 200  # attempts to roll dice with a given outcome


def counted(p: Played, h: LoggedEvent) -> int:
    """Return the successes of a test by the rulebook, without a Hero or a push."""
    how = get_mechanic(p.ruleset)
    if isinstance(how, DicePool):
        hits = sum(die >= how.success_on for die in h.dice)
        return hits if hits >= h.c else 0
    if isinstance(how, TenSidedDie):
        return how.count_successes(how.get_target_number(h.b, h.c), *h.dice[:2])
    if isinstance(how, DiceSets):
        shown = Counter(h.dice)
        got = how.count_successes(tuple(shown[face] for face in range(1, 7)))[0]
        return got if got >= h.c else 0
    if isinstance(how, CardDraw):
        worth = how.get_card_value(h.dice[0])
    else:
        worth = sum(h.dice)
    return TwoDiceSum(how.beat, how.step).count_successes(worth + h.b - h.c)


def plain(p: Played, n: int) -> bool:
    """Return True if only the dice decide test n: without a Hero or a push, and counted by the
    rulebook.
    """
    near = {p.events[k].name for k in range(max(n - 3, 0), n)}
    return not near & {"hero", "pushed"} and counted(p, p.events[n]) == p.events[n].d


def drawn(p: Played, h: LoggedEvent, succeeds: bool) -> LoggedEvent | None:
    """Return the same test with other dice or another card, with the given outcome.

    Returns None if DRAWS attempts find none.
    """
    how = get_mechanic(p.ruleset)
    if isinstance(how, CardDraw):
        faces = 13
    elif isinstance(how, TenSidedDie):
        faces = 10
    else:
        faces = 6
    for _ in range(DRAWS):
        other = h._replace(dice=tuple(p.random.randint(1, faces) for _ in h.dice))
        if (counted(p, other) > 0) == succeeds:
            return other
    return None


@violation(
    "test-passed",
    "a test that fails by its dice is told as a success",
    "test",
    "resolution",
    weight=0.4,
)
def passed(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    other = drawn(p, h, False) if h.d and plain(p, n) else None
    return other and Injection(
        {n: (other,)}, f"These dice or this card come to no success, not to {h.d}."
    )


@violation(
    "test-failed",
    "a test that succeeds by its dice is told as a failure",
    "test",
    "resolution",
    weight=0.4,
)
def failed(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    other = None
    if not h.d and plain(p, n):
        other = drawn(p, h, True)
    return other and Injection(
        {n: (other,)}, f"These dice or this card come to {counted(p, other)}."
    )


@violation(
    "successes", "a test counts more successes than its dice show", "test", "resolution", weight=0.4
)
def successes(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if not h.d or not plain(p, n) or p.events[n - 1].name == "attack":
        return None
    return p.replaced(n, f"The dice come to {h.d}.", d=h.d + 1)


@violation("dice-thrown", "a test is taken with a die too many", "test", "resolution")
def dice_thrown(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    how = get_mechanic(p.ruleset)
    if not isinstance(how, DicePool) or not plain(p, n) or len(h.dice) != h.b:
        return None
    more = (*h.dice, p.random.randint(1, how.success_on - 1))
    return p.replaced(n, f"{STATS[h.a]} {h.b} is {h.b} dice, not {len(more)}.", dice=more)


def shifted(p: Played, n: int, why: str, slot: str) -> Injection | None:
    """Return an injection in which a number of test n is one more or less, with the same outcome.

    Args:
        p: The game.
        n: The index of a test.
        why: The sentence that names the error, formatted with `stat`, `value` and `difficulty`.
        slot: The field: "b" for the stat, "c" for the Difficulty.
    """
    h = p.events[n]
    if not plain(p, n):
        return None
    for by in p.random.sample((1, -1), 2):
        other = h._replace(**{slot: getattr(h, slot) + by})
        how = get_mechanic(p.ruleset)
        if slot == "b" and isinstance(how, DicePool):
            fails = [die for die in h.dice if die < how.success_on]
            if by < 0 and not fails:
                continue
            at = h.dice.index(fails[0]) if by < 0 else 0
            if by < 0:
                dice = (*h.dice[:at], *h.dice[at + 1 :])
            else:
                dice = (*h.dice, 1)
            other = other._replace(dice=dice)
        if slot == "b" and isinstance(how, DiceSets):
            return None
        if (
            other.c >= int(p.number("resolution.least"))
            and other.b > 0
            and counted(p, other) == h.d
        ):
            return Injection({n: (other,)}, why.format(stat=STATS[h.a], value=h.b, difficulty=h.c))
    return None


@violation(
    "test-difficulty", "a test is taken at another Difficulty", "test", "resolution", weight=0.4
)
def test_difficulty(p: Played, n: int) -> Injection | None:
    return shifted(p, n, "The Difficulty of this test is {difficulty}.", "c")


@violation(
    "test-stat",
    "a test is taken with another stat than the model has",
    "test",
    "stats resolution",
    weight=0.4,
)
def test_stat(p: Played, n: int) -> Injection | None:
    return shifted(p, n, "This {stat} is {value}.", "b")


@violation(
    "re-roll-tokens",
    "a Re-roll Token is spent, and as many are left as before",
    "re-roll",
    "re-rolls",
)
def re_roll_tokens(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    end = p.next_of(n, "round")
    if any(p.events[k].name == "re-roll" and p.events[k].side == h.side for k in range(n + 1, end)):
        return None
    return p.replaced(n, f"The side has {h.a} left.", a=h.a + 1)
