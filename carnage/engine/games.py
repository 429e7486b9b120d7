"""Games: one game at a time, decision by decision, whoever answers.

A game is its ruleset, its dice seed and number, and the decisions made so far. It is played stage by stage
(the muster, then round by round), and its record is kept as it was at the start of each. To go on, the stage
that it has come to is played again with one decision more; to take something back, so is an earlier one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from carnage import catalog
from carnage.engine.compiling import library
from carnage.engine.core import records
from carnage.engine.core.asking import BadDecision, NeedDecision
from carnage.engine.core.family import Family, Weights
from carnage.engine.core.logbook import new_log
from carnage.engine.core.state import DECISIONS, EVENTS, FRAMES, GREEDY, OPTIONS, PERSON, Option
from carnage.engine.core.waiting import Held
from carnage.ruleset import Ruleset
from carnage.settings import USUAL, Settings
from carnage.wording import listed

PLANNER, PERSON_NAME, LEARNED = "planner", "person", "learned"


class GameError(ValueError):
    """A game that cannot be set up or gone on with; the message says why."""


@cache
def family_of(name: str) -> Family:
    """What plays a family of books; raises GameError if there is nothing that does."""
    if not catalog.is_played(name):
        raise GameError(f"No engine plays the books of the family {name!r} yet.")
    family: Family = import_module(f"carnage.engine.{name}.family").FAMILY
    return family


def load_family(name: str) -> Family:
    """Return a family whose rules are ready to run. Raise GameError if no engine plays it.

    Every caller that is about to play goes through here.
    """
    family = family_of(name)
    library.load(name)
    return family


def families() -> tuple[str, ...]:
    """All families that there are books of, and that are played."""
    named = dict.fromkeys(map(catalog.family_code, catalog.book_codes()))
    return tuple(family for family in named if catalog.is_played(family))


def bots_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Who can play a game without being asked: the bots of its family, and the planner."""
    return (*family_of(ruleset.book.family).bots, PLANNER)


def seats(ruleset: Ruleset, bots: Sequence[str], learned: Weights | None = None) -> tuple[str, ...]:
    """A bot for every player: the last that is named takes the seats that are left.

    Raises GameError for too many, or one that cannot play this; `learned` is what a bot of that name goes by.
    """
    known, players = bots_of(ruleset), ruleset.players
    if LEARNED in bots and learned is None:
        raise GameError("The bot `learned` goes by weights: learn them first, and give them.")
    known += (LEARNED,) if learned is not None else ()
    unknown = [bot for bot in bots if bot not in known and bot != PERSON_NAME]
    if unknown or not 1 <= len(bots) <= players:
        wrong = f"There is no {listed(unknown)} to play it. " if unknown else ""
        raise GameError(
            f"{wrong}Bots are up to {players} of {', '.join(known)}, with commas between them, such as "
            "greedy,random; the last one takes the seats that are left."
        )
    return (*bots, *[bots[-1]] * (players - len(bots)))


def learned_by(bots: Sequence[str], learned: Weights | None) -> dict[int, Weights]:
    """Who goes by learned weights, by seat, and by which."""
    return {seat: learned for seat, bot in enumerate(bots) if bot == LEARNED and learned is not None}


def number_of(family: Family, bot: str) -> int:
    """Who answers for a bot, as in `core.state`: for whoever is driven from outside, nobody there."""
    return GREEDY if bot == LEARNED else family.bots.get(bot, PERSON)


class Offer(NamedTuple):
    """One option of a question, its numbers as in `core.state.Option`."""

    what: int
    who: int
    other: int
    x: float
    y: float
    fx: float
    fy: float
    value: float


@dataclass(frozen=True)
class Question:
    """What a game is waiting for: the side, from 0, the kind of question, what it is about, the options."""

    side: int
    kind: int
    actor: int
    options: tuple[Offer, ...]


class Match:
    """One game. `bots` name who plays each side: a bot of its family, or from outside a planner or person;
    the last one takes the seats that are left, and one that is called `learned` goes by those weights. A
    `held` game keeps its place in the rules from one question to the next, see `core.waiting`.
    Raises GameError for decisions that do not fit."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: int = 0,
        number: int = 0,
        bots: Sequence[str] = ("greedy",),
        decisions: Sequence[int] = (),
        log_length: int = EVENTS,
        settings: Settings = USUAL,
        learned: Weights | None = None,
        shunned: Sequence[int] = (),
        held: bool = False,
    ) -> None:
        self.ruleset, self.seed, self.number, self.settings = ruleset, seed, number, settings
        self._held = held
        self._run: Held | None = None
        self.bots = seats(ruleset, bots, learned)
        self.family = load_family(ruleset.book.family)
        self._learned = learned_by(self.bots, learned)
        self._lore = self.family.lore(ruleset, self.bots)
        self._log = new_log(self.family, log_length)
        self._log[0].shunned[: len(shunned)] = shunned
        self._game = self.family.new_game()
        self.family.lay_out(self._game[0], ruleset, settings, self._learned)
        self._laid_out = records.copied(self._game)
        self._core = records.Glance(self._game, "core")
        self._played = tuple(map(records.bare, (self._game, self._lore, self._log)))
        self._laid_down = self._log[0].decisions
        self.begin_anew(seed, number, decisions)

    def begin_anew(self, seed: int, number: int, decisions: Sequence[int] = ()) -> None:
        """Play another game of the same ruleset between the same: with these dice, and decisions."""
        self.seed, self.number = seed, number
        records.restore(self._game, self._laid_out)
        self._begin()
        self._question: Question | None = None
        self.take_up(decisions)

    @property
    def over(self) -> bool:
        """Whether nothing is left to be decided."""
        return not self._waits

    @property
    def question(self) -> Question | None:
        """What the game is waiting for; None when it is over."""
        if self._waits and self._question is None:
            core = self._core
            options = core.row("options", Option, core.get("offered"))
            self._question = Question(
                core.get("asker"), core.get("kind"), core.get("actor"), tuple(map(Offer._make, options))
            )
        return self._question

    @property
    def record(self) -> Any:
        """The state of the game: at its end, or at the question that it waits for."""
        return self._game[0]

    @property
    def beginning(self) -> Any:
        """The state of the game before anything has happened in it."""
        return self._stages[0][0]

    @property
    def log(self) -> Any:
        """The events so far, and room for more."""
        return self._log[0].events[: self._log[0].length]

    @property
    def decisions(self) -> list[int]:
        """Everything that has been decided so far: each the number of an option, from 0."""
        return [int(choice) for choice in self._log[0].decisions[: self._decided]]

    def choose(self, option: int) -> None:
        """Answer the open question with option 0, 1, … and play on."""
        if not self._waits:
            raise GameError("The game is over.")
        offered = self._core.get("offered")
        if not 0 <= option < offered:
            raise GameError(f"There are {offered} options, 1 to {offered}.")
        self._laid_down[self._decided] = option
        if self._run is not None and self._run.here:
            self._core.set("n_script", self._decided + 1)
            self._go_on(self._run.play_on)
        else:
            self._play(self._decided + 1)

    def take_back(self, decisions: int) -> None:
        """Go back to where so many decisions had been made, and let the bots play on from there."""
        if not 0 <= decisions <= self._decided:
            raise GameError(f"This game has come to {self._decided} decisions; give a number from 0 to that.")
        while len(self._stages) > 1 and _decided(self._stages[-1]) > decisions:
            self._stages.pop()
        self._play(decisions)

    def take_up(self, decisions: Sequence[int]) -> None:
        """Play the game anew from its start with these decisions, to its end or to the next open question."""
        if len(decisions) > DECISIONS or not all(0 <= choice < OPTIONS for choice in decisions):
            raise _misfit()
        self._laid_down[: len(decisions)] = list(decisions)
        del self._stages[1:]
        self._play(len(decisions))

    def events(self) -> Iterator[Any]:
        """What has happened so far, in order."""
        log = self.log
        for n in range(min(int(self.record.core.n_events), len(log))):
            yield log[n]

    def frames(self, since: int = 0) -> Iterator[Any]:
        """The record as it was at each event but the first `since`, in order; each is good until the next is
        asked for.

        The game is played a second time for it, stage by stage from where they begin, and stays where it is.
        """
        game = self.family.new_game()
        log = new_log(self.family, EVENTS)
        log[0].decisions[: self._decided] = self._log[0].decisions[: self._decided]
        ends = [int(stage[0].core.n_events) for stage in self._stages[1:]]
        for stage, end in zip(self._stages, (*ends, int(self.record.core.n_events)), strict=True):
            for first in range(max(int(stage[0].core.n_events), since), min(end, EVENTS), FRAMES):
                records.restore(game, stage)
                game[0].core.n_script = self._decided
                log[0].frames_from = first
                with contextlib.suppress(NeedDecision), np.errstate(over="ignore"):
                    self.family.entries.play_stage(game, self._lore, log)
                frames = log[0].frames
                for at in range(min(end - first, FRAMES)):
                    yield frames[at]

    def _begin(self) -> None:
        """Key the dice of a game that is laid out, and seat its bots: the start of its first stage."""
        with np.errstate(over="ignore"):
            self.family.entries.begin(self._played[0], self.seed, self.number)
        self._core.fill("bots", [number_of(self.family, bot) for bot in self.bots])
        self._stages = [records.copied(self._game)]

    def _play(self, laid_down: int) -> None:
        """Take the last stage that is kept up again and play on; so many decisions are there already."""
        self._run = None
        records.restore(self._game, self._stages[-1])
        self._core.set("n_script", laid_down)
        play_on = partial(
            _play_on, self.family.entries.play_stage, self._played, self._game, self._core, self._stages
        )
        if self._held:
            self._run = Held(play_on)
            self._go_on(self._run.play_on)
        else:
            self._go_on(play_on)

    def _go_on(self, play_on: Callable[[], bool | None]) -> None:
        """Play to the end or to the next question, and see which it is."""
        self._question, self._waits = None, False
        try:
            self._waits = bool(play_on())
        except NeedDecision:
            self._waits = True
        except BadDecision:
            raise _misfit() from None
        self._decided = self._core.get("n_decisions")


def _play_on(play_stage: Any, played: Any, game: Any, core: records.Glance, stages: list[Any]) -> None:
    """Play a game on from the start of a stage, and keep it as it is at the start of each that follows."""
    with np.errstate(over="ignore"):
        play_stage(*played)
        while not core.get("closed"):
            stages.append(records.copied(game))
            play_stage(*played)


def _misfit() -> GameError:
    return GameError("These decisions do not fit this game: one names an option that is not there.")


def _decided(stage: Any) -> int:
    """How many decisions had been made at the start of a stage."""
    return int(stage[0].core.n_decisions)
