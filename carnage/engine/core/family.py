"""A family's face: everything that is asked of it by whoever has its games played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from carnage.catalog import Weight
from carnage.engine.compiling import library
from carnage.engine.compiling.marks import ENGINE
from carnage.engine.core import records
from carnage.engine.core.entries import Entries
from carnage.engine.core.events import Shape
from carnage.engine.core.numbering import identifier
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


Weights = Mapping[str, float]
"""What a bot goes by, by the codes of `catalog.Weight`."""
NOBODY_LEARNED: Mapping[int, Weights] = MappingProxyType({})


@dataclass(frozen=True)
class Family:
    """`Game` is its record, `Log` what is written down beside it; `shapes` are its events, `queries` its
    questions, `rules` its rules and `endings` the ways in which its games end, by number. `seen` names what
    of a `Turn` it has anything of; `attacks`, by the name of a question, the answers that attack.

    `entries` is what Python calls. `fill` makes an empty record, NumPy's or plain, the one in which the games
    of a ruleset begin, with these settings. `lore` gives what bots have worked out of a ruleset beforehand,
    `expected_scores` the exact mean score of each seat, as far as it is known. `weights` are what its
    greedy bot goes by, if anything: then its record has a row of them for each seat.
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
    weights: tuple[Weight, ...] = ()

    @property
    def name(self) -> str:
        """The name of the family's package, such as `battle`."""
        return self.Game.__module__.removeprefix(ENGINE).partition(".")[0]

    @property
    def is_compiled(self) -> bool:
        """Whether games run in a compiled library; its rules are loaded, and built if need be."""
        return library.load(self.name)

    def new_game(self) -> Any:
        """Return an empty record as rules take it: an array of one; uncompiled, a list of one object."""
        return records.row(self.Game, uncompiled=not self.is_compiled)

    @cached_property
    def routine(self) -> frozenset[int]:
        """The kinds of question that a planner leaves to the greedy bot."""
        return frozenset(number for number, query in enumerate(self.queries) if query.routine)

    @cached_property
    def shipped(self) -> Weights:
        """What the greedy bot goes by."""
        return {weight.code: weight.value for weight in self.weights}

    @cached_property
    def start(self) -> Weights:
        """What it went by before anything was learned."""
        return {weight.code: weight.start for weight in self.weights}

    def weigh(self, record: Any, seat: int, weights: Weights) -> None:
        """Have the bot in this seat go by these weights."""
        row = record.weights[seat]
        for code, value in weights.items():
            setattr(row, identifier(code), float(value))

    def lay_out(
        self,
        record: Any,
        ruleset: Ruleset,
        settings: Settings = USUAL,
        learned: Mapping[int, Weights] = NOBODY_LEARNED,
    ) -> None:
        """Make an empty record the one in which games begin; whoever sits in a seat of `learned` goes by the
        weights there, everybody else by those that are shipped."""
        self.fill(record, ruleset, settings)
        for seat in range(ruleset.players) if self.weights else ():
            self.weigh(record, seat, learned.get(seat, self.shipped))

    def template(
        self, ruleset: Ruleset, settings: Settings = USUAL, learned: Mapping[int, Weights] = NOBODY_LEARNED
    ) -> Any:
        """A record with everything that all games of a ruleset share, laid out; an array of one."""
        rows = records.new(self.Game)
        self.lay_out(rows[0], ruleset, settings, learned)
        return rows
