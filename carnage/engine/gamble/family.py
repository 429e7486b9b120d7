"""The gamble's `Family`: the rules, record and declarations that `engine.games` plays it with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carnage.engine.core import records
from carnage.engine.core.family import Family
from carnage.engine.core.state import EASY, GREEDY, RANDOM
from carnage.engine.gamble.expected_scores import expected_score, plays_to_beat, thread_lore
from carnage.engine.gamble.numbers import RULES
from carnage.engine.gamble.outcome import ATTACKS, ENDINGS, SEEN
from carnage.engine.gamble.play import ENTRIES
from carnage.engine.gamble.prepare import fill
from carnage.engine.gamble.queries import QUERIES
from carnage.engine.gamble.shapes import SHAPES
from carnage.engine.gamble.state import EXACT, BotTable, Game, Log
from carnage.rulesets.ruleset import Ruleset


def lore(ruleset: Ruleset, bots: Sequence[str]) -> Any:
    """Return the exact bot's lore for a ruleset; empty if no seat has that bot."""
    if "exact" in bots:
        return thread_lore(ruleset)
    return records.new(BotTable, 0)


def expected_scores(ruleset: Ruleset, bots: Sequence[str]) -> list[float | None]:
    """Return the exact mean score of each seat whose bot maximises it; None for the other seats."""
    scores: list[float | None] = []
    for seat, bot in enumerate(bots):
        if bot == "exact" and not plays_to_beat(ruleset, seat):
            scores.append(expected_score(ruleset))
        else:
            scores.append(None)
    return scores


BOTS = {"random": RANDOM, "easy": EASY, "greedy": GREEDY, "exact": EXACT}
FAMILY = Family(
    Game,
    Log,
    SHAPES,
    QUERIES,
    RULES,
    ENDINGS,
    SEEN,
    ATTACKS,
    ENTRIES,
    fill,
    BOTS,
    lore,
    expected_scores,
)
