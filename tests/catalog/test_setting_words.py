"""The texts of battles name no thing that a setting gives another name, in other words than its
label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from carnage import catalog


def list_texts() -> Iterator[tuple[str, str]]:
    """Yield the texts of the rules of skirmish, each with its place."""
    for table in catalog.book("skirmish").tables:
        yield table.id, table.text
        yield table.id, table.brief
        for rule in table.every_rule:
            for text in (rule.text, rule.brief, *rule.components):
                yield f"{table.id}.{rule.code}", text


def list_remarks() -> Iterator[tuple[str, str]]:
    """Yield the remarks about the options of skirmish, each with its place."""
    for table in catalog.book("skirmish").tables:
        for option in table.options:
            yield f"{table.id}.{option.code}", option.does
            yield f"{table.id}.{option.code}", option.pitch


def find_words(texts: Iterator[tuple[str, str]], words: str) -> list[str]:
    """Return the places of texts with one of these words."""
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?!\w)", re.IGNORECASE)
    return [place for place, text in texts if pattern.search(text)]


def test_terrain_options_are_descriptions_without_a_rule() -> None:
    options = catalog.book("skirmish").table("terrain").options
    assert not [option.code for option in options if "**" in option.text]


def test_remarks_name_no_weapon_and_no_bank() -> None:
    words = "guns?|rifles?|blades?|trigger|banks?|trees"
    assert not find_words(list_remarks(), words)


def test_rules_name_no_gun() -> None:
    assert not find_words(list_texts(), "guns?")


def test_rules_suit_tea_as_well_as_strong_drink() -> None:
    assert not find_words(list_texts(), "drunk|sobers?|drank|drink")
    assert not [each.term for each in catalog.book("skirmish").glossary if "drink" in each.text]
