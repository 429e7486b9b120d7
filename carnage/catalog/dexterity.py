"""Dexterity: the skill of players with dice, in games in which dice are thrown and stacked."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from carnage.catalog.toml import CatalogError, Entry

MAX_TOWER_DICE = 15  # dice of the tallest tower that has chances in the file


class Scatter(Entry, frozen=True):
    """The error of a thrown die, along and across the direction of the throw.

    Each standard deviation is `base` inches plus `share` times the distance. `overshoot` is the
    mean error along the throw, as a share of the distance. See docs/reference/options.md.
    """

    overshoot: float
    along_base: float
    along_share: float
    across_base: float
    across_share: float


class DexterityLevel(Entry, frozen=True):
    """A player's skill with dice. Chances are in ten thousandths.

    Attributes:
        scatter: The error of thrown dice.
        added: The chance that a tower falls when its nth die is added.
        moved: The chance that a tower of n dice falls for each inch that its model moves.
        struck: The chance that a tower of n dice falls when a thrown die strikes it.
    """

    code: str
    label: str
    scatter: Scatter
    added: tuple[int, ...]
    moved: tuple[int, ...]
    struck: tuple[int, ...]


class Dexterity(Entry, frozen=True):
    """A family's levels of skill, from the clumsiest to the steadiest."""

    hand: tuple[DexterityLevel, ...]

    def get_level(self, code: str) -> DexterityLevel:
        """Return the level of this code. Raises KeyError."""
        for hand in self.hand:
            if hand.code == code:
                return hand
        raise KeyError(code)


LEVEL_CODES = ("clumsy", "average", "steady")
MAX_CHANCE = 10_000  # a chance of 1, in ten thousandths
MAX_SCATTER = 3.0  # inches, or times the distance; a larger value is a mistake


def check_dexterity(name: str, dexterity: Dexterity) -> None:
    """Raise CatalogError for invalid levels of skill.

    The three levels come in order, no level is worse than a clumsier one, and taller towers are
    never safer.
    """
    if tuple(hand.code for hand in dexterity.hand) != LEVEL_CODES:
        raise CatalogError(f"{name}: the hands must be {', '.join(LEVEL_CODES)}, in this order")
    for hand in dexterity.hand:
        place = f"{name}: {hand.code}"
        for what, chances in _list_chances(hand).items():
            if len(chances) != MAX_TOWER_DICE:
                raise CatalogError(
                    f"{place}: {what} must have {MAX_TOWER_DICE} chances, not {len(chances)}"
                )
            if not all(0 <= chance <= MAX_CHANCE for chance in chances):
                raise CatalogError(
                    f"{place}: {what}: a chance must be 0 to {MAX_CHANCE} ten thousandths"
                )
            if any(taller < lower for lower, taller in pairwise(chances)):
                raise CatalogError(f"{place}: {what}: a taller tower must not be the safer one")
        for what, size in _list_scatter(hand).items():
            if not 0 <= size <= MAX_SCATTER:
                raise CatalogError(f"{place}: {what} must be 0 to {MAX_SCATTER:g}")
    for worse, better in pairwise(dexterity.hand):
        for what, chances in _list_chances(better).items():
            if any(
                mine > other
                for mine, other in zip(chances, _list_chances(worse)[what], strict=True)
            ):
                raise CatalogError(
                    f"{name}: {what}: {better.code} must not be worse than {worse.code}"
                )
        for what, size in _list_scatter(better).items():
            if size > _list_scatter(worse)[what]:
                raise CatalogError(
                    f"{name}: {what}: {better.code} must not be worse than {worse.code}"
                )


def _list_chances(hand: DexterityLevel) -> dict[str, tuple[int, ...]]:
    return {"added": hand.added, "moved": hand.moved, "struck": hand.struck}


def _list_scatter(hand: DexterityLevel) -> dict[str, float]:
    sizes: dict[str, float] = msgspec.structs.asdict(hand.scatter)
    return sizes
