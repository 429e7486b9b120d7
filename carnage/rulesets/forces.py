"""The forces of the sides in a game of a book with a roster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from carnage.catalog import Book
from carnage.catalog.rolls import MAX_CACHED_BOOKS, StateCache, encode_mask, encode_traits
from carnage.catalog.rosters import Figure, Muster, Roster, Scale, Stat, Weapon
from carnage.common.text_format import number_duplicates
from carnage.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A kind of model, with its stats under the rules of a game.

    Games with the same scale share the same models.
    """

    code: str
    label: str
    points: int
    stats: Mapping[str, int]
    weapons: tuple[Weapon, ...]
    specials: tuple[str, ...]
    note: str

    @property
    def price(self) -> int:
        """Return the price of its weapons in dollars."""
        return sum(weapon.price for weapon in self.weapons)


@dataclass(frozen=True, slots=True)
class Unit:
    """The models that activate together: one model, or a squad."""

    code: str
    label: str
    models: tuple[Model, ...]

    @property
    def points(self) -> int:
        """Return the points of all its models."""
        return sum(model.points for model in self.models)


class ForceRules(NamedTuple):
    """The parameters of a force.

    Attributes:
        muster: The list of models.
        scale: The scale of the stats.
        sizes: The number of models in each unit.
        unit: The noun for units, which are numbered; "" if a unit has the name of its only model.
        is_fixed: Whether both sides have the same models.
        draft_size: The number of models in the draft; 0 without a draft.
        fights_by_edge: Whether fights use only the edge of the best close weapon.
        shots_doom: Whether shots are tests of skill, and all wounds are as bad as one.
    """

    muster: Muster
    scale: Scale
    sizes: tuple[int, ...]
    unit: str
    is_fixed: bool
    draft_size: int
    fights_by_edge: bool = False
    shots_doom: bool = False


class Force:
    """The force of each side of a game, or the models that sides pick from. It is the same for both
    sides.

    Games with equal terms share one force, so that values calculated from it can be cached.
    """

    def __init__(self, roster: Roster, rules: ForceRules) -> None:
        self._roster = roster
        self._rules = rules

    @property
    def is_fixed(self) -> bool:
        """Return True if both sides bring the same models. Otherwise they pick them."""
        return self._rules.is_fixed

    @property
    def unit_sizes(self) -> tuple[int, ...]:
        """Return the number of models at the start in each unit of a side."""
        return self._rules.sizes

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Return the units of a side. If sides pick their models, placeholders fill the units."""
        models = self._models
        muster = self._rules.muster
        if muster.group:
            return tuple(
                Unit(g.code, g.label, tuple(models[code] for code in g.models))
                for g in muster.group
            )
        if self.is_fixed:
            line = muster.line
        else:
            line = (muster.line[0],) * sum(self.unit_sizes)
        units = []
        at = 0
        kind = self._rules.unit
        for number, size in enumerate(self.unit_sizes, 1):
            members = tuple(models[code] for code in line[at : at + size])
            at += size
            if kind:
                units.append(Unit(f"{kind}-{number}", f"{kind.capitalize()} {number}", members))
            else:
                units.append(Unit(members[0].code, members[0].label, members))
        return tuple(units)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of a side's models. Models of the same kind are numbered."""
        return tuple(number_duplicates(model.label for unit in self.units for model in unit.models))

    @property
    def size(self) -> int:
        """Return the number of models of a side."""
        return sum(self.unit_sizes)

    @cached_property
    def pool(self) -> Mapping[str, int]:
        """Return the number of models of each kind in the draft, in the order of the list, or
        nothing.
        """
        return Counter(self._rules.muster.line[: self._rules.draft_size])

    @cached_property
    def kinds(self) -> tuple[Model, ...]:
        """Return the kinds of models that can be in a force, in the order of the muster."""
        if self._rules.muster.group:
            models = [model for unit in self.units for model in unit.models]
            return tuple({model.code: model for model in models}.values())
        codes: Iterable[str] = self._rules.muster.line
        if self.is_fixed:
            codes = self._rules.muster.line[: self.size]
        elif self.pool:
            codes = self.pool
        return tuple(self._models[code] for code in dict.fromkeys(codes))

    @cached_property
    def weapons(self) -> tuple[Weapon, ...]:
        """Return the weapons of the models in this game, in the roster's order."""
        codes = {weapon.code for model in self.kinds for weapon in model.weapons}
        return tuple(
            _fit_weapon(weapon, self._rules)
            for weapon in self._roster.weapon
            if weapon.code in codes
        )

    @cached_property
    def weapon_codes(self) -> tuple[str, ...]:
        """Return the codes of `carried`."""
        return tuple(weapon.code for weapon in self.weapons)

    @cached_property
    def specials(self) -> tuple[str, ...]:
        """Return the codes of the Special Actions of the models in this game, sorted."""
        return tuple(sorted({code for model in self.kinds for code in model.specials}))

    @cached_property
    def points(self) -> int:
        """Return the points of a side."""
        return sum(unit.points for unit in self.units)

    @cached_property
    def _models(self) -> Mapping[str, Model]:
        return _build_models(self._roster, self._rules)


class _RosterCache:
    """The cache of values of a roster."""

    def __init__(self) -> None:
        self.forces: dict[Hashable, Force] = {}
        self.models: dict[tuple[str, bool, bool], Mapping[str, Model]] = {}


class _BookCache:
    """The cache of forces and stats of a book, by the bits of the ruleset that decide them."""

    def __init__(self, book: Book) -> None:
        sized = {table.id for table in book.rolled}.intersection(SIZE_TABLES)
        self.forces = StateCache[Force](encode_mask(book, list_force_traits(book.roster), sized))
        self.needs = tuple((stat, encode_traits(book, stat.needs)) for stat in book.roster.stat)
        asked = [trait for stat in book.roster.stat for trait in stat.needs]
        self.stats = StateCache[tuple[tuple[Stat, ...], tuple[str, ...]]](
            encode_mask(book, asked, ())
        )


SIZE_TABLES = ("size", "forces")  # the tables that decide the size of the forces


def list_force_traits(roster: Roster) -> frozenset[str]:
    """Return the traits that decide the models of a force and their values."""
    needs = [scale.needs for scale in roster.scale]
    for muster in roster.muster:
        needs += [trait for trait in (muster.needs, muster.also, muster.unless) if trait]
    shape = ("picked", "draft", "individuals", "several", "ranked")
    weapons = ("gangs", "opposed-rolls", "shoot-tests", "doomed-tokens")
    return frozenset({*needs, *shape, *weapons})


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def _get_roster_cache(roster: Roster) -> _RosterCache:
    """Return the cache of a roster."""
    return _RosterCache()


_get_book_cache = lru_cache(maxsize=MAX_CACHED_BOOKS)(_BookCache)


def _build_models(roster: Roster, rules: ForceRules) -> Mapping[str, Model]:
    """Return the models of a roster by code, with their stats on the scale of the rules."""
    kept = _get_roster_cache(roster).models
    key = rules.scale.needs, rules.fights_by_edge, rules.shots_doom
    if key not in kept:
        weapons = {weapon.code: weapon for weapon in roster.weapon}
        kept[key] = {figure.code: _build_model(figure, rules, weapons) for figure in roster.figure}
    return kept[key]


def _list_useful_weapons(weapons: tuple[Weapon, ...], rules: ForceRules) -> tuple[Weapon, ...]:
    """Return the weapons of a model without those that another one of its always beats."""
    useless = set()
    close = [weapon for weapon in weapons if weapon.kind == "close"]
    if rules.fights_by_edge and close:
        best = max(close, key=lambda weapon: weapon.edge)
        useless |= {weapon.code for weapon in close if weapon is not best}
    return tuple(weapon for weapon in weapons if weapon.code not in useless)


def _fit_weapon(weapon: Weapon, rules: ForceRules) -> Weapon:
    """Return a weapon with the numbers that it has under the rules of a game."""
    if weapon.sure and not rules.shots_doom:
        return msgspec.structs.replace(weapon, sure=0)
    return weapon


def _build_model(figure: Figure, rules: ForceRules, weapons: Mapping[str, Weapon]) -> Model:
    """Return the model of a figure, with its stats on the scale of the rules."""
    scale = rules.scale
    fitted = tuple(_fit_weapon(weapons[code], rules) for code in figure.weapons)
    carried = _list_useful_weapons(fitted, rules)
    return Model(
        figure.code,
        figure.label,
        figure.points,
        {
            stat: scale.grades[stat][value] if isinstance(value, str) else value
            for stat, value in figure.stats.items()
        },
        carried,
        figure.specials,
        figure.note,
    )


def get_force(ruleset: Ruleset) -> Force:
    """Return the force of each side."""
    return ruleset.memoize(_find_force)


def _find_force(ruleset: Ruleset) -> Force:
    """Return the force of a ruleset, from the cache of its book if possible."""
    return _get_book_cache(ruleset.book).forces(ruleset.state, lambda: _build_force(ruleset))


def _build_force(ruleset: Ruleset) -> Force:
    """Return the force of a ruleset, from the cache of the roster if possible."""
    roster = ruleset.book.roster
    muster = next(muster for muster in roster.muster if _is_for(muster, ruleset))
    # Without tests no scale applies. Any one will do, since no stat with grades is used.
    scale = next((scale for scale in roster.scale if ruleset.has(scale.needs)), roster.scale[0])
    sizes = _compute_unit_sizes(ruleset, muster)
    several = "several" in ruleset.traits
    unit = ("block" if "ranked" in ruleset.traits else "squad") if several else ""
    drafted = 0
    if "draft" in ruleset.traits:
        drafted = 2 * sum(sizes) + int(ruleset.params["forces.spare"])
    alike = "picked" not in ruleset.traits
    fights_by_edge = "opposed-rolls" in ruleset.traits
    shots_doom = {"gangs", "shoot-tests", "doomed-tokens"} <= ruleset.traits
    key = (
        roster.muster.index(muster),
        scale.needs,
        sizes,
        unit,
        alike,
        drafted,
        fights_by_edge,
        shots_doom,
    )
    kept = _get_roster_cache(roster).forces
    if key not in kept:
        kept[key] = Force(
            roster,
            ForceRules(
                muster=muster,
                scale=scale,
                sizes=sizes,
                unit=unit,
                is_fixed=alike,
                draft_size=drafted,
                fights_by_edge=fights_by_edge,
                shots_doom=shots_doom,
            ),
        )
    return kept[key]


def _is_for(muster: Muster, ruleset: Ruleset) -> bool:
    """Return whether a muster is for the games of these rules."""
    if muster.unless and ruleset.has(muster.unless):
        return False
    return ruleset.has(muster.needs) and (not muster.also or ruleset.has(muster.also))


def _compute_unit_sizes(ruleset: Ruleset, muster: Muster) -> tuple[int, ...]:
    """Return the number of models of each unit.

    Units are as equal as possible, within the largest size.
    """
    if muster.group:
        return tuple(len(group.models) for group in muster.group)
    params = ruleset.params
    models = int(params["size.models"])
    if ruleset.has("individuals"):
        return (1,) * models
    units = max(int(params["size.least"]), -(-models // int(params["size.largest"])))
    return tuple(models // units + (n < models % units) for n in range(units))


def list_stats(ruleset: Ruleset) -> tuple[Stat, ...]:
    """Return the stats of models that the chosen options use."""
    return ruleset.memoize(_find_stats)[0]


def list_stat_codes(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the codes of `list_stats`. Games with the same stats share one tuple."""
    return ruleset.memoize(_find_stats)[1]


def _find_stats(ruleset: Ruleset) -> tuple[tuple[Stat, ...], tuple[str, ...]]:
    """Return the stats that a game uses, and their codes."""
    of_book = _get_book_cache(ruleset.book)

    def used() -> tuple[tuple[Stat, ...], tuple[str, ...]]:
        there = [stat for stat, needs in of_book.needs if ruleset.trait_bits & needs == needs]
        return tuple(there), tuple(stat.code for stat in there)

    return of_book.stats(ruleset.state, used)
