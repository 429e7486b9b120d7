"""Texts of duels for `engine.narration`: questions, options and reports."""

from __future__ import annotations

from typing import Any

from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.duel.words import options
from carnage.engine.duel.words.naming import ROWS, STEPS, THINGS
from carnage.engine.duel.words.report import Report
from carnage.engine.duel.words.short_options import short_option_lines
from carnage.engine.games import Match, Question
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset

_SEATS = {"with", "first", "said_by", "winner"}
_FLAGS = {"by_coin", "over_an_edge", "pierced"}
_PLACES = {"from_x", "from_y", "to_x", "to_y"}


class Words:
    """Texts for one ruleset's duels."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.has_prow = ruleset.has("prow")
        params = ruleset.params
        # The distance between the middles of a ship and of a die at its rim, in inches.
        self.touching = (params["conventions.ship"] + params["conventions.die"]) / 2.0

    def read_record(self, g: Any) -> None:
        """Do nothing: a duel has no names of its own."""

    def report(self, match: Match, seat: int = SPECTATOR) -> Report:
        """Return a new report of a game."""
        return Report(self.sides, self.touching, has_prow=self.has_prow)

    def value(self, name: str, number: float) -> Any:
        """Return a number of an event as a value for JSON, by the name of its field.

        Seats count from 1, and None stands for no seat or no thing.
        """
        if name in _PLACES:
            return round(float(number), 3)
        if name in ("facing_x", "facing_y"):
            return round(float(number), 6)
        whole = int(number)
        if name in _SEATS:
            return whole + 1 if whole >= 0 else None
        if name in _FLAGS:
            return bool(whole)
        if name == "row":
            return ROWS[whole].lower()
        if name == "thing":
            return THINGS[whole] if whole >= 0 else None
        return STEPS[whole] if name == "step" else whole

    def dice(self, happening: LoggedEvent) -> list[Any]:
        """Return the dice of an event."""
        return list(happening.dice)

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        """Return the text of a question and the lines of its options."""
        text = options.question_text(g, asked)
        return text, options.option_lines(self.sides, g, asked)

    def option_ranks(self, g: Any, asked: Question) -> list[int]:
        """Return the same rank for each option."""
        return [0] * len(asked.options)

    def short_options(self, g: Any, asked: Question) -> list[str]:
        """Return a short line for each option that chooses a place."""
        return short_option_lines(g, asked)

    def sight(self, g: Any, actor: int, sight: Any) -> str:
        """Return "": no figure looks at another."""
        return ""

    def ranges(self, g: Any, actor: int) -> list[tuple[str, float]]:
        """Return no range: there are no figures with weapons."""
        return []

    def is_about_game(self, asked: Question) -> bool:
        """Return whether the board is shown before the question."""
        return options.shows_board(asked)
