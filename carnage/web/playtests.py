"""A game in the lab: its playtest, asked for by POST, so that no crawler sets it off; played in a process of
its own.

For people it is a page; with `.json`, for programs, its figures, or how it stands.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request
from markupsafe import Markup

from carnage.catalog import is_played
from carnage.playtest.findings import GRADES, findings
from carnage.playtest.looks import LOOKS
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.errors import Trouble, error_page
from carnage.web.links import Carried, game_url, read_carried
from carnage.web.patience import Patience
from carnage.web.reading import find_book
from carnage.worker.jobs import Busy, Jobs, Standing
from carnage.worker.playtesting import Playtests
from carnage.worker.results import Key

RETRY = 15
LOOK_AGAIN = 2  # seconds after which a playtest may have come further
FORM = "json"  # for programs

playtests = Blueprint("playtests", __name__)

_patience = Patience()


@cache
def _shared() -> Playtests:
    return Playtests()


def workers() -> Jobs[dict[str, Any]]:
    """The site's playtests; an application may have been given its own."""
    own: Jobs[Any] | None = current_app.extensions.get("playtests")
    return own or _shared()


def _key(ruleset: Ruleset) -> Key:
    return ruleset.book.code, ruleset.answers


@playtests.post("/lab/<path>/<digits>")
def start(path: str, digits: str) -> Response:
    """Have the game playtested, and go to where its result will be."""
    digits, form = _form(digits)
    ruleset, carried = _asked(path, digits)
    try:
        _patience.asked(workers(), _key(ruleset), request.remote_addr or "")
    except Busy:
        advice = Markup(
            "<p>Games are being playtested for others, and there is room for only so many at once. "
            'Try again in a quarter of a minute; the <a href="{}">rules</a> are there all the while.</p>'
        ).format(game_url(ruleset.book, digits, carried))
        response = error_page(503, "All tables are taken", advice)
        response.headers["Retry-After"] = str(RETRY)
        return response
    there = redirect(f"/lab/{ruleset.book.code}/{digits}{form}{carried.query()}", 303)
    assert isinstance(there, Response)
    there.headers["Cache-Control"] = "no-store"
    return there


@playtests.get("/lab/<path>/<digits>")
def show(path: str, digits: str) -> Response:
    """The result if there is one, how far it has come if it is under way, or the offer to play."""
    digits, form = _form(digits)
    ruleset, carried = _asked(path, digits)
    stands = workers().look(_key(ruleset))
    response = _told(ruleset, stands) if form else make_response(_page(ruleset, carried, stands))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _page(ruleset: Ruleset, carried: Carried, stands: Standing[dict[str, Any]]) -> str:
    digits = ruleset.seed.digits
    return render_template(
        "lab.html",
        ruleset=ruleset,
        stands=stands,
        findings=findings(ruleset, stands.result) if stands.result else None,
        GRADES=GRADES,
        most=LOOKS[-1],
        rounds=ruleset.book.sheet.nouns.rounds,
        opener=ruleset.book.sheet.nouns.opener,
        back=game_url(ruleset.book, digits, carried),
        here=f"/lab/{ruleset.book.code}/{digits}{carried.query()}",
        here_json=f"/lab/{ruleset.book.code}/{digits}.{FORM}",
        watch=f"/watch/{ruleset.book.code}/{digits}{carried.query()}",
        games=[
            (name, f"/watch/{ruleset.book.code}/{digits}{carried.query(game=str(number))}")
            for name, number in (stands.result or {}).get("watch", {}).items()
        ],
    )


def _told(ruleset: Ruleset, stands: Standing[dict[str, Any]]) -> Response:
    """The figures, under this game's own id; 202 and how far it has come; or Trouble, where nobody has asked
    for it or it broke off."""
    figures = {**stands.result, "id": ruleset.path} if stands.result else None
    if figures and not stands.under_way:
        return _json(figures, 200)
    if not stands.known or stands.failed:
        title = "The playtest broke off" if stands.failed else "Nobody has asked for this playtest"
        raise Trouble(404, title, "<p>A POST to the same address has the game played.</p>")
    under_way = {
        "ahead": stands.ahead,
        "warm": stands.warm,
        "compiled": stands.compiled,
        "to_compile": stands.to_compile,
        "seconds": stands.seconds,
        "figures": figures,
    }
    response = _json(under_way, 202)
    response.headers["Retry-After"] = str(LOOK_AGAIN)
    return response


def _json(told: object, status: int) -> Response:
    return Response(msgspec.json.encode(told), status, content_type="application/json")


@playtests.route("/playtest/<path>/<digits>", methods=("GET", "POST"))
def moved(path: str, digits: str) -> Response:
    """Where playtests used to be."""
    query = request.query_string.decode("ascii", "replace")
    there = redirect(f"/lab/{quote(path)}/{quote(digits)}{'?' if query else ''}{query}", 308)
    assert isinstance(there, Response)
    return there


def _form(digits: str) -> tuple[str, str]:
    """The digits of an address, and the ending that they have there; raises Trouble for another than ours."""
    digits, dot, form = digits.partition(".")
    if dot and form != FORM:
        raise Trouble(
            404, "There is no such form of a playtest", f"<p>It can be had as <code>.{FORM}</code>.</p>"
        )
    return digits, dot + form


def _asked(path: str, digits: str) -> tuple[Ruleset, Carried]:
    book = find_book(path)
    if not is_played(book.family):
        raise Trouble(
            404, "Nobody plays this yet", "<p>Its rules are all there, and no bots that know them.</p>"
        )
    seed = Seed.parse(digits, book.length)
    carried = read_carried(request.args, book)
    return resolve(book, seed, carried.name), carried
