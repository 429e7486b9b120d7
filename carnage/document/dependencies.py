"""What a piece of a rulebook depends on, read from its own texts, so that nobody has to declare it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from carnage.catalog import Book
from carnage.catalog.mentions import asked_numbers, asked_of_game, asked_pitches, asked_traits, used_names
from carnage.catalog.traits import Conditional
from carnage.document.press import Once
from carnage.document.things import THINGS, WORDS
from carnage.ruleset import Ruleset

T = TypeVar("T")


def conditions(entries: Iterable[Conditional]) -> set[str]:
    """The traits that decide which of these are there."""
    return {trait for entry in entries for trait in (*entry.needs, *entry.unless)}


def dependencies(book: Book, texts: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The traits and the rolled tables of a book that decide how these texts read in a game."""
    traits: set[str] = set()
    tables: set[str] = set()
    for text in texts:
        traits |= asked_traits(text)
        tables |= {number.partition(".")[0] for number in asked_numbers(text)}
        things = [THINGS[name] for name in asked_of_game(text)]
        things += [WORDS[name] for name in used_names(text) & WORDS.keys()]
        for thing in things:
            traits |= {*thing.traits(book)}
            tables |= {*thing.tables(book)}
        for id in asked_pitches(text):
            tables.add(id)
            for option in book.table(id).options:
                traits |= asked_traits(option.pitch)
    return frozenset(traits), frozenset(tables & {table.id for table in book.rolled})


def once(
    book: Book,
    build: Callable[[Ruleset], T],
    texts: Iterable[str],
    traits: Iterable[str] = (),
    tables: Iterable[str] = (),
    digits: bool = False,
) -> Once[T]:
    """A piece made of these texts, and hanging on further traits and tables too."""
    asked, own = dependencies(book, texts)
    return Once(book, build, asked.union(traits), own.union(tables), digits)
