"""A game with people: the open question as a page, and each answer as a link to the next page.

A game is stored in its address, so the Back button takes a move back and nothing is stored on the
server.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage.drawing.frames import DrawnReplay, build_frame
from carnage.drawing.listing import list_pieces
from carnage.jobs.queue import JobQueue
from carnage.jobs.status import JobLimit
from carnage.matches.state import Choice, PlayRequest, PlayState
from carnage.rulebook.custom_names import NameReplacer
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import game_url
from carnage.web.http import mark_noindex
from carnage.web.jobs import limit_error, submit_and_wait
from carnage.web.matches.game_views import (
    compress_reel,
    decompress_if_needed,
    describe_players,
    rename_reel,
)
from carnage.web.matches.watch_address import PERSON, MatchUrl, invalid_players, read_address
from carnage.web.matches.watch_page import build_entries, rule_name
from carnage.web.params import redirect_to

RETRY_S = 5  # seconds until a refused client may retry
DEFAULT_PLAYERS = f"{PERSON},greedy"  # the default players
WAIT_S = 5.0  # seconds that a request waits for its turn to be played

play_pages = Blueprint("playing", __name__)


def play_queue(planned: bool) -> JobQueue[PlayState]:
    """Return the site's queue of games with persons: those with a planner have one of their own."""
    queue: JobQueue[PlayState] = current_app.extensions["turns"][planned]
    return queue


@play_pages.get("/play/<path>/<digits>")
def show_match(path: str, digits: str) -> Response:
    """Return the game after the moves in the address; `.reel` has the events since the last of
    them.
    """
    digits, dot, form = digits.partition(".")
    if dot and form != "reel":
        raise HttpProblem(404, "Unknown file type", Advice("forms", endings=["reel"]))
    address = read_address(path, digits, "play")
    if not request.args.get("bots"):
        return _forbid_shared_cache(redirect_to(address.url(bots=DEFAULT_PLAYERS)))
    with_advice = request.args.get("advice", "") == "1"
    is_autoplay = (
        request.args.get("left", "") == "1" and not address.planned
    )  # a planner takes too long for that
    since = -1 if address.since is None else address.since
    key = (*address.key, PlayRequest(address.alone, with_advice, is_autoplay, since))
    url = (
        _advice_url(address)
        if with_advice
        else _autoplay_url(address)
        if is_autoplay
        else address.url()
    )
    planned = address.planned or with_advice
    try:
        stands = submit_and_wait(play_queue(planned), key, WAIT_S)
    except JobLimit as limit:
        jobs = "planner turns" if planned else "turns"
        raise limit_error(limit, jobs, RETRY_S, "table_taken", url=url) from None
    if stands.result is None:
        waits = render_template(
            "matches/waiting.html", address=address, url=url, stands=stands, advised=with_advice
        )
        return _forbid_shared_cache(make_response(waits))
    turn = _use_custom_names(stands.result, address)
    if turn.refusal:
        raise invalid_players(
            f"{turn.refusal} Write person for a seat that you play, as in {DEFAULT_PLAYERS}."
        )
    if is_autoplay:
        return _forbid_shared_cache(redirect_to(address.url(moves=turn.moves, since=turn.since)))
    if form:
        own = address.carried.own
        reel = compress_reel(rename_reel(turn.reel, address.ruleset, own)) if own else turn.reel
        response = decompress_if_needed(reel, "application/json")
    else:
        response = make_response(
            render_template("matches/play.html", **build_context(address, turn))
        )
    return _forbid_shared_cache(response)


def _use_custom_names(turn: PlayState, address: MatchUrl) -> PlayState:
    """Return the state of a game with custom names, if the address has any."""
    if not address.carried.own:
        return turn
    replace_names = NameReplacer(address.ruleset, address.carried.own).text
    return turn._replace(
        sides=tuple(map(replace_names, turn.sides)),
        question=replace_names(turn.question),
        options=tuple(
            [choice._replace(says=replace_names(choice.says)) for choice in turn.options]
        ),
        result=tuple(map(replace_names, turn.result)),
    )


def _advice_url(address: MatchUrl) -> str:
    """Return the address at which the planner rates the options."""
    return f"{address.url()}&advice=1"


def _autoplay_url(address: MatchUrl) -> str:
    """Return the address at which a bot plays until the next part of the game."""
    return f"{address.url(since=None)}&left=1"


def _forbid_shared_cache(response: Response) -> Response:
    """Forbid caching in shared caches."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return mark_noindex(response, "private, no-cache")


class Option(NamedTuple):
    """An option with its number, its address and its place in the picture."""

    n: int
    choice: Choice
    url: str
    x: float | None = None
    y: float | None = None


def _to_picture(reel: DrawnReplay, point: tuple[float, float] | None) -> tuple[float, ...]:
    if point is None or not reel.table:
        return ()
    return round((point[0] - reel.west) * reel.scale, 1), round(
        (reel.north - point[1]) * reel.scale, 1
    )


def build_context(address: MatchUrl, turn: PlayState) -> dict[str, Any]:
    """Return the values of the template."""
    reel = rename_reel(turn.reel, address.ruleset, address.carried.own)
    after_seat_change = ",".join((*turn.seats[1:], turn.seats[0]))
    # A player who answers in secret is not asked again whether others look.
    alone = address.alone if turn.private else 0
    onwards = replace(address, since=None)  # after another answer, events are shown from there
    options = [
        Option(
            n,
            choice,
            onwards.url(moves=choice.moves, alone=alone),
            *_to_picture(reel, choice.place),
        )
        for n, choice in enumerate(turn.options, 1)
    ]
    by_piece: dict[str, list[Option]] = {}
    for option in options:
        for id in option.choice.pieces:
            by_piece.setdefault(id, []).append(option)
    seated = list(zip(turn.sides, turn.seats, strict=True))
    drawn = build_frame(reel, len(reel.cuts) - 1)
    return {
        "ruleset": address.ruleset,
        "address": address,
        "turn": turn,
        "reel": reel,
        "shot": drawn,
        "entries": build_entries(address, reel, reel.cuts[1:]),
        "rules_asked": [rule_name(address.ruleset, id) for id in turn.rules],
        "listed": list_pieces(drawn, reel.sides),
        "options": options,
        # A piece that several options are about leads to the first of them in the list.
        "chosen_by": {
            id: one[0].url if len(one) == 1 else f"#o{one[0].n}" for id, one in by_piece.items()
        },
        "advice_url": f"{_advice_url(address)}#question",
        "left_url": "" if address.planned else _autoplay_url(address),
        "watched": replace(onwards, page="watch", alone=0),
        "back": None if turn.back is None else onwards.url(moves=turn.back, alone=0),
        "players": (PERSON, *turn.bots),
        "seated": seated,
        "seated_told": describe_players(seated, played=True),
        "again": [
            ("Play again with the same dice", onwards.url(moves="", alone=0)),
            ("Play again with other dice", onwards.url(moves="", alone=0, game=address.game + 1)),
            (
                "Play again with changed seats",
                onwards.url(moves="", alone=0, bots=after_seat_change),
            ),
        ],
        "rules_url": game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried),
    }
