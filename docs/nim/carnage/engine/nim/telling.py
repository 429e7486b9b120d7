"""A game in words: what `engine.telling` asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from carnage.document.texts import spelled
from carnage.engine.core.logbook import Happening
from carnage.engine.games import Match, Question
from carnage.ruleset import Ruleset


def many(coins: int) -> str:
    return f"{spelled(coins)} {'coin' if coins == 1 else 'coins'}"


class Words:
    """The words for one ruleset's games."""

    def __init__(self, ruleset: Ruleset, sides: tuple[str, ...]) -> None:
        self.sides = sides

    def know(self, g: Any) -> None:
        """All is known before the game."""

    def report(self, match: Match) -> Report:
        return Report(self.sides)

    def value(self, name: str, number: float) -> Any:
        """People count sides from 1."""
        return int(number) + 1 if name == "winner" else int(number)

    def dice(self, happening: Happening) -> list[Any]:
        return list(happening.dice)

    def question(self, g: Any, asked: Question) -> tuple[str, list[str]]:
        lines = [f"Take {many(int(option.what))}" for option in asked.options]
        return f"{self.sides[asked.side]}: how many coins do you take?", lines

    def at_large(self, asked: Question) -> bool:
        return True

    def board(self, g: Any, viewer: int) -> Iterator[str]:
        yield f"The heap: {'o' * int(g.heap)}"


class Report:
    """A game told event by event."""

    def __init__(self, sides: tuple[str, ...]) -> None:
        self.sides = sides
        self.begun = False

    def lines(self, happenings: Iterable[Happening]) -> Iterator[str]:
        for h in happenings:
            if h.name == "lay-out":
                yield "## Setting up"
                yield f"{many(h.a).capitalize()} are laid out."
            elif h.name == "take":
                if not self.begun:
                    yield "## The coins go"
                self.begun = True
                yield f"{self.sides[h.side]} takes {many(h.a)}."
            else:
                yield "## The end"
                yield f"{self.sides[h.a]} wins."
