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
from carnage.rulesets.battlefield import get_battlefield
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset

MAX_NAME_LENGTH = 24  # characters of a name; a longer one does not fit on a card or a map
MAX_URL_LENGTH = 1_000  # characters of all names in a URL
MAX_TOTAL_LENGTH = 8_000  # characters of all names that are read
NAME_SEPARATOR, CODE_SEPARATOR = "*", "~"  # the separators of names, and of a code and its name

CustomNames = tuple[tuple[str, str], ...]
"""The code and the name of sides, figures and weapons, in the order of the book."""


class CustomNameError(ValueError):
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


MAX_SIDES = 6  # the maximum number of players of a game


def list_nameable_in_book(book: Book) -> tuple[Nameable, ...]:
    """Return the things that can be named in the games of a book."""
    roster = book.roster
    return (
        *_list_sides(book, MAX_SIDES),
        *[Nameable("figure", figure.code, figure.label) for figure in roster.figure],
        *[Nameable("weapon", weapon.code, weapon.label) for weapon in roster.weapon],
    )


def list_nameable(ruleset: Ruleset) -> tuple[Nameable, ...]:
    """Return the things that can be named in a game."""
    return ruleset.memoize(_find_nameable)


def _find_nameable(ruleset: Ruleset) -> tuple[Nameable, ...]:
    sides = _list_sides(ruleset.book, ruleset.players)
    if not ruleset.book.roster.figure:
        return sides
    codes = {model.code for model in get_force(ruleset).kinds} | set(
        get_force(ruleset).weapon_codes
    )
    return (*sides, *[each for each in list_nameable_in_book(ruleset.book) if each.code in codes])


TERRAIN_PREFIX = "terrain-"
MONEY = Nameable("money", "money", "dollar")


def list_named_by_settings(ruleset: Ruleset) -> tuple[Nameable, ...]:
    """Return the things of a battle that only settings name: its terrain, and the money."""
    if not ruleset.book.roster.figure:
        return ()
    labels = dict.fromkeys(piece.label for piece in get_battlefield(ruleset).terrain)
    terrain = [
        Nameable("terrain", TERRAIN_PREFIX + label.lower().replace(" ", "-"), label)
        for label in labels
    ]
    return (*terrain, MONEY)


def _list_sides(book: Book, number: int) -> tuple[Nameable, ...]:
    """Return the sides 1 to `number` as nameable things."""
    noun = book.sheet.nouns.side
    return tuple(Nameable("side", f"side-{n}", f"{noun} {n}") for n in range(1, number + 1))


def clean_custom_name(name: str, what: Nameable) -> str:
    """Return a name in NFC, on one line, with single spaces; "" if it is empty or the name in the
    book.

    Raises:
        CustomNameError: The name is too long or has a character that is not allowed.
    """
    text = re.sub(r" +", " ", name.strip())
    if len(text) > 4 * MAX_NAME_LENGTH:  # NFC takes quadratic time in the marks on one letter
        raise CustomNameError(_describe_excess(what, len(text)), what.code)
    text = unicodedata.normalize("NFC", text)
    if len(text) > MAX_NAME_LENGTH:
        raise CustomNameError(_describe_excess(what, len(text)), what.code)
    if any(
        unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp", "Cf", "Co", "Cn"} for each in text
    ):
        raise CustomNameError(
            f"{what.label}: a name is one line of letters, digits, spaces and punctuation.",
            what.code,
        )
    if any(each in "<>*~" for each in text):
        raise CustomNameError(f"{what.label}: a name may not contain <, >, * or ~.", what.code)
    if text and not any(unicodedata.category(each)[0] in "LN" for each in text):
        raise CustomNameError(f"{what.label}: a name has a letter or a digit in it.", what.code)
    return "" if text == what.label else text


def _describe_excess(what: Nameable, length: int) -> str:
    """Return the message about a name that is too long."""
    return (
        f"{what.label}: a name has at most {MAX_NAME_LENGTH} characters; this one has {length:,}."
    )


def clean_names(names: Mapping[str, str], book: Book) -> CustomNames:
    """Return the names, cleaned and in the book's order. Codes may be in any case.

    Raises:
        CustomNameError: A name is invalid, or a code does not exist.
    """
    known = {each.code: each for each in list_nameable_in_book(book)}
    by_code = {}
    for typed_code, name in names.items():
        code = "-".join(re.split(r"[\s_-]+", typed_code.strip().lower()))
        if code not in known:
            codes = ", ".join(known)
            raise CustomNameError(
                f"{book.title} has no {typed_code.strip()!r} to name; it has {codes}."
            )
        by_code[code] = name
    cleaned = [
        (code, clean_custom_name(by_code[code], what))
        for code, what in known.items()
        if code in by_code
    ]
    return tuple((code, name) for code, name in cleaned if name)


def parse_names(text: str, book: Book) -> CustomNames:
    """Return the names in the text of a URL. Raise CustomNameError if the text is invalid."""
    if not text:
        return ()
    if len(text) > MAX_TOTAL_LENGTH:
        raise CustomNameError(f"Names take at most {MAX_TOTAL_LENGTH:,} characters together.")
    names: dict[str, str] = {}
    for part in filter(
        None, text.split(NAME_SEPARATOR)
    ):  # A copied link may have a surplus star at its end.
        code, sign, name = part.partition(CODE_SEPARATOR)
        if not sign:
            raise CustomNameError(
                f"Names are written captain{CODE_SEPARATOR}Grub{NAME_SEPARATOR}"
                f"rifle{CODE_SEPARATOR}Long Bow."
            )
        names[code] = name
    return clean_names(names, book)


def parse_names_or_file(argument: str, book: Book) -> CustomNames:
    """Return the names in a text as in a URL, or in the file with that name.

    Raises:
        CustomNameError: A name is invalid, or the file does not exist.
        FileError: The file cannot be read.
    """
    if CODE_SEPARATOR in argument:
        return parse_names(argument, book)
    if not os.path.lexists(argument):
        raise CustomNameError(
            f"There is no file {argument!r}. Give one, or such as "
            f"captain{CODE_SEPARATOR}Grub{NAME_SEPARATOR}rifle{CODE_SEPARATOR}Bow."
        )
    text = read_text(argument)
    try:
        return parse_lines(text, book)
    except CustomNameError as error:
        raise CustomNameError(f"{argument}: {error}", error.code) from None


def parse_lines(text: str, book: Book) -> CustomNames:
    """Return the names in the lines of a file.

    A line is `captain = Grub`, or names as in a URL. A comment starts with #.

    Raises:
        CustomNameError: A line is invalid; the message has its number.
    """
    if len(text) > MAX_TOTAL_LENGTH:
        raise CustomNameError(f"Names take at most {MAX_TOTAL_LENGTH:,} characters together.")
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            names |= _parse_line(line.partition("#")[0].strip(), book)
        except CustomNameError as error:
            raise CustomNameError(f"Line {number}: {error}", error.code) from None
    return clean_names(names, book)


def _parse_line(line: str, book: Book) -> dict[str, str]:
    """Return the names in a line by code. An empty name removes an earlier one."""
    if not line:
        return {}
    if CODE_SEPARATOR in line:
        return dict(parse_names(line, book))
    code, sign, name = line.partition("=")
    if not sign:
        raise CustomNameError(f"{line[:60]!r} is no name; a line is written captain = Grub.")
    return dict(clean_names({code: name}, book)) or {code: ""}


def format_names(names: Iterable[tuple[str, str]]) -> str:
    """Return names as text that `parse_names` parses."""
    return NAME_SEPARATOR.join(f"{code}{CODE_SEPARATOR}{name}" for code, name in names)


def fits_in_url(names: CustomNames) -> bool:
    """Return True if the names fit into a URL."""
    return (
        len(quote_plus(format_names(names), safe=NAME_SEPARATOR + CODE_SEPARATOR)) <= MAX_URL_LENGTH
    )
