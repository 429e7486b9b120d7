"""Parse games from text: digits in any grouping, paths, and URLs of all pages.

A text that is almost a game raises an error with the games that were probably meant. It is never
read as words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from urllib.parse import parse_qsl, unquote, urlsplit

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.draft_seeds import migrate_seed
from carnage.rulesets.house_rules import change_rules
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import TEXT_LIMIT, Seed, SeedError

ORIGINAL = "classic"
"""The book of URLs of the original toolkit, which have the digits in the query field `seed`."""

MIN_DIGITS = 9
"""A shorter number is not read as a seed: it may be part of a text, such as a year."""

MAX_EXTRA_DIGITS = 3
"""The largest number of surplus digits for which the error proposes a game."""

MAX_LENGTH = 20_000
"""Characters that are read. The longest URL of a game in progress has about 11,000."""

MAX_FIELDS = 40
MAX_UNQUOTED = 2
"""The number of times that a URL may have been percent-encoded."""

SHOWN_LENGTH = 60
EXAMPLE = "classic/243856987615781"
SEPARATORS = r"\s.,_'’`|/#:;–—‑−-"
PAIRS = {
    "<": ">",
    "(": ")",
    "[": "]",
    "{": "}",
    "«": "»",
    "»": "«",
    "“": "”",
    "„": "“",
    "‘": "’",
    "‹": "›",
}
"""Brackets and quotation marks that may surround a URL in a message, except those of SAME_PAIRS."""

SAME_PAIRS = "\"'`*_"
SENTENCE_ENDS = ".,;:!?…"

_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_DIGITS = re.compile(rf"[0-9](?:[{SEPARATORS}]*[0-9])*")
_PATH = re.compile(r"(?:^|/)([A-Za-z][A-Za-z0-9-]*)/([0-9]+)(?![0-9A-Za-z_-])")
_BOOK_AND_DIGITS = re.compile(r"\s*/?([^/\s]+)/[0-9]+\s*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|www\.", re.IGNORECASE)
_ROUNDED = re.compile(r"([0-9])[.,]([0-9]{5,})[eE]\+?([0-9]{1,2})")


class AddressError(SeedError):
    """A text that is almost a game.

    Attributes:
        suggestions: The games that may have been meant, the most likely first.
    """

    def __init__(self, message: str, near: Iterable[GameAddress] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple({address.path: address for address in near}.values())

    def describe(self) -> str:
        """Return the message with the games that may have been meant."""
        games = [address.path.removeprefix("/") for address in self.suggestions]
        return f"{self} Did you mean {' or '.join(games)}?" if games else str(self)


@dataclass(frozen=True, slots=True)
class GameAddress:
    """A game that a text names.

    Attributes:
        book: The book.
        seed: The seed, of the length of the book's seeds.
        fields: The query of the URL, such as `name`, `own`, `dice` and `game`; the first of each.
    """

    book: Book
    seed: Seed
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Return the path of the game's page."""
        return f"/{self.book.code}/{self.seed}"

    def ruleset(self) -> Ruleset:
        """Return the game with the name and the house rules in the URL.

        Raise GameNameError or HouseRuleError if they cannot be used.
        """
        ruleset = resolve(self.book, self.seed, self.fields.get("name", ""))
        return change_rules(ruleset, self.fields.get("rules", ""))


def read_game(text: str) -> Ruleset:
    """Return the game that a text names, with the name in its URL.

    Raises:
        AddressError: The text does not name a game.
        GameNameError: The name in the URL cannot be used.
    """
    *_, plain = _unquote_repeatedly(text[:MAX_LENGTH])
    code = _BOOK_AND_DIGITS.fullmatch(clean_text(plain))
    if code and code[1].casefold() not in _list_books_by_name():
        raise AddressError(
            f"There is no book {code[1]!r}; there is {', '.join(catalog.book_codes())}."
        )
    address = read_address(text)
    if address is None:
        raise AddressError(
            f"{shorten(text)} is no game. A game is a book and a seed, such as {EXAMPLE}."
        )
    return address.ruleset()


def parse_seed(digits: str, book: Book) -> Seed:
    """Return the seed of exactly these digits. Raise AddressError if their number is wrong."""
    if re.fullmatch("[0-9]+", digits):
        return _check_length(book, digits, {}).seed
    raise AddressError(
        f"A seed of {book.title} has {book.length} digits, with nothing between them."
    )


def read_seed(text: str, book: Book | None = None) -> GameAddress:
    """Return the game of a seed, of the given book or of one with seeds of this length. Raise
    AddressError.

    Args:
        text: The digits in any grouping, or the URL of a game.
        book: The book; None for any.
    """
    digits = re.sub(rf"[{SEPARATORS}]", "", clean_text(text))
    if book is not None and digits.isdigit():
        return _check_length(book, digits, {})
    try:
        found = read_address(text, book)
    except AddressError as error:
        raise AddressError(error.describe(), error.suggestions) from None
    if found is None or book not in (None, found.book):
        if book:
            lengths = f"of {book.title} has {book.length} digits"
        else:
            lengths = f"has {_list_lengths()}"
        raise AddressError(f"{shorten(text)} is no seed. A seed {lengths}.")
    return found


def read_address(text: str, book: Book | None = None) -> GameAddress | None:
    """Return the game that a text names; None if the text does not resemble a game.

    Args:
        text: Text that a user typed or pasted.
        book: The book of digits that fit several books.

    Raises:
        AddressError: The text is almost a game.
    """
    text = text[:MAX_LENGTH]
    errors = []
    for read in (
        *(partial(_read_url, each) for each in _find_urls(text)),
        partial(_read_digits, text, book),
    ):
        try:
            if found := read():
                return found
        except AddressError as error:
            errors.append(error)
    if errors:
        raise errors[0]
    return None


def clean_text(text: str) -> str:
    """Return a text with plain letters and digits, without invisible characters and surrounding
    brackets.
    """
    text = unicodedata.normalize("NFKC", text[:TEXT_LIMIT])  # quadratic time in combining marks
    text = "".join(
        _to_ascii_digit(letter) for letter in text if unicodedata.category(letter) != "Cf"
    )
    return _unwrap(text)


def _unwrap(text: str) -> str:
    """Return a text without brackets and quotation marks around it, which punctuation may
    follow.
    """
    text = text.strip()
    while text:
        end = PAIRS.get(text[0], text[0] if text[0] in SAME_PAIRS else "")
        inner = text.rstrip(SENTENCE_ENDS)
        if not end or len(inner) < 2 or inner[-1] != end:
            break
        text = inner[1:-1].strip()
    return text


def shorten(text: str) -> str:
    """Return a text in quotation marks on one line, shortened to SHOWN_LENGTH characters."""
    return repr(text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 3] + "…")


def _unquote_repeatedly(text: str) -> Iterator[str]:
    """Yield a text unchanged, and percent-decoded up to MAX_UNQUOTED times."""
    yield text
    for _ in range(MAX_UNQUOTED):
        if not _ESCAPE.search(text):
            return
        text = unquote(text)
        yield text


def _to_ascii_digit(letter: str) -> str:
    """Return a digit of any script as an ASCII digit, and any other character unchanged."""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _find_urls(text: str) -> Iterator[str]:
    """Yield the possible URLs in a text: its words, and the whole text."""
    for unquoted in _unquote_repeatedly(text):
        words = [word.rstrip(f"{SENTENCE_ENDS}/&") for word in unquoted.split()]
        for part in (*(words if len(words) > 1 else ()), unquoted):
            if "/" in part or "?" in part:
                path, *query = re.split("[?&]", _unwrap(part), maxsplit=1)
                yield "?".join(
                    [clean_text(path), *query]
                )  # not the query: a name in it stays unchanged


def _read_url(text: str) -> GameAddress | None:
    """Return the game of a URL, a path, or the end of a path; None if it has no game."""
    try:
        parts = urlsplit(text)
        fields = dict(reversed(parse_qsl(parts.query, max_num_fields=MAX_FIELDS)))
    except ValueError:
        return None
    for code, digits in _PATH.findall(parts.path):
        book = _list_books_by_name().get(code.casefold())
        if book is not None:
            return _check_length(book, digits, fields)
    digits = re.sub(rf"[{SEPARATORS}]", "", clean_text(fields.get("seed", "")))
    if digits.isdigit() and (parts.netloc or parts.path in ("", "/")):
        book = catalog.book(ORIGINAL)
        if fields.get("game_name"):
            name = {"name": fields["game_name"]}
        else:
            name = {}
        # The original toolkit used the first digits of a seed that was too long.
        return _check_length(book, digits[: max(book.length, MIN_DIGITS)], name)
    return None


def _check_length(book: Book, digits: str, fields: Mapping[str, str]) -> GameAddress:
    """Return the game of these digits. Raise AddressError if they are too few or too many."""
    if len(digits) == book.length:
        return GameAddress(book, Seed(digits), fields)
    raise AddressError(
        f"A seed of {book.title} has {book.length} digits, and this one has {len(digits)}.",
        _find_near(book, digits, fields),
    )


def _find_near(book: Book, digits: str, fields: Mapping[str, str]) -> Iterator[GameAddress]:
    """Yield the games of a book that may have been meant by too few or too many digits."""
    if now := migrate_seed(book, digits):
        yield GameAddress(book, Seed(now), fields)
    if book.length < len(digits) <= book.length + MAX_EXTRA_DIGITS:
        seeds = {digits[: book.length]: None, digits[-book.length :]: None}
        yield from (GameAddress(book, Seed(seed), fields) for seed in seeds)


def _read_digits(text: str, book: Book | None) -> GameAddress | None:
    """Return the game of digits alone or next to the name of a book, or None.

    Raise AddressError if near.
    """
    *_, text = _unquote_repeatedly(
        text
    )  # the digits of an escape, such as %20, are not part of a seed
    text = clean_text(text)
    if _SCHEME.match(text) and len(text.split()) == 1:
        raise AddressError(
            f"This is an address, and not that of a game, which ends like {EXAMPLE}."
        )
    runs = [re.sub("[^0-9]", "", run) for run in _DIGITS.findall(text)]
    digits = max(runs, key=len, default="")
    rest = re.sub(r"[^a-z-]+", " ", _DIGITS.sub(" ", text).casefold()).split()
    named = next(
        (_list_books_by_name()[word] for word in rest if word in _list_books_by_name()), None
    )
    if named is not None and len(digits) == named.length:
        return GameAddress(named, Seed(digits))
    fitting = [each for each in _list_offered_books() if each.length == len(digits)]
    if not rest and fitting:
        return GameAddress(book if book in fitting else fitting[0], Seed(digits))
    is_near_named = named is not None and len(digits) > named.length // 2
    if len(digits) < MIN_DIGITS and not is_near_named:
        return None
    near = [GameAddress(each, Seed(digits)) for each in fitting]
    if rounded := _ROUNDED.search(text):
        near += _find_rounded(rounded)
    if named is not None:
        raise AddressError(
            f"A seed of {named.title} has {named.length} digits, and this one has {len(digits)}.",
            (*_find_near(named, digits, {}), *near),
        )
    if near:
        raise AddressError("This holds the digits of a game, among other things.", near)
    over = [found for each in _list_offered_books() for found in _find_near(each, digits, {})]
    raise AddressError(f"These are {len(digits)} digits, and a seed has {_list_lengths()}.", over)


def _find_rounded(rounded: re.Match[str]) -> Iterator[GameAddress]:
    """Yield the games of a seed that a spreadsheet has rounded, such as 2.43857E+14."""
    digits = (rounded[1] + rounded[2]).ljust(int(rounded[3]) + 1, "0")
    yield from (
        GameAddress(each, Seed(digits))
        for each in _list_offered_books()
        if each.length == len(digits)
    )


@cache
def _list_books_by_name() -> dict[str, Book]:
    """Return all books by their codes and titles in lower case."""
    books = [catalog.book(code) for code in catalog.book_codes()]
    return {name.casefold(): book for book in books for name in (book.code, book.title)}


def _list_lengths() -> str:
    """Return the number of digits of each book in words."""
    lengths = [f"{each.length} digits for {each.title}" for each in _list_offered_books()]
    return f"{', '.join(lengths[:-1])} or {lengths[-1]}"


def _list_offered_books() -> list[Book]:
    """Return the books that are offered to users."""
    return [catalog.book(code) for code in catalog.sort_for_display(catalog.book_codes())]
