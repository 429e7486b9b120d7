"""Checks on the texts of tables, and on the numbers, traits and sources that belong to them.

Whatever is refused is refused by the file and the place in it. Books whose texts are known to pass are loaded
without this module and without Jinja (`checksums.py`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

import jinja2

from carnage.catalog.forms import Example, Option, Table
from carnage.catalog.mentions import asked_of_case, named_traits, used_names
from carnage.catalog.toml import CatalogError
from carnage.catalog.traits import check_traits

# What a text may use besides its own parameters.
CONTEXT_NAMES = frozenset({"has"})
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


def check_table(
    name: str, table: Table, traits: Mapping[str, str], known: Container[str], words: frozenset[str]
) -> None:
    """Refuse texts, numbers, traits and sources that do not fit each other; `known` are the sources, and
    `words` what texts may use besides parameters."""
    used: set[str] = set()
    for text in (table.text, table.brief, table.intro, *table.components):
        used |= check_text(name, text, words | set(table.params), traits)
    check_traits(name, table.needs + table.unless, traits)
    for option in table.every_rule:
        place = f"{name}: {option.code}"
        if option in table.options and not option.does:
            raise CatalogError(f"{place}: an option says what it `does`")
        own = set(option.params)
        for roll in table.results(option.code):
            own |= set(table.at.get(roll, {}))
        check_traits(place, option.gives + option.needs + option.unless, traits)
        shown: set[str] = set()
        for text in (option.text, option.brief, option.does, option.pitch, *option.components):
            shown |= check_text(place, text, words | own | set(table.params), traits)
        for example in option.example:
            shown |= _check_example(f"{place}: example", example, words | own | set(table.params), traits)
        hidden = own - shown
        if hidden:
            raise CatalogError(f"{place}: the text never shows {sorted(hidden)}")
        _check_rolls(place, table, option, shown & own)
        if not option.source:
            raise CatalogError(f"{place}: neither it nor its table names a `source`")
        if option.source not in known:
            raise CatalogError(f"{place}: unknown source {option.source!r}")
        used |= shown
    hidden = set(table.params) - used
    if hidden:
        raise CatalogError(f"{name}: no text shows the params {sorted(hidden)}")


def _check_example(
    place: str, example: Example, allowed: frozenset[str], traits: Mapping[str, str]
) -> frozenset[str]:
    """Refuse a worked case that takes from itself what it has not; returns the names that its text uses."""
    used = check_text(place, example.text, allowed | EXAMPLE_NAMES, traits)
    case = {"given": example.given, "then": example.then}
    for whose, which in sorted(asked_of_case(example.text)):
        if whose in case and which not in case[whose]:
            raise CatalogError(f"{place}: the text takes {whose}.{which}, which is not there")
    return used


def _check_rolls(place: str, table: Table, option: Option, wanted: set[str]) -> None:
    """Refuse a roll that leaves a number out which other rolls give to the same option's texts."""
    for roll in table.results(option.code):
        missing = wanted - set(option.params) - set(table.params) - set(table.at.get(roll, {}))
        if missing:
            raise CatalogError(f"{place}: the text shows {sorted(missing)}, and a roll of {roll} has none")
