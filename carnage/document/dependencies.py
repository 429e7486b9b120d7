"""What a piece of a rulebook depends on, read from its own texts, so that nobody has to declare it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

from carnage.catalog import Book
from carnage.catalog.mentions import asked_numbers, asked_of_game, asked_pitches, asked_traits, used_names
from carnage.document.press import Once, Thing
from carnage.document.things import THINGS, WORDS
from carnage.ruleset import Ruleset

T = TypeVar("T")


class Dependencies(NamedTuple):
    """What of a book decides how texts read in a game: traits, rolled tables, things."""

    traits: frozenset[str]
    tables: frozenset[str]
    things: tuple[Thing, ...]


def dependencies(book: Book, texts: Iterable[str]) -> Dependencies:
    """What these texts hang on."""
    traits: set[str] = set()
    tables: set[str] = set()
    things: dict[Thing, None] = {}
    for text in texts:
        traits |= asked_traits(text)
        tables |= {number.partition(".")[0] for number in asked_numbers(text)}
        things |= dict.fromkeys(THINGS[name] for name in sorted(asked_of_game(text)))
        things |= dict.fromkeys(WORDS[name] for name in sorted(used_names(text) & WORDS.keys()))
        for id in asked_pitches(text):
            tables.add(id)
            for option in book.table(id).options:
                traits |= asked_traits(option.pitch)
    rolled = {table.id for table in book.rolled}
    return Dependencies(frozenset(traits), frozenset(tables & rolled), tuple(things))


def once(
    book: Book,
    build: Callable[[Ruleset], T],
    texts: Iterable[str],
    traits: Iterable[str] = (),
    tables: Iterable[str] = (),
    digits: bool = False,
    rarely: bool = False,
) -> Once[T]:
    """A piece made of these texts, and hanging on further traits and tables too."""
    asked = dependencies(book, texts)
    return Once(
        book, build, asked.traits.union(traits), asked.tables.union(tables), digits, asked.things, rarely
    )


def key(book: Book, texts: Iterable[str]) -> Callable[[Ruleset], Hashable]:
    """What two games have in common in which these texts read alike, but for numbers that they are given."""
    return once(book, lambda ruleset: None, texts).key
