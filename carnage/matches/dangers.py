"""The dangers for the figures of a person who is asked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from carnage.common.text_format import capitalize, count, spell_out

if TYPE_CHECKING:
    from carnage.engine.games import Match

CARRYING = {"move", "throw-at", "die"}  # questions after which a model takes its tower along
TOWER = "Tower {height}: it may fall as it is moved. Then the model falls over and can do no more."
GROUND = (
    "At the end of this round the ground within {depth} of the edges is lost. {figures} of yours "
    "{stand} on it."
)


def describe_danger(match: Match) -> str:
    """Return the dangers for figures that the answer may avoid, in sentences; or ""."""
    if match.family.name != "battle" or match.question is None:
        return ""
    return " ".join(filter(None, (_describe_tower(match), _describe_lost_ground(match))))


def _describe_tower(match: Match) -> str:
    """Return the height of the tower that the answer moves, and the result of its fall; or ""."""
    from carnage.engine.battle.harm.tower import tower_bearer

    question = match.question
    assert question is not None
    if question.actor < 0 or match.family.queries[question.kind].name not in CARRYING:
        return ""
    record = match.record
    unit = int(record.models[question.actor].unit)
    height = int(record.units[unit].tower)
    if not height or tower_bearer(record, unit) != question.actor:
        return ""
    return TOWER.format(height=height)


def _describe_lost_ground(match: Match) -> str:
    """Return how many figures stand on ground that is lost at the end of this round; or ""."""
    from carnage.engine.battle.turn.countdown import edge_gap, strip_inches_lost

    question = match.question
    record = match.record
    assert question is not None
    if match.ruleset.choice("game-length").option.code != "collapsing-ground" or not record.rounds:
        return ""
    inches = strip_inches_lost(record, int(record.rounds))
    depth = inches * record.inch
    figures = 0
    for model in record.models[: record.n_models]:
        is_own = model.side == question.side and model.in_play
        if is_own and edge_gap(record, model.x, model.y) < depth:
            figures += 1
    if not figures:
        return ""
    return GROUND.format(
        depth=count(inches, "inch"),
        figures=capitalize(count(figures, "figure", spell_out)),
        stand="stands" if figures == 1 else "stand",
    )
