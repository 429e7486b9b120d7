"""The parser of the box for a game: a seed, an address, the name of a preset, or words."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit

from carnage import catalog
from carnage.catalog import Book
from carnage.game_names import GameNameError
from carnage.playtest.wishing import NUMBERS
from carnage.playtest.worded import LONGEST, understood
from carnage.presets import presets
from carnage.ruleset import Ruleset
from carnage.seeds import Seed, TextError, folded
from carnage.web.games.links import LinkState, game_url, read_link_state
from carnage.web.params import books

ORIGINAL = "classic"  # the book of the original toolkit
NO_WORD = 9  # digits of a number that is never a word
CLOSE = 3  # surplus digits of a seed with a typing mistake
SHOWN = 200  # characters of words that an address keeps

_SEPARATED = re.compile(r"[#\s.,_/|–—-]+")
_GAME = re.compile(r"(?:^|/)([a-z][a-z0-9-]*)/([0-9]{1,200})(?=[./]|$)")


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
        if not 0 < len(self.words) <= SHOWN:
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
    words = folded(text)
    if as_words:
        return _make_from_words(words, book)
    found = _parse_address(text) or _find_preset(words) or _parse_digits(text, book)
    if found is None:
        _check_no_wish(words, book or default_book())
    return found or _make_from_words(words, book)


def find_named_game(text: str) -> FoundGame | None:
    """Return the game with these digits or this address, if there is one."""
    try:
        return _parse_address(text) or _parse_digits(text, None)
    except (AmbiguousInput, TextError, GameNameError):
        return None


def _check_no_wish(words: str, book: Book) -> None:
    """Raise AmbiguousInput for words that wish for a duration and the like."""
    if len(words) > LONGEST:
        return
    wish, unclear = understood(words, book)
    if not unclear and any(name in wish for name in NUMBERS):
        raise AmbiguousInput(
            "These words say what a game should be like. As any others, they are also a game by themselves, "
            "which need not be so.",
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
    return hashlib.sha256(f"carnage/any/1/{book.code}/{text}".encode("utf-8", "surrogatepass")).digest()


def _parse_address(text: str) -> FoundGame | None:
    """Return the game at an address of this or another site, or of the original toolkit."""
    try:
        parts = urlsplit(text.strip())
    except ValueError:
        return None
    fields = dict(reversed(parse_qsl(parts.query)))
    path = _GAME.search(parts.path)
    if path and path[1] in books():
        book = books()[path[1]]
        if len(path[2]) != book.length:
            raise _make_digit_error(path[2], book)
        return FoundGame(book, Seed(path[2]), read_link_state(fields, book))
    if fields.get("seed") and (parts.netloc or parts.path in ("", "/")):
        book, digits = books()[ORIGINAL], _SEPARATED.sub("", fields["seed"])
        if len(digits) >= book.length and digits.isascii() and digits.isdigit():
            # As with the original, of a longer seed the first digits count.
            name = read_link_state({"name": fields.get("game_name", "")}, book)
            return FoundGame(book, Seed(digits[: book.length]), name)
    if parts.scheme in ("http", "https") and parts.netloc:
        raise AmbiguousInput(
            "This is an address, and not that of a game, which ends in a book and its digits."
        )
    return None


def _find_preset(words: str) -> FoundGame | None:
    game = _index_presets().get(words)
    return FoundGame(game.book, game.seed, LinkState(game.given_name)) if game else None


@cache
def _index_presets() -> dict[str, Ruleset]:
    """Return the presets by their folded titles, codes and names."""
    return {
        folded(name): preset.ruleset
        for preset in presets()
        for name in (preset.title, preset.code, preset.ruleset.name)
    }


def _parse_digits(text: str, book: Book | None) -> FoundGame | None:
    """Return the game with these digits, of the requested book or one with that length.

    Raises AmbiguousInput for a long number that fits no book; a short one is a word.
    """
    digits = _SEPARATED.sub("", text)
    if not (digits.isascii() and digits.isdigit()):
        return None
    fitting = [each for each in books().values() if each.length == len(digits)]
    if fitting:
        return FoundGame(book if book in fitting else fitting[0], Seed(digits))
    if len(digits) < NO_WORD:
        return None
    raise _make_digit_error(digits)


def _make_digit_error(digits: str, book: Book | None = None) -> AmbiguousInput:
    """Return the error for digits that are not a seed of this book, or of any."""
    shelf = [book] if book else list(books().values())
    listed = ", ".join(f"{each.length} for {each.title}" for each in books().values())
    over = [each for each in shelf if each.length < len(digits) <= each.length + CLOSE]
    near = [
        FoundGame(each, Seed(digits[at : at + each.length]))
        for each in over
        for at in (0, len(digits) - each.length)
    ]
    return AmbiguousInput(
        f"These are {len(digits)} digits, and a seed has {listed}.",
        tuple({each.url: each for each in near}.values()),
    )


def is_made_of(words: str, seed: Seed) -> bool:
    """Return whether a seed is made of these words, which an address may claim."""
    return 0 < len(words) <= SHOWN and Seed.from_text(folded(words), len(seed)) == seed


def random_book() -> Book:
    """Return a random book."""
    return secrets.choice(list(books().values()))


def default_book() -> Book:
    """Return the book for rolls without a requested book."""
    return catalog.book(catalog.DEFAULT_BOOK)
