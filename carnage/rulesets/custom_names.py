"""Custom names for the sides, figures and weapons of a game.

Custom names are only displayed and change no rule. In a URL they are written
`captain~Grub*rifle~Long+Bow`.
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
from carnage.rulesets.forces import force
from carnage.rulesets.ruleset import Ruleset

LIMIT = 24  # characters of a name; a longer one does not fit on a card or a map
SHORT = 1_000  # characters of all names in a URL
MOST = 8_000  # characters of all names that are read
BETWEEN, BEFORE = "*", "~"  # the separators of names, and of a code and its name

Own = tuple[tuple[str, str], ...]
"""The code and the name of sides, figures and weapons, in the order of the book."""


class OwnNameError(ValueError):
    """A name is invalid, or is for a thing that cannot be named; the message describes a valid one.

    Attributes:
        code: The code of the named thing, or "" if it does not exist.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class Nameable(NamedTuple):
    """A thing that can have a custom name.

    Attributes:
        kind: "side", "figure" or "weapon".
        code: Its code.
        label: Its name in the book.
    """

    kind: str
    code: str
    label: str


SIDES = 6  # the maximum number of players of a game


def nameable_in(book: Book) -> tuple[Nameable, ...]:
    """Return the things that can be named in the games of a book."""
    roster = book.roster
    return (
        *_sides(book, SIDES),
        *[Nameable("figure", figure.code, figure.label) for figure in roster.figure],
        *[Nameable("weapon", weapon.code, weapon.label) for weapon in roster.weapon],
    )


def nameable(ruleset: Ruleset) -> tuple[Nameable, ...]:
    """Return the things that can be named in a game."""
    sides = _sides(ruleset.book, ruleset.players)
    if not ruleset.book.roster.figure:
        return sides
    there = {model.code for model in force(ruleset).kinds} | set(force(ruleset).carried_codes)
    return (*sides, *[each for each in nameable_in(ruleset.book) if each.code in there])


def _sides(book: Book, number: int) -> tuple[Nameable, ...]:
    """Return the sides 1 to `number` as nameable things."""
    noun = book.sheet.nouns.side
    return tuple(Nameable("side", f"side-{n}", f"{noun} {n}") for n in range(1, number + 1))


def clean_own(name: str, what: Nameable) -> str:
    """Return a name in NFC, on one line, with single spaces; "" if it is empty or the name in the
    book.

    Raises:
        OwnNameError: The name is too long or has a character that is not allowed.
    """
    text = re.sub(r" +", " ", name.strip())
    if len(text) > 4 * LIMIT:  # NFC takes quadratic time in the marks on one letter
        raise OwnNameError(_long(what, len(text)), what.code)
    text = unicodedata.normalize("NFC", text)
    if len(text) > LIMIT:
        raise OwnNameError(_long(what, len(text)), what.code)
    if any(
        unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"} for each in text
    ):
        raise OwnNameError(
            f"{what.label}: a name is one line of letters, digits, spaces and punctuation.",
            what.code,
        )
    if any(each in "<>*~" for each in text):
        raise OwnNameError(f"{what.label}: a name may not contain <, >, * or ~.", what.code)
    if text and not any(unicodedata.category(each)[0] in "LN" for each in text):
        raise OwnNameError(f"{what.label}: a name has a letter or a digit in it.", what.code)
    return "" if text == what.label else text


def _long(what: Nameable, length: int) -> str:
    """Return the message about a name that is too long."""
    return f"{what.label}: a name has at most {LIMIT} characters; this one has {length:,}."


def given(names: Mapping[str, str], book: Book) -> Own:
    """Return the names, cleaned and in the book's order. Codes may be in any case.

    Raises:
        OwnNameError: A name is invalid, or a code does not exist.
    """
    known = {each.code: each for each in nameable_in(book)}
    by_code = {}
    for typed_code, name in names.items():
        code = "-".join(re.split(r"[\s_-]+", typed_code.strip().lower()))
        if code not in known:
            there = ", ".join(known)
            raise OwnNameError(
                f"{book.title} has no {typed_code.strip()!r} to name; it has {there}."
            )
        by_code[code] = name
    cleaned = [
        (code, clean_own(by_code[code], what)) for code, what in known.items() if code in by_code
    ]
    return tuple((code, name) for code, name in cleaned if name)


def read(text: str, book: Book) -> Own:
    """Return the names in the text of a URL. Raise OwnNameError if the text is invalid."""
    if not text:
        return ()
    if len(text) > MOST:
        raise OwnNameError(f"Names take at most {MOST:,} characters together.")
    names: dict[str, str] = {}
    for part in filter(
        None, text.split(BETWEEN)
    ):  # A copied link may have a surplus star at its end.
        code, sign, name = part.partition(BEFORE)
        if not sign:
            raise OwnNameError(
                f"Names are written captain{BEFORE}Grub{BETWEEN}rifle{BEFORE}Long Bow."
            )
        names[code] = name
    return given(names, book)


def typed(said: str, book: Book) -> Own:
    """Return the names in a text as in a URL, or in the file with that name.

    Raises:
        OwnNameError: A name is invalid, or the file does not exist.
        FileError: The file cannot be read.
    """
    if BEFORE in said:
        return read(said, book)
    if not os.path.lexists(said):
        raise OwnNameError(
            f"There is no file {said!r}. Give one, or such as "
            f"captain{BEFORE}Grub{BETWEEN}rifle{BEFORE}Bow."
        )
    text = read_text(said)
    try:
        return from_lines(text, book)
    except OwnNameError as error:
        raise OwnNameError(f"{said}: {error}", error.code) from None


def from_lines(text: str, book: Book) -> Own:
    """Return the names in the lines of a file.

    A line is `captain = Grub`, or names as in a URL. A comment starts with #.

    Raises:
        OwnNameError: A line is invalid; the message has its number.
    """
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
    """Return the names in a line by code. An empty name removes an earlier one."""
    if not line:
        return {}
    if BEFORE in line:
        return dict(read(line, book))
    code, sign, name = line.partition("=")
    if not sign:
        raise OwnNameError(f"{line[:60]!r} is no name; a line is written captain = Grub.")
    return dict(given({code: name}, book)) or {code: ""}


def written(own: Iterable[tuple[str, str]]) -> str:
    """Return names as text that `read` parses."""
    return BETWEEN.join(f"{code}{BEFORE}{name}" for code, name in own)


def is_short(own: Own) -> bool:
    """Return True if the names fit into a URL."""
    return len(quote_plus(written(own), safe=BETWEEN + BEFORE)) <= SHORT
