"""Games that are played one decision at a time, by bots or from outside.

A game consists of its ruleset, its dice seed and number, and the decisions so far. It is played
stage by stage (the muster, then the rounds), and a copy of its record is kept at the start of each
stage. To continue, the present stage is played again with one more decision. To undo, an earlier
stage is played again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from carnage import catalog
from carnage.common.text_format import join_words
from carnage.engine.compiling import library
from carnage.engine.core import records
from carnage.engine.core.decisions import BadDecision, NeedDecision
from carnage.engine.core.family import Family, Weights
from carnage.engine.core.log_reader import new_log
from carnage.engine.core.pointing import MAX_DECISION, Spot
from carnage.engine.core.queries import Refusal
from carnage.engine.core.state import (
    GREEDY,
    MAX_DECISIONS,
    MAX_EVENTS,
    MAX_FRAMES,
    MAX_OPTIONS,
    PERSON,
    POINTED,
    RESTRICTED,
    Option,
)
from carnage.engine.core.suspension import SuspendedGame
from carnage.rulesets.ruleset import Ruleset
from carnage.rulesets.settings import DEFAULT_SETTINGS, Settings

PLANNER = "planner"
PERSON_NAME = "person"
LEARNED = "learned"
RESTRICTED_NAME = "restricted"


class GameError(ValueError):
    """A game cannot be set up or continued. The message gives the reason."""


class PointRefused(GameError):
    """The rules refuse a point. `refusal` gives the reason."""

    def __init__(self, refusal: Refusal, offered: int) -> None:
        super().__init__(
            f"There are {offered} options, 1 to {offered}; the rules refuse this point."
        )
        self.refusal = refusal


@cache
def family_of(name: str) -> Family:
    """Return the family of this name. Raise GameError if no engine plays it."""
    if not catalog.is_played(name):
        raise GameError(f"No engine plays the books of the family {name!r} yet.")
    family: Family = import_module(f"carnage.engine.{name}.family").FAMILY
    return family


def load_family(name: str) -> Family:
    """Return a family whose rules are ready to run. Raise GameError if no engine plays it.

    Every caller that is about to play uses this function.
    """
    family = family_of(name)
    library.load(name)
    return family


def families() -> tuple[str, ...]:
    """Return the names of all families that have books and an engine."""
    names = dict.fromkeys(map(catalog.family_code, catalog.book_codes()))
    return tuple(name for name in names if catalog.is_played(name))


def bots_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of the bots of a ruleset: those of its family, and the planner."""
    return (*family_of(ruleset.book.family).bots, PLANNER)


def assign_seats(
    ruleset: Ruleset, bots: Sequence[str], learned: Weights | None = None
) -> tuple[str, ...]:
    """Return a bot for each player. The last name is repeated for the remaining seats.

    Args:
        ruleset: The rules.
        bots: The names of bots or persons by player.
        learned: The weights of bots named `learned`.

    Raises:
        GameError: There are too many bots, or one cannot play this ruleset.
    """
    if LEARNED in bots and learned is None:
        raise GameError("The bot `learned` goes by weights: learn them first, and give them.")
    known = bots_of(ruleset)
    if learned is not None:
        known += (LEARNED,)
    players = ruleset.players
    unknown = [bot for bot in bots if bot not in known and bot != PERSON_NAME]
    if unknown or not 1 <= len(bots) <= players:
        problem = ""
        if unknown:
            problem = f"There is no {join_words(unknown)} to play it. "
        raise GameError(
            f"{problem}Bots are up to {players} of {', '.join(known)}, with commas between them, "
            "such as greedy,random; the last one takes the seats that are left."
        )
    remaining_seats = players - len(bots)
    return (*bots, *[bots[-1]] * remaining_seats)


def weights_by_seat(bots: Sequence[str], learned: Weights | None) -> dict[int, Weights]:
    """Return the learned weights by seat, for the seats that use them.

    A planner uses them for its rollouts, and where it has no better answer.
    """
    if learned is None:
        return {}
    users = (LEARNED, RESTRICTED_NAME, PLANNER)
    return {seat: learned for seat, bot in enumerate(bots) if bot in users}


def bot_number(family: Family, bot: str) -> int:
    """Return the number of a bot in `core.state`.

    It is PERSON for players from outside the rules.
    """
    if bot == LEARNED:
        return GREEDY
    if bot == RESTRICTED_NAME:
        return RESTRICTED
    return family.bots.get(bot, PERSON)


class Offer(NamedTuple):
    """One option of a question, with the numbers of `core.state.Option`."""

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
    """The question that a game waits for.

    Attributes:
        side: The seat that answers, from 0.
        kind: The number of the query.
        actor: The thing that the question is about.
        options: The options.
    """

    side: int
    kind: int
    actor: int
    options: tuple[Offer, ...]


class Match:
    """One game, played up to the next question for a person or a planner.

    Args:
        ruleset: The rules.
        seed: The dice seed.
        number: The number of the game in the simulation of this seed.
        bots: The player of each seat: a bot of the family, `learned`, `planner` or `person`. The
            last one takes the remaining seats.
        decisions: The decisions to begin with.
        log_length: The number of events to keep.
        settings: The settings of each side.
        learned: The weights of bots named `learned`, and of planners.
        avoided: 1 for the answers that random bots avoid, as `core.state.GameOutput.shunned`.
        resumable: True to keep the place in the rules between questions (`core.suspension`).
        free: True to ask persons for a point even if the rules offer a single candidate.

    Attributes:
        game_rows: The record as rules take it: an array or a list of one.
        core: Fast access to the core of the record.
        bot_table: The numbers that bots have calculated before the game.
        stage_starts: Copies of the record at the start of each stage so far.

    Raises:
        GameError: The bots or the decisions do not fit the game.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seed: int = 0,
        number: int = 0,
        bots: Sequence[str] = ("greedy",),
        *,
        decisions: Sequence[int] = (),
        log_length: int = MAX_EVENTS,
        settings: Settings = DEFAULT_SETTINGS,
        learned: Weights | None = None,
        avoided: Sequence[int] = (),
        resumable: bool = False,
        free: bool = False,
    ) -> None:
        self.free = free
        self.ruleset = ruleset
        self.seed = seed
        self.number = number
        self.settings = settings
        self._is_resumable = resumable
        self._suspended: SuspendedGame | None = None
        self.bots = assign_seats(ruleset, bots, learned)
        self.family = load_family(ruleset.book.family)
        self._learned_weights = weights_by_seat(self.bots, learned)
        self.bot_table = self.family.bot_table(ruleset, self.bots)
        self._log = new_log(self.family, log_length)
        self._log[0].shunned[: len(avoided)] = avoided
        self.game_rows = self.family.new_game()
        self.family.fill_start(self.game_rows[0], ruleset, settings, self._learned_weights)
        self._start_rows = records.copy_rows(self.game_rows)
        self.core = records.FieldAccess(self.game_rows, "core")
        self._rule_arguments = tuple(
            map(records.as_ndarray, (self.game_rows, self.bot_table, self._log))
        )
        self._recorded = self._log[0].decisions
        self.restart(seed, number, decisions)

    def restart(self, seed: int, number: int, decisions: Sequence[int] = ()) -> None:
        """Play another game of the same ruleset with the same bots."""
        self.seed = seed
        self.number = number
        records.restore(self.game_rows, self._start_rows)
        self._start_game()
        self._question: Question | None = None
        self.replay(decisions)

    @property
    def is_over(self) -> bool:
        """Return True if no decision remains."""
        return not self._is_waiting

    @property
    def question(self) -> Question | None:
        """Return the open question, or None if the game is over."""
        if self._is_waiting and self._question is None:
            core = self.core
            options = core.row("options", Option, core.get("offered"))
            self._question = Question(
                side=core.get("asker"),
                kind=core.get("kind"),
                actor=core.get("actor"),
                options=tuple(map(Offer._make, options)),
            )
        return self._question

    @property
    def record(self) -> Any:
        """Return the state of the game: at its end, or at the open question."""
        return self.game_rows[0]

    @property
    def initial_record(self) -> Any:
        """Return the state of the game before its first event."""
        return self.stage_starts[0][0]

    @property
    def log(self) -> Any:
        """Return the array of events, with room for more."""
        return self._log[0].events[: self._log[0].length]

    @property
    def decisions(self) -> list[int]:
        """Return all decisions so far, each the number of an option, from 0, or of a point."""
        return [int(choice) for choice in self._log[0].decisions[: self._decision_count]]

    def point_decision(self, x: float, y: float) -> int:
        """Return the decision for the cell nearest to a point, -1 outside the grid of points.

        `Match.option` returns the option of the cell.

        Args:
            x: The point, in the table's unit.
            y: The point, in the table's unit.
        """
        return int(self.family.entries.cell_decision(self.game_rows, x, y))

    def option(self, decision: int) -> Offer:
        """Return the option that a decision means at the open question.

        Raises:
            GameError: The game is over, or the option is not offered.
            PointRefused: The decision is a point that the rules refuse.
        """
        question = self.question
        if question is None:
            raise GameError("The game is over.")
        offered = len(question.options)
        if 0 <= decision < offered:
            return question.options[decision]
        if not MAX_OPTIONS <= decision <= MAX_DECISION:
            raise GameError(f"There are {offered} options, 1 to {offered}.")
        rows = records.copy_rows(self.game_rows)
        with np.errstate(over="ignore"):
            refusal = Refusal(self.family.entries.try_decision(rows, decision))
        if refusal is not Refusal.LEGAL:
            raise PointRefused(refusal, offered)
        core = records.FieldAccess(rows, "core")
        return Offer._make(core.row("options", Option, POINTED + 1)[POINTED])

    def try_points(
        self, points: Sequence[tuple[float, float]]
    ) -> list[tuple[float, float, Refusal]]:
        """Return the place to which each point leads at the open question, and its `Refusal`.

        The places of refused points mean nothing.
        """
        rows = records.copy_rows(self.game_rows)
        if self.family.is_compiled:
            spots: Any = records.as_ndarray(records.new(Spot, len(points)))
            columns = np.array(points)
            spots["x"] = columns[:, 0]
            spots["y"] = columns[:, 1]
        else:
            spots = [records.plain(Spot) for _ in points]
            for spot, (x, y) in zip(spots, points, strict=True):
                spot.x = x
                spot.y = y
        with np.errstate(over="ignore"):
            self.family.entries.try_points(rows, spots)
        return [(x, y, Refusal(refusal)) for x, y, refusal in records.values(Spot, spots)]

    def choose(self, option: int) -> None:
        """Answer the open question and play on.

        Args:
            option: The number of an option, or the decision of a point (`point_decision`).

        Raises:
            GameError: The game is over, or `option` is not offered.
            PointRefused: The rules refuse the point.
        """
        if not self._is_waiting:
            raise GameError("The game is over.")
        if not 0 <= option < self.core.get("offered"):
            self.option(option)  # raises GameError, unless it is a legal point
        self._recorded[self._decision_count] = option
        if self._suspended is not None and self._suspended.can_resume:
            self.core.set("n_script", self._decision_count + 1)
            self._play_to_question(self._suspended.resume)
        else:
            self._play(self._decision_count + 1)

    def rewind(self, count: int) -> None:
        """Undo all decisions but the first `count`, and let the bots play on from there.

        Raises:
            GameError: The game has fewer decisions.
        """
        if not 0 <= count <= self._decision_count:
            raise GameError(
                f"This game has come to {self._decision_count} decisions; "
                "give a number from 0 to that."
            )
        while len(self.stage_starts) > 1 and _decisions_before(self.stage_starts[-1]) > count:
            self.stage_starts.pop()
        self._play(count)

    def replay(self, decisions: Sequence[int]) -> None:
        """Play the game from its start with these decisions, to its end or the next question.

        Raises:
            GameError: The decisions do not fit the game.
        """
        are_options = all(0 <= choice <= MAX_DECISION for choice in decisions)
        if len(decisions) > MAX_DECISIONS or not are_options:
            raise _misfit_error()
        self._recorded[: len(decisions)] = list(decisions)
        del self.stage_starts[1:]
        self._play(len(decisions))

    def events(self) -> Iterator[Any]:
        """Yield the events so far, in order."""
        log = self.log
        count = min(int(self.record.core.n_events), len(log))
        for n in range(count):
            yield log[n]

    def frames(self, since: int = 0) -> Iterator[Any]:
        """Yield the record at each event after the first `since`, in order.

        Each record is valid until the next is requested. The game is played a second time for this,
        stage by stage; the match itself does not change.
        """
        game = self.family.new_game()
        log = new_log(self.family, MAX_EVENTS)
        log[0].decisions[: self._decision_count] = self._log[0].decisions[: self._decision_count]
        starts = [int(stage[0].core.n_events) for stage in self.stage_starts]
        ends = [*starts[1:], int(self.record.core.n_events)]
        for stage, start, end in zip(self.stage_starts, starts, ends, strict=True):
            for first in range(max(start, since), min(end, MAX_EVENTS), MAX_FRAMES):
                records.restore(game, stage)
                game[0].core.n_script = self._decision_count
                log[0].frames_from = first
                with contextlib.suppress(NeedDecision), np.errstate(over="ignore"):
                    self.family.entries.play_stage(game, self.bot_table, log)
                frames = log[0].frames
                for n in range(min(end - first, MAX_FRAMES)):
                    yield frames[n]

    def _start_game(self) -> None:
        """Set the dice and the bots of an empty game, and keep its first stage."""
        with np.errstate(over="ignore"):
            self.family.entries.begin(self._rule_arguments[0], self.seed, self.number)
        self.core.fill("bots", [bot_number(self.family, bot) for bot in self.bots])
        if self.free:
            is_free = [int(bot == PERSON_NAME) for bot in self.bots]
            self.core.fill("free", is_free)
        self.stage_starts = [records.copy_rows(self.game_rows)]

    def _play(self, recorded_decisions: int) -> None:
        """Play on from the last stage that is kept, with this number of recorded decisions."""
        self._suspended = None
        records.restore(self.game_rows, self.stage_starts[-1])
        self.core.set("n_script", recorded_decisions)
        play_stages = _StagePlayer(
            play_stage=self.family.entries.play_stage,
            arguments=self._rule_arguments,
            game_rows=self.game_rows,
            core=self.core,
            stage_starts=self.stage_starts,
        )
        if self._is_resumable:
            self._suspended = SuspendedGame(play_stages)
            self._play_to_question(self._suspended.resume)
        else:
            self._play_to_question(play_stages)

    def _play_to_question(self, play: Callable[[], bool | None]) -> None:
        """Play to the end or to the next question, and store which it is.

        Args:
            play: Plays on. It raises NeedDecision, or returns True, if a question is open.
        """
        self._question = None
        self._is_waiting = False
        try:
            self._is_waiting = bool(play())
        except NeedDecision:
            self._is_waiting = True
        except BadDecision:
            raise _misfit_error() from None
        self._decision_count = self.core.get("n_decisions")


@dataclass(frozen=True)
class _StagePlayer:
    """Plays a match from the start of a stage to its end.

    It does not refer to the match. Otherwise a suspended game would never be freed.

    Attributes:
        play_stage: The entry of the family that plays one stage.
        arguments: The arguments of that entry.
        game_rows: The record that it plays in.
        core: Access to the core of the record.
        stage_starts: The copies of the record, to which one is added at each new stage.
    """

    play_stage: Callable[..., None]
    arguments: tuple[Any, ...]
    game_rows: Any
    core: records.FieldAccess
    stage_starts: list[Any]

    def __call__(self) -> None:
        """Play all remaining stages."""
        with np.errstate(over="ignore"):
            self.play_stage(*self.arguments)
            while not self.core.get("closed"):
                self.stage_starts.append(records.copy_rows(self.game_rows))
                self.play_stage(*self.arguments)


def _misfit_error() -> GameError:
    """Return the error for decisions that do not fit a game."""
    return GameError("These decisions do not fit this game: one names an option that is not there.")


def _decisions_before(stage: Any) -> int:
    """Return the number of decisions before the start of a stage."""
    return int(stage[0].core.n_decisions)
