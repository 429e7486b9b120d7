"""A page that was rendered once and cut at its slots, so that filling it is joining strings."""

from __future__ import annotations

import re

from carnage.document.ascii import ascii_html

_SLOT = re.compile(r"@@([A-Z_]+)@@")


class Skeleton:
    """HTML with slots written `@@NAME@@`. The values that fill them are HTML already."""

    def __init__(self, html: str) -> None:
        pieces = _SLOT.split(ascii_html(html))
        self._pieces = tuple(pieces)
        self._names = tuple((2 * i + 1, name) for i, name in enumerate(pieces[1::2]))

    def fill(self, slots: dict[str, str]) -> str:
        """The whole page; raises KeyError for a slot without a value."""
        pieces = list(self._pieces)
        for at, name in self._names:
            pieces[at] = slots[name]
        return "".join(pieces)
