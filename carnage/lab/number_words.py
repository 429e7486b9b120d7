"""Numbers in text: digits, decimals, thousands, fractions and words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction

from carnage.common.text_format import spell_out

MAX_DIGITS = (
    40  # Characters of a number that is converted; longer ones are too large for any criterion.
)
MAX_DENOMINATOR = 10  # The largest denominator of Unicode's fractions.

_TENS = {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
UNITS = {spell_out(number): number for number in range(1, 21)}
_SMALL = UNITS | _TENS
_AMOUNTS = _SMALL | {"a": 1, "an": 1}
_FRACTIONS = {
    "half": Fraction(1, 2),
    "quarter": Fraction(1, 4),
    "third": Fraction(1, 3),
    "three quarters": Fraction(3, 4),
    "two thirds": Fraction(2, 3),
}
_FRACTION_WORDS = frozenset(
    {"half", "quarter", "third"} | {f"a {share}" for share in _FRACTIONS} | set(_FRACTIONS)
)
_COLLECTIVES = {"couple of": 2, "couple": 2, "dozen": 12, "half dozen": 6, "half a dozen": 6}


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


UNICODE_FRACTIONS = {
    chr(code): Fraction(unicodedata.numeric(chr(code))).limit_denominator(MAX_DENOMINATOR)
    for code in (*range(0xBC, 0xBF), *range(0x2150, 0x215F), 0x2189)
}
_UNICODE_FRACTION = "[" + "".join(UNICODE_FRACTIONS) + "]"
TENS = ("twenty", *_TENS)
_SHARE_WORDS = (
    r"half|(?:a |one )?quarter|(?:a |one )?third|three[ -]quarters|two[ -]thirds|a half|one half"
)
HOUR_SHARE = rf"(?:{_SHARE_WORDS}|\d{{1,4}}[/⁄]\d{{1,4}}|{_UNICODE_FRACTION})"
_DIGITS = r"\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+\. \d+|\d+(?:[.,'·]{1,3}\d+){0,8}|[.,]\d+"
_DIGIT_TEXT = re.compile(r"[0-9.,' ·]*[0-9]")
_FRACTION = (
    rf"(?:\d{{1,4}}[ -]){{0,1}}\d{{1,4}} ?[/⁄] ?\d{{1,4}}|(?:\d{{1,4}} ?)?{_UNICODE_FRACTION}"
)
_TWO_DIGIT_WORDS = (
    rf"(?:{_alternatives(TENS)})[ -](?:{_alternatives(list(UNITS)[:9])})|{_alternatives(_SMALL)}"
)
_WORDS = (
    rf"(?:a|one) hundred(?: and (?:{_TWO_DIGIT_WORDS}))?|"
    rf"(?:(?:a|one|two|three) )?(?:{_alternatives(_COLLECTIVES)})|{_TWO_DIGIT_WORDS}|an?"
)
NUMBER = (
    rf"(?:(?:{_FRACTION}|{_DIGITS}|(?:{_WORDS})(?!\w))"
    r"(?: and (?:a half|a quarter|a third|three[ -]quarters|two[ "
    rf"-]thirds|{_UNICODE_FRACTION}|\d/\d)(?!\w))?)"
)
"""A regular expression for a number, without named groups."""


class InvalidNumber(ValueError):
    """An invalid or ambiguous number. The message is one sentence that says why."""


def parse_fraction(text: str) -> Fraction:
    """Return the fraction of a text such as "three quarters", "½" or "3/4".

    Raises InvalidNumber.
    """
    words = re.sub(r"^(?:a|one) ", "", text.replace("-", " "))
    if words in _FRACTIONS:
        return _FRACTIONS[words]
    return parse_number(text)


def parse_number(text: str) -> Fraction:
    """Return the number of a text. Raises InvalidNumber if it is not a number, or is ambiguous.

    A point or a comma before exactly three digits separates thousands in one country and decimals
    in another, so "1.000" and "1,000" are refused. Before any other number of digits it separates
    decimals. Spaces and apostrophes separate thousands.
    """
    text = text.strip()
    whole, _, share = text.rpartition(" and ")
    is_hundreds = (
        whole.endswith("hundred") and share not in _FRACTION_WORDS and not _is_fraction(share)
    )
    if whole and not is_hundreds:
        return parse_number(whole) + parse_fraction(share)
    if text in _AMOUNTS:
        return Fraction(_AMOUNTS[text])
    if _is_fraction(text):
        return _parse_fraction_digits(text)
    if text[:1].isdigit() or text[:1] in (".", ","):
        return _parse_digits(text)
    return _parse_words(text)


def _is_fraction(text: str) -> bool:
    return "/" in text or "⁄" in text or text[-1:] in UNICODE_FRACTIONS


def _parse_fraction_digits(text: str) -> Fraction:
    if text[-1:] in UNICODE_FRACTIONS:
        whole = text[:-1].strip()
        if whole and not whole.isdecimal():
            raise InvalidNumber(f"“{text}” is no number.")
        return Fraction(whole or 0) + UNICODE_FRACTIONS[text[-1]]
    match = re.fullmatch(r"(?:(\d+)[ -])?(\d+) ?[/⁄] ?(\d+)", text)
    if match is None or not int(match[3]):
        raise InvalidNumber(f"“{text}” is no number.")
    return Fraction(match[1] or 0) + Fraction(int(match[2]), int(match[3]))


def _parse_digits(text: str) -> Fraction:
    if not _DIGIT_TEXT.fullmatch(text):
        raise InvalidNumber(f"“{text}” is no number.")
    if len(text) > MAX_DIGITS:
        raise InvalidNumber(f"“{text}” is too large.")
    if ". " in text:
        raise InvalidNumber(f"“{text}” is no number: write it without the space.")
    groups = re.split(r"[.,' ·]", text)
    dividers = re.findall(r"[.,' ·]", text)
    if not dividers:
        return Fraction(text)
    if "" in groups[1:]:
        raise InvalidNumber(f"“{text}” is no number: it has a divider too many.")
    is_in_thousands = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3
    is_ambiguous = (
        len(dividers) == 1 and dividers[0] in ".," and is_in_thousands and groups[0] != "0"
    )
    if is_ambiguous:
        raise InvalidNumber(
            f"“{text}” can be read as {float('.'.join(groups)):g} or as {''.join(groups)}: write "
            "it without "
            f"“{dividers[0]}”."
        )
    if is_in_thousands and len(set(dividers)) == 1 and (len(dividers) > 1 or dividers[0] in "' "):
        return Fraction("".join(groups))
    *before, last = groups
    has_thousands = len(before) > 1
    if has_thousands and not all(len(group) == 3 for group in before[1:]):
        raise InvalidNumber(f"“{text}” is no number: it has a divider too many.")
    if has_thousands and (len(set(dividers[:-1])) > 1 or dividers[-1] in dividers[:-1]):
        raise InvalidNumber(f"“{text}” is no number: it has a divider too many.")
    if dividers[-1] in "' ":
        raise InvalidNumber(f"“{text}” is no number: thousands have three digits each.")
    return Fraction(f"{''.join(before) or '0'}.{last}")


def _parse_words(text: str) -> Fraction:
    first, _, rest = text.partition(" ")
    if text in _COLLECTIVES:
        return Fraction(_COLLECTIVES[text])
    if first in _AMOUNTS and rest in _COLLECTIVES:
        return Fraction(_AMOUNTS[first] * _COLLECTIVES[rest])
    if rest.startswith("hundred"):
        more = rest.removeprefix("hundred").removeprefix(" and ")
        return Fraction(100) + (parse_number(more) if more else 0)
    tens, _, units = text.replace("-", " ").partition(" ")
    if tens in _SMALL and units in _SMALL:
        return Fraction(_SMALL[tens] + _SMALL[units])
    raise InvalidNumber(f"“{text}” is no number.")
