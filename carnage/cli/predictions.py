"""`carnage roll --playtest-json`: read the predictions of a playtest sheet from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from carnage.common.files import FileError, read_json
from carnage.lab.predictions import build_predictions
from carnage.printing import Prediction
from carnage.rulesets.ruleset import Ruleset
from carnage.web.api.contracts import Figures, GateResult, Measured, Strengths, Verdict


class PlaytestFile(Figures, kw_only=True):
    """The output of `carnage playtest --json`.

    Verdict, checks and measures may be missing, because they are not read.
    """

    verdict: Verdict | UnsetType = UNSET  # type: ignore[assignment]
    gates: dict[str, GateResult] | UnsetType = UNSET  # type: ignore[assignment]
    measures: dict[str, Measured] | UnsetType = UNSET  # type: ignore[assignment]
    strengths: Strengths | UnsetType = UNSET  # type: ignore[assignment]


def read_predictions(ruleset: Ruleset, path: str) -> tuple[Prediction, ...]:
    """Return the predictions for a game from the output of `carnage playtest --json`.

    Raises:
        FileError: The file is not the output of a playtest of this game.
    """
    remedy = f"Make the file with `carnage playtest --json {ruleset.path.strip('/')}`."
    try:
        metrics = msgspec.to_builtins(read_json(path, PlaytestFile))
    except FileError as error:
        raise FileError(f"{error} {remedy}") from None
    if metrics["id"] != ruleset.path:
        raise FileError(f"{path}: this is the playtest of another game. {remedy}")
    if _has_valid_sizes(metrics, ruleset):
        try:
            return build_predictions(ruleset, metrics)
        except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError):
            pass  # A number is missing, or contradicts another one. The types are valid.
    raise FileError(f"{path}: its numbers contradict each other. {remedy}")


def _has_valid_sizes(metrics: Mapping[str, Any], ruleset: Ruleset) -> bool:
    """Return whether metrics of the right types can come from a playtest of this game."""
    rules: set[str] = set()
    for table in ruleset.book.tables:
        rules.update(f"{table.id}.{rule.code}" for rule in table.every_rule)
    players = ruleset.players
    played = [metrics, metrics["practised"], metrics["retrained"]]
    return all(_fits_game(each, rules, players) for each in played if each)


def _fits_game(metrics: Mapping[str, Any], rules: set[str], players: int) -> bool:
    """Return whether metrics have games, and the rules and the players of the game."""
    return (
        metrics["games"] > 0
        and set(metrics["rules"]) <= rules
        and len(metrics["bots"]) == players
        and len(metrics["wins"]) == players
        and len(metrics["shares"]["places"]) == players
        and len(metrics["shares"]["seats"]) == players
    )
