"""The range chart of shots by Range Bands: its columns in which a weapon can hit at all."""

from __future__ import annotations

from carnage.rulesets.ruleset import Ruleset


def chart_changes(ruleset: Ruleset, band: str) -> tuple[int, ...]:
    """Return the changes of a row of the chart, from the nearest column on."""
    params = ruleset.params
    columns = range(1, int(params["shooting.bands"]) + 1)
    return tuple(int(params[f"shooting.{band}_{column}"]) for column in columns)


def count_bands(ruleset: Ruleset, band: str) -> int:
    """Return the number of columns, from the first on, up to the last in which a shot may hit.

    A shot may hit if the best roll is enough with all Aim markers and the talent of a marksman.
    """
    params = ruleset.params
    help_most = int(params["counters.most"]) * int(params["shooting.aimed"])
    if ruleset.has("talents"):
        help_most += int(params["talent-list.sharper"])
    most = int(params["shooting.top"]) + help_most - int(params["shooting.base"])
    changes = chart_changes(ruleset, band)
    return max((n for n, change in enumerate(changes, 1) if change <= most), default=0)
