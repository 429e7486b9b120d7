"""A page that was rendered once and cut at its slots, so that filling it is joining strings."""

from __future__ import annotations

import re
from collections.abc import Mapping

from carnage.document.ascii import ascii_html

_SLOT = re.compile(r"@@([A-Z_]+)@@")


class Skeleton:
    """HTML with slots written `@@NAME@@`. The values that fill them are HTML already, in ASCII."""

    def __init__(self, html: str) -> None:
        self._pieces = tuple(_SLOT.split(ascii_html(html)))  # every second one is a slot's name

    def fill(self, slots: Mapping[str, str | list[str]]) -> bytes:
        """The whole page, each value whole or in pieces; raises KeyError for a slot without a value."""
        page: list[str] = []
        for at, piece in enumerate(self._pieces):
            if at % 2 == 0:
                page.append(piece)
            elif isinstance(value := slots[piece], str):
                page.append(value)
            else:
                page += value
        return "".join(page).encode("ascii")
