"""Format numbers, counts and lists for people, independent of rules and pages."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

Number = int | float

_SPELLED_NUMBERS = """
    no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty
"""
_SPELLED = tuple(_SPELLED_NUMBERS.split())
_ORDINAL_NUMBERS = """
    zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    thirteenth fourteenth
"""
_ORDINALS = tuple(_ORDINAL_NUMBERS.split())
_TIMES = {1: "once", 2: "twice"}
_SHARES = {
    Fraction(1, 4): "a quarter",
    Fraction(1, 3): "a third",
    Fraction(1, 2): "half",
    Fraction(2, 3): "two thirds",
    Fraction(3, 4): "three quarters",
    Fraction(1): "all",
}
_SHARE_SIGNS = {0.25: "¼", 0.5: "½", 0.75: "¾"}

# Plurals of ground that cannot be counted by its name.
_MASS_PLURALS = {"Reeds": "patches of Reeds", "River": "lengths of River"}


def mixed_number(value: Number) -> str:
    """Return a number with a fraction sign: 4.5 is 4½."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(int(whole))
    if rest not in _SHARE_SIGNS:
        return f"{value:g}"
    if not whole:
        return _SHARE_SIGNS[rest]
    return f"{int(whole)}{_SHARE_SIGNS[rest]}"


def spell_out(value: Number) -> str:
    """Return a whole number up to twenty in words: 3 is three. Others are as in `mixed_number`."""
    if value == int(value) and 0 <= value < len(_SPELLED):
        return _SPELLED[int(value)]
    return mixed_number(value)


def ordinal(value: Number) -> str:
    """Return an ordinal up to twelfth in words: 3 is third."""
    return _ORDINALS[int(value)]


def number_duplicates(names: Iterable[str], between: str = " ") -> list[str]:
    """Return the names in order, with numbers after duplicates: Hand 1, Boss, Hand 2."""
    names = list(names)
    totals = Counter(names)
    seen = Counter[str]()
    result = []
    for name in names:
        seen[name] += 1
        if totals[name] == 1:
            result.append(name)
        else:
            result.append(f"{name}{between}{seen[name]}")
    return result


def times(value: Number) -> str:
    """Return a number of times in words: once, twice, three times."""
    return _TIMES.get(int(value), f"{spell_out(value)} times")


def share(value: Number) -> str:
    """Return a share in words: a quarter, half, two thirds. Other shares are percentages: 55%."""
    exact = Fraction(value).limit_denominator(100)
    return _SHARES.get(exact) or percent(exact)


_MIRRORED_SIGNS = {"<": ">", ">": "<"}
"""The comparison signs of a negative share by those of its absolute value."""


def percent(value: Fraction | float, digits: int = 0) -> str:
    """Return a share as a percentage, halves rounded up. Only exact values are shown as 0% or 100%.

    A negative share has a minus sign.
    """
    if value < 0:
        absolute = percent(-value, digits)
        if absolute[0] in _MIRRORED_SIGNS:
            return f"{_MIRRORED_SIGNS[absolute[0]]}−{absolute[1:]}"
        return f"−{absolute}"
    numerator, denominator = value.as_integer_ratio()
    steps = 10**digits  # in one percent
    rounded = (200 * steps * numerator + denominator) // (2 * denominator)
    if rounded == 0 and numerator:
        return f"<{1 / steps:.{digits}f}%"
    if rounded == 100 * steps and numerator < denominator:
        return f">{(100 * steps - 1) / steps:.{digits}f}%"
    return f"{rounded / steps:.{digits}f}%"


def length(value: Number, centimetres: bool) -> str:
    """Return a distance: 8", or 8 cm in a game that is played in centimetres."""
    if centimetres:
        return f"{value:g} cm"
    return f'{mixed_number(value)}"'


def feet(value: Number, format_number: Callable[[Number], str] = mixed_number) -> str:
    """Return a number of feet: 1 foot, 4 feet; with `spell_out`, one foot, four feet."""
    unit = "foot" if value == 1 else "feet"
    return f"{format_number(value)} {unit}"


def capitalize(words: str) -> str:
    """Return words with a capital at their start."""
    return words[:1].upper() + words[1:]


def uncapitalize(sentence: str) -> str:
    """Return a sentence with a small letter at its start, to continue another sentence."""
    return sentence[:1].lower() + sentence[1:]


def join_words(words: Iterable[str], conjunction: str = "and") -> str:
    """Return words as a list: one, two and three.

    Args:
        words: The words; none give "".
        conjunction: The word before the last one.
    """
    *others, last = list(words) or [""]
    if others:
        return f"{', '.join(others)} {conjunction} {last}"
    return last


def quote_code(code: str) -> str:
    """Return a code as words in quotation marks: two-thirds is “two thirds”."""
    return f"“{code.replace('-', ' ')}”"


def plural(noun: str) -> str:
    """Return the plural of a noun: dice, Hands, Bosses, Dandies, Riflemen, Sawbones."""
    if noun.endswith("bones"):
        return noun
    if noun.endswith("die"):
        return f"{noun[:-1]}ce"
    if noun.endswith("man"):
        return f"{noun[:-3]}men"
    if noun.endswith(("s", "ch", "x")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def ground_plural(label: str) -> str:
    """Return the plural of a piece of terrain: Woods, Ponds, patches of Reeds."""
    return _MASS_PLURALS.get(label) or plural(label)


def count(number: int, noun: str, format_number: Callable[[Number], str] = str) -> str:
    """Return a number with its noun: 1 wound, 2 wounds; with `spell_out`, one wound, no wounds."""
    if number != 1:
        noun = plural(noun)
    return f"{format_number(number)} {noun}"


def remaining(number: int) -> str:
    """Return a remaining number: 3 left, none left."""
    return f"{number or 'none'} left"


def approximate_duration(seconds: float) -> str:
    """Return a duration as a rough estimate: a few seconds, 40 seconds, two minutes."""
    if seconds < 8:
        return "a few seconds"
    if seconds < 95:
        return f"{math.ceil(seconds / 10) * 10} seconds"
    return f"{spell_out(math.ceil(seconds / 60))} minutes"
