"""How worked examples are played: one function for each `given.rule`.

A function sets an example up, plays it by the engine's rules, and returns what came of it under the
names of the example's `then`, in the shape in which the example tells it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from carnage.catalog import Example
from carnage.rulesets.ruleset import Ruleset

Found = dict[str, Any]
Play = Callable[[Ruleset, Example], Found]
Plays = dict[str, Play]


def marker(rules: Plays) -> Callable[[str], Callable[[Play], Play]]:
    """What marks the function that plays the examples whose `given.rule` has this name."""

    def plays(name: str) -> Callable[[Play], Play]:
        def mark(function: Play) -> Play:
            rules[name] = function
            return function

        return mark

    return plays
