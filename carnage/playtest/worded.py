"""Wishes in somebody's own words: "30 minutes, two feet, no measuring, not phased"."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from carnage import catalog
from carnage.catalog import Book
from carnage.catalog.toml import Entry, read
from carnage.playtest.wishing import WishError
from carnage.wording import spelled

LONGEST = 300  # characters
SPELLED = {spelled(number): number for number in range(1, 13)} | {"a": 1, "an": 1}
_PARTS = re.compile(r"[,;.\n]+|\band\b|\bbut\b")
_NUMBER = re.compile(
    r"(?:at most |up to |about |under |a table of |for )?(?P<number>\d{1,4}|[a-z]+)[ -]?"
    r"(?P<what>minutes?|mins?|hours?|feet|foot|ft|figures?|models?|minis|players?)"
    r"(?P<each> (?:a|per|each) side| each)?(?: (?:table|square|at most))*"
)
_WHAT = {
    "minute": "minutes",
    "min": "minutes",
    "hour": "minutes",
    "feet": "feet",
    "foot": "feet",
    "ft": "feet",
    "player": "players",
}
_NOT = re.compile(r"(?:no|not|without|never) (.+)")
HALF_AN_HOUR = "half an hour"


class _Wish(Entry, frozen=True):
    """What is said, and how a game is then: `has` or `lacks` a trait."""

    said: tuple[str, ...]
    has: str = ""
    lacks: str = ""


class _File(Entry, frozen=True):
    wish: tuple[_Wish, ...]


def fields(text: str, book: Book) -> dict[str, list[str]]:
    """What these words wish for, as the fields of the form; raises WishError for words that say nothing."""
    if len(text) > LONGEST:
        raise WishError(f"A wish in words has at most {LONGEST} characters; this one has {len(text):,}.")
    found: dict[str, list[str]] = {}
    for part in _PARTS.split(text.lower()):
        phrase = " ".join(part.replace("’", "'").split())
        if not phrase:
            continue
        name, value = _number(phrase) or _rule(phrase, book)
        if name in ("with", "without", "keep"):
            if value not in found.setdefault(name, []):
                found[name].append(value)
        else:
            found[name] = [value]
    return found


def _number(phrase: str) -> tuple[str, str] | None:
    """A wish with a number in it: minutes, figures, feet, players."""
    if phrase == HALF_AN_HOUR:
        return "minutes", "30"
    match = _NUMBER.fullmatch(phrase)
    if not match:
        return None
    number = int(match["number"]) if match["number"].isdigit() else SPELLED.get(match["number"])
    if number is None:
        return None
    name = _WHAT.get(match["what"].removesuffix("s"), "figures")
    if match["what"].startswith("hour"):
        number *= 60
    if name == "figures" and match["each"]:
        number *= 2
    return name, str(number)


def _rule(phrase: str, book: Book) -> tuple[str, str]:
    known = _known(book.code)
    if phrase in known:
        return known[phrase]
    negated = _NOT.fullmatch(phrase)
    if negated:
        name, value = known.get(negated[1], ("", ""))
        if name in ("with", "without"):
            return {"with": "without", "without": "with"}[name], value
    near = get_close_matches(phrase, known, 3, 0.6)
    meant = f" Is “{'” or “'.join(near)}” meant?" if near else ""
    raise WishError(
        f"“{phrase}” is no wish that {book.title} understands.{meant} What it does: minutes, figures, "
        f"players and feet with a number, and names of rules, also with “no” before them."
    )


@cache
def _known(code: str) -> dict[str, tuple[str, str]]:
    """Everything but numbers that a book understands: options by their labels, traits by their names and by
    what else they are called."""
    book = catalog.book(code)
    known = {
        option.label.lower(): ("keep", f"{table.id}={option.code}")
        for table in book.rolled
        for option in table.options
        if table.results(option.code)
    }
    given = {trait for table in book.rolled for option in table.options for trait in option.gives}
    known |= {trait.replace("-", " "): ("with", trait) for trait in book.traits if trait in given}
    for entry in read(catalog.TABLES, "wishes.toml", _File).wish:
        wish = ("with", entry.has) if entry.has else ("without", entry.lacks)
        if wish[1] in given:
            known |= dict.fromkeys(entry.said, wish)
    return known
