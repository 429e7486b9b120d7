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
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage import catalog
from carnage.common.site_secret import load_secret
from carnage.matches.moves import CODES, NO_CODE, PLANNED_AGAIN, Answer, MoveCodec, version_prefix
from carnage.rulesets.house_rules import resolve_job

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.engine.narration import Narrator

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
        self.answers: list[GivenAnswer] = []

    def replay(self, answers: Sequence[Answer], until: float = math.inf) -> str:
        """Replay these answers, and let planners answer after them.

        Return a message about the first invalid answer, or "". Raise TimeSliceExpired at the
        monotonic time `until`. Another call with the same answers continues.
        """
        pairs = zip(self.answers, answers, strict=False)
        equal_pairs = takewhile(lambda pair: pair[0].is_equal(pair[1]), pairs)
        equal_count = len(list(equal_pairs))
        later_answers = self.answers[equal_count:]
        # Planners would give the same answers again.
        is_complete = equal_count == len(answers) and all(given.planned for given in later_answers)
        if later_answers and not is_complete:
            self.match.rewind(later_answers[0].decision)
            del self.answers[equal_count:]
        misfit = ""
        for answer in answers[equal_count:]:
            if not self._apply(answer.option, until, answer.code):
                misfit = self._misfit_message()
                break
        self._run_planners(until)
        return misfit

    def before_last(self) -> int:
        """Return the number of answers before the last one of a person, or -1 without one."""
        for n in reversed(range(len(self.answers))):
            if not self.answers[n].planned:
                return n
        return -1

    def encoded_moves(self, count: int | None = None) -> str:
        """Return the first `count` answers, or all, encoded for a URL."""
        return self.codec.encode(self.version, self.url_answers()[:count])

    def moves_by_option(self, options: int) -> list[str]:
        """Return the encoded moves with one more, for each option of the open question."""
        answers = self.url_answers()
        sealed = self.is_sealed()
        next_answers = [Answer(n, sealed, self._code(n)) for n in range(options)]
        return [self.codec.encode(self.version, [*answers, answer]) for answer in next_answers]

    def autoplay(self) -> None:
        """Let the greedy bot answer for the player of the open question.

        It stops when another player is asked, the game is over, or another part of the game begins.
        A part begins with a heading of the report, such as a round or an activation. A part that
        the bot begins is played to its end.
        """
        from carnage.engine.narration import Narrator, side_names
        from carnage.engine.planner import greedy_choice

        narrator = Narrator(self.match)
        question = self.match.question
        if question is None:
            return
        side = question.side
        name = side_names(self.match.ruleset)[side]
        first_headings = _new_headings(narrator)
        has_begun_part = False
        if first_headings and not narrator.is_about_game:
            has_begun_part = name in first_headings[-1]
        for _ in range(MAX_AUTOPLAY_MOVES):
            self._apply(greedy_choice(self.match), math.inf)
            headings = _new_headings(narrator)
            if headings:
                is_first_part = not first_headings  # which belongs to all sides
                is_own_part = is_first_part or name in headings[-1]
                if has_begun_part or not is_own_part:
                    return
                has_begun_part = True
            if self.match.question is None or self.match.question.side != side:
                return

    def set_up(self) -> None:
        """Let the greedy bot answer for persons until the first round begins."""
        from carnage.engine.planner import greedy_choice

        for _ in range(MAX_AUTOPLAY_MOVES):
            if not self.is_in_setup():
                return
            self._apply(greedy_choice(self.match), math.inf)

    def moves_until(self, event: int) -> str:
        """Return the encoded moves before the first question after an event.

        Without moves, the greedy bot answers for persons until then.
        """
        from carnage.engine.planner import greedy_choice

        if self.answers:
            count = sum(given.events < event for given in self.answers)
            return self.encoded_moves(count)
        while self.match.question is not None and int(self.match.record.core.n_events) < event:
            self._apply(greedy_choice(self.match), math.inf)
        return self.encoded_moves()

    def is_in_setup(self) -> bool:
        """Return True if the open question comes before the first round."""
        return self.match.question is not None and int(self.match.record.rounds) == 0

    def is_sealed(self) -> bool:
        """Return True if the open question is answered in secret."""
        question = self.match.question
        return question is not None and self.match.family.queries[question.kind].sealed

    def url_answers(self) -> list[Answer]:
        """Return the answers as a URL contains them."""
        return [self._url_answer(given) for given in self.answers]

    def _url_answer(self, given: GivenAnswer) -> Answer:
        """Return an answer as a URL contains it."""
        sealed_from = int(self.match.record.core.sealed_from)
        sealed = 0 <= sealed_from <= given.decision
        option = given.option
        if sealed and given.planned:
            option = PLANNED_AGAIN
        return Answer(option, sealed, given.code)

    def moves_with(self, decision: int) -> str:
        """Return the encoded moves with one more, an option or a point of the open question."""
        answer = Answer(decision, self.is_sealed(), self._code(decision))
        return self.codec.encode(self.version, [*self.url_answers(), answer])

    def _code(self, decision: int) -> int:
        """Return the value of the code that URLs contain, of an option or a point.

        Raise GameError if the open question does not offer it.
        """
        from carnage.engine.option_codes import option_code

        question = self.match.question
        assert question is not None
        code = option_code(
            self.match.family.queries[question.kind], question, self.match.option(decision)
        )
        return zlib.crc32(code.encode()) % CODES

    def _misfit_message(self) -> str:
        """Return the message about an answer that the open question does not offer."""
        number = len(self.answers) + 1
        question = self.match.question
        if question is None:
            return NOT_ASKED.format(number=number)
        query = self.match.family.queries[question.kind]
        return NOT_OFFERED.format(number=number, question=query.general_text)

    def _apply(self, option: int, until: float, code: int = NO_CODE) -> bool:
        """Apply an answer.

        Return False if the open question does not offer this option with this code.
        """
        from carnage.engine.games import PLANNER, GameError
        from carnage.engine.planner import plan

        question = self.match.question
        if question is None:
            return False
        planned = self.match.bots[question.side] == PLANNER
        if option == PLANNED_AGAIN and planned:
            option = plan(self.match)
        try:
            offered_code = self._code(option)
        except GameError:
            return False
        if code not in (NO_CODE, offered_code):
            return False
        given = GivenAnswer(
            decision=len(self.match.decisions),
            option=option,
            side=question.side,
            planned=planned,
            events=int(self.match.record.core.n_events),
            code=offered_code,
        )
        self.answers.append(given)
        self.match.choose(option)
        if time.monotonic() >= until:  # Not earlier, so that each time slice has at least one move.
            raise TimeSliceExpired
        return True

    def _run_planners(self, until: float) -> None:
        """Let planners answer until a person is asked or the game is over."""
        from carnage.engine.games import PLANNER

        match = self.match
        while match.question is not None and match.bots[match.question.side] == PLANNER:
            self._apply(PLANNED_AGAIN, until)


def _new_headings(narrator: Narrator) -> list[str]:
    """Return the headings of the report since the last call; each begins a part of the game."""
    return [line for line in narrator.new_lines() if line.startswith("#")]


class TimeSliceExpired(Exception):
    """The time slice is used up: call again to continue."""


class GivenAnswer(NamedTuple):
    """An answer of a game, with its position in the record.

    Attributes:
        decision: The number of decisions before it.
        option: The index of the option, or the decision of a point.
        side: The side that answered.
        planned: A planner answered.
        events: The number of events before it.
        code: The value of the option's code in URLs.
    """

    decision: int
    option: int
    side: int
    planned: bool
    events: int
    code: int

    def is_equal(self, answer: Answer) -> bool:
        """Return True if this is the same as an answer of a URL."""
        if answer.option == PLANNED_AGAIN:
            return self.planned
        return answer.option == self.option and answer.code in (NO_CODE, self.code)


_games: OrderedDict[tuple[Any, ...], LiveGame] = OrderedDict()
# Games whose replay is not finished. The key includes the moves: visitors may be at different ones.
_unfinished_games: OrderedDict[tuple[Any, ...], LiveGame] = OrderedDict()


def _new_game(key: tuple[Any, ...], seated: Sequence[str]) -> LiveGame:
    """Return a game before its first move. `seated` has the players by seat."""
    from carnage.engine.engine_version import version_of
    from carnage.engine.games import Match

    book, digits, name, seed, number, _, free = key
    ruleset = resolve_job(catalog.book(book), digits, name)
    match = Match(ruleset, seed, number, seated, free=free)
    game = f"{ruleset.address}/{seed}/{number}/{','.join(seated)}"
    if free:
        game += "/free"
    return LiveGame(match, MoveCodec(game, load_secret()), version_of(match))


def _cache_game(
    games: OrderedDict[tuple[Any, ...], LiveGame], key: tuple[Any, ...], live_game: LiveGame
) -> None:
    """Store a game in the cache, and evict the least recently used games."""
    games[key] = live_game
    games.move_to_end(key)
    while len(games) > MAX_GAMES:
        games.popitem(last=False)


class ReplayedGame(NamedTuple):
    """A game after its valid moves.

    Attributes:
        live_game: The game.
        bots: The bots that can play it.
        persons: The seats of persons.
        trouble: The message about invalid moves, or "".
    """

    live_game: LiveGame
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
    *,
    free: bool = False,
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
        free: Ask persons for a point even if the rules offer a single candidate.
    """
    ruleset = resolve_job(catalog.book(book), digits, name)
    from carnage.engine.games import PERSON_NAME, GameError, assign_seats, bots_of
    from carnage.engine.simulation import check_dice

    try:
        seated = assign_seats(ruleset, bots.split(","))
        if PERSON_NAME not in seated:
            raise GameError("No person plays. Choose a person for at least one seat.")
        check_dice(seed, number)
    except GameError as error:
        return str(error)
    persons = tuple(side for side, bot in enumerate(seated) if bot == PERSON_NAME)
    key = book, digits, name, seed, number, seated, free
    key_with_moves = *key, moves
    live_game = _unfinished_games.pop(key_with_moves, None)
    if live_game is None:
        live_game = _games.pop(key, None)
    if live_game is None:
        live_game = _new_game(key, seated)
    decoded = live_game.codec.decode(moves)
    try:
        misfit = live_game.replay(decoded.answers, time.monotonic() + seconds)
    except TimeSliceExpired:
        _cache_game(_unfinished_games, key_with_moves, live_game)
        raise
    _cache_game(_games, key, live_game)
    trouble = misfit
    has_other_rules = decoded.version != version_prefix(live_game.version)
    if not decoded.whole:
        trouble = DAMAGED
    elif not misfit and decoded.answers and has_other_rules:
        trouble = REPLAYED
    return ReplayedGame(
        live_game=live_game, bots=bots_of(ruleset), persons=persons, trouble=trouble
    )
