"""A person's own names on paper: the project's texts are read as Markdown first, and a name never is.

In its place stands a sign, a character that no name may have in it, until everything that is printed is data.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from carnage.printing.setting import readable
from carnage.rulebook import Rulebook
from carnage.rulebook.custom_names import Naming

FIRST = 0xE000
"""The first of the characters for private use."""


class Signs:
    """A sign for each name that is asked for."""

    def __init__(self) -> None:
        self._signs: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """Return the sign of a name."""
        return self._signs.setdefault(name, chr(FIRST + len(self._signs)))

    def replace_signs(self, data: str) -> str:
        """Return JSON with the names in the place of their signs."""
        for name, sign in self._signs.items():
            data = data.replace(sign, msgspec.json.encode(name).decode()[1:-1])
        return data


class SignedNaming(Naming):
    """Own names that are signs in Markdown.

    Args:
        naming: The names.
        rulebook: The rulebook that they are for.

    Attributes:
        signs: The signs in the Markdown.
    """

    def __init__(self, naming: Naming, rulebook: Rulebook) -> None:
        self.signs = Signs()
        own = tuple((code, readable(name)) for code, name in naming.own)
        super().__init__(rulebook.ruleset, own, self.signs)
        self.own = naming.own  # in an address the names stand as they were given


def sign_names(rulebook: Rulebook) -> Rulebook:
    """Return the same rulebook with signs for its own names in Markdown."""
    assert rulebook.naming
    return replace(rulebook, naming=SignedNaming(rulebook.naming, rulebook))
