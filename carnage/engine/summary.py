"""Summaries of many games of one ruleset."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from carnage import catalog
from carnage.common.intervals import Z95, Estimate
from carnage.engine import games as playing
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import Settings

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True)
class RuleUsage:
    """The number of times that a rule had an effect, and the number of games in which it had."""

    fired: int
    games: int


@dataclass(frozen=True)
class Percentiles:
    """The mean of an integer over games, with the 10th, 50th and 90th percentile."""

    mean: float
    p10: int
    p50: int
    p90: int

    @classmethod
    def from_values(cls, values: Any) -> Percentiles:
        """Return the mean and the percentiles of one integer per game."""
        p10, p50, p90 = np.percentile(values, (10, 50, 90), method="inverted_cdf")
        return cls(mean=float(values.mean()), p10=int(p10), p50=int(p50), p90=int(p90))

    def json(self) -> dict[str, Any]:
        """Return the mean with four decimals, and the percentiles."""
        return {"mean": round(self.mean, 4), "p10": self.p10, "p50": self.p50, "p90": self.p90}


@dataclass(frozen=True)
class Mean:
    """A mean over games with its 95 % interval; `expected` is the exact value, if it is known."""

    mean: float
    low: float
    high: float
    expected: float | None = None

    @classmethod
    def from_values(
        cls, values: Any, expected: float | None = None, sets: Any | None = None
    ) -> Mean:
        """Return the mean of one value per game, with its interval.

        Args:
            values: An array with a value for each game.
            expected: The exact mean, if it is known.
            sets: An array with a number for each game. Games with the same number have the same
                dice and are one observation together. None if all dice differ.
        """
        if not len(values):
            return cls(mean=0.0, low=0.0, high=0.0, expected=expected)
        mean = float(values.mean())
        deviations = values - mean
        if sets is not None:
            deviations = np.bincount(sets, deviations)
        count = len(deviations)
        error = 0.0
        if count > 1:
            squares = float((deviations**2).sum())
            error = Z95 * math.sqrt(count / (count - 1) * squares) / len(values)
        return cls(mean=mean, low=mean - error, high=mean + error, expected=expected)

    def json(self) -> dict[str, Any]:
        """Return the mean and its interval with four decimals, and `expected` if it is known."""
        estimate = {
            "mean": round(self.mean, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
        }
        if self.expected is None:
            return estimate
        return {**estimate, "expected": round(self.expected, 4)}


@dataclass(frozen=True)
class Simulation:
    """The summary of many games.

    Intervals are at 95 %. Games with the same dice are one observation.

    Attributes:
        id: The path of the game.
        games: The number of games.
        bots: The bots by player.
        seed: The dice seed of the first game.
        ended_by_rules: Games that the rules ended.
        capped: Games that the engine stopped because no rule ended them; they count nowhere else.
        wins: Games won by player: by side, or by bot if seats were swapped.
        draws: Games that ended without a winner.
        first_side_wins: Games won by the player who acted first; None if all act at once.
        first_side_share: `first_side_wins` as a share of the decided games.
        settings: The settings by player.
        rounds: Rounds of a game; None if none are counted.
        scores: Points by player.
        winnings: Coins by player; empty if nothing is staked.
        decisions_per_game: Decisions of all players together.
        seconds: Elapsed time without compiling.
        rules: Every rule in force, also those without an effect.
        ruleset: The rules.
        swap: True if each dice seed was played once from each seat.
        results: A row for each game by seat; `table()` has the same by player.
    """

    id: str
    games: int
    bots: tuple[str, ...]
    seed: int
    ended_by_rules: int
    capped: int
    wins: tuple[int, ...]
    draws: int
    first_side_wins: int | None
    first_side_share: Estimate | None
    settings: Settings
    rounds: Percentiles | None
    scores: tuple[Mean, ...]
    winnings: tuple[Mean, ...]
    decisions_per_game: float
    seconds: float
    rules: dict[str, RuleUsage]
    ruleset: Ruleset = field(repr=False)
    swap: bool
    results: Any = field(repr=False, compare=False)

    def table(self) -> pyarrow.Table:
        """Return a table with a row for each game. Raises MissingExtraError without pyarrow."""
        from carnage.engine.arrow_tables import game_table

        return game_table(self.ruleset, self.results, self.swap)

    def _setting(self, name: str) -> list[str] | None:
        """Return the values of a setting by player. Return None if the book lacks the setting."""
        if name in self.settings:
            return list(self.settings[name])
        return None

    @property
    def games_per_second(self) -> float:
        """Return the number of games played in a second, or 0.0 if no time was measured."""
        return self.games / self.seconds if self.seconds else 0.0

    def json(self) -> dict[str, Any]:
        """Return the object that `carnage simulate --json` prints."""
        settings = {setting.name: self._setting(setting.name) for setting in catalog.settings()}
        usage = {
            name: {"fired": rule.fired, "games": rule.games} for name, rule in self.rules.items()
        }
        return {
            "id": self.id,
            "games": self.games,
            "bots": list(self.bots),
            "seed": self.seed,
            **settings,
            "ended_by_rules": self.ended_by_rules,
            "capped": self.capped,
            "wins": list(self.wins),
            "draws": self.draws,
            "first_side_wins": self.first_side_wins,
            "first_side_share": self.first_side_share and self.first_side_share.json(),
            "rounds": self.rounds and self.rounds.json(),
            "scores": [score.json() for score in self.scores],
            "winnings": [winning.json() for winning in self.winnings],
            "decisions_per_game": round(self.decisions_per_game, 3),
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games_per_second, 3),
            "rules": usage,
        }


def rules_in_force(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the chosen options, and of the rules in sections that the game uses."""
    rules = []
    for table in ruleset.book.tables:
        if table.rolled:
            rules.append(f"{table.id}.{ruleset.choice(table.id).option.code}")
        rules += [f"{table.id}.{rule.code}" for rule in table.rules if ruleset.uses(table, rule)]
    return tuple(rules)


def summarize(
    ruleset: Ruleset,
    *,
    bots: tuple[str, ...],
    settings: Settings,
    seed: int,
    swap: bool,
    results: Any,
    tallies: Any,
    seconds: float,
) -> Simulation:
    """Return the summary of a simulation.

    Args:
        ruleset: The rules.
        bots: The bots by player.
        settings: The settings by player.
        seed: The dice seed.
        swap: True if each dice seed was played once from each seat.
        results: An array with a Result for each game.
        tallies: An array with a Tally for each rule.
        seconds: The elapsed time.
    """
    games = len(results)
    seating = _Seating(games, len(bots), swap)
    has_ended = results.capped == 0
    is_decided = has_ended & (results.winner >= 0)
    winner = seating.players_in(results.winner)
    first_side_wins, first_side_share = _first_side(results, is_decided, seating.dice)
    rounds = None
    if ruleset.book.sheet.nouns.rounds:
        rounds = Percentiles.from_values(results.rounds)
    return Simulation(
        id=ruleset.address,
        games=games,
        bots=bots,
        settings=settings,
        seed=seed,
        ended_by_rules=int(has_ended.sum()),
        capped=int(games - has_ended.sum()),
        wins=tuple(int((is_decided & (winner == player)).sum()) for player in range(len(bots))),
        draws=int((has_ended & ~is_decided).sum()),
        first_side_wins=first_side_wins,
        first_side_share=first_side_share,
        rounds=rounds,
        scores=_mean_scores(ruleset, bots, results.scores, seating),
        winnings=_mean_winnings(results.winnings, seating),
        decisions_per_game=float(results.decisions.mean()),
        seconds=seconds,
        rules=_rule_usage(ruleset, tallies),
        ruleset=ruleset,
        swap=swap,
        results=results,
    )


class _Seating:
    """The seats of the players in each game of a simulation.

    Args:
        games: The number of games.
        players: The number of players.
        swap: True if each dice seed was played once from each seat. Then all players move on by
            one seat after each game.

    Attributes:
        players: The number of players.
        swap: See above.
        dice: The number of the dice of each game.
    """

    def __init__(self, games: int, players: int, swap: bool) -> None:
        self.players = players
        self.swap = swap
        game_numbers = np.arange(games)
        if swap:
            self.dice = game_numbers // players
            self._moved_seats = game_numbers % players
        else:
            self.dice = game_numbers
            self._moved_seats = np.zeros(games, dtype=np.int64)

    def players_in(self, seats: Any) -> Any:
        """Return the player in one seat of each game."""
        return (seats + self._moved_seats) % self.players

    def values_of(self, player: int, by_seat: Any) -> Any:
        """Return the value of one player in each game, out of an array of games by seats."""
        seats = (player - self._moved_seats) % self.players
        return by_seat[np.arange(len(by_seat)), seats]


def _first_side(results: Any, is_decided: Any, dice: Any) -> tuple[int | None, Estimate | None]:
    """Return the wins of the side that acted first, and their share of the decided games.

    Both are None if all sides act at once.

    Args:
        results: An array with a Result for each game.
        is_decided: True for each game with a winner.
        dice: The number of the dice of each game.
    """
    if not (results.opener >= 0).any():
        return None, None
    is_first = is_decided & (results.winner == results.opener)
    share = Estimate.from_counts(np.bincount(dice, is_first), np.bincount(dice, is_decided))
    return int(is_first.sum()), share


def _mean_scores(
    ruleset: Ruleset, bots: tuple[str, ...], scores: Any, seating: _Seating
) -> tuple[Mean, ...]:
    """Return the mean score of each player, out of an array of games by seats."""
    expected: Sequence[float | None] = [None] * len(bots)
    if not seating.swap:
        expected = playing.family_of(ruleset.book.family).expected_scores(ruleset, bots)
    return tuple(
        Mean.from_values(seating.values_of(player, scores), expected[player], seating.dice)
        for player in range(len(bots))
    )


def _mean_winnings(winnings: Any, seating: _Seating) -> tuple[Mean, ...]:
    """Return the mean winnings of each player; none if nothing is staked."""
    if not winnings.any():
        return ()
    return tuple(
        Mean.from_values(seating.values_of(player, winnings), sets=seating.dice)
        for player in range(seating.players)
    )


def _rule_usage(ruleset: Ruleset, tallies: Any) -> dict[str, RuleUsage]:
    """Return the usage of each rule in force, out of an array with a Tally for each rule."""
    rules = playing.family_of(ruleset.book.family).rules
    numbers = {name: number for number, name in enumerate(rules)}
    usage = {}
    for name in rules_in_force(ruleset):
        tally = tallies[numbers[name]]
        usage[name] = RuleUsage(fired=int(tally.fired), games=int(tally.games))
    return usage
