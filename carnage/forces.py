"""Forces: whom each side musters in a game of a book with a roster, and the ground that they meet on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from carnage.catalog.rosters import Figure, Muster, Piece, Stat, Weapon
from carnage.ruleset import Ruleset
from carnage.wording import Number


@dataclass(frozen=True, slots=True)
class Model:
    """One kind of model as it stands in this game, its stats on this game's scale."""

    code: str
    label: str
    points: int
    stats: Mapping[str, int]
    weapons: tuple[Weapon, ...]
    specials: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What activates: one model, or a squad of several."""

    code: str
    label: str
    models: tuple[Model, ...]

    @property
    def points(self) -> int:
        return sum(model.points for model in self.models)


class Force:
    """What each side of one game musters, or may pick from; both sides have the same."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._roster = ruleset.book.roster

    @property
    def alike(self) -> bool:
        """Whether both sides bring the same models, rather than pick them."""
        return "picked" not in self._ruleset.traits

    @cached_property
    def stats(self) -> tuple[Stat, ...]:
        """The stats that the chosen options use, and no others."""
        return tuple(stat for stat in self._roster.stat if self._ruleset.traits.issuperset(stat.needs))

    @cached_property
    def muster(self) -> Muster:
        """Who may come."""
        return next(muster for muster in self._roster.muster if self._ruleset.has(muster.needs))

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """What each side musters, unit by unit; where sides pick their models, blanks in their places."""
        models = {figure.code: self._model(figure) for figure in self._roster.figure}
        if self.muster.group:
            groups = self.muster.group
            return tuple(Unit(g.code, g.label, tuple(models[code] for code in g.models)) for g in groups)
        line = self.muster.line if self.alike else (self.muster.line[0],) * sum(self.unit_sizes)
        units, at = [], 0
        for number, size in enumerate(self.unit_sizes, 1):
            members = tuple(models[code] for code in line[at : at + size])
            at += size
            if self._ruleset.has("several"):
                kind = "block" if self._ruleset.has("ranked") else "squad"
                units.append(Unit(f"{kind}-{number}", f"{kind.capitalize()} {number}", members))
            else:
                units.append(Unit(members[0].code, members[0].label, members))
        return tuple(units)

    @cached_property
    def unit_sizes(self) -> tuple[int, ...]:
        """How many models each unit of a side begins with: units as even as can be, none too large."""
        if self.muster.group:
            return tuple(len(group.models) for group in self.muster.group)
        params = self._ruleset.params
        models = int(params["size.models"])
        if self._ruleset.has("individuals"):
            return (1,) * models
        units = max(2, -(-models // int(params["size.largest"])))
        return tuple(models // units + (n < models % units) for n in range(units))

    @property
    def size(self) -> int:
        """How many models a side has, or may have where sides pick them."""
        return sum(self.unit_sizes)

    @cached_property
    def pool(self) -> Mapping[str, int]:
        """How many of each kind of model both sides draft from, in the order of the list."""
        spare = int(self._ruleset.params["forces.spare"])
        return Counter(self.muster.line[: 2 * self.size + spare])

    @cached_property
    def kinds(self) -> tuple[Model, ...]:
        """Every kind of model that may be in a force, in the order of the muster."""
        if self.muster.group:
            models = [model for unit in self.units for model in unit.models]
            return tuple({model.code: model for model in models}.values())
        codes: Iterable[str] = self.muster.line
        if self.alike:
            codes = self.muster.line[: self.size]
        elif self._ruleset.has("draft"):
            codes = self.pool
        figures = {figure.code: figure for figure in self._roster.figure}
        return tuple(self._model(figures[code]) for code in dict.fromkeys(codes))

    @cached_property
    def carried(self) -> tuple[Weapon, ...]:
        """The weapons that somebody in this game carries, in the roster's order."""
        codes = {weapon.code for model in self.kinds for weapon in model.weapons}
        return tuple(weapon for weapon in self._roster.weapon if weapon.code in codes)

    def _model(self, figure: Figure) -> Model:
        scales = self._roster.scale
        # Where nothing is tested no scale applies, and no stat that has one is used.
        scale = next((scale for scale in scales if self._ruleset.has(scale.needs)), scales[0])
        weapons = {weapon.code: weapon for weapon in self._roster.weapon}
        return Model(
            figure.code,
            figure.label,
            figure.points,
            {
                stat: scale.grades[stat][value] if isinstance(value, str) else value
                for stat, value in figure.stats.items()
            },
            tuple(weapons[code] for code in figure.weapons),
            figure.specials,
            figure.note,
        )


class Ground:
    """What the sides of one game meet on."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @property
    def feet(self) -> Number:
        """The side of the table, in feet."""
        params = self._ruleset.params
        return params.get("table.feet") or params["deployment.table_feet"]

    @property
    def strip_inches(self) -> Number:
        """How deep a deployment strip is, in inches of the table."""
        params = self._ruleset.params
        return params.get("table.strip") or params["deployment.deploy_inches"]

    @cached_property
    def terrain(self) -> tuple[Piece, ...]:
        """What stands on the table."""
        roster = self._ruleset.book.roster
        if roster.terrain:
            return roster.terrain
        return next(layout.piece for layout in roster.layout if self._ruleset.has(layout.needs))


def force(ruleset: Ruleset) -> Force:
    """What each side musters."""
    return ruleset.kept(Force)


def ground(ruleset: Ruleset) -> Ground:
    """What they meet on."""
    return ruleset.kept(Ground)
