"""Playtests on the site: asked for by POST, played elsewhere, bounded, told in plain words."""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jobs
import pytest
from flask import Flask
from rulesets import PUBLISHED, rolled, ruleset
from web import soup

from carnage.jobs import results
from carnage.jobs.queue import Busy, NoCompiler, Standing
from carnage.jobs.results import Ledger, Results
from carnage.jobs.tasks.playtest import Playtests
from carnage.playtest.findings import findings
from carnage.web import create_app

ROOT = Path(__file__).parent.parent
PAGE = f"/lab/classic/{PUBLISHED}"


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What `jobs.held` waits for: a file that is not there yet."""
    monkeypatch.setenv(jobs.GATE, str(tmp_path / "gate"))
    return tmp_path / "gate"


@pytest.fixture
def site(gate: Path) -> Iterator[Callable[..., tuple[Flask, Playtests]]]:
    """Makes an application with playtests of its own, which are let go in the end."""
    all_made: list[Playtests] = []

    def make(own: Playtests | None = None, **extra: Any) -> tuple[Flask, Playtests]:
        playtests = own or Playtests(**extra)
        all_made.append(playtests)
        app = create_app()
        app.extensions["playtests"] = playtests
        return app, playtests

    yield make
    gate.touch()
    for playtests in all_made:
        playtests.close()


def until(look: Callable[[], Any], seconds: float = 240.0) -> Any:
    """What `look` gives once it gives anything."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := look():
            return answer
        time.sleep(0.05)
    raise AssertionError("it took too long")


def settled(playtests: Playtests, key: tuple[str, str]) -> Standing[dict[str, Any]]:
    """How a playtest stands once it is over."""

    def look() -> Standing[dict[str, Any]] | None:
        stands = playtests.look(key)
        return None if stands.under_way else stands

    standing: Standing[dict[str, Any]] = until(look)
    return standing


def key(digits: str = PUBLISHED) -> tuple[str, str]:
    return "classic", ruleset(digits).answers


# ----------------------------------------------------------------------------------------- the real thing


def test_games_are_played_until_the_answer_is_known(site: Callable[..., tuple[Flask, Playtests]]) -> None:
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
    assert f"{figures['games']:,} games between bots that play to win." in " ".join(page.text.split())
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
    assert "whether the game is fun" in page.text.lower()
    assert page.select_one(f'a[href="{rules.path}?name=Last+Stand"]') is not None


# ---------------------------------------------------------------------------------------------- the page


def test_a_look_starts_nothing(site: Callable[..., tuple[Flask, Playtests]]) -> None:
    app, playtests = site(job=jobs.held)
    client = app.test_client()
    for answer in (client.get(PAGE), client.head(PAGE)):
        assert answer.status_code == 200
        assert answer.headers["X-Robots-Tag"] == "noindex"
    form = soup(client.get(PAGE).text).select_one("main form[method=post]")
    assert form is not None
    assert form["action"] == PAGE
    assert playtests.look(key()) == Standing()
    assert playtests._pool is None


def test_the_game_page_offers_it(site: Callable[..., tuple[Flask, Playtests]]) -> None:
    app, _ = site(job=jobs.held)
    page = soup(app.test_client().get(f"/classic/{PUBLISHED}?name=A+%26+B").text)
    form = page.select_one("form.playtest")
    assert form is not None
    assert (form["method"], form["action"]) == ("post", f"{PAGE}?name=A+%26+B")


def test_pages_do_not_wait_for_playtests(site: Callable[..., tuple[Flask, Playtests]], gate: Path) -> None:
    app, playtests = site(job=jobs.held)
    client = app.test_client()
    assert client.post(PAGE).status_code == 303
    page = client.get(PAGE)
    assert client.get(f"/classic/{PUBLISHED}").status_code == 200
    gate.touch()
    refresh = soup(page.text).select_one("meta[http-equiv=refresh]")
    assert refresh is not None
    assert refresh["content"] == "2"
    assert soup(page.text).select_one(f'main a[href="{PAGE}"]') is not None
    assert settled(playtests, key()).result == jobs.FIGURES


def test_a_playtest_shows_what_it_has_come_to_while_it_goes_on(
    site: Callable[..., tuple[Flask, Playtests]], gate: Path
) -> None:
    app, playtests = site(job=jobs.in_three)
    client = app.test_client()
    client.post(PAGE)
    until(lambda: playtests.look(key()).result)
    page = soup(client.get(PAGE).text)
    assert "So far 100 games between bots that play to win; more are being played." in " ".join(
        page.text.split()
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
    site: Callable[..., tuple[Flask, Playtests]], gate: Path
) -> None:
    app, playtests = site(job=jobs.held)
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
    site: Callable[..., tuple[Flask, Playtests]],
) -> None:
    rule = f"damage.{ruleset().choice('damage').option.code}"

    class Done(Playtests):
        def look(self, key: tuple[str, str]) -> Standing[dict[str, Any]]:
            return Standing(True, jobs.FIGURES | {"rules": {rule: {"fired": 900, "games": 190}}})

    app, _ = site(job=jobs.held)
    assert app.test_client().get(f"{PAGE}.margin").status_code == 204
    app, _ = site(Done())
    answer = app.test_client().get(f"{PAGE}.margin?name=Last+Stand")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json == {"lab": f"{PAGE}?name=Last+Stand#rules", "rules": {"damage": "38%"}}


def test_playtests_take_turns(gate: Path, site: Callable[..., tuple[Flask, Playtests]]) -> None:
    _, playtests = site(job=jobs.in_three)
    first, second = ("classic", "1" * 15), ("classic", "2" * 15)
    playtests.start(first)
    playtests.start(second)
    until(lambda: playtests.look(first).result and playtests.look(second).result)
    assert [playtests.look(each).ahead for each in (first, second)] == [0, 1]
    # How long it has been going is counted from where its first step was done.
    spent = [playtests.look(each).spent for each in (first, second)]
    assert spent[0] > spent[1] > 0.0
    assert playtests.look(first).spent > spent[0]
    gate.touch()
    assert [settled(playtests, each).result["games"] for each in (first, second)] == [300, 300]  # type: ignore[index]


@pytest.mark.thorough
def test_other_answers_are_tried_and_shown_beside_the_game_as_it_is(
    site: Callable[..., tuple[Flask, Playtests]], monkeypatch: pytest.MonkeyPatch
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
    assert [row.th.text for row in rows if row.th] == ["As it is", *(row["label"] for row in figures["rows"])]
    for row, told in zip(rows[1:], figures["rows"], strict=True):
        links = [link["href"] for link in row.select("a")]
        rules = ruleset()
        digits = rules.seed.replaced(rules.book.place("golden-rule"), told["roll"]).digits
        assert links == [f"/classic/{digits}#golden-rule", f"/lab/classic/{digits}"]
        assert all(client.get(str(link)).status_code == 200 for link in links)


@pytest.mark.parametrize("table", ["mend", "golden-rule"])
def test_what_is_tried_has_room_and_standing_as_playtests_have(
    site: Callable[..., tuple[Flask, Playtests]], table: str
) -> None:
    app, playtests = site(job=jobs.trying, waiting=1)
    client = app.test_client()
    assert client.post(f"{PAGE}/{table}").status_code == 303
    page = soup(client.get(f"{PAGE}/{table}").text)
    assert page.select_one("noscript meta[http-equiv=refresh]") is not None
    assert client.post(PAGE).status_code == 503
    assert playtests.look((*key(), table)).under_way


@pytest.mark.parametrize("table", ["stats", "luck", "nothing"])
def test_a_table_that_is_not_rolled_cannot_be_tried(
    site: Callable[..., tuple[Flask, Playtests]], table: str
) -> None:
    app, playtests = site(job=jobs.held)
    for method in ("get", "post"):
        answer = getattr(app.test_client(), method)(f"{PAGE}/{table}")
        assert answer.status_code == 404
        assert "game-length" in answer.text
    assert playtests._pool is None


@pytest.mark.parametrize("method", ["get", "post"])
def test_where_playtests_used_to_be_leads_on(
    site: Callable[..., tuple[Flask, Playtests]], method: str
) -> None:
    app, _ = site(job=jobs.held)
    answer = getattr(app.test_client(), method)(f"/playtest/classic/{PUBLISHED}?name=A+%26+B")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{PAGE}?name=A+%26+B")


def test_rolls_that_give_the_same_rules_share_a_result(
    site: Callable[..., tuple[Flask, Playtests]], gate: Path
) -> None:
    app, playtests = site(job=jobs.held)
    gate.touch()
    client = app.test_client()
    twin = "0" + PUBLISHED[1:]
    assert key(twin) == key()
    client.post(PAGE)
    settled(playtests, key())
    assert "500 games between bots" in client.get(f"/lab/classic/{twin}").text
    assert client.post(f"/lab/classic/{twin}").status_code == 303
    assert playtests.count() == 0


def test_past_the_bound_it_is_a_polite_503(site: Callable[..., tuple[Flask, Playtests]]) -> None:
    app, _ = site(job=jobs.held, waiting=2)
    client = app.test_client()
    for digit in "01":
        assert client.post(f"/lab/classic/{digit * 15}").status_code == 303
    answer = client.post(PAGE)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    again = soup(answer.text).select_one("#wrong form[method=post]")
    assert again is not None
    assert again["action"] == PAGE
    assert again.text == "Try again"
    assert client.post(f"/lab/classic/{'1' * 15}").status_code == 303  # it is under way already
    assert "1 playtest comes before" in client.get(f"/lab/classic/{'1' * 15}").text


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("job", "cause"),
    [
        (jobs.deadly, "terminated abruptly"),
        (jobs.endless, "terminated abruptly"),
        (jobs.failing, "a fault"),
    ],
)
def test_what_breaks_off_says_so_and_may_be_tried_again(
    site: Callable[..., tuple[Flask, Playtests]],
    job: Callable[..., dict[str, Any]],
    cause: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app, playtests = site(job=job)
    client = app.test_client()
    client.post(PAGE)
    assert settled(playtests, key()).failed
    page = soup(client.get(PAGE).text)
    assert page.h1 is not None
    assert page.h1.text == "The playtest broke off"
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


def test_a_dead_worker_is_replaced(site: Callable[..., tuple[Flask, Playtests]]) -> None:
    _, playtests = site(job=jobs.deadly)
    playtests.start(("classic", "0" * 15))
    assert settled(playtests, ("classic", "0" * 15)).failed
    playtests.start(("classic", "1" * 15))
    assert settled(playtests, ("classic", "1" * 15)).result == jobs.FIGURES


@pytest.mark.thorough
def test_a_worker_that_dies_takes_no_more_than_its_own_job_with_it(
    site: Callable[..., tuple[Flask, Playtests]],
) -> None:
    _, playtests = site(job=jobs.deadly)
    keys = [("classic", digit * 15) for digit in "0123"]
    for each in keys:
        playtests.start(each, visitor=each[1])
    assert [settled(playtests, each).failed for each in keys] == [True, False, True, True]


def test_results_are_kept_up_to_a_bound() -> None:
    playtests = Playtests(results=Results(2), job=jobs.deadly)
    keys = [("classic", f"1{n}" + "0" * 13) for n in range(3)]
    for one in keys:
        playtests.start(one)
        settled(playtests, one)
    playtests.close()
    assert [playtests.look(one).known for one in keys] == [False, True, True]


def test_what_was_promised_is_done_though_the_site_was_killed(
    tmp_path: Path, gate: Path, site: Callable[..., tuple[Flask, Playtests]]
) -> None:
    file = tmp_path / "playtests"
    done, promised = ("classic", "1" * 15), ("classic", "2" * 15)
    _, first = site(job=jobs.held, results=Ledger(file, 4))
    first.start(done)
    gate.touch()
    assert settled(first, done).result == jobs.FIGURES
    gate.unlink()
    first.start(promised)
    first.close()

    _, second = site(job=jobs.held, results=Ledger(file, 4))
    assert second.look(done).result == jobs.FIGURES
    assert not second.look(promised).known
    second.resume()
    assert second.look(promised).known
    gate.touch()
    assert settled(second, promised).result == jobs.FIGURES
    assert Ledger(file, 4).promised() == []


def test_without_a_compiler_nothing_is_played_and_a_503_says_why(
    site: Callable[..., tuple[Flask, Playtests]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    app, playtests = site(job=jobs.held)
    client = app.test_client()
    answer = client.post(PAGE)
    assert answer.status_code == 503
    told = soup(answer.text).select_one("#wrong")
    assert told is not None
    assert told.text.startswith("This server has no C compiler, so it cannot play thousands of games.")
    assert playtests._pool is None


@pytest.mark.parametrize(
    "address",
    [f"{PAGE}.json", f"{PAGE}/mend.json", f"{PAGE}/beside.json?game={'1' * 15}", "/find/classic.json"],
)
def test_without_a_compiler_programs_are_told_so_as_well(
    site: Callable[..., tuple[Flask, Playtests]], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    app, _ = site(job=jobs.held)
    answer = app.test_client().post(address)
    assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
    assert "has no C compiler" in answer.json["detail"]


def test_without_a_compiler_promised_playtests_are_kept_and_not_begun(
    tmp_path: Path, site: Callable[..., tuple[Flask, Playtests]], monkeypatch: pytest.MonkeyPatch
) -> None:
    Ledger(tmp_path / "playtests", 4).promise(key())
    monkeypatch.setattr("carnage.jobs.queue.can_compile", lambda book: False)
    _, playtests = site(job=jobs.held, results=Ledger(tmp_path / "playtests", 4))
    playtests.resume()
    assert playtests.count() == 0
    with pytest.raises(NoCompiler):
        playtests.start(key())
    assert Ledger(tmp_path / "playtests", 4).promised() == [key()]


def test_what_is_promised_twice_is_done_once_for_whoever_asked(
    tmp_path: Path, site: Callable[..., tuple[Flask, Playtests]]
) -> None:
    """A visitor may ask before the playtests of the last run are resumed."""
    Ledger(tmp_path / "playtests", 4).promise(key())
    _, playtests = site(job=jobs.held, results=Ledger(tmp_path / "playtests", 4))
    playtests.hold()
    playtests.start(key(), "somebody")
    playtests.resume()
    assert [job.visitor for job in playtests._under_way.values()] == ["somebody"]


def test_what_broke_off_is_not_promised_any_more(
    tmp_path: Path, site: Callable[..., tuple[Flask, Playtests]]
) -> None:
    _, playtests = site(job=jobs.failing, results=Ledger(tmp_path / "playtests", 4))
    playtests.start(key())
    assert settled(playtests, key()).failed
    assert Ledger(tmp_path / "playtests", 4).promised() == []


def test_a_ledger_holds_so_many_results_and_only_its_own_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST", 2)
    ledger = Ledger(tmp_path / "playtests", 1)
    for digit in "123":
        ledger.put(("classic", digit), {"games": int(digit)})
    again = Ledger(tmp_path / "playtests", 2)
    assert [again.known(("classic", digit)) for digit in "123"] == [False, True, True]
    assert again.get(("classic", "2")) == {"games": 2}
    monkeypatch.setattr(results, "version", lambda key: "another")
    assert not Ledger(tmp_path / "playtests", 1).known(("classic", "3"))


def test_without_its_file_a_ledger_keeps_what_it_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = Ledger(tmp_path / "nowhere" / "playtests", 1)
    ledger.put(("classic", "1"), {"games": 1})
    assert ledger.known(("classic", "1"))
    assert ledger.promised() == []
    assert "Playtests are not kept in" in caplog.text


def test_busy_is_raised_before_anything_is_promised() -> None:
    playtests = Playtests(waiting=0, job=jobs.held)
    with pytest.raises(Busy):
        playtests.start(key())
    assert playtests.look(key()) == Standing()


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
    site: Callable[..., tuple[Flask, Playtests]], address: str, status: int
) -> None:
    app, playtests = site(job=jobs.held)
    client = app.test_client()
    assert client.get(address).status_code == status
    assert client.post(address).status_code in (status, 405)
    assert playtests._pool is None


def test_one_visitor_may_have_only_so_many_waiting(site: Callable[..., tuple[Flask, Playtests]]) -> None:
    _, playtests = site(job=jobs.held, each=2)
    playtests.start(("classic", "1"), "somebody")
    playtests.start(("classic", "2"), "somebody")
    playtests.start(("classic", "2"), "somebody")
    with pytest.raises(Busy):
        playtests.start(("classic", "3"), "somebody")
    playtests.start(("classic", "3"), "somebody else")


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
