"""Custom names in print.

The texts of a rulebook are parsed as Markdown, and a name must not be. So each name is replaced by
a placeholder, a character of the private use area that no name can contain. The name is put back
when all texts are data.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from carnage.printing.typesetting import replace_missing_characters
from carnage.rulebook import Rulebook
from carnage.rulebook.custom_names import NameReplacer

FIRST_PLACEHOLDER = 0xE000
"""The first of the characters for private use."""


class NamePlaceholders:
    """Assigns a placeholder character to each name."""

    def __init__(self) -> None:
        self._placeholders: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """Return the placeholder of a name."""
        return self._placeholders.setdefault(name, chr(FIRST_PLACEHOLDER + len(self._placeholders)))

    def restore_names(self, data: str) -> str:
        """Return JSON with the names in place of their placeholders."""
        for name, placeholder in self._placeholders.items():
            data = data.replace(placeholder, msgspec.json.encode(name).decode()[1:-1])
        return data


class PlaceholderNaming(NameReplacer):
    """Custom names that are placeholders in Markdown.

    Args:
        naming: The names.
        rulebook: The rulebook that they are for.

    Attributes:
        placeholders: The placeholders in the Markdown.
    """

    def __init__(self, naming: NameReplacer, rulebook: Rulebook) -> None:
        self.placeholders = NamePlaceholders()
        own = tuple((code, replace_missing_characters(name)) for code, name in naming.own)
        super().__init__(rulebook.ruleset, own, self.placeholders)
        self.own = naming.own  # a URL has the unchanged names


def insert_placeholders(rulebook: Rulebook) -> Rulebook:
    """Return the same rulebook with placeholders for its custom names in Markdown."""
    assert rulebook.naming
    return replace(rulebook, naming=PlaceholderNaming(rulebook.naming, rulebook))
