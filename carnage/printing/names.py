"""Names of somebody's own on paper: our texts are read as Markdown first, and a name is never read with them.

In its place stands a sign, a character that no name may have in it, until all that is printed is data.
"""

from __future__ import annotations

import msgspec

from carnage.document import Rulebook
from carnage.document.naming import NamedRulebook
from carnage.printing.setting import readable

FIRST = 0xE000  # of the characters that mean nothing to anybody


class Signs:
    """A sign for each name that is asked for."""

    def __init__(self) -> None:
        self._signs: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """The sign of this name."""
        return self._signs.setdefault(name, chr(FIRST + len(self._signs)))

    def said(self, data: str) -> str:
        """The same JSON, with the names in the place of their signs."""
        for name, sign in self._signs.items():
            data = data.replace(sign, msgspec.json.encode(name).decode()[1:-1])
        return data


class SignedRulebook(NamedRulebook):
    """A rulebook whose Markdown has signs for names; `signs` knows which."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.signs = Signs()
        own = tuple((code, readable(name)) for code, name in rulebook.own)
        super().__init__(rulebook.ruleset, own, self.signs)
        self.own = rulebook.own  # in an address they stand as they were given


def signed(rulebook: Rulebook) -> SignedRulebook:
    """The same, to be printed."""
    return SignedRulebook(rulebook)
