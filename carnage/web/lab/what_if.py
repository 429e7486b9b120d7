"""Other options of a game's tables, played in the lab: those of one table, or the best of all
tables.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from carnage.jobs.status import JobStatus
from carnage.lab.sampling_plan import FIXES
from carnage.lab.severity import GRADES
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import LinkState, game_url, lab_url, read_game
from carnage.web.lab.playtests import (
    add_game_links,
    mark_transient,
    playtest_key,
    playtest_queue,
    respond_with_progress,
    split_ending,
    submit_and_redirect,
)
from carnage.web.params import find_playable_book

FORMS = ("json",)  # for programs

FAULT_MEASURES = {
    "nobody-meets": ("unhurt", "Nobody hurt"),
    "nobody-is-hurt": ("unhurt", "Nobody hurt"),
    "nil-nil": ("nil_nil", "No points"),
    "tie-break": ("tie_break", "Won by the tie-break"),
    "skill": ("skill", "Skill"),
}
"""The measure of each fault that gates find, with its heading."""

what_if = Blueprint("what_if", __name__)


@what_if.route("/lab/<path>/<digits>/<table>", methods=("GET", "POST"))
def show_what_if(path: str, digits: str, table: str) -> Response:
    """Return the effects of a table's other options, or of those that would mend the game.

    After POST, have them played and redirect to the result.
    """
    ruleset, carried = read_game(find_playable_book(path), digits)
    table, form = split_ending(table, FORMS)
    key = (*playtest_key(ruleset), _check_table(ruleset, table))
    if request.method == "POST":
        url = lab_url(ruleset, carried, table, form)
        return submit_and_redirect(key, url, game_url(ruleset.book, ruleset.seed.digits, carried))
    stands = playtest_queue().status(key)
    if form:
        return mark_transient(
            respond_with_progress(stands, _build_data(ruleset, carried, stands), "trial")
        )
    page = render_template(
        "lab/what_if.html",
        ruleset=ruleset,
        stands=stands,
        table=None if table == FIXES else ruleset.book.table(table),
        rows=add_game_links(ruleset, stands, "rows", carried),
        mildest=add_game_links(ruleset, stands, "mildest", carried),
        own=stands.result,
        also=_find_fault_measure(stands.result),
        named=NameReplacer(ruleset, carried.names(ruleset)).text,
        GRADES=GRADES,
        opener=ruleset.book.sheet.nouns.opener,
        rounds=ruleset.book.sheet.nouns.rounds,
        back=game_url(ruleset.book, ruleset.seed.digits, carried),
        lab=lab_url(ruleset, carried),
        here=lab_url(ruleset, carried, table),
        program=lab_url(ruleset, carried, table, ".json"),
    )
    return mark_transient(make_response(page))


def _find_fault_measure(own: dict[str, Any] | None) -> tuple[str, str] | None:
    """Return the measure of the worst fault with its heading, if the table has no column for it."""
    gates = own.get("gates") if own else None
    return FAULT_MEASURES.get(gates[0]) if gates else None


def _build_data(
    ruleset: Ruleset, carried: LinkState, stands: JobStatus[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the figures with the ids of this game and its neighbours."""
    if stands.result is None:
        return None
    data = {**stands.result, "id": ruleset.address}
    for name in ("rows", "mildest"):
        if name in data:
            data[name] = add_game_links(ruleset, stands, name, carried)
    return data


def _check_table(ruleset: Ruleset, table: str) -> str:
    """Return the id of the table; raises HttpProblem if the game does not use it."""
    used = [
        choice.table.id for choice in ruleset.choices if ruleset.uses(choice.table, choice.option)
    ]
    if table not in (FIXES, *used):
        pages = [(lab_url(ruleset, LinkState(), each), each) for each in (*used, FIXES)]
        raise HttpProblem(404, "Unknown table", Advice("tables_to_try", pages=pages))
    return table
