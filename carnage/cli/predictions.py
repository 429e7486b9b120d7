"""`carnage roll --playtest-json`: read the predictions of a playtest sheet from `carnage playtest
--json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from carnage.common.files import FileError, read_json
from carnage.lab.predictions import foretold
from carnage.printing import Prediction
from carnage.rulesets.ruleset import Ruleset
from carnage.web.api.contracts import Figures, GateResult, Measured, Verdict


class PlayedFigures(Figures, kw_only=True):
    """The figures of a playtest.

    Verdict, checks and measures may be missing, because they are not read.
    """

    verdict: Verdict | UnsetType = UNSET  # type: ignore[assignment]
    gates: dict[str, GateResult] | UnsetType = UNSET  # type: ignore[assignment]
    measures: dict[str, Measured] | UnsetType = UNSET  # type: ignore[assignment]


def read_predictions(ruleset: Ruleset, path: str) -> tuple[Prediction, ...]:
    """Return the predictions for a game from a file of figures.

    Raises:
        FileError: The file is not the output of a playtest of this game.
    """
    right = f"`carnage playtest --json {ruleset.path.strip('/')}` prints what is wanted."
    try:
        figures = msgspec.to_builtins(read_json(path, PlayedFigures))
    except FileError as error:
        raise FileError(f"{error} {right}") from None
    if figures["id"] != ruleset.path:
        raise FileError(f"{path}: it has the figures of another game. {right}")
    problem = f"{path}: its figures contradict each other. {right}"
    _check_sizes(figures, ruleset, problem)
    try:
        return foretold(ruleset, figures)
    except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError):
        # The types are checked above; a figure may still be missing, or contradict another one.
        raise FileError(problem) from None


def _check_sizes(figures: Mapping[str, Any], ruleset: Ruleset, problem: str) -> None:
    """Raise FileError if the figures have the right types but cannot come from a playtest of this
    game.

    Args:
        figures: The figures.
        ruleset: The game.
        problem: The message of the error.
    """
    rules = {
        f"{table.id}.{rule.code}" for table in ruleset.book.tables for rule in table.every_rule
    }
    is_whole = (
        figures["games"] > 0
        and set(figures["rules"]) <= rules
        and all(len(figures[name]) == ruleset.players for name in ("bots", "wins"))
        and len(figures["shares"]["places"]) == ruleset.players
    )
    if not is_whole:
        raise FileError(problem)
