"""The kinds of question, and the meaning of each field of their options (`core.state.Option`)."""

from __future__ import annotations

from carnage.engine.core.events import number_kinds
from carnage.engine.core.queries import A_NUMBER, Query, Slot

QUERIES: tuple[Query, ...] = (
    Query(
        "take",
        "How many coins do you take?",
        slots={"what": Slot("coins", A_NUMBER)},
        rules=("grab",),
    ),
)
NUMBERS: dict[str, int] = number_kinds(QUERIES)
CONSTANTS: dict[str, int] = NUMBERS
