"""Wishes in free text, such as "30 minutes, two feet, no measuring, a morale rule", and the
inverse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import NamedTuple

from carnage import catalog
from carnage.catalog import Book
from carnage.lab.criteria import NUMBERS, WishError, Wishes
from carnage.lab.criteria import read as read_fields
from carnage.lab.criteria_vocabulary import (
    PARTS,
    KnownPhrases,
    known_phrases,
    rules_for,
    wish_words,
)
from carnage.lab.number_words import UNITS, read_number
from carnage.lab.quantities import MarkedText, Quantity, explain_bare_number, is_bare_number, tidy

LONGEST = 300  # characters of typed text
LONGEST_SAID = 1_000  # characters of text that `said` returned
MAX_GUESSED_LENGTH = 100  # characters of such a phrase; every rule has a shorter name
MOST_GUESSED = 3  # phrases that get suggestions, which take a millisecond or two each
_MANY = "|".join([r"\d", *list(UNITS)[1:9]])
_FOR = re.compile(rf"for (?P<number>{_MANY})")
_VERBS = re.compile(
    r"\b(?=(?:(?:that|which|it) )?(?:with|without|has|have|having|keeps?|keeping|us(?:es?|ing))\b)"
    rf"|\b(?=for (?:{_MANY})$)"
)
_NOT = frozenset(["no", "not", "without", "never", "lacks", "lacking"])
_AROUND = frozenset(
    re.findall(
        r"\w+",
        "a an the its some any i we it that which should must want wants wish please with has "
        "have having "
        "keep keeps keeping use uses using include includes including there is are be in of only "
        "game games",
    )
)
_AFTER = frozenset(["rule", "rules", "mechanic", "mechanics", "game", "games", "please"])
_AROUND_QUANTITIES = _AROUND | frozenset(
    re.findall(
        r"\S+",
        "on in for last lasts lasting take takes taking play playing plays time long length "
        "duration table "
        "size square per maximum about - – * •",
    )
)
_IS_UNKNOWN = "is not a search term that"
_SAID = {"about": "about {} minutes", "minutes": "at most {} minutes"}


class Read(NamedTuple):
    """The fields of the form that a text means, and an error message for each phrase that has no
    meaning.
    """

    fields: dict[str, list[str]]
    unclear: dict[str, str]


def fields(text: str, book: Book) -> dict[str, list[str]]:
    """Return the wishes of a text as the fields of the form.

    Raises WishError if any phrase is not understood.
    """
    found, unclear = understood(text, book)
    if unclear:
        raise WishError(unclear_told(unclear, book))
    return found


def understood(text: str, book: Book, longest: int = LONGEST) -> Read:
    """Parse a text as far as it is understood.

    Raises WishError if it has more than `longest` characters.
    """
    if len(text) > longest:
        raise WishError(
            f"The text has {len(text):,} characters; the limit is {longest}. Shorten it."
        )
    known = known_phrases(book.code)
    text = tidy(text)
    for phrase, whole in known.parted:
        text = text.replace(phrase, whole)
    marked = MarkedText(text)
    read = Read({}, {})
    for part in PARTS.split(marked.text):
        for piece in _pieces(part, known.wishes, marked):
            quantities = marked.quantities_of(_without_words(piece, _AROUND_QUANTITIES))
            if quantities is None:
                _read(_one_line(marked.restore(piece)), book, known, read)
            else:
                for quantity in quantities:
                    _read_quantity(quantity, read)
    return read


def unclear_told(unclear: Mapping[str, str], book: Book) -> str:
    """Return the error messages of unknown phrases as one text, with a sentence about valid
    ones.
    """
    sentences = list(unclear.values())
    if any(_IS_UNKNOWN in sentence for sentence in sentences):
        sentences.append(_right(book))
    return " ".join(sentences)


def said(wishes: Wishes, book: Book) -> str:
    """Return a text that `understood` parses as these wishes, without their seed.

    Empty if there are none.
    """
    words = [
        _SAID.get(name, f"{{}} {name}").format(value)
        for name in NUMBERS
        if (value := getattr(wishes, name)) is not None
    ]
    things = [
        *[
            ("keep", f"{each.id}={wishes.kept[each.id]}")
            for each in book.rolled
            if each.id in wishes.kept
        ],
        *[("with", thing) for thing in sorted(wishes.needs)],
        *[("without", thing) for thing in sorted(wishes.lacks)],
    ]
    return ", ".join([*words, *[_phrase(book.code, *thing) for thing in things]])


def carried(text: str, book: Book) -> Wishes:
    """Return the wishes of a text in a URL, from a cache. Raises WishError."""
    return _carried(text, book.code)


@lru_cache(maxsize=500)
def _carried(text: str, code: str) -> Wishes:
    book = catalog.book(code)
    found, unclear = understood(text, book, LONGEST_SAID)
    if unclear:
        raise WishError(unclear_told(unclear, book))
    return read_fields(found, book)


def _pieces(part: str, known: Mapping[str, tuple[str, str]], marked: MarkedText) -> list[str]:
    """Split a part before each "with" or "has" and before "for two", unless all of it is a known
    phrase.
    """
    phrase = _one_line(part)
    if _one_line(marked.restore(phrase)) in known:
        return [phrase]
    return [_one_line(each) for each in _VERBS.split(phrase)]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _without_words(phrase: str, words: frozenset[str]) -> str:
    """Return a phrase without any of these words."""
    return " ".join(word for word in phrase.split() if word not in words)


def _read_quantity(quantity: Quantity, read: Read) -> None:
    """Add the wish of a number with its unit to the result."""
    wished = {name: [str(number)] for name, number in quantity.fields.items()}
    problem = quantity.problem
    for name, value in wished.items():
        if read.fields.get(name, value) != value:
            before = _SAID.get(name, f"{{}} {name}").format(read.fields[name][0])
            problem = f"“{quantity.text}” contradicts “{before}”. Remove one of the two."
    if problem:
        read.unclear[quantity.text] = problem
    else:
        read.fields.update(wished)


def _read(phrase: str, book: Book, known: KnownPhrases, read: Read) -> None:
    """Add the wish of a phrase to the result."""
    if not phrase:
        return
    wish = _people(phrase) or _people(_bare(phrase)) or _thing(phrase, known)
    if wish is None:
        if _bare(phrase):
            guessed = len(read.unclear) < MOST_GUESSED and len(phrase) <= MAX_GUESSED_LENGTH
            meant = _meant(phrase, known) if guessed else ""
            problem = f"“{phrase}” {_IS_UNKNOWN} {book.title} knows."
            if is_bare_number(_without_words(_bare(phrase), _NOT | {"for"})):
                problem = explain_bare_number(phrase)
            read.unclear[phrase] = problem + meant
        return
    name, value = wish
    if name in ("with", "without", "keep"):
        if value not in read.fields.setdefault(name, []):
            read.fields[name].append(value)
    elif read.fields.setdefault(name, [value]) != [value]:
        read.unclear[phrase] = (
            f"“{phrase}” contradicts “{read.fields[name][0]} {name}”. Remove one of the two."
        )


def _bare(phrase: str) -> str:
    """Return a phrase without leading words that carry no meaning."""
    words = phrase.split()
    while words and words[0] in _AROUND:
        words = words[1:]
    return " ".join(words)


def _people(phrase: str) -> tuple[str, str] | None:
    """Return the wish for a number of players, such as "for two", or None."""
    match = _FOR.fullmatch(phrase)
    if match is None:
        return None
    return "players", str(int(read_number(match["number"])))


def _thing(phrase: str, known: KnownPhrases) -> tuple[str, str] | None:
    """Return the wish for or against a rule, or None.

    The whole phrase is tried first, then shorter ones without words around the rule's name.
    """
    words = phrase.split()
    negated = False
    while words:
        wish = next(filter(None, (_as_known(each, known.wishes) for each in _ends(words))), None)
        if wish:
            return _negation(*wish) if negated else wish
        if words[0] in _NOT:
            words = words[1:]
            negated = not negated
        elif words[0] in _AROUND:
            words = words[1:]
        else:
            return None
    return None


def _ends(words: list[str]) -> Iterator[str]:
    """Yield the words, and then the words without each word that may follow a rule's name."""
    yield " ".join(words)
    while words and words[-1] in _AFTER:
        words = words[:-1]
        yield " ".join(words)


def _as_known(phrase: str, known: Mapping[str, tuple[str, str]]) -> tuple[str, str] | None:
    """Return the meaning of a phrase in the singular or plural, or None."""
    return known.get(phrase) or known.get(f"{phrase}s") or known.get(phrase.removesuffix("s"))


def _negation(name: str, value: str) -> tuple[str, str]:
    return "with" if name == "without" else "without", value


def _meant(phrase: str, known: KnownPhrases) -> str:
    """Return a question with similar known phrases; empty if none is similar."""
    bare = _bare(phrase)
    shown = [
        each
        for each in known.wishes
        if "=" not in each and ("-" not in each or each.replace("-", " ") not in known.wishes)
    ]
    near = known.several.get(bare) or get_close_matches(phrase, shown, 3, 0.6)
    near = near or get_close_matches(bare, shown, 3, 0.7)
    return f" Did you mean “{'” or “'.join(near)}”?" if near else ""


def _right(book: Book) -> str:
    return (
        "Use a number with minutes, figures, players or feet, or the name of a rule, also after "
        "“with” or “without”."
    )


@cache
def _phrase(code: str, name: str, value: str) -> str:
    """Return the text of a wish that is not a number: its first name that means nothing else."""
    book = catalog.book(code)
    names = [value.replace("-", " "), value, f"called {value}"]
    for entry in wish_words().wish:
        if value == entry.has:
            names.extend(entry.said)
    for table in book.rolled:
        if table.id == value and value not in book.traits:
            names = [table.title.lower(), rules_for(table)]
        labels = [
            option.label.lower() for option in table.options if f"{table.id}={option.code}" == value
        ]
        names = [*labels, *[f"{table.title} {label}".lower() for label in labels], *names]
    before = "" if name == "keep" else f"{name} "
    tried = [f"{before}{each}" for each in names]
    return next(
        (each for each in tried if understood(each, book) == ({name: [value]}, {})), tried[-1]
    )
