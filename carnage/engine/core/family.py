"""A family's face: everything that is asked of it by whoever has its games played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from carnage.engine.core import records
from carnage.engine.core.entries import Entries
from carnage.engine.core.events import Shape
from carnage.engine.core.state import GREEDY, RANDOM, Lore
from carnage.forms import USUAL_HANDS, Hands
from carnage.ruleset import Ruleset


def nothing_learnt(ruleset: Ruleset, bots: Sequence[str]) -> Any:
    """No lore: such bots work everything out in play."""
    return records.new(Lore, 0)


def nothing_expected(ruleset: Ruleset, bots: Sequence[str]) -> list[float | None]:
    """Nobody knows what any seat may expect."""
    return [None] * len(bots)


@dataclass(frozen=True)
class Family:
    """`Game` is its record, `shapes` its events, `rules` its rules by number, `entries` what Python calls.

    `routine` are the kinds of question that a planner leaves to the greedy bot. `fill` makes an empty record,
    NumPy's or plain, the one in which the games of a ruleset begin, for players so deft. `lore` gives
    what bots have worked out of a ruleset beforehand, `expected_scores` the exact mean score of each seat, as
    far as it is known.
    """

    Game: type
    shapes: tuple[Shape, ...]
    rules: tuple[str, ...]
    entries: Entries
    fill: Callable[[Any, Ruleset, Hands], None]
    routine: Collection[int] = ()
    bots: Mapping[str, int] = field(default_factory=lambda: {"random": RANDOM, "greedy": GREEDY})
    lore: Callable[[Ruleset, Sequence[str]], Any] = nothing_learnt
    expected_scores: Callable[[Ruleset, Sequence[str]], list[float | None]] = nothing_expected

    def template(self, ruleset: Ruleset, hands: Hands = USUAL_HANDS) -> Any:
        """A record with everything that all games of a ruleset share; an array of one."""
        made = records.new(self.Game)
        self.fill(made[0], ruleset, hands)
        return made
