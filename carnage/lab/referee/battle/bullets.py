"""Violations with Bullet Dice and Move Dice."""

from __future__ import annotations

from carnage.engine.battle.words.fights import HIT
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation


@violation("bullet-damage", "a bullet does another damage than its weapon's", "bullet", "shooting")
def bullet_damage(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    weapon = p.states[n].weapons[p.events[p.last_of(n, "throw")].a]
    if h.d != HIT or p.has("doomed-tokens"):
        return None
    other = next((c for c in (h.c + 1, h.c - 1) if c > 0 and c not in (weapon.weak, weapon.big)), 0)
    if other:
        return p.replaced(n, f"It does {h.c}.", c=other)
    return None


@violation(
    "toughness",
    "a bullet or thump is held against another Toughness",
    "bullet thump",
    "stats shooting",
)
def toughness(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.name == "thump":
        return p.replaced(n, f"Toughness {h.a} is right.", a=h.a + 1)
    for b in p.random.sample((h.b + 1, h.b - 1), 2):
        if h.d == HIT and b > 0 and (h.a >= b) == (h.a >= h.b):
            return p.replaced(n, f"Toughness {h.b} is right.", b=b)
    return None


@violation("bullet-order", "bullets are dealt with in the wrong order", "bullet", "shooting")
def bullet_order(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    other = p.events[n - 1]
    if other.name != "bullet" or other.a <= h.a or HIT in (h.d, other.d) or other.actor != h.actor:
        return None
    return Injection({n - 1: (h,), n: (other,)}, f"The {other.a} comes before the {h.a}.")


@violation("bullet-not-thrown", "a bullet flies for a die that nobody threw", "bullet", "shooting")
def bullet_not_thrown(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    first = p.last_of(n, "throw")
    thrown = {each.a for each in p.events[first:n] if each.name == "die"}
    rest = [value for value in range(1, 7) if value not in thrown]
    if h.d == HIT or not rest or any(each.name == "hero" for each in p.events[first : n + 1]):
        return None
    return p.replaced(n, f"No such die was thrown; it was the {h.a}.", a=p.random.choice(rest))


@violation("bullet-dice", "a weapon is fired with a die too many", "throw", "shooting")
def bullet_dice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.a < 0:
        return None
    last = n + int(p.states[n].weapons[h.a].dice)
    if [each.name for each in p.events[n + 1 : last + 1]] != ["die"] * (last - n):
        return None
    die = p.events[last]
    k = next((k for k in range(last + 1, len(p.events)) if p.events[k].name == "bullet"), -1)
    if k < 0 or p.next_of(last, "activate", "throw") < k or p.events[k].d == HIT:
        return None
    bullet = p.events[k]
    more = die._replace(a=bullet.a, x1=die.x1 + 1.3, y1=die.y1 - 0.7)
    if not 0 < more.x1 < p.states[n].table or more.y1 < 0 or last + 1 > k:
        return None
    return Injection({last: (die, more), k: (bullet, bullet)}, f"It has {last - n} Bullet Dice.")


@violation("move-die", "a model moves farther than its die shows", "use", "movement scoot-dice")
def move_die(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    move = p.events[n + 1]
    far = ((move.x1 - move.x0) ** 2 + (move.y1 - move.y0) ** 2) ** 0.5
    if move.name != "move" or move.actor != h.actor or far < 2.5:
        return None
    less = [value for value in range(1, 7) if value < far - 0.9]
    return Injection(
        {n: (h._replace(a=p.random.choice(less)),)},
        f"The die that it follows shows {h.a}.",
        frozenset({n + 1}),
    )
