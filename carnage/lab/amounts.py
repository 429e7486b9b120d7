"""Amounts in text: a number with its unit, such as "1h30", "half an hour", "4 x 4 feet" or "two
players".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from carnage.lab.number_words import HOUR_SHARE, NUMBER, NumberUnclear, read_number, read_share

MINUTES_PER_HOUR = 60
EXAMPLES = "“30 minutes”, “4 figures”, “2 players” or “3 feet”"

HOUR = r"(?:hours?|hrs?|h)(?![\w'])"
_MINUTE = r"(?:minutes?|mins?)(?![\w'])"
_FEET = r"(?:(?:feet|foot|ft)(?![\w'])|['′](?![\w'′]))"
_FIGURE = r"(?:figures?|models?|minis?|miniatures?)(?![\w'])"
_PLAYER = r"(?:players?|people|persons?|of us)(?![\w'])"
GAP = r"[ -]?"
_UNIT = rf"(?:{HOUR}|{_MINUTE}|{_FEET}|{_FIGURE}|{_PLAYER})"
_BY = r" ?(?:x|×|\*|by) ?"

# The notations of an amount. The first that matches is used.
_CLOCK = rf"(?P<clock_h>\d{{1,4}}):(?P<clock_m>\d{{1,4}}) ?{HOUR}"
_SIDES = rf"(?P<side>{NUMBER}){GAP}{_FEET}?{_BY}(?P<other>{NUMBER}){GAP}{_FEET}"
_HOURS_AND_SHARE = (
    rf"(?:(?P<whole>{NUMBER}){GAP})?{HOUR},? and (?P<share>{HOUR_SHARE})(?: of an hour)?"
    rf"(?![\w'-]| [\w'-]*{_UNIT})"
)
_UNIT_AND_SHARE = (
    rf"(?P<count>{NUMBER}){GAP}(?P<of>{_MINUTE}|{_FEET}|{_FIGURE}|{_PLAYER}) and "
    rf"(?P<rest>{HOUR_SHARE})"
    rf"(?![\w'-]| of\b| [\w'-]*{_UNIT})"
)
_HOURS_AND_MINUTES = (
    rf"(?P<hours>{NUMBER}){GAP}(?:hours?|hrs?|h),? ?(?:and )?"
    rf"(?P<minutes>\d+(?:[.,]\d+)?){GAP}"
    rf"(?:{_MINUTE}|m\b|(?![\w:/']|[.,]\d)(?!{GAP}{_UNIT})(?! ?[x×*%\d½⅓⅔¼¾]))"
)
_SHARE_OF_HOUR = rf"(?P<part>{HOUR_SHARE})(?:[ -]of)?(?:[ -]an?)?[ -]{HOUR}"
_PLAIN = rf"(?P<number>{NUMBER})(?P<more>\+)?{GAP}(?P<unit>{_UNIT})"
_WAYS = (
    _CLOCK,
    _SIDES,
    _HOURS_AND_SHARE,
    _UNIT_AND_SHARE,
    _HOURS_AND_MINUTES,
    _SHARE_OF_HOUR,
    _PLAIN,
)


def _unnamed(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


AMOUNT = "(?:" + "|".join(map(_unnamed, _WAYS)) + ")"


@dataclass(frozen=True)
class Amount:
    """A number of "minutes", "feet", "figures" or "players"."""

    value: Fraction
    unit: str
    is_at_least: bool = False


def read_amount(text: str) -> Amount:
    """Return the amount of a text. Raises NumberUnclear if it is not an amount, or is ambiguous."""
    for way, read in _READERS:
        match = way.fullmatch(text)
        if match:
            return read(match)
    raise NumberUnclear(f"“{text}” is no number with a unit: write, for example, {EXAMPLES}.")


def _read_clock(match: re.Match[str]) -> Amount:
    return _hours_and_minutes(match[0], Fraction(match["clock_h"]), Fraction(match["clock_m"]))


def _read_sides(match: re.Match[str]) -> Amount:
    side = read_number(match["side"])
    if side != read_number(match["other"]):
        raise NumberUnclear(
            f"“{match[0]}” cannot be used: tables are square, so give one side, such as “4 feet”."
        )
    return Amount(side, "feet")


def _read_hours_and_share(match: re.Match[str]) -> Amount:
    if match["whole"]:
        whole = read_number(match["whole"])
    else:
        whole = Fraction(1)
    return Amount((whole + read_share(match["share"])) * MINUTES_PER_HOUR, "minutes")


def _read_unit_and_share(match: re.Match[str]) -> Amount:
    return Amount(read_number(match["count"]) + read_share(match["rest"]), _unit_of(match["of"]))


def _read_hours_and_minutes(match: re.Match[str]) -> Amount:
    return _hours_and_minutes(match[0], read_number(match["hours"]), read_number(match["minutes"]))


def _read_share_of_hour(match: re.Match[str]) -> Amount:
    return Amount(read_share(match["part"]) * MINUTES_PER_HOUR, "minutes")


def _read_plain(match: re.Match[str]) -> Amount:
    number = read_number(match["number"])
    is_at_least = match["more"] is not None
    if re.fullmatch(HOUR, match["unit"]):
        return Amount(number * MINUTES_PER_HOUR, "minutes", is_at_least)
    return Amount(number, _unit_of(match["unit"]), is_at_least)


def _unit_of(text: str) -> str:
    """Return the unit that a text names, other than hours."""
    return next(unit for unit, pattern in _UNITS.items() if re.fullmatch(pattern, text))


_UNITS = {"minutes": _MINUTE, "feet": _FEET, "figures": _FIGURE, "players": _PLAYER}
_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Amount]], ...] = (
    (re.compile(_CLOCK), _read_clock),
    (re.compile(_SIDES), _read_sides),
    (re.compile(_HOURS_AND_SHARE), _read_hours_and_share),
    (re.compile(_UNIT_AND_SHARE), _read_unit_and_share),
    (re.compile(_HOURS_AND_MINUTES), _read_hours_and_minutes),
    (re.compile(_SHARE_OF_HOUR), _read_share_of_hour),
    (re.compile(_PLAIN), _read_plain),
)


def _hours_and_minutes(text: str, hours: Fraction, minutes: Fraction) -> Amount:
    if minutes >= MINUTES_PER_HOUR:
        raise NumberUnclear(f"“{text}” is no time: after hours there are fewer than 60 minutes.")
    return Amount(hours * MINUTES_PER_HOUR + minutes, "minutes")
