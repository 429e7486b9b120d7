"""Contests: games in which two sets of weights of the greedy bot play against each other."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from carnage.catalog import Book
from carnage.engine.core import records
from carnage.engine.core.entries import Seat
from carnage.engine.core.family import Family, Weights
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.rule_ids import identifier
from carnage.engine.core.state import GREEDY, MAX_RULES, Result, Tally, Turn
from carnage.engine.games import GameError, family_of, load_family
from carnage.rulesets.ruleset import Ruleset


class ContestGames(NamedTuple):
    """The games of a contest.

    Attributes:
        shares: The challenger's share of each game, an array of seats by games.
        decisions: The number of decisions in all games.
    """

    shares: Any
    decisions: int


class Contest:
    """A ruleset in which two sets of weights play against each other."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.family = load_family_with_weights(ruleset.book)
        self.players = ruleset.players
        self.template = self.family.template(ruleset)
        self.bot_table = self.family.bot_table(ruleset, ["greedy"] * self.players)
        self.seats = records.new(Seat, self.players)
        self.seats.bot = GREEDY
        self._turns = records.new(Turn, 0)
        self._of_thread = threading.local()

    def play(
        self, challenger: Weights, incumbent: Weights, *, dice: int, first: int, count: int
    ) -> ContestGames:
        """Play games between a challenger and an incumbent.

        Games `first` to `first + count − 1` are played once from every seat. A win is 1, a draw 1
        divided by the number of players. Several threads may call this.

        Args:
            challenger: The weights of one seat.
            incumbent: The weights of all other seats.
            dice: The dice seed.
            first: The number of the first game.
            count: The number of games.
        """
        template, game, log, tallies = self._thread_records()
        rows = [self._weights_row(weights) for weights in (challenger, incumbent)]
        results = records.new(Result, count)
        shares = np.empty((self.players, count))
        decisions = 0
        for seat in range(self.players):
            for other_seat in range(self.players):
                template["weights"][0, other_seat] = rows[other_seat != seat]
            self.family.entries.play_batch(
                game,
                template,
                self.bot_table,
                log,
                dice,
                first,
                count,
                self.seats,
                results,
                self._turns,
                tallies,
            )
            is_draw = results.winner < 0
            shares[seat] = np.where(is_draw, 1.0 / self.players, results.winner == seat)
            decisions += int(results.decisions.sum())
        return ContestGames(shares, decisions)

    def _thread_records(self) -> tuple[Any, ...]:
        """Return the template, the game, the log and the tallies of the calling thread.

        They are made once for each thread, because that takes as long as playing a game.
        """
        if not hasattr(self._of_thread, "records"):
            self._of_thread.records = (
                records.copy_rows(self.template),
                records.new(self.family.Game),
                new_log(self.family),
                records.new(Tally, MAX_RULES),
            )
        made: tuple[Any, ...] = self._of_thread.records
        return made

    def _weights_row(self, weights: Weights) -> Any:
        """Return weights as a record of the template."""
        row = self.template["weights"][0, 0].copy()
        for code, value in weights.items():
            row[identifier(code)] = value
        return row


def load_family_with_weights(book: Book) -> Family:
    """Return the family of a book, ready to play. Raise GameError if its bots have no weights."""
    if not family_of(book.family).weights:
        raise GameError(
            f"The bots of {book.title} go by no weights, so there is nothing for them to learn."
        )
    return load_family(book.family)
