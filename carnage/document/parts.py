"""What a rulebook is made of: the parts that pages, Markdown and files are assembled from.

HTML in these parts is ready to be printed: only our own texts go into it, and a game's name, which a visitor
may choose, is in none of it. No part carries its own heading, so that a page can put controls beside one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from carnage.catalog import Table
from carnage.catalog.rolls import Choice
from carnage.document.ascii import ascii_html
from carnage.document.typography import typographic
from carnage.wording import lower

NOTHING = Markup()
MOST_BRIEFS = 5_000
_HEAD = re.compile(r"([A-Z][A-Za-z '-]{2,18}): (?=\S)")


class Brief:
    """A rule in a line: a heading, the brief's own or else its table's title, and what it says.

    Where it is an item, `id` is the anchor of the rule, which its heading leads to.
    """

    __slots__ = ("head", "html", "item", "line", "markdown", "text")

    def __init__(self, title: str, text: str, id: str = "") -> None:
        match = _HEAD.match(text)
        self.head = match[1] if match else title
        self.text = text[match.end() :] if match else _after_a_colon(text)
        self.markdown = f"**{self.head}:** {self.text}"
        head, said = Markup.escape(self.head), Markup.escape(typographic(self.text))
        there = Markup('<a href="#{}">{}</a>').format(id, head) if id else head
        self.html = Markup(ascii_html(Markup("<b>{}:</b> {}").format(head, said)))
        # As an item of a list, ready to be joined.
        self.line = f"- {self.markdown}"
        self.item = ascii_html(Markup("<li><b>{}:</b> {}</li>").format(there, said))


# Sections that differ have most of their briefs in common, and what is made of these is kept by them.
brief = lru_cache(MOST_BRIEFS)(Brief)


def _after_a_colon(sentence: str) -> str:
    """The sentence with a small first letter, unless its first word is written in capitals, like D6."""
    return sentence if sentence[1:2].isupper() or sentence[1:2].isdigit() else lower(sentence)


class Shared:
    """What is made of sections that differ in nothing but their digits: the body on the site's page."""

    __slots__ = ("page",)

    def __init__(self) -> None:
        self.page = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One table's part of the rules: an option that was rolled, or a section that every game has.

    `html` and `markdown` are the whole rule below its heading; in both the option's label stands in brackets
    at the start of its paragraph, in HTML as `<strong class="option-label">`. `does` says in two sentences
    what the option does to the game and `aside` is the first of them as HTML, as `<p class="does">`, for
    where others can be chosen; both are empty in a section that is not rolled. `items` are the briefs as
    items of an HTML list. Of a section without work in this game, which is not `used`,
    there is nothing but the label.
    """

    table: Table
    choice: Choice | None
    markdown: str
    html: Markup
    does: str = ""
    aside: Markup = NOTHING
    briefs: tuple[Brief, ...] = ()
    components: tuple[str, ...] = ()
    used: bool = True
    items: str = field(init=False)
    shown: tuple[str, str, str] | None = field(init=False, default=None, compare=False, repr=False)
    """What the site's page has of this section, as long as it is kept itself (`keep`): its entry in the
    contents, how it begins, and its body, which is shared."""
    shared: Shared = field(init=False, default_factory=Shared, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Whole pages are joined from sections: what each brings is ready.
        object.__setattr__(self, "items", "".join([brief.item for brief in self.briefs]))

    def keep(self, contents: str, head: str) -> tuple[str, str, str]:
        """Keep what was made of this section, with the body that it shares."""
        shown = contents, head, self.shared.page
        object.__setattr__(self, "shown", shown)
        return shown

    def rolled(self, choice: Choice) -> Section:
        """The same where other digits were rolled that give the same answer."""
        other = replace(self, choice=choice)
        object.__setattr__(other, "shared", self.shared)
        return other

    @property
    def id(self) -> str:
        """The anchor of this section on a page: its table's id."""
        return self.table.id

    @property
    def title(self) -> str:
        return self.table.title

    @property
    def intro(self) -> str:
        """The question that this section answers, in plain text."""
        return self.table.intro

    @property
    def label(self) -> str:
        """The label of the option that was rolled; empty in a section that is not rolled."""
        return self.choice.option.label if self.choice else ""

    @property
    def digits(self) -> str:
        """The digits that rolled it; empty in a section that is not rolled."""
        return self.choice.digits if self.choice else ""


class Chapter(NamedTuple):
    """Sections that stand together under one heading."""

    title: str
    sections: tuple[Section, ...]

    @property
    def id(self) -> str:
        """The anchor of this chapter, which no section and no part shares."""
        return "chapter-" + re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


class Rendering(NamedTuple):
    """The same as Markdown and as HTML. `write` gives it as Markdown, which a page has no use for."""

    write: Callable[[], str] = str
    html: Markup = NOTHING

    @property
    def markdown(self) -> str:
        return self.write()


class Part(NamedTuple):
    """A part of the rulebook outside the rules: components, setup, rosters, odds, quick reference, …

    `write` gives it as Markdown.
    """

    id: str
    title: str
    write: Callable[[], str]
    html: Markup

    @property
    def markdown(self) -> str:
        return self.write()
