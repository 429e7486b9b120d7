"""The form of the answers to a question: how pages lay out its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carnage.engine.core.queries import Query
    from carnage.engine.games import Match
    from carnage.engine.question_data import Highlight


def list_number_slots(query: Query) -> dict[str, str]:
    """Return the slots of a query that are numbers, each with its name."""
    from carnage.engine.core.queries import Number

    return {key: slot.name for key, slot in query.parts if isinstance(slot.kind, Number)}


def find_form(match: Match, option_highlights: Sequence[Highlight]) -> str:
    """Return the form of the answers to the open question, which pages lay out differently."""
    from carnage.engine.core.queries import Choice as ChoiceKind
    from carnage.engine.core.queries import Number, Slot, YesNo

    assert match.question is not None
    query = match.family.queries[match.question.kind]
    if query.sampled:
        return "facing" if query.name == "face" else "place"
    what = query.slots.get("what")
    kind = what.kind if isinstance(what, Slot) else None
    if isinstance(kind, YesNo):
        return "yes-no"
    pieces = [highlight.pieces for highlight in option_highlights]
    if all(pieces) and len(set(pieces)) == len(pieces):
        return "pick"
    if isinstance(kind, ChoiceKind):
        return "actions"
    return "number" if isinstance(kind, Number) else "list"
