"""Format numbers, counts and lists for people, independent of rules and pages."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

Number = int | float

_SPELLED = (
    *(
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
    ),
    *(
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ),
)
_ORDINALS = (
    *(
        "zeroth",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
    ),
    *("tenth", "eleventh", "twelfth"),
)
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


def mixed(value: Number) -> str:
    """Return a number with a fraction sign: 4.5 is 4½."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(int(whole))
    if rest in _SHARE_SIGNS:
        return (str(int(whole)) if whole else "") + _SHARE_SIGNS[rest]
    return f"{value:g}"


def spelled(value: Number) -> str:
    """Return a whole number up to twenty in words: 3 is three. Other numbers are as in `mixed`."""
    if value == int(value) and 0 <= value <= 20:
        return _SPELLED[int(value)]
    return mixed(value)


def ordinal(value: Number) -> str:
    """Return an ordinal up to twelfth in words: 3 is third."""
    return _ORDINALS[int(value)]


def numbered(names: Iterable[str], between: str = " ") -> list[str]:
    """Return the names in order, and number those that occur several times:

    Hand 1, Boss, Hand 2.
    """
    names = list(names)
    total = Counter(names)
    seen = Counter[str]()
    told = []
    for name in names:
        seen[name] += 1
        told.append(f"{name}{between}{seen[name]}" if total[name] > 1 else name)
    return told


def times(value: Number) -> str:
    """Return a number of times in words: once, twice, three times."""
    return _TIMES.get(int(value), f"{spelled(value)} times")


def share(value: Number) -> str:
    """Return a share in words: a quarter, half, two thirds.

    Raise KeyError if there is no word for it.
    """
    return _SHARES[Fraction(value).limit_denominator(12)]


_OTHER_WAY = {"<": ">", ">": "<"}  # the comparison signs of a negative share


def percent(value: Fraction | float, digits: int = 0) -> str:
    """Return a share as a percentage, halves rounded up. Only exact values are shown as 0% or 100%.

    A negative share has a minus sign.
    """
    if value < 0:
        lost = percent(-value, digits)
        if lost[0] in _OTHER_WAY:
            return f"{_OTHER_WAY[lost[0]]}−{lost[1:]}"
        return f"−{lost}"
    exact = Fraction(value) * 100
    step = Fraction(1, 10**digits)
    if 0 < exact < step / 2:
        return f"<{float(step):.{digits}f}%"
    if 100 - step / 2 < exact < 100:
        return f">{float(100 - step):.{digits}f}%"
    return f"{float(math.floor(exact / step + Fraction(1, 2)) * step):.{digits}f}%"


def length(value: Number, centimetres: bool) -> str:
    """Return a distance: 8", or 8 cm in a game that is played in centimetres."""
    if centimetres:
        return f"{value:g} cm"
    return f'{mixed(value)}"'


def feet(value: Number, written: Callable[[Number], str] = mixed) -> str:
    """Return a number of feet: 1 foot, 4 feet; or one foot, four feet with `written=spelled`."""
    return f"{written(value)} {'foot' if value == 1 else 'feet'}"


def capital(words: str) -> str:
    """Return words with a capital at their start."""
    return words[:1].upper() + words[1:]


def lower(sentence: str) -> str:
    """Return a sentence with a small letter at its start, to continue another sentence."""
    return sentence[:1].lower() + sentence[1:]


def listed(words: Iterable[str], joined: str = "and") -> str:
    """Return words as a list: one, two and three. `joined` replaces "and"."""
    *others, last = list(words) or [""]
    if others:
        return f"{', '.join(others)} {joined} {last}"
    return last


def quoted(code: str) -> str:
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


def count(number: int, noun: str, written: Callable[[Number], str] = str) -> str:
    """Return a number with its noun: 1 wound, 2 wounds; or one wound, no wounds with
    `written=spelled`.
    """
    return f"{written(number)} {noun if number == 1 else plural(noun)}"


def left(number: int) -> str:
    """Return a remaining number: 3 left, none left."""
    return f"{number or 'none'} left"


def soon(seconds: float) -> str:
    """Return a duration as a rough estimate: a few seconds, 40 seconds, two minutes."""
    if seconds < 8:
        return "a few seconds"
    if seconds < 95:
        return f"{math.ceil(seconds / 10) * 10} seconds"
    return f"{spelled(math.ceil(seconds / 60))} minutes"
