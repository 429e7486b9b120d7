"""Texts of battles: reports, questions and logs, for `engine.narration`."""

from __future__ import annotations

from typing import Any

from carnage.engine.battle.frame.queries import QUERIES
from carnage.engine.battle.words import logbook, options
from carnage.engine.battle.words.naming import Names
from carnage.engine.battle.words.report import Report
from carnage.engine.battle.words.short_options import rank_options, short_option_lines
from carnage.engine.battle.words.sights import range_lines, sight_line
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match, Question
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset


class Words:
    """Texts for one ruleset's battles; implements `engine.narration.Words`."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.names = Names(ruleset, (sides[0], sides[1]))

    def read_record(self, g: Any) -> None:
        """Update the names of the models, if they depend on picks made in play."""
        self.names.read_record(g)

    def report(self, match: Match, seat: int = SPECTATOR) -> Report:
        """Return a new report of a match, in which the models of this seat are "your" models.

        For a spectator, both sides are named.
        """
        self.names.reader = seat
        return Report(self.names, match)

    def value(self, name: str, number: float) -> Any:
        """Return the value of an event's field for the log."""
        return logbook.log_value(self.names, name, number)

    def dice(self, happening: LoggedEvent) -> list[Any]:
        """Return the dice or cards of an event for the log."""
        return logbook.log_dice(self.names, happening)

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        """Return the text of a question, and a line for each of its options."""
        text = options.question_text(self.names, asked)
        return text, options.option_lines(self.names, g, asked)

    def short_options(self, g: Any, asked: Question) -> list[str]:
        """Return a short line for each option that chooses a place."""
        return short_option_lines(self.names, g, asked)

    def option_ranks(self, g: Any, asked: Question) -> list[int]:
        """Return the rank of each option of a move: those that serve the aim of the game first."""
        return rank_options(self.names, g, asked)

    def sight(self, g: Any, actor: int, sight: Any) -> str:
        """Return a model’s view of an enemy in words, with the number that a hit needs."""
        return sight_line(self.names, g, actor, sight)

    def ranges(self, g: Any, actor: int) -> list[tuple[str, float]]:
        """Return the text and the length of each range of a model's weapons."""
        return range_lines(self.names, g, actor)

    def is_about_game(self, asked: Question) -> bool:
        """Return whether a question is about the whole game, not about one thing in it."""
        return QUERIES[asked.kind].is_about_game
