"""A game with people: the open question as a page, and each answer as a link to the next page.

A game is stored in its address, so the Back button takes a move back and nothing is stored on the
server.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage.drawing.frames import Reel, shot
from carnage.drawing.listing import list_pieces
from carnage.jobs.queue import JobQueue
from carnage.jobs.status import JobLimit
from carnage.matches.state import Choice, PlayRequest, PlayState
from carnage.rulebook.custom_names import Naming
from carnage.web.errors import Advice, Trouble
from carnage.web.games.links import game_url
from carnage.web.http import unlisted
from carnage.web.jobs import limit_error, submit_and_wait
from carnage.web.matches.game_views import own_reel, packed, seated_told, unpacked_for_some
from carnage.web.matches.watch_address import PERSON, Address, read_address, refused
from carnage.web.matches.watch_page import entries, rule_name
from carnage.web.params import redirect_to

RETRY = 5  # seconds until a refused client may retry
AGAINST = f"{PERSON},greedy"  # the default players
WAIT_S = 5.0  # seconds that a request waits for its turn to be played

playing = Blueprint("playing", __name__)


def turns(planned: bool) -> JobQueue[PlayState]:
    """Return the site's queue of games with persons: those with a planner have one of their own."""
    queue: JobQueue[PlayState] = current_app.extensions["turns"][planned]
    return queue


@playing.get("/play/<path>/<digits>")
def play(path: str, digits: str) -> Response:
    """Return the game after the moves in the address; `.reel` has the events since the last of
    them.
    """
    digits, dot, form = digits.partition(".")
    if dot and form != "reel":
        raise Trouble(404, "Unknown file type", Advice("forms", endings=["reel"]))
    address = read_address(path, digits, "play")
    if not request.args.get("bots"):
        return _private(redirect_to(address.url(bots=AGAINST)))
    advised = request.args.get("advice", "") == "1"
    left = (
        request.args.get("left", "") == "1" and not address.planned
    )  # a planner takes too long for that
    since = -1 if address.since is None else address.since
    key = (*address.key, PlayRequest(address.alone, advised, left, since))
    here = _advice(address) if advised else _left(address) if left else address.url()
    planned = address.planned or advised
    try:
        stands = submit_and_wait(turns(planned), key, WAIT_S)
    except JobLimit as limit:
        jobs = "planner turns" if planned else "turns"
        raise limit_error(limit, jobs, RETRY, "table_taken", url=here) from None
    if stands.result is None:
        waits = render_template(
            "matches/waiting.html", address=address, url=here, stands=stands, advised=advised
        )
        return _private(make_response(waits))
    turn = _called(stands.result, address)
    if turn.refusal:
        raise refused(f"{turn.refusal} Write person for a seat that you play, as in {AGAINST}.")
    if left:
        return _private(redirect_to(address.url(moves=turn.moves, since=turn.since)))
    if form:
        own = address.carried.own
        reel = packed(own_reel(turn.reel, address.ruleset, own)) if own else turn.reel
        response = unpacked_for_some(reel, "application/json")
    else:
        response = make_response(render_template("matches/play.html", **parts(address, turn)))
    return _private(response)


def _called(turn: PlayState, address: Address) -> PlayState:
    """Return the state of a game with custom names, if the address has any."""
    if not address.carried.own:
        return turn
    said = Naming(address.ruleset, address.carried.own).text
    return turn._replace(
        sides=tuple(map(said, turn.sides)),
        question=said(turn.question),
        options=tuple([choice._replace(says=said(choice.says)) for choice in turn.options]),
        result=tuple(map(said, turn.result)),
    )


def _advice(address: Address) -> str:
    """Return the address at which the planner rates the options."""
    return f"{address.url()}&advice=1"


def _left(address: Address) -> str:
    """Return the address at which a bot plays until the next part of the game."""
    return f"{address.url(since=None)}&left=1"


def _private(response: Response) -> Response:
    """Forbid caching in shared caches."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return unlisted(response, "private, no-cache")


class Option(NamedTuple):
    """An option with its number, its address and its place in the picture."""

    n: int
    choice: Choice
    url: str
    x: float | None = None
    y: float | None = None


def _on_paper(reel: Reel, place: tuple[float, float] | None) -> tuple[float, ...]:
    if place is None or not reel.table:
        return ()
    return round((place[0] - reel.west) * reel.scale, 1), round(
        (reel.north - place[1]) * reel.scale, 1
    )


def parts(address: Address, turn: PlayState) -> dict[str, Any]:
    """Return the values of the template."""
    reel = own_reel(turn.reel, address.ruleset, address.carried.own)
    after_seat_change = ",".join((*turn.seats[1:], turn.seats[0]))
    # A player who answers in secret is not asked again whether others look.
    alone = address.alone if turn.private else 0
    onwards = replace(address, since=None)  # after another answer, events are shown from there
    options = [
        Option(
            n,
            choice,
            onwards.url(moves=choice.moves, alone=alone),
            *_on_paper(reel, choice.place),
        )
        for n, choice in enumerate(turn.options, 1)
    ]
    by_piece: dict[str, list[Option]] = {}
    for option in options:
        for id in option.choice.pieces:
            by_piece.setdefault(id, []).append(option)
    seated = list(zip(turn.sides, turn.seats, strict=True))
    drawn = shot(reel, len(reel.cuts) - 1)
    return {
        "ruleset": address.ruleset,
        "address": address,
        "turn": turn,
        "reel": reel,
        "shot": drawn,
        "entries": entries(address, reel, reel.cuts[1:]),
        "rules_asked": [rule_name(address.ruleset, id) for id in turn.rules],
        "listed": list_pieces(drawn, reel.sides),
        "options": options,
        # A piece that several options are about leads to the first of them in the list.
        "chosen_by": {
            id: one[0].url if len(one) == 1 else f"#o{one[0].n}" for id, one in by_piece.items()
        },
        "advice_url": f"{_advice(address)}#question",
        "left_url": "" if address.planned else _left(address),
        "watched": replace(onwards, page="watch", alone=0),
        "back": None if turn.back is None else onwards.url(moves=turn.back, alone=0),
        "players": (PERSON, *turn.bots),
        "seated": seated,
        "seated_told": seated_told(seated, played=True),
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
