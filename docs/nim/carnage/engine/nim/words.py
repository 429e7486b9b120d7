"""Questions and reports in words, for `engine.narration`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.common.text_format import count, spell_out
from carnage.engine.core.events import python_name
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match, Question
from carnage.engine.nim.queries import QUERIES
from carnage.replays.replay import SPECTATOR
from carnage.rulesets.ruleset import Ruleset


class Words:
    """The words for one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides

    def read_record(self, g: Any) -> None:
        """All is known before the game."""

    def report(self, match: Match, seat: int = SPECTATOR) -> Report:
        return Report(self.sides)

    def value(self, name: str, number: float) -> Any:
        """People count sides from 1."""
        return int(number) + 1 if name == "winner" else int(number)

    def dice(self, happening: LoggedEvent) -> list[Any]:
        return list(happening.dice)

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        query = QUERIES[asked.kind]
        say = getattr(self, f"say_{python_name(query.name)}")
        return f"{self.sides[asked.side]}: {query.put}", [say(option) for option in asked.options]

    def say_take(self, option: Any) -> str:
        return f"Take {count(int(option.what), 'coin', spell_out)}"

    def is_about_game(self, asked: Question) -> bool:
        return True


class Report:
    """A game told event by event."""

    def __init__(self, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.begun = False

    def lines(self, happenings: Iterable[LoggedEvent]) -> Iterator[str]:
        for happening in happenings:
            yield from getattr(self, f"tell_{python_name(happening.name)}")(happening)

    def tell_lay_out(self, h: LoggedEvent) -> Iterator[str]:
        yield "## Setting up"
        yield f"{count(h.a, 'coin', spell_out).capitalize()} are laid out."

    def tell_take(self, h: LoggedEvent) -> Iterator[str]:
        if not self.begun:
            yield "## The coins go"
        self.begun = True
        yield f"{self.sides[h.side]} takes {count(h.a, 'coin', spell_out)}."

    def tell_game_over(self, h: LoggedEvent) -> Iterator[str]:
        yield "## The end"
        yield f"{self.sides[h.a]} wins."
