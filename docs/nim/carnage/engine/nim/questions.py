"""The kinds of question, and what their options mean: a slot is one of `core.state.Option`."""

from __future__ import annotations

from carnage.engine.core.events import constants, numbered
from carnage.engine.core.numbering import stand_for_names
from carnage.engine.core.queries import A_NUMBER, Query, Slot

QUERIES: tuple[Query, ...] = (
    Query("take", "How many coins do you take?", slots={"what": Slot("coins", A_NUMBER)}, rules=("grab",)),
)
NUMBERS: dict[str, int] = numbered(QUERIES)

stand_for_names(globals(), constants(NUMBERS))
