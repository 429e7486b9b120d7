"""Report lines in the words of an example of play: without compass points and coordinates.

A report names places exactly, so that a game can be checked. A reader of a rulebook has no compass
and measures nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_COMPASS = r"(?:north|south)(?:-(?:east|west))?|east|west"
_PLACE = r"\(-?\d+(?:\.\d+)?, -?\d+(?:\.\d+)?\)"
_QUARTERS = {"00": "", "25": "¼", "50": "½", "75": "¾"}


def _article(match: re.Match[str]) -> str:
    """Return the indefinite article for the word after a match."""
    if match.group(1) in "aeiou":
        return "an "
    return "a "


def _shorten_length(match: re.Match[str]) -> str:
    """Return a length of two decimals in quarters of an inch, or else with one decimal."""
    whole, decimals = match.groups()
    if decimals in _QUARTERS:
        inches = f"{whole}{_QUARTERS[decimals]}"
        if inches != "0":
            inches = inches.removeprefix("0")
        return f'{inches}"'
    return f'{float(f"{whole}.{decimals}"):.1f}"'


_CHANGES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(rf", turning at {_PLACE} to \d+°(?:(?:,| and) at {_PLACE} to \d+°)*"), ""),
    (re.compile(rf", from {_PLACE} to {_PLACE}"), ""),
    (re.compile(rf", facing (?:{_COMPASS}) \(\d+°\)"), ""),
    (re.compile(rf"turns to face (?:{_COMPASS}) \(\d+°\)"), "turns on the spot"),
    (re.compile(rf" at {_PLACE}"), ""),
    (re.compile(rf'("| cm) (?:{_COMPASS})\b'), r"\1"),
    (re.compile(rf"\bthe (?:{_COMPASS}) marker\b"), "an outer marker"),
    (re.compile(rf"\bthe (?:{_COMPASS}) (?=([a-z]))"), _article),
    (re.compile(r" and \d+ degrees? to the (left|right)"), r", to the \1"),
    (re.compile(r'\b(\d+)\.(\d\d)"'), _shorten_length),
)


def simplify_report(text: str) -> str:
    """Return the text of a report without compass points, coordinates and degrees."""
    for pattern, replacement in _CHANGES:
        text = pattern.sub(replacement, text)
    return text
