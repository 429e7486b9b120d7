"""Parse the components of a game into tokens and cards to cut out.

The components are the lines of the rulebook that list the material for a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

HANDFUL_COUNT = 12
DEFAULT_TOKEN_MM = 18.0  # millimetres: the diameter of a token without a size in the rules
SMALL_TOKEN_MM = 12.0  # the same in a game that is played in centimetres
MM_PER_INCH = 25.4

_NUMBERS = {
    word: number
    for number, word in enumerate(
        (
            "no",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
} | {"a": 1, "an": 1, "a few": HANDFUL_COUNT, "a handful of": HANDFUL_COUNT}
_COUNT = re.compile(rf"(\d+|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}) ", re.IGNORECASE)
_TOKEN_NAMES = re.compile(r"(?P<names>[A-Za-z][\w' -]*?) (?:tokens?|markers?)\b", re.IGNORECASE)
_STICK_COLOUR = re.compile(r"sticks of (\w+)")
_DIAMETER = re.compile(r"(?P<size>[\d.,½¼¾]+)\s?(?P<unit>\"|cm|mm|″)? across")
_PURPOSE = re.compile(r"(?::|, for) the (?P<what>\w+)")
_DECK_NAMES = re.compile(r"cards or slips named (?P<names>.+)$")
_CARD_SETS = re.compile(r"(?P<count>\w+) cards for the (?P<what>\w+) of each")
FIGURES = "figures"
_PLAYER = "for each player"
_UNIT_TOKEN = re.compile(r"a token for each (?:unit|model)\b")
_UNIT_CARD = re.compile(r"a card or slip for each (?:unit|model)\b", re.IGNORECASE)
_PER_UNITS = re.compile(r" for every (?P<every>\w+) (?:units|models)\b")
_NUMBER = re.compile(r"(?P<whole>\d+(?:\.\d+)?)?(?P<part>[½¼¾])?")
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}


class Token(NamedTuple):
    """Identical tokens.

    Attributes:
        label: The text on each token.
        copies: The number of tokens.
        mm: The diameter in millimetres.
        side: The side that they belong to, from 1; 0 for shared tokens.
    """

    label: str
    copies: int
    mm: float
    side: int = 0


class Deck(NamedTuple):
    """Small cards, each with a title and a text.

    Attributes:
        title: The name of the deck.
        cards: The title and the text of each card.
        sets: The number of identical sets.
        side: The side that they belong to, from 1; 0 for shared cards.
    """

    title: str
    cards: tuple[tuple[str, str], ...]
    sets: int = 1
    side: int = 0


def parse_tokens(
    components: Iterable[str], players: int, units: int, default_mm: float = DEFAULT_TOKEN_MM
) -> list[Token]:
    """Return the tokens and markers in the components of a game.

    Args:
        components: The lines of the components.
        players: The number of players.
        units: The number of units of each side.
        default_mm: The diameter in millimetres of tokens without a size in the rules.
    """
    found: list[Token] = []
    for line in components:
        found += _parse_line(line, players, units, default_mm)
    return list(dict.fromkeys(found))


def _parse_line(line: str, players: int, units: int, default_mm: float) -> Iterator[Token]:
    """Yield the tokens of a line of the components. Arguments are as for `parse_tokens`."""
    mm = parse_diameter_mm(line) or default_mm
    purpose = _PURPOSE.search(line)
    if purpose and _DIAMETER.search(line) and FIGURES not in line:
        count = _parse_count(line) or 1
        label = purpose["what"].capitalize().removesuffix("ies") + (
            "y" if purpose["what"].endswith("ies") else ""
        )
        yield Token(label.removesuffix("s"), count, mm)
        return
    every = _PER_UNITS.search(line)
    if _PLAYER in line or every:
        sides = list(range(1, players + 1))
    else:
        sides = [0]
    count = 0
    for phrase in re.split(r", and |, | and (?=[a-z])", line):
        if _UNIT_TOKEN.search(phrase):
            yield from (
                Token(f"Unit {n}", 1, default_mm, side)
                for side in (1, 2)
                for n in range(1, units + 1)
            )
            continue
        named = _TOKEN_NAMES.search(phrase)
        sticks = _STICK_COLOUR.search(phrase)
        count = _parse_count(phrase) or count or HANDFUL_COUNT
        if every:
            count = -(-count * units // _NUMBERS.get(every["every"], 1))
        if named and not phrase.lower().startswith(("small dice", "dice")):
            names = _COUNT.sub("", named["names"], count=1)
            for name in names.split(" and "):
                yield from (Token(_capitalize(name), count, mm, side) for side in sides)
        elif sticks:
            yield Token(sticks[1].capitalize(), count, mm)


def _capitalize(name: str) -> str:
    """Return a name with a capital at its start."""
    name = name.strip()
    return name[:1].upper() + name[1:]


def _parse_count(phrase: str) -> int:
    """Return the number that a phrase begins with, as digits or a word, or 0."""
    match = _COUNT.match(phrase.strip())
    if not match:
        return 0
    if match[1].isdigit():
        return int(match[1])
    return _NUMBERS[match[1].lower()]


def parse_decks(components: Iterable[str], rules: str) -> list[Deck]:
    """Return the decks in the components of a game.

    Args:
        components: The lines of the components.
        rules: The text of the rules, which name the face of a special card.
    """
    found = []
    for line in components:
        if named := _DECK_NAMES.search(line):
            names = re.split(r", | and ", named["names"])
            found.append(Deck("Phases", tuple((name, "") for name in names)))
        for card_set in _CARD_SETS.finditer(line):
            count = _NUMBERS.get(card_set["count"].lower(), 0)
            title = card_set["what"].capitalize()
            special = re.search(r"one of which bears the (\w+)", rules)
            faces = [
                (special[1].capitalize() if special and not n else "–", "") for n in range(count)
            ]
            found.append(Deck(title, tuple(faces), _parse_count(line) or 1))
    return found


def has_unit_cards(components: Iterable[str]) -> bool:
    """Return True if the components include a card for each unit."""
    return any(_UNIT_CARD.search(line) for line in components)


def parse_number(text: str) -> float:
    """Return the number that a text begins with, such as 4½, or 0."""
    match = _NUMBER.match(text)
    if not match:
        return 0.0
    return float(match["whole"] or 0) + _FRACTIONS.get(match["part"] or "", 0.0)


def parse_diameter_mm(line: str) -> float:
    """Return the diameter in a line of the components in millimetres; 0 if the line gives none."""
    match = _DIAMETER.search(line)
    if not match:
        return 0.0
    return parse_number(match["size"]) * {"mm": 1.0, "cm": 10.0}.get(
        match["unit"] or '"', MM_PER_INCH
    )
