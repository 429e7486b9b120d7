"""What whoever asks for a playtest has to know: how often it looks at how many games, fixed beforehand, how
wide intervals must be for that, and what may be asked for."""

from __future__ import annotations

from carnage.intervals import z_of

LOOKS = (250, 500, 1000, 2000, 4000, 8000, 20_000, 50_000)  # games after which is looked
RUNGS = (
    50,
    100,
    200,
    400,
    800,
    1600,
    3200,
    10_000,
    25_000,
)  # pairs of games of a rung of the ladder after which is looked
GENERATIONS = 12  # of learning, before greedy bots meet one that has learned this game
TAUGHT = 100  # pairs of games of these
PLANNED = 2  # pairs of games with a planner, who takes seconds for each
MEND = "mend"  # asked for in the place of a table: other answers to all of them
BESIDE = "beside"  # the same: another game, to be played on the same dice
FIND = "find"  # asked for in the place of a game: one that is as wished
TRIED = LOOKS[1]  # games that a candidate of a search is judged by
WANTED = 6  # good games after which a search on the site ends
JUDGED = 40  # candidates that it judges at most
Z, Z_RUNGS = z_of(len(LOOKS)), z_of(len(RUNGS))
