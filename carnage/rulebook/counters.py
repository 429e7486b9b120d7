"""The names of a setting for counters, which stand beside the rules' own terms."""

from __future__ import annotations

import re
from collections.abc import Mapping

from carnage.catalog.world_schema import Label
from carnage.common.text_format import join_words

_STICKS = "dynamite"
_COUNTERS = re.compile(
    r"(?P<kinds>[A-Z][\w-]*(?:(?:, | and )[A-Z][\w-]*)*|objective) "
    r"(?:[Tt]oken|marker)(?P<plural>s?)"
    r"|(?P<sticks>sticks of dynamite)"
)


def name_counters(line: str, counters: Mapping[str, Label], *, has_terms: bool = True) -> str:
    """Return a line about counters with the names of a setting.

    "13 Loot Tokens" is "13 Cream Buns (Loot Tokens)" in a tea house. A name without a plural, such
    as Stage Fright, is that of a state: its counters are "“Stage Fright” counters".

    Args:
        line: The line.
        counters: The names, by the first word of the term in small letters.
        has_terms: Whether the terms follow the names.
    """

    def name(found: re.Match[str]) -> str:
        codes = [_STICKS] if found["sticks"] else re.split(", | and ", found["kinds"].lower())
        if not all(code in counters for code in codes):
            return found[0]
        several = bool(found["plural"] or found["sticks"])
        names = join_words([_name_counter(counters[code], several) for code in codes])
        if has_terms:
            names += f" ({found[0]})"
        return names

    return _COUNTERS.sub(name, line)


def _name_counter(label: Label, several: bool) -> str:
    """Return the name of one counter, or of several."""
    name = label.singular
    if several:
        name = label.plural
    if label.singular != label.plural:
        return name
    noun = "counter"
    if several:
        noun = "counters"
    return f'"{name}" {noun}'
