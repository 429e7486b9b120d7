"""`tables/wishes.toml`: what people call what they wish for, and what they mean by the name of a table."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from carnage import catalog
from carnage.catalog import Book, Table
from carnage.catalog.rolls import given_by
from carnage.catalog.toml import Entry, read
from carnage.playtest.quantities import is_bare_number

# What parts a text; no point or comma between two digits.
PARTS = re.compile(r"[;\n!?]+|(?<!\d)[,.]+|[,.]+(?!\d)|\band\b|\bbut\b")


class Wish(Entry, frozen=True):
    """What is said, and how a game is then: `has` or `lacks` a trait."""

    said: tuple[str, ...]
    has: str = ""
    lacks: str = ""


class WishWords(Entry, frozen=True):
    """All of the file; `first` has the trait, by the table's name, of options that people mean first."""

    wish: tuple[Wish, ...]
    first: dict[str, str]


@cache
def wish_words() -> WishWords:
    """What people say and mean."""
    return read(catalog.TABLES, "wishes.toml", WishWords)


def tags(book: Book) -> list[str]:
    """What the pitches of a book's games call them, in the order of the alphabet."""
    return sorted({tag for table in book.rolled for option in table.options for tag in option.tags})


class KnownPhrases(NamedTuple):
    """Everything but numbers that a book understands, by what is said.

    `several` has the labels that several tables have, or that are bare numbers, with what tells them apart;
    `parted` has phrases that would be parted, longest first, and how they stay whole.
    """

    wishes: dict[str, tuple[str, str]]
    several: dict[str, tuple[str, ...]]
    parted: tuple[tuple[str, str], ...]


@cache
def known_phrases(code: str) -> KnownPhrases:
    """Options by their labels, traits by their names, what they mean and what else they are called, tables by
    their titles, and tags, as far as nothing else is called so."""
    book = catalog.book(code)
    labels: dict[str, list[tuple[str, str]]] = {}
    plain: dict[str, tuple[str, str]] = {}
    for table in book.rolled:
        title = table.title.lower()
        for option in table.options:
            if table.results(option.code):
                label, wish = option.label.lower().replace("’", "'"), ("keep", f"{table.id}={option.code}")
                labels.setdefault(label, []).append((f"{title} {label}", wish[1]))
                plain[f"{title} {label}"] = plain[wish[1]] = wish
    known = {label: ("keep", there[0][1]) for label, there in labels.items() if len(there) == 1}
    several = {
        label: tuple([name for name, _ in there])
        for label, there in labels.items()
        if len(there) > 1 or is_bare_number(label)
    }
    given = given_by(book)
    for trait, meaning in book.traits.items():
        if trait in given:
            known[meaning.lower()] = known[trait.replace("-", " ")] = known[trait] = ("with", trait)
    for entry in wish_words().wish:
        wish = ("with", entry.has) if entry.has else ("without", entry.lacks)
        if wish[1] in given:
            known |= dict.fromkeys(entry.said, wish)
    titles = {table.title.lower(): ("with", table.id) for table in book.rolled}
    rules = {rules_for(table): ("with", table.id) for table in book.rolled}
    called = {
        name: ("with", tag) for tag in tags(book) for name in (tag.replace("-", " "), tag, f"called {tag}")
    }
    known = {**called, **plain, **titles, **rules, **known}
    # A number alone may mean anything: it is a rule only with its table's name.
    known = {phrase: wish for phrase, wish in known.items() if not is_bare_number(phrase)}
    parted = {phrase: " ".join(PARTS.sub(" ", phrase).split()) for phrase in known if PARTS.search(phrase)}
    known |= {whole: known[phrase] for phrase, whole in parted.items()}
    longest_first = sorted(parted.items(), key=lambda each: -len(each[0]))
    return KnownPhrases(known, several, tuple(longest_first))


def rules_for(table: Table) -> str:
    """Return what the rules of a table are called."""
    return f"rules for {table.title}".lower()
