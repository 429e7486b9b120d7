"""PDFs of a game, which a worker renders, and the page that lists them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage import printing as paper
from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.status import JobLimit, JobStatus
from carnage.jobs.tasks.print import Printed, Told
from carnage.lab.predictions import build_predictions
from carnage.rulebook import build_rulebook
from carnage.rulebook.custom_names import Naming
from carnage.rulesets.ruleset import Ruleset
from carnage.web.errors import Advice, Trouble
from carnage.web.games.links import LinkState, file_name, read_game
from carnage.web.http import unlisted
from carnage.web.jobs import RETRY_S, limit_error, submit_and_wait
from carnage.web.lab.playtests import LOOK_AGAIN, workers
from carnage.web.origin import naming_where, where_it_is
from carnage.web.params import find_book, find_played

TYPE = "application/pdf"
WAIT_S = 3.0  # seconds that a request waits for its PDF
LONGEST_SITE = 120  # characters of an address that are worth printing
# The sheet of a playtest depends on more than its address, and has a route of its own.
CHOICES = {**paper.CHOICES, "part": tuple(part for part in paper.PARTS if part != paper.PLAYTEST)}

printing = Blueprint("printing", __name__)


def prints() -> JobQueue[Printed]:
    """Return the site's queue of games to print."""
    queue: JobQueue[Printed] = current_app.extensions["prints"]
    return queue


@printing.get("/print/<path>/<digits>")
def everything(path: str, digits: str) -> Response:
    """Return the page with everything that can be printed of a game."""
    book = find_book(path)
    ruleset, carried = read_game(book, digits)
    _check(*(request.args.get(field) or known[0] for field, known in CHOICES.items()))
    parts = {
        part: paper.PARTS[part]
        for part in paper.parts_of(build_rulebook(ruleset))
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
    return unlisted(make_response(page), "no-cache")


@printing.get("/<path>/<digits>.pdf")
def pdf(path: str, digits: str) -> Response:
    """Return a part of a game as PDF: `part`, `paper` and `sheet` are fields of the address."""
    ruleset, carried = read_game(find_book(path), digits)
    part, size, sheet = (request.args.get(field) or known[0] for field, known in CHOICES.items())
    _check(part, size, sheet)
    return printed(ruleset, carried, part, size, sheet)


@printing.get("/lab/<path>/<digits>.pdf")
def playtest(path: str, digits: str) -> Response:
    """Return a sheet with the predictions of a playtest, if there is one, beside room for
    results.
    """
    ruleset, carried = read_game(find_played(path), digits)
    size = request.args.get("paper") or paper.PAPERS[0]
    _check(paper.PLAYTEST, size, paper.SINGLE)
    stands = workers().status((ruleset.book.code, ruleset.canonical_seed))
    told: Told = ()
    if stands.result and stands.result.get("complete"):
        named = Naming(ruleset, carried.own).text
        said = build_predictions(ruleset, stands.result)
        told = tuple(
            (each.question, tuple(map(named, each.sentences)), each.measures) for each in said
        )
    return unlisted(printed(ruleset, carried, paper.PLAYTEST, size, paper.SINGLE, told), "no-cache")


def _check(part: str, size: str, sheet: str) -> None:
    try:
        paper.check(part, size, sheet)
    except paper.PrintChoiceError:
        asked = {"part": part, "paper": size, "sheet": sheet}
        wrong = next((field for field in asked if asked[field] not in CHOICES[field]), "sheet")
        advice = Advice("print_choices", choices=CHOICES)
        raise Trouble(400, "Invalid print choice", advice, field=wrong) from None


def submit_print(key: Key) -> JobStatus[Printed]:
    """Submit a print, and return its status after WAIT_S; raises Trouble (429 or 503) for a
    limit.
    """
    try:
        return submit_and_wait(prints(), key, WAIT_S)
    except JobLimit as limit:
        raise limit_error(limit, "PDFs and pictures", RETRY_S) from None


def printed(
    ruleset: Ruleset, carried: LinkState, part: str, size: str, sheet: str, told: Told = ()
) -> Response:
    """Return the PDF from the worker; while it is being rendered, a page that reloads, or 503."""
    site = where_it_is()
    site = site if len(site) <= LONGEST_SITE else ""
    key: tuple[Any, ...] = (
        ruleset.book.code,
        ruleset.seed.digits,
        carried.name,
        part,
        size,
        sheet,
        site,
        told,
        *([carried.own] if carried.own else []),
    )
    stands = submit_print(key)
    if stands.failed:
        raise Trouble(500, "Printing failed", "The error has been logged. Try again later.")
    if stands.result is None:
        waits = make_response(
            render_template("games/printing.html", ruleset=ruleset, seconds=LOOK_AGAIN), 503
        )
        waits.headers["Retry-After"] = str(LOOK_AGAIN)
        return unlisted(waits, "no-store")
    if isinstance(stands.result, tuple):
        parts = [each for each in stands.result if each in CHOICES["part"]]
        raise Trouble(404, "No such part of this game", Advice("printed_parts", parts=parts))
    made = Response(stands.result, content_type=TYPE)
    usual = {paper.RULES, paper.PAPERS[0], paper.SINGLE}
    ending = "".join(f"-{each}" for each in (part, size, sheet) if each not in usual)
    name = file_name(ruleset, f"{ending}.pdf")
    made.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return naming_where(made)
