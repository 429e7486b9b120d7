"""Prepare the page of a game's dice for its template.

A visitor without JavaScript changes a game on this page. With JavaScript, the page of rules loads it and
shows its elements with `data-part`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from carnage.catalog import Table
from carnage.catalog.variants import Variant, variants
from carnage.rulebook import Rulebook, Section
from carnage.rulebook.markdown import render_inline
from carnage.rulebook.text import TextFiller
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.atlas.tendencies import tends
from carnage.web.games.changes import ChangeList, describe_changes
from carnage.web.games.dice import ALL_DICE, GameLinks, build_dice, build_dice_bar
from carnage.web.games.trail import TO_DICE, Trail, dice_url, roll_url
from carnage.web.links import Carried, game_url


@dataclass(frozen=True, slots=True)
class Answer:
    """A result of a table, and the game that has it.

    Attributes:
        rolls: The rolls that give it, such as "0–2".
        effect: What it does in that game, as HTML.
        url: The page of dice of that game; empty for the result that the game has already.
        is_idle: True if it has no effect there.
        tendency: Its effect on average, from the atlas; empty if it is unknown.
    """

    rolls: str
    label: str
    effect: Markup
    url: str
    is_idle: bool
    tendency: str


@dataclass(frozen=True, slots=True)
class VisitedGame:
    """A game that the visitor came from."""

    name: str
    digits: str
    url: str


@dataclass(frozen=True, slots=True)
class DiePanel:
    """The die that is open: its rule, what can be done with it and its other answers."""

    section: Section
    previous: Table
    next: Table
    is_locked: bool
    roll_url: str
    lock_url: str
    locked_ids: str
    rule_url: str
    answers: tuple[Answer, ...]

    @property
    def table(self) -> Table:
        return self.section.table


class DicePage:
    """The page of one game's dice.

    Args:
        rulebook: The rulebook of the game.
        carried: The name, locks, names and wish that the address carries.
        trail: The games that the visitor came from.
        die: The id of the table whose die is open, or `ALL_DICE`.
    """

    def __init__(self, rulebook: Rulebook, carried: Carried, trail: Trail, die: str) -> None:
        ruleset = rulebook.ruleset
        carried = replace(carried, name=ruleset.given_name if carried.name else "")
        self._rulebook, self._ruleset, self._book = rulebook, ruleset, ruleset.book
        self._carried, self._trail = carried, trail
        self.name, self.path, self.digits = ruleset.name, ruleset.path, ruleset.seed.digits
        self.links = GameLinks(ruleset, carried, trail, die)
        self.rules_url = game_url(self._book, self.digits, carried, "" if die == ALL_DICE else die)
        self.changes = self._describe_changes()
        self.panel = None if die == ALL_DICE else self._build_panel(self._book.table(die))
        self.dice_groups = build_dice(ruleset, self.links, carried.keep, ())
        self.dice_bar = build_dice_bar(ruleset, self.links, carried, trail, self.changes)
        self.unlock_url = dice_url(self._book, self.digits, ALL_DICE, replace(carried, keep=()), trail)
        self.visited_games = list(self._list_visited_games())

    def _describe_changes(self) -> ChangeList | None:
        if not self._trail.was:
            return None
        rules_url = game_url(self._book, self.digits, self._carried)
        return describe_changes(self._rulebook, self._trail.was[0], rules_url=rules_url)

    def _build_panel(self, table: Table) -> DiePanel:
        sections = {section.id: section for section in self._rulebook.sections}
        tables = self._book.rolled
        place = tables.index(table)
        toggled = self._carried.toggled(self._book, table.id)
        fields = {"only": table.id, "to": TO_DICE, **self._trail.fields()}
        return DiePanel(
            section=sections[table.id],
            previous=tables[place - 1],
            next=tables[(place + 1) % len(tables)],
            is_locked=table.id in self._carried.keep,
            roll_url=roll_url(self._book, self.digits, self._carried, **fields),
            lock_url=dice_url(self._book, self.digits, table.id, toggled, self._trail),
            locked_ids=",".join(toggled.keep),
            rule_url=game_url(self._book, self.digits, self._carried, table.id),
            answers=tuple(self._build_answer(table, variant) for variant in variants(table)),
        )

    def _build_answer(self, table: Table, variant: Variant) -> Answer:
        game = self._ruleset
        is_current = game.choice(table.id).roll in variant.rolls
        if not is_current:
            seed = game.seed.replaced(self._book.place(table.id), variant.lowest)
            game = Ruleset(self._book, Seed(seed.digits), "")
        params = {**table.params, **variant.option.params, **table.at.get(variant.rolls[0], {})}
        trail = self._trail.on(self.digits)
        return Answer(
            rolls=variant.span,
            label=variant.label,
            effect=render_inline(TextFiller(game).fill(variant.option.does, params)),
            url="" if is_current else dice_url(self._book, game.seed.digits, table.id, self._carried, trail),
            is_idle=not game.uses(table, variant.option),
            tendency=tends(self._book, table, variant),
        )

    def _list_visited_games(self) -> Iterator[VisitedGame]:
        for step, digits in enumerate(self._trail.was, 1):
            name = (self._trail.called if step == 1 else "") or self._carried.name
            trail = self._trail.back(step, self.digits)
            url = dice_url(self._book, digits, ALL_DICE, replace(self._carried, name=name), trail)
            yield VisitedGame(resolve(self._book, Seed(digits), name).name, digits, url)

    def die_url(self, table_id: str) -> str:
        """Return the address of this page with another die open."""
        return dice_url(self._book, self.digits, table_id, self._carried, self._trail)
