"""What stands at the back of every rulebook: quick reference, glossary, credits."""

from __future__ import annotations

from markupsafe import Markup

from carnage import catalog
from carnage.catalog import Book
from carnage.document import templates
from carnage.document.parts import Chapter, Part
from carnage.document.press import Once
from carnage.document.texts import carried
from carnage.ruleset import Ruleset


class QuickReference:
    """Makes the quick reference of any game of one book: every rule in a line, and the tables of numbers."""

    def __init__(self, book: Book, traits: frozenset[str]) -> None:
        self._tables = Once(book, _tables, traits, ["resolution"])

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        briefs = [brief for chapter in chapters for section in chapter.sections for brief in section.briefs]
        markdown, html = self._tables(ruleset)
        listed = "\n".join([f"- {brief.markdown}" for brief in briefs])
        items = "".join([f"<li>{brief.html}</li>" for brief in briefs])
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


class Credits:
    """Makes the credits of any game of one book: whose ideas it is made of."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._made: dict[frozenset[str], Part] = {}

    def __call__(self, ruleset: Ruleset) -> Part:
        used = frozenset([choice.option.source for choice in ruleset.choices])
        made = self._made.get(used)
        if made is None:
            made = self._made[used] = _credits([*self._book.credits, *sorted(used - set(self._book.credits))])
        return made


def _credits(codes: list[str]) -> Part:
    sources = [catalog.sources()[code] for code in codes]
    return Part(
        "credits",
        "Credits",
        "\n".join(f"- {source.credit}" + _link(source) for source in sources),
        templates.html("credits.html", sources=sources),
    )


def _link(source: catalog.Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""
