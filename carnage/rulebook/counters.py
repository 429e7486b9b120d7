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


def name_counters(line: str, counters: Mapping[str, Label]) -> str:
    """Return a line about components with the names of counters before their terms.

    "13 Loot Tokens" is "13 Cream Buns (Loot Tokens)" in a tea house.

    Args:
        line: The line.
        counters: The names, by the first word of the term in small letters.
    """

    def name(found: re.Match[str]) -> str:
        codes = [_STICKS] if found["sticks"] else re.split(", | and ", found["kinds"].lower())
        if not all(code in counters for code in codes):
            return found[0]
        labels = [counters[code] for code in codes]
        several = found["plural"] or found["sticks"]
        names = [label.plural if several else label.singular for label in labels]
        return f"{join_words(names)} ({found[0]})"

    return _COUNTERS.sub(name, line)
