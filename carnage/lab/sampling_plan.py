"""The schedule of a playtest, fixed beforehand, and the limits of searches."""

from __future__ import annotations

from carnage.common.intervals import z_for_looks

LOOKS = (
    250,
    500,
    1000,
    2000,
    4000,
    8000,
    20_000,
    50_000,
)  # games after which a playtest is evaluated
LADDER_PAIRS = (
    50,
    100,
    200,
    400,
    800,
    1600,
    3200,
    10_000,
    25_000,
)  # pairs of games after which two bots of the ladder are evaluated
TUNING_ITERATIONS = 12  # generations for which the learned bot is trained
LEARNED_PAIRS = 100  # pairs of games of the learned bot against greedy ones
PLANNER_PAIRS = 2  # pairs of games with a planner, which takes seconds for each
FIXES = "mend"  # in place of a table: try other options of all tables
COMPARISON = "beside"  # in place of a table: play another game on the same dice
SEARCH = "find"  # in place of a game: search for one that meets criteria
CANDIDATE_GAMES = LOOKS[1]  # games of a candidate of a search
MAX_FOUND = 6  # good games that end a search
MAX_JUDGED = 40  # candidates of a search, at most
Z_SHARES = z_for_looks(len(LOOKS))
Z_LADDER = z_for_looks(len(LADDER_PAIRS))
