"""How good the greedy bot is: against that of an earlier commit, under the planner, and how fast.

    python bench/bots.py [--book skirmish …] [--rulesets 100] [--games 200] [--planner 20] [--minutes 15]
                         [--commit 3d1e312]

The rulesets are random ones that the shipped weights were not learned with. On each the bots play with the
same dice from both seats; a draw counts as half a game. The median over rulesets has a bootstrap interval;
each ruleset's own share, of which the least are told, has one of about ± 7 of 100 with 200 games. Speed is
games a second of greedy against greedy, beside those of the earlier bot against itself in the same run.
The planner plays two games of each ruleset, on so many, or as many as are begun within so many minutes; dice
games, whose bots have no weights and no former ones, it plays alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, NamedTuple

import former
import numpy as np

WORST = 6  # rulesets that are named
TIMED = 24  # rulesets that are timed
RESAMPLED = 2000


class Met(NamedTuple):
    """How the bot did on one ruleset."""

    share: float
    drawn: float


def played(ruleset: Any, bots: Sequence[int], games: int) -> Any:
    """The results of so many games by these bots."""
    from carnage.engine.core import records
    from carnage.engine.core.entries import Seat
    from carnage.engine.core.logbook import new_log
    from carnage.engine.core.state import RULE_SLOTS, Result, Tally, Turn
    from carnage.engine.games import load_family

    family = load_family(ruleset.book.family)
    results, seats = records.new(Result, games), records.new(Seat, len(bots))
    seats.bot = bots
    family.entries.play_batch(
        records.new(family.Game),
        family.template(ruleset),
        family.lore(ruleset, ()),
        new_log(family),
        77,
        0,
        games,
        seats,
        results,
        records.new(Turn, 0),
        records.new(Tally, RULE_SLOTS),
    )
    return results


def met(ruleset: Any, games: int) -> Met:
    """The greedy bot against the former one, half of the games from each seat."""
    from carnage.engine.core.state import GREEDY

    first = played(ruleset, (GREEDY, former.FORMER), games // 2).winner
    second = played(ruleset, (former.FORMER, GREEDY), games // 2).winner
    drawn = ((first < 0).sum() + (second < 0).sum()) / (2 * (games // 2))
    won = ((first == 0).sum() + (second == 1).sum()) / (2 * (games // 2))
    return Met(float(won + drawn / 2.0), float(drawn))


def planned(ruleset: Any) -> float:
    """The planner's share of two games against the greedy bot, one from each seat."""
    from carnage.engine.games import Match
    from carnage.engine.planner import finish

    shares = []
    for seat, bots in enumerate((("planner", "greedy"), ("greedy", "planner"))):
        match = Match(ruleset, 9, 0, bots, log_length=0)
        finish(match)
        winner = int(match.record.winner)
        shares.append(0.5 if winner < 0 else float(winner == seat))
    return sum(shares) / 2.0


def pace(rulesets: Sequence[Any], games: int) -> tuple[float, float]:
    """Games a second of the former bot and of this one, in turns, and the median of the ratios."""
    from carnage.engine.core.state import GREEDY

    rates = []
    for ruleset in rulesets:
        took = []
        for bot in (former.FORMER, GREEDY):
            began = time.thread_time()
            played(ruleset, (bot, bot), games)
            took.append(games / (time.thread_time() - began))
        rates.append(took)
    there = float(np.median([rate for rate, _ in rates]))
    return there, float(np.median([here / there for there, here in rates]))


def interval(shares: Any, statistic: Any) -> tuple[float, float]:
    """The 95 % bootstrap interval of a statistic over rulesets."""
    drawn = np.random.default_rng(1).choice(shares, (RESAMPLED, len(shares)))
    low, high = np.percentile(statistic(drawn, axis=1), (2.5, 97.5))
    return float(low), float(high)


def tell_former(code: str, rulesets: Sequence[Any], games: int, commit: str) -> None:
    """How the greedy bot does against that of the commit, and how fast."""
    with ThreadPoolExecutor() as pool:
        each = list(pool.map(lambda ruleset: met(ruleset, games), rulesets))
    shares = np.array([one.share for one in each])
    low, high = interval(shares, np.median)
    print(
        f"{code}: against {commit} the median is {np.median(shares):.3f} "
        f"({low:.3f} to {high:.3f}), mean {shares.mean():.3f}; tenth {np.percentile(shares, 10):.3f}; "
        f"{(shares >= 0.75).mean():.0%} of rulesets at 0.75 or more, {(shares < 0.45).mean():.0%} "
        f"below 0.45; {np.mean([one.drawn for one in each]):.0%} drawn",
        flush=True,
    )
    for n in np.argsort(shares)[:WORST]:
        print(f"    {shares[n]:.3f}  {rulesets[n].path}")
    there, ratio = pace(rulesets[:TIMED], 40)
    print(f"  speed: {ratio:.2f} times the former's {there:,.0f} games a second a core", flush=True)


def tell_planner(code: str, rulesets: Sequence[Any], minutes: float) -> None:
    """What the planner has of its games; none is begun after so many minutes, and all that are count, so that
    long games are not left out."""
    from carnage.engine.simulating import cores

    until = time.monotonic() + 60.0 * minutes

    def tried(ruleset: Any) -> float | None:
        return planned(ruleset) if time.monotonic() < until else None

    with ThreadPoolExecutor(cores()) as pool:
        shares = np.array([share for share in pool.map(tried, rulesets) if share is not None])
    low, high = interval(shares, np.mean)
    share, games = f"{shares.mean():.2f} ({low:.2f} to {high:.2f})", 2 * len(shares)
    print(f"{code}: the planner takes {share} of {games} games on {len(shares)} rulesets", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--book", nargs="*", default=["skirmish", "classic", "duel"])
    parser.add_argument("--rulesets", type=int, default=100, help="beside the former bot")
    parser.add_argument("--games", type=int, default=200, help="on each ruleset")
    parser.add_argument("--planner", type=int, default=20, help="rulesets on which the planner plays")
    parser.add_argument("--minutes", type=float, default=15.0, help="in which it begins to, for each book")
    parser.add_argument("--commit", default=former.COMMIT, help="whose bots it plays against")
    given = parser.parse_args()
    if given.rulesets:
        former.seat(given.commit)
    from carnage import catalog
    from carnage.engine.games import load_family
    from carnage.engine.learning import random_rulesets

    for code in given.book:
        book = catalog.book(code)
        load_family(book.family)
        pairs = (ruleset for ruleset in random_rulesets(book, "bench", True) if ruleset.players == 2)
        rulesets = list(islice(pairs, max(given.rulesets, given.planner)))
        if book.family in former.FAMILIES and given.rulesets:
            tell_former(code, rulesets[: given.rulesets], given.games, given.commit)
        if given.planner:
            tell_planner(code, rulesets[: given.planner], given.minutes)


if __name__ == "__main__":
    main()
