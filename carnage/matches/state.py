"""The state of a game with persons: the open question, and the last events as drawings."""

from __future__ import annotations

import gzip
from typing import NamedTuple

import msgspec

from carnage.common.text_format import capitalize
from carnage.drawing.frames import render_replay
from carnage.matches.aims import describe_aim, name_by_colours
from carnage.matches.automatic import CHOSEN, SET_UP, add_lines, can_be_left, list_left
from carnage.matches.dangers import describe_danger
from carnage.matches.end_card import EndCard, build_end_card
from carnage.matches.forms import find_form, list_number_slots
from carnage.matches.hints import WinEstimate, find_hint
from carnage.matches.live_game import MAX_AUTOPLAY_MOVES, LiveGame
from carnage.matches.pointing import (
    Pointable,
    PointedPlace,
    describe_pointable,
    find_tried_decision,
    try_point,
)
from carnage.matches.sealed_rows import close_rows
from carnage.matches.sessions import ReplayedGame
from carnage.matches.sights import SeenPiece, list_sights
from carnage.matches.standing import describe_standing
from carnage.matches.together import NOT_ALLOWED, Together, answer_together, describe_together
from carnage.replays.replay import SPECTATOR, Replay
from carnage.replays.scenes import NOBODY

LEAVES = "leg-it"  # the name of the answer that leaves the game for good
ENDS = ("stop", LEAVES)  # the names of the answers that end something
GZIP_LEVEL = 1  # The fastest, because a player waits for the response.


class Choice(NamedTuple):
    """An option of the open question.

    Attributes:
        says: The option in words.
        moves: The encoded moves of the game with this option.
        pieces: The ids of the pieces on the table that the option refers to.
        place: Its point on the table, in the table's unit.
        outlook: Its win estimate, if advice was requested.
        ends: It ends an activation or leaves the game: such options are the last ones.
        rule: The id of its own table, if it leaves the game for good.
        short: The option in fewer words, if it has many; or "".
        numbers: The numbers that it consists of, if the state names them.
    """

    says: str
    moves: str
    pieces: tuple[str, ...] = ()
    place: tuple[float, float] | None = None
    outlook: WinEstimate | None = None
    ends: bool = False
    rule: str = ""
    short: str = ""
    numbers: tuple[int, ...] = ()


class PlayRequest(NamedTuple):
    """The request of a play page.

    Attributes:
        only_viewer: The seat, from 1, of the only person who sees the page; 0 if others may see it.
        with_advice: Calculate win estimates of the options.
        autoplay: Let a bot play for the person until the next part of the game.
        setup: Let a bot set up for the persons, until the first round begins.
        event: The number of the event from which the person plays on; -1 for the last move.
        since: The number of moves before the first event to show; -1 to begin at the person's last
            move.
        free: Ask persons for a point even if the rules offer a single candidate.
        point: A point of the table that the person tries, in the table's unit; None for none.
        only_point: Return nothing but the answer to that point.
        topics: The questions that a bot answers for persons (`matches.automatic`).
        tapped: The id of the piece with which the person answered last; "" for none.
        together: The values of several answers (`matches.together`).
        by_colours: Name the sides by their colours, because they have no names.
    """

    only_viewer: int = 0
    with_advice: bool = False
    autoplay: bool = False
    setup: bool = False
    event: int = -1
    since: int = -1
    free: bool = False
    point: tuple[float, float] | None = None
    only_point: bool = False
    topics: tuple[str, ...] = ()
    tapped: str = ""
    together: tuple[int, ...] = ()
    by_colours: bool = False


class PlayState(NamedTuple):
    """The state of a game with persons.

    Attributes:
        refusal: The reason why the game cannot be played; then all other fields are empty.
        bots: The bots that can play the game.
        seats: The players by seat.
        sides: The names of the sides by seat.
        moves: The encoded moves so far.
        back: The encoded moves before the person's last one, or before a bot played; None if there
            are none.
        since: After `autoplay`, the number of moves before the bot played.
        trouble: The message about invalid moves, which are left out.
        over: The game is over.
        aim: The aim of the first person in one line.
        round: The number of the round, 0 before the first.
        standing: The round and the scores in a few words.
        in_setup: The question comes before the first round.
        set_up: A bot has set up for the persons, who have given no answer yet.
        end: The end of a game that is over.
        seat: The seat of the open question; NOBODY if the game is over.
        sealed: The question is answered in secret.
        private: Other persons may not see the question.
        curtain: The question is hidden, because another person may see the page.
        question: The open question.
        note: The dangers for figures that the answer may avoid; or "".
        name: The name of its kind.
        topic: Its text in general, if a bot may answer all questions of its kind; or "".
        left: The kinds of question that a bot answers by request: their names and texts.
        form: The form of its answers: place, facing, yes-no, pick, actions, number or list.
        answered: The number of moves so far.
        sampled: The rules allow more answers than the options.
        pointable: Where the question takes a point, if it does.
        pointed: The answer to the point that the person tries, if any.
        about: The ids of the pieces that the question refers to.
        sights: The enemies as the figure of the question sees them.
        rules: The tables of the rules that ask the question.
        options: The options.
        together: The questions that the person may answer together with this one.
        numbers: The names of the numbers that an option consists of, if it does.
        hint: The best option with its reason, if advice was requested.
        reel: The events since the person's last move as drawings, in gzipped JSON.
    """

    refusal: str = ""
    bots: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    moves: str = ""
    back: str | None = None
    since: int = -1
    trouble: str = ""
    over: bool = False
    aim: str = ""
    round: int = 0
    standing: str = ""
    in_setup: bool = False
    set_up: bool = False
    end: EndCard | None = None
    seat: int = NOBODY
    sealed: bool = False
    private: bool = False
    curtain: bool = False
    question: str = ""
    note: str = ""
    sampled: bool = False
    name: str = ""
    topic: str = ""
    left: tuple[tuple[str, str], ...] = ()
    form: str = "list"
    answered: int = 0
    pointable: Pointable | None = None
    pointed: PointedPlace | None = None
    about: tuple[str, ...] = ()
    sights: tuple[SeenPiece, ...] = ()
    rules: tuple[str, ...] = ()
    options: tuple[Choice, ...] = ()
    together: Together | None = None
    numbers: tuple[str, ...] = ()
    hint: str = ""
    reel: bytes = b""


def build_state(game: ReplayedGame, request: PlayRequest) -> PlayState:
    """Return the state of a game for a request."""
    if request.event >= 0:
        return PlayState(moves=game.live_game.moves_until(request.event))
    if request.autoplay or request.setup:
        return _autoplay(game.live_game, until_first_round=request.setup)
    if request.together:
        if answer_together(game.live_game, request.together):
            return PlayState(moves=game.live_game.encoded_moves())
        return _state(game, request)._replace(trouble=NOT_ALLOWED)
    if request.only_point and request.point is not None:
        return PlayState(pointed=_try_point(game, request))
    return _state(game, request)


def _try_point(game: ReplayedGame, request: PlayRequest) -> PointedPlace | None:
    """Return the answer to the point of a request; None without one, or if none is asked for."""
    if request.point is None:
        return None
    return try_point(game.live_game, *request.point)


def _autoplay(live_game: LiveGame, *, until_first_round: bool) -> PlayState:
    """Let a bot play for the person. Return only the moves."""
    before = len(live_game.answers)
    if until_first_round:
        live_game.set_up()
    else:
        live_game.autoplay()
    return PlayState(moves=live_game.encoded_moves(), since=before)


def _state(game: ReplayedGame, request: PlayRequest) -> PlayState:
    """Return the state of a game without playing on."""
    from carnage.engine.narration import side_names

    live_game = game.live_game
    match = live_game.match
    first_answer = _first_shown_answer(live_game, request.since)
    back = None
    since = live_game.setup_events()
    if first_answer >= 0:
        back = live_game.encoded_moves(first_answer)
        since = live_game.answers[first_answer].events
    sides = side_names(match.ruleset)
    if request.by_colours:
        sides = name_by_colours(len(sides))
    state = PlayState(
        bots=game.bots,
        seats=match.bots,
        sides=sides,
        moves=live_game.encoded_moves(),
        back=back,
        trouble=game.trouble,
        over=match.is_over,
        aim=describe_aim(match.ruleset, game.persons[0], sides),
        round=int(match.record.rounds),
        standing=describe_standing(match, game.persons),
        in_setup=live_game.is_in_setup(),
        set_up=back is None and since > 0 and len(live_game.answers) > 0,
        answered=len(live_game.answers),
        left=list_left(match, live_game.topics),
    )
    if match.is_over:
        return _with_end(state, live_game, persons=game.persons, since=since)
    return _with_question(state, game, request, since=since)


def _first_shown_answer(live_game: LiveGame, requested: int) -> int:
    """Return the number of answers before the first event to show, or -1 to show all.

    Args:
        live_game: The game.
        requested: The number that the request asks for. It is not used if it is too low, because
            drawing many events takes long and blocks the worker for all players.
    """
    answer_count = len(live_game.answers)
    if max(0, answer_count - MAX_AUTOPLAY_MOVES) <= requested < answer_count:
        return requested
    return live_game.before_last()


def _with_end(
    state: PlayState, live_game: LiveGame, *, persons: tuple[int, ...], since: int
) -> PlayState:
    """Return the state of a game that is over, with its end."""
    from carnage.engine.recording import record_replay

    match = live_game.match
    seat = persons[0] if len(persons) == 1 else SPECTATOR
    replay = record_replay(match, seat, sides=state.sides, since=since)
    replay = add_lines(replay, _automatic_lines(live_game, seat))
    return state._replace(
        end=build_end_card(match, state.sides, persons),
        reel=_compress(replay, seat),
    )


def _with_question(
    state: PlayState, game: ReplayedGame, request: PlayRequest, *, since: int
) -> PlayState:
    """Return the state with the open question, unless it is hidden behind the curtain."""
    from carnage.engine.recording import record_replay
    from carnage.engine.visibility import sees_more_than_spectator

    live_game = game.live_game
    match = live_game.match
    question = match.question
    assert question is not None
    has_other_persons = len(game.persons) > 1
    viewer = NOBODY if has_other_persons else question.side
    private = has_other_persons and sees_more_than_spectator(match.record, question.side)
    curtain = private and request.only_viewer != question.side + 1
    seat = SPECTATOR if curtain else question.side
    sealed = live_game.is_sealed()
    replay = record_replay(match, seat, sides=state.sides, since=since)
    if sealed and match.family.name == "duel":
        replay = close_rows(replay)
    replay = add_lines(replay, _automatic_lines(live_game, seat))
    state = state._replace(
        seat=question.side,
        sealed=sealed,
        private=private,
        curtain=curtain,
        reel=_compress(replay, viewer),
    )
    if curtain:
        return state
    state = state._replace(pointable=describe_pointable(match), pointed=_try_point(game, request))
    return _with_options(state, live_game, request)


def _automatic_lines(live_game: LiveGame, seat: int) -> list[tuple[int, str]]:
    """Return the lines about answers that bots gave for the person of a seat, each with the number
    of events before it.
    """
    lines = []
    setup_events = live_game.setup_events()
    if setup_events and live_game.before_last() < 0:
        lines.append((setup_events, SET_UP))
    for events, side, option in live_game.chosen_lines():
        if side == seat and option:
            lines.append((events, f"{CHOSEN}{option}."))
    return lines


def _with_options(state: PlayState, live_game: LiveGame, request: PlayRequest) -> PlayState:
    """Return the state with the text of the open question and its options."""
    from carnage.engine.narration import Narrator
    from carnage.engine.question_data import highlights, question_tables

    match = live_game.match
    assert match.question is not None
    narrator = Narrator(match, state.sides, match.question.side)
    title, lines = narrator.question()
    short_lines = narrator.short_options()
    query = match.family.queries[match.question.kind]
    subject, option_highlights = highlights(match)
    answers = [query.answers.get(int(option.what), "") for option in match.question.options]
    ranks = narrator.option_ranks()
    order = sorted(range(len(lines)), key=lambda n: (answers[n] in ENDS, ranks[n]))
    numbers = [order.index(option) + 1 for option in range(len(lines))]
    estimates: list[WinEstimate | None] = [None] * len(lines)
    hint_text = ""
    if request.with_advice:
        hint_lines = [short or line for short, line in zip(short_lines, lines, strict=True)]
        hint = find_hint(match, hint_lines, numbers, find_tried_decision(match, request.point))
        estimates = [*hint.estimates]
        hint_text = hint.text
    moves = live_game.moves_by_option(len(lines))
    form = find_form(match, option_highlights)
    slots = list_number_slots(query) if form == "number" else {}
    options = []
    for n in order:
        offered = match.question.options[n]
        choice = Choice(
            says=lines[n],
            moves=moves[n],
            pieces=option_highlights[n].pieces,
            place=option_highlights[n].place,
            outlook=estimates[n],
            ends=answers[n] in ENDS,
            rule=query.uses[answers[n]] if answers[n] == LEAVES else "",
            short=short_lines[n] if short_lines[n] != lines[n] else "",
            numbers=tuple(int(getattr(offered, slot)) for slot in slots),
        )
        options.append(choice)
    title = title.removeprefix(f"{state.sides[match.question.side]}: ")  # the page names the side
    return state._replace(
        question=title,
        note=describe_danger(match),
        hint=hint_text,
        sampled=query.sampled,
        name=query.name,
        topic=capitalize(query.general_text) if can_be_left(query) else "",
        form=form,
        options=tuple(options),
        together=describe_together(live_game),
        numbers=tuple(map(capitalize, slots.values())),
        about=subject.pieces,
        sights=list_sights(match),
        rules=question_tables(match),
    )


def _compress(replay: Replay, viewer: int) -> bytes:
    """Return a replay as a reel for a seat, or for nobody, in gzipped JSON."""
    reel = render_replay(replay, viewer)
    return gzip.compress(msgspec.json.encode(reel), GZIP_LEVEL, mtime=0)
