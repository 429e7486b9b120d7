"""Violations in duels."""

from __future__ import annotations

import math

from carnage.engine.duel.questions import ATTACKS, MOVES, THE_LEAD
from carnage.engine.duel.state import CELLS, ROWS
from carnage.engine.duel.words.naming import ROWS as NAMES
from carnage.lab.referee.violations import Collection, Injection, Played

declared = Collection()
violation = declared.violation
MOST_PIPS = 10  # the highest face of the largest dice
HALF = 0.5  # inches; too much to be a rounding error


def dice(p: Played, n: int, side: int, row: int = -1) -> list[int]:
    """Return the pips of a ship's dice before event n.

    Args:
        p: The game.
        n: The index of an event.
        side: The ship.
        row: The row, or -1 for all rows.
    """
    cells = [p.before(n).ships[side].cells[k] for k in range(CELLS)]
    return [int(cell.pips) for cell in cells if cell.pips > 0 and row in (-1, cell.row)]


def idle_rows(p: Played, n: int) -> list[int]:
    """Return the rows that a ship reveals and does not use in the turn.

    A change of a row that it uses would make later steps look wrong, too.
    """
    h = p.events[n]
    turn = [each for each in p.events[n : p.next_of(n, "turn", "game-over")] if each.side == h.side]
    used = {each.a for each in turn if each.name in ("spend", "lose")}
    if any(each.name == "hit" for each in turn):
        used |= {2}
    else:
        used |= set()
    if any(each.name == "attack" for each in turn):
        used |= {1}
    else:
        used |= set()
    return [row for row in range(ROWS) if row not in used]


@violation("reveal-dice", "a ship's dice show more than they did", "reveal", "assignment turn")
def reveal_dice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    rows = [row for row, size in enumerate((h.a, h.b, h.c)) for _ in range(size)]
    free = [at for at, row in enumerate(rows) if row in idle_rows(p, n)]
    if not free:
        return None
    at = p.random.choice(free)
    more = (*h.dice[:at], h.dice[at] + 1, *h.dice[at + 1 :])
    if more[at] <= MOST_PIPS:
        return p.replaced(n, f"That die shows {h.dice[at]}.", dice=more)
    return None


@violation(
    "reveal-missing", "a die is missing from what a ship reveals", "reveal", "assignment turn"
)
def reveal_missing(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.c < 1 or 2 not in idle_rows(p, n):
        return None
    return p.replaced(n, f"There are {len(h.dice)} dice.", dice=h.dice[:-1], c=h.c - 1)


@violation("reveal-rows", "dice are assigned as this game forbids", "reveal", "assignment")
def reveal_rows(p: Played, n: int) -> Injection | None:
    """Move all dice into the first row, in a turn in which the ship uses no other row."""
    h = p.events[n]
    end = p.next_of(n, "turn", "game-over")
    used = {each.name for each in p.events[n:end] if each.side in (h.side, -1)}
    if p.option("assignment") not in ("minimum", "balanced") or used & {
        "attack",
        "hit",
        "spend",
        "order",
    }:
        return None
    if len(h.dice) <= int(p.number("assignment.until") or 2) or h.a == len(h.dice):
        return None
    why = "Not all dice may stand in one row."
    in_one_row = h._replace(a=len(h.dice), b=0, c=0, dice=tuple(sorted(h.dice, reverse=True)))
    # The report tells later in the turn that a ship with Mobility has not moved.
    return Injection({n: (in_one_row,)}, why, frozenset(range(n + 1, end)))


@violation("call", "the wrong player has the call", "call", "tie-order")
def call(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    # The report names the player with the call at the step that needs it.
    later = frozenset(k for k in (n + 1, n + 2) if k < len(p.events))
    if h.b:
        return None
    return Injection({n: (h._replace(a=1 - h.a),)}, "It is the other player.", later)


@violation("order", "the wrong ship goes first", "order", "order")
def order(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.b == THE_LEAD:
        return None
    if h.b == MOVES:
        first = "move turn-about"
    else:
        first = "attack no-shot hold-fire"
    k = p.next_of(n, *first.split())
    if k > p.next_of(n, "turn", "game-over") or p.events[k].side != h.a:
        return None
    values = [len(dice(p, n, side, 1 if h.b == ATTACKS else 0)) for side in (0, 1)]
    rule = p.option("order")
    if rule not in ("higher-first", "lower-first") or values[0] == values[1]:
        return None
    return p.replaced(n, f"It has {values[1 - h.a]} dice in that row to {values[h.a]}.", a=1 - h.a)


@violation("move-far", "a ship moves farther than it can", "move", "move")
def move_far(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    longest = 2.0 * g.radius + 2.0 * g.penny * float(p.number("move.pennies"))
    far = math.dist((h.x0, h.y0), (h.x1, h.y1))
    if h.a or far < HALF:
        return None
    # The report has no positions of ships, only distances, so a longer move changes this step
    # alone.
    more = (longest + HALF + p.random.random()) / far
    x = h.x0 + (h.x1 - h.x0) * more
    y = h.y0 + (h.y1 - h.y0) * more
    return p.replaced(n, f'It goes {longest:.2f}" at most.', x1=x, y1=y)


@violation("spend-pips", "more than a pip is spent, or none", "spend", "turn move shot hit")
def spend_pips(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    row = dice(p, n, h.side, h.a)
    others = [b for b in (h.b + 1, h.b - 1, h.b - 2) if b >= 1 and b + 1 not in row]
    if not others:
        return None
    why = f"A die of {NAMES[h.a]} goes down to {h.b or 'nothing'}."
    return p.replaced(n, why, b=p.random.choice(others))


@violation("spend-row", "a pip is spent from the wrong row", "spend", "turn move shot hit")
def spend_row(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if any(each.name == "coast" for each in p.events[p.last_of(n, "turn") : n]):
        return None  # then the pip may come from any die
    other = p.random.choice([row for row in range(ROWS) if row != h.a])
    return p.replaced(n, f"It comes from {NAMES[h.a]}.", a=other)


@violation(
    "not-spent", "something is done without the pip that it costs", "spend", "turn move shot hit"
)
def not_spent(p: Played, n: int) -> Injection | None:
    # If the pip empties its die, further events follow, which would then lack their cause.
    if p.events[n].b:
        return Injection({n: ()}, "It costs a pip.")
    return None


@violation("offense", "a shot is announced with another Offense", "attack", "shot")
def offense(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"Its Offense is {h.a}.", a=h.a + 1)


@violation("defense", "a ship is hit with another Defense", "hit", "hit")
def defense(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    others = [b for b in (h.b + 1, h.b - 1) if b >= 0 and (h.a > b) == (h.a > h.b)]
    if others:
        return p.replaced(n, f"Its Defense is {h.b}.", b=p.random.choice(others))
    return None


@violation("pierced", "a hit that pierces is told as blocked, or the other way round", "hit", "hit")
def pierced(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    why = f"Offense {h.a} against Defense {h.b} {'pierces' if h.c else 'is blocked'}."
    return p.replaced(n, why, c=1 - h.c)


@violation("lose-die", "a ship loses another die than its lowest", "lose", "hit")
def lose_die(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    higher = [die for die in dice(p, n, h.side) if die > h.b]
    pips = p.random.choice(higher) if higher else h.b + 1
    return p.replaced(n, f"The lowest shows {h.b}.", b=pips)


@violation("lose-fewer", "a ship loses fewer dice than the hit tears out", "lose", "hit")
def lose_fewer(p: Played, n: int) -> Injection | None:
    return Injection({n: ()}, "One more has to go.")


@violation(
    "dice-left",
    "a die leaves a ship, and as many are left as before",
    "jettison nowhere",
    "jettison",
)
def dice_left(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"There are {h.a} left.", a=h.a + 1)


@violation("jettison-far", "a die is jettisoned out of reach", "jettison", "jettison")
def jettison_far(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    g = p.states[n]
    far = math.dist((h.x0, h.y0), (h.x1, h.y1))
    off = float(g.radius + g.reach) + 1.0
    share = (off + 0.5 * float(g.die)) / far
    x = h.x0 + (h.x1 - h.x0) * share
    y = h.y0 + (h.y1 - h.y0) * share
    return p.replaced(n, f'It lies within {float(g.reach):.2f}" of the rim.', x1=x, y1=y)


@violation("drift-far", "a die drifts too far", "drift", "jettison")
def drift_far(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    slide = float(p.number("jettison.slide"))
    far = math.dist((h.x0, h.y0), (h.x1, h.y1))
    share = (slide + HALF) / far
    x = h.x0 + (h.x1 - h.x0) * share
    y = h.y0 + (h.y1 - h.y0) * share
    return p.replaced(n, f'It drifts {slide}" at most.', x1=x, y1=y)


@violation("blast", "a die explodes with another Offense", "explode", "tanks")
def blast(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    return p.replaced(n, f"It is {h.a}.", a=h.a + p.random.choice((1, 2)))


@violation("winner", "the wrong player wins", "game-over", "end", weight=0.2)
def winner(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    if h.a < 0:
        return None
    return p.replaced(n, "The other one has dice left.", a=1 - h.a, b=h.c, c=h.b)


@violation("final-dice", "a ship ends with another number of dice", "game-over", "end", weight=0.2)
def final_dice(p: Played, n: int) -> Injection | None:
    h = p.events[n]
    slot = "b" if h.a == 0 else "c"
    left = getattr(h, slot)
    if h.a < 0:
        return None
    return p.replaced(n, f"It has {left}.", **{slot: left + 1})


VIOLATIONS = tuple(declared.violations)
