"""The lab: the page of a game's playtest, and its figures as JSON and CSV.

A playtest is started by POST, so that no crawler starts it, and runs in a worker process.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage.common.text_format import percent
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.status import JobLimit, JobStatus
from carnage.lab.csv_export import export_csv
from carnage.lab.dominance_report import describe_options
from carnage.lab.json_export import export_json
from carnage.lab.report import PlaytestReport, build_report
from carnage.lab.rule_usage import rule_usages, unused_tables
from carnage.lab.sampling_plan import (
    COMPARISON,
    DETAILS,
    FIXES,
    LOOKS,
    TRAINING_GAMES,
)
from carnage.lab.severity import GRADES
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulesets.ruleset import Ruleset, replace_roll
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.links import LinkState, game_url, lab_url, read_game
from carnage.web.http import mark_noindex
from carnage.web.jobs import limit_error, submit_and_wait
from carnage.web.params import find_playable_book, redirect_to

RETRY_S = 15
WAIT_S = 0.1  # seconds that a request waits for the first figures
POLL_S = 2  # seconds until a client polls again
FORMS = ("json", "csv", "margin")  # for programs, for spreadsheets, and for the rulebook's margin

playtests = Blueprint("playtests", __name__)


def playtest_queue() -> JobQueue[dict[str, Any]]:
    """Return the site's queue of playtests."""
    queue: JobQueue[dict[str, Any]] = current_app.extensions["playtests"]
    return queue


def playtest_key(ruleset: Ruleset) -> Key:
    return ruleset.book.code, ruleset.rules_key


def submit_and_redirect(key: Key, url: str, rules: str) -> Response:
    """Submit a job and redirect to its result; raises HttpProblem (429 or 503) if a limit is
    reached.
    """
    try:
        submit_and_wait(playtest_queue(), key, WAIT_S)
    except JobLimit as limit:
        macro = "playtests_taken"
        raise limit_error(limit, "playtests", RETRY_S, macro, rules_url=rules, place=url) from None
    return mark_noindex(redirect_to(url), "no-store")


@playtests.route("/lab/<path>/<digits>", methods=("GET", "POST"))
def show_playtest(path: str, digits: str) -> Response:
    """Return the result of a playtest, its progress, or the offer to play.

    After POST, have the game playtested and redirect to the result.
    """
    digits, form = split_ending(digits)
    ruleset, carried = read_game(find_playable_book(path), digits)
    if request.method == "POST":
        url = lab_url(ruleset, carried, form=form)
        return submit_and_redirect(
            playtest_key(ruleset), url, game_url(ruleset.book, digits, carried)
        )
    stands = playtest_queue().status(playtest_key(ruleset))
    if form == ".margin":
        return mark_transient(_respond_with_margin(ruleset, carried, stands))
    return mark_transient(
        _respond_with_figures(ruleset, stands, form)
        if form
        else make_response(_render_page(ruleset, carried, stands))
    )


def mark_transient(response: Response) -> Response:
    """Forbid caching and listing by crawlers: the response is the state of the moment."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def add_game_links(
    ruleset: Ruleset, stands: JobStatus[dict[str, Any]], name: str, carried: LinkState
) -> list[dict[str, Any]]:
    """Return rows of figures with the addresses of the games that have these options."""
    rows = []
    for row in (stands.result or {}).get(name, ()):
        other = replace_roll(ruleset, row["table"], row["roll"])
        rules = game_url(other.book, other.seed.digits, carried, row["table"])
        links = {"rules": rules, "lab": lab_url(other, carried)}
        rows.append(row | links | {"id": other.path, "digits": other.seed.digits})
    return rows


def _render_page(ruleset: Ruleset, carried: LinkState, stands: JobStatus[dict[str, Any]]) -> str:
    digits = ruleset.seed.digits
    # Beside a report alone, so that no page asks twice that only waits for one.
    mended = playtest_queue().status((*playtest_key(ruleset), FIXES)) if stands.result else stands
    details = playtest_queue().status((*playtest_key(ruleset), DETAILS))
    return render_template(
        "lab/lab.html",
        ruleset=ruleset,
        stands=stands,
        findings=_use_custom_names(ruleset, carried, build_report(ruleset, stands.result))
        if stands.result
        else None,
        mildest=add_game_links(ruleset, mended, "mildest", carried),
        GRADES=GRADES,
        most=LOOKS[-1],
        practice=TRAINING_GAMES,
        rounds=ruleset.book.sheet.nouns.rounds,
        opener=ruleset.book.sheet.nouns.opener,
        back=game_url(ruleset.book, digits, carried),
        here=lab_url(ruleset, carried),
        mend=lab_url(ruleset, carried, FIXES),
        details=details,
        details_url=lab_url(ruleset, carried, DETAILS),
        worths=describe_options(details.result["rows"]) if details.result else [],
        beside=lab_url(ruleset, carried, COMPARISON),
        workbench=f"/workbench{ruleset.path}{carried.query()}",
        what_if={each.id: lab_url(ruleset, carried, each.id) for each in ruleset.book.rolled},
        forms={each: lab_url(ruleset, LinkState(), form=f".{each}") for each in FORMS},
        watch=f"/watch/{ruleset.book.code}/{digits}{carried.query()}",
        games=[
            (name, number, f"/watch/{ruleset.book.code}/{digits}{carried.query(game=str(number))}")
            for name, number in (stands.result or {}).get("watch", {}).items()
        ],
    )


def _use_custom_names(
    ruleset: Ruleset, carried: LinkState, found: PlaytestReport
) -> PlaytestReport:
    """Return the report with custom names; rules keep their names."""
    names = carried.names(ruleset)
    if not names:
        return found
    text = NameReplacer(ruleset, names).text
    return replace(
        found,
        summary=tuple(replace(each, answer=text(each.answer)) for each in found.summary),
        findings=tuple(
            replace(each, sentence=text(each.sentence), players=text(each.players))
            for each in found.findings
        ),
        answers=tuple(
            replace(each, sentences=tuple(map(text, each.sentences))) for each in found.answers
        ),
    )


def _respond_with_margin(
    ruleset: Ruleset, carried: LinkState, stands: JobStatus[dict[str, Any]]
) -> Response:
    """Return for each table the share of games in which its rules had an effect, for the rulebook's
    margin.

    The response is 204 if the game has not been playtested.
    """
    if stands.result is None:
        return Response(status=204)
    unused = unused_tables(ruleset)
    shares: dict[str, float] = {}
    for row in rule_usages(ruleset, stands.result):
        if row.anchor not in unused:
            shares[row.anchor] = max(row.share, shares.get(row.anchor, 0.0))
    lab = f"{lab_url(ruleset, carried)}#rules"
    return respond_with_json(
        {"lab": lab, "rules": {id: percent(share) for id, share in shares.items()}}, 200
    )


def _respond_with_figures(
    ruleset: Ruleset, stands: JobStatus[dict[str, Any]], form: str
) -> Response:
    """Return the figures under this game's id, or the progress of the playtest."""
    figures = {**stands.result, "id": ruleset.address} if stands.result else None
    if figures and form == ".csv":
        name = f"{ruleset.book.code}-{ruleset.seed.digits}.csv"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        rows = export_csv(ruleset, figures)
        return Response(rows, content_type="text/csv; charset=utf-8", headers=disposition)
    return respond_with_progress(stands, figures and export_json(ruleset, figures), "playtest")


def respond_with_progress(
    stands: JobStatus[dict[str, Any]], figures: dict[str, Any] | None, what: str
) -> Response:
    """Return the figures as JSON, or 202 with the progress.

    Raises HttpProblem (404) if the job failed or was never started.
    """
    if figures and not stands.under_way:
        return respond_with_json(figures, 200)
    if not stands.known or stands.failed:
        title = f"The {what} failed" if stands.failed else f"No {what} yet"
        raise HttpProblem(404, title, "Send a POST request to this address to start it.")
    under_way = {
        "ahead": stands.ahead,
        "seconds": stands.seconds,
        "figures": figures,
    }
    response = respond_with_json(under_way, 202)
    response.headers["Retry-After"] = str(POLL_S)
    return response


def respond_with_json(data: object, status: int) -> Response:
    return Response(msgspec.json.encode(data), status, content_type="application/json")


@playtests.route("/playtest/<path>/<digits>", methods=("GET", "POST"))
def redirect_old_address(path: str, digits: str) -> Response:
    """Redirect from the former addresses of playtests."""
    query = request.query_string.decode("ascii", "replace")
    return redirect_to(f"/lab/{quote(path)}/{quote(digits)}{'?' if query else ''}{query}", 308)


def split_ending(digits: str, forms: tuple[str, ...] = FORMS) -> tuple[str, str]:
    """Return the digits or the table of an address, and its ending; raises HttpProblem for an
    unknown ending.
    """
    digits, dot, form = digits.partition(".")
    if dot and form not in forms:
        endings = [each for each in forms if each != "margin"]
        advice = Advice("forms", endings=endings, last=" and ")
        raise HttpProblem(404, "Unknown file type", advice)
    return digits, dot + form
