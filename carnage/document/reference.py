"""What stands at the back of every rulebook: quick reference, glossary, credits."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from carnage import catalog
from carnage.catalog import Book
from carnage.document import templates
from carnage.document.parts import Chapter, Part, Section
from carnage.document.press import Once
from carnage.document.texts import carried
from carnage.ruleset import Ruleset

_HEAD = re.compile(r"([A-Z][A-Za-z '-]{2,18}): (?=\S)")


def split_brief(brief: str) -> tuple[str, str]:
    """A brief's own heading, if it has one, and the rest of it."""
    match = _HEAD.match(brief)
    return (match[1], brief[match.end() :]) if match else ("", brief)


def brief_markdown(brief: str) -> str:
    """A brief as Markdown, its heading bold."""
    head, rest = split_brief(brief)
    return f"**{head}:** {rest}" if head else rest


@cache
def brief_html(brief: str) -> Markup:
    """A brief as HTML, its heading bold."""
    head, rest = split_brief(brief)
    return Markup("<b>{}:</b> {}").format(head, rest) if head else Markup("{}").format(rest)


def _headed(section: Section) -> str:
    """A section's brief with a heading, its own or the section's title."""
    return section.brief if split_brief(section.brief)[0] else f"{section.title}: {section.brief}"


@cache
def _item(brief: str) -> str:
    return f"<li>{brief_html(brief)}</li>"


class QuickReference:
    """Makes the quick reference of any game of one book: every rule in a line, and the tables of numbers."""

    def __init__(self, book: Book, traits: frozenset[str]) -> None:
        self._tables = Once(book, _tables, traits, ["resolution"])

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        lines = [_headed(section) for chapter in chapters for section in chapter.sections if section.brief]
        markdown, html = self._tables(ruleset)
        listed = "\n".join(f"- {brief_markdown(line)}" for line in lines)
        items = "".join(map(_item, lines))
        return Part(
            "reference",
            "Quick Reference",
            f"{listed}\n\n{markdown}",
            Markup(f'<div class="quick-reference"><ul class="briefs">{items}</ul>{html}</div>'),
        )


def _tables(ruleset: Ruleset) -> tuple[str, str]:
    """The weapon table and the stat lines."""
    models = {model.code: model for unit in ruleset.force for model in unit.models}
    told = {
        "weapons": carried(ruleset),
        "models": list(models.values()),
        "stats": ruleset.stats,
        "wounds": ruleset.has("wounds"),
        "cm": ruleset.has("centimetres"),
    }
    return templates.markdown("reference.md", **told), templates.html("reference.html", **told)


def glossary(ruleset: Ruleset) -> Part:
    """The words that this game uses in a sense of their own."""
    terms = [term for term in ruleset.book.glossary if ruleset.meets(term.needs)]
    return Part(
        "glossary",
        "Glossary",
        "\n".join(f"- **{term.term}**: {term.text}" for term in terms),
        templates.html("glossary.html", terms=terms),
    )


def credits(ruleset: Ruleset) -> Part:
    """Whose ideas this game is made of."""
    used = {choice.option.source for choice in ruleset.choices}
    named = [code for code in ruleset.book.credits] + sorted(used - set(ruleset.book.credits))
    sources = [catalog.sources()[code] for code in named]
    return Part(
        "credits",
        "Credits",
        "\n".join(f"- {source.credit}" + _link(source) for source in sources),
        templates.html("credits.html", sources=sources),
    )


def _link(source: catalog.Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""
