"""The usual values of a book, `tables/usual/<book>.toml`: the range in which the measures of most
games lie.

`bench/usual.py` writes the file from games of random rulesets. `sweeps/atlas_export.py` replaces
the measures for which a few games of each of very many rulesets suffice by those of the book's
atlas.
"""

from __future__ import annotations

from collections.abc import Mapping

from carnage.catalog.toml import CatalogError, Entry


class Span(Entry, frozen=True):
    """The 10th and the 90th percentile of a measure over the book's games."""

    low: float
    high: float


class DrawRates(Entry, frozen=True):
    """The share of random rulesets in which too many games are drawn.

    Attributes:
        rulesets: The number of rulesets.
        games: The games of each ruleset.
        often: The share of drawn games above which a ruleset counts.
        share: The share of rulesets that count.
        option: By `table.option`, the number of rulesets that count, out of the number with this
            option.
    """

    rulesets: int
    games: int
    often: float
    share: float
    option: Mapping[str, tuple[int, int]]


class UnusedRules(Entry, frozen=True):
    """Rules that hardly ever have an effect in games of random rulesets.

    Attributes:
        rulesets: The number of rulesets.
        games: The games of each ruleset.
        rule: By `table.rule`, the number of rulesets in which it never has an effect, out of the
            number with this rule.
    """

    rulesets: int
    games: int
    rule: Mapping[str, tuple[int, int]]


class Norms(Entry, frozen=True):
    """The usual values of a book.

    Attributes:
        rulesets: The number of random rulesets.
        games: The games of each ruleset.
        measure: The span of each measure, by its name.
    """

    rulesets: int
    games: int
    measure: Mapping[str, Span]
    drawn: DrawRates | None = None
    never: UnusedRules | None = None


def check_norms(name: str, usual: Norms) -> None:
    """Raise CatalogError for invalid counts or spans."""
    if usual.rulesets < 1 or usual.games < 1:
        raise CatalogError(f"{name}: `rulesets` and `games` are how many were played, from 1")
    for measure, span in usual.measure.items():
        if span.low > span.high:
            raise CatalogError(f"{name}: {measure}: `low` is above `high`")
    for option, (often, having) in (usual.drawn.option if usual.drawn else {}).items():
        if not 0 <= often <= having or having == 0:
            raise CatalogError(
                f"{name}: {option}: two numbers, how many are often drawn and of how many"
            )
    for rule, (idle, having) in (usual.never.rule if usual.never else {}).items():
        if not 0 <= idle <= having or having == 0:
            raise CatalogError(
                f"{name}: {rule}: two numbers, in how many games it does nothing and of how many"
            )
