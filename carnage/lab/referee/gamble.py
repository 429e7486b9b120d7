"""Violations in games of dice."""

from __future__ import annotations

from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation


@violation("ante", "a player pays another ante", "ante", "ante", weight=0.4)
def ante(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"The ante is {h.a}, which makes {h.b}.", a=h.a + p.random.choice((1, 2)))


@violation("pot", "the pot is added up wrongly", "ante", "ante", weight=0.4)
def pot(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"That makes {h.b}.", b=h.b + p.random.choice((-1, 2)))


def thrown(p: Played, n: int) -> list[int]:
    """Return the indices of the dice of a throw."""
    faces = p.states[n].faces
    return [d for d in range(p.states[n].n_dice) if p.events[n].b >> d & 1 and faces[d]]


@violation("face", "a die shows what it has no side for", "throw", "dice")
def face(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    turn = p.events[n + 1 : p.next_of(n, "score")]
    runs = {each.a + k for each in turn if each.name == "run" for k in range(each.b)}
    counts = runs | {each.a for each in turn if each.name in ("set", "wild")}
    again = {
        d for each in turn if each.name in ("re-roll", "wild") for d in (each.actor, each.target)
    }
    here = thrown(p, n)
    idle = [k for k, value in enumerate(h.dice) if value not in counts and here[k] not in again]
    if not idle:
        return None
    at = p.random.choice(idle)
    sides = int(g.faces[here[at]])
    values = (*h.dice[:at], sides + p.random.choice((1, 2)), *h.dice[at + 1 :])
    return p.replaced(n, f"It has {sides} sides; it showed {h.dice[at]}.", dice=values)


@violation("thrown-twice", "a die is thrown that has been thrown before", "throw", "choice dice")
def thrown_twice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    seat = g.seats[h.side]
    before = [d for d in range(g.n_dice) if 0 < seat.dice[d].thrown < h.a]
    here = thrown(p, n)
    swaps = [
        (d, other)
        for d in here
        for other in before
        # A report does not distinguish dice with the same number of sides.
        if sum(g.faces[k] == g.faces[other] for k in range(g.n_dice)) == 1
        and not any(k not in before and g.faces[k] == g.faces[other] for k in range(g.n_dice))
        and g.faces[other] >= h.dice[here.index(d)]
    ]
    if not swaps:
        return None
    d, other = p.random.choice(swaps)
    values = dict(zip(here, h.dice, strict=True))
    values[other] = values.pop(d)
    mask = sum(1 << k for k in values)
    why = f"The D{g.faces[other]} was thrown before; it is the D{g.faces[d]}."
    return p.replaced(n, why, b=mask, dice=tuple(values[k] for k in sorted(values)))


@violation("dice-left", "the dice that are left are counted wrongly", "throw", "choice throws dice")
def dice_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.c:
        return p.replaced(n, f"There are {h.c} left.", c=h.c + 1)
    return None


@violation(
    "no-hero", "a die counts as a Hero that shows another number", "re-roll wild", "hero powers"
)
def no_hero(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.before(n)
    seat = g.seats[h.side]
    others = [
        d for d in range(g.n_dice) if d != h.actor and d != h.target and not seat.dice[d].hero
    ]
    others = [d for d in others if seat.dice[d].value]
    if not others:
        return None
    d = p.random.choice(others)
    return p.replaced(n, f"The D{g.faces[d]} that is named shows no Hero number.", actor=d)


@violation("set-points", "a set scores other points than it is worth", "set", "sets later-throws")
def set_points(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It scores {h.d}.", d=h.d + p.random.choice((-1, 1, 2)))


@violation("run-points", "a run scores other points than it is worth", "run", "runs later-throws")
def run_points(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It scores {h.d}.", d=h.d + p.random.choice((-1, 1, 2)))


@violation("set-size", "a set has a die too many", "set", "sets")
def set_size(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.b < 5:
        return p.replaced(n, f"{h.b} dice show it.", b=h.b + 1)
    return None


@violation("completed", "a set or run is completed in another throw", "set run", "later-throws")
def completed(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    others = [throw for throw in range(1, int(g.throws) + 1) if throw != h.c]
    if others:
        return p.replaced(n, f"It was in throw {h.c}.", c=p.random.choice(others))
    return None


@violation("score", "a turn scores other points than are added up", "score", "scoring sets runs")
def score(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    others = [a for a in (h.a + 2, h.a - 1, h.a + 1) if a > 0 and (a > h.b) == (h.a > h.b)]
    if others:
        return p.replaced(n, f"It scores {h.a}.", a=p.random.choice(others))
    return None


@violation("paid", "a player is paid other credits", "paid", "pot ante", weight=0.4)
def paid(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It is {h.a}.", a=h.a + p.random.choice((1, 2, 5)))


@violation("winner", "the wrong player wins", "game-over", "pot ties", weight=0.2)
def winner(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.a < 0:
        return None
    others = [seat for seat in range(p.ruleset.players) if seat != h.a]
    return p.replaced(n, f"It is player {h.a + 1}.", a=p.random.choice(others))


@violation(
    "best-score",
    "the winner has other points than were scored",
    "game-over",
    "scoring pot",
    weight=0.2,
)
def best_score(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.b > 1:
        return p.replaced(n, f"It is {h.b}.", b=h.b + p.random.choice((1, 2)))
    return None


VIOLATIONS = tuple(declared.violations)
