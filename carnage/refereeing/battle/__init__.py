"""What the rules of battles forbid, as it can be planted into a report."""

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
