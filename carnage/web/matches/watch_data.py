"""The pages and files of a game between bots, which depend on nothing but their addresses.

A worker plays the game and draws it; a page shows it after one event. The pages work without
script. The script (static/js/matches/watch.js) takes the same drawings and moves from one to the
next.
"""

from __future__ import annotations

import gzip

from flask import Blueprint, Response, current_app, make_response, render_template, request

from carnage.common.assets import script, table_css
from carnage.drawing.picture import render_svg
from carnage.jobs.queue import JobQueue
from carnage.jobs.status import JobLimit
from carnage.jobs.tasks.replay import ReplayResult
from carnage.replays import replay
from carnage.rulebook import build_rulebook
from carnage.web.errors import Advice, HttpProblem
from carnage.web.http import mark_noindex
from carnage.web.jobs import limit_error, submit_and_wait
from carnage.web.matches import watch_page
from carnage.web.matches.game_views import compress_reel, decompress_if_needed, rename_reel
from carnage.web.matches.watch_address import MatchUrl, invalid_players, read_address

RETRY_S = 10  # seconds until a refused client may retry
WAIT_S = 2.0  # seconds that a request waits for its game to be played
FORMS = {
    "json": "application/json",
    "reel": "application/json",
    "svg": "image/svg+xml",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "course": "application/json",
}

PENDING_COURSE = b'{"seat":0,"side":"","curve":[],"points":[]}'  # until it is estimated

watch_pages = Blueprint("watching", __name__)


def replay_queue(planned: bool) -> JobQueue[ReplayResult]:
    """Return the site's queue of games to watch: those with a planner have one of their own."""
    queue: JobQueue[ReplayResult] = current_app.extensions["replays"][planned]
    return queue


@watch_pages.get("/watch/<path>/<digits>")
def show_replay(path: str, digits: str) -> Response:
    """Return the page of a game after an event, or another form of it.

    `.json` is the replay, `.reel` the replay as drawings, `.svg` one drawing, `.html` a file that
    replays the game, `.md` its report, `.course` the chances of a side with the turning points.
    """
    digits, dot, form = digits.partition(".")
    if dot and form not in FORMS:
        raise HttpProblem(404, "Unknown file type", Advice("forms", endings=FORMS))
    address = read_address(path, digits)
    try:
        key = address.course_key if form == "course" else address.replay_key
        stands = submit_and_wait(replay_queue(address.planned), key, WAIT_S)
    except JobLimit as limit:
        raise limit_error(limit, "replays", RETRY_S, "table_taken", url=address.url(form)) from None
    shown = stands.result
    if shown is None and form == "course":
        pending = Response(PENDING_COURSE, 202, content_type=FORMS[form])
        pending.headers["Retry-After"] = "1"
        return mark_noindex(pending, "no-store")
    if shown is None:
        # A browser that follows a link names the type; programs accept any.
        if form and not any(accepted == "text/html" for accepted, _ in request.accept_mimetypes):
            advice = Advice(
                "table_taken", reason="Bots are still playing it.", url=address.url(form)
            )
            raise HttpProblem(503, "The game is not ready", advice, retry_s=RETRY_S)
        waiting = make_response(
            render_template(
                "matches/waiting.html",
                address=address,
                url=address.url(form),
                stands=stands,
                advised=False,
            )
        )
        if form:  # a file that is not there yet, which the browser requests again
            waiting.status_code = 503
            waiting.headers["Retry-After"] = str(RETRY_S)
        return mark_noindex(waiting, "no-store")
    if shown.refusal:
        raise invalid_players(shown.refusal)
    return _export_replay(address, shown, form) if form else _render_page(address, shown)


def _export_replay(address: MatchUrl, shown: ReplayResult, form: str) -> Response:
    """Return the game in another form."""
    if form == "course":
        response = Response(_rename_course(address, shown), content_type=FORMS[form])
    elif form in ("json", "reel"):
        body = shown.film if form == "json" else _compress_reel(address, shown)
        response = decompress_if_needed(body, FORMS[form])
    elif form == "svg":
        response = Response(_render_picture(address, shown), content_type=FORMS[form])
    else:
        text = _render_file(address, shown) if form == "html" else _render_report(address, shown)
        response = Response(text, content_type=FORMS[form])
        name = (
            f"carnage-{address.ruleset.book.code}-{address.ruleset.seed}-game-{address.game}.{form}"
        )
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return _require_revalidation(response)


def _rename_course(address: MatchUrl, shown: ReplayResult) -> bytes:
    """Return the chances in the course of the game with the names in the address."""
    return address.rename(shown.course.decode()).encode()


def _render_file(address: MatchUrl, shown: ReplayResult) -> str:
    """Return a file that replays the game, with the rules that had an effect."""
    reel = rename_reel(shown.reel, address.naming)
    parts = watch_page.build_context(
        address, reel, _check_event(address.at, len(reel.cuts) - 1), alone=True
    )
    anchors = {anchor for _, anchor in parts["rule_names"].values()}
    rulebook = build_rulebook(address.ruleset, address.carried.own, address.carried.world)
    return render_template(
        "matches/watched_file.html",
        alone=True,
        style=table_css(),
        script=script("matches/watch.js"),
        written=gzip.decompress(_compress_reel(address, shown)).decode().replace("<", "\\u003c"),
        sections=[section for section in rulebook.sections if section.id in anchors],
        anchors=anchors,
        naming=rulebook.naming,
        **parts,
    )


def _render_picture(address: MatchUrl, shown: ReplayResult) -> str:
    """Return the drawing of the table after an event."""
    recorded = replay.decode_replay(gzip.decompress(shown.film))
    at = _check_event(address.at, len(recorded.steps))
    scene = next(scene for n, scene in enumerate(replay.iterate_scenes(recorded)) if n == at)
    step = recorded.steps[at - 1] if at else None
    lines = [line.lstrip("# ") for line in step.lines] if step else []
    title = f"{address.ruleset.name}, event {at} of {len(recorded.steps)}"
    marks = step.marks if step else ()
    drawn = render_svg(
        scene, marks=marks, title=title, heading=(title, *lines), has_key=True, is_standalone=True
    )
    return address.naming.html(drawn) if address.naming else drawn


def _compress_reel(address: MatchUrl, shown: ReplayResult) -> bytes:
    """Return the reel with the names in the address."""
    if address.naming is None:
        return shown.reel
    return compress_reel(rename_reel(shown.reel, address.naming))


def _render_report(address: MatchUrl, shown: ReplayResult) -> str:
    report = render_template(
        "matches/report.md", film=replay.decode_replay(gzip.decompress(shown.film))
    )
    return address.naming.markdown(report) if address.naming else report


def _check_event(at: int | None, last: int) -> int:
    """Return an event of the game, 0 if none was named; raises HttpProblem for an event after the
    end.
    """
    if at is not None and at > last:
        raise HttpProblem(
            404,
            "No such event",
            Advice("past_the_end", events=last),
        )
    return at or 0


def _render_page(address: MatchUrl, shown: ReplayResult) -> Response:
    reel = rename_reel(shown.reel, address.naming)
    at = _check_event(address.at, len(reel.cuts) - 1)
    page = render_template(
        "matches/watch.html", bots=shown.bots, **watch_page.build_context(address, reel, at)
    )
    return _require_revalidation(make_response(page))


def _require_revalidation(response: Response) -> Response:
    """Return a response that clients may keep and must revalidate: games change with their
    rules.
    """
    mark_noindex(response, "no-cache")
    response.add_etag()
    return response
