"""Simulating: many games of one ruleset.

The games are played in chunks by plain threads (compiled rules need no interpreter). What is found depends on
the ruleset, the bots, the seed and the number of games alone, never on how many threads shared the work.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from carnage.engine import games as playing
from carnage.engine.core import records
from carnage.engine.core.entries import Seat
from carnage.engine.core.family import Weights
from carnage.engine.core.logbook import new_log
from carnage.engine.core.state import CHOICES, QUERIES, RULE_SLOTS, Result, Tally, Turn
from carnage.engine.counting import Simulation, added_up
from carnage.engine.games import PERSON_NAME, PLANNER, GameError, bots_of, learned_by, number_of, seats
from carnage.engine.planner import finish
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, Settings, settled

MOST_GAMES = 1_000_000
SEEDS = 2**63  # dice seeds are below this
CHUNK = 64  # games a thread plays before it says how far it has come
LONGEST = 101  # stages of a game of which rows are kept

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Played:
    """Games that were played: `results`, a row (Result) a game; `turns`, a row (Turn) for each stage of each
    game, those of a game together; `tallies`, a row (Tally) a rule. `asked` and `forced` count questions by
    their kind, `offered` and `taken` answers by kind and answer; see `core.state.Written`.

    Games that a planner plays have no turns, and their questions are not counted.
    """

    results: Any
    turns: Any
    tallies: Any
    asked: Any
    forced: Any
    offered: Any
    taken: Any

    @classmethod
    def of(cls, log: Any, results: Any, turns: Any, tallies: Any) -> Played:
        """What was kept of games, with what was counted in the log beside them."""
        counted = (np.array(each, dtype=np.int64) for each in (log.asked, log.forced, log.offered, log.taken))
        asked, forced, offered, taken = counted
        answers = (QUERIES, CHOICES)
        return cls(results, turns, tallies, asked, forced, offered.reshape(answers), taken.reshape(answers))


@dataclass(frozen=True)
class Setup:
    """The arguments of `play` that all of its games share; `shunned` is flat, as logs hold it."""

    ruleset: Ruleset
    seed: int
    stages: bool
    learned: Weights | None
    shunned: Any


@dataclass(frozen=True)
class Lineup:
    """The bot and the settings of each seat, and the record in which games between these bots begin.

    The threads share `template`: they read it and never write to it.
    """

    bots: tuple[str, ...]
    settings: Settings
    template: Any


@dataclass(frozen=True)
class Batch:
    """Games that one thread plays in a row: dice first … first + count − 1, kept at, at + step, …"""

    lineup: Lineup
    first: int
    count: int
    at: int
    step: int

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


def check(
    ruleset: Ruleset, games: int, bots: Sequence[str], seed: int, learned: Weights | None = None
) -> tuple[str, ...]:
    """A bot for each player, if all this can be simulated; raises GameError with what is wrong."""
    if not 1 <= games <= MOST_GAMES:
        raise GameError(f"Games are a number from 1 to {MOST_GAMES:,}, such as 1000.")
    check_dice(seed)
    seated = seats(ruleset, bots, learned)
    if PERSON_NAME in seated:
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
    learned: Weights | None = None,
) -> Simulation:
    """Play so many games; `bots[i]` plays side i, with what is set for it, where seats are changed too.

    The last bot takes the seats that are left; `learned` is what bots of that name go by. `progress` is told
    how many games are done, of how many. Raises GameError for bots, games or seeds that there are not, and
    SettingError.
    """
    seated = check(ruleset, games, bots, seed, learned)
    chosen = settled(ruleset, settings)
    playing.load_family(ruleset.book.family)  # before the clock starts
    began = time.perf_counter()
    played = play(ruleset, games, seated, seed, swap, progress, threads, chosen, learned=learned)
    seconds = time.perf_counter() - began
    return added_up(ruleset, seated, chosen, seed, swap, played.results, played.tallies, seconds)


def play(
    ruleset: Ruleset,
    games: int,
    bots: tuple[str, ...],
    seed: int = 0,
    swap: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
    settings: Settings = USUAL,
    first: int = 0,
    stages: bool = True,
    learned: Weights | None = None,
    shunned: Any | None = None,
) -> Played:
    """Games first … first + games − 1 of a simulation, in which everybody has a seat and a setting;
    `learned` is what bots of that name go by, and without `stages` no turns are kept of them. Random bots do
    not give answers that are `shunned`, true by kind and answer as in `Played`, while there are others."""
    family = playing.load_family(ruleset.book.family)
    setup = Setup(ruleset, seed, stages, learned, _flat(shunned))
    lineups = _lineups(setup, bots, settings, first, swap)
    batches = _batches(lineups, games, first, chunk=1 if PLANNER in bots else CHUNK)
    play_batch = _play_driven if PLANNER in bots or not family.is_compiled else _play_by_rules
    log = new_log(family)[0]
    total = Played.of(log, records.new(Result, games), None, records.new(Tally, RULE_SLOTS))
    turns: list[Any] = [None] * games
    done = 0
    with ThreadPoolExecutor(threads or cores()) as pool:
        waiting = {pool.submit(play_batch, setup, batch): batch for batch in batches}
        try:
            for future in as_completed(waiting):
                batch = waiting.pop(future)
                _add(total, turns, batch, future.result())
                done += batch.count
                if progress:
                    progress(done, games)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return replace(total, turns=np.concatenate(turns).view(np.recarray))


def _add(total: Played, turns: list[Any], batch: Batch, part: Played) -> None:
    """Add a batch that has been played to the total, and its turns, game by game, to `turns`."""
    total.results[batch.places] = part.results
    ends = np.cumsum(part.results.turns)
    turns[batch.places] = np.split(part.turns, ends[:-1])
    total.tallies.fired += part.tallies.fired
    total.tallies.games += part.tallies.games
    total.tallies.looked_up += part.tallies.looked_up
    for name in ("asked", "forced", "offered", "taken"):
        counted = getattr(total, name)
        counted += getattr(part, name)


def cores() -> int:
    """How many processors there are to play on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _flat(shunned: Any | None) -> Any:
    """Shunned answers as logs have them."""
    if shunned is None:
        return np.zeros(QUERIES * CHOICES, dtype=np.int64)
    return np.asarray(shunned, dtype=np.int64).ravel()


def _lineups(setup: Setup, bots: tuple[str, ...], settings: Settings, first: int, swap: bool) -> list[Lineup]:
    """Return the lineups that games `first`, `first` + 1, … take in turn: one, unless seats are changed.

    To make a template takes as long as several games, so each is made once for all batches.
    """
    family = playing.family_of(setup.ruleset.book.family)
    lineups = []
    for game in range(first, first + (len(bots) if swap else 1)):
        _, seated = seating(bots, game, swap)
        moved = {name: turned(values, game) if swap else values for name, values in settings.items()}
        template = family.template(setup.ruleset, moved, learned_by(seated, setup.learned))
        lineups.append(Lineup(seated, moved, template))
    return lineups


def _batches(lineups: Sequence[Lineup], games: int, first: int, chunk: int) -> Iterator[Batch]:
    """Yield batches of at most `chunk` games, which together are games first … first + games − 1."""
    step = len(lineups)
    for odd, lineup in enumerate(lineups):
        dice = (first + odd) // step
        count = len(range(odd, games, step))
        for at in range(0, count, chunk):
            size = min(chunk, count - at)
            yield Batch(lineup, dice + at, size, odd + step * at, step)


def _play_by_rules(setup: Setup, batch: Batch) -> Played:
    """Play a batch by bots that the rules ask themselves."""
    family = playing.family_of(setup.ruleset.book.family)
    seated = batch.lineup.bots
    results = records.new(Result, batch.count)
    turns = records.new(Turn, batch.count * LONGEST if setup.stages else 0)
    tallies = records.new(Tally, RULE_SLOTS)
    log = new_log(family)
    log[0].shunned[:] = setup.shunned
    bots = records.new(Seat, len(seated))
    bots.bot = [number_of(family, bot) for bot in seated]
    family.entries.play_batch(
        records.new(family.Game),
        batch.lineup.template,
        family.lore(setup.ruleset, seated),  # bots write to it: each thread has its own
        log,
        setup.seed,
        batch.first,
        batch.count,
        bots,
        results,
        turns,
        tallies,
    )
    return Played.of(log[0], results, turns[: int(results.turns.sum())], tallies)


def _play_driven(setup: Setup, batch: Batch) -> Played:
    """Play a batch one game at a time, with planners driven from outside."""
    family = playing.family_of(setup.ruleset.book.family)
    results = records.new(Result, batch.count)
    tallies = records.new(Tally, RULE_SLOTS)
    for n in range(batch.count):
        match = playing.Match(
            setup.ruleset,
            setup.seed,
            batch.first + n,
            batch.lineup.bots,
            log_length=0,
            settings=batch.lineup.settings,
            learned=setup.learned,
            shunned=setup.shunned.tolist(),
        )
        finish(match)
        with np.errstate(over="ignore"):
            family.entries.keep(match._game, results, n)
        fired = np.asarray(match.record.core.fired, dtype=np.int64)
        tallies.fired += fired
        tallies.games += fired > 0
        tallies.looked_up += np.asarray(match.record.core.looked_up, dtype=np.int64)
    return Played.of(new_log(family)[0], results, records.new(Turn, 0), tallies)
