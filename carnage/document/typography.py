"""Straight quotes, as they are typed, into the curly ones of a printed page; inches keep their marks."""

from __future__ import annotations

import re

_APOSTROPHE = re.compile(r"(?<=[A-Za-z])'")
# A quoted word opens before a letter and closes after a letter or a stop; 8" does neither.
_QUOTED = re.compile(r'(?<![\w½¼¾])"([A-Za-z][^"\n]*?[A-Za-z.,?!])"')


def typographic(text: str) -> str:
    """One of our own texts, before it is HTML, with the quotes of a printed page."""
    return _QUOTED.sub(r"“\1”", _APOSTROPHE.sub("’", text))
