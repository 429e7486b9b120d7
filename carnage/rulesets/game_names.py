"""Names of games: a default name, which is two words chosen by a hash of the digits, or a given
name.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from carnage.catalog import Book
from carnage.seeds import Seed

NAME_LIMIT = 60  # characters
MAX_DECOMPOSED_LENGTH = 4  # the maximum number of code points for one character before NFC


class GameNameError(ValueError):
    """The name of a game is invalid; the message describes a valid one."""


def default_name(book: Book, seed: Seed) -> str:
    """Return the default name of a seed: two words chosen by a hash of the digits."""
    words = book.names
    digest = hashlib.sha256(f"carnage/name/1/{book.code}/{seed}".encode()).digest()
    first = words.first[int.from_bytes(digest[:8], "big") % len(words.first)]
    return f"{first} {words.second[int.from_bytes(digest[8:16], 'big') % len(words.second)]}"


def clean_name(name: str) -> str:
    """Return a given name in NFC, on one line, with single spaces.

    Raises:
        GameNameError: The name is too long or has a character that is not allowed.
    """
    if not name:
        return name
    text = re.sub(r" +", " ", name.strip())
    # NFC takes quadratic time in the marks on one letter, so a name that must be too long is not
    # normalised.
    if len(text) <= MAX_DECOMPOSED_LENGTH * NAME_LIMIT:
        text = unicodedata.normalize("NFC", text)
    if len(text) > NAME_LIMIT:
        raise GameNameError(
            f"A game's name has at most {NAME_LIMIT} characters; this one has {len(text):,}."
        )
    if any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"}
        for character in text
    ):
        raise GameNameError("A game's name is one line of letters, digits, spaces and punctuation.")
    if any(character in "<>" for character in text):
        raise GameNameError("A game's name may not contain < or >.")
    return text
