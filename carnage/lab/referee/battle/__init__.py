"""Fouls in battles."""

from __future__ import annotations

from carnage.lab.referee.battle import (
    attacks,
    bullets,
    damage,
    fights,
    moves,
    other_actions,
    tests,
    turns,
)

FOULS = (
    *tests.declared.fouls,
    *attacks.declared.fouls,
    *bullets.declared.fouls,
    *fights.declared.fouls,
    *damage.declared.fouls,
    *moves.declared.fouls,
    *other_actions.declared.fouls,
    *turns.declared.fouls,
)
