"""Test the API description: requests made from it, and the JSON of playtests, searches and errors."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import msgspec
import pytest
import schemathesis
from flask import Flask
from hypothesis import settings
from openapi_spec_validator import validate
from schemathesis import BaseSchema, Case
from schemathesis.generation.hypothesis.builder import (
    HypothesisTestConfig,
    HypothesisTestMode,
    create_test,
)
from schemathesis.specs.openapi import checks

from carnage import catalog
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus, QueueFull
from carnage.lab import comparison
from carnage.lab.json_export import export_json
from carnage.lab.runner import steps
from carnage.lab.sampling_plan import COMPARISON, FIXES, SEARCH
from carnage.rulesets.ruleset import resolve
from carnage.seeds import Seed
from carnage.serving.error_responses import ErrorResponses
from carnage.serving.rate_limit import Limit
from carnage.serving.wsgi import Request
from carnage.web import create_app
from carnage.web.api.contracts import Figures, PlaytestPending, Preset, Problem, Rulebook
from carnage.web.api.contracts_tried import SearchResult, Trial, TrialPending
from carnage.web.api.description import build_description
from carnage.web.errors import PROBLEM, prefers_json
from carnage.web.games.downloads import TYPES
from carnage.web.matches import watch_data
from carnage.web.params import books
from tests.support.rulesets import PUBLISHED, rolled, ruleset
from tests.support.shows import InlineReplays
from tests.support.site_server import serve_in_thread
from tests.support.stand_ins import StubQueue
from tests.support.web import GAME, client, site

CHECKS = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
FEW_PATHS = "^/[^/]+$|^/(lab/)?duel/|^/find/duel"  # of one book, without replays
NO_PATH = "^$"
THOROUGH, SOAK = pytest.mark.thorough, pytest.mark.soak
PLAYTEST = f"/lab/classic/{PUBLISHED}.json"


@cache
def playtest_result() -> dict[str, Any]:
    """Return the result of a whole playtest."""
    *_, last = steps(ruleset())
    return json.loads(json.dumps(last))


def job_statuses() -> list[JobStatus[dict[str, Any]]]:
    """Return every status that a playtest can have."""
    return [
        JobStatus(),
        JobStatus(True, ahead=3, seconds=1.5, under_way=True),
        JobStatus(True, playtest_result(), under_way=True),
        JobStatus(True, playtest_result()),
        JobStatus(True, failed=True),
    ]


@cache
def comparison_result(code: str, look: str) -> dict[str, Any]:
    """Return a short comparison of a game of this book: with other options, with remedies, or with
    another game.
    """
    game = rolled(code)
    other = resolve(game.book, Seed("1" * game.book.length))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "SCREENING_GAMES", 12)
        patch.setattr(comparison, "CONFIRMATION_GAMES", 12)
        patch.setattr(comparison, "judge_in_steps", lambda ruleset, threads: [])
        if look == COMPARISON:
            *_, last = comparison.compare(game, other, games=12)
        else:
            *_, last = (
                comparison.suggest_fixes(game)
                if look == FIXES
                else comparison.compare_options(game, game.book.table(look))
            )
    return json.loads(json.dumps(last))


def search_result() -> dict[str, Any]:
    """Return a search that has found one game and dropped one."""
    game = {"id": GAME, "name": "Ruinous Throne"}
    good = game | {
        "games": 300,
        "shares": playtest_result()["shares"],
        "skill": 0.6,
        "blemishes": ["It is long."],
    }
    bad = game | {"gate": "drawn", "sentence": "Most games are drawn."}
    return {"found": [good], "judged": 2, "fell": [bad], "now": None, "complete": True}


def _digit_sum(key: Key) -> int:
    return len(key[2]) if key[1] == SEARCH else sum(map(int, key[1]))


class StubPlaytests(StubQueue):
    """Stand in for the queue of playtests, with a status chosen by the digits of the key."""

    def submit(self, key: Key, visitor: str = "") -> None:
        if _digit_sum(key) % 3 == 0:
            raise QueueFull(1)

    def status(self, key: Key) -> JobStatus[dict[str, Any]]:
        every = job_statuses()
        stands = every[_digit_sum(key) % len(every)]
        if stands.result is None:
            return stands
        if key[1] == SEARCH:
            return replace(stands, result=search_result())
        if key[2:]:
            return replace(stands, result=comparison_result(key[0], key[2]))
        # The rules are those of the requested game, as in a playtest of it.
        choices = resolve(catalog.book(key[0]), Seed(key[1])).choices
        rules = {
            f"{each.table.id}.{each.option.code}": {"fired": 9, "games": 9} for each in choices
        }
        return replace(stands, result=stands.result | {"rules": rules})


class StubPrints(StubQueue):
    """Stand in for the queue of prints, with a status other than a failure, chosen by the digits of
    the key.
    """

    def submit(self, key: Key, visitor: str = "") -> None:
        if sum(map(int, key[1])) % 3 == 0:
            raise QueueFull(1)

    def status(self, key: Key) -> JobStatus[bytes]:
        return JobStatus(True, b"printed") if sum(map(int, key[1])) % 3 == 1 else JobStatus(True)


def create_stub_app() -> Flask:
    """Return the application with queues that need no worker."""
    app = create_app()
    app.extensions.update(
        playtests=StubPlaytests(), shows=(InlineReplays(), InlineReplays()), prints=StubPrints()
    )
    return app


@cache
def load_schema() -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/openapi.json", create_stub_app())


def list_operations(included: str, excluded: str) -> list[tuple[str, str]]:
    """Return the operations whose paths match a pattern and do not match another, as paths and
    methods.

    Without two that the server answers: `tests/serving/test_app.py` requests them.
    """
    return [
        (path, method)
        for path, item in build_description()["paths"].items()
        for method in item
        if method in ("get", "post")
        if re.search(included, path) and not re.search(f"^/(healthz|readyz)$|{excluded}", path)
    ]


def try_operation(path: str, method: str, examples: int) -> None:
    """Try an operation as `schema.parametrize` does, which would make pytest's collection take more
    than twice as long.
    """
    chosen = settings(max_examples=examples)
    schema = load_schema()
    modes = [HypothesisTestMode.EXAMPLES, HypothesisTestMode.FUZZING, HypothesisTestMode.COVERAGE]
    config = HypothesisTestConfig(project=schema.config, modes=modes, explicit_settings=chosen)
    create_test(operation=schema[path][method], test_func=try_out, config=config)()


def try_out(case: Case) -> None:
    # The client used here does not decompress.
    case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})


@pytest.mark.parametrize(
    ("path", "method"),
    [
        pytest.param(*each, marks=SOAK if number % 4 else THOROUGH)
        for number, each in enumerate(list_operations(FEW_PATHS, NO_PATH))
    ],
)
def test_api_duel_operations_conform(path: str, method: str) -> None:
    try_operation(path, method, examples=2)


@pytest.mark.soak
@pytest.mark.parametrize("examples", [8, 40])
@pytest.mark.parametrize(("path", "method"), list_operations("", "^/watch/"))
def test_api_all_operations_conform(path: str, method: str, examples: int) -> None:
    try_operation(path, method, examples)


@pytest.mark.parametrize(
    ("path", "method"),
    [
        pytest.param(*each, marks=THOROUGH if "/duel/" in each[0] else SOAK)
        for each in list_operations("^/watch/", NO_PATH)
    ],
)
def test_api_watch_operations_conform(path: str, method: str) -> None:
    try_operation(path, method, examples=2)


def test_openapi_json_is_valid() -> None:
    answer = client().get("/openapi.json")
    assert answer.content_type == "application/json"
    validate(answer.json)
    assert answer.json == json.loads(msgspec.json.encode(build_description()))


def test_api_everyday_operations_cover_each_kind() -> None:
    """Check that the everyday pattern matches all paths of one book but those of watched games."""
    kinds = {
        path.replace("classic", "duel")
        for path in build_description()["paths"]
        if "/watch/" not in path
    }
    every_day = {path for path in build_description()["paths"] if re.search(FEW_PATHS, path)}
    assert {path for path in kinds if "skirmish" not in path and "gamble" not in path} == every_day


def test_openapi_lists_every_book_and_format() -> None:
    paths = set(build_description()["paths"])
    for place, book in books().items():
        assert {f"/{place}/{{seed}}.{form}" for form in (*TYPES, "pdf", "png", "svg")} <= paths
        if catalog.is_played(book.family):
            assert {f"/watch/{place}/{{seed}}.{form}" for form in watch_data.FORMS} <= paths
            assert {f"/lab/{place}/{{seed}}.{form}" for form in ("json", "csv", "pdf")} <= paths
    assert {"/presets.json", "/openapi.json", "/healthz", "/readyz"} <= paths


def list_examples() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each path with its example seed, and its GET operation."""
    for path, item in build_description()["paths"].items():
        seed = [field["example"] for field in item.get("parameters", ()) if field["name"] == "seed"]
        yield path.format(seed=seed[0] if seed else "", table=FIXES), item["get"]


def test_openapi_examples_return_described_type() -> None:
    for path, operation in list_examples():
        if path.startswith(("/watch/", "/lab/", "/healthz", "/readyz")) or path.endswith(
            (".pdf", ".png")
        ):
            continue
        answer = client().get(path)
        assert answer.status_code == 200, path
        assert answer.mimetype in operation["responses"]["200"]["content"]


@pytest.mark.parametrize(
    ("path", "contract"),
    [
        *((f"/{place}/{'3' * book.length}.json", Rulebook) for place, book in books().items()),
        ("/presets.json", list[Preset]),
    ],
)
def test_api_response_round_trips_through_contract(path: str, contract: Any) -> None:
    """Decode a response by its contract, encode it again and compare, as schemas may be too loose."""
    sent = client().get(path).data
    assert json.loads(msgspec.json.encode(msgspec.json.decode(sent, type=contract))) == json.loads(
        sent
    )


# --------------------------------------------------------------------------- playtests for programs


@pytest.fixture
def standing() -> Callable[[JobStatus[Any]], Any]:
    """Return a function that makes a client of a site whose playtests have a status."""

    def answer(stands: JobStatus[Any]) -> Any:
        class StubStatus(StubPlaytests):
            def submit(self, key: Key, visitor: str = "") -> None:
                pass

            def status(self, key: Key) -> JobStatus[dict[str, Any]]:
                return stands

        app = create_app()
        app.extensions["playtests"] = StubStatus()
        return app.test_client()

    return answer


@pytest.mark.thorough
def test_playtest_json_has_result(standing: Callable[[JobStatus[Any]], Any]) -> None:
    twin = "0" + PUBLISHED[1:]
    assert ruleset(twin).canonical_seed == ruleset().canonical_seed
    client = standing(JobStatus(True, playtest_result()))
    answer = client.get(f"/lab/classic/{twin}.json?name=Last+Stand")
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json == export_json(ruleset(twin), playtest_result() | {"id": f"/classic/{twin}"})
    msgspec.json.decode(answer.data, type=Figures)
    answer = client.post(PLAYTEST + "?name=Last+Stand")
    assert (answer.status_code, answer.headers["Location"]) == (303, PLAYTEST + "?name=Last+Stand")


def test_playtest_json_pending_returns_202(standing: Callable[[JobStatus[Any]], Any]) -> None:
    answer = standing(JobStatus(True, ahead=2, seconds=1.5, under_way=True)).get(PLAYTEST)
    assert answer.status_code == 202
    assert int(answer.headers["Retry-After"]) > 0
    assert msgspec.json.decode(answer.data, type=PlaytestPending) == PlaytestPending(2, 1.5, None)


@pytest.mark.parametrize(
    ("stands", "said"),
    [(JobStatus(), "No "), (JobStatus(True, failed=True), "failed")],
)
def test_playtest_json_missing_suggests_post(
    standing: Callable[[JobStatus[Any]], Any], stands: JobStatus[Any], said: str
) -> None:
    answer = standing(stands).get(PLAYTEST)
    problem = msgspec.json.decode(answer.data, type=Problem)
    assert (answer.status_code, answer.content_type, problem.status) == (404, PROBLEM, 404)
    assert said in problem.detail
    assert "POST" in problem.detail


def test_playtest_other_format_returns_404(standing: Callable[[JobStatus[Any]], Any]) -> None:
    for method in ("get", "post"):
        answer = getattr(standing(JobStatus()), method)(PLAYTEST.replace(".json", ".gif"))
        assert answer.status_code == 404
        assert ".json" in answer.text


# ------------------------------------------------------------------------- comparisons for programs

DUEL = f"/duel/{'0' * 13}"


@pytest.mark.parametrize("look", ["order", pytest.param(FIXES, marks=THOROUGH)])
def test_comparison_json_has_rows_of_requested_game(
    standing: Callable[[JobStatus[Any]], Any], look: str
) -> None:
    """Check that rows have addresses of the requested digits, though other digits give the same
    rules.
    """
    figures, place = comparison_result("duel", look), f"/lab{DUEL}/{look}.json"
    client = standing(JobStatus(True, figures))
    answer = client.get(place + "?name=Last+Stand")
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    assert answer.headers["Cache-Control"] == "no-store"
    told = msgspec.json.decode(answer.data, type=Trial)
    assert json.loads(msgspec.json.encode(told)) == answer.json
    assert (told.id, told.complete, told.games) == (DUEL, True, figures["games"])
    assert len(told.rows) == len(figures["rows"])
    for row in [*told.rows, *(told.mildest or [])]:
        at = catalog.book("duel").digit_offset(str(row.table))
        assert row.id == f"/duel/{row.digits}"
        assert row.digits == "0" * at + str(row.roll) + "0" * (13 - at - len(str(row.roll)))
        assert row.rules == f"{row.id}?name=Last+Stand#{row.table}"
        assert row.lab == f"/lab{row.id}?name=Last+Stand"
    assert (told.mildest is msgspec.UNSET) == (look != FIXES)
    answer = client.post(place)
    assert (answer.status_code, answer.headers["Location"]) == (303, place)


def test_compare_json_has_both_games(standing: Callable[[JobStatus[Any]], Any]) -> None:
    place = f"/lab{DUEL}/beside.json"
    client = standing(JobStatus(True, comparison_result("duel", COMPARISON)))
    answer = client.get(place, query_string={"game": "1" * 13})
    told = msgspec.json.decode(answer.data, type=Trial)
    assert (answer.status_code, told.id, told.other) == (200, DUEL, f"/duel/{'1' * 13}")
    assert [row.id for row in told.rows] == [told.other]
    assert told.rules
    assert all(rule.here != rule.there for rule in told.rules)
    answer = client.post(place, query_string={"game": "1" * 13})
    assert (answer.status_code, answer.headers["Location"]) == (
        303,
        f"{place}?game=duel/{'1' * 13}",
    )


def test_compare_json_invalid_game_returns_problem(
    standing: Callable[[JobStatus[Any]], Any],
) -> None:
    place = f"/lab{DUEL}/beside.json"
    client = standing(JobStatus(True, comparison_result("duel", COMPARISON)))
    for wrong in ("", "nonsense"):
        answer = client.get(place, query_string={"game": wrong})
        problem = msgspec.json.decode(answer.data, type=Problem)
        assert (answer.status_code, answer.content_type) == (400, PROBLEM)
        assert "game=" in problem.detail


@pytest.mark.parametrize("look", ["order.json", "mend.json", "beside.json?game=1111111111111"])
def test_comparison_json_without_result_is_pending_or_404(
    standing: Callable[[JobStatus[Any]], Any], look: str
) -> None:
    place = f"/lab{DUEL}/{look}"
    answer = standing(JobStatus(True, ahead=2, seconds=1.5, under_way=True)).get(place)
    assert answer.status_code == 202
    assert int(answer.headers["Retry-After"]) > 0
    assert msgspec.json.decode(answer.data, type=TrialPending) == TrialPending(2, 1.5, None)
    for stands, said in (
        (JobStatus(), "No "),
        (JobStatus(True, failed=True), "failed"),
    ):
        answer = standing(stands).get(place)
        problem = msgspec.json.decode(answer.data, type=Problem)
        assert (answer.status_code, answer.content_type) == (404, PROBLEM)
        assert said in problem.detail
        assert "POST" in problem.detail


def test_comparison_other_format_returns_404(standing: Callable[[JobStatus[Any]], Any]) -> None:
    for end in ("order.csv", "nothing.json"):
        answer = standing(JobStatus()).get(f"/lab{DUEL}/{end}")
        assert answer.status_code == 404


def test_find_json_lists_games_as_wished(standing: Callable[[JobStatus[Any]], Any]) -> None:
    client = standing(JobStatus())
    answer = client.get(
        "/find/skirmish.json", query_string={"wish": "45 minutes, with a morale rule"}
    )
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    told = msgspec.json.decode(answer.data, type=SearchResult)
    assert json.loads(msgspec.json.encode(told)) == answer.json
    assert (told.book, told.wish, told.search) == (
        "skirmish",
        "about 45 minutes, with morale",
        None,
    )
    assert client.get(told.page).status_code == 200
    assert told.games
    for each in told.games:
        assert not each.missed
        assert each.minutes
        assert client.get(each.id + ".json").json["name"] == each.name
    told = msgspec.json.decode(client.get("/find/skirmish.json?figures=1").data, type=SearchResult)
    assert all(each.missed for each in told.games)
    assert told.limits
    wrong = client.get("/find/skirmish.json?minutes=soon")
    assert (wrong.status_code, wrong.content_type) == (400, PROBLEM)


@pytest.mark.thorough
def test_find_json_post_starts_search(
    standing: Callable[[JobStatus[Any]], Any],
) -> None:
    answer = standing(JobStatus()).post("/find/duel.json", data={"wish": "2 players"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/find/duel.json?players=2"
    told = standing(JobStatus(True, search_result())).get(answer.headers["Location"])
    search = msgspec.json.decode(told.data, type=SearchResult).search
    assert search
    assert (search.judged, [each.id for each in search.found], search.under_way) == (
        2,
        [GAME],
        False,
    )
    assert search.fell[0].sentence == "Most games are drawn."


# ------------------------------------------------------------------------------ errors for programs


def test_error_json_has_text_of_page() -> None:
    page = client().get("/classic/1")
    named = client().get(f"{GAME}.json?name=a%0Ab")
    assert (named.status_code, named.content_type) == (400, PROBLEM)
    for problem in (
        client().get("/classic/1.json"),
        client().get("/classic/1", headers={"Accept": "application/json"}),
        client().get("/classic/1", headers={"Accept": "text/html;q=0.5, application/problem+json"}),
    ):
        assert (problem.status_code, problem.content_type) == (404, PROBLEM)
        assert problem.headers["Cache-Control"] == "no-store"
        read = msgspec.json.decode(problem.data, type=Problem)
        assert (read.title, read.status) == ("Not Found", 404)
        assert (
            read.detail == "Invalid seed. A seed of Classic has 15 digits, and this one has 1. "
            "A valid example: 243856987615781."
        )
    assert page.mimetype == "text/html"
    assert "A seed of Classic has 15 digits, and this one has 1." in page.text


@pytest.mark.parametrize(
    "accept", ["", "*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "text/*", "nonsense;;q"]
)
def test_error_accept_html_returns_page(accept: str) -> None:
    assert not prefers_json("/classic/1", accept)
    assert client().get("/classic/1", headers={"Accept": accept}).mimetype == "text/html"


def make_request(path: str, **headers: str) -> Request:
    """Return a GET request as the server has it."""
    return Request("GET", path, "", headers, "192.0.2.1", "http", ("x", 80), "1.1")


@pytest.mark.parametrize(("method", "refresh"), [("GET", "4"), ("POST", None)])
def test_rate_limited_get_has_refresh_header(method: str, refresh: str | None) -> None:
    """Refresh a page that waits for its result; do not send a form again."""
    request = make_request(GAME)._replace(method=method)
    headers = dict(ErrorResponses(site()).rate_limited(request, 3.2).headers)
    assert (headers["Retry-After"], headers.get("Refresh")) == ("4", refresh)


@pytest.mark.parametrize(
    ("name", "status", "retry_after", "detail"),
    [
        ("rate_limited", 429, "4", "many requests in a short time"),
        ("overloaded", 503, "5", "more requests than it can answer"),
    ],
)
@pytest.mark.parametrize(
    "request_", [make_request(f"{GAME}.json"), make_request(GAME, accept="application/json")]
)
def test_error_responses_json_are_problems(
    name: str, status: int, retry_after: str, detail: str, request_: Request
) -> None:
    errors = ErrorResponses(site())
    limited = name == "rate_limited"
    response = errors.rate_limited(request_, 3.2) if limited else errors.overloaded(request_)
    headers = dict(response.headers)
    assert "Refresh" not in headers
    assert (response.status, headers["Content-Type"]) == (status, PROBLEM)
    assert headers["Retry-After"] == retry_after
    assert detail in msgspec.json.decode(response.body, type=Problem).detail


def test_server_rate_limited_json_returns_problem() -> None:
    with serve_in_thread(site(), Limit(0.0, 0.0001)) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", f"{GAME}.json")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Content-Type"]) == (429, PROBLEM)
        msgspec.json.decode(answer.read(), type=Problem)


# ------------------------------------------------------------------------------------- security.txt


def test_security_txt_has_configured_contact() -> None:
    app = create_app()
    assert app.test_client().get("/.well-known/security.txt").status_code == 404
    app.config["SECURITY_CONTACT"] = "mailto:security@example.org"
    answer = app.test_client().get("/.well-known/security.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    fields = dict(re.findall(r"^(\S+): (.+)$", answer.text, flags=re.MULTILINE))
    assert fields["Contact"] == "mailto:security@example.org"
    until = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=90) < until - datetime.now(UTC) < timedelta(days=365)
