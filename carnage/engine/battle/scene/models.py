"""Models of a battle as pieces of a scene, on the table and beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from carnage.engine.battle.scene.measures import rounded_component, rounded_length
from carnage.engine.battle.words.naming import Names
from carnage.engine.scene_builder import IdCache
from carnage.replays.scenes import NO_FACING, Form, Piece, PieceCounter
from carnage.rulesets.forces import get_force

NOT_SET_UP = "not set up"
LEFT_OUT = "left out"
REMOVED = "removed"
GOT_AWAY = "got away"


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
        return GOT_AWAY if self.model.away else REMOVED


class UnitParts(NamedTuple):
    """The parts of a record that the pieces of one unit depend on.

    Attributes:
        unit: The unit's record.
        models: The records of its models.
        left_out: The unit was left out of the force.
        begun: The first round has begun.
        sticks: The records of all sticks of dynamite.
        n_sticks: The number of sticks that have been lit.
        names: The names of all models.
    """

    unit: Any
    models: Any
    left_out: bool
    begun: bool
    sticks: Any
    n_sticks: int
    names: list[str]


class Models:
    """Pieces for the models of one ruleset's battles."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.ruleset = names.ruleset
        self.has = names.ruleset.has
        self.form: Form = "box" if self.has("ranked") else "disc"
        self.letters = initials([kind.label for kind in get_force(self.ruleset).kinds])
        self.kept = IdCache()

    def of(self, g: Any) -> Iterator[Piece]:
        """Yield a piece for each model, side by side and unit by unit."""
        for u in range(g.n_units):
            unit = g.units[u]
            side = g.sides[unit.side]
            parts = UnitParts(
                unit=unit,
                models=g.models[unit.first : unit.first + unit.count],
                left_out=side.left_out == u and side.spent > 0,
                begun=g.rounds > 0,
                sticks=g.sticks,
                n_sticks=g.n_sticks,
                names=self.names.models,
            )
            yield from self.kept.get(("unit", u), parts, self.unit, g, u)

    def unit(self, parts: UnitParts, g: Any, u: int) -> tuple[Piece, ...]:
        """Return the pieces for the models of unit u. The places without a model are skipped."""
        unit = parts.unit
        holders = {stick.holder for stick in parts.sticks[: parts.n_sticks] if stick.lit}
        members = list(enumerate(parts.models, unit.first))
        standing = [i for i, m in members if m.in_play and not m.fallen]
        first = standing[0] if standing else -1
        bearer = unit.bearer if unit.bearer in standing else first
        pieces = []
        for i, m in members:
            if m.absent:
                continue
            figure = Figure(
                model=m,
                unit=unit,
                label=parts.names[i],
                begun=parts.begun,
                first=i == first,
                bears=i == bearer,
                holds=i in holders,
                left_out=parts.left_out,
                aimed=parts.names[m.aimed] if m.aims and m.aimed >= 0 else "",
                talent=self.names.talent(m.talent) if m.talent else "",
            )
            pieces.append(self.kept.get(i, figure, self.piece, g, u, i))
        return tuple(pieces)

    def piece(self, figure: Figure, g: Any, u: int, i: int) -> Piece:
        """Return the piece for model i of unit u."""
        m = figure.model
        unit = figure.unit
        row = "" if m.in_play or m.wreck else figure.row
        facing = NO_FACING
        if g.facing and m.in_play:
            facing = (rounded_component(m.fx), rounded_component(m.fy))
        return Piece(
            f"model-{i + 1}",
            kind=get_force(self.ruleset).kinds[m.kind].code,
            label=figure.label,
            form=self.form,
            x=0.0 if row else rounded_length(m.x),
            y=0.0 if row else rounded_length(m.y),
            size=rounded_length(2 * g.radius),
            owner=m.side,
            row=row,
            facing=facing,
            face=self.face(figure.label),
            group=self.names.units[u] if unit.count > 1 else "",
            stack=unit.tower if figure.bears else 0,
            out=bool(m.fallen or m.wreck),
            state=tuple(state_texts(figure)),
            tokens=token_counts(figure),
            meters=tuple(self.meters(g, figure)),
        )

    def face(self, label: str) -> str:
        """Return the text on a model's base: T2 for Trooper 2."""
        number = re.search(r"\d*$", label)
        digits = number[0] if number else ""
        kind = label.removesuffix(digits).rstrip(" ")
        return f"{self.letters.get(kind, kind[:1])}{digits}"

    def meters(self, g: Any, figure: Figure) -> Iterator[PieceCounter]:
        """Yield the meters of a model on the table: wounds, time out, Luck and ammunition."""
        m = figure.model
        kind = g.kinds[m.kind]
        if not m.in_play:
            return
        if self.has("wounds"):
            yield PieceCounter("wounds", m.wounds, kind.wounds)
        elif self.has("slowing"):
            yield PieceCounter("wounds", m.wounds, kind.pace)
        if m.out:
            unit = "phases" if self.has("timed-phases") else "rounds"
            yield PieceCounter(f"{unit} out", m.out)
        if self.has("luck-rolls") and figure.begun:
            yield PieceCounter("Luck", m.luck)
        if self.has("ammunition") and figure.begun:
            for n in range(kind.n_weapons):
                weapon = self.names.weapons[kind.weapons[n]]
                if weapon.load:
                    yield PieceCounter(weapon.label, m.loads[n], weapon.load)


def state_texts(figure: Figure) -> Iterator[str]:
    """Yield the states of a model in words."""
    m = figure.model
    if m.wreck:
        yield "wreck"
    if not m.in_play:
        return
    if figure.talent:
        yield figure.talent
    if m.fallen:
        yield "fallen"
    if m.out:
        yield "knocked out"
    elif m.prone:
        yield "prone"
    yield from _activity_texts(figure)


def _activity_texts(figure: Figure) -> Iterator[str]:
    """Yield the states of a model on the table that its actions have caused."""
    m = figure.model
    if m.pinched:
        yield "loses its next activation"
    if m.focused:
        yield "focused"
    if figure.aimed:
        yield f"aiming at {figure.aimed}"
    elif m.aims:
        yield "aiming with dynamite"
    if m.watching:
        yield "watching"
    if figure.holds:
        yield "holds lit dynamite"
    if figure.unit.activated and figure.begun:
        yield "activated"


def token_counts(figure: Figure) -> dict[str, int]:
    """Return the number of each kind of token beside a model."""
    m = figure.model
    if not m.in_play:
        return {}
    tokens = {
        "Doomed Token": m.doomed,
        "Stun marker": m.stun,
        "Jam": m.jam,
        "Aim": m.aims,
        "Watch": m.watching,
        "Shaken Token": figure.unit.shaken if figure.first else 0,
    }
    return {label: count for label, count in tokens.items() if count}


def initials(labels: list[str]) -> dict[str, str]:
    """Return a short text for each label, of one letter or two, that differs from the others."""
    letters = {}
    for label in labels:
        rivals = [other for other in labels if other != label and other[:1] == label[:1]]
        if not rivals:
            letters[label] = label[:1]
        elif not any(rival[:2] == label[:2] for rival in rivals):
            letters[label] = label[:2]
        else:
            letters[label] = label[:1] + _distinct_letter(label, rivals)
    return letters


def _distinct_letter(label: str, rivals: list[str]) -> str:
    """Return the first letter of a label, after its initial, that no rival contains.

    If there is none, return the rest of the label.
    """
    for letter in label[1:]:
        if not any(letter in rival[1:] for rival in rivals):
            return letter
    return label[1:]
