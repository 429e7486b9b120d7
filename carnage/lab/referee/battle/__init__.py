"""Violations in battles."""

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

VIOLATIONS = (
    *tests.declared.violations,
    *attacks.declared.violations,
    *bullets.declared.violations,
    *fights.declared.violations,
    *damage.declared.violations,
    *moves.declared.violations,
    *other_actions.declared.violations,
    *turns.declared.violations,
)
