"""The parser of the box for a game: a seed, an address, the name of a preset, or words."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import quote_plus, urlencode

from carnage import catalog
from carnage.catalog import Book
from carnage.lab.criteria import NUMBERS
from carnage.lab.criteria_text import MAX_TEXT_CHARS, parse_criteria
from carnage.rulesets.address import AddressError, read_address
from carnage.rulesets.game_names import GameNameError
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset
from carnage.seeds import Seed, TextError, casefold_text
from carnage.web.games.links import LinkState, game_url, read_link_state
from carnage.web.params import books

MAX_SHOWN_CHARS = 200  # characters of words that an address keeps


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A parsed game; `words` is the text that it was made of, if it was made of words."""

    book: Book
    seed: Seed
    carried: LinkState = field(default_factory=LinkState)
    words: str = ""

    @property
    def url(self) -> str:
        """Return the address of its page, with its words."""
        url = game_url(self.book, self.seed.digits, self.carried)
        if not 0 < len(self.words) <= MAX_SHOWN_CHARS:
            return url
        return f"{url}{'&' if '?' in url else '?'}words={quote_plus(self.words)}"


class AmbiguousInput(Exception):
    """An input with several meanings.

    Attributes:
        wrong: The reason.
        near: Games that may be meant.
        find: The address of a search with the input as a wish.
    """

    def __init__(self, wrong: str, near: tuple[FoundGame, ...] = (), find: str = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.near = near
        self.find = find


def parse_game_input(text: str, book: Book | None, as_words: bool = False) -> FoundGame:
    """Return the game that a text means.

    Args:
        text: The input.
        book: The book of a game made of words; None lets the words choose one.
        as_words: Whether the text is never read as digits or an address.

    Raises AmbiguousInput, TextError if the text is too long, and the errors of `read_link_state`.
    """
    words = casefold_text(text)
    if as_words:
        return _make_from_words(words, book)
    found = _find_preset(words) or _parse_address(text, book)
    if found is None:
        _check_no_wish(words, book or default_book())
    return found or _make_from_words(words, book)


def find_named_game(text: str) -> FoundGame | None:
    """Return the game with these digits or this address, if there is one."""
    try:
        return _parse_address(text, None)
    except (AmbiguousInput, TextError, GameNameError):
        return None


def _check_no_wish(words: str, book: Book) -> None:
    """Raise AmbiguousInput for words that wish for a duration and the like."""
    if len(words) > MAX_TEXT_CHARS:
        return
    wish, unclear = parse_criteria(words, book)
    if not unclear and any(name in wish for name in NUMBERS):
        raise AmbiguousInput(
            "This text describes a game to search for. It can also be used as a text seed, but "
            "that game need not match the description.",
            find=f"/find/{book.code}?{urlencode({'wish': words}, safe=',')}",
        )


def _make_from_words(words: str, book: Book | None) -> FoundGame:
    """Return the game made of these folded words: capitals and gaps do not matter."""
    book = book or max(books().values(), key=lambda each: _rank_book(each, words))
    return FoundGame(book, Seed.from_text(words, book.length), words=words)


def _rank_book(book: Book, text: str) -> bytes:
    """Return the rank of a book for a text; the book with the highest rank is chosen.

    So a new book takes over some texts, and no text moves between two old books.
    """
    return hashlib.sha256(
        f"carnage/any/1/{book.code}/{text}".encode("utf-8", "surrogatepass")
    ).digest()


def _parse_address(text: str, book: Book | None) -> FoundGame | None:
    """Return the game with these digits or this address, if the text is like one."""
    try:
        address = read_address(text, book)
    except AddressError as error:
        near = tuple(FoundGame(each.book, each.seed) for each in error.suggestions)
        raise AmbiguousInput(str(error), near) from None
    if address is None:
        return None
    return FoundGame(address.book, address.seed, read_link_state(address.fields, address.book))


def _find_preset(words: str) -> FoundGame | None:
    game = _index_presets().get(words)
    return FoundGame(game.book, game.seed, LinkState(game.given_name)) if game else None


@cache
def _index_presets() -> dict[str, Ruleset]:
    """Return the presets by their folded titles, codes and names."""
    return {
        casefold_text(name): preset.ruleset
        for preset in list_presets()
        for name in (preset.title, preset.code, preset.ruleset.name)
    }


def is_made_of(words: str, seed: Seed) -> bool:
    """Return whether a seed is made of these words, which an address may claim."""
    return (
        0 < len(words) <= MAX_SHOWN_CHARS
        and Seed.from_text(casefold_text(words), len(seed)) == seed
    )


def random_book() -> Book:
    """Return a random book."""
    return secrets.choice(list(books().values()))


def default_book() -> Book:
    """Return the book for rolls without a requested book."""
    return catalog.book(catalog.DEFAULT_BOOK)
