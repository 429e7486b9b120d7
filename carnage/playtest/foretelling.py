"""What a playtest foretells, for a sheet that is filled in at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from carnage.playtest.findings import findings
from carnage.printing import Prediction
from carnage.ruleset import Ruleset


def foretold(ruleset: Ruleset, figures: Mapping[str, Any]) -> tuple[Prediction, ...]:
    """What the figures of this game's playtest say to each question of a report."""
    return tuple(
        Prediction(
            answer.question,
            tuple(answer.sentences),
            tuple((row.label, row.value, row.usual) for row in answer.measures),
        )
        for answer in findings(ruleset, figures).answers
    )
