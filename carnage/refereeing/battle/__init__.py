"""Fouls in battles."""

from __future__ import annotations

from carnage.refereeing.battle import attacks, brawls, bullets, deeds, harm, moves, tests, turns

FOULS = (
    *tests.declared.fouls,
    *attacks.declared.fouls,
    *bullets.declared.fouls,
    *brawls.declared.fouls,
    *harm.declared.fouls,
    *moves.declared.fouls,
    *deeds.declared.fouls,
    *turns.declared.fouls,
)
