"""Straight quotes, as they are typed, into the curly ones of a printed page; inches keep their marks."""

from __future__ import annotations

import re

_APOSTROPHE = re.compile(r"(?<=[A-Za-z])'")
# A quoted word opens before a letter and closes after a letter or a stop; 8" does neither.
_QUOTED = re.compile(r'(?<![\w½¼¾])"([A-Za-z][^"\n]*?[A-Za-z.,?!])"')


def typographic(text: str) -> str:
    """One of our own texts, before it is HTML, with the quotes of a printed page."""
    # Most texts have neither, and to look for them takes longer than to print a sentence.
    if "'" in text:
        text = _APOSTROPHE.sub("’", text)
    return _QUOTED.sub(r"“\1”", text) if '"' in text else text
