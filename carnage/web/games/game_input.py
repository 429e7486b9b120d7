"""What somebody typed into the one box: a seed, however it is grouped, a game's address, a preset, words."""

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

ORIGINAL = "classic"  # the book that the original toolkit's addresses are of
NO_WORD = 9  # digits from which on nobody means them as a word
CLOSE = 3  # more digits than a seed has that may be taken for a slip
SHOWN = 200  # characters of words that an address says

_SEPARATED = re.compile(r"[#\s.,_/|–—-]+")
_GAME = re.compile(r"(?:^|/)([a-z][a-z0-9-]*)/([0-9]{1,200})(?=[./]|$)")


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game: where it is, what is carried along, and the words that it is made of, if it is."""

    book: Book
    seed: Seed
    carried: LinkState = field(default_factory=LinkState)
    words: str = ""

    @property
    def url(self) -> str:
        """Its page, which says of what words it is made."""
        url = game_url(self.book, self.seed.digits, self.carried)
        if not 0 < len(self.words) <= SHOWN:
            return url
        return f"{url}{'&' if '?' in url else '?'}words={quote_plus(self.words)}"


class AmbiguousInput(Exception):
    """What was typed may be meant in several ways: `wrong` says why, `near` are games that may be meant,
    `find` is where games are found to it as a wish."""

    def __init__(self, wrong: str, near: tuple[FoundGame, ...] = (), find: str = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.near = near
        self.find = find


def parse_game_input(text: str, book: Book | None, as_words: bool = False) -> FoundGame:
    """The game that this text means, never none; `book` is that of words, None for whichever they pick.

    Raises AmbiguousInput, TextError for a text that is too long, and of an address what is wrong with it.
    """
    words = folded(text)
    if as_words:
        return _make_from_words(words, book)
    found = _parse_address(text) or _find_preset(words) or _parse_digits(text, book)
    if found is None:
        _check_no_wish(words, book or default_book())
    return found or _make_from_words(words, book)


def find_named_game(text: str) -> FoundGame | None:
    """The game whose digits or address this is, if it is one."""
    try:
        return _parse_address(text) or _parse_digits(text, None)
    except (AmbiguousInput, TextError, GameNameError):
        return None


def _check_no_wish(words: str, book: Book) -> None:
    """Raise AmbiguousInput for words that say how long a game shall take, and the like: that is a wish."""
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
    """The game of these words, which are folded: the same however large their letters and gaps are."""
    book = book or max(books().values(), key=lambda each: _rank_book(each, words))
    return FoundGame(book, Seed.from_text(words, book.length), words=words)


def _rank_book(book: Book, text: str) -> bytes:
    """The number that a book draws for a text; the highest wins, so that a new book takes a few over and
    moves none from one of the old books to another."""
    return hashlib.sha256(f"carnage/any/1/{book.code}/{text}".encode("utf-8", "surrogatepass")).digest()


def _parse_address(text: str) -> FoundGame | None:
    """A game by its address, here or wherever else it is, whole or its end alone; or by the original's."""
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
    """The published systems by all that they are called."""
    return {
        folded(name): preset.ruleset
        for preset in presets()
        for name in (preset.title, preset.code, preset.ruleset.name)
    }


def _parse_digits(text: str, book: Book | None) -> FoundGame | None:
    """A seed, of the book that is asked for or else of one that it fits; so many digits that fit none are
    asked about, fewer are a word like any other."""
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
    """What is asked about digits that are no seed of this book, or of any."""
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
    """Whether these words, which may be said by an address, are those of this seed."""
    return 0 < len(words) <= SHOWN and Seed.from_text(folded(words), len(seed)) == seed


def random_book() -> Book:
    """One of all books, each as likely as any other."""
    return secrets.choice(list(books().values()))


def default_book() -> Book:
    """The book that a roll is made in where none is asked for."""
    return catalog.book(catalog.DEFAULT_BOOK)
