"""Check the texts of tables, and their numbers, traits and sources.

Error messages name the file and the place in it. `loading.py` imports neither this module nor Jinja
for books whose texts are known to pass (`checksums.py`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

import jinja2

from carnage.catalog.schema import Example, Option, Table
from carnage.catalog.sheets import GAME_VALUE_NAMES
from carnage.catalog.template_names import (
    list_case_attributes,
    list_game_attributes,
    list_named_traits,
    list_used_names,
)
from carnage.catalog.toml import CatalogError
from carnage.catalog.traits import check_traits

# Names that any text may use besides its parameters.
CONTEXT_NAMES = frozenset({"has", "game"})
EXAMPLE_NAMES = frozenset({"given", "dice", "choices", "then"})
_LITERAL_NUMBER = re.compile(r"(?<![A-Za-z#])\d+(?!\w)")
_DICE_NAME = re.compile(r"\b\d*D\d+\b")


def check_template(
    place: str, text: str, allowed: Container[str], traits: Mapping[str, str]
) -> frozenset[str]:
    """Raise CatalogError for a text that cannot be rendered. Return the names that it uses.

    Args:
        place: The file and the place in it, for messages.
        text: The template.
        allowed: The names that it may use besides `has`.
        traits: The traits that the family declares.
    """
    try:
        used = list_used_names(text)
        unknown = list_named_traits(text) - set(traits)
    except jinja2.TemplateSyntaxError as error:
        raise CatalogError(f"{place}: line {error.lineno}: {error.message}") from None
    missing = {name for name in used - CONTEXT_NAMES if name not in allowed}
    if missing:
        raise CatalogError(
            f"{place}: the text uses {sorted(missing)}, which are no parameters here"
        )
    if unknown:
        raise CatalogError(f"{place}: the text asks about unknown traits {sorted(unknown)}")
    return used


def check_text(
    place: str, text: str, allowed: Container[str], traits: Mapping[str, str]
) -> frozenset[str]:
    """Raise CatalogError for a text that cannot be rendered or has a literal number.

    Returns the names that it uses. For the arguments see `check_template`.
    """
    used = check_template(place, text, allowed, traits) - {"game"}
    unknown = list_game_attributes(text) - GAME_VALUE_NAMES
    if unknown:
        raise CatalogError(f"{place}: a game has no {sorted(unknown)}")
    check_literal_numbers(place, text)
    return used


def check_literal_numbers(place: str, text: str) -> None:
    """Raise CatalogError for a number in a text, outside of templates and of the numbering of
    lists.
    """
    prose = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)
    prose = re.sub(
        r"^\s*\d+\. ", "", prose, flags=re.MULTILINE
    )  # Markdown numbers its lists itself
    typed = _LITERAL_NUMBER.search(_DICE_NAME.sub("", prose))
    if typed:
        raise CatalogError(
            f"{place}: the number {typed[0]} is typed into the text; make it a parameter"
        )


def check_table(
    name: str, table: Table, traits: Mapping[str, str], known: Container[str], words: frozenset[str]
) -> None:
    """Raise CatalogError if the texts, numbers, traits and sources of a table do not fit together.

    Args:
        name: The file, for messages.
        table: The table.
        traits: The traits that the family declares.
        known: The codes of all sources.
        words: Names that texts may use besides parameters.
    """
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
            shown |= _check_example(
                f"{place}: example", example, words | own | set(table.params), traits
            )
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
    """Raise CatalogError for an example that uses values that its case lacks.

    Returns the names that its text uses.
    """
    used = check_text(place, example.text, allowed | EXAMPLE_NAMES, traits)
    case = {"given": example.given, "then": example.then}
    for whose, which in sorted(list_case_attributes(example.text)):
        if whose in case and which not in case[whose]:
            raise CatalogError(f"{place}: the text takes {whose}.{which}, which is not there")
    return used


def _check_rolls(place: str, table: Table, option: Option, wanted: set[str]) -> None:
    """Raise CatalogError for a roll without a number that the option's texts show."""
    for roll in table.results(option.code):
        missing = wanted - set(option.params) - set(table.params) - set(table.at.get(roll, {}))
        if missing:
            raise CatalogError(
                f"{place}: the text shows {sorted(missing)}, and a roll of {roll} has none"
            )
