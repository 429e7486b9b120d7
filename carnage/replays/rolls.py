"""The part of a report that comes before the result of the dice of its event."""

from __future__ import annotations

import re
from collections.abc import Sequence

# The words before a result, as the reports of all families have them.
_RESULT = re.compile(r"(?: and|:) (?:throws|rolls|draws)\b|: (?=D?\d)")
_TOLD_ROLL = "The dice show"  # before the values of dice that are already rolled


def find_announcement(lines: Sequence[str], dice: Sequence[int | str]) -> str:
    """Return the text before the result of the dice in the report of an event, or ""."""
    for line in lines if dice else ():
        text = line.strip()
        result = _RESULT.search(text)
        if result and not text.startswith((_TOLD_ROLL, "#")):
            return text[: result.start()]
    return ""
