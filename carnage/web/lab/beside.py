"""Two games beside each other: which rules differ, and, asked by POST, how they play on the same dice."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote_plus

from flask import Blueprint, Response, make_response, render_template, request

from carnage.game_names import GameNameError
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.playtest.grading import GRADES
from carnage.playtest.looks import BESIDE
from carnage.rulebook.custom_names import Naming
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import TextError
from carnage.web.errors import Advice, Trouble
from carnage.web.lab.playtests import begun, passing, standing, workers
from carnage.web.links import Carried, game_url, lab_place, read_game
from carnage.web.params import find_played
from carnage.web.typed import Unclear, understand

beside = Blueprint("beside", __name__)


@beside.get("/lab/<path>/<digits>/beside")
def show(path: str, digits: str) -> Response:
    """The rules of both, those that differ first, and figures if they were played; or a form to name one."""
    ruleset, carried = read_game(find_played(path), digits)
    named = request.args.get("game", "").strip()
    if not named:
        return passing(make_response(_page(ruleset, None, carried, JobStatus())))
    try:
        other = _other(named, ruleset)
    except Unclear as unclear:
        page = _page(ruleset, None, carried, JobStatus(), unclear.wrong, named)
        return passing(make_response(page, 400))
    return passing(make_response(_page(ruleset, other, carried, workers().status(_key(ruleset, other)))))


@beside.post("/lab/<path>/<digits>/beside")
def play(path: str, digits: str) -> Response:
    """Have both played, and go to where that will be."""
    ruleset, carried = read_game(find_played(path), digits)
    named = request.args.get("game", "").strip()
    try:
        other = _other(named, ruleset)
    except Unclear as unclear:
        page = _page(ruleset, None, carried, JobStatus(), unclear.wrong, named)
        return passing(make_response(page, 400))
    rules = game_url(ruleset.book, ruleset.seed.digits, carried)
    return begun(_key(ruleset, other), _place(ruleset, other, carried), rules)


@beside.get("/lab/<path>/<digits>/beside.json")
def told(path: str, digits: str) -> Response:
    """The same for programs: how both play, and which rules differ; or how far that has come."""
    ruleset, _ = read_game(find_played(path), digits)
    other = _other_asked(ruleset)
    stands = workers().status(_key(ruleset, other))
    figures = stands.result and {
        **stands.result,
        "id": ruleset.path,
        "rows": [
            row | {"id": other.path, "digits": other.seed.digits} for row in stands.result.get("rows", ())
        ],
        "other": other.path,
        "rules": [
            {"title": title, "here": here, "there": there}
            for title, here, there in _rules(ruleset, other)
            if here != there
        ],
    }
    return passing(standing(stands, figures, "comparison"))


@beside.post("/lab/<path>/<digits>/beside.json")
def play_for_program(path: str, digits: str) -> Response:
    """Have both played, and go to where their figures will be."""
    ruleset, carried = read_game(find_played(path), digits)
    other = _other_asked(ruleset)
    rules = game_url(ruleset.book, ruleset.seed.digits, carried)
    return begun(_key(ruleset, other), _place(ruleset, other, carried, ".json"), rules)


def _other_asked(ruleset: Ruleset) -> Ruleset:
    """The game that the address names; raises Trouble for one that is none."""
    try:
        return _other(request.args.get("game", "").strip(), ruleset)
    except Unclear as unclear:
        advice = Advice("unknown_game", reason=unclear.wrong)
        raise Trouble(400, "Which game?", advice, field="game") from None


def _key(ruleset: Ruleset, other: Ruleset) -> Key:
    return ruleset.book.code, ruleset.answers, BESIDE, f"{other.book.code}/{other.answers}"


def _place(ruleset: Ruleset, other: Ruleset, carried: Carried, form: str = "") -> str:
    also = carried.query().replace("?", "&", 1)
    return f"/lab{ruleset.path}/beside{form}?game={quote_plus(other.path.strip('/'), '/')}{also}"


def _other(named: str, ruleset: Ruleset) -> Ruleset:
    """The game that somebody names as in the box on the home page, but for words; raises Unclear, and Trouble
    for a game that nobody plays."""
    if not named:
        raise Unclear("No game is named.")
    try:
        found = understand(named, ruleset.book)
    except (TextError, GameNameError) as error:
        raise Unclear(str(error)) from None
    if found.words:
        raise Unclear("This names no game.")
    return resolve(find_played(found.book.code), found.seed)


def _page(
    ruleset: Ruleset,
    other: Ruleset | None,
    carried: Carried,
    stands: JobStatus[dict[str, Any]],
    wrong: str = "",
    typed: str = "",
) -> str:
    """The page; where something is `wrong` with what was typed, the form has it as it was."""
    rules = _rules(ruleset, other) if other else []
    return render_template(
        "lab/beside.html",
        ruleset=ruleset,
        other=other,
        wrong=wrong,
        typed=typed,
        stands=stands,
        differing=[row for row in rules if row[1] != row[2]],
        alike=[row for row in rules if row[1] == row[2]],
        own=stands.result,
        named=Naming(ruleset, carried.own).text,
        rows=(stands.result or {}).get("rows", ()),
        GRADES=GRADES,
        opener=ruleset.book.sheet.nouns.opener,
        rounds=ruleset.book.sheet.nouns.rounds,
        here=_place(ruleset, other, carried) if other else "",
        program=_place(ruleset, other, carried, ".json") if other else "",
        lab=lab_place(ruleset, carried),
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
