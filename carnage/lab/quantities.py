"""Quantities in typed text: "1.5 hours", "30 to 45 minutes", "two and a half feet", "4 x 4 feet".

A number and its unit are parsed together, before the text is split at commas, so that no part of a
number is read alone. A quantity that is not a valid criterion has a `problem`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from carnage.lab.amounts import AMOUNT, EXAMPLES, GAP, HOUR, MINUTES_PER_HOUR, Amount, parse_amount
from carnage.lab.number_words import NUMBER, TENS, InvalidNumber, parse_number

MAX_NUMBER = 9_999  # The largest number of a criterion, as in `criteria`.
FIRST_MARK, LAST_MARK = 0xE000, 0xF8FF  # Unicode's private use area, which typed text lacks.


_AT_LEAST = (
    r"at (?:the )?least|more than|longer than|over|above|a? ?min(?:imum)?\.?(?: of)?|"
    r"no less than|not less than|no fewer than|not fewer than|no shorter than|not shorter than|"
    r"not under|not below|>=?|≥"
)
_BELOW = r"less than|fewer than|shorter than|under|below|<"
_AT_MOST = (
    r"at (?:the )?most|up to|within|(?:no|not) more than|(?:no|not) longer than|not over|not above|"
    r"a? ?max(?:imum)?\.?(?: of)?|<=|≤"
)
_ABOUT = r"about|around|roughly|some|approximately|approx\.?|circa|ca\.?|nearly|almost|~|≈"
_NOT = r"not|no|never|without|except|but not|isn't"
_AFTER_TENS = "".join(
    f"(?<!{word})" for word in TENS
)  # The hyphen of "twenty-five" does not make a range.
_SEPARATOR = rf"(?: ?{_AFTER_TENS}(?:-|–|—|−|‒) ?| (?:to|till|until|or) )"
# The full stop of an abbreviation.
_DOT = r"(?:(?<=min)\.|(?<=mins)\.|(?<=hr)\.|(?<=hrs)\.|(?<=ft)\.)?"
_OR_MORE = "or more|or longer|at least|minimum|and up|plus"
_OR_LESS = "at most|or less|or fewer|or shorter|max(?:imum)?|tops"
_QUANTITY = re.compile(
    r"(?<![\w+\-−–/:⁄'′½⅓⅔¼¾])(?<!\d[.,])"
    rf"(?:(?P<not>{_NOT}) (?!more|longer|less|fewer|shorter|over|under|above|below))?"
    rf"(?:(?P<least>{_AT_LEAST})|(?P<below>{_BELOW})|(?P<most>{_AT_MOST})|(?P<about>{_ABOUT}))? ?"
    rf"(?:(?P<between>between|from) )?"
    rf"(?:(?P<low>{AMOUNT}|{NUMBER}{GAP})(?:(?P<to>{_SEPARATOR})|(?(between)(?: and )|(?!)))"
    rf"(?P<high>{AMOUNT})"
    rf"|(?P<only>{AMOUNT}))"
    r"(?P<each> (?:a|per|each) side| each)?"
    rf"(?:{_DOT} (?P<after_least>{_OR_MORE})|(?:{_DOT}|,) (?P<after_most>{_OR_LESS})(?!\.?(?: "
    rf"of)? {AMOUNT})"
    r"|(?P<after_about> or so|[ -]?ish))?(?![\w'])"
)
_NUMERIC = re.compile(rf"(?<!\w)(?:{NUMBER}|to|x|by|or|and)(?!\w)|[\d\W_]|(?<=\d)[x×:](?=\d)")
_WHITESPACE = re.compile(r"[^\S\n]+")


@dataclass(frozen=True)
class Quantity:
    """A number with its unit as it was typed, and the `fields` of a criterion that it means.

    If it is not a valid criterion, `fields` is empty and `problem` is a sentence that says why.
    """

    text: str
    fields: dict[str, int] = field(default_factory=dict)
    problem: str = ""


class MarkedText:
    """A text in which each quantity is replaced by one character."""

    def __init__(self, text: str) -> None:
        self.quantities: list[Quantity] = []
        self.text = _QUANTITY.sub(self._mark, text)

    def restore(self, part: str) -> str:
        """Return a part of the text as it was typed."""
        return "".join(self._typed(character) for character in part)

    def quantities_of(self, part: str) -> list[Quantity] | None:
        """Return the quantities of a part, or None if the part contains anything else."""
        words = part.split()
        if not words or not all(len(word) == 1 and is_mark(word) for word in words):
            return None
        return [self.quantities[ord(word) - FIRST_MARK] for word in words]

    def _mark(self, match: re.Match[str]) -> str:
        if FIRST_MARK + len(self.quantities) > LAST_MARK:
            return match[0]
        self.quantities.append(_parse_quantity(match))
        return f" {chr(FIRST_MARK + len(self.quantities) - 1)} "

    def _typed(self, character: str) -> str:
        if is_mark(character):
            return self.quantities[ord(character) - FIRST_MARK].text
        return character


def is_mark(character: str) -> bool:
    """Return True if this character represents a quantity in a marked text."""
    return FIRST_MARK <= ord(character) <= LAST_MARK


def normalize_text(text: str) -> str:
    """Return a text in lower case, with ASCII digits and simple spaces, without invisible
    characters.
    """
    characters = []
    for character in text.lower().replace("’", "'"):
        if character.isdecimal():
            characters.append(str(unicodedata.decimal(character)))
        elif unicodedata.category(character) not in ("Cf", "Co"):
            characters.append(character)
    return _WHITESPACE.sub(" ", "".join(characters))


def is_bare_number(text: str) -> bool:
    """Return True if a text is only numbers, such as "90", "30-45", "4 x 4" or "two"."""
    rest = _NUMERIC.sub(" ", text)
    return not rest.strip() and any(character.isalnum() for character in text)


def explain_bare_number(text: str) -> str:
    """Return the error message for a number without a unit."""
    return f"“{text}” is a number without a unit: write, for example, {EXAMPLES}."


def _parse_quantity(match: re.Match[str]) -> Quantity:
    text = match[0].strip()
    try:
        return Quantity(text, dict(_parse_fields(match, text)))
    except InvalidNumber as error:
        return Quantity(text, problem=str(error))


def _parse_fields(match: re.Match[str], text: str) -> Iterator[tuple[str, int]]:
    """Yield the fields that a quantity means. Raises InvalidNumber."""
    low, high = _parse_range(match, text)
    unit = high.unit
    if match["each"] and unit != "figures":
        raise InvalidNumber(f"“{text}” cannot be used: only figures are counted for each side.")
    # "From 30 minutes" has no upper end.
    is_open = match["between"] and match["only"]
    is_at_least = (
        match["least"] or match["after_least"] or low.is_at_least or high.is_at_least or is_open
    )
    is_at_most = match["most"] or match["after_most"] or match["below"]
    if match["not"] or is_at_least:
        raise InvalidNumber(f"“{text}” cannot be asked for: {_list_valid_forms(high)}.")
    if unit in ("players", "feet") and (match["below"] or low != high):
        raise InvalidNumber(f"“{text}” cannot be asked for: {_list_valid_forms(high)}.")
    if unit == "figures":
        if low != high:
            raise InvalidNumber(f"“{text}” cannot be asked for: {_list_valid_forms(high)}.")
        yield unit, _round_amount(high, text) * (2 if match["each"] else 1)
    elif unit == "minutes" and is_at_most:
        yield "minutes", _round_amount(high, text)
    elif unit == "minutes":
        middle = Amount((low.value + high.value) / 2, unit)
        yield "about", _round_amount(middle, text)
        if low != high and not match["about"]:
            yield "minutes", _round_amount(high, text)
    else:
        yield unit, _round_amount(high, text)


def _parse_range(match: re.Match[str], text: str) -> tuple[Amount, Amount]:
    """Return the lowest and the highest amount of a quantity.

    They are equal unless it is a range.
    """
    if match["only"]:
        only = parse_amount(match["only"])
        return only, only
    high = parse_amount(match["high"])
    try:
        low = parse_amount(match["low"])
    except InvalidNumber:
        # The first number of "30 to 45 minutes" has the unit of the second.
        number = parse_number(match["low"].strip(" -"))
        is_in_hours = re.search(HOUR, match["high"]) is not None
        low = Amount(number * (MINUTES_PER_HOUR if is_in_hours else 1), high.unit)
    if low.unit != high.unit:
        raise InvalidNumber(f"“{text}” names two kinds of number: put a comma between them.")
    if low.value > high.value:
        raise InvalidNumber(f"“{text}” cannot be used: write the smaller number first.")
    return low, high


def _list_valid_forms(amount: Amount) -> str:
    """Return the valid forms of a criterion with this unit, as text with an example."""
    number = max(1, round(amount.value))
    if amount.unit == "minutes":
        return f"only “at most {number} minutes” or “about {number} minutes”"
    if amount.unit == "figures":
        return f"only “at most {number} figures”"
    return f"only one number of {amount.unit}, such as “{number} {amount.unit}”"


def _round_amount(amount: Amount, text: str) -> int:
    """Return the value as a whole number. Minutes are rounded. Raises InvalidNumber."""
    if amount.value > MAX_NUMBER:
        raise InvalidNumber(f"“{text}” is too large: numbers in wishes are at most {MAX_NUMBER:,}.")
    if amount.unit == "minutes":
        minutes = int(amount.value + Fraction(1, 2))
        if amount.value and not minutes:
            raise InvalidNumber(f"“{text}” is less than a minute.")
        return minutes
    if amount.value.denominator != 1:
        raise InvalidNumber(f"“{text}” cannot be used: {amount.unit} are counted in whole numbers.")
    return int(amount.value)
