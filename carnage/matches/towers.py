"""The danger of a choice for a tower of dice, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carnage.engine.games import Match

CARRYING = {"move", "throw-at", "die"}  # questions after which a model takes its tower along
DANGER = "Tower {height}: it may fall as it is moved. Then the model falls over and can do no more."


def describe_danger(match: Match) -> str:
    """Return the height of the tower that the answer moves, and the result of its fall; or ""."""
    from carnage.engine.battle.harm.tower import tower_bearer

    question = match.question
    if match.family.name != "battle" or question is None or question.actor < 0:
        return ""
    if match.family.queries[question.kind].name not in CARRYING:
        return ""
    record = match.record
    unit = int(record.models[question.actor].unit)
    height = int(record.units[unit].tower)
    if not height or tower_bearer(record, unit) != question.actor:
        return ""
    return DANGER.format(height=height)
