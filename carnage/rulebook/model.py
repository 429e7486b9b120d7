"""The data that a rulebook consists of.

A `Rulebook` is computed once for a ruleset by `build_rulebook` and never changes. Values of type
`Markup` are HTML that was rendered from the project's own Markdown or drawings. Everything else is
plain text, which a template escapes, or Markdown where a name says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup
from msgspec import Struct

from carnage.catalog import Table
from carnage.catalog.rolls import Choice
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.custom_names import CustomNames
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.world import World, describe_subtitle

EMPTY = Markup()
PAGE_ONE_IDS = frozenset({"world", "setup", "aim", "components", "time"})
"""The anchors of the parts that make up the first page."""

BOOK_NAMED_PARTS = frozenset({"credits", "world", "aim"})
"""Parts without other names: ideas are credited under the names of the book, and page 1 is written
in the words of the setting."""


class Brief(Struct, frozen=True):
    """A rule in one line of the quick reference.

    Attributes:
        heading: The line's heading, such as "Move".
        text: The sentence after the heading.
        rule_id: The anchor of the rule; empty for a line that belongs to no rule.
    """

    heading: str
    text: str
    rule_id: str = ""


class Figure(Struct, frozen=True):
    """A drawing inside a rule, with its caption."""

    drawing: Markup
    caption: str


class WorkedExample(Struct, frozen=True):
    """A worked example below a rule: one paragraph as Markdown, and as HTML without the
    paragraph's tags.
    """

    markdown: str
    text: Markup


class Section(Struct, frozen=True):
    """The rules of one table.

    Attributes:
        table: The catalogue's table.
        choice: The option that was rolled; None for a table that every game has.
        markdown: The rule and its worked examples as Markdown.
        body: The rule as HTML.
        notes: Figures and worked examples, in the order in which they follow the body.
        aside: The reason for the rule and its picture in the game's world, as Markdown; empty where
            nothing was rolled.
        effect: The same as HTML.
        briefs: The rule's lines in the quick reference.
        components: Components that the rule needs, such as "a deck of cards".
        is_used: False for a roll without effect in this game; such a section has no body.
        is_absent: The roll means that the game has no such rule, such as No Twist.
    """

    table: Table
    choice: Choice | None
    markdown: str = ""
    body: Markup = EMPTY
    notes: tuple[Figure | WorkedExample, ...] = ()
    aside: str = ""
    effect: Markup = EMPTY
    briefs: tuple[Brief, ...] = ()
    components: tuple[str, ...] = ()
    is_used: bool = True
    is_absent: bool = False

    @property
    def id(self) -> str:
        """Return the anchor of the section."""
        return self.table.id

    @property
    def title(self) -> str:
        return self.table.title

    @property
    def label(self) -> str:
        """Return the label of the option that was rolled; empty where nothing was rolled."""
        return self.choice.option.label if self.choice else ""

    @property
    def digits(self) -> str:
        """Return the digits that were rolled; empty where nothing was rolled."""
        return self.choice.digits if self.choice else ""


class Chapter(Struct, frozen=True):
    """Sections under one heading."""

    title: str
    sections: tuple[Section, ...]

    @property
    def id(self) -> str:
        """Return the anchor of the chapter."""
        return "chapter-" + re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


class Part(Struct, frozen=True):
    """A part of the rulebook outside the rules, such as the setup or the glossary.

    Attributes:
        id: The anchor of the part.
        title: The heading.
        macro: The macro in `templates/macros/parts.html` that renders the content.
        content: The data that the macro takes.
    """

    id: str
    title: str
    macro: str
    content: Any


class Cell(Struct, frozen=True):
    """A cell of a table.

    Attributes:
        text: The cell's text.
        note: A shorter text beside it; empty for none.
        boxes: The number of boxes to tick off; such a cell has no text. None for a cell without
            boxes.
        is_heading: True for the cell that names its row.
    """

    text: str = ""
    note: str = ""
    boxes: int | None = None
    is_heading: bool = False


class Column(Struct, frozen=True):
    """The heading of a column; `long_title` explains a title that is an abbreviation."""

    title: str
    long_title: str = ""


class RowGroup(Struct, frozen=True):
    """Rows of a table that belong together.

    Attributes:
        title: The heading above the rows; empty for none.
        label: The name of the group in a column of its own, where a table cannot have such
            headings.
    """

    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    label: str = ""


class DataTable(Struct, frozen=True):
    """A table of numbers: weapons, stats, rosters or odds.

    Attributes:
        group_title: The heading of the column with the groups' labels; empty if the groups have
            none.
        can_scroll: True for a table that may be wider than a small screen.
    """

    title: str
    css_class: str
    columns: tuple[Column, ...]
    groups: tuple[RowGroup, ...]
    group_title: str = ""
    can_scroll: bool = False


class Step(Struct, frozen=True):
    """A step of a turn and the rules that apply in it."""

    title: str
    briefs: tuple[Brief, ...]


class QuickReference(Struct, frozen=True):
    """A reference for use during a game: the turn, the other rules in one line each, tables of
    numbers.
    """

    steps: tuple[Step, ...]
    briefs: tuple[Brief, ...]
    tables: tuple[DataTable, ...]


def _name_roll(section: Section) -> str:
    """Return a roll with its digits and its option: `Twist · 0 [No Twist]`."""
    return f"{section.title} · {section.digits} [{section.label}]"


class SummaryLine(NamedTuple):
    """A line of the summary at the head of a rulebook, such as "Players" with "2"."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class PlayTime:
    """The time that a game takes in minutes, with setting up.

    Attributes:
        minutes: The usual time.
        low: The time of a short game.
        high: The time of a long game.
        set_up: The time to set up, which is part of the others.
    """

    minutes: int
    low: int
    high: int
    set_up: int


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The complete rulebook of one ruleset.

    Attributes:
        pitch: One paragraph of plain text that describes the game.
        tags: Three words for the game, the most important first.
        summary: The lines at the head.
        chapters: The rules in the order in which they are read.
        unused: Rolls without effect in this game.
        front: The parts before the rules.
        back: The parts after the rules.
        time: The time that the game takes; None if its book does not say.
        naming: The names of sides, figures and weapons that are not the book's; None for none. The
            data has the book's names: renderers put the other names in.
        world: The world of the game; None for the plain book.
        own: The names that a person gave; the other names are those of the world's setting.
    """

    ruleset: Ruleset
    pitch: str
    tags: tuple[str, ...]
    summary: tuple[SummaryLine, ...]
    chapters: tuple[Chapter, ...]
    unused: tuple[Section, ...]
    front: tuple[Part, ...]
    back: tuple[Part, ...]
    time: PlayTime | None = None
    naming: NameReplacer | None = None
    world: World | None = None
    own: CustomNames = ()

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def seed_groups(self) -> tuple[str, ...]:
        """Return the seed's digits in groups, one for each chapter that rolls any."""
        return self.ruleset.seed.grouped(self.ruleset.book.groups)

    @property
    def kicker(self) -> str:
        """Return the title of the book, and that of the setting if there is one."""
        title = self.ruleset.book.title
        return f"{title} · {self.world.setting.title}" if self.world else f"{title} book"

    @property
    def subtitle(self) -> str:
        """Return the kind of fight and its place; empty for the plain book."""
        return describe_subtitle(self.ruleset, self.world)

    @property
    def hook(self) -> str:
        """Return the first sentence about the world; empty for the plain book."""
        return self.world.hook if self.world else ""

    @property
    def rolls_text(self) -> str:
        """Return the digits of the rules that the seed chose, in the order of the seed."""
        by_table = {}
        for chapter in self.chapters:
            for each in chapter.sections:
                by_table[each.id] = each
        rolls = []
        for choice in self.ruleset.choices:
            section = by_table.get(choice.table.id)
            if section:
                rolls.append(f"{section.title} {section.digits}")
        return f"{', '.join(rolls)}."

    @property
    def unused_text(self) -> str:
        """Return the sentences that list the rolls without a rule; empty for none."""
        absent = [_name_roll(section) for section in self.unused if section.is_absent]
        idle = [_name_roll(section) for section in self.unused if not section.is_absent]
        sentences = []
        if absent:
            sentences.append(f"Rolled, and no rule: {', '.join(absent)}.")
        if idle:
            sentences.append(f"Rolled, and not used in this game: {', '.join(idle)}.")
        return " ".join(sentences)

    def rename(self, label: str) -> str:
        """Return the given name of a figure, weapon or side, or else its label."""
        return self.naming.text(label) if self.naming else label

    # The export modules import this one, so they are imported when they are called.

    def markdown(self, address: str = "") -> str:
        """Return the rulebook as Markdown, with the address of the game if it is given."""
        from carnage.rulebook.markdown_export import export_markdown

        return export_markdown(self, address)

    def html(self, css: str | None = None, address: str = "") -> str:
        """Return the rulebook as one HTML file.

        Args:
            css: The style sheet; None for the site's own, fonts included.
            address: The address of the game; empty for none.
        """
        from carnage.rulebook.html_export import export_html

        return export_html(self, css, address)

    def json(self) -> dict[str, Any]:
        """Return the rulebook as data for JSON."""
        from carnage.rulebook.json_export import export_json

        return export_json(self)

    @property
    def sections(self) -> Sequence[Section]:
        """Return all sections, used or not."""
        return [
            *(section for chapter in self.chapters for section in chapter.sections),
            *self.unused,
        ]
