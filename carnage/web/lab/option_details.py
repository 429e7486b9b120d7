"""The worth of each option of the players, as part of the lab's page and as JSON."""

from __future__ import annotations

from flask import Blueprint, Response, request

from carnage.lab.sampling_plan import DETAILS
from carnage.web.games.links import game_url, lab_url, read_game
from carnage.web.lab.playtests import (
    mark_transient,
    playtest_key,
    playtest_queue,
    respond_with_progress,
    submit_and_redirect,
)
from carnage.web.params import find_playable_book, redirect_to

option_details = Blueprint("option_details", __name__)


@option_details.route("/lab/<path>/<digits>/details", methods=("GET", "POST"))
def show_details(path: str, digits: str) -> Response:
    """Redirect to the section of the lab's page; after POST, have each option left out first."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    url = f"{lab_url(ruleset, carried)}#options"
    if request.method == "POST":
        rules = game_url(ruleset.book, ruleset.seed.digits, carried)
        return submit_and_redirect((*playtest_key(ruleset), DETAILS), url, rules)
    return redirect_to(url)


@option_details.route("/lab/<path>/<digits>/details.json", methods=("GET", "POST"))
def show_details_as_json(path: str, digits: str) -> Response:
    """Return the worth of each option as JSON, or the progress; after POST, start the job."""
    ruleset, carried = read_game(find_playable_book(path), digits)
    key = (*playtest_key(ruleset), DETAILS)
    if request.method == "POST":
        url = lab_url(ruleset, carried, DETAILS, ".json")
        rules = game_url(ruleset.book, ruleset.seed.digits, carried)
        return submit_and_redirect(key, url, rules)
    stands = playtest_queue().status(key)
    return mark_transient(respond_with_progress(stands, stands.result, "trial of options"))
