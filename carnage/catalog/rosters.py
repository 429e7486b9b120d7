"""Rosters: the figures, weapons, stats and terrain of games with models.

A book without a roster has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from carnage.catalog.toml import CatalogError, Entry
from carnage.catalog.traits import check_traits
from carnage.common.text_format import Number

# The names that texts of tables, and the attributes of `game` that texts of the sheet, may use with
# a roster.
ROSTER_WORDS = frozenset(
    {
        "weapons",
        "weapon_bands",
        "stats",
        "specials",
        "action_kinds",
        "phases",
        "test_dice",
        "test_throws",
        "test_number",
        "side_models",
        "side_units",
        "table_feet",
    }
)
ROSTER_VALUE_NAMES = frozenset(
    {
        "models",
        "figures",
        "figures_needed",
        "table_feet",
        "terrain",
        "worth",
        "most_dice",
        "rounds",
        "minutes",
    }
)


class Weapon(Entry, frozen=True):
    """A weapon of figures.

    Attributes:
        range: The range in inches; 0 means base contact.
        wounds: The wounds of a hit (ranged) or of each success (close).
        skill_bonus: The bonus to the Ranged Skill of its owner.
        sure: A further such bonus where shots are tests of skill and wounds are not counted.
        dice: The dice that are rolled, in games in which dice are thrown at models.
        weak: The damage of one of these dice below the target's Toughness.
        big: The damage of one of these dice that equals or beats it.
        band: The row of the range chart.
        load: The shots that it holds.
        edge: The bonus to its owner's roll in a fight.
        price: The price in dollars.
    """

    code: str
    label: str
    kind: str
    range: Number
    wounds: int
    skill_bonus: int = 0
    sure: int = 0
    burst: Number = 0
    push: Number = 0
    dice: int = 0
    weak: int = 0
    big: int = 0
    band: str = ""
    load: int = 0
    edge: int = 0
    price: int = 0

    @property
    def bonus(self) -> int:
        """Return the whole bonus to the Ranged Skill of its owner in a game."""
        return self.skill_bonus + self.sure


class Figure(Entry, frozen=True):
    """A kind of model. Stats are numbers, or names of grades that a scale turns into numbers."""

    code: str
    label: str
    points: int
    stats: dict[str, int | str]
    weapons: tuple[str, ...]
    specials: tuple[str, ...] = ()
    note: str = ""


class Scale(Entry, frozen=True):
    """The number for each grade of each stat, such as good Defence.

    `needs` is the trait of the games in which these numbers hold.
    """

    needs: str
    grades: dict[str, dict[str, int]]


class Group(Entry, frozen=True):
    """Models that form a unit: codes of figures, in the order of lists."""

    code: str
    label: str
    models: tuple[str, ...]


class Muster(Entry, frozen=True):
    """The force of each side in games with the trait `needs`.

    It is only for games with the trait `also`, and without the trait `unless`, where they are
    given. It has either units (`group`) or figures (`line`), of which the smallest force has the
    first ones.
    """

    needs: str
    also: str = ""
    unless: str = ""
    group: tuple[Group, ...] = ()
    line: tuple[str, ...] = ()


class Stat(Entry, frozen=True):
    """A stat: its name, its meaning, and the traits that a game must have to use it."""

    code: str
    label: str
    short: str
    text: str
    needs: tuple[str, ...] = ()


class Piece(Entry, frozen=True):
    """A piece of terrain, with positions and sizes as shares of the table's side.

    `shape` is disc or rectangle.
    """

    label: str
    shape: str
    x: float
    y: float
    width: float
    height: float
    kinds: tuple[str, ...]


class Layout(Entry, frozen=True):
    """The terrain in games with the trait `needs`.

    Each `piece` stands for itself and for its twin on the opposite side of the table's centre.
    """

    needs: str
    piece: tuple[Piece, ...]

    def list_pieces(self) -> tuple[Piece, ...]:
        """Return all pieces; one in the centre has no twin."""
        pieces: list[Piece] = []
        for piece in self.piece:
            twin = replace(piece, x=round(1 - piece.x, 4), y=round(1 - piece.y, 4))
            pieces += [piece] if twin == piece else [piece, twin]
        return tuple(pieces)


class Roster(Entry, frozen=True, eq=False):
    """The figures, weapons, stats and terrain of a family's games; empty for some families.

    `terrain` is on the table in every game. If it is empty, a game's traits and
    the number `terrain.layout` choose a `layout`.
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
    """Raise CatalogError for figures, stats and musters that name unknown entries."""
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
        check_traits(place, tuple(filter(None, (muster.also, muster.unless))), traits)
        named = {code for group in muster.group for code in group.models} | set(muster.line)
        if named - figures:
            raise CatalogError(
                f"{place}: the muster of {muster.needs}: unknown figures {sorted(named - figures)}"
            )
    for stat in roster.stat:
        check_traits(place, stat.needs, traits)
