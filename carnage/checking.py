"""Checks on the data of tables and books beyond its form: texts, numbers, traits, digits, rosters.

Whatever is refused is refused by the file and the place in it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from itertools import groupby, pairwise

import jinja2
import msgspec

from carnage.asking import named_traits, used_names
from carnage.forms import TOWER, Book, CatalogError, Dexterity, Hand, Table

# What a text may use besides its own parameters.
CONTEXT_NAMES = frozenset({"has", "weapons", "stats", "sources"})
EXAMPLE_NAMES = frozenset({"given", "dice", "choices", "then"})
_TYPED_NUMBER = re.compile(r"(?<![A-Za-z#])\d+(?!\w)")
_DICE_NAME = re.compile(r"\b\d*D\d+\b")


def check_template(
    place: str, text: str, allowed: Container[str], traits: Mapping[str, str]
) -> frozenset[str]:
    """Refuse a text that cannot be rendered; returns the names it uses."""
    try:
        used = used_names(text)
        unknown = named_traits(text) - set(traits)
    except jinja2.TemplateSyntaxError as error:
        raise CatalogError(f"{place}: line {error.lineno}: {error.message}") from None
    missing = {name for name in used - CONTEXT_NAMES if name not in allowed}
    if missing:
        raise CatalogError(f"{place}: the text uses {sorted(missing)}, which are no parameters here")
    if unknown:
        raise CatalogError(f"{place}: the text asks about unknown traits {sorted(unknown)}")
    return used


def check_text(place: str, text: str, allowed: Container[str], traits: Mapping[str, str]) -> frozenset[str]:
    """Refuse a text that cannot be rendered or that types a number out; returns the names it uses."""
    used = check_template(place, text, allowed, traits)
    check_typed(place, text)
    return used


def check_typed(place: str, text: str) -> None:
    """Refuse a number that is typed into a text, outside its templates and the numbering of its lists."""
    prose = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)
    prose = re.sub(r"^\s*\d+\. ", "", prose, flags=re.MULTILINE)  # numbered lists count themselves
    typed = _TYPED_NUMBER.search(_DICE_NAME.sub("", prose))
    if typed:
        raise CatalogError(f"{place}: the number {typed[0]} is typed into the text; make it a parameter")


def check_table(name: str, table: Table, traits: Mapping[str, str], known: Container[str]) -> None:
    used: set[str] = set()
    for text in (table.text, table.brief, table.intro, *table.components):
        used |= check_text(name, text, set(table.params), traits)
    check_traits(name, table.needs + table.unless, traits)
    for option in table.options + table.rules:
        place = f"{name}: {option.code}"
        if option in table.options and not (option.does and option.brief):
            raise CatalogError(f"{place}: an option says what it `does` and has a `brief`")
        own = set(option.params)
        for roll in table.results(option.code):
            own |= set(table.at.get(roll, {}))
        check_traits(place, option.gives + option.needs + option.unless, traits)
        shown: set[str] = set()
        for text in (option.text, option.brief, option.does, option.pitch, *option.components):
            shown |= check_text(place, text, own | set(table.params), traits)
        for example in option.example:
            shown |= check_text(
                f"{place}: example", example.text, own | set(table.params) | EXAMPLE_NAMES, traits
            )
        hidden = own - shown
        if hidden:
            raise CatalogError(f"{place}: the text never shows {sorted(hidden)}")
        if option.source not in known:
            raise CatalogError(f"{place}: unknown source {option.source!r}")
        used |= shown
    hidden = set(table.params) - used
    if hidden:
        raise CatalogError(f"{name}: no text shows the params {sorted(hidden)}")


def check_traits(place: str, named: tuple[str, ...], traits: Mapping[str, str]) -> None:
    unknown = set(named) - set(traits)
    if unknown:
        raise CatalogError(f"{place}: unknown traits {sorted(unknown)}; traits.toml lists them")


def check_book(book: Book) -> None:
    name = f"tables/books/{book.code}.toml"
    ids = [table.id for table in book.tables]
    if len(set(ids)) != len(ids):
        raise CatalogError(f"{name}: a table stands twice")
    if len(list(groupby(table.chapter for table in book.tables))) != len({t.chapter for t in book.tables}):
        raise CatalogError(f"{name}: the tables of a chapter must stand together")
    roster = book.roster
    weapons = {weapon.code for weapon in roster.weapon}
    figures = {figure.code for figure in roster.figure}
    stats = {stat.code for stat in roster.stat}
    place = f"tables/{book.family}"
    for figure in roster.figure:
        if set(figure.stats) != stats:
            raise CatalogError(f"{place}: {figure.code}: stats must be exactly {sorted(stats)}")
        if set(figure.weapons) - weapons:
            raise CatalogError(f"{place}: {figure.code}: unknown weapons")
        for stat, value in figure.stats.items():
            for scale in roster.scale:
                if isinstance(value, str) and value not in scale.grades.get(stat, {}):
                    raise CatalogError(f"{place}: {figure.code}: {stat} has no grade {value!r}")
    for muster in roster.muster:
        named = {code for group in muster.group for code in group.models} | set(muster.line)
        if named - figures:
            raise CatalogError(
                f"{place}: the muster of {muster.needs}: unknown figures {sorted(named - figures)}"
            )
    for stat_ in roster.stat:
        check_traits(place, stat_.needs, book.traits)
    for term in book.glossary:
        check_traits(
            f"{place}/glossary.toml: {term.term}", term.needs + term.unless + term.assumes, book.traits
        )


HANDS = ("clumsy", "average", "steady")
CERTAIN = 10_000  # chances are whole ten thousandths
LARGEST_SCATTER = 3.0  # inches, or times the distance: beyond it nobody aims


def check_dexterity(name: str, data: Dexterity) -> None:
    """Refuse other hands than the three, chances that fall as towers grow, a steadier hand that is worse."""
    if tuple(hand.code for hand in data.hand) != HANDS:
        raise CatalogError(f"{name}: the hands must be {', '.join(HANDS)}, in this order")
    for hand in data.hand:
        place = f"{name}: {hand.code}"
        for what, chances in _chances(hand).items():
            if len(chances) != TOWER:
                raise CatalogError(f"{place}: {what} must have {TOWER} chances, not {len(chances)}")
            if not all(0 <= chance <= CERTAIN for chance in chances):
                raise CatalogError(f"{place}: {what}: a chance must be 0 to {CERTAIN} ten thousandths")
            if any(taller < lower for lower, taller in pairwise(chances)):
                raise CatalogError(f"{place}: {what}: a taller tower must not be the safer one")
        for what, size in _scatter(hand).items():
            if not 0 <= size <= LARGEST_SCATTER:
                raise CatalogError(f"{place}: {what} must be 0 to {LARGEST_SCATTER:g}")
    for worse, better in pairwise(data.hand):
        for what, chances in _chances(better).items():
            if any(mine > other for mine, other in zip(chances, _chances(worse)[what], strict=True)):
                raise CatalogError(f"{name}: {what}: {better.code} must not be worse than {worse.code}")
        for what, size in _scatter(better).items():
            if size > _scatter(worse)[what]:
                raise CatalogError(f"{name}: {what}: {better.code} must not be worse than {worse.code}")


def _chances(hand: Hand) -> dict[str, tuple[int, ...]]:
    return {"added": hand.added, "moved": hand.moved, "struck": hand.struck}


def _scatter(hand: Hand) -> dict[str, float]:
    found: dict[str, float] = msgspec.structs.asdict(hand.scatter)
    return found
