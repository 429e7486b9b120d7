"""Amounts in text: a number with its unit, such as "1h30", "half an hour", "4 x 4 feet" or "two
players".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from carnage.lab.number_words import HOUR_SHARE, NUMBER, InvalidNumber, parse_fraction, parse_number

MINUTES_PER_HOUR = 60
EXAMPLES = "“30 minutes”, “4 figures”, “2 players” or “3 feet”"

HOUR = r"(?:hours?|hrs?|h)(?![\w'])"
_MINUTE = r"(?:minutes?|mins?)(?![\w'])"
_FEET = r"(?:(?:feet|foot|ft)(?![\w'])|['′](?![\w'′]))"
_FIGURE = r"(?:figures?|models?|minis?|miniatures?)(?![\w'])"
_PLAYER = r"(?:players?|people|persons?|of us)(?![\w'])"
GAP = r"[ -]?"
_UNIT = rf"(?:{HOUR}|{_MINUTE}|{_FEET}|{_FIGURE}|{_PLAYER})"
_TIMES = r" ?(?:x|×|\*|by) ?"

# The notations of an amount. The first that matches is used.
_CLOCK = rf"(?P<clock_h>\d{{1,4}}):(?P<clock_m>\d{{1,4}}) ?{HOUR}"
_SIDES = rf"(?P<side>{NUMBER}){GAP}{_FEET}?{_TIMES}(?P<other>{NUMBER}){GAP}{_FEET}"
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
_NOTATIONS = (
    _CLOCK,
    _SIDES,
    _HOURS_AND_SHARE,
    _UNIT_AND_SHARE,
    _HOURS_AND_MINUTES,
    _SHARE_OF_HOUR,
    _PLAIN,
)


def _strip_group_names(pattern: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)


AMOUNT = "(?:" + "|".join(map(_strip_group_names, _NOTATIONS)) + ")"


@dataclass(frozen=True)
class Amount:
    """A number of "minutes", "feet", "figures" or "players"."""

    value: Fraction
    unit: str
    is_at_least: bool = False


def parse_amount(text: str) -> Amount:
    """Return the amount of a text. Raises InvalidNumber if it is not an amount, or is ambiguous."""
    for pattern, parse in _PARSERS:
        match = pattern.fullmatch(text)
        if match:
            return parse(match)
    raise InvalidNumber(f"“{text}” is no number with a unit: write, for example, {EXAMPLES}.")


def _parse_clock(match: re.Match[str]) -> Amount:
    return _add_minutes(match[0], Fraction(match["clock_h"]), Fraction(match["clock_m"]))


def _parse_sides(match: re.Match[str]) -> Amount:
    side = parse_number(match["side"])
    if side != parse_number(match["other"]):
        raise InvalidNumber(
            f"“{match[0]}” cannot be used: tables are square, so give one side, such as “4 feet”."
        )
    return Amount(side, "feet")


def _parse_hours_and_share(match: re.Match[str]) -> Amount:
    if match["whole"]:
        whole = parse_number(match["whole"])
    else:
        whole = Fraction(1)
    return Amount((whole + parse_fraction(match["share"])) * MINUTES_PER_HOUR, "minutes")


def _parse_unit_and_share(match: re.Match[str]) -> Amount:
    return Amount(
        parse_number(match["count"]) + parse_fraction(match["rest"]), _find_unit(match["of"])
    )


def _parse_hours_and_minutes(match: re.Match[str]) -> Amount:
    return _add_minutes(match[0], parse_number(match["hours"]), parse_number(match["minutes"]))


def _parse_share_of_hour(match: re.Match[str]) -> Amount:
    return Amount(parse_fraction(match["part"]) * MINUTES_PER_HOUR, "minutes")


def _parse_plain(match: re.Match[str]) -> Amount:
    number = parse_number(match["number"])
    is_at_least = match["more"] is not None
    if re.fullmatch(HOUR, match["unit"]):
        return Amount(number * MINUTES_PER_HOUR, "minutes", is_at_least)
    return Amount(number, _find_unit(match["unit"]), is_at_least)


def _find_unit(text: str) -> str:
    """Return the unit that a text names, other than hours."""
    return next(unit for unit, pattern in _UNITS.items() if re.fullmatch(pattern, text))


_UNITS = {"minutes": _MINUTE, "feet": _FEET, "figures": _FIGURE, "players": _PLAYER}
_PARSERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Amount]], ...] = (
    (re.compile(_CLOCK), _parse_clock),
    (re.compile(_SIDES), _parse_sides),
    (re.compile(_HOURS_AND_SHARE), _parse_hours_and_share),
    (re.compile(_UNIT_AND_SHARE), _parse_unit_and_share),
    (re.compile(_HOURS_AND_MINUTES), _parse_hours_and_minutes),
    (re.compile(_SHARE_OF_HOUR), _parse_share_of_hour),
    (re.compile(_PLAIN), _parse_plain),
)


def _add_minutes(text: str, hours: Fraction, minutes: Fraction) -> Amount:
    if minutes >= MINUTES_PER_HOUR:
        raise InvalidNumber(f"“{text}” is no time: after hours there are fewer than 60 minutes.")
    return Amount(hours * MINUTES_PER_HOUR + minutes, "minutes")
