"""The games that a visitor came from, as addresses carry them, and the addresses of a game's
dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from carnage.catalog import Book
from carnage.rulesets.game_names import clean_name
from carnage.seeds import Seed, SeedError
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import LinkState

TO_DICE = "dice"
"""The value of the field `to` for a roll that returns to the page of dice."""

MAX_GAMES = 8
"""Games before this one that an address carries."""

NAMELESS = "~"
"""Follows the digits of a game in an address that has not the name of the game before it."""


@dataclass(frozen=True, slots=True)
class UndoHistory:
    """The games before and after this one in a visitor's history.

    Attributes:
        was: The digits of the games before, the last first.
        called: The name of the last game, if this one has another.
        undone: The digits of the games that were undone, the next first. `NAMELESS` follows a game
            without the name of the game before it.
    """

    was: tuple[str, ...] = ()
    called: str = ""
    undone: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is any way from here."""
        return bool(self.was or self.undone)

    def on(self, digits: str, called: str = "") -> UndoHistory:
        """Return the history of the next game after these digits."""
        return UndoHistory((digits, *self.was)[:MAX_GAMES], called)

    def back(self, steps: int, digits: str) -> UndoHistory:
        """Return the history after a number of undos. The games left behind can be redone.

        Args:
            steps: The number of games to go back.
            digits: The digits of the present game.
        """
        left = (digits + (NAMELESS if self.called else ""), *self.was[: steps - 1])
        return UndoHistory(self.was[steps:], undone=(*reversed(left), *self.undone)[:MAX_GAMES])

    def again(self, digits: str, name: str) -> tuple[str, str, UndoHistory]:
        """Return the digits, the name and the history of the game that was undone last.

        `digits` and `name` are those of this game.
        """
        redone = self.undone[0].removesuffix(NAMELESS)
        is_nameless = redone != self.undone[0]
        history = replace(self.on(digits, name if is_nameless else ""), undone=self.undone[1:])
        return redone, "" if is_nameless else name, history

    def fields(self) -> dict[str, str]:
        """Return the fields of an address."""
        return {"was": ",".join(self.was), "called": self.called, "undone": ",".join(self.undone)}


NO_HISTORY = UndoHistory()


def read_history(fields: Mapping[str, str], book: Book) -> UndoHistory:
    """Return the history in a query, as far as one is kept; raises HttpProblem, GameNameError."""
    was, undone = _read_games(fields, "was", book), _read_games(fields, "undone", book, NAMELESS)
    return UndoHistory(was, clean_name(fields.get("called", "")), undone)


def _read_games(
    fields: Mapping[str, str], name: str, book: Book, mark: str = ""
) -> tuple[str, ...]:
    """Return the digits of the games in a field, each with the mark that may follow it; raises
    HttpProblem.
    """
    parts = [part for part in fields.get(name, "").split(",", MAX_GAMES)[:MAX_GAMES] if part]
    try:
        seeds = [Seed.parse(part.removesuffix(mark), book.length) for part in parts]
    except SeedError:
        example = Seed.from_text(book.title, book.length)
        raise HttpProblem(
            400,
            "Invalid list of previous games",
            Advice("unknown_games", field=name, example=example),
            field=name,
        ) from None
    return tuple(
        [seed.digits + mark * part.endswith(mark) for seed, part in zip(seeds, parts, strict=True)]
    )


def dice_url(book: Book, digits: str, die: str, carried: LinkState, history: UndoHistory) -> str:
    """Return the address of a game's dice with one die open, or all of them."""
    return f"/{book.code}/{digits}{carried.query(die=die, **history.fields())}"


def roll_url(book: Book, digits: str, carried: LinkState, **more: str) -> str:
    """Return the address that rolls all rules that are not locked, or the rule in the field
    `only`.
    """
    return f"/roll{carried.query(**{'book': book.code, 'from': digits}, **more)}"
