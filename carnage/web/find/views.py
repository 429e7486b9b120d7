"""The page to find a game by a wish, and the search for good games.

Wishes about the rulebook are answered at once. POST starts a search with playtests in a worker.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, render_template, request

from carnage.catalog import Book, is_played
from carnage.catalog.atlas import get_atlas
from carnage.catalog.rolls import Choice, list_granted_traits
from carnage.common.text_format import approximate_duration, capitalize, join_words
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus
from carnage.lab.checks import find_check
from carnage.lab.criteria import (
    EMPTY_OPTIONS,
    FIGURE_CRITERIA,
    MAX_NUMBER,
    NUMBERS,
    Criteria,
    InvalidCriteria,
    describe_feature,
    parse_fields,
    to_query,
)
from carnage.lab.criteria_text import format_criteria, format_errors, parse_criteria
from carnage.lab.criteria_vocabulary import list_tags
from carnage.lab.meant_book import find_meant_book
from carnage.lab.rulebook_search import (
    SearchResult,
    describe_criteria,
    describe_misses,
    list_candidates,
    search_rulebooks,
)
from carnage.lab.sampling_plan import CANDIDATE_GAMES, MAX_FOUND, MAX_JUDGED, SEARCH
from carnage.rulebook.battle import play_time
from carnage.rulebook.sections import build_briefs
from carnage.rulebook.summary import build_pitch, choose_tags
from carnage.rulebook.text import TextFiller
from carnage.rulebook.typography import curl_quotes
from carnage.rulesets.address import read_game
from carnage.rulesets.ruleset import Ruleset
from carnage.web.games.game_input import find_named_game
from carnage.web.games.links import LinkState
from carnage.web.lab.playtests import mark_transient, playtest_queue, submit_and_redirect
from carnage.web.params import ANY_BOOK, books, find_book, find_playable_book, redirect_to

MAX_SHOWN_GAMES = 6  # games on the page
TRIES = 300  # random games that are searched, so that the page is fast
STEPS = 450  # changes of one die that are tried to improve the best of them

LABELS = {
    "about": "About (minutes)",
    "minutes": "Maximum length (minutes)",
    "figures": "Maximum number of figures",
    "players": "Players",
    "feet": "Side of the table (feet)",
}

find_pages = Blueprint("finding", __name__)


@find_pages.get("/find")
def redirect_to_book() -> Response:
    """Redirect to the page of the requested book, with the wish; raises HttpProblem for an unknown
    book.

    A wish that names another book leads there, and without a chosen book also one that fits only
    another book.
    """
    code = request.args.get("book", "")
    is_chosen = code not in ("", ANY_BOOK)
    asked = find_book(code) if is_chosen else next(iter(books().values()))
    words = request.args.get("wish", "")
    book, wish = find_meant_book(words, asked, books().values())
    if is_chosen and wish == words:
        book = asked
    fields = [each for each in request.args.items(multi=True) if each[0] not in ("book", "wish")]
    fields = [each for each in (("wish", wish), *fields) if each[1]]
    query = urlencode(fields, safe="=,")
    return redirect_to(f"/find/{book.code}{'?' if query else ''}{query}")


@find_pages.route("/find/<path>", methods=("GET", "POST"))
def show_search(path: str) -> Response:
    """Return the page of a wish; after POST, start a search and redirect to its result."""
    is_search = request.method == "POST"
    book = find_playable_book(path) if is_search else find_book(path)
    sent = request.form if is_search else request.args
    try:
        wishes, unclear, worded = parse_wishes(sent.to_dict(flat=False), book)
    except InvalidCriteria as error:
        game = None if is_search else find_named_game(request.args.get("wish", ""))
        if game:
            return mark_transient(redirect_to(game.url))
        return mark_transient(
            make_response(_render_page(book, Criteria(), JobStatus(), wrong=str(error)), 400)
        )
    query = to_query(wishes, book)
    url = search_url(book, query, unclear)
    if is_search:
        return submit_and_redirect(search_key(book, query), f"{url}#found", f"/{book.code}/")
    if worded:
        return mark_transient(redirect_to(url))
    stands = (
        playtest_queue().status(search_key(book, query)) if is_played(book.family) else JobStatus()
    )
    return mark_transient(make_response(_render_page(book, wishes, stands, unclear)))


def parse_wishes(sent: dict[str, list[str]], book: Book) -> tuple[Criteria, dict[str, str], bool]:
    """Return a wish, the words that were not understood with a reply to each, and whether words
    were used.

    Raises WishError, also if nothing was understood.
    """
    words = " ".join(sent.pop("wish", ())).strip()
    found, unclear = parse_criteria(words, book)
    for name, values in found.items():
        sent[name] = values if name in NUMBERS else [*sent.get(name, ()), *values]
    wishes = parse_fields(sent, book)
    if unclear and not to_query(replace(wishes, seed=0), book):
        raise InvalidCriteria(format_errors(unclear, book))
    return wishes, unclear, bool(found) or bool(words and not unclear)


def search_key(book: Book, query: str) -> Key:
    return book.code, SEARCH, query


def search_url(book: Book, query: str, unclear: Iterable[str] = (), form: str = "") -> str:
    """Return the address of a wish; words that were not understood stay in the form."""
    typed = ", ".join(unclear)
    words = urlencode({"wish": typed}, safe=",") if typed else ""
    asked = "&".join(filter(None, (query, words)))
    return f"/find/{book.code}{form}{'?' if asked else ''}{asked}"


def _render_page(
    book: Book,
    wishes: Criteria,
    stands: JobStatus[dict[str, Any]],
    unclear: Mapping[str, str] | None = None,
    wrong: str = "",
) -> str:
    """Return the page; after an error, the form has the wish as it was sent."""
    in_words = format_criteria(replace(wishes, seed=0), book)
    query = LinkState(wish=in_words).query()
    seen = (
        SearchResult([], ())
        if wrong
        else search_rulebooks(book, wishes, MAX_SHOWN_GAMES, TRIES, STEPS)
    )
    hunt = _read_progress(book, wishes, stands)
    near = [each for each in seen.near if each.ruleset.path not in hunt.shown]
    sent = request.values.to_dict(flat=False)
    kept = (
        dict(each.partition("=")[::2] for each in sent.get("keep", ()))
        if wrong
        else wishes.required_options
    )
    varying = _list_optional_traits(book)
    needs, lacks = (
        [thing for thing in sent.get(name, ()) if thing in (*varying, *list_tags(book))]
        if wrong
        else list(things)
        for name, things in (("with", wishes.required), ("without", wishes.excluded))
    )
    varying |= {
        thing: describe_feature(book, thing)
        for thing in (*needs, *lacks)
        if thing not in list_tags(book)
    }
    meant, rest = find_meant_book(" ".join(sent.get("wish", ())), book, books().values())
    others = to_query(replace(wishes, seed=(wishes.seed + 1) % MAX_NUMBER), book)
    return render_template(
        "find/find.html",
        book=book,
        shelf=books().values(),
        wrong=wrong,
        meant=None if meant is book else meant,
        meant_url=search_url(meant, "", filter(None, [rest])),
        stands=stands,
        numbers=[
            (name, LABELS[name], "".join(sent.get(name, ())))
            for name in NUMBERS
            if book.roster.figure or name not in FIGURE_CRITERIA
        ],
        worded=" ".join(sent.get("wish", ())),
        kept=kept,
        kept_labels=[
            f"{table.title}: {option.label}"
            for table in book.rolled
            for option in table.options
            if kept.get(table.id) == option.code
        ],
        varying=varying,
        tags=list_tags(book),
        meanings=lambda things: [describe_feature(book, thing) for thing in things],
        needs=needs,
        lacks=lacks,
        wished=in_words,
        unclear=format_errors(unclear or {}, book),
        near=[(each, _describe_with_rules(each.ruleset, query, wishes)) for each in near],
        wishes=[] if wrong else describe_criteria(book, wishes),
        limits=seen.limits,
        told=describe_misses,
        hunt=hunt,
        found=[
            (row, _describe_with_rules(read_game(row["id"]), query, wishes)) for row in hunt.found
        ],
        line=[_describe_with_rules(game, query, wishes) for game in hunt.line],
        carried=query,
        tried=CANDIDATE_GAMES,
        wanted=MAX_FOUND,
        here=search_url(book, to_query(wishes, book)),
        again=_reload_url(search_url(book, to_query(wishes, book), unclear or ())),
        others=search_url(book, others),
        opener=book.sheet.nouns.opener,
        rulesets=[each.ruleset for each in near],
    )


class SearchProgress(NamedTuple):
    """The state of a search for good games.

    `found`, `fell` and `now` are rows of games without faults, with faults, and of the game that is
    being judged; `falls` lists the faults. `line` are the next of the `charted` games of the atlas.
    `to_go` is the estimated time in words, empty if it is unknown.
    """

    found: list[dict[str, Any]]
    fell: list[dict[str, Any]]
    falls: str
    now: dict[str, Any] | None
    line: list[Ruleset]
    charted: int
    to_go: str

    @property
    def shown(self) -> set[str]:
        """Return the paths of the games that need not be shown elsewhere."""
        return {row["id"] for row in (*self.found, *self.fell)} | {game.path for game in self.line}


def _read_progress(
    book: Book, wishes: Criteria, stands: JobStatus[dict[str, Any]]
) -> SearchProgress:
    result = stands.result or {}
    found, fell, now = result.get("found", []), result.get("fell", []), result.get("now")
    judged = {row["id"] for row in (*found, *fell)}
    line = list_candidates(book, wishes, MAX_FOUND + len(fell), TRIES) if stands.under_way else ()
    falls = Counter(find_check(row["gate"]).fault for row in fell)
    charted = get_atlas(book)
    return SearchProgress(
        found,
        fell,
        join_words([f"{short} ({n})" for short, n in falls.most_common()]),
        now,
        [game for game in line if game.path not in judged],
        charted.facts.games if charted else 0,
        _estimate_time_left(len(found), len(fell), now["games"], stands.spent) if now else "",
    )


def _estimate_time_left(found: int, fell: int, games: int, spent: float) -> str:
    """Return the estimated time of a search in words; empty before two games are judged.

    `games` is the number of plays of the game that is being judged, `spent` the seconds of the
    whole search.
    """
    judged = found + fell
    if judged < 2 or not spent:
        return ""
    here = games / CANDIDATE_GAMES
    each = spent / (judged + here)
    left = MAX_JUDGED - judged
    if not found:
        return f"at most {approximate_duration(each * (left - here))}"
    expected = min(left, math.ceil((MAX_FOUND - found) * judged / found))
    return approximate_duration(each * (expected - here))


def _reload_url(url: str) -> str:
    """Return the address at which the page reloads; it alternates, since a new fragment reloads
    nothing.
    """
    turn = "2" if request.args.get("again") == "1" else "1"
    return f"{url}{'&' if '?' in url else '?'}again={turn}#found"


def _list_optional_traits(book: Book) -> dict[str, str]:
    """Return the traits and tables that games of a book may have or lack, with their meanings."""
    given = list_granted_traits(book)
    traits = {trait: meaning for trait, meaning in book.traits.items() if trait in given}
    tables = [
        table.id
        for table in book.rolled
        if table.needs or any(option.code in EMPTY_OPTIONS for option in table.options)
    ]
    return {**{id: describe_feature(book, id) for id in tables if id not in traits}, **traits}


def _find_granting_rules(ruleset: Ruleset, wishes: Criteria) -> list[Choice]:
    """Return the rules by which a game has the required parts of a wish."""
    wanted = {*wishes.required, *wishes.required_options}
    return [
        choice
        for choice in ruleset.choices
        if choice.table.id in wanted
        or wanted.intersection((*choice.option.gives, *choice.option.tags))
    ]


def _describe_with_rules(ruleset: Ruleset, query: str, wishes: Criteria) -> dict[str, Any]:
    """Return a game as the page lists it, with the rules by which it has the required parts of a
    wish.
    """
    filler = TextFiller(ruleset)
    rules = []
    for choice in _find_granting_rules(ruleset, wishes):
        if ruleset.uses(choice.table, choice.option):
            briefs = build_briefs(filler, choice.table, choice.option, choice.params)
            brief = next(briefs, None)
            rules.append((choice, curl_quotes(capitalize(brief.text)) if brief else ""))
    return {**describe_game(ruleset), "url": f"{ruleset.path}{query}", "rules": rules}


def describe_game(ruleset: Ruleset) -> dict[str, Any]:
    """Return the data of a game that the page and its JSON share."""
    return {
        "id": ruleset.path,
        "name": ruleset.name,
        "tags": list(choose_tags(ruleset)),
        "pitch": build_pitch(ruleset, TextFiller(ruleset)),
        "players": ruleset.players,
        "minutes": play_time.estimate_minutes(ruleset) if ruleset.book.roster.figure else None,
    }
