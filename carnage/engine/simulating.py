"""Simulating: many games of one ruleset, and what they come to.

The games are played in chunks by plain threads (compiled rules need no interpreter). What is found depends on
the ruleset, the bots, the seed and the number of games alone, never on how many threads shared the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from carnage.engine import games as playing
from carnage.engine.core import records, warming
from carnage.engine.core.compiling import UNCOMPILED
from carnage.engine.core.state import RULE_SLOTS, Event
from carnage.engine.games import BOTS, GameError
from carnage.forms import USUAL_HANDS, Hands
from carnage.ruleset import Ruleset

MOST_GAMES = 1_000_000
SEEDS = 2**63  # dice seeds are below this
CHUNK = 64  # games a thread plays before it says how far it has come
AUTOMATIC = (*BOTS, "planner")  # who plays without being asked

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Fired:
    """How often one rule did something, and in how many games."""

    fired: int
    games: int


@dataclass(frozen=True)
class Spread:
    """The mean of a whole number over games, and the values that 10, 50 and 90 % of them do not exceed."""

    mean: float
    p10: int
    p50: int
    p90: int


@dataclass(frozen=True)
class Simulation:
    """What many games came to.

    Games that were stopped before their rules ended them are counted in `capped` alone. `wins` has one number
    a player: by side, or by bot where seats were swapped. `first_side_wins` are those of whoever activated
    first. `seconds` exclude compiling. `rules` has every rule in force, those that never fired too.
    """

    id: str
    games: int
    bots: tuple[str, ...]
    seed: int
    ended_by_rules: int
    capped: int
    wins: tuple[int, ...]
    draws: int
    first_side_wins: int
    hands: Hands
    rounds: Spread | None
    decisions_per_game: float
    seconds: float
    rules: dict[str, Fired]

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def json(self) -> dict[str, Any]:
        """The object that `carnage simulate --json` prints."""
        rounds = self.rounds
        return {
            "id": self.id,
            "games": self.games,
            "bots": list(self.bots),
            "seed": self.seed,
            "hands": list(self.hands),
            "ended_by_rules": self.ended_by_rules,
            "capped": self.capped,
            "wins": list(self.wins),
            "draws": self.draws,
            "first_side_wins": self.first_side_wins,
            "rounds": rounds
            and {"mean": round(rounds.mean, 4), "p10": rounds.p10, "p50": rounds.p50, "p90": rounds.p90},
            "decisions_per_game": round(self.decisions_per_game, 3),
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games_per_second, 3),
            "rules": {name: {"fired": f.fired, "games": f.games} for name, f in self.rules.items()},
        }


@dataclass(frozen=True)
class Batch:
    """Games that one thread plays in a row: dice first … first + count − 1, kept at, at + step, …"""

    first: int
    count: int
    at: int
    step: int
    bots: tuple[str, str]
    hands: Hands

    @property
    def places(self) -> slice:
        return slice(self.at, self.at + self.step * self.count, self.step)


def rules_in_force(ruleset: Ruleset) -> tuple[str, ...]:
    """What `rules` tells of: the chosen options, and the rules of the sections that this game has."""
    found = []
    for table in ruleset.book.tables:
        if table.rolled:
            found.append(f"{table.id}.{ruleset.choice(table.id).option.code}")
        found += [f"{table.id}.{rule.code}" for rule in table.rules if ruleset.uses(table, rule)]
    return tuple(found)


def seating(bots: tuple[str, str], k: int, swap: bool) -> tuple[int, tuple[str, str]]:
    """Which dice game `k` of a simulation is played with, and who sits where.

    With `swap` every dice number is used twice, the second time with seats changed.
    """
    if not swap:
        return k, bots
    return k // 2, bots if k % 2 == 0 else (bots[1], bots[0])


def check(games: int, bots: Sequence[str], seed: int) -> tuple[str, str]:
    """The two bots, if all this can be simulated; raises GameError with what is wrong."""
    if not 1 <= games <= MOST_GAMES:
        raise GameError(f"Games are a number from 1 to {MOST_GAMES:,}, such as 1000.")
    if not 0 <= seed < SEEDS:
        raise GameError("The dice seed is a whole number from 0 to 9,223,372,036,854,775,807, such as 0.")
    if len(bots) != 2 or any(bot not in AUTOMATIC for bot in bots):
        raise GameError(
            f"Bots are two of {', '.join(AUTOMATIC)}, with a comma between them, such as greedy,random."
        )
    return bots[0], bots[1]


def simulate(
    ruleset: Ruleset,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "greedy"),
    seed: int = 0,
    swap: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
    hands: Sequence[str] = USUAL_HANDS,
) -> Simulation:
    """Play so many games; `bots[i]` plays side i, and takes its `hands[i]` along where seats are changed.

    `progress` is told how many games are done, of how many. Raises GameError for bots, games, hands or seeds
    that there are not.
    """
    pair = check(games, bots, seed)
    deft = check_hands(ruleset, hands)
    family = playing.family_of(ruleset.book.family)
    warming.load()
    results = records.new(family.Result, games)
    tallies = records.new(family.Tally, RULE_SLOTS)
    work = list(_batches(games, pair, swap, deft))
    play = _driven if "planner" in pair else _straight
    began = time.perf_counter()
    done = 0
    with ThreadPoolExecutor(threads or _cores()) as pool:
        waiting = {pool.submit(play, ruleset, seed, batch): batch for batch in work}
        try:
            for future in as_completed(waiting):
                batch = waiting.pop(future)
                kept, fired = future.result()
                results[batch.places] = kept
                tallies.fired += fired.fired
                tallies.games += fired.games
                done += batch.count
                if progress:
                    progress(done, games)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return _added_up(ruleset, pair, deft, seed, swap, results, tallies, time.perf_counter() - began)


def check_hands(ruleset: Ruleset, hands: Sequence[str]) -> Hands:
    """Both sides' dexterity, if there is such; raises GameError with what there is."""
    known = [hand.code for hand in ruleset.book.dexterity.hand] if ruleset.book.dexterity else []
    if len(hands) != 2 or any(hand not in known for hand in hands):
        raise GameError(
            f"Hands are two of {', '.join(known)}, with a comma between them, such as steady,clumsy."
        )
    return hands[0], hands[1]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(games: int, bots: tuple[str, str], swap: bool, hands: Hands) -> Iterator[Batch]:
    chunk = 1 if "planner" in bots else CHUNK
    for odd in range(2 if swap else 1):
        step = 2 if swap else 1
        _, seated = seating(bots, odd, swap)
        count = len(range(odd, games, step))
        for first in range(0, count, chunk):
            deft = hands if odd == 0 else (hands[1], hands[0])
            yield Batch(first, min(chunk, count - first), odd + step * first, step, seated, deft)


def _straight(ruleset: Ruleset, seed: int, batch: Batch) -> tuple[Any, Any]:
    """Play a batch by bots that the rules ask themselves."""
    family = playing.family_of(ruleset.book.family)
    results = records.new(family.Result, batch.count)
    tallies = records.new(family.Tally, RULE_SLOTS)
    if UNCOMPILED:
        return _driven(ruleset, seed, batch)
    family.play_batch(
        records.new(family.Game),
        family.template(ruleset, batch.hands),
        records.new(Event, 0),
        seed,
        batch.first,
        batch.count,
        BOTS[batch.bots[0]],
        BOTS[batch.bots[1]],
        results,
        tallies,
    )
    return results, tallies


def _driven(ruleset: Ruleset, seed: int, batch: Batch) -> tuple[Any, Any]:
    """Play a batch one game at a time, with planners driven from outside."""
    family = playing.family_of(ruleset.book.family)
    results = records.new(family.Result, batch.count)
    tallies = records.new(family.Tally, RULE_SLOTS)
    for n in range(batch.count):
        match = playing.Match(ruleset, seed, batch.first + n, batch.bots, log_length=0, hands=batch.hands)
        playing.finish(match)
        record = match.record
        result = results[n]
        result.margin = record.margin
        result.opener = record.opener
        result.rounds = record.rounds
        result.decisions = record.core.n_decisions
        result.capped = 1 - record.over
        fired = np.asarray(record.core.fired, dtype=np.int64)
        tallies.fired += fired
        tallies.games += fired > 0
    return results, tallies


def _added_up(
    ruleset: Ruleset,
    bots: tuple[str, str],
    hands: Hands,
    seed: int,
    swap: bool,
    results: Any,
    tallies: Any,
    seconds: float,
) -> Simulation:
    games = len(results)
    family = playing.family_of(ruleset.book.family)
    ended = results.capped == 0
    winner = np.where(results.margin > 0, 0, 1)
    decided = ended & (results.margin != 0)
    seat = winner ^ (np.arange(games) % 2) if swap else winner
    number = {name: n for n, name in enumerate(family.RULES)}
    rounds = results.rounds
    p10, p50, p90 = (int(p) for p in np.percentile(rounds, (10, 50, 90), method="inverted_cdf"))
    return Simulation(
        id=ruleset.path,
        games=games,
        bots=bots,
        hands=hands,
        seed=seed,
        ended_by_rules=int(ended.sum()),
        capped=int(games - ended.sum()),
        wins=tuple(int((decided & (seat == player)).sum()) for player in (0, 1)),
        draws=int((ended & ~decided).sum()),
        first_side_wins=int((decided & (winner == results.opener)).sum()),
        rounds=Spread(float(rounds.mean()), p10, p50, p90),
        decisions_per_game=float(results.decisions.mean()),
        seconds=seconds,
        rules={
            name: Fired(int(tallies[number[name]].fired), int(tallies[number[name]].games))
            for name in rules_in_force(ruleset)
        },
    )
