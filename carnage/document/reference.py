"""What stands at the back of every rulebook: quick reference, glossary, credits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial

from markupsafe import Markup

from carnage import catalog
from carnage.catalog import Book, Term
from carnage.document import sources, templates
from carnage.document.parts import Chapter, Part, Rendering
from carnage.document.press import Once
from carnage.ruleset import Ruleset


def quick_reference(chapters: tuple[Chapter, ...], tables: Rendering) -> Part:
    """Every rule in a line, and below the lines tables of numbers, if the book has any."""
    items = "".join([section.items for chapter in chapters for section in chapter.sections])
    html = Markup(f'<div class="quick-reference"><ul class="briefs">{items}</ul>{tables.html}</div>')
    return Part("reference", "Quick Reference", partial(_quick, chapters, tables), html)


def _quick(chapters: tuple[Chapter, ...], tables: Rendering) -> str:
    briefs = [brief for chapter in chapters for section in chapter.sections for brief in section.briefs]
    return "\n\n".join(["\n".join([brief.line for brief in briefs]), tables.markdown]).rstrip()


TOGETHER = 5


class Glossary:
    """Makes the glossary of any game of one book: the words that it uses in a sense of their own."""

    def __init__(self, book: Book) -> None:
        # A term is there or not by its own few traits; all together they would be tens of thousands.
        # Terms that stand beside each other are made together as long as they want few.
        self._runs = [Once(book, partial(_terms, terms), _asked(terms)) for terms in _runs(book.glossary)]

    def __call__(self, ruleset: Ruleset) -> Part:
        pieces = [run(ruleset) for run in self._runs]
        items = "".join([items for _, items in pieces])
        html = Markup(f'<dl class="glossary">{items}</dl>' if items else "")
        return Part("glossary", "Glossary", lambda: "".join(lines for lines, _ in pieces).rstrip(), html)


def _asked(terms: Iterable[Term]) -> set[str]:
    return {trait for term in terms for trait in (*term.needs, *term.unless, *term.assumes)}


def _runs(terms: tuple[Term, ...]) -> Iterator[tuple[Term, ...]]:
    """Terms that stand beside each other, as many together as ask for no more than `TOGETHER` traits."""
    run: tuple[Term, ...] = ()
    for term in terms:
        if run and len(_asked((*run, term))) > TOGETHER:
            yield run
            run = ()
        run += (term,)
    if run:
        yield run


def _terms(terms: tuple[Term, ...], ruleset: Ruleset) -> tuple[str, str]:
    """Terms as Markdown and as HTML; nothing where the game has no use for them."""
    used = [
        term
        for term in terms
        if term.fits(ruleset.traits) and not any(ruleset.misses(trait) for trait in term.assumes)
    ]
    lines = [f"- **{term.term}**: {term.text}\n" for term in used]
    return "".join(lines), templates.html("terms.html", terms=used)


def credits(ruleset: Ruleset) -> Part:
    """Whose ideas this game is made of."""
    return _credits(sources.of_game(ruleset))


@cache
def _credits(shown: tuple[catalog.Source, ...]) -> Part:
    return Part(
        "credits",
        "Credits",
        lambda: "\n".join(f"- {source.credit}" + _link(source) for source in shown),
        templates.html("credits.html", sources=shown),
    )


def _link(source: catalog.Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""
