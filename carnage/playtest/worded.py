"""Wishes in somebody's own words, "30 minutes, two feet, no measuring, a morale rule", and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import NamedTuple

from carnage import catalog
from carnage.catalog import Book, Table
from carnage.catalog.rolls import given_by
from carnage.playtest.wish_words import tags, wish_words
from carnage.playtest.wishing import NUMBERS, WishError, Wishes
from carnage.playtest.wishing import read as read_fields
from carnage.wording import spelled

LONGEST = 300  # characters that somebody types
LONGEST_SAID = 1_000  # characters of wishes that were put into words here
MOST_GUESSED = 3  # phrases of which it is said what may be meant: that takes a millisecond or two for each
SPELLED = {spelled(number): number for number in range(1, 13)} | {"a": 1, "an": 1}
_PARTS = re.compile(r"[,;.\n]+|\band\b|\bbut\b")
_NUMBER = re.compile(
    r"(?:for )?(?:(?P<most>at most |up to |under |within |less than |(?:no|not) more than )"
    r"|about |around |roughly |some |a table of )?"
    r"(?P<number>\d{1,4}|[a-z]+)[ -]?"
    r"(?P<what>minutes?|mins?|hours?|feet|foot|ft|figures?|models?|minis|players?)"
    r"(?P<each> (?:a|per|each) side| each)?(?P<after>(?: (?:table|square|at most|or less|or so))*)"
)
_MANY = "|".join([r"\d", *(word for word, number in SPELLED.items() if 1 < number < 10)])
_PEOPLE = r" (?:people|persons|of us)"
_FOR = re.compile(rf"(?P<for>for )?(?P<number>{_MANY})(?(for)(?:{_PEOPLE})?|{_PEOPLE})")
_WHAT = {
    "minute": "minutes",
    "min": "minutes",
    "hour": "minutes",
    "feet": "feet",
    "foot": "feet",
    "ft": "feet",
    "player": "players",
}
_VERBS = re.compile(
    r"\b(?=(?:(?:that|which|it) )?(?:with|without|has|have|having|keeps?|keeping|us(?:es?|ing))\b)"
    rf"|\b(?=for (?:{_MANY})(?:{_PEOPLE})?$)|(?<!for )\b(?=(?:{_MANY}){_PEOPLE}\b)"
)
_NOT = frozenset(["no", "not", "without", "never", "lacks", "lacking"])
_AROUND = frozenset(
    re.findall(
        r"\w+",
        "a an the its some any i we it that which should must want wants wish please with has have having "
        "keep keeps keeping use uses using include includes including there is are be in of only game games",
    )
)
_AFTER = frozenset(["rule", "rules", "mechanic", "mechanics", "game", "games", "please"])
HALF_AN_HOUR = "half an hour"
_SAID = {"about": "about {} minutes", "minutes": "at most {} minutes"}


class Read(NamedTuple):
    """What was understood of some words, as the fields of the form; phrases that were not, and what is to be
    said of each."""

    fields: dict[str, list[str]]
    unclear: dict[str, str]


def fields(text: str, book: Book) -> dict[str, list[str]]:
    """What these words wish for, as the fields of the form; raises WishError if any of them says nothing."""
    found, unclear = understood(text, book)
    if unclear:
        raise WishError(f"{' '.join(unclear.values())} {_right(book)}")
    return found


def understood(text: str, book: Book, longest: int = LONGEST) -> Read:
    """What these words wish for as far as they say anything; raises WishError if there are too many."""
    if len(text) > longest:
        raise WishError(f"A wish in words has at most {longest} characters; this one has {len(text):,}.")
    known = _known(book.code)
    text = " ".join(text.lower().replace("’", "'").split(" "))
    for phrase, whole in known.parted:
        text = text.replace(phrase, whole)
    read = Read({}, {})
    for part in _PARTS.split(text):
        for piece in _pieces(part, known.wishes):
            _read(piece, book, known, read)
    return read


def unclear_told(unclear: Mapping[str, str], book: Book) -> str:
    """What is said of phrases that were not understood, and what would be."""
    return f"{' '.join(unclear.values())} {_right(book)}" if unclear else ""


def said(wishes: Wishes, book: Book) -> str:
    """Wishes in words that `understood` takes for the same, whatever their seed; empty if there are none."""
    words = [
        _SAID.get(name, f"{{}} {name}").format(value)
        for name in NUMBERS
        if (value := getattr(wishes, name)) is not None
    ]
    things = [
        *[("keep", f"{each.id}={wishes.kept[each.id]}") for each in book.rolled if each.id in wishes.kept],
        *[("with", thing) for thing in sorted(wishes.needs)],
        *[("without", thing) for thing in sorted(wishes.lacks)],
    ]
    return ", ".join([*words, *[_phrase(book.code, *thing) for thing in things]])


def carried(text: str, book: Book) -> Wishes:
    """The wishes of words that are carried along in addresses; raises WishError."""
    return _carried(text, book.code)


@lru_cache(maxsize=500)
def _carried(text: str, code: str) -> Wishes:
    book = catalog.book(code)
    found, unclear = understood(text, book, LONGEST_SAID)
    if unclear:
        raise WishError(unclear_told(unclear, book))
    return read_fields(found, book)


def _pieces(part: str, known: Mapping[str, tuple[str, str]]) -> list[str]:
    """A part cut before each "with" and the like, and before "for two", unless it is known as it stands."""
    phrase = " ".join(part.split())
    return [phrase] if phrase in known else [" ".join(each.split()) for each in _VERBS.split(phrase)]


def _read(phrase: str, book: Book, known: _Known, read: Read) -> None:
    """Put what a phrase wishes for into what was read."""
    if not phrase:
        return
    wish = _number(phrase) or _number(_bare(phrase)) or _thing(phrase, known)
    if wish is None:
        if _bare(phrase):
            guessed = len(read.unclear) < MOST_GUESSED
            meant = _meant(phrase, known) if guessed else ""
            read.unclear[phrase] = f"“{phrase}” is no wish that {book.title} understands.{meant}"
        return
    name, value = wish
    if name in ("with", "without", "keep"):
        if value not in read.fields.setdefault(name, []):
            read.fields[name].append(value)
    else:
        read.fields[name] = [value]


def _bare(phrase: str) -> str:
    """A phrase without the words around what it wishes for."""
    words = phrase.split()
    while words and words[0] in _AROUND:
        words = words[1:]
    return " ".join(words)


def _number(phrase: str) -> tuple[str, str] | None:
    """A wish with a number in it: minutes, figures, feet, players."""
    match = _NUMBER.fullmatch(phrase.replace(HALF_AN_HOUR, "30 minutes"))
    people = None if match else _FOR.fullmatch(phrase)
    if people:
        return "players", str(_spelled(people["number"]))
    number = _spelled(match["number"]) if match else None
    if match is None or number is None:
        return None
    name = _WHAT.get(match["what"].removesuffix("s"), "figures")
    if match["what"].startswith("hour"):
        number *= 60
    if name == "minutes" and not match["most"] and not re.search("at most|or less", match["after"]):
        name = "about"  # whoever has three quarters of an hour is not served by a game of ten minutes
    if name == "figures" and match["each"]:
        number *= 2
    return name, str(number)


def _spelled(number: str) -> int | None:
    """A number in figures or as a word."""
    return int(number) if number.isdigit() else SPELLED.get(number)


def _thing(phrase: str, known: _Known) -> tuple[str, str] | None:
    """A rule that is wished for or away: the phrase as it stands or, word by word, with less around it."""
    words, negated = phrase.split(), False
    while words:
        wish = next(filter(None, (_as_known(each, known.wishes) for each in _ends(words))), None)
        if wish:
            return _negation(*wish) if negated else wish
        if words[0] in _NOT:
            words, negated = words[1:], not negated
        elif words[0] in _AROUND:
            words = words[1:]
        else:
            return None
    return None


def _ends(words: list[str]) -> Iterator[str]:
    """These words, and what is left of them without the words after a rule's name."""
    yield " ".join(words)
    while words and words[-1] in _AFTER:
        words = words[:-1]
        yield " ".join(words)


def _as_known(phrase: str, known: Mapping[str, tuple[str, str]]) -> tuple[str, str] | None:
    """What a phrase is known for, in the singular or plural."""
    return known.get(phrase) or known.get(f"{phrase}s") or known.get(phrase.removesuffix("s"))


def _negation(name: str, value: str) -> tuple[str, str]:
    return "with" if name == "without" else "without", value


def _meant(phrase: str, known: _Known) -> str:
    """What may be meant by a phrase that is not understood, as a question; empty if nothing is near."""
    bare = _bare(phrase)
    shown = [
        each
        for each in known.wishes
        if "=" not in each and ("-" not in each or each.replace("-", " ") not in known.wishes)
    ]
    near = known.several.get(bare) or get_close_matches(phrase, shown, 3, 0.6)
    near = near or get_close_matches(bare, shown, 3, 0.7)
    return f" Is “{'” or “'.join(near)}” meant?" if near else ""


def _right(book: Book) -> str:
    return (
        "What it understands: minutes, figures, players and feet with a number, and names of rules, also "
        "with “with” or “without” before them."
    )


class _Known(NamedTuple):
    """Everything but numbers that a book understands, by what is said; labels that `several` tables have,
    with what tells them apart; phrases that would be `parted`, and how they stay whole."""

    wishes: dict[str, tuple[str, str]]
    several: dict[str, tuple[str, ...]]
    parted: tuple[tuple[str, str], ...]


@cache
def _known(code: str) -> _Known:
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
    several = {label: tuple([name for name, _ in there]) for label, there in labels.items() if len(there) > 1}
    given = given_by(book)
    for trait, meaning in book.traits.items():
        if trait in given:
            known[meaning.lower()] = known[trait.replace("-", " ")] = known[trait] = ("with", trait)
    for entry in wish_words().wish:
        wish = ("with", entry.has) if entry.has else ("without", entry.lacks)
        if wish[1] in given:
            known |= dict.fromkeys(entry.said, wish)
    titles = {table.title.lower(): ("with", table.id) for table in book.rolled}
    rules = {_rules_for(table): ("with", table.id) for table in book.rolled}
    called = {
        name: ("with", tag) for tag in tags(book) for name in (tag.replace("-", " "), tag, f"called {tag}")
    }
    known = {**called, **plain, **titles, **rules, **known}
    parted = {phrase: " ".join(_PARTS.sub(" ", phrase).split()) for phrase in known if _PARTS.search(phrase)}
    known |= {whole: known[phrase] for phrase, whole in parted.items()}
    longest_first = sorted(parted.items(), key=lambda each: -len(each[0]))
    return _Known(known, several, tuple(longest_first))


@cache
def _phrase(code: str, name: str, value: str) -> str:
    """What a wish that is no number is called: the first of what it is known by that means nothing else."""
    book = catalog.book(code)
    names = [value.replace("-", " "), value, f"called {value}"]
    for table in book.rolled:
        if table.id == value and value not in book.traits:
            names = [table.title.lower(), _rules_for(table)]
        labels = [option.label.lower() for option in table.options if f"{table.id}={option.code}" == value]
        names = [*labels, *[f"{table.title} {label}".lower() for label in labels], *names]
    before = "" if name == "keep" else f"{name} "
    tried = [f"{before}{each}" for each in names]
    return next((each for each in tried if understood(each, book) == ({name: [value]}, {})), tried[-1])


def _rules_for(table: Table) -> str:
    return f"rules for {table.title}".lower()
