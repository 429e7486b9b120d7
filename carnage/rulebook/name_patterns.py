"""Patterns that find the labels of the things that have custom names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from carnage.catalog import Book
from carnage.catalog.rolls import MAX_CACHED_BOOKS
from carnage.common.text_format import ground_plural, plural, uncapitalize
from carnage.rulesets.custom_names import MONEY, list_nameable_in_book

# The name of a rule, such as a talent's, is no figure: only the word and a full stop, in bold or
# alone.
_NOT_A_RULE = (
    r"(?!(?<=\*\*{first})(?:{rest})\.\*\*|(?<=<strong>{first})(?:{rest})\.</strong>"
    r"|(?<!(?s:...))(?:{rest})\.\Z)(?:{rest})"
)
# A house rule is no house, an option such as [River] keeps its label, and a tower may fall in
# building.
_TERRAIN = r"(?<!\[{first})(?<!fall in {first})(?<!falls in {first})(?:{rest})(?! [Rr]ules?\b)"
_SEPARATOR = r"[^\w-]"
# Some of these signs stand before words in tags, and before no label in a text. Without them, and
# without a look at other alphabets, the search takes a third of the time.
_SEPARATOR_IN_HTML = r"[^A-Za-z0-9_\"=/#<-]"
# Not in an HTML tag; `<` and `>` in a text are written as entities.
_OUTSIDE_TAGS = r"(?![^<>]*>)"


class Labels(NamedTuple):
    """The labels of a book in the singular and plural, each as it is written in texts.

    Attributes:
        options: Those of options that have another label in them, such as Hand Signs.
        others: Those of sides and weapons.
        figures: Those of figures.
        terrain: Those of terrain and money.
    """

    options: tuple[str, ...]
    others: tuple[str, ...]
    figures: tuple[str, ...]
    terrain: tuple[str, ...]


class NamePatterns(NamedTuple):
    """The patterns of a book's labels as whole words.

    The first group of a match is the character before the label, the second is the label.

    Attributes:
        text: For plain text and Markdown after a space.
        html: For HTML after a space; it finds nothing in tags.
        options: Labels that the patterns find and that keep their wording.
    """

    text: re.Pattern[str]
    html: re.Pattern[str]
    options: frozenset[str]


def get_patterns(book: Book) -> NamePatterns:
    """Return the patterns of a book's labels."""
    return _compile_patterns(_list_labels(book))


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def _list_labels(book: Book) -> Labels:
    others: list[str] = []
    figures: list[str] = []
    for kind, _, label in list_nameable_in_book(book):
        if kind == "side":
            others.append(label)
        elif kind == "figure":
            figures += [label, plural(label)]
        else:  # sentences have weapons in small letters
            small = uncapitalize(label)
            others += [label, plural(label), small, plural(small)]
    layouts = [book.roster.terrain, *(layout.piece for layout in book.roster.layout)]
    ground = dict.fromkeys(piece.label for piece in chain.from_iterable(layouts))
    terrain: list[str] = []
    for label in [*ground, MONEY.label] if figures else ():
        for word in (label, ground_plural(label)):
            terrain += [word, word.lower()]
    options = _list_longer_options(book, [*others, *figures])
    return Labels(tuple(options), tuple(others), tuple(figures), tuple(terrain))


def _list_longer_options(book: Book, labels: list[str]) -> list[str]:
    """Return the labels of options that have one of these labels in them, as titles and as they
    begin sentences: Hand Signs, Hand signs.
    """
    longer = re.compile(rf"\b(?:{_join(labels)})\b")
    rules = chain.from_iterable(table.every_rule for table in book.tables)
    options = dict.fromkeys(rule.label for rule in rules)
    found = []
    for option in options:
        if option not in labels and longer.search(option):
            found += [option, option.capitalize()]
    return found


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def _compile_patterns(labels: Labels) -> NamePatterns:
    """Compile the patterns of labels, which `re` tries after a separator alone."""
    firsts = sorted({label[0] for label in chain.from_iterable(labels)})
    word = "|".join(_match_first(first, labels) for first in firsts)
    return NamePatterns(
        re.compile(f"({_SEPARATOR})({word})"),
        re.compile(f"({_SEPARATOR_IN_HTML})({word}){_OUTSIDE_TAGS}"),
        frozenset(labels.options),
    )


def _match_first(first: str, labels: Labels) -> str:
    """Return the pattern of the labels that begin with a character.

    Labels of options come first, then the longest label of each kind.
    """
    formats = ("(?:{rest})", "(?:{rest})", _NOT_A_RULE, _TERRAIN)
    branches = []
    for kind, form in zip(labels, formats, strict=True):
        rests = [label[1:] for label in kind if label[0] == first]
        if rests:
            branches.append(form.format(first=re.escape(first), rest=_join(rests)))
    return rf"{re.escape(first)}(?:{'|'.join(branches)})(?![\w-])"


def _join(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(map(re.escape, sorted(set(words), key=len, reverse=True)))
