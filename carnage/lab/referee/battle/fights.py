"""Violations with fights (hand signs, thumps, shoves, opposed rolls), with luck, and with thrown
dynamite.
"""

from __future__ import annotations

from carnage.engine.battle.frame.queries import SIGNS
from carnage.engine.battle.frame.questions import PINCH, SHOVE, THUMP
from carnage.engine.battle.words.gear import EFFECTS
from carnage.lab.referee.battle.moves import onward
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
TEN = 10
KINDS_OF_SIGN = 3


@violation("sign-beaten", "a hand sign takes effect that the other one beats", "signs", "fighting")
def sign_beaten(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    effect = p.events[n + 1]
    does = {"thump": THUMP, "pinch": PINCH, "steal": PINCH, "shove": SHOVE}.get(effect.name, -1)
    if does < 0 or h.a == h.b:
        return None
    # The actor of a shove is the shoved model; the actor of other effects is the model that causes
    # them.
    active = (effect.actor == h.actor) != (effect.name == "shove")
    mine, theirs = (h.a, h.b) if active else (h.b, h.a)
    beaten_by = (does + 1) % KINDS_OF_SIGN
    if mine != does or theirs == beaten_by:
        return None
    why = f"The {SIGNS[does]} comes to nothing against a {SIGNS[beaten_by]}."
    if active:
        return p.replaced(n, why, b=beaten_by)
    return p.replaced(n, why, a=beaten_by)


@violation("thump-damage", "a thump does more damage than its dice", "thump", "fighting")
def thump_damage(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if p.events[n - 1].name == "hero" or (
        p.has("doomed-tokens") and h.b
    ):  # the report has no number
        return None
    return p.replaced(n, f"The dice do {h.b}.", b=h.b + 2)


@violation("thump-dice", "a thump is thrown with dice too many", "thump", "fighting")
def thump_dice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    more = (*h.dice, p.random.randint(1, 6), p.random.randint(1, 6))
    return p.replaced(n, f"It throws {len(h.dice)}.", dice=more)


@violation("shove-far", "a model is pushed too far", "shove push", "fighting")
def shove_far(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    bully = 0.0
    if p.has("talents"):
        bully = float(p.number("talent-list.bully"))
    most = float(p.number("fighting.shove") or p.number("fighting.push")) + bully
    if h.a or not h.by.startswith("fighting."):
        return None
    return onward(p, n, most + 1.0, f"It is pushed {most:g} at most.", (0.0,))


@violation("fight-total", "a fighter's total is more than its parts", "contest", "fighting")
def fight_total(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It comes to {h.a}.", a=h.a + p.random.choice((1, 2)))


@violation("fight-die", "a fight is won by another die than was rolled", "contest", "fighting")
def fight_die(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if p.events[n - 1].name == "hero":
        return None
    die = p.random.choice([face for face in range(1, TEN + 1) if face != h.dice[0]])
    return p.replaced(n, f"A total of {h.a} takes a {h.dice[0]}.", dice=(die, *h.dice[1:]))


@violation(
    "fight-result",
    "a fight is lost by another difference than that of the totals",
    "beaten",
    "fighting",
)
def fight_result(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    worst = int(p.number("fighting.worst"))
    steps = [int(p.number(f"fighting.{effect}")) for effect in EFFECTS]

    def effect(result: int) -> int:
        return sum(result >= step for step in steps)

    others = [
        r for r in range(1, worst) if r != h.a and abs(r - h.a) > 1 and effect(r) != effect(h.a)
    ]
    if others:
        return p.replaced(n, f"It is {h.a}.", a=p.random.choice(others))
    return None


@violation("luck-roll", "a luck roll is told the wrong way round", "luck", "luck")
def luck_roll(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    faces = range(1, int(p.number("luck.die")) + 1)
    others = [face for face in faces if (face <= h.a) != (h.dice[0] <= h.a)]
    if not others or p.events[n - 1].name == "hero":
        return None
    why = "It is out of luck." if h.b else "It is lucky."
    return p.replaced(n, why, dice=(p.random.choice(others),))


@violation("luck-left", "a luck roll costs no Luck", "luck", "luck")
def luck_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = any(each.name == "luck" and each.actor == h.actor for each in p.events[n + 1 :])
    if later or h.c >= h.a:
        return None
    return p.replaced(n, f"Luck {h.c} is left.", c=h.a)


@violation("hurl", "a throw of dynamite is told the wrong way round", "hurl", "twist")
def hurl(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if p.events[n - 1].name == "hero" or len(h.dice) != 1:
        return None
    others = [face for face in range(2, TEN) if (face >= h.a) != (h.dice[0] >= h.a)]
    if others:
        return p.replaced(n, f"It needs {h.a}.", dice=(p.random.choice(others),))
    return None


@violation("dynamite-left", "dynamite is lit, and as much is left as before", "light", "twist")
def dynamite_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    later = any(
        each.name in ("light", "snuff") and each.side == h.side for each in p.events[n + 1 :]
    )
    if later:
        return None
    return p.replaced(n, f"There are {h.c} left.", c=h.c + h.a)
