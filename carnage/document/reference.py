"""What stands at the back of every rulebook: quick reference, glossary, credits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from markupsafe import Markup

from carnage import catalog
from carnage.catalog import Book, Term
from carnage.document import sources, templates, turn
from carnage.document.crossings import crossings, in_use, term_id
from carnage.document.parts import Part, Rendering
from carnage.document.press import Once, Together
from carnage.document.tabular import printed
from carnage.document.turn import Steps
from carnage.ruleset import Ruleset


def quick_reference(steps: Steps, tables: Rendering) -> Part:
    """All that is looked up while playing: a turn's steps, a line for each rule that no step tells, and
    tables of numbers, if the book has any."""
    items = "".join([section.items for section in steps.others])
    listed = f'<ul class="briefs">{items}</ul>' if items else ""
    html = Markup(f'<div class="quick-reference">{turn.html(steps)}{listed}{tables.html}</div>')
    return Part("reference", "Quick Reference", partial(_quick, steps, tables), html)


def _quick(steps: Steps, tables: Rendering) -> str:
    listed = "\n".join([brief.line for section in steps.others for brief in section.briefs])
    return "\n\n".join([text for text in (turn.markdown(steps), listed, tables.markdown) if text])


TOGETHER = 5


class Glossary:
    """Makes the glossary of any game of one book: the words that it uses in a sense of their own."""

    def __init__(self, book: Book) -> None:
        # A term is there or not by its own few traits; all together they would be tens of thousands.
        # Terms that stand beside each other are made together as long as they want few.
        self._runs = Together(
            Once(book, partial(_terms, terms), _asked(terms)) for terms in _runs(book.glossary)
        )

    def __call__(self, ruleset: Ruleset) -> Part:
        pieces = self._runs(ruleset)
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
    used = [term for term in terms if in_use(term, ruleset)]
    lines = [f"- **{term.term}**: {term.text}\n" for term in used]
    linked = crossings(ruleset.book).titles_linked
    shown = [(term_id(term.term), term.term, Markup(linked(printed(term.text)))) for term in used]
    return "".join(lines), templates.html("terms.html", terms=shown)


def credits(ruleset: Ruleset) -> Part:
    """Whose ideas this game is made of."""
    shown = sources.of_game(ruleset)
    # Games that show the same sources have the same tuple, which is kept beside what is made of it.
    kept = _credits.get(id(shown))
    if kept is None:
        kept = _credits[id(shown)] = shown, _credited(shown)
    return kept[1]


_credits: dict[int, tuple[tuple[catalog.Source, ...], Part]] = {}


def _credited(shown: tuple[catalog.Source, ...]) -> Part:
    return Part(
        "credits",
        "Credits",
        lambda: "\n".join(f"- {source.credit}" + _link(source) for source in shown),
        templates.html("credits.html", sources=shown),
    )


def _link(source: catalog.Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""
