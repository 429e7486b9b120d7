"""The words of search criteria: phrases of `tables/wishes.toml`, and names of a book's rules."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from carnage import catalog
from carnage.catalog import Book, Table
from carnage.catalog.rolls import list_granted_traits
from carnage.catalog.toml import Entry, read_toml
from carnage.lab.quantities import is_bare_number

# Separators of criteria in a text. A point or comma between two digits does not separate.
SEPARATORS = re.compile(r"[;\n!?]+|(?<!\d)[,.]+|[,.]+(?!\d)|\band\b|\bbut\b")


class CriterionPhrases(Entry, frozen=True):
    """Phrases that mean a trait that a game has or lacks."""

    said: tuple[str, ...]
    has: str = ""
    lacks: str = ""


class BookWords(Entry, frozen=True):
    """Words that name a book, and words that name it only if nothing else is wished."""

    named: tuple[str, ...]
    alone: tuple[str, ...]


class Vocabulary(Entry, frozen=True):
    """The file of words.

    `first` has, by a table's id, the trait of the options that its name usually means, and `books`
    the words that name a book.
    """

    wish: tuple[CriterionPhrases, ...]
    first: dict[str, str]
    books: dict[str, BookWords]


@cache
def load_vocabulary() -> Vocabulary:
    """Return the file of words."""
    return read_toml(catalog.TABLES, "wishes.toml", Vocabulary)


def list_tags(book: Book) -> list[str]:
    """Return the tags of a book's options in alphabetical order."""
    return sorted({tag for table in book.rolled for option in table.options for tag in option.tags})


class KnownPhrases(NamedTuple):
    """The phrases that a book understands, except numbers.

    Attributes:
        meanings: The field and value of each phrase.
        ambiguous: For a label that several tables have or that is a bare number, the phrases that
            distinguish it.
        with_separators: Phrases that contain a separator, longest first, with their form without
            separators.
    """

    meanings: dict[str, tuple[str, str]]
    ambiguous: dict[str, tuple[str, ...]]
    with_separators: tuple[tuple[str, str], ...]


@cache
def known_phrases(code: str) -> KnownPhrases:
    """Return the phrases of a book: names of options, traits, tables and tags.

    If a phrase has several meanings, labels of options, traits and `wishes.toml` take precedence.
    """
    book = catalog.book(code)
    labels: dict[str, list[tuple[str, str]]] = {}
    plain: dict[str, tuple[str, str]] = {}
    for table in book.rolled:
        title = table.title.lower()
        for option in table.options:
            if table.results(option.code):
                label = option.label.lower().replace("’", "'")
                wish = ("keep", f"{table.id}={option.code}")
                labels.setdefault(label, []).append((f"{title} {label}", wish[1]))
                plain[f"{title} {label}"] = plain[wish[1]] = wish
    known = {label: ("keep", there[0][1]) for label, there in labels.items() if len(there) == 1}
    several = {
        label: tuple([name for name, _ in there])
        for label, there in labels.items()
        if len(there) > 1 or is_bare_number(label)
    }
    given = list_granted_traits(book)
    for trait, meaning in book.traits.items():
        if trait in given:
            known[meaning.lower()] = known[trait.replace("-", " ")] = known[trait] = ("with", trait)
    for entry in load_vocabulary().wish:
        if entry.has:
            wish = ("with", entry.has)
        else:
            wish = ("without", entry.lacks)
        if wish[1] in given:
            known |= dict.fromkeys(entry.said, wish)
    titles = {table.title.lower(): ("with", table.id) for table in book.rolled}
    rules = {rules_phrase(table): ("with", table.id) for table in book.rolled}
    called = {
        name: ("with", tag)
        for tag in list_tags(book)
        for name in (tag.replace("-", " "), tag, f"called {tag}")
    }
    known = {**called, **plain, **titles, **rules, **known}
    # A bare number is ambiguous: as an option it needs its table's name.
    known = {phrase: wish for phrase, wish in known.items() if not is_bare_number(phrase)}
    parted = {
        phrase: " ".join(SEPARATORS.sub(" ", phrase).split())
        for phrase in known
        if SEPARATORS.search(phrase)
    }
    known |= {whole: known[phrase] for phrase, whole in parted.items()}
    longest_first = sorted(parted.items(), key=lambda each: -len(each[0]))
    return KnownPhrases(known, several, tuple(longest_first))


def rules_phrase(table: Table) -> str:
    """Return the phrase for the rules of a table."""
    return f"rules for {table.title}".lower()
