"""A game's name: its seed's own, two words picked by a hash of the digits, or one that somebody gave it."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from carnage.catalog import Book
from carnage.seeds import Seed

NAME_LIMIT = 60  # characters
DECOMPOSED = 4  # code points that one character may be written with, at most


class GameNameError(ValueError):
    """A game's name that cannot be used; the message says what a right one looks like."""


def name_of(book: Book, seed: Seed) -> str:
    """The name that a seed has by itself: two words picked by a hash of the digits."""
    words = book.names
    digest = hashlib.sha256(f"carnage/name/1/{book.code}/{seed}".encode()).digest()
    first = words.first[int.from_bytes(digest[:8], "big") % len(words.first)]
    return f"{first} {words.second[int.from_bytes(digest[8:16], 'big') % len(words.second)]}"


def clean_name(name: str) -> str:
    """A given name fit to be printed: NFC, one line, single spaces; raises GameNameError otherwise."""
    if not name:
        return name
    text = re.sub(r" +", " ", name.strip())
    # NFC takes the square of the marks that stand on one letter, so what must be too long never gets there.
    if len(text) <= DECOMPOSED * NAME_LIMIT:
        text = unicodedata.normalize("NFC", text)
    if len(text) > NAME_LIMIT:
        raise GameNameError(f"A game's name has at most {NAME_LIMIT} characters; this one has {len(text):,}.")
    if any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"} for character in text
    ):
        raise GameNameError("A game's name is one line of letters, digits, spaces and punctuation.")
    if any(character in "<>" for character in text):
        raise GameNameError("A game's name may not contain < or >.")
    return text
