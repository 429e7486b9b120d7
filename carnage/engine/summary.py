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
            return cls(0.0, 0.0, 0.0, expected)
        mean = float(values.mean())
        if sets is None:
            apart = values - mean
        else:
            apart = np.bincount(sets, values - mean)
        count = len(apart)
        error = 0.0
        if count > 1:
            error = Z95 * math.sqrt(count / (count - 1) * float((apart**2).sum())) / len(values)
        return cls(mean, mean - error, mean + error, expected)

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
    """The counts of many games. Intervals are at 95 %; games with the same dice are one
    observation.

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

    def _set(self, name: str) -> list[str] | None:
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
        rounds = self.rounds
        return {
            "id": self.id,
            "games": self.games,
            "bots": list(self.bots),
            "seed": self.seed,
            **{each.name: self._set(each.name) for each in catalog.settings()},
            "ended_by_rules": self.ended_by_rules,
            "capped": self.capped,
            "wins": list(self.wins),
            "draws": self.draws,
            "first_side_wins": self.first_side_wins,
            "first_side_share": self.first_side_share and self.first_side_share.json(),
            "rounds": rounds
            and {
                "mean": round(rounds.mean, 4),
                "p10": rounds.p10,
                "p50": rounds.p50,
                "p90": rounds.p90,
            },
            "scores": [score.json() for score in self.scores],
            "winnings": [winning.json() for winning in self.winnings],
            "decisions_per_game": round(self.decisions_per_game, 3),
            "seconds": round(self.seconds, 6),
            "games_per_second": round(self.games_per_second, 3),
            "rules": {name: {"fired": f.fired, "games": f.games} for name, f in self.rules.items()},
        }


def rules_in_force(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the chosen options, and of the rules in the sections that this game
    uses.
    """
    rules = []
    for table in ruleset.book.tables:
        if table.rolled:
            rules.append(f"{table.id}.{ruleset.choice(table.id).option.code}")
        rules += [f"{table.id}.{rule.code}" for rule in table.rules if ruleset.uses(table, rule)]
    return tuple(rules)


def summarize(
    ruleset: Ruleset,
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
    players = len(bots)
    family = playing.family_of(ruleset.book.family)
    ended = results.capped == 0
    decided = ended & (results.winner >= 0)
    # With `swap`, all players move on by one seat after each game. Convert seats to players.
    if swap:
        moved = np.arange(games) % players
    else:
        moved = np.zeros(games, dtype=np.int64)
    winner = (results.winner + moved) % players
    number = {name: n for n, name in enumerate(family.rules)}
    rounds = results.rounds
    p10, p50, p90 = (int(p) for p in np.percentile(rounds, (10, 50, 90), method="inverted_cdf"))
    opened = bool((results.opener >= 0).any())
    first = decided & (results.winner == results.opener)
    if swap:
        sets = np.arange(games) // players
    else:
        sets = np.arange(games)
    stakes = bool(results.winnings.any())
    known: Sequence[float | None] = (
        family.expected_scores(ruleset, bots) if not swap else [None] * players
    )
    return Simulation(
        id=ruleset.path,
        games=games,
        bots=bots,
        settings=settings,
        seed=seed,
        ended_by_rules=int(ended.sum()),
        capped=int(games - ended.sum()),
        wins=tuple(int((decided & (winner == player)).sum()) for player in range(players)),
        draws=int((ended & ~decided).sum()),
        first_side_wins=int(first.sum()) if opened else None,
        first_side_share=Estimate.part(np.bincount(sets, first), np.bincount(sets, decided))
        if opened
        else None,
        rounds=Percentiles(float(rounds.mean()), p10, p50, p90)
        if ruleset.book.sheet.nouns.rounds
        else None,
        scores=tuple(
            Mean.from_values(
                _values_of_player(results.scores, moved, player, players), known[player], sets
            )
            for player in range(players)
        ),
        winnings=tuple(
            Mean.from_values(_values_of_player(results.winnings, moved, player, players), sets=sets)
            for player in range(players)
        )
        if stakes
        else (),
        decisions_per_game=float(results.decisions.mean()),
        seconds=seconds,
        rules={
            name: RuleUsage(int(tallies[number[name]].fired), int(tallies[number[name]].games))
            for name in rules_in_force(ruleset)
        },
        ruleset=ruleset,
        swap=swap,
        results=results,
    )


def _values_of_player(by_seat: Any, moved: Any, player: int, players: int) -> Any:
    """Return one player's number in each game.

    Args:
        by_seat: An array of games by seats.
        moved: The number of seats by which all players have moved in each game.
        player: The player, from 0.
        players: The number of players.
    """
    return by_seat[np.arange(len(by_seat)), (player - moved) % players]
