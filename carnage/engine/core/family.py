"""A family's face: everything that is asked of it by whoever has its games played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from carnage.engine.core import records
from carnage.engine.core.entries import Entries
from carnage.engine.core.events import Shape
from carnage.engine.core.queries import Query
from carnage.engine.core.state import GREEDY, RANDOM, Lore
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, Settings


def nothing_learnt(ruleset: Ruleset, bots: Sequence[str]) -> Any:
    """No lore: such bots work everything out in play."""
    return records.new(Lore, 0)


def nothing_expected(ruleset: Ruleset, bots: Sequence[str]) -> list[float | None]:
    """Nobody knows what any seat may expect."""
    return [None] * len(bots)


@dataclass(frozen=True)
class Family:
    """`Game` is its record, `Log` what is written down beside it; `shapes` are its events, `queries` its
    questions, `rules` its rules and `endings` the ways in which its games end, by number. `seen` names what
    of a `Turn` it has anything of; `attacks`, by the name of a question, the answers that attack.

    `entries` is what Python calls. `fill` makes an empty record, NumPy's or plain, the one in which the games
    of a ruleset begin, with these settings. `lore` gives what bots have worked out of a ruleset beforehand,
    `expected_scores` the exact mean score of each seat, as far as it is known.
    """

    Game: type
    Log: type
    shapes: tuple[Shape, ...]
    queries: tuple[Query, ...]
    rules: tuple[str, ...]
    endings: tuple[str, ...]
    seen: tuple[str, ...]
    attacks: Mapping[str, tuple[str, ...]]
    entries: Entries
    fill: Callable[[Any, Ruleset, Settings], None]
    bots: Mapping[str, int] = field(default_factory=lambda: {"random": RANDOM, "greedy": GREEDY})
    lore: Callable[[Ruleset, Sequence[str]], Any] = nothing_learnt
    expected_scores: Callable[[Ruleset, Sequence[str]], list[float | None]] = nothing_expected

    @cached_property
    def routine(self) -> frozenset[int]:
        """The kinds of question that a planner leaves to the greedy bot."""
        return frozenset(number for number, query in enumerate(self.queries) if query.routine)

    def template(self, ruleset: Ruleset, settings: Settings = USUAL) -> Any:
        """A record with everything that all games of a ruleset share; an array of one."""
        rows = records.new(self.Game)
        self.fill(rows[0], ruleset, settings)
        return rows
