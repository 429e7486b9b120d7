"""Codes of options: the meanings of decisions, which other versions of the rules can offer too.

A code is `question/answer/check`, such as `act/attack/x7`. It has the name of the kind of question,
the name of the answer, and two check letters. These depend on the seat, the subject of the
question, the target of the answer, and its place. Numbers that only inform, such as the chance of a
hit, are left out.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

from carnage.engine.core.queries import Number, Query
from carnage.engine.games import Offer, Question

CHECK_LETTERS = 2
# Places are rounded to this, because calculations differ a little between machines.
UNITS_PER_INCH = 1000
_INFORMATIVE_SLOTS = ("x", "fx")  # slots of an option for numbers that only inform


def option_code(query: Query, question: Question, option: Offer) -> str:
    """Return the code of an option.

    Args:
        query: The kind of question.
        question: The question.
        option: One of its options.
    """
    checked: list[Any] = [question.side]
    if query.about is not None and not isinstance(query.about.kind, Number):
        checked.append(question.actor)
    for key, _ in query.slots_in_use(option):
        if key != "what" and key not in _INFORMATIVE_SLOTS:
            checked.append(key)
            checked += [_round_number(getattr(option, part)) for part in key.split(",")]
    return f"{query.name}/{answer_name(query, option)}/{_check_letters(checked)}"


def answer_name(query: Query, option: Offer) -> str:
    """Return the name of an option's answer, or its number if it has no name.

    It is empty if the answers of the question have no meaning.
    """
    if "what" not in query.slots:
        return ""
    return query.answers.get(option.what, str(option.what))


def _round_number(number: float) -> int:
    """Return an integer unchanged, and a float in thousandths of an inch."""
    if isinstance(number, int):
        return number
    return round(number * UNITS_PER_INCH)


def _check_letters(values: list[Any]) -> str:
    """Return CHECK_LETTERS letters of a checksum of values."""
    checksum = zlib.crc32(repr(values).encode()).to_bytes(4, "big")
    return base64.urlsafe_b64encode(checksum)[:CHECK_LETTERS].decode()
