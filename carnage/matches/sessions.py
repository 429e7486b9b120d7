"""Tables: games with persons in them as they were left, in a worker.

The address is all there is to a game. The worker keeps the games that were asked about last, so that one
decision more, or one less, costs no walk through all before it; forgetting them costs time and nothing else.
Whoever takes long to bring where its moves lead is brought so far in one step and further in the next, with
others in between.
"""

from __future__ import annotations

import math
import time
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage import catalog
from carnage.matches.moves import CODES, NO_CODE, PLANNED_AGAIN, Answer, Packing, short
from carnage.ruleset import resolve
from carnage.seeds import Seed

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.engine.telling import Teller

MOST_LEFT = 200  # answers that a bot gives for somebody at a time
TABLES = 48  # games that are kept as they were left

DAMAGED = "The end of this address is damaged or missing. The game is here as far as it is whole."
REPLAYED = "This game was begun under other rules. Its answers were replayed under those of today."
NOT_OFFERED = (
    "Answer {number} of this game, to the question “{question}”, is no longer offered. The game is here as "
    "it stood before that answer: go on from there, or begin again."
)
NOT_ASKED = "Answer {number} of this game is no longer asked for: the game is over before it."


class Table:
    """One game as it was left."""

    def __init__(self, match: Match, packing: Packing, version: str) -> None:
        self.match, self.packing, self.version = match, packing, version
        self.answers: list[_Given] = []

    def go_to(self, answers: Sequence[Answer], until: float = math.inf) -> str:
        """Bring the game to where these answers have been given and planners have given theirs.

        Return what is to be said of the first answer that the game cannot take, or ''. Raise Unfinished where
        there is more to do at this time of the monotonic clock; asked for the same again, it goes on.
        """
        same = 0
        while same < min(len(self.answers), len(answers)) and self.answers[same].is_in(answers[same]):
            same += 1
        beyond = self.answers[same:]
        # What planners have answered since is what they would answer again.
        if beyond and not (same == len(answers) and all(given.planned for given in beyond)):
            self.match.take_back(beyond[0].decided)
            del self.answers[same:]
        misfit = ""
        for answer in answers[same:]:
            if not self._take(answer.option, until, answer.code):
                misfit = self._misfit()
                break
        self._plan(until)
        return misfit

    def before_last(self) -> int:
        """How many answers there were before the last that a person gave; -1 if none has."""
        return next((n for n in reversed(range(len(self.answers))) if not self.answers[n].planned), -1)

    def packed(self, count: int | None = None) -> str:
        """The first so many answers, or all, packed for an address."""
        return self.packing.pack(self.version, [self._in_address(given) for given in self.answers[:count]])

    def ways_on(self, options: int) -> list[str]:
        """All answers and one more, packed: for each option of the open question."""
        so_far, sealed = [self._in_address(given) for given in self.answers], self.is_sealed()
        return [
            self.packing.pack(self.version, [*so_far, Answer(n, sealed, self._code(n))])
            for n in range(options)
        ]

    def leave(self) -> None:
        """Let the greedy bot answer for whoever is asked, until somebody else is or the game is over, or
        until another part of it begins with a heading of its report: a round, somebody's activation. Whoever
        is asked what to begin with has that begun, and done."""
        from carnage.engine.planner import usual
        from carnage.engine.telling import Teller, side_names

        teller = Teller(self.match)
        question = self.match.question
        if question is None:
            return
        side, name = question.side, side_names(self.match.ruleset)[question.side]
        before = _headings(teller)
        begun = not teller.at_large and bool(before) and name in before[-1]
        for _ in range(MOST_LEFT):
            self._take(usual(self.match), math.inf)
            told = _headings(teller)
            own = bool(told) and (name in told[-1] or not before)  # the game's first part is everybody's
            if told and (begun or not own):
                return
            begun = begun or bool(told)
            if self.match.question is None or self.match.question.side != side:
                return

    def is_sealed(self) -> bool:
        """Whether the open question is answered in secret."""
        question = self.match.question
        return question is not None and self.match.family.queries[question.kind].sealed

    def _in_address(self, given: _Given) -> Answer:
        sealed_from = int(self.match.record.core.sealed_from)
        sealed = 0 <= sealed_from <= given.decided
        return Answer(PLANNED_AGAIN if sealed and given.planned else given.option, sealed, given.code)

    def _code(self, option: int) -> int:
        """Return what an address has of the code of an option of the open question."""
        from carnage.engine.option_codes import option_code

        question = self.match.question
        assert question is not None
        code = option_code(self.match.family.queries[question.kind], question, question.options[option])
        return zlib.crc32(code.encode()) % CODES

    def _misfit(self) -> str:
        """Return what is to be said of an answer that the open question cannot take."""
        number, question = len(self.answers) + 1, self.match.question
        if question is None:
            return NOT_ASKED.format(number=number)
        query = self.match.family.queries[question.kind]
        return NOT_OFFERED.format(number=number, question=query.put_of_many)

    def _take(self, option: int, until: float, code: int = NO_CODE) -> bool:
        from carnage.engine.games import PLANNER
        from carnage.engine.planner import plan

        question = self.match.question
        if question is None:
            return False
        planned = self.match.bots[question.side] == PLANNER
        if option == PLANNED_AGAIN and planned:
            option = plan(self.match)
        if not 0 <= option < len(question.options):
            return False
        offered = self._code(option)
        if code not in (NO_CODE, offered):
            return False
        events = int(self.match.record.core.n_events)
        self.answers.append(
            _Given(len(self.match.decisions), option, question.side, planned, events, offered)
        )
        self.match.choose(option)
        if time.monotonic() >= until:  # and not before, so that each step is one
            raise Unfinished
        return True

    def _plan(self, until: float) -> None:
        """Let planners answer until a person is asked, or the game is over."""
        from carnage.engine.games import PLANNER

        while self.match.question is not None and self.match.bots[self.match.question.side] == PLANNER:
            self._take(PLANNED_AGAIN, until)


def _headings(teller: Teller) -> list[str]:
    """What has been told since the last time, as far as it begins a part of the game."""
    return [line for line in teller.news() if line.startswith("#")]


class Unfinished(Exception):
    """It is not where it is to be yet."""


class _Given(NamedTuple):
    """An answer: how many decisions and events there were before it, whose it was, what addresses have of its
    code."""

    decided: int
    option: int
    side: int
    planned: bool
    events: int
    code: int

    def is_in(self, answer: Answer) -> bool:
        """Return whether this is the answer of an address."""
        if answer.option == PLANNED_AGAIN:
            return self.planned
        return answer.option == self.option and answer.code in (NO_CODE, self.code)


_tables: OrderedDict[tuple[Any, ...], Table] = OrderedDict()
_set_aside: OrderedDict[tuple[Any, ...], Table] = OrderedDict()
"""Those that are on their way, by where they are to be, too: others may be at the same game elsewhere."""


def _table(key: tuple[Any, ...], seated: Sequence[str]) -> Table:
    from carnage.common.site_secret import secret
    from carnage.engine.engine_version import version_of
    from carnage.engine.games import Match

    book, digits, name, seed, number, _ = key
    ruleset = resolve(catalog.book(book), Seed(digits), name)
    match = Match(ruleset, seed, number, seated)
    game = f"{ruleset.path}/{seed}/{number}/{','.join(seated)}"
    return Table(match, Packing(game, secret()), version_of(match))


def _keep(tables: OrderedDict[tuple[Any, ...], Table], key: tuple[Any, ...], table: Table) -> None:
    """Keep this one, and of the others as many as there is room for."""
    tables[key] = table
    tables.move_to_end(key)
    while len(tables) > TABLES:
        tables.popitem(last=False)


class Reached(NamedTuple):
    """A game brought to where its moves go, as far as they are sound; `trouble` says what was wrong."""

    table: Table
    bots: tuple[str, ...]
    persons: tuple[int, ...]
    trouble: str


def reach(
    book: str,
    digits: str,
    name: str,
    seed: int,
    number: int,
    bots: str,
    moves: str,
    seconds: float = math.inf,
) -> Reached | str:
    """Bring game `number` of dice seed `seed` to where these moves go; why there is no such game, if there is
    none. `bots` are names with commas between them, persons among them. Raises Unfinished where so many
    `seconds` are not enough: asked for the same again, it goes on."""
    ruleset = resolve(catalog.book(book), Seed(digits), name)
    from carnage.engine.games import PERSON_NAME, GameError, bots_of, seats
    from carnage.engine.simulating import check_dice

    try:
        seated = seats(ruleset, bots.split(","))
        if PERSON_NAME not in seated:
            raise GameError("Somebody has to play: one of the seats is a person’s.")
        check_dice(seed, number)
    except GameError as error:
        return str(error)
    persons = tuple(side for side, bot in enumerate(seated) if bot == PERSON_NAME)
    key = book, digits, name, seed, number, seated
    aside = *key, moves
    table = _set_aside.pop(aside, None) or _tables.pop(key, None) or _table(key, seated)
    unpacked = table.packing.unpack(moves)
    try:
        misfit = table.go_to(unpacked.answers, time.monotonic() + seconds)
    except Unfinished:
        _keep(_set_aside, aside, table)
        raise
    _keep(_tables, key, table)
    trouble = misfit
    if not unpacked.whole:
        trouble = DAMAGED
    elif not misfit and unpacked.answers and unpacked.version != short(table.version):
        trouble = REPLAYED
    return Reached(table, bots_of(ruleset), persons, trouble)
