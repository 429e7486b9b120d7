"""Criteria in free text, such as "30 minutes, two feet, no measuring, a morale rule", and the
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
from carnage.lab.criteria import NUMBERS, Criteria, InvalidCriteria
from carnage.lab.criteria import parse_fields as read_fields
from carnage.lab.criteria_vocabulary import (
    SEPARATORS,
    KnownPhrases,
    known_phrases,
    load_vocabulary,
    rules_phrase,
)
from carnage.lab.number_words import UNITS, parse_number
from carnage.lab.quantities import (
    MarkedText,
    Quantity,
    explain_bare_number,
    is_bare_number,
    normalize_text,
)

MAX_TEXT_CHARS = 300  # characters of typed text
MAX_FORMATTED_CHARS = 1_000  # characters of text from `format_criteria`
MAX_SUGGESTION_CHARS = 100  # characters of such a phrase; every rule has a shorter name
MAX_SUGGESTIONS = 3  # phrases that get suggestions, which take a millisecond or two each
_PLAYER_NUMBER = "|".join([r"\d", *list(UNITS)[1:9]])
_FOR = re.compile(rf"for (?P<number>{_PLAYER_NUMBER})")
_VERBS = re.compile(
    r"\b(?=(?:(?:that|which|it) )?(?:with|without|has|have|having|keeps?|keeping|us(?:es?|ing))\b)"
    rf"|\b(?=for (?:{_PLAYER_NUMBER})$)"
)
_NEGATIONS = frozenset(["no", "not", "without", "never", "lacks", "lacking"])
_FILLER_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the its some any i we it that which should must want wants wish please with has "
        "have having "
        "keep keeps keeping use uses using include includes including there is are be in of only "
        "game games",
    )
)
_TRAILING_WORDS = frozenset(["rule", "rules", "mechanic", "mechanics", "game", "games", "please"])
_QUANTITY_FILLER_WORDS = _FILLER_WORDS | frozenset(
    re.findall(
        r"\S+",
        "on in for last lasts lasting take takes taking play playing plays time long length "
        "duration table "
        "size square per maximum about - – * •",
    )
)
_IS_UNKNOWN = "is not a search term that"
_NUMBER_FORMATS = {"about": "about {} minutes", "minutes": "at most {} minutes"}


class ParsedText(NamedTuple):
    """The fields of the form that a text means, and an error message for each phrase that has no
    meaning.
    """

    fields: dict[str, list[str]]
    errors: dict[str, str]


def parse_to_fields(text: str, book: Book) -> dict[str, list[str]]:
    """Return the criteria of a text as the fields of the form.

    Raises InvalidCriteria if any phrase is not understood.
    """
    fields, errors = parse_criteria(text, book)
    if errors:
        raise InvalidCriteria(format_errors(errors, book))
    return fields


def parse_criteria(text: str, book: Book, max_chars: int = MAX_TEXT_CHARS) -> ParsedText:
    """Parse a text as far as it is understood.

    Raises InvalidCriteria if it has more than `max_chars` characters.
    """
    if len(text) > max_chars:
        raise InvalidCriteria(
            f"The text has {len(text):,} characters; the limit is {max_chars}. Shorten it."
        )
    known = known_phrases(book.code)
    text = normalize_text(text)
    for phrase, whole in known.with_separators:
        text = text.replace(phrase, whole)
    marked = MarkedText(text)
    parsed = ParsedText({}, {})
    for part in SEPARATORS.split(marked.text):
        for piece in _split_part(part, known.meanings, marked):
            quantities = marked.quantities_of(_without_words(piece, _QUANTITY_FILLER_WORDS))
            if quantities is None:
                _add_phrase(_join_lines(marked.restore(piece)), book, known, parsed)
            else:
                for quantity in quantities:
                    _add_quantity(quantity, parsed)
    return parsed


def format_errors(errors: Mapping[str, str], book: Book) -> str:
    """Return the error messages of unknown phrases as one text, with a sentence about valid
    ones.
    """
    sentences = list(errors.values())
    if any(_IS_UNKNOWN in sentence for sentence in sentences):
        sentences.append(_usage_hint(book))
    return " ".join(sentences)


def format_criteria(criteria: Criteria, book: Book) -> str:
    """Return a text that `parse_criteria` parses as these criteria, without their seed.

    Empty if there are none.
    """
    words = [
        _NUMBER_FORMATS.get(name, f"{{}} {name}").format(value)
        for name in NUMBERS
        if (value := getattr(criteria, name)) is not None
    ]
    features = [
        *[
            ("keep", f"{each.id}={criteria.required_options[each.id]}")
            for each in book.rolled
            if each.id in criteria.required_options
        ],
        *[("with", feature) for feature in sorted(criteria.required)],
        *[("without", feature) for feature in sorted(criteria.excluded)],
    ]
    return ", ".join([*words, *[_format_phrase(book.code, *feature) for feature in features]])


def criteria_from_url(text: str, book: Book) -> Criteria:
    """Return the criteria of a text in a URL, from a cache. Raises InvalidCriteria."""
    return _cached_criteria(text, book.code)


@lru_cache(maxsize=500)
def _cached_criteria(text: str, code: str) -> Criteria:
    book = catalog.book(code)
    fields, errors = parse_criteria(text, book, MAX_FORMATTED_CHARS)
    if errors:
        raise InvalidCriteria(format_errors(errors, book))
    return read_fields(fields, book)


def _split_part(part: str, known: Mapping[str, tuple[str, str]], marked: MarkedText) -> list[str]:
    """Split a part before each "with" or "has" and before "for two", unless all of it is a known
    phrase.
    """
    phrase = _join_lines(part)
    if _join_lines(marked.restore(phrase)) in known:
        return [phrase]
    return [_join_lines(each) for each in _VERBS.split(phrase)]


def _join_lines(text: str) -> str:
    return " ".join(text.split())


def _without_words(phrase: str, words: frozenset[str]) -> str:
    """Return a phrase without any of these words."""
    return " ".join(word for word in phrase.split() if word not in words)


def _add_quantity(quantity: Quantity, parsed: ParsedText) -> None:
    """Add the criterion of a number with its unit to the result."""
    fields = {name: [str(number)] for name, number in quantity.fields.items()}
    problem = quantity.problem
    for name, value in fields.items():
        if parsed.fields.get(name, value) != value:
            previous = _NUMBER_FORMATS.get(name, f"{{}} {name}").format(parsed.fields[name][0])
            problem = f"“{quantity.text}” contradicts “{previous}”. Remove one of the two."
    if problem:
        parsed.errors[quantity.text] = problem
    else:
        parsed.fields.update(fields)


def _add_phrase(phrase: str, book: Book, known: KnownPhrases, parsed: ParsedText) -> None:
    """Add the criterion of a phrase to the result."""
    if not phrase:
        return
    criterion = (
        _parse_players(phrase)
        or _parse_players(_strip_filler(phrase))
        or _parse_feature(phrase, known)
    )
    if criterion is None:
        if _strip_filler(phrase):
            is_suggested = (
                len(parsed.errors) < MAX_SUGGESTIONS and len(phrase) <= MAX_SUGGESTION_CHARS
            )
            suggestion = _suggest(phrase, known) if is_suggested else ""
            problem = f"“{phrase}” {_IS_UNKNOWN} {book.title} knows."
            if is_bare_number(_without_words(_strip_filler(phrase), _NEGATIONS | {"for"})):
                problem = explain_bare_number(phrase)
            parsed.errors[phrase] = problem + suggestion
        return
    name, value = criterion
    if name in ("with", "without", "keep"):
        if value not in parsed.fields.setdefault(name, []):
            parsed.fields[name].append(value)
    elif parsed.fields.setdefault(name, [value]) != [value]:
        parsed.errors[phrase] = (
            f"“{phrase}” contradicts “{parsed.fields[name][0]} {name}”. Remove one of the two."
        )


def _strip_filler(phrase: str) -> str:
    """Return a phrase without leading words that carry no meaning."""
    words = phrase.split()
    while words and words[0] in _FILLER_WORDS:
        words = words[1:]
    return " ".join(words)


def _parse_players(phrase: str) -> tuple[str, str] | None:
    """Return the criterion for a number of players, such as "for two", or None."""
    match = _FOR.fullmatch(phrase)
    if match is None:
        return None
    return "players", str(int(parse_number(match["number"])))


def _parse_feature(phrase: str, known: KnownPhrases) -> tuple[str, str] | None:
    """Return the criterion for or against a rule, or None.

    The whole phrase is tried first, then shorter ones without words around the rule's name.
    """
    words = phrase.split()
    negated = False
    while words:
        criterion = next(
            filter(
                None, (_find_known(each, known.meanings) for each in _drop_trailing_words(words))
            ),
            None,
        )
        if criterion:
            return _negate(*criterion) if negated else criterion
        if words[0] in _NEGATIONS:
            words = words[1:]
            negated = not negated
        elif words[0] in _FILLER_WORDS:
            words = words[1:]
        else:
            return None
    return None


def _drop_trailing_words(words: list[str]) -> Iterator[str]:
    """Yield the words, and then the words without each word that may follow a rule's name."""
    yield " ".join(words)
    while words and words[-1] in _TRAILING_WORDS:
        words = words[:-1]
        yield " ".join(words)


def _find_known(phrase: str, known: Mapping[str, tuple[str, str]]) -> tuple[str, str] | None:
    """Return the meaning of a phrase in the singular or plural, or None."""
    return known.get(phrase) or known.get(f"{phrase}s") or known.get(phrase.removesuffix("s"))


def _negate(name: str, value: str) -> tuple[str, str]:
    return "with" if name == "without" else "without", value


def _suggest(phrase: str, known: KnownPhrases) -> str:
    """Return a question with similar known phrases; empty if none is similar."""
    bare = _strip_filler(phrase)
    phrases = [
        each
        for each in known.meanings
        if "=" not in each and ("-" not in each or each.replace("-", " ") not in known.meanings)
    ]
    similar = known.ambiguous.get(bare) or get_close_matches(phrase, phrases, 3, 0.6)
    similar = similar or get_close_matches(bare, phrases, 3, 0.7)
    return f" Did you mean “{'” or “'.join(similar)}”?" if similar else ""


def _usage_hint(book: Book) -> str:
    return (
        "Use a number with minutes, figures, players or feet, or the name of a rule, also after "
        "“with” or “without”."
    )


@cache
def _format_phrase(code: str, name: str, value: str) -> str:
    """Return the text of a criterion that is not a number: its first unambiguous name."""
    book = catalog.book(code)
    names = [value.replace("-", " "), value, f"called {value}"]
    for entry in load_vocabulary().wish:
        if value == entry.has:
            names.extend(entry.said)
    for table in book.rolled:
        if table.id == value and value not in book.traits:
            names = [table.title.lower(), rules_phrase(table)]
        labels = [
            option.label.lower() for option in table.options if f"{table.id}={option.code}" == value
        ]
        names = [*labels, *[f"{table.title} {label}".lower() for label in labels], *names]
    previous = "" if name == "keep" else f"{name} "
    candidates = [f"{previous}{each}" for each in names]
    return next(
        (each for each in candidates if parse_criteria(each, book) == ({name: [value]}, {})),
        candidates[-1],
    )
