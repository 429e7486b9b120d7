"""Prepare a game's dice: links to each die, and the bar that rolls them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import groupby

from carnage.playtest.nearing import told as describe_misses
from carnage.rulebook.battle.muster import minutes
from carnage.ruleset import Ruleset
from carnage.web.games.changes import ChangeList
from carnage.web.games.trail import TO_DICE, Trail, dice_url, roll_url
from carnage.web.links import Carried, as_wished, game_url

ALL_DICE = "all"
"""The value of the field `die` that opens the page of all dice."""


@dataclass(frozen=True, slots=True)
class Die:
    """A rolled table as a link."""

    table_id: str
    title: str
    label: str
    digits: str
    url: str
    has_two_digits: bool
    is_locked: bool
    is_changed: bool


@dataclass(frozen=True, slots=True)
class DiceBar:
    """The bar at the lower edge of the page. Empty addresses and texts are not shown."""

    status: str
    dice_url: str
    roll_url: str
    locked_count: int
    free_count: int
    undo_url: str
    redo_url: str
    game_title: str
    wish: str
    wish_misses: str
    drop_wish_url: str


class GameLinks:
    """Addresses of a game and its neighbours that keep what the visitor's address carries.

    Args:
        ruleset: The game.
        carried: The name, locks, names and wish of the visitor's address.
        trail: The games that the visitor came from.
        die: The die that is open on the page of dice; empty on the page of rules.
    """

    def __init__(self, ruleset: Ruleset, carried: Carried, trail: Trail, die: str = "") -> None:
        self._book, self._digits = ruleset.book, ruleset.seed.digits
        self._carried, self._trail, self._die = carried, trail, die
        queries = Carried().query(**trail.fields()), carried.query()
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
        """Return the address of the game before; empty if there is none."""
        trail = self._trail
        if not trail.was:
            return ""
        carried = replace(self._carried, name=trail.called or self._carried.name)
        return self._page(trail.was[0], carried, trail.back(1, self._digits))

    def redo(self) -> str:
        """Return the address of the game that was undone last; empty if there is none."""
        if not self._trail.undone:
            return ""
        digits, name, trail = self._trail.again(self._digits, self._carried.name)
        return self._page(digits, replace(self._carried, name=name), trail)

    def drop_wish(self) -> str:
        """Return the address of the same game without the wish."""
        return self._page(self._digits, replace(self._carried, wish=""), self._trail)

    def _page(self, digits: str, carried: Carried, trail: Trail) -> str:
        if self._die:
            return dice_url(self._book, digits, self._die, carried, trail)
        return game_url(self._book, digits, carried, **trail.fields())


def build_dice(
    ruleset: Ruleset, links: GameLinks, locked_ids: Collection[str], changed_ids: Collection[str]
) -> list[tuple[str, list[Die]]]:
    """Return the dice of a game by chapter."""
    grouped = groupby(ruleset.choices, key=lambda choice: choice.table.chapter)
    return [
        (
            chapter,
            [
                Die(
                    table_id=choice.table.id,
                    title=choice.table.title,
                    label=choice.option.label,
                    digits=choice.digits,
                    url=links.die(choice.table.id),
                    has_two_digits=choice.table.digits > 1,
                    is_locked=choice.table.id in locked_ids,
                    is_changed=choice.table.id in changed_ids,
                )
                for choice in choices
            ],
        )
        for chapter, choices in grouped
    ]


def build_dice_bar(
    ruleset: Ruleset, links: GameLinks, carried: Carried, trail: Trail, changes: ChangeList | None
) -> DiceBar:
    """Return the bar of a game."""
    near = as_wished(ruleset, carried) if carried.wish else None
    return DiceBar(
        status=changes.short_summary if changes else "",
        dice_url=links.die(ALL_DICE),
        roll_url=links.roll(),
        locked_count=len(carried.keep),
        free_count=len(ruleset.book.rolled) - len(carried.keep),
        undo_url=links.undo(),
        redo_url=links.redo(),
        game_title=_format_game_title(ruleset) if trail else "",
        wish=carried.wish,
        wish_misses=describe_misses(near) if near and near.misses else "",
        drop_wish_url=links.drop_wish(),
    )


def _format_game_title(ruleset: Ruleset) -> str:
    """Return the name of the game and, in a battle, its duration."""
    if not ruleset.book.roster.figure:
        return ruleset.name
    shortest, longest = minutes(ruleset)
    return f"{ruleset.name} · {shortest}–{longest} min"
