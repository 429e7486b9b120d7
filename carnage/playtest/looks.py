"""How often a playtest looks at how many games, fixed beforehand, and how wide intervals must be for that."""

from __future__ import annotations

from carnage.intervals import z_of

LOOKS = (250, 500, 1000, 2000, 4000, 8000, 16_000, 20_000)  # games after which is looked
RUNGS = (50, 100, 200, 400, 800)  # pairs of games of a rung of the ladder after which is looked
GENERATIONS = 12  # of learning, before greedy bots meet one that has learned this game
TAUGHT = 100  # pairs of games of these
PLANNED = 2  # pairs of games with a planner, who takes seconds for each
Z, Z_RUNGS = z_of(len(LOOKS)), z_of(len(RUNGS))
