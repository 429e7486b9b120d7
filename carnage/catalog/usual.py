"""What is usual in a book: between which figures most of its games lie, in `tables/usual/<book>.toml`.

The file is made by playing random games of the book (`bench/usual.py`), and says of how many; what few
games of each of very many rulesets tell as well is written over by the book's atlas (`sweeps/shipping.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from carnage.catalog.toml import CatalogError, Entry


class Span(Entry, frozen=True):
    """What a tenth of the book's games lie below, and what a tenth lie above."""

    low: float
    high: float


class Drawn(Entry, frozen=True):
    """How often random rulesets are drawn too often: in more than the share `often` of their games.

    `share` is that of the `rulesets`, each played `games` times; `option` has by `table.option` how many of
    those that have it are, and of how many.
    """

    rulesets: int
    games: int
    often: float
    share: float
    option: Mapping[str, tuple[int, int]]


class Never(Entry, frozen=True):
    """Which rules hardly any game has a use for: of so many random `rulesets`, each played `games` times,
    `rule` has by `table.rule` in how many it never did anything, and how many have it."""

    rulesets: int
    games: int
    rule: Mapping[str, tuple[int, int]]


class Usual(Entry, frozen=True):
    """Of so many random `rulesets`, each played `games` times: the span of each measure, by its name."""

    rulesets: int
    games: int
    measure: Mapping[str, Span]
    drawn: Drawn | None = None
    never: Never | None = None


def check_usual(name: str, usual: Usual) -> None:
    """Raise CatalogError for what is wrong with a book's usual figures."""
    if usual.rulesets < 1 or usual.games < 1:
        raise CatalogError(f"{name}: `rulesets` and `games` are how many were played, from 1")
    for measure, span in usual.measure.items():
        if span.low > span.high:
            raise CatalogError(f"{name}: {measure}: `low` is above `high`")
    for option, (often, having) in (usual.drawn.option if usual.drawn else {}).items():
        if not 0 <= often <= having or having == 0:
            raise CatalogError(f"{name}: {option}: two numbers, how many are often drawn and of how many")
    for rule, (idle, having) in (usual.never.rule if usual.never else {}).items():
        if not 0 <= idle <= having or having == 0:
            raise CatalogError(
                f"{name}: {rule}: two numbers, in how many games it does nothing and of how many"
            )
