"""What gates say of a game in the end, without playing on for what nobody asks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from carnage.lab.checks import Passed, passed
from carnage.lab.runner import steps
from carnage.rulesets.ruleset import Ruleset

Enough = Callable[[Collection[Passed]], bool]


def played_until(ruleset: Ruleset, enough: Enough) -> dict[str, Any]:
    """The figures of a playtest, as soon as what gates say of them is `enough`, or at its end."""
    figures: dict[str, Any] = {}
    for figures in steps(ruleset, planner=False, learner=False):  # which no gate asks for
        if figures["ladder"] and enough(list(passed(ruleset, figures))):
            break
    return figures | {"complete": True}


def told_until(ruleset: Ruleset, enough: Enough) -> dict[str, Passed]:
    """What each gate says of these, by its name."""
    return {each.name: each for each in passed(ruleset, played_until(ruleset, enough))}
