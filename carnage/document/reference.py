"""What stands at the back of every rulebook: quick reference, glossary, credits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import groupby

from markupsafe import Markup

from carnage import catalog
from carnage.catalog import Book, Term, Weapon
from carnage.document import sources, templates
from carnage.document.parts import Brief, Chapter, Part
from carnage.document.press import TESTED, Once, sized
from carnage.document.texts import carried, length
from carnage.ruleset import Ruleset

NONE = "–"  # in a table, where there is nothing to say


class QuickReference:
    """Makes the quick reference of any game of one book: every rule in a line, and the tables of numbers."""

    def __init__(self, book: Book, traits: frozenset[str]) -> None:
        thrown = {"bullet-dice", "hand-signs", "range-bands", "ammunition", "opposed-rolls"}
        used = thrown | {"doomed-tokens", "tower", "wounds"}
        tested = [table.id for table in book.rolled if table.id == "resolution"]
        self._tables = Once(book, _tables, traits | used | TESTED, [*tested, *sized(book)])

    def __call__(self, ruleset: Ruleset, chapters: tuple[Chapter, ...]) -> Part:
        markdown, tables = self._tables(ruleset)
        briefs = [brief for chapter in chapters for section in chapter.sections for brief in section.briefs]
        items = "".join([brief.item for brief in briefs])
        html = Markup(f'<div class="quick-reference"><ul class="briefs">{items}</ul>{tables}</div>')
        return Part("reference", "Quick Reference", partial(_quick, briefs, markdown), html)


def _quick(briefs: list[Brief], tables: str) -> str:
    return "\n\n".join(["\n".join(brief.line for brief in briefs), tables]).rstrip()


def _tables(ruleset: Ruleset) -> tuple[str, str]:
    """The weapon table and the stat lines; nothing where nothing is mustered."""
    if not ruleset.book.roster.figure:
        return "", ""
    columns = list(_columns(ruleset))
    weapons = carried(ruleset)
    told = {
        "heads": [head for head, _ in columns],
        "weapons": [(weapon.label, [cell(weapon) or NONE for _, cell in columns]) for weapon in weapons],
        "models": ruleset.kinds,
        "stats": ruleset.stats,
    }
    return templates.markdown("reference.md", **told), templates.html("reference.html", **told)


def _columns(ruleset: Ruleset) -> Iterator[tuple[str, Callable[[Weapon], str]]]:
    """The columns of the weapon table: what this game uses of a weapon, and how it is told."""
    centimetres = ruleset.has("centimetres")
    shots, blows = not ruleset.misses("shoot-tests"), not ruleset.misses("fight-tests")

    def tested(weapon: Weapon) -> bool:
        return shots if weapon.kind == "ranged" else blows

    def thrown(weapon: Weapon) -> bool:
        return ruleset.has("bullet-dice" if weapon.kind == "ranged" else "hand-signs")

    bands = ruleset.has("range-bands") and (ruleset.has("wounds") or ruleset.has("tower"))

    def wounds(weapon: Weapon) -> str:
        each = " a success" if weapon.kind == "close" else ""
        told = tested(weapon) or (bands and weapon.kind == "ranged")
        return f"{weapon.wounds}{each}" if told else ""

    def reach(weapon: Weapon) -> str:
        if weapon.kind == "ranged" and ruleset.has("range-bands"):
            params = ruleset.params
            return length(params["shooting.bands"] * params["shooting.band"], centimetres)
        # Who fights does so in base contact; only the weapons of a Close action reach any farther.
        near = weapon.kind == "close" and (ruleset.has("hand-signs") or ruleset.has("opposed-rolls"))
        return length(weapon.range, centimetres) if weapon.range and not near else "contact"

    def special(weapon: Weapon) -> str:
        if not tested(weapon):
            return ""
        if weapon.skill_bonus:
            return f"+{weapon.skill_bonus} Ranged Skill"
        if weapon.burst:
            return f"burst {length(weapon.burst, centimetres)}"
        return f"push {length(weapon.push, centimetres)} a success" if weapon.push else ""

    def steps(weapon: Weapon) -> str:
        if not weapon.band:
            return ""
        count = int(ruleset.params["shooting.bands"])
        chart = [int(ruleset.params[f"shooting.{weapon.band}_{n}"]) for n in range(1, count + 1)]
        return ", ".join([f"{step:+d}".replace("-", "−") if step else "0" for step in chart])

    yield "Range", reach
    if (shots or blows or bands) and not ruleset.has("doomed-tokens"):
        yield ("Damage" if ruleset.has("tower") else "Wounds"), wounds
    if ruleset.has("bullet-dice") or ruleset.has("hand-signs"):
        yield "Dice", lambda weapon: f"{weapon.dice}" if thrown(weapon) else ""
        yield "Weak, big", lambda weapon: f"{weapon.weak}, {weapon.big}" if thrown(weapon) else ""
    if ruleset.has("range-bands"):
        yield f"± per {length(ruleset.params['shooting.band'], centimetres)}", steps
    if ruleset.has("ammunition"):
        yield "Shots", lambda weapon: f"{weapon.load}" if weapon.load else ""
    if ruleset.has("opposed-rolls"):
        yield "In a fight", lambda weapon: f"+{weapon.edge}" if weapon.edge else ""
    if ruleset.has("price-list"):
        yield "Price", lambda weapon: f"${weapon.price}"
    if any(special(weapon) for weapon in carried(ruleset)):
        yield "Special", special


class Glossary:
    """Makes the glossary of any game of one book: the words that it uses in a sense of their own."""

    def __init__(self, book: Book) -> None:
        # A term is there or not by its own few traits; all together they would be tens of thousands.
        # Terms that stand beside each other and want the same are made together.
        runs = groupby(book.glossary, key=lambda term: (*term.needs, *term.unless, *term.assumes))
        self._runs = [Once(book, partial(_terms, tuple(terms)), asked) for asked, terms in runs]

    def __call__(self, ruleset: Ruleset) -> Part:
        told = [run(ruleset) for run in self._runs]
        items = "".join([items for _, items in told])
        html = Markup(f'<dl class="glossary">{items}</dl>' if items else "")
        return Part("glossary", "Glossary", lambda: "".join(lines for lines, _ in told).rstrip(), html)


def _terms(terms: tuple[Term, ...], ruleset: Ruleset) -> tuple[str, str]:
    """Terms as Markdown and as HTML; nothing where the game has no use for them."""
    used = [
        term
        for term in terms
        if ruleset.meets(term.needs)
        and not any(ruleset.has(trait) for trait in term.unless)
        and not any(ruleset.misses(trait) for trait in term.assumes)
    ]
    lines = [f"- **{term.term}**: {term.text}\n" for term in used]
    return "".join(lines), templates.html("terms.html", terms=used)


def credits(ruleset: Ruleset) -> Part:
    """Whose ideas this game is made of."""
    return _credits(sources.of_game(ruleset))


@cache
def _credits(found: tuple[catalog.Source, ...]) -> Part:
    return Part(
        "credits",
        "Credits",
        lambda: "\n".join(f"- {source.credit}" + _link(source) for source in found),
        templates.html("credits.html", sources=found),
    )


def _link(source: catalog.Source) -> str:
    return f" <{source.url}>" if source.url and source.url not in source.credit else ""
