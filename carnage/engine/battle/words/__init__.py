"""A battle in words: what `engine.telling` asks for."""

from __future__ import annotations

from typing import Any

from carnage.engine.battle.frame.queries import QUERIES
from carnage.engine.battle.words import logbook, options
from carnage.engine.battle.words.naming import Names
from carnage.engine.battle.words.report import Report
from carnage.engine.core.logbook import Happening
from carnage.engine.games import Match, Question
from carnage.films import WATCHER
from carnage.ruleset import Ruleset


class Words:
    """The words for one ruleset's battles."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.names = Names(ruleset, (sides[0], sides[1]))

    def know(self, g: Any) -> None:
        self.names.know(g)

    def report(self, match: Match, seat: int = WATCHER) -> Report:
        self.names.reader = seat
        return Report(self.names, match)

    def value(self, name: str, number: float) -> Any:
        return logbook.value_of(self.names, name, number)

    def dice(self, happening: Happening) -> list[Any]:
        return logbook.dice_of(self.names, happening)

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        lines = options.option_lines(self.names, g, asked.side, asked.kind, asked.actor, asked.options)
        return options.asked(self.names, g, asked.side, asked.kind, asked.actor), lines

    def at_large(self, asked: Question) -> bool:
        return QUERIES[asked.kind].at_large
