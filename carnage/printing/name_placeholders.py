"""Custom names in print.

The texts of a rulebook are parsed as Markdown, and a name must not be. So each name is replaced by
a placeholder, a character of the private use area that no name can contain. The name is put back
when all texts are data.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from carnage.printing.typesetting import readable
from carnage.rulebook import Rulebook
from carnage.rulebook.custom_names import Naming

FIRST = 0xE000
"""The first of the characters for private use."""


class Signs:
    """Assigns a placeholder character to each name."""

    def __init__(self) -> None:
        self._signs: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """Return the placeholder of a name."""
        return self._signs.setdefault(name, chr(FIRST + len(self._signs)))

    def replace_signs(self, data: str) -> str:
        """Return JSON with the names in place of their placeholders."""
        for name, sign in self._signs.items():
            data = data.replace(sign, msgspec.json.encode(name).decode()[1:-1])
        return data


class SignedNaming(Naming):
    """Custom names that are placeholders in Markdown.

    Args:
        naming: The names.
        rulebook: The rulebook that they are for.

    Attributes:
        signs: The placeholders in the Markdown.
    """

    def __init__(self, naming: Naming, rulebook: Rulebook) -> None:
        self.signs = Signs()
        own = tuple((code, readable(name)) for code, name in naming.own)
        super().__init__(rulebook.ruleset, own, self.signs)
        self.own = naming.own  # a URL has the unchanged names


def sign_names(rulebook: Rulebook) -> Rulebook:
    """Return the same rulebook with placeholders for its custom names in Markdown."""
    assert rulebook.naming
    return replace(rulebook, naming=SignedNaming(rulebook.naming, rulebook))
