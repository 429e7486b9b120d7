"""Models of a battle as pieces of a scene, on the table and beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from carnage.engine.battle.scene.measures import place, way
from carnage.engine.battle.words.naming import Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import NOWHERE, Form, Piece, PieceCounter
from carnage.rulesets.forces import force

NOT_SET_UP = "not set up"
LEFT_OUT = "left out"
REMOVED = "removed"
AWAY = "got away"


class Figure(NamedTuple):
    """Data for the piece of one model.

    Attributes:
        model: The model's record.
        unit: The record of its unit.
        label: Its name.
        begun: The first round has begun.
        first: It is the first standing model of its unit, and has the unit's tokens.
        bears: It bears its unit's tower.
        holds: It holds lit dynamite.
        left_out: Its unit was left out of the force.
        aimed: The name of the model that it aims at, or "".
        talent: The name of its talent, or "".
    """

    model: Any
    unit: Any
    label: str
    begun: bool
    first: bool
    bears: bool
    holds: bool
    left_out: bool
    aimed: str
    talent: str

    @property
    def row(self) -> str:
        """Return the row beside the table that a model off the table lies in."""
        if self.left_out:
            return LEFT_OUT
        if not self.begun:
            return NOT_SET_UP
        return AWAY if self.model.away else REMOVED


class Models:
    """Pieces for the models of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.ruleset = names.ruleset
        self.has = names.ruleset.has
        self.form: Form = "box" if self.has("ranked") else "disc"
        self.letters = initials([kind.label for kind in force(self.ruleset).kinds])
        self.kept = IdCache()

    def of(self, g: Any) -> Iterator[Piece]:
        """Yield a piece for each model, side by side and unit by unit."""
        for u in range(g.n_units):
            unit = g.units[u]
            models = g.models[unit.first : unit.first + unit.count]
            s = g.sides[unit.side]
            left_out = s.left_out == u and s.spent > 0
            of = unit, models, left_out, g.rounds > 0, g.sticks, g.n_sticks, self.names.models
            yield from self.kept.get(("unit", u), of, self.unit, g, u)

    def unit(self, of: tuple[Any, ...], g: Any, u: int) -> tuple[Piece, ...]:
        """Return the pieces for the models of unit u. The places without a model are skipped."""
        unit, models, left_out, begun, sticks, n_sticks, names = of
        holders = {s.holder for s in sticks[:n_sticks] if s.lit}
        standing = [i for i, m in enumerate(models, unit.first) if m.in_play and not m.fallen]
        first = standing[0] if standing else -1
        bearer = unit.bearer if unit.bearer in standing else first
        pieces = []
        for i, m in enumerate(models, unit.first):
            if not m.absent:
                aimed = names[m.aimed] if m.aims and m.aimed >= 0 else ""
                lies = i == first, i == bearer, i in holders
                talent = self.names.talent(m.talent) if m.talent else ""
                it = Figure(m, unit, names[i], begun, *lies, left_out, aimed, talent)
                pieces.append(self.kept.get(i, it, self.piece, g, u, i))
        return tuple(pieces)

    def piece(self, it: Figure, g: Any, u: int, i: int) -> Piece:
        """Return the piece for model i of unit u."""
        m = it.model
        unit = it.unit
        row = "" if m.in_play or m.wreck else it.row
        return Piece(
            f"model-{i + 1}",
            force(self.ruleset).kinds[m.kind].code,
            it.label,
            self.form,
            0.0 if row else place(m.x),
            0.0 if row else place(m.y),
            place(2 * g.radius),
            m.side,
            row,
            (way(m.fx), way(m.fy)) if g.facing and m.in_play else NOWHERE,
            self.face(it.label),
            self.names.units[u] if unit.count > 1 else "",
            unit.tower if it.bears else 0,
            bool(m.fallen or m.wreck),
            tuple(state(it)),
            tokens(it),
            tuple(self.meters(g, it)),
        )

    def face(self, label: str) -> str:
        """Return the text on a model's base: T2 for Trooper 2."""
        kind, number = re.fullmatch(r"(.*?) ?(\d*)", label).groups()  # type: ignore[union-attr]
        return f"{self.letters.get(kind, kind[:1])}{number}"

    def meters(self, g: Any, it: Figure) -> Iterator[PieceCounter]:
        """Yield the meters of a model on the table: wounds, phases out, Luck and ammunition."""
        m = it.model
        begun = it.begun
        kind = g.kinds[m.kind]
        if not m.in_play:
            return
        if self.has("wounds"):
            yield PieceCounter("wounds", m.wounds, kind.wounds)
        elif self.has("slowing"):
            yield PieceCounter("wounds", m.wounds, kind.pace)
        if m.out:
            yield PieceCounter("phases out", m.out)
        if self.has("luck-rolls") and begun:
            yield PieceCounter("Luck", m.luck)
        if self.has("ammunition") and begun:
            for n in range(kind.n_weapons):
                weapon = self.names.weapons[kind.weapons[n]]
                if weapon.load:
                    yield PieceCounter(weapon.label, m.loads[n], weapon.load)


def state(it: Figure) -> Iterator[str]:
    """Yield the states of a model in words."""
    m = it.model
    if m.wreck:
        yield "wreck"
    if not m.in_play:
        return
    if it.talent:
        yield it.talent
    if m.fallen:
        yield "fallen"
    if m.out:
        yield "knocked out"
    elif m.prone:
        yield "prone"
    if m.pinched:
        yield "loses its next activation"
    if m.focused:
        yield "focused"
    if m.aims:
        yield f"aiming at {it.aimed}" if it.aimed else "aiming with dynamite"
    if m.watching:
        yield "watching"
    if it.holds:
        yield "holds lit dynamite"
    if it.unit.activated and it.begun:
        yield "activated"


def tokens(it: Figure) -> dict[str, int]:
    """Return the number of each kind of token beside a model."""
    m = it.model
    if not m.in_play:
        return {}
    beside = {
        "Doomed Token": m.doomed,
        "Stun marker": m.stun,
        "Jam": m.jam,
        "Aim": m.aims,
        "Watch": m.watching,
        "Shaken Token": it.unit.shaken if it.first else 0,
    }
    return {label: count for label, count in beside.items() if count}


def initials(labels: list[str]) -> dict[str, str]:
    """Return a short text for each label, of one letter or two, that differs from the others."""
    letters = {}
    for label in labels:
        rivals = [other for other in labels if other != label and other[:1] == label[:1]]
        own = (letter for letter in label[1:] if not any(letter in rival[1:] for rival in rivals))
        if not rivals:
            letters[label] = label[:1]
        elif not any(rival[:2] == label[:2] for rival in rivals):
            letters[label] = label[:2]
        else:
            letters[label] = label[:1] + next(own, label[1:])
    return letters
