"""A page that was rendered once and cut at its slots, so that filling it is joining strings."""

from __future__ import annotations

import re
from collections.abc import Mapping

from carnage.document.ascii import ascii_html

_SLOT = re.compile(r"@@([A-Z_]+)@@")


class Skeleton:
    """HTML with slots written `@@NAME@@`. The values that fill them are HTML already, in ASCII."""

    def __init__(self, html: str) -> None:
        first, *others = _SLOT.split(ascii_html(html))
        self._first = first
        self._slots = tuple(zip(others[::2], others[1::2], strict=True))  # each with what follows it

    def fill(self, slots: Mapping[str, str | list[str]]) -> bytes:
        """The whole page, each value whole or in pieces; raises KeyError for a slot without a value."""
        page = [self._first]
        for slot, after in self._slots:
            value = slots[slot]
            if type(value) is list:
                page += value
                page.append(after)
            else:
                page += (value, after)
        return "".join(page).encode("ascii")
