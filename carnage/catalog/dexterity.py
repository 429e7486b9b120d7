"""Dexterity: how deft players are with dice, in games in which dice are thrown and stacked."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from carnage.catalog.toml import CatalogError, Entry

TOWER = 15  # dice up to which a tower has chances of its own


class Scatter(Entry, frozen=True):
    """How far from its aim a thrown die comes to rest, along and across the throw.

    A standard deviation is `base` inches and a `share` of the distance; `overshoot` is the mean error along,
    as a share of the distance. docs/reference/options.md.
    """

    overshoot: float
    along_base: float
    along_share: float
    across_base: float
    across_share: float


class Hand(Entry, frozen=True):
    """How deft somebody is with dice; the nth chance is that of a tower of n dice, in ten thousandths.

    A tower falls so often when its nth die is `added`, for each inch that its model is `moved`, and when a
    thrown die has `struck` it.
    """

    code: str
    label: str
    scatter: Scatter
    added: tuple[int, ...]
    moved: tuple[int, ...]
    struck: tuple[int, ...]


class Dexterity(Entry, frozen=True):
    """A family's hands, from the clumsiest to the steadiest."""

    hand: tuple[Hand, ...]

    def of(self, code: str) -> Hand:
        """The hand of this code; raises KeyError."""
        for hand in self.hand:
            if hand.code == code:
                return hand
        raise KeyError(code)


HANDS = ("clumsy", "average", "steady")
CERTAIN = 10_000  # chances are whole ten thousandths
LARGEST_SCATTER = 3.0  # inches, or times the distance: beyond it nobody aims


def check_dexterity(name: str, dexterity: Dexterity) -> None:
    """Refuse other hands than the three, chances that fall as towers grow, a steadier hand that is worse."""
    if tuple(hand.code for hand in dexterity.hand) != HANDS:
        raise CatalogError(f"{name}: the hands must be {', '.join(HANDS)}, in this order")
    for hand in dexterity.hand:
        place = f"{name}: {hand.code}"
        for what, chances in _chances(hand).items():
            if len(chances) != TOWER:
                raise CatalogError(f"{place}: {what} must have {TOWER} chances, not {len(chances)}")
            if not all(0 <= chance <= CERTAIN for chance in chances):
                raise CatalogError(f"{place}: {what}: a chance must be 0 to {CERTAIN} ten thousandths")
            if any(taller < lower for lower, taller in pairwise(chances)):
                raise CatalogError(f"{place}: {what}: a taller tower must not be the safer one")
        for what, size in _scatter(hand).items():
            if not 0 <= size <= LARGEST_SCATTER:
                raise CatalogError(f"{place}: {what} must be 0 to {LARGEST_SCATTER:g}")
    for worse, better in pairwise(dexterity.hand):
        for what, chances in _chances(better).items():
            if any(mine > other for mine, other in zip(chances, _chances(worse)[what], strict=True)):
                raise CatalogError(f"{name}: {what}: {better.code} must not be worse than {worse.code}")
        for what, size in _scatter(better).items():
            if size > _scatter(worse)[what]:
                raise CatalogError(f"{name}: {what}: {better.code} must not be worse than {worse.code}")


def _chances(hand: Hand) -> dict[str, tuple[int, ...]]:
    return {"added": hand.added, "moved": hand.moved, "struck": hand.struck}


def _scatter(hand: Hand) -> dict[str, float]:
    sizes: dict[str, float] = msgspec.structs.asdict(hand.scatter)
    return sizes
