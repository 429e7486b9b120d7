"""The vocabulary of a family: the codes that its settings must name, and the words that they may
not use as names. All of it is read from today's tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from carnage.catalog.loading import load_book
from carnage.catalog.rosters import Roster
from carnage.catalog.schema import Book
from carnage.catalog.toml import list_files
from carnage.catalog.world_schema import TermKey, Terms

# Words of the rules that are neither terms of a glossary nor labels of options.
_RULE_WORDS = """
    Action Activation Arena Attack Base Close Die Dice Edge Focus Game Hero Host Interact Model
    Morale Move Player Point Ranged Roll Score Side Special Table Turn Victory
"""


@dataclass(frozen=True)
class Vocabulary:
    """The contents of a family's tables that a setting must name.

    Attributes:
        labels: By group (figures, weapons, terrain) and code, the book's label.
        other_labels: Labels of the family's other books, by code.
        options: By table, the codes of the options that its books roll.
        nouns: The second words of names of games.
        reserved: Terms, talents and words of the rules, which no label may be.
        noted: The figures with a note.
        faults: Terms that the tables do not have.
    """

    labels: Mapping[str, Mapping[str, str]]
    other_labels: Mapping[str, str]
    options: Mapping[str, frozenset[str]]
    nouns: frozenset[str]
    reserved: frozenset[str]
    noted: frozenset[str]
    faults: tuple[str, ...]


def slugify(label: str) -> str:
    """Return a label as a code: Broken wall is broken-wall."""
    return label.lower().replace(" ", "-")


def read_vocabulary(root: Traversable, family: str, terms: Terms) -> Vocabulary:
    """Return the vocabulary of a family.

    Args:
        root: A folder laid out like `tables/`.
        family: The family.
        terms: The things that its settings explain.
    """
    books = [load_book(root, code) for code in sorted(list_files(root, "books"))]
    books = [book for book in books if book.family == family]
    main = _choose_main(books)
    labels = _list_labels(main.roster)
    named: set[str] = set()
    for group in labels.values():
        named.update(group)
    others: dict[str, str] = {}
    for book in books:
        if book is not main:
            for group in _list_labels(book.roster).values():
                others.update(group)
    return Vocabulary(
        labels=labels,
        other_labels=others,
        options=_list_options(books),
        nouns=frozenset(main.names.second),
        reserved=frozenset(_list_reserved(books)),
        noted=frozenset(figure.code for figure in main.roster.figure if figure.note),
        faults=tuple(_find_term_faults(books, terms, named, others)),
    )


def _choose_main(books: list[Book]) -> Book:
    """Return the book with the most kinds of figures, or the first if no book has figures."""
    return max(books, key=lambda book: len(book.roster.figure))


def _list_labels(roster: Roster) -> dict[str, dict[str, str]]:
    """Return the labels of figures, weapons and terrain by group and code."""
    pieces = list(roster.terrain)
    for layout in roster.layout:
        pieces.extend(layout.piece)
    return {
        "figures": {figure.code: figure.label for figure in roster.figure},
        "weapons": {weapon.code: weapon.label for weapon in roster.weapon},
        "terrain": {slugify(piece.label): piece.label for piece in pieces},
    }


def _list_options(books: list[Book]) -> dict[str, frozenset[str]]:
    """Return the codes of all options that the books roll, by table."""
    options: dict[str, frozenset[str]] = {}
    for book in books:
        for table in book.rolled:
            codes = frozenset(option.code for option in table.options)
            options[table.id] = options.get(table.id, frozenset()) | codes
    return options


def _list_reserved(books: list[Book]) -> Iterator[str]:
    """Yield the words of the rules, which no setting may use as a label."""
    yield from _RULE_WORDS.split()
    for book in books:
        for term in book.glossary:
            yield term.term
            yield term.term.title()
        for stat in book.roster.stat:
            yield stat.label
        for table in book.tables:
            if table.id in ("talent-list", "special"):
                for rule in table.every_rule:
                    yield rule.label


def _find_term_faults(
    books: list[Book], terms: Terms, named: set[str], others: Mapping[str, str]
) -> Iterator[str]:
    """Yield a fault for each term, table and option that the tables do not have."""
    known: set[str] = set()
    rules: dict[str, set[str]] = {}
    for book in books:
        known.update(term.term for term in book.glossary)
        for table in book.tables:
            rules.setdefault(table.id, set()).update(each.code for each in table.every_rule)
    for group, keys in (("tokens", terms.tokens), ("gloss", terms.gloss)):
        for code, key in keys.items():
            if not _has_key(key, known, rules):
                yield f"{group}.{code}: the tables have no such term, table or option"
    for code, place in terms.classic.items():
        group, _, other = place.partition(".")
        if code not in others:
            yield f"classic.{code}: no other book of the family has this figure or weapon"
        if other not in named and not (group == "tokens" and other in terms.tokens):
            yield f"classic.{code}: there is no {place}"


def _has_key(key: TermKey, terms: set[str], rules: Mapping[str, set[str]]) -> bool:
    """Return True if the tables have the thing that a key describes."""
    if key.term:
        return key.term in terms
    return key.table in rules and (not key.option or key.option in rules[key.table])
