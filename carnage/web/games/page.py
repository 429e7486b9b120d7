"""Prepare the data of a game's page for its template."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from carnage.catalog import is_played
from carnage.rulebook import Chapter, Part
from carnage.rulebook.examples import DEFAULT_BOT, find_example
from carnage.rulebook.model import PAGE_ONE_IDS
from carnage.rulesets.custom_names import format_names
from carnage.rulesets.world import NO_SETTING, find_world, list_settings
from carnage.web.games.dice import GameView

PLAIN_TITLE = "The plain book"
UNUSED_TITLE = "Not Used in This Game"


class GamePage(GameView):
    """The page with the rules of one game."""

    @cached_property
    def query(self) -> str:
        """Return the query of links to other forms of the game: its names alone."""
        return replace(self.carried, keep=(), wish="").query()

    @cached_property
    def changed_ids(self) -> frozenset[str]:
        """Return the anchors of the rules that are marked as changed."""
        if not self.changes or not self.changes.are_marked:
            return frozenset()
        return frozenset(change.id for change in self.changes.changes)

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters, then one with the rolls that have no effect."""
        unused = self.rulebook.unused
        return (*self.rulebook.chapters, *([Chapter(UNUSED_TITLE, unused)] if unused else []))

    @cached_property
    def page_one(self) -> tuple[Part, ...]:
        """Return the parts of the first page, which stand before the dice and the contents."""
        return tuple(part for part in self.rulebook.front if part.id in PAGE_ONE_IDS)

    @property
    def glance(self) -> str:
        """Return the number of players and the duration."""
        times = [line.value for line in self.rulebook.summary if line.label == "Time"]
        return " · ".join([f"{self.ruleset.players} players", *times])

    @property
    def kept_rules(self) -> str:
        """Return the locked rules with their options, for the person to whom the game is sent."""
        locked = [choice for choice in self.ruleset.choices if choice.table.id in self.carried.keep]
        return "; ".join(f"{choice.table.title}, {choice.option.label}" for choice in locked)

    @property
    def hidden_fields(self) -> dict[str, str]:
        """Return the fields that a new name keeps."""
        carried = self.carried
        fields = {
            "keep": ",".join(carried.keep),
            "own": format_names(carried.own),
            "rules": carried.rules,
            "setting": carried.setting,
            "wish": carried.wish,
        }
        return {name: value for name, value in fields.items() if value}

    @property
    def worlds(self) -> list[tuple[str, str]]:
        """Return the choices of a world: the value of the field `setting`, and the title."""
        settings = list_settings(self.book)
        usual = find_world(self.ruleset)
        if usual is None:
            return [("", PLAIN_TITLE), *settings]
        return [("", f"{usual.setting.title} (of its name)"), (NO_SETTING, PLAIN_TITLE), *settings]

    @property
    def has_example(self) -> bool:
        """Return whether there is an example of play."""
        return find_example(self.ruleset) is not None

    @property
    def example_url(self) -> str:
        """Return the address of the example of play; empty where the rulebook contains it."""
        if self.has_example or not is_played(self.book.family):
            return ""
        return f"{self.ruleset.path}/example{self.query}"

    @property
    def watch_url(self) -> str:
        """Return the address of a game to watch: that of the example of play, if there is one."""
        if not is_played(self.book.family):
            return ""
        url, shown = f"/watch{self.ruleset.path}{self.query}", find_example(self.ruleset)
        if shown is None:
            return url
        bots = "" if shown.bot == DEFAULT_BOT else f"bots={shown.bot}&"
        return f"{url}{'&' if self.query else '?'}{bots}game={shown.number}&at={shown.event}"
