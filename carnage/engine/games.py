"""Games: one game at a time, decision by decision, whoever answers.

A game is its ruleset, its dice seed and number, and the decisions made so far. To go on, undo, replay
or share it, it is played again from the start with those decisions: that takes about a thousandth of a
second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from carnage import catalog
from carnage.engine.core import records, warming
from carnage.engine.core.asking import BadDecision, NeedDecision, lay_down, read_off
from carnage.engine.core.compiling import UNCOMPILED, source_hash
from carnage.engine.core.family import Family
from carnage.engine.core.state import PERSON, Event
from carnage.forms import USUAL_HANDS, Hands
from carnage.ruleset import Ruleset

LOG_LENGTH = 6000  # events; the longest game seen has 2,500
PLANNER, PLAYER = "planner", "person"
DRIVEN = (PLANNER, PLAYER)  # answer from outside, by playing the game again


class GameError(ValueError):
    """A game that cannot be set up or gone on with; the message says why."""


@cache
def family_of(name: str) -> Family:
    """What plays a family of books; raises GameError if there is nothing that does."""
    package = f"carnage.engine.{name}"
    if not name.isidentifier() or find_spec(package) is None:
        raise GameError(f"No engine plays the books of the family {name!r} yet.")
    found: Family = import_module(f"{package}.family").FAMILY
    return found


def families() -> tuple[str, ...]:
    """All families that there are books of."""
    return tuple(dict.fromkeys(map(catalog.family_of, catalog.book_codes())))


def engine_version(family: str) -> str:
    """The version that decisions belong to: it changes with every change of rules, tables or bots."""
    return source_hash(family)[:12]


def bots_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Who can play a game without being asked: the bots of its family, and the planner."""
    return (*family_of(ruleset.book.family).bots, PLANNER)


def seats(ruleset: Ruleset, bots: Sequence[str]) -> tuple[str, ...]:
    """A bot for every player: the last that is named takes the seats that are left.

    Raises GameError for too many, or one that cannot play this.
    """
    known, players = bots_of(ruleset), ruleset.players
    unknown = [bot for bot in bots if bot not in known and bot != PLAYER]
    if unknown or not 1 <= len(bots) <= players:
        raise GameError(
            f"Bots are up to {players} of {', '.join(known)}, with commas between them, such as "
            "greedy,random; the last one takes the seats that are left."
        )
    return (*bots, *[bots[-1]] * (players - len(bots)))


@dataclass(frozen=True)
class Question:
    """What a game is waiting for: the side, from 0, the kind of question, what it is about, the options."""

    side: int
    kind: int
    actor: int
    options: tuple[Any, ...]


@dataclass
class Match:
    """One game. `bots` name who plays each side: a bot of its family, or from outside a planner or person;
    the last one takes the seats that are left."""

    ruleset: Ruleset
    seed: int = 0
    number: int = 0
    bots: tuple[str, ...] = ("greedy",)
    decisions: list[int] = field(default_factory=list)
    log_length: int = LOG_LENGTH
    hands: Hands = USUAL_HANDS

    def __post_init__(self) -> None:
        self.bots = seats(self.ruleset, self.bots)
        self.family = family_of(self.ruleset.book.family)
        warming.load(self.ruleset.book.family)
        self._lore = self.family.lore(self.ruleset, self.bots)
        if UNCOMPILED:
            self._template = records.plain(self.family.Game)
            self.family.fill(self._template, self.ruleset, self.hands)
            self.log: Any = [records.plain(Event) for _ in range(self.log_length)]
        else:
            self._template = self.family.template(self.ruleset, self.hands)
            self.log = records.new(Event, self.log_length)
        self.question: Question | None = None
        self.play()

    @property
    def over(self) -> bool:
        return self.question is None

    @property
    def record(self) -> Any:
        """The state of the game: at its end, or at the question that it waits for."""
        return self._game[0]

    def play(self) -> None:
        """Play from the start with the decisions so far, to the end or to the next open question."""
        self._lay_out()
        core = self.record.core
        for side, bot in enumerate(self.bots):
            core.bots[side] = self.family.bots.get(bot, PERSON)
        try:
            lay_down(core, self.decisions)
            with np.errstate(over="ignore"):
                self.family.entries.play_one(self._game, self._lore, self.log)
            self.question = None
        except NeedDecision:
            options = tuple(core.options[k] for k in range(core.offered))
            self.question = Question(int(core.asker), int(core.kind), int(core.actor), options)
        except BadDecision:
            raise GameError(
                "These decisions do not fit this game: one names an option that is not there."
            ) from None
        self.decisions = read_off(core)

    def choose(self, option: int) -> None:
        """Answer the open question with option 0, 1, … and play on."""
        if self.question is None:
            raise GameError("The game is over.")
        if not 0 <= option < len(self.question.options):
            raise GameError(
                f"There are {len(self.question.options)} options, 1 to {len(self.question.options)}."
            )
        self.decisions.append(option)
        self.play()

    def events(self) -> Iterator[Any]:
        """What has happened so far, in order."""
        for n in range(min(int(self.record.core.n_events), len(self.log))):
            yield self.log[n]

    def _lay_out(self) -> None:
        if not UNCOMPILED:
            self._game = records.new(self.family.Game)
            self.family.entries.begin(self._game, self._template, self.seed, self.number)
            return
        from carnage.engine.core.chance import start_chance

        game = records.plain(self.family.Game)
        records.assign(game, self.family.Game, self._template)
        with np.errstate(over="ignore"):
            start_chance(game.core, self.seed, self.number)
        game.core.forced_at = -1
        game.core.sealed_from = -1
        self._game = [game]


def save(match: Match) -> dict[str, Any]:
    """Everything that a game is, ready for JSON."""
    return {
        "engine": engine_version(match.ruleset.book.family),
        "game": match.ruleset.path,
        "name": match.ruleset.name,
        "seed": match.seed,
        "number": match.number,
        "bots": list(match.bots),
        "decisions": list(match.decisions),
    }


def check_saved(data: Any, ruleset: Ruleset) -> Sequence[int]:
    """The decisions in what `save` wrote, for a game of this ruleset; raises GameError for any others."""
    if not isinstance(data, dict) or not {"engine", "game", "decisions"} <= set(data):
        raise GameError("This is no file of decisions: it lacks its engine, game or decisions.")
    if data["game"] != ruleset.path:
        raise GameError(f"These decisions belong to {data['game']}, not to {ruleset.path}.")
    version = engine_version(ruleset.book.family)
    if data["engine"] != version:
        raise GameError(
            f"These decisions were made with version {data['engine']} of the engine; "
            f"this is {version}, whose rules may differ."
        )
    decisions = data["decisions"]
    if not isinstance(decisions, list) or not all(type(d) is int and 0 <= d < 256 for d in decisions):
        raise GameError("Decisions are a list of whole numbers.")
    return decisions
