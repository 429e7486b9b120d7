"""Rosters: what games with models bring to the table besides their rules: figures, weapons, stats, terrain.

A book names a roster or does without.
"""

from __future__ import annotations

from collections.abc import Mapping

from carnage.catalog.toml import CatalogError, Entry
from carnage.catalog.traits import check_traits
from carnage.wording import Number

# What texts may use in a book with a roster, and what a sheet's texts may ask of `game` there.
ROSTER_WORDS = frozenset({"weapons", "stats", "specials"})
ROSTER_VALUE_NAMES = frozenset(
    {"models", "figures", "figures_needed", "table_feet", "terrain", "most_dice", "rounds", "minutes"}
)


class Weapon(Entry, frozen=True):
    """`range` in inches, 0 being base contact; `wounds` a hit (ranged) or a success (close).

    `dice` are those rolled with it where dice are thrown at people, `weak` and `big` the damage that each of
    them does; `band` names its row of a range chart, `load` the shots that it holds; `edge` is added to its
    wielder's roll in a fight; `price` is in dollars.
    """

    code: str
    label: str
    kind: str
    range: Number
    wounds: int
    skill_bonus: int = 0
    burst: Number = 0
    push: Number = 0
    dice: int = 0
    weak: int = 0
    big: int = 0
    band: str = ""
    load: int = 0
    edge: int = 0
    price: int = 0


class Figure(Entry, frozen=True):
    """One kind of model. Stats hold numbers, or the names of grades that a scale turns into numbers."""

    code: str
    label: str
    points: int
    stats: dict[str, int | str]
    weapons: tuple[str, ...]
    specials: tuple[str, ...] = ()
    note: str = ""


class Scale(Entry, frozen=True):
    """What the grades of a stat are worth under the rules that give the trait `needs`."""

    needs: str
    grades: dict[str, dict[str, int]]


class Group(Entry, frozen=True):
    """Models that muster together: figure codes in the order in which they are listed."""

    code: str
    label: str
    models: tuple[str, ...]


class Muster(Entry, frozen=True):
    """The force that each side has under the rules that give the trait `needs`.

    Either `group` names its units, or `line` who comes, the first of them in the smallest force.
    """

    needs: str
    group: tuple[Group, ...] = ()
    line: tuple[str, ...] = ()


class Stat(Entry, frozen=True):
    """A stat's name, what it means, and the traits that must all be there for it to be used."""

    code: str
    label: str
    short: str
    text: str
    needs: tuple[str, ...] = ()


class Piece(Entry, frozen=True):
    """A piece of terrain, sizes and places as shares of the table's side; `shape` is disc or rectangle."""

    label: str
    shape: str
    x: float
    y: float
    width: float
    height: float
    kinds: tuple[str, ...]


class Layout(Entry, frozen=True):
    """The pieces on the table under the rules that give the trait `needs`."""

    needs: str
    piece: tuple[Piece, ...]


class Roster(Entry, frozen=True, eq=False):
    """Everything a family's games bring to the table besides the rolled rules; nothing, in some families.

    The terrain is `terrain` in every game, or else the `layout` that a game's traits ask for.
    """

    base: Number = 0
    stat: tuple[Stat, ...] = ()
    weapon: tuple[Weapon, ...] = ()
    figure: tuple[Figure, ...] = ()
    scale: tuple[Scale, ...] = ()
    muster: tuple[Muster, ...] = ()
    terrain: tuple[Piece, ...] = ()
    layout: tuple[Layout, ...] = ()


def check_roster(place: str, roster: Roster, traits: Mapping[str, str]) -> None:
    """Refuse figures, stats and musters that name what is not there."""
    weapons = {weapon.code for weapon in roster.weapon}
    figures = {figure.code for figure in roster.figure}
    stats = {stat.code for stat in roster.stat}
    for figure in roster.figure:
        if set(figure.stats) != stats:
            raise CatalogError(f"{place}: {figure.code}: stats must be exactly {sorted(stats)}")
        if set(figure.weapons) - weapons:
            raise CatalogError(f"{place}: {figure.code}: unknown weapons")
        for code, value in figure.stats.items():
            for scale in roster.scale:
                if isinstance(value, str) and value not in scale.grades.get(code, {}):
                    raise CatalogError(f"{place}: {figure.code}: {code} has no grade {value!r}")
    for muster in roster.muster:
        named = {code for group in muster.group for code in group.models} | set(muster.line)
        if named - figures:
            raise CatalogError(
                f"{place}: the muster of {muster.needs}: unknown figures {sorted(named - figures)}"
            )
    for stat in roster.stat:
        check_traits(place, stat.needs, traits)
