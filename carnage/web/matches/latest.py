"""The latest deed of a game, which the play page tells above the open question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from carnage.drawing.frames import FrameDiff
from carnage.matches.automatic import CHOSEN

HEAVY_FLAGS = {"fall", "score", "lead"}  # of events that are told before others
COORDINATES = re.compile(r", from \([^)]*\) to \([^)]*\)")  # the table shows them
ORDER_RULE = "activation-order."  # passing is told last of all
MAX_HEAVY = 2  # deeds with such an event that are told


@dataclass
class Deed:
    """A sentence of the report with the lines that follow from it.

    Attributes:
        lines: The lines of the report.
        weight: Its rank: 3 for a casualty or a score, 2 for an action with a result, 1 for another
            action of another side, 0 for the rest.
    """

    lines: list[str] = field(default_factory=list)
    weight: int = 0

    def text(self) -> str:
        """Return the deed and its last result."""
        return COORDINATES.sub("", " ".join(dict.fromkeys((self.lines[0], self.lines[-1]))))


def tell_latest(cuts: Sequence[FrameDiff], persons: Sequence[int]) -> str:
    """Return the latest deed with its result in one or two sentences; "" for none.

    A round that begins is told first.

    Args:
        cuts: The events since the last decision.
        persons: The seats of persons, whose own plain moves are left out.
    """
    deeds = _list_deeds(cuts, persons)
    weight = max((deed.weight for deed in deeds), default=0)
    told = [deed.text() for deed in deeds if weight and deed.weight == weight]
    told = told[-MAX_HEAVY:] if weight == 3 else told[-1:]
    return " ".join([*_begun_rounds(cuts)[-1:], *told])


def _list_deeds(cuts: Sequence[FrameDiff], persons: Sequence[int]) -> list[Deed]:
    """Return the deeds that events tell."""
    deeds: list[Deed] = []
    for cut in cuts:
        for line in cut.lines:
            if line.startswith("#"):
                deeds.append(Deed())
                continue
            if line.startswith(CHOSEN):
                continue
            follows = line.startswith(" ") and deeds and deeds[-1].lines
            if not follows:
                deeds.append(Deed(weight=_weigh(cut, persons)))
            deeds[-1].lines.append(line.strip())
            if HEAVY_FLAGS & set(cut.flags):
                deeds[-1].weight = 3
            elif follows:
                deeds[-1].weight = max(deeds[-1].weight, 2)
    return [deed for deed in deeds if deed.lines]


def _weigh(cut: FrameDiff, persons: Sequence[int]) -> int:
    """Return the weight of a deed without results."""
    has_heading = any(line.startswith("#") for line in cut.lines)  # of a side that did nothing
    is_order = has_heading or cut.rule.startswith(ORDER_RULE)
    return int(cut.side not in persons and not is_order)


def _begun_rounds(cuts: Sequence[FrameDiff]) -> list[str]:
    """Return a sentence for each round that begins."""
    headings = [cut.lines[0] for cut in cuts if "round" in cut.flags and cut.lines]
    return [f"{heading.strip('# ')}." for heading in headings if heading.startswith("#")]
