"""Names of one's own for a game's sides, figures and weapons: what can be named, and what a name may be.

Names are of what is shown and change no rule. In an address they are written `captain~Grub*rifle~Long+Bow`.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote_plus

from carnage.catalog import Book
from carnage.common.files import read_text
from carnage.forces import force
from carnage.ruleset import Ruleset

LIMIT = 24  # characters of a name: as many as a card and a map have room for
SHORT = 1_000  # characters that names may take in an address
MOST = 8_000  # characters of names, written out, that are read at all
BETWEEN, BEFORE = "*", "~"  # names, and each name and its code

Own = tuple[tuple[str, str], ...]
"""Codes of sides, figures and weapons, each with its name, in the order of the book."""


class OwnNameError(ValueError):
    """A name that cannot be used, or what cannot be named; the message says what would be right. `code` is
    that of whom it was for, empty if there is no such thing."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class Nameable(NamedTuple):
    """What can be given a name: `kind` is side, figure or weapon, `label` what the book calls it."""

    kind: str
    code: str
    label: str


SIDES = 6  # the most players that a game has


def nameable_in(book: Book) -> tuple[Nameable, ...]:
    """All that some game of this book has."""
    roster = book.roster
    return (
        *_sides(book, SIDES),
        *[Nameable("figure", figure.code, figure.label) for figure in roster.figure],
        *[Nameable("weapon", weapon.code, weapon.label) for weapon in roster.weapon],
    )


def nameable(ruleset: Ruleset) -> tuple[Nameable, ...]:
    """All that this game has."""
    sides = _sides(ruleset.book, ruleset.players)
    if not ruleset.book.roster.figure:
        return sides
    there = {model.code for model in force(ruleset).kinds} | set(force(ruleset).carried_codes)
    return (*sides, *[each for each in nameable_in(ruleset.book) if each.code in there])


def _sides(book: Book, number: int) -> tuple[Nameable, ...]:
    noun = book.sheet.nouns.side
    return tuple(Nameable("side", f"side-{n}", f"{noun} {n}") for n in range(1, number + 1))


def clean_own(name: str, what: Nameable) -> str:
    """A name fit to be printed: NFC, one line, single spaces; empty for none, or for the book's own.

    Raises OwnNameError.
    """
    text = re.sub(r" +", " ", name.strip())
    if len(text) > 4 * LIMIT:  # NFC takes the square of the marks that stand on one letter
        raise OwnNameError(_long(what, len(text)), what.code)
    text = unicodedata.normalize("NFC", text)
    if len(text) > LIMIT:
        raise OwnNameError(_long(what, len(text)), what.code)
    if any(unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"} for each in text):
        raise OwnNameError(
            f"{what.label}: a name is one line of letters, digits, spaces and punctuation.", what.code
        )
    if any(each in "<>*~" for each in text):
        raise OwnNameError(f"{what.label}: a name may not contain <, >, * or ~.", what.code)
    if text and not any(unicodedata.category(each)[0] in "LN" for each in text):
        raise OwnNameError(f"{what.label}: a name has a letter or a digit in it.", what.code)
    return "" if text == what.label else text


def _long(what: Nameable, length: int) -> str:
    return f"{what.label}: a name has at most {LIMIT} characters; this one has {length:,}."


def given(names: Mapping[str, str], book: Book) -> Own:
    """These names, cleaned, in the book's order, whatever the case of their codes; raises OwnNameError."""
    known = {each.code: each for each in nameable_in(book)}
    by_code = {}
    for typed_code, name in names.items():
        code = "-".join(re.split(r"[\s_-]+", typed_code.strip().lower()))
        if code not in known:
            there = ", ".join(known)
            raise OwnNameError(f"{book.title} has no {typed_code.strip()!r} to name; it has {there}.")
        by_code[code] = name
    cleaned = [(code, clean_own(by_code[code], what)) for code, what in known.items() if code in by_code]
    return tuple((code, name) for code, name in cleaned if name)


def read(text: str, book: Book) -> Own:
    """Names as an address has them; raises OwnNameError."""
    if not text:
        return ()
    if len(text) > MOST:
        raise OwnNameError(f"Names take at most {MOST:,} characters together.")
    names: dict[str, str] = {}
    for part in filter(None, text.split(BETWEEN)):  # A link may have lost or gained a star at its end.
        code, sign, name = part.partition(BEFORE)
        if not sign:
            raise OwnNameError(f"Names are written captain{BEFORE}Grub{BETWEEN}rifle{BEFORE}Long Bow.")
        names[code] = name
    return given(names, book)


def typed(said: str, book: Book) -> Own:
    """Names as an address has them, or those of the file that is called so.

    Raises OwnNameError, and FileError for a file that cannot be read.
    """
    if BEFORE in said:
        return read(said, book)
    if not os.path.lexists(said):
        raise OwnNameError(
            f"There is no file {said!r}. Give one, or such as captain{BEFORE}Grub{BETWEEN}rifle{BEFORE}Bow."
        )
    text = read_text(said)
    try:
        return from_lines(text, book)
    except OwnNameError as error:
        raise OwnNameError(f"{said}: {error}", error.code) from None


def from_lines(text: str, book: Book) -> Own:
    """Names as a file has them, one a line: `captain = Grub`, or as an address has them; what follows # is
    for people. Raises OwnNameError."""
    if len(text) > MOST:
        raise OwnNameError(f"Names take at most {MOST:,} characters together.")
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            names |= _line_names(line.partition("#")[0].strip(), book)
        except OwnNameError as error:
            raise OwnNameError(f"Line {number}: {error}", error.code) from None
    return given(names, book)


def _line_names(line: str, book: Book) -> dict[str, str]:
    """Return the names that a line gives, by their codes; an empty name takes an earlier one back."""
    if not line:
        return {}
    if BEFORE in line:
        return dict(read(line, book))
    code, sign, name = line.partition("=")
    if not sign:
        raise OwnNameError(f"{line[:60]!r} is no name; a line is written captain = Grub.")
    return dict(given({code: name}, book)) or {code: ""}


def written(own: Iterable[tuple[str, str]]) -> str:
    """The same as `read` reads them."""
    return BETWEEN.join(f"{code}{BEFORE}{name}" for code, name in own)


def is_short(own: Own) -> bool:
    """Whether they have room in an address."""
    return len(quote_plus(written(own), safe=BETWEEN + BEFORE)) <= SHORT
