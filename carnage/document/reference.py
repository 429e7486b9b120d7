"""What stands at the back of every rulebook: quick reference, glossary, credits."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from markupsafe import Markup

from carnage import catalog
from carnage.catalog import Book, Term
from carnage.document import sources, templates
from carnage.document.parts import Brief, Chapter, Part
from carnage.document.press import Once
from carnage.document.texts import carried
from carnage.ruleset import Ruleset


class QuickReference:
    """Makes the quick reference of any game of one book: every rule in a line, and the tables of numbers."""

    def __init__(self, book: Book, traits: frozenset[str]) -> None:
        self._tables = Once(book, _tables, traits, ["resolution"])

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        markdown, tables = self._tables(ruleset)
        briefs = [brief for chapter in chapters for section in chapter.sections for brief in section.briefs]
        items = "".join([brief.item for brief in briefs])
        html = Markup(f'<div class="quick-reference"><ul class="briefs">{items}</ul>{tables}</div>')
        return Part("reference", "Quick Reference", partial(_quick, briefs, markdown), html)


def _quick(briefs: list[Brief], tables: str) -> str:
    return "\n".join(brief.line for brief in briefs) + f"\n\n{tables}"


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


class Glossary:
    """Makes the glossary of any game of one book: the words that it uses in a sense of their own."""

    def __init__(self, book: Book) -> None:
        # A term is there or not by its own few traits; all together they would be tens of thousands.
        # Terms that stand beside each other and want the same are made together.
        runs = groupby(book.glossary, key=lambda term: term.needs)
        self._runs = [Once(book, partial(_terms, tuple(terms)), needs) for needs, terms in runs]

    def __call__(self, ruleset: Ruleset) -> Part:
        told = [run(ruleset) for run in self._runs]
        html = Markup(f'<dl class="glossary">{"".join([items for _, items in told])}</dl>')
        return Part("glossary", "Glossary", lambda: "".join(lines for lines, _ in told).rstrip(), html)


def _terms(terms: tuple[Term, ...], ruleset: Ruleset) -> tuple[str, str]:
    """Terms as Markdown and as HTML; nothing where the game has no use for them."""
    used = [term for term in terms if ruleset.meets(term.needs)]
    lines = [f"- **{term.term}**: {term.text}\n" for term in used]
    return "".join(lines), templates.html("terms.html", terms=used)


def credits(ruleset: Ruleset) -> Part:
    """Whose ideas this game is made of."""
    found = sources.of_game(ruleset)
    return Part(
        "credits",
        "Credits",
        lambda: "\n".join(f"- {source.credit}" + _link(source) for source in found),
        templates.html("credits.html", sources=found),
    )


def _link(source: catalog.Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""
