"""PDFs of a game, which a worker renders, and the page that lists them."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage import printing as paper
from carnage.catalog import is_played
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.status import JobLimit, JobStatus
from carnage.jobs.tasks.print import Printed, Told
from carnage.lab.predictions import build_predictions
from carnage.rulebook import build_rulebook
from carnage.rulebook.custom_names import NameReplacer
from carnage.rulebook.examples import find_example
from carnage.rulesets.house_rules import job_digits
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import Advice, HttpProblem
from carnage.web.games.example import request_example
from carnage.web.games.links import LinkState, file_name, read_game
from carnage.web.http import mark_noindex
from carnage.web.jobs import RETRY_S, limit_error, submit_and_wait
from carnage.web.lab.playtests import POLL_S, playtest_queue
from carnage.web.origin import base_url, forbid_shared_cache
from carnage.web.params import find_book, find_playable_book

PDF_TYPE = "application/pdf"
WAIT_S = 3.0  # seconds that a request waits for its PDF
MAX_SITE_CHARS = 120  # characters of an address that are worth printing
# The sheet of a playtest depends on more than its address, and has a route of its own.
CHOICES = {**paper.CHOICES, "part": tuple(part for part in paper.PARTS if part != paper.PLAYTEST)}

printing = Blueprint("printing", __name__)


def print_queue() -> JobQueue[Printed]:
    """Return the site's queue of games to print."""
    queue: JobQueue[Printed] = current_app.extensions["prints"]
    return queue


@printing.get("/print/<path>/<digits>")
def show_print_page(path: str, digits: str) -> Response:
    """Return the page with everything that can be printed of a game."""
    book = find_book(path)
    ruleset, carried = read_game(book, digits)
    _check_choices(*(request.args.get(field) or known[0] for field, known in CHOICES.items()))
    parts = {
        part: paper.PARTS[part]
        for part in paper.list_parts(build_rulebook(ruleset))
        if part in CHOICES["part"]
    }
    page = render_template(
        "games/print.html",
        ruleset=ruleset,
        book=book,
        parts=parts,
        papers=paper.PAPERS,
        carried=carried,
    )
    return mark_noindex(make_response(page), "no-cache")


@printing.get("/<path>/<digits>.pdf")
def show_pdf(path: str, digits: str) -> Response:
    """Return a part of a game as PDF: `part`, `paper` and `sheet` are fields of the address."""
    ruleset, carried = read_game(find_book(path), digits)
    part, size, sheet = (request.args.get(field) or known[0] for field, known in CHOICES.items())
    _check_choices(part, size, sheet)
    return respond_with_pdf(ruleset, carried, part, size, sheet)


@printing.get("/lab/<path>/<digits>.pdf")
def show_playtest_sheet(path: str, digits: str) -> Response:
    """Return a sheet with the predictions of a playtest, if there is one, beside room for
    results.
    """
    ruleset, carried = read_game(find_playable_book(path), digits)
    size = request.args.get("paper") or paper.PAPERS[0]
    _check_choices(paper.PLAYTEST, size, paper.SINGLE)
    stands = playtest_queue().status((ruleset.book.code, ruleset.rules_key))
    predictions: Told = ()
    if stands.result and stands.result.get("complete"):
        named = NameReplacer(ruleset, carried.names(ruleset)).text
        said = build_predictions(ruleset, stands.result)
        predictions = tuple(
            (each.question, tuple(map(named, each.sentences)), each.measures) for each in said
        )
    return mark_noindex(
        respond_with_pdf(ruleset, carried, paper.PLAYTEST, size, paper.SINGLE, predictions),
        "no-cache",
    )


def _check_choices(part: str, size: str, sheet: str) -> None:
    try:
        paper.check_choices(part, size, sheet)
    except paper.PrintChoiceError:
        asked = {"part": part, "paper": size, "sheet": sheet}
        wrong = next((field for field in asked if asked[field] not in CHOICES[field]), "sheet")
        advice = Advice("print_choices", choices=CHOICES)
        raise HttpProblem(400, "Invalid print choice", advice, field=wrong) from None


def submit_print(key: Key) -> JobStatus[Printed]:
    """Submit a print, and return its status after WAIT_S; raises HttpProblem (429 or 503) for a
    limit.
    """
    try:
        return submit_and_wait(print_queue(), key, WAIT_S)
    except JobLimit as limit:
        raise limit_error(limit, "PDFs and pictures", RETRY_S) from None


def respond_with_pdf(
    ruleset: Ruleset, carried: LinkState, part: str, size: str, sheet: str, predictions: Told = ()
) -> Response:
    """Return the PDF from the worker; while it is being rendered, a page that reloads, or 503."""
    site = base_url()
    site = site if len(site) <= MAX_SITE_CHARS else ""
    example = _encode_example(ruleset) if part == paper.RULES else b""
    if example is None:
        return _respond_with_waiting_page(ruleset)
    key: tuple[Any, ...] = (
        ruleset.book.code,
        job_digits(ruleset, ruleset.seed.digits),
        carried.name,
        part,
        size,
        sheet,
        site,
        predictions,
        *([carried.own, carried.setting] if carried.own or carried.setting or example else []),
        *([example] if example else []),
    )
    stands = submit_print(key)
    if stands.failed:
        raise HttpProblem(500, "Printing failed", "The error has been logged. Try again later.")
    if stands.result is None:
        return _respond_with_waiting_page(ruleset)
    if isinstance(stands.result, tuple):
        parts = [each for each in stands.result if each in CHOICES["part"]]
        raise HttpProblem(404, "No such part of this game", Advice("printed_parts", parts=parts))
    response = Response(stands.result, content_type=PDF_TYPE)
    usual = {paper.RULES, paper.PAPERS[0], paper.SINGLE}
    ending = "".join(f"-{each}" for each in (part, size, sheet) if each not in usual)
    name = file_name(ruleset, f"{ending}.pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return forbid_shared_cache(response)


def _encode_example(ruleset: Ruleset) -> bytes | None:
    """Return the example of play for a PDF of the rules as JSON; None while a worker chooses it.

    It is empty where the package has one, where no bot plays the game, and where its job failed.
    After a failed job the rules are printed without an example.
    """
    if find_example(ruleset) or not is_played(ruleset.book.family):
        return b""
    status = request_example(ruleset)
    if status.result is None:
        return b"" if status.failed else None
    return msgspec.json.encode(status.result)


def _respond_with_waiting_page(ruleset: Ruleset) -> Response:
    """Return a page that reloads, with status 503."""
    page = make_response(
        render_template("games/printing.html", ruleset=ruleset, seconds=POLL_S), 503
    )
    page.headers["Retry-After"] = str(POLL_S)
    return mark_noindex(page, "no-store")
