"""Parse the components of a game into tokens and cards to cut out.

The components are the lines of the rulebook that list the material for a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

A_HANDFUL = 12
USUAL = 18.0  # millimetres: the diameter of a token without a size in the rules
SMALL = 12.0  # the same in a game that is played in centimetres
MM_AN_INCH = 25.4

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
} | {"a": 1, "an": 1, "a few": A_HANDFUL, "a handful of": A_HANDFUL}
_COUNT = re.compile(rf"(\d+|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}) ", re.IGNORECASE)
_NAMED = re.compile(r"(?P<names>[A-Za-z][\w' -]*?) (?:tokens?|markers?)\b", re.IGNORECASE)
_STICKS = re.compile(r"sticks of (\w+)")
_ACROSS = re.compile(r"(?P<size>[\d.,½¼¾]+)\s?(?P<unit>\"|cm|mm|″)? across")
_THE = re.compile(r"(?::|, for) the (?P<what>\w+)")
_DECK = re.compile(r"cards or slips named (?P<names>.+)$")
_EACH = re.compile(r"(?P<count>\w+) cards for the (?P<what>\w+) of each")
FIGURES = "figures"
_PLAYER = "for each player"
_UNIT = re.compile(r"a token for each unit")
_UNIT_CARD = re.compile(r"a card or slip for each unit", re.IGNORECASE)
_EVERY = re.compile(r" for every (?P<every>\w+) units")
_NUMBER = re.compile(r"(?P<whole>\d+(?:\.\d+)?)?(?P<part>[½¼¾])?")
_PARTS = {"½": 0.5, "¼": 0.25, "¾": 0.75}


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


def tokens(
    components: Iterable[str], players: int, units: int, usual: float = USUAL
) -> list[Token]:
    """Return the tokens and markers in the components of a game.

    Args:
        components: The lines of the components.
        players: The number of players.
        units: The number of units of each side.
        usual: The diameter in millimetres of tokens without a size in the rules.
    """
    found: list[Token] = []
    for line in components:
        found += _tokens(line, players, units, usual)
    return list(dict.fromkeys(found))


def _tokens(line: str, players: int, units: int, usual: float) -> Iterator[Token]:
    """Yield the tokens of a line of the components. Arguments are as for `tokens`."""
    mm = measure(line) or usual
    said = _THE.search(line)
    if said and _ACROSS.search(line) and FIGURES not in line:
        count = _counted(line) or 1
        label = said["what"].capitalize().removesuffix("ies") + (
            "y" if said["what"].endswith("ies") else ""
        )
        yield Token(label.removesuffix("s"), count, mm)
        return
    every = _EVERY.search(line)
    if _PLAYER in line or every:
        sides = list(range(1, players + 1))
    else:
        sides = [0]
    count = 0
    for phrase in re.split(r", and |, | and (?=[a-z])", line):
        if _UNIT.search(phrase):
            yield from (
                Token(f"Unit {n}", 1, usual, side) for side in (1, 2) for n in range(1, units + 1)
            )
            continue
        named = _NAMED.search(phrase)
        sticks = _STICKS.search(phrase)
        count = _counted(phrase) or count or A_HANDFUL
        if every:
            count = -(-count * units // _NUMBERS.get(every["every"], 1))
        if named and not phrase.lower().startswith(("small dice", "dice")):
            names = _COUNT.sub("", named["names"], count=1)
            for name in names.split(" and "):
                yield from (Token(_label(name), count, mm, side) for side in sides)
        elif sticks:
            yield Token(sticks[1].capitalize(), count, mm)


def _label(name: str) -> str:
    """Return a name with a capital at its start."""
    name = name.strip()
    return name[:1].upper() + name[1:]


def _counted(phrase: str) -> int:
    """Return the number that a phrase begins with, as digits or a word, or 0."""
    match = _COUNT.match(phrase.strip())
    if not match:
        return 0
    if match[1].isdigit():
        return int(match[1])
    return _NUMBERS[match[1].lower()]


def decks(components: Iterable[str], rules: str) -> list[Deck]:
    """Return the decks in the components of a game.

    Args:
        components: The lines of the components.
        rules: The text of the rules, which name the face of a special card.
    """
    found = []
    for line in components:
        if named := _DECK.search(line):
            names = re.split(r", | and ", named["names"])
            found.append(Deck("Phases", tuple((name, "") for name in names)))
        for each in _EACH.finditer(line):
            count = _NUMBERS.get(each["count"].lower(), 0)
            what = each["what"].capitalize()
            one = re.search(r"one of which bears the (\w+)", rules)
            faces = [(one[1].capitalize() if one and not n else "–", "") for n in range(count)]
            found.append(Deck(what, tuple(faces), _counted(line) or 1))
    return found


def wants_unit_cards(components: Iterable[str]) -> bool:
    """Return True if the components include a card for each unit."""
    return any(_UNIT_CARD.search(line) for line in components)


def number(text: str) -> float:
    """Return the number that a text begins with, such as 4½, or 0."""
    match = _NUMBER.match(text)
    if not match:
        return 0.0
    return float(match["whole"] or 0) + _PARTS.get(match["part"] or "", 0.0)


def measure(line: str) -> float:
    """Return the diameter in a line of the components in millimetres; 0 if the line gives none."""
    match = _ACROSS.search(line)
    if not match:
        return 0.0
    return number(match["size"]) * {"mm": 1.0, "cm": 10.0}.get(match["unit"] or '"', MM_AN_INCH)
