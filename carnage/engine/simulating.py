"""Simulating: many games of one ruleset.

The games are played in chunks by plain threads (compiled rules need no interpreter). What is found depends on
the ruleset, the bots, the seed and the number of games alone, never on how many threads shared the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np

from carnage.engine import games as playing
from carnage.engine.core import records, warming
from carnage.engine.core.compiling import UNCOMPILED
from carnage.engine.core.entries import Seat
from carnage.engine.core.logbook import new_log
from carnage.engine.core.state import RULE_SLOTS, Result, Tally
from carnage.engine.counting import Simulation, added_up
from carnage.engine.games import PLANNER, GameError, bots_of, seats
from carnage.engine.planner import finish
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, Settings, settled

MOST_GAMES = 1_000_000
SEEDS = 2**63  # dice seeds are below this
CHUNK = 64  # games a thread plays before it says how far it has come

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Batch:
    """Games that one thread plays in a row: dice first … first + count − 1, kept at, at + step, …"""

    first: int
    count: int
    at: int
    step: int
    bots: tuple[str, ...]
    settings: Settings

    @property
    def places(self) -> slice:
        return slice(self.at, self.at + self.step * self.count, self.step)


def turned(seated: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """Everybody moved on by so many seats."""
    by %= len(seated)
    return seated[by:] + seated[:by]


def seating(bots: tuple[str, ...], k: int, swap: bool) -> tuple[int, tuple[str, ...]]:
    """Which dice game `k` of a simulation is played with, and who sits where.

    With `swap` every dice number is used once for each player, seats changed each time.
    """
    if not swap:
        return k, bots
    return k // len(bots), turned(bots, k % len(bots))


def check(ruleset: Ruleset, games: int, bots: Sequence[str], seed: int) -> tuple[str, ...]:
    """A bot for each player, if all this can be simulated; raises GameError with what is wrong."""
    if not 1 <= games <= MOST_GAMES:
        raise GameError(f"Games are a number from 1 to {MOST_GAMES:,}, such as 1000.")
    check_dice(seed)
    seated = seats(ruleset, bots)
    if not set(seated) <= set(bots_of(ruleset)):
        raise GameError(f"Nobody is there to play; the bots are {', '.join(bots_of(ruleset))}.")
    return seated


def check_dice(seed: int, number: int = 0) -> None:
    """Raise GameError for a dice seed that there is not, or no such game of its simulation."""
    if not 0 <= seed < SEEDS:
        raise GameError(f"The dice seed is a whole number from 0 to {SEEDS - 1:,}, such as 0.")
    if not 0 <= number < MOST_GAMES:
        raise GameError(f"The game is a number from 0 to {MOST_GAMES - 1:,}, such as 0.")


def simulate(
    ruleset: Ruleset,
    games: int = 1000,
    bots: Sequence[str] = ("greedy",),
    seed: int = 0,
    swap: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
    settings: Mapping[str, Sequence[str]] = USUAL,
) -> Simulation:
    """Play so many games; `bots[i]` plays side i, with what is set for it, where seats are changed too.

    The last bot takes the seats that are left. `progress` is told how many games are done, of how many.
    Raises GameError for bots, games or seeds that there are not, and SettingError.
    """
    seated = check(ruleset, games, bots, seed)
    chosen = settled(ruleset, settings)
    warming.load(ruleset.book.family)
    results = records.new(Result, games)
    tallies = records.new(Tally, RULE_SLOTS)
    work = list(_batches(games, seated, swap, chosen))
    play = _driven if PLANNER in seated or UNCOMPILED else _straight
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
    return added_up(ruleset, seated, chosen, seed, swap, results, tallies, time.perf_counter() - began)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(games: int, bots: tuple[str, ...], swap: bool, settings: Settings) -> Iterator[Batch]:
    chunk = 1 if PLANNER in bots else CHUNK
    step = len(bots) if swap else 1
    for odd in range(step):
        _, seated = seating(bots, odd, swap)
        moved = {name: turned(values, odd) for name, values in settings.items()}
        count = len(range(odd, games, step))
        for first in range(0, count, chunk):
            yield Batch(first, min(chunk, count - first), odd + step * first, step, seated, moved)


def _straight(ruleset: Ruleset, seed: int, batch: Batch) -> tuple[Any, Any]:
    """Play a batch by bots that the rules ask themselves."""
    family = playing.family_of(ruleset.book.family)
    results = records.new(Result, batch.count)
    tallies = records.new(Tally, RULE_SLOTS)
    bots = records.new(Seat, len(batch.bots))
    bots.bot = [family.bots[bot] for bot in batch.bots]
    family.entries.play_batch(
        records.new(family.Game),
        family.template(ruleset, batch.settings),
        family.lore(ruleset, batch.bots),
        new_log(family.Log),
        seed,
        batch.first,
        batch.count,
        bots,
        results,
        tallies,
    )
    return results, tallies


def _driven(ruleset: Ruleset, seed: int, batch: Batch) -> tuple[Any, Any]:
    """Play a batch one game at a time, with planners driven from outside."""
    family = playing.family_of(ruleset.book.family)
    results = records.new(Result, batch.count)
    tallies = records.new(Tally, RULE_SLOTS)
    for n in range(batch.count):
        match = playing.Match(
            ruleset, seed, batch.first + n, batch.bots, log_length=0, settings=batch.settings
        )
        finish(match)
        with np.errstate(over="ignore"):
            family.entries.keep(match._game, results, n)
        fired = np.asarray(match.record.core.fired, dtype=np.int64)
        tallies.fired += fired
        tallies.games += fired > 0
    return results, tallies
