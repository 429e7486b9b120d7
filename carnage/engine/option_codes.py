"""Codes of options: what a decision meant, so that other rules can be asked for the same.

A code is `question/answer/check`, such as `act/attack/x7`: the names of the kind of question and of the
answer (the option's `what`), and two letters that check who was asked about what, whom the answer concerns
and where it leads. Numbers that only inform, such as the chance of a hit, are no part of it.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

from carnage.engine.core.queries import Number, Query
from carnage.engine.games import Offer, Question

CHECK_LETTERS = 2
UNITS_PER_INCH = 1000  # in which places are compared: less than a calculation differs between machines
_INFORMING = ("x", "fx")  # slots of an option that hold a number about it


def option_code(query: Query, question: Question, option: Offer) -> str:
    """Return the code of an option of a question, which is of this kind."""
    aims: list[Any] = [question.side]
    if query.about is not None and not isinstance(query.about.kind, Number):
        aims.append(question.actor)
    for key, _ in query.in_use(option):
        if key != "what" and key not in _INFORMING:
            aims += [key, *(_rounded(getattr(option, slot)) for slot in key.split(","))]
    return f"{query.name}/{answer_name(query, option)}/{_check(aims)}"


def answer_name(query: Query, option: Offer) -> str:
    """Return the name of an option's `what`, its number if it has no name, or '' if it means nothing."""
    if "what" not in query.slots:
        return ""
    return query.answers.get(option.what, str(option.what))


def _rounded(number: float) -> int:
    return number if isinstance(number, int) else round(number * UNITS_PER_INCH)


def _check(aims: list[Any]) -> str:
    checksum = zlib.crc32(repr(aims).encode()).to_bytes(4, "big")
    return base64.urlsafe_b64encode(checksum)[:CHECK_LETTERS].decode()
