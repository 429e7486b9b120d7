"""Telling: a game in words. Finds the family's words for a match; knows no rule itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carnage.engine.games import Match

SIDES = ("Side 1", "Side 2")


class Teller:
    """Tells one match, as it stands whenever it is asked.

    `news` says what has happened since it was last asked, so that a game can be followed while it is played.
    """

    def __init__(self, match: Match, sides: tuple[str, str] = SIDES) -> None:
        from carnage.engine.battle.naming import Names

        self.match = match
        self.names = Names(match.ruleset, sides)
        self._told = 0
        self._forget()

    def news(self) -> list[str]:
        """The report of everything since the last time; headings begin with #."""
        from carnage.engine.battle import logbook

        self.names.know(self.match.record)
        happenings = list(logbook.read(self.match.log, self._count()))
        found = list(self._report.lines(happenings[self._told :]))
        self._told = len(happenings)
        return found

    def taken_back(self) -> None:
        """Some of what was told has been taken back: what stands of it counts as told."""
        self._forget()
        self.news()

    def events(self) -> Iterator[dict[str, Any]]:
        """What has happened so far, one object an event, ready for JSON."""
        from carnage.engine.battle import logbook

        self.names.know(self.match.record)
        for n, happening in enumerate(logbook.read(self.match.log, self._count()), 1):
            yield logbook.entry(self.names, n, happening)

    def question(self) -> tuple[str, list[str]]:
        """The open question, and its options, a line each; raises ValueError if there is none."""
        from carnage.engine.battle import tell

        asked = self.match.question
        if asked is None:
            raise ValueError("the game is over")
        g = self.match.record
        self.names.know(g)
        lines = tell.told(self.names, g, asked.side, asked.kind, asked.actor, asked.options)
        return tell.asked(self.names, g, asked.side, asked.kind, asked.actor), lines

    @property
    def at_large(self) -> bool:
        """Whether the open question is about the whole battle, so that a look at the table is in order."""
        from carnage.engine.battle import tell

        return self.match.question is not None and self.match.question.kind in tell.AT_LARGE

    def board(self, viewer: int) -> list[str]:
        """The state of the game as a table, as this side may see it."""
        from carnage.engine.battle.board import board

        self.names.know(self.match.record)
        return list(board(self.names, self.match.record, viewer))

    def _forget(self) -> None:
        from carnage.engine.battle.transcript import Report

        self._report = Report(self.names, self.match)
        self._told = 0

    def _count(self) -> int:
        return min(int(self.match.record.core.n_events), len(self.match.log))
