"""Seeds: the digits that were rolled, one d10 for each digit.

A seed can be typed in from real dice, changed one digit at a time, and bookmarked permanently. This
module does not know books: callers pass the number of digits.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from random import Random

TEXT_SALT = "carnage/1/"
TEXT_LIMIT = 2_000  # code points of a text that becomes a seed
_DIGITS = re.compile(r"[0-9]+", re.ASCII)


class SeedError(ValueError):
    """The text is not a seed of the book; the message shows a valid one."""


class TextError(SeedError):
    """The text is too long to make a seed from; the message gives the limit."""


def normalize_text(text: str) -> str:
    """Return a text in NFC, from which seeds are made. Raise TextError above TEXT_LIMIT code
    points.

    The length is checked first, because NFC takes quadratic time in the marks on one letter.
    """
    if len(text) > TEXT_LIMIT:
        raise TextError(
            f"A text to make a seed from has at most {TEXT_LIMIT:,} characters; this one has "
            f"{len(text):,}."
        )
    return unicodedata.normalize("NFC", text)


def casefold_text(text: str) -> str:
    """Return a typed text without differences of case and white space.

    Raises:
        TextError: The text is too long.
    """
    return " ".join(normalize_text(text).casefold().split())


@dataclass(frozen=True, slots=True)
class Seed:
    """The digits of a game: one ten-sided die for each digit, first table first."""

    digits: str

    def __post_init__(self) -> None:
        if not _DIGITS.fullmatch(self.digits):
            raise SeedError("A seed is written in the digits 0 to 9 and nothing else.")

    def __str__(self) -> str:
        return self.digits

    def __len__(self) -> int:
        return len(self.digits)

    @classmethod
    def parse(cls, text: str, length: int) -> Seed:
        """Return the seed of exactly `length` ASCII digits, or raise SeedError."""
        if not _DIGITS.fullmatch(text):
            raise SeedError(
                f"A seed here is {length} digits, each 0 to 9, with nothing between them."
            )
        if len(text) != length:
            raise SeedError(f"A seed here has {length} digits; this one has {len(text)}.")
        return cls(text)

    @classmethod
    def roll(cls, length: int) -> Seed:
        """Return a new seed of `length` fair dice."""
        return cls("".join(str(secrets.randbelow(10)) for _ in range(length)))

    @classmethod
    def from_rng(cls, chance: Random, length: int) -> Seed:
        """Return the next seed of `length` digits from a random generator."""
        return cls("".join(str(chance.randrange(10)) for _ in range(length)))

    @classmethod
    def from_text(cls, text: str, length: int) -> Seed:
        """Return the seed of a text, always the same for the same text.

        The digits are the bytes, modulo 10, of the SHA-256 digests of `carnage/1/` + the text in
        NFC + `/` + 0, 1, …. Bytes from 250 on are skipped, so that all digits are equally likely.

        Raises:
            TextError: The text has more than TEXT_LIMIT code points.
        """
        # A lone surrogate is not valid in UTF-8, but must still give a seed.
        stem = (TEXT_SALT + normalize_text(text)).encode("utf-8", "surrogatepass")
        digits = ""
        block = 0
        while len(digits) < length:
            digest = hashlib.sha256(stem + f"/{block}".encode()).digest()
            digits += "".join(str(byte % 10) for byte in digest if byte < 250)
            block += 1
        return cls(digits[:length])

    def grouped(self, sizes: tuple[int, ...]) -> tuple[str, ...]:
        """Return the digits in groups of these sizes, which must add up to the length of the
        seed.
        """
        if sum(sizes) != len(self):
            raise ValueError("the groups do not add up to the seed")
        ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
        return tuple(self.digits[end - size : end] for size, end in zip(sizes, ends, strict=True))

    def replaced(self, at: int, digits: str) -> Seed:
        """Return a copy with `digits` in place of those from position `at` on."""
        return Seed(self.digits[:at] + digits + self.digits[at + len(digits) :])
