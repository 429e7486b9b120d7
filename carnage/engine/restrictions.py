"""Restrictions of a bot: an answer or a thing that it never takes, or takes whenever it can.

A restricted bot is a greedy bot in everything else. Its games against an unrestricted bot show the
worth of the answer or the thing (restricted play, after Jaffe et al., 2012).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from carnage.engine.core.family import Family
from carnage.engine.core.queries import Slot, Thing
from carnage.engine.core.state import MAX_ANSWERS

SLOT_NUMBERS = {"what": 1, "who": 2, "other": 3}  # as in `core.state.GameOutput.marked_slot`


@dataclass(frozen=True)
class Restriction:
    """The options of some questions that a restricted bot avoids or insists on.

    Attributes:
        answers: The kinds of question and the numbers of their answers.
        row: The row of the record with the thing, such as `weapons`; empty if answers are marked.
        thing: The index of the thing in its row.
        insists: True if the bot takes a marked option whenever there is one.
    """

    answers: tuple[tuple[int, int], ...] = ()
    row: str = ""
    thing: int = -1
    insists: bool = False

    def insisting(self) -> Restriction:
        """Return the restriction to take these options whenever it can."""
        return replace(self, insists=True)

    def write_to(self, log: Any, family: Family) -> None:
        """Write the restriction to a log before its games."""
        for kind, answer in self.answers:
            log.shunned[kind * MAX_ANSWERS + answer] = 1
        log.marked_thing = self.thing
        log.insists = int(self.insists)
        if self.row:
            for kind, slot in slots_of_row(family, self.row):
                log.marked_slot[kind] = slot


def slots_of_row(family: Family, row: str) -> Iterator[tuple[int, int]]:
    """Yield each kind of question whose options name a thing of a row, and the slot's number."""
    for kind, query in enumerate(family.queries):
        for key, slot in query.parts:
            if is_thing_of_row(slot, row) and key in SLOT_NUMBERS:
                yield kind, SLOT_NUMBERS[key]


def is_thing_of_row(slot: Slot, row: str) -> bool:
    """Return True if a slot holds a thing of a row of the record."""
    return isinstance(slot.kind, Thing) and slot.kind.row == row
