"""Simulations: many games of one ruleset.

Threads play the games in batches, because compiled rules do not need the interpreter. The results
depend only on the ruleset, the bots, the seed and the number of games, never on the number of
threads.
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
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.state import MAX_ANSWERS, MAX_QUERIES, MAX_RULES, Result, Tally, Turn
from carnage.engine.games import (
    PERSON_NAME,
    PLANNER,
    GameError,
    assign_seats,
    bot_number,
    bots_of,
    weights_by_seat,
)
from carnage.engine.planner import run_planner
from carnage.engine.restrictions import Restriction
from carnage.engine.summary import Simulation, summarize
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings, resolve_settings

MAX_GAMES = 1_000_000
DICE_SEED_LIMIT = 2**63  # dice seeds are below this
BATCH_GAMES = 64  # games in a batch: progress is reported after each
MAX_STAGES = 101  # stages of a game for which there are rows

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class GameResults:
    """The results and counts of games that were played.

    If a planner plays, or if rules run uncompiled, there are no turns and questions are not
    counted.

    Attributes:
        results: A Result for each game.
        turns: A Turn for each stage, game after game.
        tallies: A Tally for each rule.
        asked, forced: The numbers of questions by kind (`core.state.GameOutput`).
        offered, taken: The numbers of answers, as arrays of kinds of question by answers.
    """

    results: Any
    turns: Any
    tallies: Any
    asked: Any
    forced: Any
    offered: Any
    taken: Any

    @classmethod
    def from_log(cls, log: Any, *, results: Any, turns: Any, tallies: Any) -> GameResults:
        """Return the results of games with the counts of their log."""
        shape = (MAX_QUERIES, MAX_ANSWERS)
        return cls(
            results=results,
            turns=turns,
            tallies=tallies,
            asked=np.array(log.asked, dtype=np.int64),
            forced=np.array(log.forced, dtype=np.int64),
            offered=np.array(log.offered, dtype=np.int64).reshape(shape),
            taken=np.array(log.taken, dtype=np.int64).reshape(shape),
        )


@dataclass(frozen=True)
class Setup:
    """The arguments of `play_games` that all games share. `avoided` is flat, as in logs."""

    ruleset: Ruleset
    seed: int
    stages: bool
    learned: Weights | None
    avoided: Any
    restriction: Restriction | None = None


@dataclass(frozen=True)
class Lineup:
    """The bot and the settings of each seat, and the record in which their games begin.

    The threads share `template`: they read it and never write to it.
    """

    bots: tuple[str, ...]
    settings: Settings
    template: Any


@dataclass(frozen=True)
class Batch:
    """Games that one thread plays in sequence.

    Attributes:
        lineup: The bots and settings.
        first: The dice number of the first game.
        count: The number of games, with consecutive dice numbers.
        first_index: The index of the first game in the results.
        step: The distance between the indices of two games.
    """

    lineup: Lineup
    first: int
    count: int
    first_index: int
    step: int

    @property
    def result_indices(self) -> slice:
        """Return the indices of the games in the results."""
        return slice(self.first_index, self.first_index + self.step * self.count, self.step)


def rotate(seated: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    """Return the values of all seats, moved on by `by` seats."""
    by %= len(seated)
    return seated[by:] + seated[:by]


def seats_of_game(bots: tuple[str, ...], game: int, swap: bool) -> tuple[int, tuple[str, ...]]:
    """Return the dice number of a game of a simulation, and the player in each seat.

    With `swap` each dice number is used once for each player, and the players move on by one seat
    each time.
    """
    if not swap:
        return game, bots
    return game // len(bots), rotate(bots, game % len(bots))


def check_simulation(
    ruleset: Ruleset, games: int, bots: Sequence[str], seed: int, *, learned: Weights | None = None
) -> tuple[str, ...]:
    """Return a bot for each player. Raise GameError if these games cannot be simulated."""
    if not 1 <= games <= MAX_GAMES:
        raise GameError(f"Games are a number from 1 to {MAX_GAMES:,}, such as 1000.")
    check_dice(seed)
    seated = assign_seats(ruleset, bots, learned)
    if PERSON_NAME in seated:
        raise GameError(f"Nobody is there to play; the bots are {', '.join(bots_of(ruleset))}.")
    return seated


def check_dice(seed: int, number: int = 0) -> None:
    """Raise GameError if a dice seed or the number of a game is out of range."""
    if not 0 <= seed < DICE_SEED_LIMIT:
        raise GameError(
            f"The dice seed is a whole number from 0 to {DICE_SEED_LIMIT - 1:,}, such as 0."
        )
    if not 0 <= number < MAX_GAMES:
        raise GameError(f"The game is a number from 0 to {MAX_GAMES - 1:,}, such as 0.")


def simulate(
    ruleset: Ruleset,
    games: int = 1000,
    bots: Sequence[str] = ("greedy",),
    seed: int = 0,
    *,
    swap: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
    settings: Mapping[str, Sequence[str]] = DEFAULT_SETTINGS,
    learned: Weights | None = None,
) -> Simulation:
    """Play games of one ruleset and return their summary.

    Args:
        ruleset: The rules.
        games: The number of games.
        bots: The bots by player. The last one takes the remaining seats.
        seed: The dice seed.
        swap: True to play each dice number once from each seat. Settings move with their player.
        progress: Called with the number of games done and the number of all games.
        threads: The number of threads; None for one per processor.
        settings: The settings by player.
        learned: The weights of bots named `learned`.

    Raises:
        GameError: The bots, the number of games or the seed are invalid.
        SettingError: The settings are invalid.
    """
    seated = check_simulation(ruleset, games, bots, seed, learned=learned)
    complete_settings = resolve_settings(ruleset, settings)
    playing.load_family(ruleset.book.family)  # before the clock starts
    start = time.perf_counter()
    played = play_games(
        ruleset,
        games,
        seated,
        seed,
        swap=swap,
        progress=progress,
        threads=threads,
        settings=complete_settings,
        learned=learned,
    )
    return summarize(
        ruleset,
        bots=seated,
        settings=complete_settings,
        seed=seed,
        swap=swap,
        results=played.results,
        tallies=played.tallies,
        seconds=time.perf_counter() - start,
    )


def play_games(
    ruleset: Ruleset,
    games: int,
    bots: tuple[str, ...],
    seed: int = 0,
    *,
    swap: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    first: int = 0,
    stages: bool = True,
    learned: Weights | None = None,
    avoided: Any | None = None,
    restriction: Restriction | None = None,
) -> GameResults:
    """Play games `first` to `first + games − 1` of a simulation and return their results.

    Args:
        ruleset: The rules.
        games: The number of games.
        bots: The bot of every player.
        seed: The dice seed.
        swap: True to play each dice number once from each seat.
        progress: Called with the number of games done and the number of all games.
        threads: The number of threads; None for one per processor.
        settings: The settings of every player.
        first: The number of the first game.
        stages: False to keep no turns.
        learned: The weights of bots named `learned`.
        avoided: True for answers that random bots avoid if there are others, an array as
            `GameResults.offered`.
        restriction: The options that bots named `restricted` avoid or insist on.
    """
    family = playing.load_family(ruleset.book.family)
    setup = Setup(
        ruleset=ruleset,
        seed=seed,
        stages=stages,
        learned=learned,
        avoided=_flatten(avoided),
        restriction=restriction,
    )
    lineups = _lineups(setup, bots, settings=settings, first=first, swap=swap)
    has_planner = PLANNER in bots
    batch_games = 1 if has_planner else BATCH_GAMES
    batches = _batches(lineups, games=games, first=first, batch_games=batch_games)
    if has_planner or not family.is_compiled:
        play_batch = _play_driven
    else:
        play_batch = _play_compiled
    total = GameResults.from_log(
        new_log(family)[0],
        results=records.new(Result, games),
        turns=None,
        tallies=records.new(Tally, MAX_RULES),
    )
    turns: list[Any] = [None] * games
    done = 0
    with ThreadPoolExecutor(threads or count_cores()) as pool:
        try:
            pending = {pool.submit(play_batch, setup, batch): batch for batch in batches}
            for future in as_completed(pending):
                batch = pending.pop(future)
                _add_batch(total, turns, batch=batch, part=future.result())
                done += batch.count
                if progress:
                    progress(done, games)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return replace(total, turns=np.concatenate(turns).view(np.recarray))


def _add_batch(total: GameResults, turns: list[Any], *, batch: Batch, part: GameResults) -> None:
    """Add the results of a batch to the total.

    Args:
        total: The total.
        turns: The turns of each game, to which those of the batch are added.
        batch: The batch.
        part: Its results.
    """
    total.results[batch.result_indices] = part.results
    ends = np.cumsum(part.results.turns)
    turns[batch.result_indices] = np.split(part.turns, ends[:-1])
    total.tallies.fired += part.tallies.fired
    total.tallies.games += part.tallies.games
    total.tallies.looked_up += part.tallies.looked_up
    for name in ("asked", "forced", "offered", "taken"):
        counts = getattr(total, name)
        counts += getattr(part, name)


def count_cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _flatten(avoided: Any | None) -> Any:
    """Return avoided answers as a flat array, as logs have them."""
    if avoided is None:
        return np.zeros(MAX_QUERIES * MAX_ANSWERS, dtype=np.int64)
    return np.asarray(avoided, dtype=np.int64).ravel()


def _lineups(
    setup: Setup, bots: tuple[str, ...], *, settings: Settings, first: int, swap: bool
) -> list[Lineup]:
    """Return the lineups that games `first`, `first` + 1, … take in turn.

    Without `swap` there is one. A template takes as long to make as several games, so each is made
    once for all batches.
    """
    family = playing.family_of(setup.ruleset.book.family)
    count = len(bots) if swap else 1
    lineups = []
    for game in range(first, first + count):
        _, seated = seats_of_game(bots, game, swap)
        seat_settings = dict(settings)
        if swap:
            seat_settings = {name: rotate(values, game) for name, values in settings.items()}
        learned = weights_by_seat(seated, setup.learned)
        template = family.template(setup.ruleset, seat_settings, learned)
        lineups.append(Lineup(seated, seat_settings, template))
    return lineups


def _batches(
    lineups: Sequence[Lineup], *, games: int, first: int, batch_games: int
) -> Iterator[Batch]:
    """Yield batches of games `first` to `first + games − 1`.

    Args:
        lineups: The lineups that the games take in turn.
        games: The number of games.
        first: The number of the first game.
        batch_games: The maximum number of games in a batch.
    """
    step = len(lineups)
    for offset, lineup in enumerate(lineups):
        first_dice = (first + offset) // step
        count = len(range(offset, games, step))
        for start in range(0, count, batch_games):
            yield Batch(
                lineup=lineup,
                first=first_dice + start,
                count=min(batch_games, count - start),
                first_index=offset + step * start,
                step=step,
            )


def _play_compiled(setup: Setup, batch: Batch) -> GameResults:
    """Play a batch of bots that the rules call themselves."""
    family = playing.family_of(setup.ruleset.book.family)
    seated = batch.lineup.bots
    results = records.new(Result, batch.count)
    turn_count = 0
    if setup.stages:
        turn_count = batch.count * MAX_STAGES
    turns = records.new(Turn, turn_count)
    tallies = records.new(Tally, MAX_RULES)
    log = new_log(family)
    log[0].shunned[:] = setup.avoided
    if setup.restriction is not None:
        setup.restriction.write_to(log[0], family)
    bots = records.new(Seat, len(seated))
    bots.bot = [bot_number(family, bot) for bot in seated]
    family.entries.play_batch(
        records.new(family.Game),
        batch.lineup.template,
        family.bot_table(setup.ruleset, seated),  # bots write to it: each thread has its own
        log,
        setup.seed,
        batch.first,
        batch.count,
        bots,
        results,
        turns,
        tallies,
    )
    played_turns = turns[: int(results.turns.sum())]
    return GameResults.from_log(log[0], results=results, turns=played_turns, tallies=tallies)


def _play_driven(setup: Setup, batch: Batch) -> GameResults:
    """Play a batch one game at a time, for planners and uncompiled rules."""
    family = playing.family_of(setup.ruleset.book.family)
    results = records.new(Result, batch.count)
    tallies = records.new(Tally, MAX_RULES)
    for n in range(batch.count):
        match = playing.Match(
            setup.ruleset,
            setup.seed,
            batch.first + n,
            batch.lineup.bots,
            log_length=0,
            settings=batch.lineup.settings,
            learned=setup.learned,
            avoided=setup.avoided.tolist(),
        )
        run_planner(match)
        with np.errstate(over="ignore"):
            family.entries.store_result(match.game_rows, results, n)
        fired = np.asarray(match.record.core.fired, dtype=np.int64)
        tallies.fired += fired
        tallies.games += fired > 0
        tallies.looked_up += np.asarray(match.record.core.looked_up, dtype=np.int64)
    log = new_log(family)[0]
    return GameResults.from_log(log, results=results, turns=records.new(Turn, 0), tallies=tallies)
