"""The book that a text in the search box means, such as Duel for "a duel of ships"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from carnage.catalog import Book
from carnage.lab.criteria import InvalidCriteria
from carnage.lab.criteria_text import parse_criteria
from carnage.lab.criteria_vocabulary import SEPARATORS, BookWords, load_vocabulary

NO_WORDS = BookWords((), ())
_FILLER_WORDS = frozenset(
    re.findall(r"\w+", "a an the some any i we want like play of with in for game games")
)
_NEGATIONS = frozenset(["no", "not", "without", "never"])


def find_meant_book(text: str, asked: Book, books: Iterable[Book]) -> tuple[Book, str]:
    """Return the book that a text means, and the text without the words that name it.

    A text that the asked book understands means that book. Otherwise it is the first book that the
    text names, or else the first that understands all of it.
    """
    if not text or _understands(asked, text):
        return asked, text
    in_order = [asked, *(book for book in books if book is not asked)]
    for book in in_order:
        rest = _remove_name(text, book)
        if rest is not None:
            return book, rest
    return next((book for book in in_order if _understands(book, text)), asked), text


def _understands(book: Book, text: str) -> bool:
    """Return whether each phrase of a text means something in a book."""
    try:
        found, errors = parse_criteria(text, book)
    except InvalidCriteria:
        return False
    return bool(found) and not errors


def _remove_name(text: str, book: Book) -> str | None:
    """Return a text without the words that name a book, or None if it does not name it."""
    known = load_vocabulary().books.get(book.code, NO_WORDS)
    named = {book.title.lower(), *known.named}
    kept, is_named = [], False
    for phrase in filter(None, (each.strip() for each in SEPARATORS.split(text))):
        words = phrase.split()
        lower = [word.lower() for word in words]
        said = named & set(lower)
        others = set(lower) - named - set(known.alone) - _FILLER_WORDS
        if _NEGATIONS & set(lower) or not (said or (set(known.alone) & set(lower) and not others)):
            kept.append(phrase)
            continue
        is_named = True
        if others:
            kept.append(" ".join(w for w in words if w.lower() not in named | {"a", "an", "of"}))
    return ", ".join(kept) if is_named else None
