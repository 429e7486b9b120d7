"""The latest deed of a game, which the play page tells above the open question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from carnage.drawing.frames import FrameDiff
from carnage.matches.automatic import CHOSEN
from carnage.matches.turning_points import PAYMENT

HEAVY_FLAGS = {"fall", "score", "lead"}  # of events that are told before others
# The table shows places and facings.
COORDINATES = re.compile(r", from \([^)]*\) to \([^)]*\)|,? facing [a-z-]+ \(\d+°\)| \(\d+°\)")
ORDER_RULE = "activation-order."  # passing is told last of all
MAX_DEEDS = 4  # that are told
ROUND_OF_PLAYER = re.compile(r"(?<=^Round \d): .*")  # its deeds name their players
SCORES = re.compile(r";[^;]* has \d+\.$")  # the bar above the table shows them
RESULT = re.compile(r": (pierced|blocked)\.$|\bloses (a|\d+) di(e|ce)\b|is stopped by")  # of a shot


@dataclass
class Deed:
    """A sentence of the report with the lines that follow from it.

    Attributes:
        lines: The lines of the report.
        weight: Its rank: 3 for a casualty, a score or a hit, 2 for an action with a result, 1 for
            another action of another side, 0 for the rest.
        own: A person did it.
    """

    lines: list[str] = field(default_factory=list)
    weight: int = 0
    own: bool = False

    def text(self) -> str:
        """Return the deed and its results: those of a shot of a ship, or else the last one.

        Of a person's own deed only the results are told.
        """
        results = [line for line in self.lines if RESULT.search(line)]
        others = [line for line in self.lines if PAYMENT not in line]
        told = [self.lines[0], *(results or others[-1:])]
        if self.own or (results and PAYMENT in told[0]):  # the deed itself has been told before
            told = told[1:]
        return " ".join(SCORES.sub(".", COORDINATES.sub("", line)) for line in dict.fromkeys(told))


def tell_latest(cuts: Sequence[FrameDiff], persons: Sequence[int]) -> str:
    """Return the deeds of others since the person’s last answer in few sentences; "" for none.

    A round that begins is told first, then the deeds of others, and at last the results of the
    person's own deeds, unless they are plain moves.

    Args:
        cuts: The events since the last decision.
        persons: The seats of persons.
    """
    deeds = _list_deeds(cuts, persons)
    weighed = sorted((deed for deed in deeds if deed.weight), key=lambda deed: -deed.weight)
    told = weighed[:MAX_DEEDS]
    theirs = [deed.text() for deed in deeds if deed in told and not deed.own]
    own = [deed.text() for deed in deeds if deed in told and deed.own and deed.weight == 3]
    return " ".join([*_begun_rounds(cuts)[-1:], *theirs, *own])


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
                deeds.append(Deed(weight=_weigh(cut, persons), own=cut.side in persons))
            deeds[-1].lines.append(line.strip())
            if PAYMENT in deeds[-1].lines[0] and not RESULT.search(line):
                deeds[-1].weight = 0
            elif HEAVY_FLAGS & set(cut.flags) or RESULT.search(line):
                deeds[-1].weight = 3
            elif follows and PAYMENT not in line:
                deeds[-1].weight = max(deeds[-1].weight, 2)
    return [deed for deed in deeds if deed.lines]


def _weigh(cut: FrameDiff, persons: Sequence[int]) -> int:
    """Return the weight of a deed without results."""
    has_heading = any(line.startswith("#") for line in cut.lines)  # of a side that did nothing
    is_order = has_heading or cut.rule.startswith(ORDER_RULE)
    return int(cut.side not in persons and not is_order)


def _begun_rounds(cuts: Sequence[FrameDiff]) -> list[str]:
    """Return a sentence for each round that begins, without the player who is the first in it."""
    headings = [cut.lines[0] for cut in cuts if "round" in cut.flags and cut.lines]
    names = [heading.strip("# ") for heading in headings if heading.startswith("#")]
    return [f"{ROUND_OF_PLAYER.sub('', name)}." for name in names]
