"""Test playtests on the site: their jobs, limits, results and errors."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from carnage.jobs.queue import JobQueue
from carnage.jobs.results import Key
from carnage.jobs.status import JobStatus, JobsUnavailable
from carnage.jobs.tasks.playtest import SETTINGS
from carnage.lab.report import build_report
from carnage.web import create_app
from tests.support import job_tasks
from tests.support.job_queues import playtest_queue, until, wait_for_job
from tests.support.rulesets import PUBLISHED, rolled, ruleset
from tests.support.stand_ins import StubQueue
from tests.support.web import soup

PlaytestQueue = JobQueue[dict[str, Any]]

ROOT = Path(__file__).parents[2]
PAGE = f"/lab/classic/{PUBLISHED}"


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file that `job_tasks.held` waits for."""
    monkeypatch.setenv(job_tasks.GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


@pytest.fixture
def site(gate: Path) -> Iterator[Callable[..., tuple[Flask, PlaytestQueue]]]:
    """Return a function that makes an application with its own queue of playtests."""
    all_made: list[PlaytestQueue] = []

    def make(own: PlaytestQueue | None = None, **extra: Any) -> tuple[Flask, PlaytestQueue]:
        playtests = own or playtest_queue(**extra)
        all_made.append(playtests)
        app = create_app()
        app.extensions["playtests"] = playtests
        return app, playtests

    yield make
    gate.touch()
    for playtests in all_made:
        playtests.close()


def make_key(digits: str = PUBLISHED) -> tuple[str, str]:
    return "classic", ruleset(digits).canonical_seed


# ----------------------------------------------------------------------------------- the real thing


def test_lab_page_post_plays_until_complete(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    """Playtest a Gamble, whose games take a short time."""
    rules = rolled("gamble")
    there = f"/lab{rules.path}"
    app, playtests = site()
    client = app.test_client()
    answer = client.post(f"{there}?name=Last+Stand")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{there}?name=Last+Stand"
    figures = wait_for_job(playtests, (rules.book.code, rules.canonical_seed)).result
    assert figures is not None
    assert figures["complete"]
    answer = client.get(answer.headers["Location"])
    page = soup(answer.text)
    assert answer.headers["Cache-Control"] == "no-store"
    assert page.h1 is not None
    assert page.h1.text == "Last Stand in the lab"
    assert page.select_one("meta[http-equiv=refresh]") is None
    assert f"{figures['games']:,} games between beginners." in " ".join(page.text.split())
    said = build_report(rules, figures)
    for sentence in (finding.sentence for finding in said.findings):
        assert sentence in page.text
    for answered in said.answers:
        assert answered.question in [heading.text for heading in page.select("h2")]
        assert all(sentence in page.text for sentence in answered.sentences)
    for name, number in figures["watch"].items():
        link = page.find("a", string=f"the {name}")
        assert link is not None
        assert f"game={number}" in str(link) or not number
    assert "if the game is fun" in page.text.lower()
    assert page.select_one(f'a[href="{rules.path}?name=Last+Stand"]') is not None


# ----------------------------------------------------------------------------------------- the page


def test_lab_page_get_submits_no_job(site: Callable[..., tuple[Flask, PlaytestQueue]]) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    for answer in (client.get(PAGE), client.head(PAGE)):
        assert answer.status_code == 200
        assert answer.headers["X-Robots-Tag"] == "noindex"
    form = soup(client.get(PAGE).text).select_one("main form[method=post]")
    assert form is not None
    assert form["action"] == PAGE
    assert playtests.status(make_key()) == JobStatus()
    assert playtests.count() == 0


def test_game_page_has_playtest_form(site: Callable[..., tuple[Flask, PlaytestQueue]]) -> None:
    app, _ = site(task=job_tasks.held)
    page = soup(app.test_client().get(f"/classic/{PUBLISHED}?name=A+%26+B").text)
    form = page.select_one("form.playtest")
    assert form is not None
    assert (form["method"], form["action"]) == ("post", f"{PAGE}?name=A+%26+B")


def test_lab_page_job_pending_refreshes_itself(
    site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path
) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    assert client.post(PAGE).status_code == 303
    page = client.get(PAGE)
    assert client.get(f"/classic/{PUBLISHED}").status_code == 200
    gate.touch()
    refresh = soup(page.text).select_one("meta[http-equiv=refresh]")
    assert refresh is not None
    assert refresh["content"] == "2"
    assert soup(page.text).select_one(f'main a[href="{PAGE}"]') is not None
    assert wait_for_job(playtests, make_key()).result == job_tasks.FIGURES


def test_lab_page_job_under_way_shows_partial_result(
    site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path
) -> None:
    app, playtests = site(task=job_tasks.held_in_three_steps)
    client = app.test_client()
    client.post(PAGE)
    until(lambda: playtests.status(make_key()).result)
    page = soup(client.get(PAGE).text)
    assert "So far 100 games between beginners; more games are being played." in " ".join(
        page.text.split()
    )
    assert page.select_one("noscript meta[http-equiv=refresh]") is not None
    assert page.select_one('script[src*="lab"]') is not None
    told = client.get(PAGE + ".json")
    assert told.status_code == 202
    assert told.json is not None
    assert told.json["figures"]["games"] == 100
    gate.touch()
    result = wait_for_job(playtests, make_key()).result
    assert result is not None
    assert result["games"] == 300
    page = soup(client.get(PAGE).text)
    assert "So far" not in page.text
    assert page.select_one("script") is None


def test_lab_csv_has_result(site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    assert client.get(f"{PAGE}.csv").status_code == 404
    client.post(PAGE)
    answer = client.get(f"{PAGE}.csv")
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "2")
    gate.touch()
    wait_for_job(playtests, make_key())
    answer = client.get(f"{PAGE}.csv")
    assert answer.mimetype == "text/csv"
    assert f"classic-{PUBLISHED}.csv" in answer.headers["Content-Disposition"]
    assert answer.text.startswith("about,figure,value")
    link = soup(client.get(PAGE).text).select_one(f'a[href="{PAGE}.csv"]')
    assert link is not None


def test_lab_margin_has_rule_usage(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    rule = f"damage.{ruleset().choice('damage').option.code}"

    class Done(StubQueue):
        def status(self, key: Key) -> JobStatus[dict[str, Any]]:
            return JobStatus(
                True, job_tasks.FIGURES | {"rules": {rule: {"fired": 900, "games": 190}}}
            )

    app, _ = site(task=job_tasks.held)
    assert app.test_client().get(f"{PAGE}.margin").status_code == 204
    app, _ = site(Done())
    answer = app.test_client().get(f"{PAGE}.margin?name=Last+Stand")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json == {"lab": f"{PAGE}?name=Last+Stand#rules", "rules": {"damage": "38%"}}


@pytest.mark.thorough
def test_lab_table_page_compares_options(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    """Compare the options of a Gamble, whose games take a short time."""
    app, playtests = site()
    client = app.test_client()
    rules = rolled("gamble")
    here = f"/lab{rules.path}/throws"
    offer = soup(client.get(here).text).select_one("main form[method=post]")
    assert offer is not None
    assert offer["action"] == here
    answer = client.post(here)
    assert (answer.status_code, answer.headers["Location"]) == (303, here)
    figures = wait_for_job(playtests, ("gamble", rules.canonical_seed, "throws")).result
    assert figures is not None
    page = soup(client.get(here).text)
    rows = page.select("table.others tbody tr")
    assert [row.th.text for row in rows if row.th] == [
        "Unchanged",
        *(row["label"] for row in figures["rows"]),
    ]
    for row, told in zip(rows[1:], figures["rows"], strict=True):
        links = [link["href"] for link in row.select("a")]
        digits = rules.seed.replaced(rules.book.digit_offset("throws"), told["roll"]).digits
        assert links == [f"/gamble/{digits}#throws", f"/lab/gamble/{digits}"]
        assert all(client.get(str(link)).status_code == 200 for link in links)


@pytest.mark.parametrize("table", ["mend", "golden-rule"])
def test_lab_table_page_job_counts_for_limit(
    site: Callable[..., tuple[Flask, PlaytestQueue]], table: str
) -> None:
    app, playtests = site(task=job_tasks.held_comparison, max_pending=1)
    client = app.test_client()
    assert client.post(f"{PAGE}/{table}").status_code == 303
    page = soup(client.get(f"{PAGE}/{table}").text)
    assert page.select_one("noscript meta[http-equiv=refresh]") is not None
    assert client.post(PAGE).status_code == 503
    assert playtests.status((*make_key(), table)).under_way


@pytest.mark.parametrize("table", ["stats", "luck", "nothing"])
def test_lab_table_page_table_not_rolled_returns_404(
    site: Callable[..., tuple[Flask, PlaytestQueue]], table: str
) -> None:
    app, playtests = site(task=job_tasks.held)
    for method in ("get", "post"):
        answer = getattr(app.test_client(), method)(f"{PAGE}/{table}")
        assert answer.status_code == 404
        assert "game-length" in answer.text
    assert playtests.count() == 0


@pytest.mark.parametrize("method", ["get", "post"])
def test_old_playtest_address_redirects(
    site: Callable[..., tuple[Flask, PlaytestQueue]], method: str
) -> None:
    app, _ = site(task=job_tasks.held)
    answer = getattr(app.test_client(), method)(f"/playtest/classic/{PUBLISHED}?name=A+%26+B")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{PAGE}?name=A+%26+B")


def test_lab_page_equal_rules_share_result(
    site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path
) -> None:
    app, playtests = site(task=job_tasks.held)
    gate.touch()
    client = app.test_client()
    twin = "0" + PUBLISHED[1:]
    assert make_key(twin) == make_key()
    client.post(PAGE)
    wait_for_job(playtests, make_key())
    assert "500 games between beginners" in client.get(f"/lab/classic/{twin}").text
    assert client.post(f"/lab/classic/{twin}").status_code == 303
    assert playtests.count() == 0


@pytest.mark.thorough
def test_lab_page_queue_full_returns_503(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    app, _ = site(task=job_tasks.held, max_pending=2, max_per_visitor=3)
    client = app.test_client()
    for digit in "01":
        assert client.post(f"/lab/classic/{digit * 15}").status_code == 303
    answer = client.post(PAGE)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "The site has too many playtests in progress (limit: 2)." in answer.text
    again = soup(answer.text).select_one("#wrong form[method=post]")
    assert again is not None
    assert again["action"] == PAGE
    assert again.text == "Try again"
    assert client.post(f"/lab/classic/{'1' * 15}").status_code == 303  # this job exists
    assert "1 playtest is ahead in the queue" in client.get(f"/lab/classic/{'1' * 15}").text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("job", "cause"),
    [
        (job_tasks.exiting, "its worker ended with status 3"),
        (job_tasks.endless, "its worker ended with status 75"),
        (job_tasks.failing, "a fault"),
    ],
)
def test_lab_page_job_failed_offers_retry(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
    job: Callable[..., dict[str, Any]],
    cause: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app, playtests = site(task=job)
    client = app.test_client()
    client.post(PAGE)
    assert wait_for_job(playtests, make_key()).failed
    page = soup(client.get(PAGE).text)
    assert page.h1 is not None
    assert page.h1.text == "The playtest failed"
    assert page.select_one("main form[method=post]") is not None
    (record,) = until(lambda: list_errors(caplog))
    assert "/".join(make_key()) in record.getMessage()
    assert record.exc_info is not None
    assert cause in str(record.exc_info[1])
    client.post(PAGE)
    assert wait_for_job(playtests, make_key()).failed
    until(lambda: len(list_errors(caplog)) == 2)


def list_errors(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Return the logged errors; a retry of a job is a warning."""
    return [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_lab_page_without_compiler_returns_503(
    site: Callable[..., tuple[Flask, PlaytestQueue]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    answer = client.post(PAGE)
    assert answer.status_code == 503
    told = soup(answer.text).select_one("#wrong")
    assert told is not None
    assert told.text.startswith("This server has no C compiler, so it cannot run playtests.")
    assert playtests.count() == 0


@pytest.mark.parametrize(
    "address",
    [
        f"{PAGE}.json",
        f"{PAGE}/mend.json",
        f"{PAGE}/beside.json?game={'1' * 15}",
        "/find/classic.json",
    ],
)
def test_lab_json_without_compiler_returns_problem(
    site: Callable[..., tuple[Flask, PlaytestQueue]], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    app, _ = site(task=job_tasks.held)
    answer = app.test_client().post(address)
    assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
    assert "has no C compiler" in answer.json["detail"]


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/lab/classic/123", 404),
        ("/lab/chess/243856987615781", 404),
        (f"{PAGE}?name=%3Cb%3E", 400),
        (f"{PAGE}/more", 404),
        (f"{PAGE}/damage/more", 404),
    ],
)
def test_lab_page_invalid_address_is_refused(
    site: Callable[..., tuple[Flask, PlaytestQueue]], address: str, status: int
) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    assert client.get(address).status_code == status
    assert client.post(address).status_code in (status, 405)
    assert playtests.count() == 0


def test_lab_page_visitor_may_playtest_compare_and_balance_at_once(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    app, _ = site(task=job_tasks.held, max_per_visitor=SETTINGS.max_per_visitor)
    client = app.test_client()
    rules = {"rules": "morale.distance:9"}
    workbench = f"/workbench/classic/{PUBLISHED}"
    answers = [
        client.post(PAGE),
        client.post(f"{workbench}/before-after", query_string=rules),
        client.post(f"{workbench}/balance", query_string=rules, data={"aim": "fair"}),
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 303]


@pytest.mark.thorough
def test_lab_page_visitor_limit_returns_429(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    app, _ = site(task=job_tasks.held, max_per_visitor=1)
    client = app.test_client()
    client.post(f"/lab/classic/{'1' * 15}")
    answer = client.post(PAGE)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "You have too many playtests in progress (limit: 1)." in answer.text
    other = client.post(PAGE, environ_overrides={"REMOTE_ADDR": "192.0.2.2"})
    assert other.status_code == 303


@pytest.mark.parametrize(
    ("limit", "status", "owner"),
    [({"max_per_visitor": 0}, 429, "You have"), ({"max_pending": 0}, 503, "The site")],
)
def test_lab_json_limit_reached_returns_problem(
    site: Callable[..., tuple[Flask, PlaytestQueue]], limit: dict[str, int], status: int, owner: str
) -> None:
    app, _ = site(task=job_tasks.held, **limit)
    answer = app.test_client().post(f"{PAGE}.json")
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert int(answer.headers["Retry-After"]) > 0
    assert owner in answer.json["detail"]


class UnavailableQueue(StubQueue):
    """Stand in for a proxy whose job process does not answer."""

    def status(self, key: Key) -> JobStatus[dict[str, Any]]:
        raise JobsUnavailable


@pytest.mark.parametrize(
    ("address", "content_type"),
    [(PAGE, "text/html; charset=utf-8"), (f"{PAGE}.json", "application/problem+json")],
)
def test_lab_page_job_process_unavailable_returns_503(
    site: Callable[..., tuple[Flask, PlaytestQueue]], address: str, content_type: str
) -> None:
    app, _ = site(UnavailableQueue())
    answer = app.test_client().get(address)
    assert (answer.status_code, answer.content_type) == (503, content_type)
    assert answer.headers["Retry-After"] == "5"
    assert "does not respond" in answer.text


def test_site_does_not_import_engine() -> None:
    program = f"""
import sys
from carnage.web import create_app
client = create_app().test_client()
for address in ("/classic/{PUBLISHED}", "{PAGE}"):
    assert client.get(address).status_code == 200
loaded = [name for name in sys.modules if name.startswith(("carnage.engine", "numpy"))]
assert not loaded, loaded
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
