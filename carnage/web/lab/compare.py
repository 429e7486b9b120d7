"""Two games: the rules that differ, and how both play on the same dice."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote_plus

from flask import Blueprint, Response, make_response, render_template, request

from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.lab.sampling_plan import COMPARISON
from carnage.lab.severity import GRADES
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.game_names import GameNameError
from carnage.rulesets.house_rules import HouseRuleError, change_rules
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import TextError
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.game_input import AmbiguousInput, parse_game_input
from carnage.web.games.links import LinkState, game_url, lab_url, read_game
from carnage.web.lab.playtests import (
    mark_transient,
    playtest_queue,
    respond_with_progress,
    submit_and_redirect,
)
from carnage.web.params import find_playable_book

compare = Blueprint("compare", __name__)


@compare.route("/lab/<path>/<digits>/beside", methods=("GET", "POST"))
def show_comparison(path: str, digits: str) -> Response:
    """Return the page of two games, or a form that asks for the other; after POST, have both
    played.
    """
    ruleset, carried = read_game(find_playable_book(path), digits)
    typed = request.args.get("game", "").strip()
    if request.method != "POST" and not typed:
        return mark_transient(make_response(_render_page(ruleset, None, carried, JobStatus())))
    try:
        other = _find_other(typed, ruleset)
    except AmbiguousInput as unclear:
        page = _render_page(ruleset, None, carried, JobStatus(), unclear.wrong, typed)
        return mark_transient(make_response(page, 400))
    if request.method == "POST":
        return _start_job(ruleset, other, carried)
    return mark_transient(
        make_response(
            _render_page(
                ruleset, other, carried, playtest_queue().status(_comparison_key(ruleset, other))
            )
        )
    )


@compare.route("/lab/<path>/<digits>/beside.json", methods=("GET", "POST"))
def show_comparison_as_json(path: str, digits: str) -> Response:
    """Return the comparison as JSON or how far it has come; after POST, have both games played."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    try:
        other = _find_other(request.args.get("game", "").strip(), ruleset)
    except AmbiguousInput as unclear:
        advice = Advice("unknown_game", reason=unclear.wrong)
        raise HttpProblem(400, "Unclear game", advice, field="game") from None
    if request.method == "POST":
        return _start_job(ruleset, other, carried, ".json")
    stands = playtest_queue().status(_comparison_key(ruleset, other))
    figures = stands.result and {
        **stands.result,
        "id": ruleset.address,
        "rows": [
            row | {"id": other.address, "digits": other.seed.digits}
            for row in stands.result.get("rows", ())
        ],
        "other": other.address,
        "rules": [
            {"title": title, "here": here, "there": there}
            for title, here, there in _list_rules(ruleset, other)
            if here != there
        ],
    }
    return mark_transient(respond_with_progress(stands, figures, "comparison"))


def _start_job(ruleset: Ruleset, other: Ruleset, carried: LinkState, form: str = "") -> Response:
    """Have both games played and redirect to the result."""
    rules = game_url(ruleset.book, ruleset.seed.digits, carried)
    return submit_and_redirect(
        _comparison_key(ruleset, other), _comparison_url(ruleset, other, carried, form), rules
    )


def _comparison_key(ruleset: Ruleset, other: Ruleset) -> Key:
    return (
        ruleset.book.code,
        ruleset.rules_key,
        COMPARISON,
        f"{other.book.code}/{other.rules_key}",
    )


def _comparison_url(ruleset: Ruleset, other: Ruleset, carried: LinkState, form: str = "") -> str:
    also = carried.query().replace("?", "&", 1)
    return f"/lab{ruleset.path}/beside{form}?game={quote_plus(other.address.strip('/'), '/')}{also}"


def _find_other(typed: str, ruleset: Ruleset) -> Ruleset:
    """Return the game with this address or these digits; raises AmbiguousInput.

    Raises HttpProblem for a game that bots cannot play.
    """
    if not typed:
        raise AmbiguousInput("The game is missing.")
    try:
        found = parse_game_input(typed, ruleset.book)
    except (TextError, GameNameError) as error:
        raise AmbiguousInput(str(error)) from None
    if found.words:
        raise AmbiguousInput("No game has this name.")
    plain = resolve(find_playable_book(found.book.code), found.seed)
    try:
        return change_rules(plain, found.carried.rules)
    except HouseRuleError as error:
        raise AmbiguousInput(str(error)) from None


def _render_page(
    ruleset: Ruleset,
    other: Ruleset | None,
    carried: LinkState,
    stands: JobStatus[dict[str, Any]],
    wrong: str = "",
    typed: str = "",
) -> str:
    """Return the page; after an error, the form has the input."""
    rules = _list_rules(ruleset, other) if other else []
    return render_template(
        "lab/compare.html",
        ruleset=ruleset,
        other=other,
        wrong=wrong,
        typed=typed,
        stands=stands,
        differing=[row for row in rules if row[1] != row[2]],
        alike=[row for row in rules if row[1] == row[2]],
        own=stands.result,
        named=NameReplacer(ruleset, carried.names(ruleset)).text,
        rows=(stands.result or {}).get("rows", ()),
        GRADES=GRADES,
        opener=ruleset.book.sheet.nouns.opener,
        rounds=ruleset.book.sheet.nouns.rounds,
        here=_comparison_url(ruleset, other, carried) if other else "",
        program=_comparison_url(ruleset, other, carried, ".json") if other else "",
        lab=lab_url(ruleset, carried),
        back=game_url(ruleset.book, ruleset.seed.digits, carried),
        carried=carried,
    )


def _list_rules(ruleset: Ruleset, other: Ruleset) -> list[tuple[str, str, str]]:
    """Return the title of each table with its option in both games; a dash for a missing table."""
    titles: dict[str, str] = {}
    answers: list[dict[str, str]] = []
    for game in (ruleset, other):
        labels = {}
        for choice in game.choices:
            titles.setdefault(choice.table.id, choice.table.title)
            used = game.uses(choice.table, choice.option)
            labels[choice.table.id] = (
                choice.option.label if used else f"{choice.option.label} (not used)"
            )
        answers.append(labels)
    mine, theirs = answers
    return [(title, mine.get(id, "–"), theirs.get(id, "–")) for id, title in titles.items()]
