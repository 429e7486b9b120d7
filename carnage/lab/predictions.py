"""The predictions of a playtest, for a sheet that players fill in at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.lab.report import build_report
from carnage.printing import Prediction
from carnage.rulesets.ruleset import Ruleset


def build_predictions(ruleset: Ruleset, metrics: Mapping[str, Any]) -> tuple[Prediction, ...]:
    """Return the prediction for each question of a report.

    Args:
        ruleset: The game.
        metrics: The metrics of its playtest.
    """
    return tuple(
        Prediction(
            answer.question,
            tuple(answer.sentences),
            tuple((row.label, row.value, row.usual) for row in answer.metrics),
        )
        for answer in build_report(ruleset, metrics).answers
    )
