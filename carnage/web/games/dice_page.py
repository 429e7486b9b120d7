"""Prepare the page of a game's dice for its template.

A visitor without JavaScript changes a game on this page. With JavaScript, the page of rules loads
it and shows its elements with `data-part`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from carnage.catalog import Table
from carnage.catalog.variants import Variant, list_variants
from carnage.rulebook import Rulebook, Section
from carnage.rulebook.markdown import render_inline
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.atlas.tendencies import summarize_effects
from carnage.web.games.dice import ALL_DICE, GameView
from carnage.web.games.history import TO_DICE, UndoHistory, dice_url, roll_url
from carnage.web.games.links import LinkState, game_url


@dataclass(frozen=True, slots=True)
class Answer:
    """A result of a table, and the game that has it.

    Attributes:
        rolls: The rolls that give it, such as "0–2".
        effect: Its effect in that game, as HTML.
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
    """The die that is open: its rule, its links and its other answers."""

    section: Section
    previous: Table
    next: Table
    is_locked: bool
    roll_url: str
    lock_url: str
    answers: tuple[Answer, ...]


class DicePage(GameView):
    """The page of one game's dice; `die` is the id of a table or `ALL_DICE`."""

    def __init__(
        self, rulebook: Rulebook, carried: LinkState, trail: UndoHistory, die: str
    ) -> None:
        super().__init__(rulebook, carried, trail, die)
        self.panel = None if die == ALL_DICE else self._build_panel(self.book.table(die))

    @property
    def rules_url(self) -> str:
        """Return the address of the rules, at the rule of the die that is open."""
        anchor = self.panel.section.id if self.panel else ""
        return game_url(self.book, self.ruleset.seed.digits, self.carried, anchor)

    @property
    def unlock_url(self) -> str:
        """Return the address of this page without locks."""
        unlocked = replace(self.carried, keep=())
        return dice_url(self.book, self.ruleset.seed.digits, ALL_DICE, unlocked, self.trail)

    def _build_panel(self, table: Table) -> DiePanel:
        sections = {section.id: section for section in self.rulebook.sections}
        tables = self.book.rolled
        place = tables.index(table)
        digits = self.ruleset.seed.digits
        toggled = self.carried.toggled(self.book, table.id)
        fields = {"only": table.id, "to": TO_DICE, **self.trail.fields()}
        return DiePanel(
            section=sections[table.id],
            previous=tables[place - 1],
            next=tables[(place + 1) % len(tables)],
            is_locked=table.id in self.carried.keep,
            roll_url=roll_url(self.book, digits, self.carried, **fields),
            lock_url=dice_url(self.book, digits, table.id, toggled, self.trail),
            answers=tuple(self._build_answer(table, variant) for variant in list_variants(table)),
        )

    def _build_answer(self, table: Table, variant: Variant) -> Answer:
        game = self.ruleset
        is_current = game.choice(table.id).roll in variant.rolls
        if not is_current:
            seed = game.seed.replaced(self.book.digit_offset(table.id), variant.lowest)
            game = Ruleset(self.book, Seed(seed.digits), "")
        params = {**table.params, **variant.option.params, **table.at.get(variant.rolls[0], {})}
        trail = self.trail.on(self.ruleset.seed.digits)
        return Answer(
            rolls=variant.span,
            label=variant.label,
            effect=render_inline(TextFiller(game).fill(variant.option.does, params)),
            url=""
            if is_current
            else dice_url(self.book, game.seed.digits, table.id, self.carried, trail),
            is_idle=not game.uses(table, variant.option),
            tendency=summarize_effects(self.book, table, variant),
        )

    def visited_games(self) -> Iterator[VisitedGame]:
        """Return the games that the visitor came from, the last first."""
        for step, digits in enumerate(self.trail.was, 1):
            name = (self.trail.called if step == 1 else "") or self.carried.name
            trail = self.trail.back(step, self.ruleset.seed.digits)
            url = dice_url(self.book, digits, ALL_DICE, replace(self.carried, name=name), trail)
            yield VisitedGame(resolve(self.book, Seed(digits), name).name, digits, url)

    def die_url(self, table_id: str) -> str:
        """Return the address of this page with another die open."""
        return dice_url(self.book, self.ruleset.seed.digits, table_id, self.carried, self.trail)
