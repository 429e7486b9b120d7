"""What gates say of a game in the end, without playing on for what nobody asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from carnage.lab.checks import CheckResult, run_checks
from carnage.lab.runner import Playtest, first_verdict_steps
from carnage.rulesets.ruleset import Ruleset

Enough = Callable[[Collection[CheckResult]], bool]


def first_steps(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Yield the steps of the first verdict; the last one is complete."""
    figures: dict[str, Any] = {}
    for figures in first_verdict_steps(Playtest(ruleset)):
        yield figures
    yield figures | {"complete": True}


def played_until(ruleset: Ruleset, enough: Enough) -> dict[str, Any]:
    """The figures of a playtest, as soon as what gates say of them is `enough`, or at its end."""
    figures: dict[str, Any] = {}
    for figures in first_verdict_steps(Playtest(ruleset)):
        if figures["ladder"] and enough(list(run_checks(ruleset, figures))):
            break
    return figures | {"complete": True}


def told_until(ruleset: Ruleset, enough: Enough) -> dict[str, CheckResult]:
    """What each gate says of these, by its name."""
    return {each.name: each for each in run_checks(ruleset, played_until(ruleset, enough))}
