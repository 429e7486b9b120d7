"""Prepare the data of a game's page for its template."""

from __future__ import annotations

from dataclasses import replace

from carnage.catalog import is_played
from carnage.own_names import written
from carnage.rulebook import Chapter, Rulebook
from carnage.rulebook.examples import find_example
from carnage.web.games.changes import ChangeList, describe_changes
from carnage.web.games.dice import GameLinks, build_dice, build_dice_bar
from carnage.web.games.trail import Trail
from carnage.web.links import Carried, fault_url

UNUSED_TITLE = "Not Used in This Game"


class GamePage:
    """The page of one game.

    Args:
        rulebook: The rulebook of the game.
        carried: The name, locks, names and wish that the address carries.
        trail: The games that the visitor came from.
        words: The words that the game was made of; empty for none.
        site_address: The site's address, such as https://carnage.example; empty if it is unknown.
        fault_contact: Where faults are reported; empty for nowhere.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        carried: Carried,
        trail: Trail,
        words: str,
        site_address: str,
        fault_contact: str,
    ) -> None:
        ruleset = rulebook.ruleset
        self.given_name = ruleset.given_name if carried.name else ""
        carried = replace(carried, name=self.given_name)
        self._rulebook, self._ruleset, self._carried, self._trail = rulebook, ruleset, carried, trail
        self.name, self.path, self.digits, self.words = ruleset.name, ruleset.path, ruleset.seed.digits, words
        self.name_start, _, self.name_end = ruleset.name.rpartition(" ")
        self.site_host = site_address.partition("://")[2]
        self.query = Carried(self.given_name, own=carried.own).query()
        self.sent_query = carried.query()
        self.links = GameLinks(ruleset, carried, trail)
        self.changes = self._describe_changes()
        self.changed_ids = self._find_changed_ids()
        self.dice_groups = build_dice(ruleset, self.links, carried.keep, self.changed_ids)
        self.dice_bar = build_dice_bar(ruleset, self.links, carried, trail, self.changes)
        self.chapters = self._list_chapters()
        self.glance = self._format_glance()
        self.kept_rules = self._list_kept_rules()
        self.hidden_fields = self._list_hidden_fields()
        self.has_example = find_example(ruleset) is not None
        self.watch_url = self._find_watch_url()
        self.fault_url = fault_url(fault_contact, ruleset.path) if fault_contact else ""

    def _describe_changes(self) -> ChangeList | None:
        if not self._trail.was:
            return None
        return describe_changes(self._rulebook, self._trail.was[0], undo_url=self.links.undo())

    def _find_changed_ids(self) -> frozenset[str]:
        if not self.changes or not self.changes.are_marked:
            return frozenset()
        return frozenset(change.id for change in self.changes.changes)

    def _list_chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters, then one with the rolls that have no effect."""
        unused = self._rulebook.unused
        return (*self._rulebook.chapters, *([Chapter(UNUSED_TITLE, unused)] if unused else []))

    def _format_glance(self) -> str:
        facts = dict(self._rulebook.facts)
        time = [facts["Time"]] if "Time" in facts else []
        return " · ".join([f"{facts['Players']} players", *time])

    def _list_kept_rules(self) -> str:
        """Return the locked rules with their options, for the person to whom the game is sent."""
        locked = [choice for choice in self._ruleset.choices if choice.table.id in self._carried.keep]
        return "; ".join(f"{choice.table.title}, {choice.option.label}" for choice in locked)

    def _list_hidden_fields(self) -> dict[str, str]:
        """Return the fields that a new name keeps."""
        carried = self._carried
        fields = {"keep": ",".join(carried.keep), "own": written(carried.own), "wish": carried.wish}
        return {name: value for name, value in fields.items() if value}

    def _find_watch_url(self) -> str:
        """Return the address of a game to watch: that of the example of play, if there is one."""
        if not is_played(self._ruleset.book.family):
            return ""
        url, shown = f"/watch{self.path}{self.query}", find_example(self._ruleset)
        if shown is None:
            return url
        return f"{url}{'&' if self.query else '?'}game={shown.number}&at={shown.event}"
