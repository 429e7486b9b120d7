"""A game with persons in it: the open question as a page, and each answer as the address of the next.

The address is all there is to a game, so Back takes back, a reload loses nothing, and nothing is kept here.
"""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request
from markupsafe import Markup

from carnage.document.drawing.reel import Reel, shot
from carnage.web.errors import Trouble, error_page
from carnage.web.links import game_url
from carnage.web.patience import Patience
from carnage.web.watch_address import PERSON, Address, read_address
from carnage.web.watch_page import entries, listed, rule_names
from carnage.worker.jobs import Busy, Jobs, Standing
from carnage.worker.playing import Choice, Turn, Turns

RETRY = 5  # seconds after which somebody who was sent away may come again
AGAINST = f"{PERSON},greedy"  # who plays where nothing is said
WAITERS = 8  # visitors whose answers are waited for at a time
SECONDS = 10.0  # that each is let wait

playing = Blueprint("playing", __name__)
_patience = Patience(WAITERS, SECONDS)


@cache
def _shared() -> Turns:
    return Turns()


def turns() -> Jobs[Turn]:
    """The site's games with persons in them; an application may have been given its own."""
    own: Jobs[Turn] | None = current_app.extensions.get("turns")
    return own or _shared()


@playing.get("/play/<path>/<digits>")
def play(path: str, digits: str) -> Response:
    """The game after the moves that the address names; `.reel` is what happened since the last of them."""
    digits, dot, form = digits.partition(".")
    if dot and form != "reel":
        raise Trouble(404, "There is no such form of a game", "<p>It can be had as <code>.reel</code>.</p>")
    address = read_address(path, digits, "play")
    if not request.args.get("bots"):
        return _to_a_seat(address)
    key = (*address.key, address.alone, request.args.get("advice", "") == "1")
    jobs = turns()
    try:
        jobs.start(key, request.remote_addr or "")
    except Busy:
        return _away(address)
    with _patience.of_one() as patient:
        if patient:
            jobs.give_it(key, _patience.seconds)
    stands = jobs.look(key)
    if stands.result is None:
        return _wait(address, stands)
    turn = stands.result
    if turn.refusal:
        raise Trouble(400, "That game cannot be played", Markup("<p>{}</p>").format(turn.refusal))
    if form:
        response = Response(turn.reel, content_type="application/json")
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = make_response(render_template("play.html", **parts(address, turn)))
    return _private(response)


def _to_a_seat(address: Address) -> Response:
    """Off to the same game with somebody in its seats."""
    there = redirect(address.url(bots=AGAINST), 303)
    assert isinstance(there, Response)
    return _private(there)


def _wait(address: Address, stands: Standing[Turn]) -> Response:
    return _private(make_response(render_template("waiting.html", address=address, stands=stands)))


def _away(address: Address) -> Response:
    advice = Markup(
        "<p>Many people are at play just now. Your game is not lost: its address is all there is to it. "
        '<a href="{}">Go on</a> in a few seconds.</p>'
    ).format(address.url())
    response = error_page(503, "All tables are taken", advice)
    response.headers["Retry-After"] = str(RETRY)
    return response


def _private(response: Response) -> Response:
    """Nobody else's: no cache between here and the person keeps it, and no crawler goes on from it."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@lru_cache(maxsize=16)
def _read(packed: bytes) -> Reel:
    return msgspec.json.decode(gzip.decompress(packed), type=Reel)


class Option(NamedTuple):
    """An option with its number, the address that it leads to, and where its place is in the picture."""

    n: int
    choice: Choice
    url: str
    x: float | None = None
    y: float | None = None


def _on_paper(reel: Reel, place: tuple[float, float] | None) -> tuple[float, ...]:
    if place is None or not reel.table:
        return ()
    return round((place[0] - reel.west) * reel.scale, 1), round((reel.north - place[1]) * reel.scale, 1)


def parts(address: Address, turn: Turn) -> dict[str, Any]:
    """All that the template is given."""
    reel = _read(turn.reel)
    last = len(reel.cuts) - 1
    # Whoever answers in secret goes on doing so without being asked each time whether others look.
    alone = address.alone if turn.private else 0
    options = [
        Option(n, choice, address.url(moves=choice.moves, alone=alone), *_on_paper(reel, choice.place))
        for n, choice in enumerate(turn.options, 1)
    ]
    by_piece: dict[str, list[Option]] = {}
    for option in options:
        for id in option.choice.pieces:
            by_piece.setdefault(id, []).append(option)
    seated = list(zip(turn.sides, turn.seats, strict=True))
    drawn = shot(reel, last)
    names = rule_names(address.ruleset, reel)
    used = [names[cut.rule] for cut in reel.cuts if cut.rule]
    return {
        "ruleset": address.ruleset,
        "address": address,
        "turn": turn,
        "reel": reel,
        "shot": drawn,
        "entries": entries(address, reel, reel.cuts[1:]),
        "rule": used[-1] if used else None,
        "listed": listed(drawn, reel.sides),
        "options": options,
        # A piece that several options are about leads to the first of them in the list.
        "chosen_by": {id: one[0].url if len(one) == 1 else f"#o{one[0].n}" for id, one in by_piece.items()},
        "advice_url": address.url() + "&advice=1",
        "watch_url": address.url(page="watch", alone=0) if turn.over else "",
        "back": None if turn.back is None else address.url(moves=turn.back, alone=0),
        "players": (PERSON, *turn.bots),
        "seated": seated,
        "seated_told": _seated_told(seated),
        "again": [
            ("Again with the same dice", address.url(moves="", alone=0)),
            ("Again with other dice", address.url(moves="", alone=0, game=address.game + 1)),
            ("Again with seats changed", address.url(moves="", alone=0, bots=_turned(turn.seats))),
        ],
        "rules_url": game_url(address.ruleset.book, address.ruleset.seed.digits, address.carried),
    }


def _seated_told(seated: list[tuple[str, str]]) -> str:
    """You play Side 1, the greedy bot Side 2."""
    persons = sum(bot == PERSON for _, bot in seated)
    seats = []
    for side, bot in seated:
        who = f"the {bot} bot" if bot != PERSON else "you" if persons == 1 else "a person"
        seats.append(f"{who} {'play' if who == 'you' else 'plays'} {side}")
    said = ", ".join(seats)
    return f"{said[0].upper()}{said[1:]}."


def _turned(seats: tuple[str, ...]) -> str:
    """Everybody one seat on."""
    return ",".join((*seats[1:], seats[0]))
