"""4,000 wishes with numbers: each is what is meant, or a sentence says what cannot be had."""

from __future__ import annotations

import html
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from carnage import catalog
from carnage.lab.criteria import InvalidCriteria
from carnage.lab.criteria_text import parse_criteria, parse_to_fields
from soak.transformations import Case, Transformation, generate_cases
from tests.support.web import client, soup

pytestmark = pytest.mark.soak

COUNT = 4_000
BATCHES = 8
SITE_SHARE = 4
"""Every so many of the cases are also asked for on the site."""

PLAYERS = " and 2 players"


@dataclass(frozen=True)
class Wish:
    """A wish as people write it.

    Attributes:
        text: The words.
        fields: The numbers that it means; empty if it cannot be had.
    """

    text: str
    fields: dict[str, int] = field(default_factory=dict)


def write_durations(minutes: int) -> list[str]:
    """Return a duration in every way in which people write it."""
    hours = f"{minutes / 60:g}"
    written = [
        f"{minutes} minutes",
        f"{minutes} min",
        f"{minutes}min",
        f"{minutes} mins",
        f"{minutes}-minute",
    ]
    written += [f"{hours} hours", f"{hours}h", f"{hours} hrs", f"{hours.replace('.', ',')} hours"]
    written += [f"{minutes // 60}h{minutes % 60:02}", f"{minutes // 60}:{minutes % 60:02} h"]
    written += [f"{minutes // 60} h {minutes % 60} min", f"{minutes // 60}h{minutes % 60:02}m"]
    parts = {15: "¼", 30: "½", 45: "¾"}
    if minutes % 60 in parts:
        whole = str(minutes // 60 or "")
        numerator = {15: "1/4", 30: "1/2", 45: "3/4"}[minutes % 60]
        written += [f"{whole}{parts[minutes % 60]} hours", f"{whole} {numerator} hours".strip()]
    return written


def list_wishes() -> list[Wish]:
    """Return known wishes, most of them durations."""
    wishes = []
    for minutes in (30, 45, 75, 90, 105, 120, 135, 150):
        for text in write_durations(minutes):
            wishes.append(Wish(text, {"about": minutes}))
            wishes += [
                Wish(f"{word} {text}", {"about": minutes}) for word in ("about", "around", "~")
            ]
            for word in ("at most", "up to", "no more than", "max."):
                wishes.append(Wish(f"{word} {text}", {"minutes": minutes}))
    words = {
        "an hour and a half": 90,
        "two and a half hours": 150,
        "half an hour": 30,
        "forty-five minutes": 45,
        "three quarters of an hour": 45,
        "a couple of hours": 120,
        "one hour and 30 minutes": 90,
        "2 hours, 30 minutes": 150,
        "a quarter of an hour": 15,
    }
    wishes += [Wish(text, {"about": minutes}) for text, minutes in words.items()]
    for low, high in ((30, 60), (40, 50), (60, 90)):
        for text in (
            f"{low} to {high} minutes",
            f"{low}-{high} min",
            f"{low}–{high} minutes",
            f"between {low} and {high} minutes",
        ):
            wishes.append(Wish(text, {"about": (low + high) // 2, "minutes": high}))
    for number, word in ((2, "two"), (4, "four"), (6, "six")):
        wishes += [Wish(f"{each} figures", {"figures": number}) for each in (number, word)]
        wishes += [Wish(f"{each} figures each", {"figures": 2 * number}) for each in (number, word)]
        wishes += [Wish(f"{each} players", {"players": number}) for each in (number, word)]
    for number, word in ((2, "two"), (3, "three"), (4, "four")):
        for text in (
            f"{number} feet",
            f"{word} feet",
            f"{number} ft",
            f"{number}x{number} ft",
            f"a {number}-foot table",
        ):
            wishes.append(Wish(text, {"feet": number}))
    impossible = [
        "2.5 feet",
        "at least 30 minutes",
        "1.000 minutes",
        "2,500 minutes",
        "4x6 feet",
        "0.2 minutes",
    ]
    impossible += [
        "10000 minutes",
        "1..5 hours",
        "1.5.2 hours",
        "not 45 minutes",
        "45 to 30 minutes",
        "2½ players",
    ]
    impossible += [
        "30+ minutes",
        "1:75 h",
        "1/0 hours",
        "2 to 4 players",
        "over an hour",
        "-30 minutes",
        "1e3 minutes",
    ]
    return wishes + 3 * [Wish(text) for text in impossible]


# ---------------------------------------------------------------------------------- transformations


def hide(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice("\u200b\u2060\ufeff\u00ad\u200e") + text[at:]


def widen(text: str, chance: random.Random) -> str:
    return text.replace(" ", chance.choice(("  ", "\u00a0", "\u202f", "\u2009", "\t", " \u00a0 ")))


def translate_digits(text: str, chance: random.Random) -> str:
    first = chance.choice((0xFF10, 0x0660, 0x06F0, 0x0966))
    return text.translate({ord("0") + n: first + n for n in range(10)})


TRANSFORMATIONS: list[Transformation[str]] = [
    Transformation("capitals", lambda text, _: text.upper(), 0),
    Transformation("first letter large", lambda text, _: text[:1].upper() + text[1:], 0),
    Transformation("title", lambda text, _: text.title(), 0, keeps=False),
    Transformation("digits of another script", translate_digits, 1),
    Transformation("wide gaps", widen, 2),
    Transformation("invisible", hide, 3),
    Transformation("no gaps", lambda text, _: text.replace(" ", ""), 3, keeps=False),
    Transformation("hyphens", lambda text, _: text.replace(" ", "-"), 3, keeps=False),
    Transformation("a game of", lambda text, _: f"a game of {text}", 4, keeps=False),
    Transformation("please", lambda text, _: f"{text} please", 4),
    Transformation("please before", lambda text, _: f"please, {text}", 4),
    Transformation("I want", lambda text, _: f"I want {text}", 4),
    Transformation("not", lambda text, _: f"not {text}", 4, keeps=False),
    Transformation("two players", lambda text, _: text + PLAYERS, 4),
    Transformation("half", lambda text, _: f"{text} and a half", 4, keeps=False),
    Transformation(
        "cut", lambda text, chance: text[: chance.randrange(1, len(text))], 5, keeps=False
    ),
    Transformation("doubled", lambda text, _: f"{text}, {text}", 5),
    Transformation("quoted", lambda text, _: f"“{text}”", 5, keeps=False),
    Transformation("in HTML", lambda text, _: html.escape(text), 5),
    Transformation("percent-encoded", lambda text, _: quote(text), 5, keeps=False),
    Transformation("gaps around", lambda text, _: f"  {text}\n", 6),
    Transformation("full stop", lambda text, _: f"{text}.", 6),
    Transformation("comma", lambda text, _: f"{text},", 6),
    Transformation("exclamation", lambda text, _: f"{text}!", 6),
    Transformation("question", lambda text, _: f"{text}?", 6),
]

OTHER_NUMBERS = {"cut", "half", "no gaps", "hyphens", "percent-encoded"}
"""After these a text may mean another number, which it has: "30 to 45 min" cut is "30 to 4"."""


def list_intended(case: Case[str]) -> dict[str, list[str]]:
    """Return the numbers that a case means; none if they cannot be had."""
    assert isinstance(case.base, Wish)
    intended = {name: [str(number)] for name, number in case.base.fields.items()}
    if "two players" in case.names and intended.get("players", ["2"]) == ["2"]:
        intended["players"] = ["2"]
    return intended


def is_possible(case: Case[str]) -> bool:
    """Return whether all of a case can be had."""
    assert isinstance(case.base, Wish)
    players = case.base.fields.get("players", 2)
    return bool(case.base.fields) and not ("two players" in case.names and players != 2)


def check(case: Case[str], found: dict[str, list[str]], unclear: dict[str, str]) -> str:
    """Return "wish" or "refused"; raise AssertionError for anything that was not meant."""
    intended = list_intended(case)
    said = f"{case.input!r} ({', '.join(case.names)}): {found}, {unclear}"
    if OTHER_NUMBERS & set(case.names):
        assert found or unclear or "cut" in case.names, said
    elif "not" in case.names or not is_possible(case):
        assert unclear, said
        assert all(value == intended.get(name) for name, value in found.items()), said
    elif case.keeps:
        assert not unclear, said
        assert found == intended, said
    else:
        assert unclear or found == intended, said
        assert all(value == intended.get(name) for name, value in found.items()), said
    return "refused" if unclear else "wish"


def check_sentences(case: Case[str], unclear: dict[str, str]) -> None:
    """Each sentence quotes what was typed."""
    for phrase, sentence in unclear.items():
        assert "“" in sentence, f"{case.input!r}: {phrase!r}: {sentence}"


def ask_site(case: Case[str], code: str) -> None:
    """The page of the book uses the same numbers, or shows what was typed and says what cannot
    be used.
    """
    book = catalog.book(code)
    response = client().get(f"/find/{code}", query_string={"wish": case.input})
    found, unclear = parse_criteria(case.input, book)
    said = f"{case.input!r}: {response.status}, {response.location}"
    if response.status_code == 303:
        query = parse_qs(urlsplit(response.location).query)
        assert {name: query.get(name) for name in found} == dict(found), said
        assert bool(unclear) == ("wish" in query), said
        return
    assert response.status_code in (200, 400), said
    if response.status_code == 400:
        assert (
            unclear or not found or "players" in found or "feet" in found or "figures" in found
        ), said
        assert soup(response.text).select_one("main [name=wish]"), said


def list_cases(batch: int) -> list[Case[str]]:
    bases = list_wishes()
    random.Random("wishes").shuffle(bases)
    cases = generate_cases("wishes", COUNT, bases, lambda base: base.text, TRANSFORMATIONS)
    return [case for n, case in enumerate(cases) if n % BATCHES == batch]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_wish_with_number_is_understood_or_refused(batch: int) -> None:
    told: Counter[str] = Counter()
    wrong: list[str] = []
    codes = catalog.book_codes()
    for n, case in enumerate(list_cases(batch)):
        code = codes[n % len(codes)]
        try:
            read: Any = parse_criteria(case.input, catalog.book(code))
            told[check(case, read.fields, read.errors)] += 1
            check_sentences(case, read.errors)
            ask_terminal(case, code, read.errors)
            if n % SITE_SHARE == 0:
                ask_site(case, code)
        except AssertionError as error:
            wrong.append(str(error).splitlines()[0])
    print(dict(told))
    assert not wrong, "\n".join([f"{len(wrong)} wrong", *wrong[:40]])


def ask_terminal(case: Case[str], code: str, unclear: dict[str, str]) -> None:
    """The terminal refuses in words whatever is unclear."""
    try:
        parse_to_fields(case.input, catalog.book(code))
    except InvalidCriteria as error:
        told = [sentence for sentence in unclear.values() if sentence in str(error)]
        assert len(told) == len(unclear) > 0, case.input
    else:
        assert not unclear, case.input
