"""Two games beside each other: which rules differ, and, asked by POST, how they play on the same dice."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote_plus

from flask import Blueprint, Response, make_response, render_template, request

from carnage import catalog
from carnage.playtest.gates import GRADES
from carnage.playtest.looks import BESIDE
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.web.errors import Trouble
from carnage.web.links import Carried, game_url
from carnage.web.playtests import asked, begun, passing, workers
from carnage.web.reading import books, find_played
from carnage.worker.jobs import Standing
from carnage.worker.results import Key

beside = Blueprint("beside", __name__)


@beside.get("/lab/<path>/<digits>/beside")
def show(path: str, digits: str) -> Response:
    """The rules of both, those that differ first, and figures if they were played; or a form to name one."""
    ruleset, carried = asked(path, digits)
    named = request.args.get("game", "").strip()
    if not named:
        return passing(make_response(_page(ruleset, None, carried, Standing())))
    other = _other(named, ruleset)
    return passing(make_response(_page(ruleset, other, carried, workers().look(_key(ruleset, other)))))


@beside.post("/lab/<path>/<digits>/beside")
def play(path: str, digits: str) -> Response:
    """Have both played, and go to where that will be."""
    ruleset, carried = asked(path, digits)
    other = _other(request.args.get("game", "").strip(), ruleset)
    rules = game_url(ruleset.book, ruleset.seed.digits, carried)
    return begun(_key(ruleset, other), _place(ruleset, other, carried), rules)


def _key(ruleset: Ruleset, other: Ruleset) -> Key:
    return ruleset.book.code, ruleset.answers, BESIDE, f"{other.book.code}/{other.answers}"


def _place(ruleset: Ruleset, other: Ruleset, carried: Carried) -> str:
    also = carried.query().replace("?", "&", 1)
    return f"/lab{ruleset.path}/beside?game={quote_plus(other.path.strip('/'), '/')}{also}"


def _other(named: str, ruleset: Ruleset) -> Ruleset:
    """The game that somebody names by its address, by book and digits, or by digits alone; raises Trouble."""
    path = named.partition("?")[0].partition("#")[0]
    *_, code, digits = ["", "", *path.strip("/").split("/")]
    digits = "".join(digits.split())
    if not code:
        fits = len(digits) == ruleset.book.length
        code = ruleset.book.code if fits else catalog.book_for(digits).code
    if code not in books() or not (digits.isascii() and digits.isdigit()):
        raise Trouble(
            400,
            "Which game?",
            "<p>Name it by its address, or by its book and its digits, such as "
            f"<code>{ruleset.path.strip('/')}</code>.</p>",
        )
    book = find_played(code)
    return resolve(book, Seed.parse(digits, book.length))


def _page(ruleset: Ruleset, other: Ruleset | None, carried: Carried, stands: Standing[dict[str, Any]]) -> str:
    rules = _rules(ruleset, other) if other else []
    return render_template(
        "beside.html",
        ruleset=ruleset,
        other=other,
        stands=stands,
        differing=[row for row in rules if row[1] != row[2]],
        alike=[row for row in rules if row[1] == row[2]],
        own=stands.result,
        rows=(stands.result or {}).get("rows", ()),
        GRADES=GRADES,
        opener=ruleset.book.sheet.nouns.opener,
        rounds=ruleset.book.sheet.nouns.rounds,
        here=_place(ruleset, other, carried) if other else "",
        lab=f"/lab{ruleset.path}{carried.query()}",
        back=game_url(ruleset.book, ruleset.seed.digits, carried),
        carried=carried,
    )


def _rules(ruleset: Ruleset, other: Ruleset) -> list[tuple[str, str, str]]:
    """Each table's title with its answer in both games; a dash where one has no such table."""
    titles: dict[str, str] = {}
    answers: list[dict[str, str]] = []
    for game in (ruleset, other):
        told = {}
        for choice in game.choices:
            titles.setdefault(choice.table.id, choice.table.title)
            used = game.uses(choice.table, choice.option)
            told[choice.table.id] = choice.option.label if used else f"{choice.option.label} (not used)"
        answers.append(told)
    mine, theirs = answers
    return [(title, mine.get(id, "–"), theirs.get(id, "–")) for id, title in titles.items()]
