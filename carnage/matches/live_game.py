"""A game with persons after its last move, and the moves that bots make for them."""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from carnage.matches.automatic import SETUP, find_meant_option, is_automatic
from carnage.matches.moves import CODES, NO_CODE, PLANNED_AGAIN, Answer, MoveCodec

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.engine.narration import Narrator

MAX_AUTOPLAY_MOVES = 200

NOT_OFFERED = (
    "Move {number} of this game, for the question “{question}”, is no longer possible. The game "
    "is shown before that move. Continue from there, or start again."
)
NOT_ASKED = "Move {number} of this game is no longer used, because the game is over before it."


class LiveGame:
    """A game after its last move.

    Args:
        match: The match.
        codec: The codec of its moves.
        version: The version of its rules.
        topics: The questions that a bot answers for persons (`matches.automatic`).
    """

    def __init__(
        self, match: Match, codec: MoveCodec, version: str, topics: tuple[str, ...] = ()
    ) -> None:
        self.match = match
        self.codec = codec
        self.version = version
        self.topics = topics
        self.tapped = ""  # the id of the piece with which the person answered last
        self.answers: list[GivenAnswer] = []
        self._narrator: Narrator | None = None

    def replay(self, answers: Sequence[Answer], until: float = math.inf, tapped: str = "") -> str:
        """Replay these answers, and let planners and bots of persons answer after them.

        Return a message about the first invalid answer, or "". Raise TimeSliceExpired at the
        monotonic time `until`. Another call with the same arguments continues.

        Args:
            answers: The answers.
            until: The monotonic time at which the time slice expires.
            tapped: The id of the piece with which the person gave the last answer; "" for none.
        """
        pairs = zip(self.answers, answers, strict=False)
        equal_pairs = takewhile(lambda pair: pair[0].is_equal(pair[1]), pairs)
        equal_count = len(list(equal_pairs))
        later_answers = self.answers[equal_count:]
        # Bots would give the same answers again.
        is_same_tap = tapped == self.tapped
        self.tapped = tapped
        is_complete = equal_count == len(answers) and all(
            given.planned or (is_same_tap and given.line is not None) for given in later_answers
        )
        if later_answers and not is_complete:
            self.match.rewind(later_answers[0].decision)
            del self.answers[equal_count:]
        # Answers of the URL are no news.
        self.answers[:equal_count] = [
            given._replace(line=None) for given in self.answers[:equal_count]
        ]
        misfit = ""
        for answer in answers[equal_count:]:
            if not self._apply(answer.option, until, answer.code):
                misfit = self._misfit_message()
                break
        self._run_bots(until)
        return misfit

    def before_last(self) -> int:
        """Return the number of answers before the last one of a person, or -1 without one.

        Answers that bots give for persons do not count.
        """
        for n in reversed(range(len(self.answers))):
            if not self.answers[n].planned and not self.answers[n].automatic:
                return n
        return -1

    def setup_events(self) -> int:
        """Return the number of events before the first round if bots set up for persons, or 0."""
        starts = self.match.stage_starts
        if SETUP not in self.topics or len(starts) < 2 or starts[1][0].rounds:
            return 0
        return int(starts[1][0].core.n_events)

    def chosen_lines(self) -> list[tuple[int, int, str]]:
        """Return the answers that bots have given for persons after the last move of the URL.

        Each has the number of events before it, its side and the option in words.
        """
        return [
            (given.events, given.side, given.line)
            for given in self.answers
            if given.line is not None
        ]

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

    def answer(self, option: int) -> None:
        """Answer the open question for its person."""
        self._apply(option, math.inf)

    def take_back(self, count: int) -> None:
        """Go back to the position after the first `count` answers."""
        if count < len(self.answers):
            self.match.rewind(self.answers[count].decision)
            del self.answers[count:]

    def first_alike(self) -> int:
        """Return the number of answers before the first of those of the open question's kind.

        They are the last ones, of the same player, without an event between them.
        """
        question = self.match.question
        assert question is not None
        now = question.side, question.kind, int(self.match.record.core.n_events)
        count = len(self.answers)
        while count:
            given = self.answers[count - 1]
            if (given.side, given.kind, given.events) != now:
                break
            count -= 1
        return count

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

    def _apply(
        self, option: int, until: float, code: int = NO_CODE, line: str | None = None
    ) -> bool:
        """Apply an answer.

        Return False if the open question does not offer this option with this code.

        Args:
            option: The index of the option, the decision of a point, or PLANNED_AGAIN.
            until: The monotonic time at which the time slice expires.
            code: The value of the option's code, or NO_CODE.
            line: The option in words, if a bot answers for a person.
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
            kind=question.kind,
            planned=planned,
            events=int(self.match.record.core.n_events),
            code=offered_code,
            automatic=not planned and is_automatic(self.match, self.topics),
            line=line,
        )
        self.answers.append(given)
        self.match.choose(option)
        if time.monotonic() >= until:  # Not earlier, so that each time slice has at least one move.
            raise TimeSliceExpired
        return True

    def _run_bots(self, until: float) -> None:
        """Let planners answer, and bots for persons, until a person is asked or the game ends."""
        from carnage.engine.games import PLANNER
        from carnage.engine.planner import greedy_choice

        match = self.match
        while match.question is not None:
            if match.bots[match.question.side] == PLANNER:
                self._apply(PLANNED_AGAIN, until)
            elif is_automatic(match, self.topics):
                option = find_meant_option(match, self.tapped)
                line = ""
                if option < 0:
                    option = greedy_choice(match)
                    line = self._option_line(option)
                self._apply(option, until, line=line)
            else:
                return

    def _option_line(self, option: int) -> str:
        """Return an option of the open question in words, "" before the first round."""
        from carnage.engine.narration import Narrator

        if self.is_in_setup():
            return ""
        if self._narrator is None:
            self._narrator = Narrator(self.match)
        _, lines = self._narrator.question()
        return lines[option]


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
        kind: The number of the question's kind.
        planned: A planner answered.
        events: The number of events before it.
        code: The value of the option's code in URLs.
        automatic: A bot answers such questions for persons.
        line: The option in words, if a bot gave the answer for a person; None for others.
    """

    decision: int
    option: int
    side: int
    kind: int
    planned: bool
    events: int
    code: int
    automatic: bool
    line: str | None

    def is_equal(self, answer: Answer) -> bool:
        """Return True if this is the same as an answer of a URL."""
        if answer.option == PLANNED_AGAIN:
            return self.planned
        return answer.option == self.option and answer.code in (NO_CODE, self.code)
