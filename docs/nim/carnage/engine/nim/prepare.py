"""Make the first record of a ruleset. Plain Python, called once for each ruleset."""

from __future__ import annotations

from typing import Any

from carnage.engine.nim.numbers import NUMBERING
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings


def fill(g: Any, ruleset: Ruleset, settings: Settings = DEFAULT_SETTINGS) -> None:
    """Fill an empty game, NumPy record or plain object."""
    NUMBERING.fill(g.chosen, g.p, ruleset)
    g.winner = -1
    g.opener = -1
