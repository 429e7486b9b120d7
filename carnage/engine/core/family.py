"""The interface of a family of games: everything that callers need to play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from carnage.catalog import Weight
from carnage.engine.compiling import library
from carnage.engine.compiling.marks import ENGINE
from carnage.engine.core import records
from carnage.engine.core.entries import Entries
from carnage.engine.core.events import Shape
from carnage.engine.core.queries import Query
from carnage.engine.core.rule_ids import identifier
from carnage.engine.core.state import EASY, GREEDY, RANDOM, BotTable
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings


def empty_bot_table(ruleset: Ruleset, bots: Sequence[str]) -> Any:
    """Return an empty table, for bots that calculate everything during the game."""
    return records.new(BotTable, 0)


def unknown_scores(ruleset: Ruleset, bots: Sequence[str]) -> list[float | None]:
    """Return None for each seat, because no expected score is known."""
    return [None] * len(bots)


Weights = Mapping[str, float]
"""The weights of a bot, by the codes of `catalog.Weight`."""
NO_LEARNED_WEIGHTS: Mapping[int, Weights] = MappingProxyType({})


@dataclass(frozen=True)
class Family:
    """A family of books whose games share one record and one set of rules.

    Attributes:
        Game: The class of its record.
        Log: The class of its log.
        shapes: Its kinds of event, by number.
        queries: Its kinds of question, by number.
        rules: The names of its rules, by number.
        endings: The names of the ways in which its games end, by number.
        turn_fields: The fields of `Turn` that it fills.
        attacks: The answers that are attacks, by the name of the question.
        entries: The functions that Python calls to play its games.
        fill: Fills an empty record, NumPy's or plain, with the start of a ruleset's games.
        bots: The number of each bot by its name.
        bot_table: Returns the numbers that bots calculate before a game.
        expected_scores: Returns the exact mean score of each seat, or None where it is not known.
        weights: The weights of its greedy bot. If there are any, the record has a row of them for
            each seat.
    """

    Game: type
    Log: type
    shapes: tuple[Shape, ...]
    queries: tuple[Query, ...]
    rules: tuple[str, ...]
    endings: tuple[str, ...]
    turn_fields: tuple[str, ...]
    attacks: Mapping[str, tuple[str, ...]]
    entries: Entries
    fill: Callable[[Any, Ruleset, Settings], None]
    bots: Mapping[str, int] = field(
        default_factory=lambda: {"random": RANDOM, "easy": EASY, "greedy": GREEDY}
    )
    bot_table: Callable[[Ruleset, Sequence[str]], Any] = empty_bot_table
    expected_scores: Callable[[Ruleset, Sequence[str]], list[float | None]] = unknown_scores
    weights: tuple[Weight, ...] = ()

    @property
    def name(self) -> str:
        """The name of the family's package, such as `battle`."""
        return self.Game.__module__.removeprefix(ENGINE).partition(".")[0]

    @property
    def is_compiled(self) -> bool:
        """Return True if games run in a compiled library.

        Load the rules, and build them first if needed.
        """
        return library.load(self.name)

    def new_game(self) -> Any:
        """Return an empty record as rules take it: an array or, uncompiled, a list of one."""
        return records.single_row(self.Game, uncompiled=not self.is_compiled)

    @cached_property
    def routine_queries(self) -> frozenset[int]:
        """Return the kinds of question that a planner leaves to the greedy bot."""
        return frozenset(number for number, query in enumerate(self.queries) if query.routine)

    @cached_property
    def default_weights(self) -> Weights:
        """Return the weights that the greedy bot uses by default."""
        return {weight.code: weight.value for weight in self.weights}

    @cached_property
    def untuned_weights(self) -> Weights:
        """Return the weights that the greedy bot had before any tuning."""
        return {weight.code: weight.start for weight in self.weights}

    def set_weights(self, record: Any, seat: int, weights: Weights) -> None:
        """Set the weights of the bot in a seat."""
        row = record.weights[seat]
        for code, value in weights.items():
            setattr(row, identifier(code), float(value))

    def fill_start(
        self,
        record: Any,
        ruleset: Ruleset,
        settings: Settings = DEFAULT_SETTINGS,
        learned: Mapping[int, Weights] = NO_LEARNED_WEIGHTS,
    ) -> None:
        """Turn an empty record into the start of a ruleset's games.

        Args:
            record: The record, NumPy's or plain.
            ruleset: The rules.
            settings: The settings of each side.
            learned: The weights of some seats. All others use the shipped weights.
        """
        self.fill(record, ruleset, settings)
        if self.weights:
            for seat in range(ruleset.players):
                self.set_weights(record, seat, learned.get(seat, self.default_weights))

    def template(
        self,
        ruleset: Ruleset,
        settings: Settings = DEFAULT_SETTINGS,
        learned: Mapping[int, Weights] = NO_LEARNED_WEIGHTS,
    ) -> Any:
        """Return the record in which all games of a ruleset begin, as an array of one."""
        rows = records.new(self.Game)
        self.fill_start(rows[0], ruleset, settings, learned)
        return rows
