"""Prepare the data that the page of a game's rules and the page of its dice share."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from carnage.lab.rulebook_search import describe_misses as describe_misses
from carnage.rulebook import Rulebook
from carnage.rulebook.battle.play_time import estimate_minutes
from carnage.rulesets.ruleset import Ruleset
from carnage.web.games.changes import ChangeList, describe_changes
from carnage.web.games.history import TO_DICE, UndoHistory, dice_url, roll_url
from carnage.web.games.links import LinkState, find_wish_misses, game_url

ALL_DICE = "all"
"""The value of the field `die` that opens the page of all dice."""


class GameLinks:
    """Addresses of a game and its neighbours that keep the state of the visitor's address.

    Args:
        ruleset: The game.
        carried: The name, locks, names and wish of the visitor's address.
        trail: The games that the visitor came from.
        die: The die that is open on the page of dice; empty on the page of rules.
    """

    def __init__(
        self, ruleset: Ruleset, carried: LinkState, trail: UndoHistory, die: str = ""
    ) -> None:
        self._book, self._digits = ruleset.book, ruleset.seed.digits
        self._carried, self._trail, self._die = carried, trail, die
        queries = LinkState().query(**trail.fields()), carried.query()
        self._suffix = "".join(query.replace("?", "&", 1) for query in queries)

    def die(self, table_id: str) -> str:
        """Return the address, relative to the page, at which a die is rolled, locked or set."""
        return f"?die={table_id}{self._suffix}"

    def lock(self, table_id: str) -> str:
        """Return the address, relative to the page, that locks or unlocks a rule."""
        return f"?lock={table_id}{self._suffix}"

    def roll(self) -> str:
        """Return the address that rolls every die that is not locked."""
        target = {"to": TO_DICE} if self._die else {}
        return roll_url(self._book, self._digits, self._carried, **target, **self._trail.fields())

    def undo(self) -> str:
        """Return the address of the game before."""
        trail = self._trail
        carried = replace(self._carried, name=trail.called or self._carried.name)
        return self._page(trail.was[0], carried, trail.back(1, self._digits))

    def redo(self) -> str:
        """Return the address of the game that was undone last."""
        digits, name, trail = self._trail.again(self._digits, self._carried.name)
        return self._page(digits, replace(self._carried, name=name), trail)

    def rules(self) -> str:
        """Return the address of the page of rules."""
        return game_url(self._book, self._digits, self._carried)

    def drop_wish(self) -> str:
        """Return the address of the same game without the wish."""
        return self._page(self._digits, replace(self._carried, wish=""), self._trail)

    def _page(self, digits: str, carried: LinkState, trail: UndoHistory) -> str:
        if self._die:
            return dice_url(self._book, digits, self._die, carried, trail)
        return game_url(self._book, digits, carried, **trail.fields())


class GameView:
    """A game with its dice and the bar that rolls them.

    Args:
        rulebook: The rulebook of the game.
        carried: The name, locks, names and wish that the address carries.
        trail: The games that the visitor came from.
        die: The die that is open on the page of dice; empty on the page of rules.
    """

    def __init__(
        self, rulebook: Rulebook, carried: LinkState, trail: UndoHistory, die: str = ""
    ) -> None:
        self.rulebook = rulebook
        self.ruleset = rulebook.ruleset
        self.book = rulebook.ruleset.book
        self.carried = replace(carried, name=self.ruleset.given_name if carried.name else "")
        self.trail = trail
        self.links = GameLinks(self.ruleset, self.carried, trail, die)

    @cached_property
    def changes(self) -> ChangeList | None:
        """Return the changes since the game before, if there is one."""
        return describe_changes(self.rulebook, self.trail.was[0]) if self.trail.was else None

    @property
    def free_count(self) -> int:
        """Return the number of dice that are not locked."""
        return len(self.book.rolled) - len(self.carried.keep)

    @property
    def wish_misses(self) -> str:
        """Return the parts of the wish that the game does not have; empty if it has all."""
        near = find_wish_misses(self.ruleset, self.carried)
        return describe_misses(near) if near.unmet else ""

    @property
    def game_title(self) -> str:
        """Return the name of the game and, in a battle, its duration."""
        if not self.book.roster.figure:
            return self.ruleset.name
        shortest, longest = estimate_minutes(self.ruleset)
        return f"{self.ruleset.name} · {shortest}–{longest} min"
