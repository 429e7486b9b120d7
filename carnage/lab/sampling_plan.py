"""The schedule of a playtest, fixed beforehand, and the limits of searches."""

from __future__ import annotations

from carnage.common.intervals import z_for_looks

# Games after which a playtest is evaluated.
LOOKS = (250, 350, 500, 700, 1000, 1400, 2000, 2800, 4000, 5600, 8000)
MAX_DECISIONS = 1_250_000  # decisions of all games of one strength, but for the first 250 games
# Pairs of games after which greedy and random bots are compared.
LADDER_PAIRS = (50, 100, 200, 400, 800, 1600, 3200)
TUNING_ITERATIONS = 12  # generations for which practised bots are trained
TRAINING_GAMES = 1536  # games that practised bots learn from, in these generations, at most
LEARNED_PAIRS = 100  # pairs of games of practised bots against greedy ones
RETRAINED_GAMES = 1000  # games of bots that were trained again
RESTRICTED_PAIRS = 200  # pairs of games of a restricted bot against another one
FIXES = "mend"  # in place of a table: try other options of all tables
COMPARISON = "beside"  # in place of a table: play another game on the same dice
DETAILS = "details"  # in place of a table: leave out each option of the players in turn
BEFORE_AFTER = "before-after"  # in place of a table: play a game with other house rules
BALANCE = "balance"  # in place of a table: search for house rules that reach an aim
SEARCH = "find"  # in place of a game: search for one that meets criteria
CANDIDATE_GAMES = 500  # games of a candidate of a search
MAX_FOUND = 6  # good games that end a search
MAX_JUDGED = 40  # candidates of a search, at most
Z_SHARES = 2.66  # half width of intervals that all hold at LOOKS in 95 % of playtests
Z_LADDER = z_for_looks(len(LADDER_PAIRS))


def is_last_look(games: int, decisions: float) -> bool:
    """Return True if a playtest plays no further games.

    Args:
        games: The number of games so far.
        decisions: The number of decisions in a game.
    """
    later = [look for look in LOOKS if look > games]
    return not later or later[0] * decisions > MAX_DECISIONS
