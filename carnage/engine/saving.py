"""Saved games: the decisions, and what they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carnage.engine.engine_version import engine_version, version_of
from carnage.engine.games import GameError, Match
from carnage.ruleset import Ruleset


def save(match: Match) -> dict[str, Any]:
    """Everything that a game is, ready for JSON."""
    return {
        "engine": version_of(match),
        "game": match.ruleset.path,
        "name": match.ruleset.name,
        "seed": match.seed,
        "number": match.number,
        "bots": list(match.bots),
        "decisions": list(match.decisions),
    }


def check_saved(saved: Any, ruleset: Ruleset, bots: Sequence[str]) -> Sequence[int]:
    """The decisions in what `save` wrote, for a game of this ruleset by these bots; raises GameError for any
    others."""
    if not isinstance(saved, dict) or not {"engine", "game", "decisions"} <= set(saved):
        raise GameError("This is no file of decisions: it lacks its engine, game or decisions.")
    if saved["game"] != ruleset.path:
        raise GameError(f"These decisions belong to {saved['game']}, not to {ruleset.path}.")
    version = engine_version(ruleset, bots)
    if saved["engine"] != version:
        raise GameError(
            f"These decisions were made in version {saved['engine']} of this game. Now it is version "
            f"{version}, in which they might come to something else: go on with the Carnage that it was "
            "begun with, or begin anew."
        )
    decisions = saved["decisions"]
    if not isinstance(decisions, list) or not all(type(d) is int and 0 <= d < 256 for d in decisions):
        raise GameError("Decisions are a list of whole numbers.")
    return decisions
