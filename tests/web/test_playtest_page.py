"""Playtests on the site: asked for by POST, played elsewhere, bounded, told in plain words."""

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
from carnage.lab.report import findings
from carnage.web import create_app
from tests.support import job_tasks
from tests.support.job_queues import playtest_queue, settled, until
from tests.support.rulesets import PUBLISHED, rolled, ruleset
from tests.support.stand_ins import Queue
from tests.support.web import soup

PlaytestQueue = JobQueue[dict[str, Any]]

ROOT = Path(__file__).parents[2]
PAGE = f"/lab/classic/{PUBLISHED}"


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What `job_tasks.held` waits for: a file that is not there yet."""
    monkeypatch.setenv(job_tasks.GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


@pytest.fixture
def site(gate: Path) -> Iterator[Callable[..., tuple[Flask, PlaytestQueue]]]:
    """Makes an application with playtests of its own, which are let go in the end."""
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


def key(digits: str = PUBLISHED) -> tuple[str, str]:
    return "classic", ruleset(digits).answers


# ----------------------------------------------------------------------------------- the real thing


def test_games_are_played_until_the_answer_is_known(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    """A gamble, whose games a planner is through with in no time."""
    rules = rolled("gamble")
    there = f"/lab{rules.path}"
    app, playtests = site()
    client = app.test_client()
    answer = client.post(f"{there}?name=Last+Stand")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{there}?name=Last+Stand"
    figures = settled(playtests, (rules.book.code, rules.answers)).result
    assert figures is not None
    assert figures["complete"]
    answer = client.get(answer.headers["Location"])
    page = soup(answer.text)
    assert answer.headers["Cache-Control"] == "no-store"
    assert page.h1 is not None
    assert page.h1.text == "Last Stand in the lab"
    assert page.select_one("meta[http-equiv=refresh]") is None
    assert f"{figures['games']:,} games between bots that play to win." in " ".join(
        page.text.split()
    )
    said = findings(rules, figures)
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


def test_a_look_starts_nothing(site: Callable[..., tuple[Flask, PlaytestQueue]]) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    for answer in (client.get(PAGE), client.head(PAGE)):
        assert answer.status_code == 200
        assert answer.headers["X-Robots-Tag"] == "noindex"
    form = soup(client.get(PAGE).text).select_one("main form[method=post]")
    assert form is not None
    assert form["action"] == PAGE
    assert playtests.status(key()) == JobStatus()
    assert playtests.count() == 0


def test_the_game_page_offers_it(site: Callable[..., tuple[Flask, PlaytestQueue]]) -> None:
    app, _ = site(task=job_tasks.held)
    page = soup(app.test_client().get(f"/classic/{PUBLISHED}?name=A+%26+B").text)
    form = page.select_one("form.playtest")
    assert form is not None
    assert (form["method"], form["action"]) == ("post", f"{PAGE}?name=A+%26+B")


def test_pages_do_not_wait_for_playtests(
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
    assert settled(playtests, key()).result == job_tasks.FIGURES


def test_a_playtest_shows_what_it_has_come_to_while_it_goes_on(
    site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path
) -> None:
    app, playtests = site(task=job_tasks.in_three)
    client = app.test_client()
    client.post(PAGE)
    until(lambda: playtests.status(key()).result)
    page = soup(client.get(PAGE).text)
    assert (
        "So far 100 games between bots that play to win; more games are being played."
        in " ".join(page.text.split())
    )
    assert page.select_one("noscript meta[http-equiv=refresh]") is not None
    assert page.select_one('script[src*="lab"]') is not None
    told = client.get(PAGE + ".json")
    assert told.status_code == 202
    assert told.json is not None
    assert told.json["figures"]["games"] == 100
    gate.touch()
    result = settled(playtests, key()).result
    assert result is not None
    assert result["games"] == 300
    page = soup(client.get(PAGE).text)
    assert "So far" not in page.text
    assert page.select_one("script") is None


def test_figures_can_be_had_for_a_spreadsheet(
    site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path
) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    assert client.get(f"{PAGE}.csv").status_code == 404
    client.post(PAGE)
    answer = client.get(f"{PAGE}.csv")
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "2")
    gate.touch()
    settled(playtests, key())
    answer = client.get(f"{PAGE}.csv")
    assert answer.mimetype == "text/csv"
    assert f"classic-{PUBLISHED}.csv" in answer.headers["Content-Disposition"]
    assert answer.text.startswith("about,figure,value")
    link = soup(client.get(PAGE).text).select_one(f'a[href="{PAGE}.csv"]')
    assert link is not None


def test_the_margin_says_in_how_many_games_a_rule_did_something(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
) -> None:
    rule = f"damage.{ruleset().choice('damage').option.code}"

    class Done(Queue):
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
def test_other_answers_are_tried_and_shown_beside_the_game_as_it_is(
    site: Callable[..., tuple[Flask, PlaytestQueue]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, playtests = site()
    client = app.test_client()
    here = f"{PAGE}/golden-rule"
    offer = soup(client.get(here).text).select_one("main form[method=post]")
    assert offer is not None
    assert offer["action"] == here
    answer = client.post(here)
    assert (answer.status_code, answer.headers["Location"]) == (303, here)
    figures = settled(playtests, (*key(), "golden-rule")).result
    assert figures is not None
    page = soup(client.get(here).text)
    rows = page.select("table.others tbody tr")
    assert [row.th.text for row in rows if row.th] == [
        "Unchanged",
        *(row["label"] for row in figures["rows"]),
    ]
    for row, told in zip(rows[1:], figures["rows"], strict=True):
        links = [link["href"] for link in row.select("a")]
        rules = ruleset()
        digits = rules.seed.replaced(rules.book.place("golden-rule"), told["roll"]).digits
        assert links == [f"/classic/{digits}#golden-rule", f"/lab/classic/{digits}"]
        assert all(client.get(str(link)).status_code == 200 for link in links)


@pytest.mark.parametrize("table", ["mend", "golden-rule"])
def test_what_is_tried_has_room_and_standing_as_playtests_have(
    site: Callable[..., tuple[Flask, PlaytestQueue]], table: str
) -> None:
    app, playtests = site(task=job_tasks.trying, max_pending=1)
    client = app.test_client()
    assert client.post(f"{PAGE}/{table}").status_code == 303
    page = soup(client.get(f"{PAGE}/{table}").text)
    assert page.select_one("noscript meta[http-equiv=refresh]") is not None
    assert client.post(PAGE).status_code == 503
    assert playtests.status((*key(), table)).under_way


@pytest.mark.parametrize("table", ["stats", "luck", "nothing"])
def test_a_table_that_is_not_rolled_cannot_be_tried(
    site: Callable[..., tuple[Flask, PlaytestQueue]], table: str
) -> None:
    app, playtests = site(task=job_tasks.held)
    for method in ("get", "post"):
        answer = getattr(app.test_client(), method)(f"{PAGE}/{table}")
        assert answer.status_code == 404
        assert "game-length" in answer.text
    assert playtests.count() == 0


@pytest.mark.parametrize("method", ["get", "post"])
def test_where_playtests_used_to_be_leads_on(
    site: Callable[..., tuple[Flask, PlaytestQueue]], method: str
) -> None:
    app, _ = site(task=job_tasks.held)
    answer = getattr(app.test_client(), method)(f"/playtest/classic/{PUBLISHED}?name=A+%26+B")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{PAGE}?name=A+%26+B")


def test_rolls_that_give_the_same_rules_share_a_result(
    site: Callable[..., tuple[Flask, PlaytestQueue]], gate: Path
) -> None:
    app, playtests = site(task=job_tasks.held)
    gate.touch()
    client = app.test_client()
    twin = "0" + PUBLISHED[1:]
    assert key(twin) == key()
    client.post(PAGE)
    settled(playtests, key())
    assert "500 games between bots" in client.get(f"/lab/classic/{twin}").text
    assert client.post(f"/lab/classic/{twin}").status_code == 303
    assert playtests.count() == 0


def test_lab_page_queue_full_answers_503_with_the_limit_of_the_site(
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
    assert client.post(f"/lab/classic/{'1' * 15}").status_code == 303  # it is under way already
    assert "1 playtest is ahead in the queue" in client.get(f"/lab/classic/{'1' * 15}").text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("job", "cause"),
    [
        (job_tasks.deadly, "its worker ended with status 3"),
        (job_tasks.endless, "its worker ended with status 75"),
        (job_tasks.failing, "a fault"),
    ],
)
def test_what_breaks_off_says_so_and_may_be_tried_again(
    site: Callable[..., tuple[Flask, PlaytestQueue]],
    job: Callable[..., dict[str, Any]],
    cause: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app, playtests = site(task=job)
    client = app.test_client()
    client.post(PAGE)
    assert settled(playtests, key()).failed
    page = soup(client.get(PAGE).text)
    assert page.h1 is not None
    assert page.h1.text == "The playtest failed"
    assert page.select_one("main form[method=post]") is not None
    (record,) = until(lambda: faults(caplog))
    assert "/".join(key()) in record.getMessage()
    assert record.exc_info is not None
    assert cause in str(record.exc_info[1])
    client.post(PAGE)
    assert settled(playtests, key()).failed
    until(lambda: len(faults(caplog)) == 2)


def faults(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """What was logged as a fault. That a job is done again is none."""
    return [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_without_a_compiler_nothing_is_played_and_a_503_says_why(
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
def test_without_a_compiler_programs_are_told_so_as_well(
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
def test_bad_addresses_are_refused(
    site: Callable[..., tuple[Flask, PlaytestQueue]], address: str, status: int
) -> None:
    app, playtests = site(task=job_tasks.held)
    client = app.test_client()
    assert client.get(address).status_code == status
    assert client.post(address).status_code in (status, 405)
    assert playtests.count() == 0


def test_lab_page_visitor_limit_answers_429_with_the_limit_of_the_visitor(
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
def test_lab_json_limit_reached_is_a_problem_that_says_whose(
    site: Callable[..., tuple[Flask, PlaytestQueue]], limit: dict[str, int], status: int, owner: str
) -> None:
    app, _ = site(task=job_tasks.held, **limit)
    answer = app.test_client().post(f"{PAGE}.json")
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert int(answer.headers["Retry-After"]) > 0
    assert owner in answer.json["detail"]


class Unavailable(Queue):
    """Stands in for a proxy whose job process does not answer."""

    def status(self, key: Key) -> JobStatus[dict[str, Any]]:
        raise JobsUnavailable


@pytest.mark.parametrize(
    ("address", "content_type"),
    [(PAGE, "text/html; charset=utf-8"), (f"{PAGE}.json", "application/problem+json")],
)
def test_lab_page_job_process_unavailable_answers_503(
    site: Callable[..., tuple[Flask, PlaytestQueue]], address: str, content_type: str
) -> None:
    app, _ = site(Unavailable())
    answer = app.test_client().get(address)
    assert (answer.status_code, answer.content_type) == (503, content_type)
    assert answer.headers["Retry-After"] == "5"
    assert "does not respond" in answer.text


def test_the_site_itself_never_loads_the_engine() -> None:
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
