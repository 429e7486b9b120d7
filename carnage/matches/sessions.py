"""Games with persons that a worker keeps in memory.

The URL of a game has all its moves. The worker caches the last games, so that it need not replay
all moves for each new one. Evicting a game costs only time. Many moves are replayed in time slices,
between which the worker can serve other games.
"""

from __future__ import annotations

import math
import time
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage import catalog
from carnage.common.site_secret import load_secret
from carnage.matches.moves import CODES, NO_CODE, PLANNED_AGAIN, Answer, MoveCodec, short
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.engine.narration import Teller

MAX_AUTOPLAY_MOVES = 200
MAX_GAMES = 48

DAMAGED = "The link is incomplete. The game is shown up to the last valid move."
REPLAYED = (
    "The rules have changed since this game began. Its moves were replayed with the current rules."
)
NOT_OFFERED = (
    "Move {number} of this game, for the question “{question}”, is no longer possible. The game "
    "is shown before that move. Continue from there, or start again."
)
NOT_ASKED = "Move {number} of this game is no longer used, because the game is over before it."


class LiveGame:
    """A game after its last move."""

    def __init__(self, match: Match, codec: MoveCodec, version: str) -> None:
        self.match = match
        self.codec = codec
        self.version = version
        self.answers: list[_Given] = []

    def replay(self, answers: Sequence[Answer], until: float = math.inf) -> str:
        """Replay these answers, and let planners answer after them.

        Return a message about the first invalid answer, or "". Raise TimeSliceExpired at the
        monotonic time `until`. Another call with the same answers continues.
        """
        same = 0
        while same < min(len(self.answers), len(answers)) and self.answers[same].is_in(
            answers[same]
        ):
            same += 1
        beyond = self.answers[same:]
        # Planners would give the same answers again.
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
        """Return the number of answers before the last one of a person, or -1 if no person has
        answered.
        """
        return next(
            (n for n in reversed(range(len(self.answers))) if not self.answers[n].planned), -1
        )

    def encoded_moves(self, count: int | None = None) -> str:
        """Return the first `count` answers, or all, encoded for a URL."""
        return self.codec.encode(
            self.version, [self._in_address(given) for given in self.answers[:count]]
        )

    def moves_by_option(self, options: int) -> list[str]:
        """Return the encoded moves with one more, for each option of the open question."""
        so_far = [self._in_address(given) for given in self.answers]
        sealed = self.is_sealed()
        return [
            self.codec.encode(self.version, [*so_far, Answer(n, sealed, self._code(n))])
            for n in range(options)
        ]

    def autoplay(self) -> None:
        """Let the greedy bot answer for the player of the open question.

        It stops when another player is asked, the game is over, or another part of the game begins.
        A part begins with a heading of the report, such as a round or an activation. A part that
        the bot begins is played to its end.
        """
        from carnage.engine.narration import Teller, side_names
        from carnage.engine.planner import usual

        teller = Teller(self.match)
        question = self.match.question
        if question is None:
            return
        side = question.side
        name = side_names(self.match.ruleset)[question.side]
        before = _headings(teller)
        begun = not teller.at_large and bool(before) and name in before[-1]
        for _ in range(MAX_AUTOPLAY_MOVES):
            self._take(usual(self.match), math.inf)
            told = _headings(teller)
            own = bool(told) and (
                name in told[-1] or not before
            )  # the first part belongs to all sides
            if told and (begun or not own):
                return
            begun = begun or bool(told)
            if self.match.question is None or self.match.question.side != side:
                return

    def is_sealed(self) -> bool:
        """Return True if the open question is answered in secret."""
        question = self.match.question
        return question is not None and self.match.family.queries[question.kind].sealed

    def _in_address(self, given: _Given) -> Answer:
        """Return an answer as it is encoded in a URL."""
        sealed_from = int(self.match.record.core.sealed_from)
        sealed = 0 <= sealed_from <= given.decided
        return Answer(
            PLANNED_AGAIN if sealed and given.planned else given.option, sealed, given.code
        )

    def _code(self, option: int) -> int:
        """Return the value of an option's code that URLs contain."""
        from carnage.engine.option_codes import option_code

        question = self.match.question
        assert question is not None
        code = option_code(
            self.match.family.queries[question.kind], question, question.options[option]
        )
        return zlib.crc32(code.encode()) % CODES

    def _misfit(self) -> str:
        """Return the message about an answer that the open question does not offer."""
        number = len(self.answers) + 1
        question = self.match.question
        if question is None:
            return NOT_ASKED.format(number=number)
        query = self.match.family.queries[question.kind]
        return NOT_OFFERED.format(number=number, question=query.put_of_many)

    def _take(self, option: int, until: float, code: int = NO_CODE) -> bool:
        """Apply an answer.

        Return False if the open question does not offer this option with this code.
        """
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
        if time.monotonic() >= until:  # Not earlier, so that each time slice has at least one move.
            raise TimeSliceExpired
        return True

    def _plan(self, until: float) -> None:
        """Let planners answer until a person is asked or the game is over."""
        from carnage.engine.games import PLANNER

        while (
            self.match.question is not None and self.match.bots[self.match.question.side] == PLANNER
        ):
            self._take(PLANNED_AGAIN, until)


def _headings(teller: Teller) -> list[str]:
    """Return the headings of the report since the last call; each begins a part of the game."""
    return [line for line in teller.news() if line.startswith("#")]


class TimeSliceExpired(Exception):
    """The time slice is used up: call again to continue."""


class _Given(NamedTuple):
    """An answer of a game, with its position in the record.

    Attributes:
        decided: The number of decisions before it.
        option: The index of the option.
        side: The side that answered.
        planned: A planner answered.
        events: The number of events before it.
        code: The value of the option's code in URLs.
    """

    decided: int
    option: int
    side: int
    planned: bool
    events: int
    code: int

    def is_in(self, answer: Answer) -> bool:
        """Return True if this is the same as an answer of a URL."""
        if answer.option == PLANNED_AGAIN:
            return self.planned
        return answer.option == self.option and answer.code in (NO_CODE, self.code)


_games: OrderedDict[tuple[Any, ...], LiveGame] = OrderedDict()
_unfinished_games: OrderedDict[tuple[Any, ...], LiveGame] = OrderedDict()
"""Games whose replay is not finished. The key includes the moves: visitors may be at different
moves.
"""


def _new_game(key: tuple[Any, ...], seated: Sequence[str]) -> LiveGame:
    """Return a game before its first move. `seated` has the players by seat."""
    from carnage.engine.engine_version import version_of
    from carnage.engine.games import Match

    book, digits, name, seed, number, _ = key
    ruleset = resolve(catalog.book(book), Seed(digits), name)
    match = Match(ruleset, seed, number, seated)
    game = f"{ruleset.path}/{seed}/{number}/{','.join(seated)}"
    return LiveGame(match, MoveCodec(game, load_secret()), version_of(match))


def _keep(
    games: OrderedDict[tuple[Any, ...], LiveGame], key: tuple[Any, ...], table: LiveGame
) -> None:
    """Store a game in the cache, and evict the least recently used games."""
    games[key] = table
    games.move_to_end(key)
    while len(games) > MAX_GAMES:
        games.popitem(last=False)


class ReplayedGame(NamedTuple):
    """A game after its valid moves.

    Attributes:
        table: The game.
        bots: The bots that can play it.
        persons: The seats of persons.
        trouble: The message about invalid moves, or "".
    """

    table: LiveGame
    bots: tuple[str, ...]
    persons: tuple[int, ...]
    trouble: str


def replay_to(
    book: str,
    digits: str,
    name: str,
    seed: int,
    number: int,
    bots: str,
    moves: str,
    seconds: float = math.inf,
) -> ReplayedGame | str:
    """Return a game after its moves, or the reason why it cannot be played.

    Raise TimeSliceExpired after `seconds`. Another call continues.

    Args:
        book: The code of the book.
        digits: The seed of the rules.
        name: The name that the visitor gave the game, or "".
        seed: The dice seed.
        number: The number of the game with these dice.
        bots: The names of the players, separated by commas.
        moves: The encoded moves.
        seconds: The time slice.
    """
    ruleset = resolve(catalog.book(book), Seed(digits), name)
    from carnage.engine.games import PERSON_NAME, GameError, bots_of, seats
    from carnage.engine.simulation import check_dice

    try:
        seated = seats(ruleset, bots.split(","))
        if PERSON_NAME not in seated:
            raise GameError("No person plays. Choose a person for at least one seat.")
        check_dice(seed, number)
    except GameError as error:
        return str(error)
    persons = tuple(side for side, bot in enumerate(seated) if bot == PERSON_NAME)
    key = book, digits, name, seed, number, seated
    with_moves = *key, moves
    table = (
        _unfinished_games.pop(with_moves, None) or _games.pop(key, None) or _new_game(key, seated)
    )
    decoded = table.codec.decode(moves)
    try:
        misfit = table.replay(decoded.answers, time.monotonic() + seconds)
    except TimeSliceExpired:
        _keep(_unfinished_games, with_moves, table)
        raise
    _keep(_games, key, table)
    trouble = misfit
    if not decoded.whole:
        trouble = DAMAGED
    elif not misfit and decoded.answers and decoded.version != short(table.version):
        trouble = REPLAYED
    return ReplayedGame(table, bots_of(ruleset), persons, trouble)
