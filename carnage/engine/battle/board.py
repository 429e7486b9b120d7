"""The state of a battle as a compact table, for whoever has to decide in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.engine.battle.naming import CORNERS, EDGES, PHASES, Names, count, gap, wind
from carnage.engine.battle.state import DECK


def board(names: Names, g: Any, viewer: int) -> Iterator[str]:
    """Lines: the round and score, then each side's purse and models, as side `viewer` may see them."""
    phase = f", {PHASES[int(g.phase)]}" if g.phase else ""
    scores = f"{names.sides[0]} {g.sides[0].victory}, {names.sides[1]} {g.sides[1].victory}"
    first = f"; {names.sides[g.first]} is the First Player" if g.rounds else ""
    yield f"Round {g.rounds}{phase}; victory points: {scores}{first}" if g.rounds else "Setting up"
    if g.rounds:
        table = names.length(g.table)
        yield f"The table is {table} square; places are counted from its south-west corner."
    for n in range(g.n_markers if g.rounds else 0):
        marker = g.markers[n]
        held = f"held by {names.sides[marker.holder]}" if marker.holder >= 0 else "held by nobody"
        note = f", {held}" if names.ruleset.has("marker-capture") else ""
        yield f"{names.marker(g, n).capitalize()} at {names.place(marker.x, marker.y)}{note}"
    for n in range(g.n_sticks):
        s = g.sticks[n]
        if s.lit and s.holder < 0:
            sticks = "A stick" if s.bundle == 1 else f"A bundle of {s.bundle} sticks"
            since = count(s.burnt, "step")
            yield f"{sticks} of dynamite at {names.place(s.x, s.y)}, lit, burning since {since}"
    for side in (viewer, 1 - viewer):
        you = " (you)" if side == viewer else ""
        yield f"{names.sides[side]}{you}: {_purse(names, g, side)}"
        yield from _models(names, g, side)


def _purse(names: Names, g: Any, side: int) -> str:
    s = g.sides[side]
    told = [_ground(names, int(s.edge))] if any(g.models[i].in_play for i in range(g.n_models)) else []
    told = [place for place in told if place]
    if g.rounds:
        if names.ruleset.has("loot"):
            told.append(count(s.stash, "Loot Token"))
        # Classic has Re-roll Tokens in every game, elsewhere a table says so.
        if g.chosen.luck < 0 or names.ruleset.has("re-rolls"):
            told.append(count(s.re_rolls, "Re-roll Token"))
        if names.ruleset.has("hero-number"):
            told.append(f"Hero number {s.hero}" + (" (used)" if s.hero_used else ""))
        if names.ruleset.has("dynamite"):
            told.append(f"{count(s.sticks, 'stick')} of dynamite")
        if names.ruleset.has("activation-tokens"):
            told.append(count(s.activation_tokens, "Activation Token"))
        if names.ruleset.has("game-tokens"):
            told.append(count(s.game_tokens, "Game Token"))
        if names.ruleset.has("card-tests"):
            told.append(f"{g.deck_left[side] or DECK} cards in the deck")
    return ", ".join(told) or "not on the table yet"


def _ground(names: Names, edge: int) -> str:
    """Where a side was set up, if that has a name."""
    has = names.ruleset.has
    if has("corners"):
        return f"{CORNERS[edge]} corner"
    if has("surrounded"):
        return "in the middle" if edge else "outside"
    return "" if has("anywhere") else f"{EDGES[edge]} edge"


def _models(names: Names, g: Any, side: int) -> Iterator[str]:
    facing = "facing" if g.facing else ""
    hurt = "wounds" if names.ruleset.has("wounds") or names.ruleset.has("slowing") else ""
    yield f"  {'model':12} {'place':14} {'nearest enemy':16} {hurt:8} {facing}".rstrip()
    for u in range(g.n_units):
        unit = g.units[u]
        if unit.side != side:
            continue
        for i in range(unit.first, unit.first + unit.count):
            if g.models[i].absent:
                continue
            yield "  " + _model(names, g, u, i).rstrip()


def _model(names: Names, g: Any, u: int, i: int) -> str:
    m, unit = g.models[i], g.units[u]
    name = names.models[i]
    if not m.in_play:
        where = "left out" if g.sides[m.side].left_out == u and g.sides[m.side].spent else "not set up"
        if m.wreck:
            where = f"a wreck at {names.place(m.x, m.y)}"
        return f"{name:12} {'removed' if g.rounds and where == 'not set up' else where}"
    gaps = [
        (gap(g, i, j), j) for j in range(g.n_models) if _stands(g.models[j]) and g.models[j].side != m.side
    ]
    away, foe = min(gaps, default=(0.0, -1))
    near = f"{names.length(away)} {names.models[foe]}" if foe >= 0 else ""
    wounds = f"{m.wounds} of {g.kinds[m.kind].wounds}" if names.ruleset.has("wounds") else ""
    if names.ruleset.has("slowing"):
        wounds = f"{m.wounds} of {g.kinds[m.kind].pace}"
    facing = f"{wind(m.fx, m.fy):10}" if g.facing else ""
    notes = [
        *(["fallen"] if m.fallen else []),
        *([f"a tower of {unit.tower}"] if unit.tower and _bearer(g, unit) == i else []),
        *(["loses its next activation"] if m.pinched else []),
        *(["Doomed"] if m.doomed else []),
        *_carried(names, g, i),
        *(["focused"] if m.focused else []),
        *([count(unit.shaken, "Shaken Token")] if unit.shaken else []),
        *(["activated"] if unit.activated and g.rounds else []),
        *([names.landmark(g, m.x, m.y)] if names.landmark(g, m.x, m.y) else []),
    ]
    return f"{name:12} {names.place(m.x, m.y):14} {near:16} {wounds:8} {facing} {', '.join(notes)}"


def _carried(names: Names, g: Any, i: int) -> Iterator[str]:
    """The markers that a model carries, its guns and its luck."""
    m = g.models[i]
    if m.out:
        yield f"knocked out ({count(m.out, 'phase')})"
    elif m.prone:
        yield "prone"
    if m.stun:
        yield count(m.stun, "Stun marker")
    if m.jam:
        yield "Jam"
    if m.aims:
        yield count(m.aims, "Aim") + (f" at {names.models[m.aimed]}" if m.aimed >= 0 else " with dynamite")
    if names.ruleset.has("ammunition"):
        kind = g.kinds[m.kind]
        for n in range(kind.n_weapons):
            weapon = names.weapons[kind.weapons[n]]
            if weapon.load:
                yield f"{weapon.label} {int(m.loads[n])}/{weapon.load}"
    if names.ruleset.has("luck-rolls"):
        yield f"Luck {m.luck}"
    if any(s.lit and s.holder == i for s in (g.sticks[n] for n in range(g.n_sticks))):
        yield "holds lit dynamite"


def _bearer(g: Any, unit: Any) -> int:
    """The model by which a unit's tower stands."""
    standing = [i for i in range(unit.first, unit.first + unit.count) if _stands(g.models[i])]
    return int(unit.bearer) if unit.bearer in standing else standing[0] if standing else -1


def _stands(m: Any) -> bool:
    return bool(m.in_play and not m.fallen)
