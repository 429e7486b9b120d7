"""A game with people: the open question as a page, and each answer as a link to the next page.

A game is stored in its address, so the Back button takes a move back and nothing is stored on the
server.
"""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage.drawing.frames import DrawnReplay, build_frame
from carnage.drawing.listing import list_pieces
from carnage.jobs.queue import JobQueue
from carnage.jobs.status import JobLimit, JobStatus
from carnage.matches.aims import describe_side
from carnage.matches.automatic import ROUTINE, SETUP
from carnage.matches.pointing import length_unit
from carnage.matches.state import Choice, PlayRequest, PlayState
from carnage.matches.together import MAX_VALUES
from carnage.rulebook.minute import build_minute_rules
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import game_url
from carnage.web.http import mark_noindex
from carnage.web.jobs import limit_error, submit_and_wait
from carnage.web.matches.game_views import describe_players, rename_reel
from carnage.web.matches.play_view import (
    PlayView,
    autoplay_url,
    build_view,
    encode_view,
    hint_url,
    setup_url,
    together_url,
)
from carnage.web.matches.point_view import build_point
from carnage.web.matches.question_view import OptionView
from carnage.web.matches.watch_address import PERSON, MatchUrl, invalid_players, read_address
from carnage.web.matches.watch_page import build_entries
from carnage.web.params import redirect_to

RETRY_S = 5  # seconds until a refused client may retry
DEFAULT_PLAYERS = f"{PERSON},easy"  # for a first game; the last bot takes the seats left
DEFAULT_TOPICS = (ROUTINE, SETUP)  # that a bot answers in a first game
WAIT_S = 5.0  # seconds that a request waits for its turn to be played
FORMS = ("json", "point")
MAX_COORDINATE = 1000.0  # of a point, in the table's unit
ONE_DIGIT = re.compile(r"[0-9]")

play_pages = Blueprint("playing", __name__)


def play_queue(planned: bool) -> JobQueue[PlayState]:
    """Return the site's queue of games with persons: those with a planner have one of their own."""
    queue: JobQueue[PlayState] = current_app.extensions["turns"][planned]
    return queue


@play_pages.get("/play/<path>/<digits>")
def show_match(path: str, digits: str) -> Response:
    """Return the game after the moves in the address.

    `.json` is the state of the game with the events since the last move; `.point` is the answer to
    the point `x`, `y` of the table.
    """
    digits, dot, form = digits.partition(".")
    if dot and form not in FORMS:
        raise HttpProblem(404, "Unknown file type", Advice("forms", endings=FORMS))
    address = read_address(path, digits, "play")
    if not request.args.get("bots"):
        return _forbid_shared_cache(
            redirect_to(address.url(bots=DEFAULT_PLAYERS, free=True, auto=DEFAULT_TOPICS))
        )
    play_request = _read_play_request(address, form)
    url = _find_url(address, play_request)
    stands = _load_state(address, play_request, url)
    if stands.result is None:
        return _render_waiting(
            stands, address=address, url=url, advised=play_request.with_advice, form=form
        )
    turn = _use_custom_names(stands.result, address)
    if turn.refusal:
        raise invalid_players(
            f"{turn.refusal} Write person for a seat that you play, as in {DEFAULT_PLAYERS}."
        )
    there = _find_redirect(address, play_request, turn, form=form)
    if there:
        return _forbid_shared_cache(redirect_to(there))
    if form == "point":
        return _forbid_shared_cache(_answer_point(address, turn))
    reel = rename_reel(turn.reel, address.naming)
    view = build_view(address, turn, reel)
    if form:
        response = Response(encode_view(view, reel), content_type="application/json")
    else:
        context = build_context(address, turn, reel, view)
        response = make_response(render_template("matches/play.html", **context))
    return _forbid_shared_cache(response)


def _find_url(address: MatchUrl, play_request: PlayRequest) -> str:
    """Return the address of a request, at which a waiting page asks again."""
    if play_request.with_advice:
        return hint_url(address) + _format_point(play_request)
    if play_request.autoplay:
        return autoplay_url(address)
    if play_request.setup:
        return setup_url(address)
    if play_request.together:
        return together_url(address, play_request.together)
    return address.url() + _format_point(play_request)


def _format_point(play_request: PlayRequest) -> str:
    """Return the parameters of the point that a person tries; "" for none."""
    if play_request.point is None:
        return ""
    x, y = play_request.point
    return f"&x={x}&y={y}"


def _find_redirect(
    address: MatchUrl, play_request: PlayRequest, turn: PlayState, *, form: str
) -> str:
    """Return the address after moves that the request makes, or "" if it makes none."""
    if play_request.event >= 0:
        return address.url(form, moves=turn.moves, at=None, since=None)
    if play_request.together and not turn.trouble:
        return address.url(form, moves=turn.moves, since=None, tapped="")
    if play_request.autoplay or play_request.setup:
        return address.url(form, moves=turn.moves, since=turn.since, tapped="")
    return ""


def _read_play_request(address: MatchUrl, form: str) -> PlayRequest:
    """Return the request to the worker. Raises HttpProblem."""
    point = _read_point()
    if form == "point" and point is None:
        raise _invalid_point()
    return PlayRequest(
        only_viewer=address.alone,
        with_advice=request.args.get("advice", "") == "1",
        # A planner takes too long to be played on.
        autoplay=request.args.get("left", "") == "1" and not address.planned,
        setup=request.args.get("left", "") == "setup" and not address.planned,
        event=-1 if address.at is None or address.planned else address.at,
        since=-1 if address.since is None else address.since,
        free=address.free,
        point=point,
        only_point=form == "point",
        # The moves of the greedy bot are counted from those of the address.
        topics=() if address.at is not None else address.auto,
        tapped=address.tapped,
        together=_read_together(),
        by_colours=address.naming is None or not address.naming.sides,
    )


def _read_together() -> tuple[int, ...]:
    """Return the values of several answers of the address; empty without any."""
    values = request.args.get("together", "").split(".")
    if len(values) > MAX_VALUES or not all(map(ONE_DIGIT.fullmatch, values)):
        return ()
    return tuple(map(int, values))


def _read_point() -> tuple[float, float] | None:
    """Return the point of the address, None without one. Raises HttpProblem for an invalid one."""
    texts = [request.args.get(name, "").strip() for name in ("x", "y")]
    if not any(texts):
        return None
    try:
        x, y = map(float, texts)
    except ValueError:
        raise _invalid_point() from None
    if not all(math.isfinite(number) and abs(number) <= MAX_COORDINATE for number in (x, y)):
        raise _invalid_point()
    return x, y


def _invalid_point() -> HttpProblem:
    """Return the error for an address without a valid point."""
    return HttpProblem(
        400,
        "Invalid point",
        "A point has two numbers, its distances from the west and from the south edge of the "
        "table, such as x=12.5&y=7.",
        field="x",
    )


def _load_state(address: MatchUrl, play_request: PlayRequest, url: str) -> JobStatus[PlayState]:
    """Return the status of the job that loads a state, after some seconds. Raises HttpProblem."""
    planned = address.planned or play_request.with_advice
    try:
        return submit_and_wait(play_queue(planned), (*address.key, play_request), WAIT_S)
    except JobLimit as limit:
        jobs = "planner turns" if planned else "turns"
        raise limit_error(limit, jobs, RETRY_S, "table_taken", url=url) from None


def _render_waiting(
    stands: JobStatus[PlayState], *, address: MatchUrl, url: str, advised: bool, form: str
) -> Response:
    """Return the page that reloads until the game is ready. A program is told to come back."""
    page = render_template(
        "matches/waiting.html",
        address=address,
        url=url,
        stands=stands,
        advised=advised,
    )
    response = make_response(page)
    if stands.failed:
        response.status_code = 500
    elif form:
        response.status_code = 202  # not an error: the script asks again
        response.headers["Retry-After"] = "1"
    return _forbid_shared_cache(response)


def _answer_point(address: MatchUrl, turn: PlayState) -> Response:
    """Return the answer to a point as JSON, in the table's unit. Raises HttpProblem."""
    if turn.pointed is None:
        raise HttpProblem(
            409,
            "No point is asked for",
            "The open question takes no point of the table. Choose one of its options.",
        )
    answer = build_point(address, turn, turn.pointed, None)
    return Response(msgspec.json.encode(answer), content_type="application/json")


def _use_custom_names(turn: PlayState, address: MatchUrl) -> PlayState:
    """Return the state of a game with custom names, if the address has any."""
    if address.naming is None:
        return turn
    return turn._replace(
        sides=tuple(map(address.rename, turn.sides)),
        question=address.rename(turn.question),
        options=tuple(_rename_choice(choice, address) for choice in turn.options),
    )


def _rename_choice(choice: Choice, address: MatchUrl) -> Choice:
    """Return an option with the names of the address."""
    return choice._replace(says=address.rename(choice.says), short=address.rename(choice.short))


def _forbid_shared_cache(response: Response) -> Response:
    """Forbid caching in shared caches."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return mark_noindex(response, "private, no-cache")


def build_context(
    address: MatchUrl, turn: PlayState, reel: DrawnReplay, view: PlayView
) -> dict[str, Any]:
    """Return the values of the template."""
    options = view.question.options if view.question else ()
    by_piece: dict[str, list[OptionView]] = {}
    for option in options:
        for id in option.pieces:
            by_piece.setdefault(id, []).append(option)
    seated = list(zip(turn.sides, turn.seats, strict=True))
    drawn = build_frame(reel, len(reel.cuts) - 1)
    return {
        "ruleset": address.ruleset,
        "address": address,
        "view": view,
        "reel": reel,
        "shot": drawn,
        "entries": build_entries(address, reel, reel.cuts[1:]),
        "listed": list_pieces(drawn, reel.sides),
        # A piece that several options are about leads to the first of them in the list.
        "chosen_by": {
            id: one[0].url if len(one) == 1 else f"#o{one[0].n}" for id, one in by_piece.items()
        },
        "minute_rules": _list_minute_rules(address, view),
        "rival": _describe_rival(turn, view),
        "hidden_side": turn.sides[turn.seat] if turn.curtain else "",
        "point_action": address.url().partition("?")[0] if reel.table else "",
        "point_fields": _point_fields(),
        "point_typed": (request.args.get("x", ""), request.args.get("y", "")),
        "point_unit": length_unit(address.ruleset),
        "point_corner": _describe_origin(address),
        "players": (PERSON, *turn.bots),
        "default_topics": ",".join(DEFAULT_TOPICS),
        "seated": seated,
        "seated_told": describe_players(seated, played=True),
        "rules_url": game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried),
    }


def _describe_rival(turn: PlayState, view: PlayView) -> str:
    """Return whom the computer plays, if it plays against one person."""
    if len(view.you) != 1:
        return ""
    if len(turn.sides) > 2:
        return "The computer plays the others."
    return f"The computer plays {describe_side(1 - view.you[0], turn.sides)}."


def _list_minute_rules(address: MatchUrl, view: PlayView) -> list[tuple[str, str]]:
    """Return the title and the text of each part of the rules for beginners."""
    parts = build_minute_rules(address.ruleset, view.aim)
    return [(part.title, address.rename(part.text)) for part in parts]


def _describe_origin(address: MatchUrl) -> str:
    """Return the place that the numbers of a point are measured from, in words."""
    chosen = {choice.table.id: choice.option.code for choice in address.ruleset.choices}
    if address.ruleset.book.family == "duel" and chosen.get("edges") == "open":
        return "the middle between the first places of the ships"
    return "the south-west corner of the table"


def _point_fields() -> list[tuple[str, str]]:
    """Return the fields of the address that the form for a point keeps."""
    left_out = ("x", "y", "advice", "left")
    return [
        (name, value)
        for name, values in request.args.lists()
        for value in values
        if name not in left_out
    ]
