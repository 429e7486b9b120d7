"""Who a visitor is, and how much of the site's time each may take."""

from __future__ import annotations

import asyncio
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from web import GAME, site
from wire import REQUEST, called, rest, statuses

from carnage import serving
from carnage.serving import budgets, connection, crowd, gateway, running, settings, visitors
from carnage.serving import line as line_module
from carnage.serving.budgets import Budgets
from carnage.serving.line import Places, TooLong
from carnage.serving.requests import Request
from carnage.web.costs import cost_elsewhere


@pytest.mark.parametrize(
    ("address", "under"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:443", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        (":1.2.3.4", None),
        ("", None),
        ("unknown", None),
    ],
)
def test_what_an_address_is_counted_under(address: str, under: str | None) -> None:
    assert visitors.counted(address) == under


@pytest.mark.parametrize(
    ("sent", "behind", "visitor"),
    [
        ([], 0, "192.0.2.7"),
        (["203.0.113.1"], 0, "192.0.2.7"),
        ([], 1, "192.0.2.7"),
        (["203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.9, 203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.9", "203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.9, 203.0.113.1"], 2, "198.51.100.9"),
        (["203.0.113.1"], 2, "192.0.2.7"),
        ([":1.2.3.4"], 1, "192.0.2.7"),
    ],
)
def test_only_proxies_that_are_there_have_a_word(sent: list[str], behind: int, visitor: str) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in sent]
    assert visitors.visitor("192.0.2.7", headers, behind) == visitor


def test_only_a_proxy_says_that_the_visitor_came_by_https() -> None:
    headers = [(b"x-forwarded-proto", b"https")]
    assert (visitors.scheme(headers, 0), visitors.scheme(headers, 1)) == ("http", "https")


def test_a_name_with_a_low_line_does_not_pass_for_a_proxys() -> None:
    scope = {
        "method": "GET", "raw_path": b"/a%20b", "query_string": b"", "http_version": "1.1",
        "headers": [(b"x_forwarded_for", b"1.2.3.4"), (b"x-a", b"1"), (b"x-a", b"2")],
        "client": ("192.0.2.7", 1), "server": None,
    }  # fmt: skip
    environ = Request.of(scope, 1).environ(b"abc")
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert (environ["HTTP_X_A"], environ["REMOTE_ADDR"], environ["PATH_INFO"]) == ("1,2", "192.0.2.7", "/a b")
    assert (environ["CONTENT_LENGTH"], environ["wsgi.input"].read()) == ("3", b"abc")


# ------------------------------------------------------------------------------------------------ budgets


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(budgets, "time", clock)
    return clock


def test_what_is_saved_may_be_spent_at_once_and_the_rest_as_it_comes(clock: Clock) -> None:
    own = Budgets(None, saved=2.0, rate=0.5)
    own.charge("a", 2.0)
    assert own.wait("a") == 0.0
    own.charge("a", 0.5)
    assert own.wait("a") == pytest.approx(1.0)
    assert own.debt("a") == pytest.approx(2.5)
    assert own.wait("b") == own.debt("b") == 0.0
    clock.now += 1.0
    assert own.wait("a") == pytest.approx(0.0)
    clock.now += 100.0
    assert own.debt("a") == 0.0


def test_processes_count_together(clock: Clock, tmp_path: Path) -> None:
    one, other = (Budgets(tmp_path / "debts", saved=2.0, rate=0.5) for _ in range(2))
    one.charge("a", 1.5)
    other.charge("a", 1.5)
    for each in (one, other, one):
        each.share()
    assert one.wait("a") == other.wait("a") == pytest.approx(2.0)
    one.charge("a", 1.0)  # which the other does not know of yet
    other.share()
    assert other.wait("a") == pytest.approx(2.0)
    one.share()
    other.share()
    assert other.wait("a") == pytest.approx(4.0)


def test_nobody_is_remembered_for_longer_than_it_takes_to_pay(clock: Clock, tmp_path: Path) -> None:
    own = Budgets(tmp_path / "debts", saved=2.0, rate=0.5)
    for visitor in range(1000):
        own.charge(str(visitor), 0.001)
    own.share()
    clock.now += 2 * budgets.SWEPT + 1
    own.share()
    own.share()
    assert len(own) == 0


def test_without_the_others_each_counts_for_itself(clock: Clock, tmp_path: Path) -> None:
    own = Budgets(tmp_path / "debts", saved=2.0, rate=0.5)
    assert own._shared is not None
    own._shared.close()
    own.charge("a", 3.0)
    own.share()
    assert own.wait("a") == pytest.approx(2.0)


def test_many_visitors_cost_no_more_than_few(clock: Clock, tmp_path: Path) -> None:
    """Beside a hundred thousand addresses one is charged and asked about at once, and an exchange with other
    processes reads only what has changed."""
    one, other = (Budgets(tmp_path / "debts", saved=2.0, rate=0.5) for _ in range(2))
    for n in range(100_000):
        one.charge(f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}", 1000.0)
    one.share()
    other.share()
    assert len(other) == 100_000
    assert one._shared is not None
    clock.now += 2.0  # these changes are old

    def work(own: Budgets) -> int:
        """Steps of SQLite's, in hundreds, that one visitor more takes."""
        steps = count()
        assert own._shared is not None
        own._shared.set_progress_handler(lambda: next(steps) and None, 100)
        own.charge("192.0.2.1", 1.0)
        own.share()
        own._shared.set_progress_handler(None, 0)
        return next(steps)

    one.share()
    assert work(one) < 50
    assert other.wait("10.1.0.7") > 0.0
    assert other.wait("192.0.2.9") == 0.0


def test_what_workers_do_is_charged_for() -> None:
    assert cost_elsewhere("POST", "/lab/classic/1") > cost_elsewhere("GET", "/watch/classic/1") > 0.0
    assert cost_elsewhere("GET", "/play/classic/1") > 0.0
    costs = [cost_elsewhere("POST", f"/lab/classic/1{end}") for end in ("/mend", "/damage", "/beside", "")]
    assert costs == sorted(costs, reverse=True)
    assert costs[1] > costs[2] == costs[3]
    for end in ("mend", "damage", "beside"):
        program = cost_elsewhere("POST", f"/lab/classic/1/{end}.json")
        assert program == cost_elsewhere("POST", f"/lab/classic/1/{end}")
    assert cost_elsewhere("POST", "/find/classic.json") == cost_elsewhere("POST", "/find/classic")
    assert cost_elsewhere("GET", "/play") == cost_elsewhere("GET", "/watch") == 0.0
    assert cost_elsewhere("GET", "/lab/classic/1") == cost_elsewhere("GET", GAME) == 0.0
    assert cost_elsewhere("GET", "/lab/classic/1.pdf") == cost_elsewhere("GET", f"{GAME}.pdf") > 0.0


# ------------------------------------------------------------------------------------------- the gateway


def test_who_has_spent_all_is_sent_away_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "LONGEST", 0.1)
    monkeypatch.setattr(gateway, "ASKING", 10.0)
    with serving.served(site(), saved=25.0, rate=1e-3) as port:
        answers = []
        for _ in range(4):
            with closing(called(port)) as greedy:
                greedy.sendall(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
                answers.append(rest(greedy))
        assert [statuses(answer)[0] for answer in answers] == [200, 200, 429, 429]
        assert all(re.search(rb"(?i)retry-after: [1-9]", answer) for answer in answers[2:])
        assert all(b"Wait a little" in answer for answer in answers[2:])
        with closing(called(port, "127.0.0.2")) as modest:
            modest.sendall(REQUEST)
            assert modest.recv(12) == b"HTTP/1.1 200"


def burnt(seconds: float) -> None:
    """Take so many seconds of this thread's."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def asked_twice(port: int, path: str, source: str = "127.0.0.1", said: str = "") -> list[int]:
    """What a visitor is answered who asks for the same page twice."""
    answers = []
    for _ in range(2):
        with closing(called(port, source)) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{said}\r\n".encode())
            answers += statuses(rest(connection))
    return answers


def test_a_page_costs_what_making_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread for pages, or in one for everything else."""
    monkeypatch.setattr(gateway, "LONGEST", 0.1)
    monkeypatch.setattr(connection, "LONGEST", 10_000.0)
    app = site.__wrapped__()
    app.add_url_rule("/slow/page", "slow", lambda: burnt(0.3) or "done")
    app.add_url_rule("/quick/page", "quick", lambda: "done")
    app.extensions["page_policies"] |= {"slow-page": "no-cache"}
    app.add_url_rule("/slow-page/1", "slow page", lambda: burnt(0.3) or "done")
    with serving.served(app, saved=0.2, rate=1e-3) as port:
        assert asked_twice(port, "/slow/page") == [200, 429]
        assert asked_twice(port, "/slow-page/1", "127.0.0.2") == [200, 429]
        assert asked_twice(port, "/quick/page", "127.0.0.3") == [200, 200]


def test_behind_a_proxy_each_has_a_budget_and_all_share_its_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "LONGEST", 0.1)
    monkeypatch.setattr(gateway, "ASKING", 10.0)
    monkeypatch.setattr(crowd, "EACH", 2)
    with serving.served(site(), saved=25.0, rate=1e-3, behind=1) as port:
        open_ones = [called(port) for _ in range(4)]
        for n, each in enumerate(open_ones):
            each.sendall(REQUEST.replace(b"Host: x", f"Host: x\r\nX-Forwarded-For: 203.0.113.{n}".encode()))
            assert each.recv(12) == b"HTTP/1.1 200"
        for each in open_ones:
            each.close()
        for visitor in ("198.51.100.7", "198.51.100.8"):
            # What a visitor writes stands in front of what the proxy adds, and makes nobody another.
            said = f"X-Forwarded-For: 203.0.113.99, {visitor}\r\n"
            assert asked_twice(port, GAME, said=said) == [200, 200]
            assert asked_twice(port, GAME, said=said.replace("99", "98")) == [429, 429]


def test_whoever_looks_after_the_site_is_told_and_asks_no_more_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over budget, each answer takes as long as anybody is let wait; workers are looked at now and then."""
    looked = []

    class Watched(gateway.Gateway):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self._live = lambda: looked.append(self) or True

    monkeypatch.setattr(running, "Gateway", Watched)
    monkeypatch.setattr(gateway, "LONGEST", 0.2)
    monkeypatch.setattr(connection, "LONGEST", 1e6)
    monkeypatch.setattr(gateway, "LOOKING", 60.0)
    monkeypatch.setattr(gateway, "ASKING", 10.0)
    took = []
    with serving.served(site(), saved=15.0, rate=1e-3) as port:
        for _ in range(3):
            began = time.monotonic()
            with closing(called(port)) as prober:
                prober.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert statuses(rest(prober)) == [200]
            took.append(time.monotonic() - began)
        assert asked_twice(port, GAME) == [429, 429]
    assert min(took[1:]) >= 0.2
    assert len(looked) == 1


def test_who_asks_workers_for_too_much_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "cost_elsewhere", lambda method, path: 20.0 if path == "/roll" else 0.0)
    roll = b"POST /roll HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    with serving.served(site(), saved=25.0, rate=1e-3) as port:
        for status in (303, 303, 429):
            with closing(called(port)) as greedy:
                greedy.sendall(roll)
                assert statuses(rest(greedy)) == [status]
        with closing(called(port)) as reader:
            reader.sendall(REQUEST)
            assert reader.recv(12) == b"HTTP/1.1 200"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Flask, threading.Event, list[str]]]:
    """An application with one thread, which waits for an event at /slow/, and whom it was asked by."""
    gate, asked = threading.Event(), []

    app = site.__wrapped__()

    @app.get("/slow/<who>")
    def wait(who: str) -> str:
        asked.append(who)
        gate.wait(30)
        return "done"

    monkeypatch.setattr(gateway, "THREADS", 1)
    for each in (line_module, gateway):
        monkeypatch.setattr(each, "LONGEST", 30.0)
    yield app, gate, asked
    gate.set()


def until(look: Callable[[], object]) -> None:
    for _ in range(6000):
        if look():
            return
        time.sleep(0.01)
    raise AssertionError("it took too long")


def sent(port: int, who: str, source: str = "127.0.0.1") -> object:
    connection = called(port, source)
    connection.sendall(f"GET /slow/{who} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    return connection


def test_what_nobody_waits_for_is_not_done(
    slow: tuple[Flask, threading.Event, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    app, gate, asked = slow
    with serving.served(app) as port:
        first = sent(port, "first")
        until(lambda: asked)
        sent(port, "gone").close()
        time.sleep(0.1)
        last = sent(port, "last")
        gate.set()
        assert statuses(rest(first)) == statuses(rest(last)) == [200]
    assert asked == ["first", "last"]
    assert not caplog.records


def test_what_has_waited_too_long_is_turned_away(
    slow: tuple[Flask, threading.Event, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, gate, asked = slow
    monkeypatch.setattr(gateway, "LONGEST", 0.1)
    with serving.served(app) as port:
        first = sent(port, "first")
        until(lambda: asked)
        late = sent(port, "late")
        time.sleep(0.2)
        gate.set()
        assert statuses(rest(first)) == [200]
        answer = rest(late)
    assert statuses(answer) == [503]
    assert b"retry-after: 5\r\n" in answer
    assert asked == ["first"]


@pytest.fixture
def debts(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """With how much debt places were asked for. A request is a second of it, beside which it counts for
    nothing how long it happens to take."""
    debts: list[float] = []
    take = Places.take

    async def noted(places: Places, debt: Callable[[], float], until: float) -> None:
        debts.append(debt())
        await take(places, debt, until)

    monkeypatch.setattr(Places, "take", noted)
    monkeypatch.setattr(gateway, "ASKING", 1.0)
    return debts


def test_one_visitor_has_so_many_requests_under_way_and_all_together_so_many(
    slow: tuple[Flask, threading.Event, list[str]], debts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, gate, _ = slow
    monkeypatch.setattr(gateway, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(gateway, "MOST_AT_WORK", 3)
    with serving.served(app, saved=10.0, rate=1e-3) as port:
        under_way = [sent(port, "a"), sent(port, "b")]
        until(lambda: len(debts) == 2)
        assert statuses(rest(sent(port, "c"))) == [429]
        under_way.append(sent(port, "d", "127.0.0.2"))
        until(lambda: len(debts) == 3)
        under_way.append(sent(port, "e", "127.0.0.3"))
        assert statuses(rest(under_way.pop(1))) == [503]
        gate.set()
        assert [statuses(rest(each)) for each in under_way] == [[200]] * 3


def test_where_there_is_no_room_whoever_has_had_most_goes(
    slow: tuple[Flask, threading.Event, list[str]], debts: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, gate, asked = slow
    monkeypatch.setattr(gateway, "MOST_AT_WORK", 3)
    with serving.served(app, saved=10.0, rate=1e-3) as port:
        first = sent(port, "first")
        until(lambda: asked)
        greedy = []
        for who in ("more", "most"):
            greedy.append(sent(port, who))
            until(lambda: len(debts) == 1 + len(greedy))
        modest = sent(port, "modest", "127.0.0.2")
        assert statuses(rest(greedy[1])) == [503]
        assert statuses(rest(sent(port, "late"))) == [503]
        gate.set()
        assert [statuses(rest(each)) for each in (first, greedy[0], modest)] == [[200]] * 3
    assert asked == ["first", "modest", "more"]


def soon() -> float:
    """Until when somebody stands in line who comes now."""
    return time.monotonic() + line_module.LONGEST


def test_a_place_is_never_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes, waits too long, is sent away or hangs up: in the end as many places are free as were."""
    monkeypatch.setattr(line_module, "LONGEST", 0.01)
    chance = random.Random(3)
    outcomes: Counter[str] = Counter()

    async def one(places: Places) -> None:
        await asyncio.sleep(chance.uniform(0.0, 2.0))
        try:
            debt = chance.random()
            await places.take(lambda: debt, soon())
        except TooLong:
            outcomes["too long"] += 1
            return
        with places.left_at_last():
            await asyncio.sleep(chance.uniform(0.0, 0.01))
            outcomes["done"] += 1

    async def all_of_them() -> int:
        places = Places(3, 10)
        tasks = [asyncio.create_task(one(places)) for _ in range(2400)]
        for task in chance.sample(tasks, 240):
            asyncio.get_running_loop().call_later(chance.uniform(0.0, 2.0), task.cancel)
        await asyncio.gather(*tasks, return_exceptions=True)
        return places.free

    assert asyncio.run(all_of_them()) == 3
    assert outcomes["done"] > 100
    assert outcomes["too long"] > 100


def test_a_fault_in_front_of_the_application_is_a_page_and_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(gateway, "cost_elsewhere", broken)
    with serving.served(site()) as port, closing(called(port)) as reader:
        reader.sendall(REQUEST)
        answer = rest(reader)
    assert statuses(answer) == [500]
    assert b"Something broke" in answer
    assert b"a fault" not in answer
    (record,) = [each for each in caplog.records if each.exc_info]
    assert "a fault" in str(record.exc_info)


# ------------------------------------------------------------------------------------------- the settings


@pytest.mark.parametrize(
    ("said", "place"),
    [("", None), ("0", None), ("9100", ("127.0.0.1", 9100)), ("0.0.0.0:80", ("0.0.0.0", 80))],
)
def test_figures_are_told_nowhere_unless_an_address_is_given(said: str, place: settings.Place | None) -> None:
    assert settings.place(said) == place


CONTACT = "mailto:somebody@example.org"


def test_settings_are_read_and_written() -> None:
    read = settings.Settings.read
    assert read({})._replace(processes=2) == settings.Settings(2, 0, "text", False, None, "")
    environ = {
        "WEB_CONCURRENCY": "3",
        "CARNAGE_BEHIND_PROXY": "1",
        "CARNAGE_LOG": "json",
        "CARNAGE_METRICS": "[::1]:9",
        "CARNAGE_SECURITY_CONTACT": CONTACT,
    }
    assert read(environ) == settings.Settings(3, 1, "json", False, ("[::1]", 9), CONTACT)
    again: dict[str, str] = {}
    read(environ | {"CARNAGE_ACCESS_LOG": "1"}).write(again)
    assert read(again) == settings.Settings(3, 1, "json", True, ("[::1]", 9), CONTACT)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CARNAGE_BEHIND_PROXY", "yes"),
        ("CARNAGE_LOG", "xml"),
        ("WEB_CONCURRENCY", "-1"),
        ("CARNAGE_METRICS", "65536"),
        ("CARNAGE_METRICS", "0.0.0.0:"),
        ("CARNAGE_METRICS", "localhost"),
        ("CARNAGE_SECURITY_CONTACT", "somebody@example.org"),
        ("CARNAGE_SECURITY_CONTACT", "https://example.org/ or mailto:somebody@example.org"),
    ],
)
def test_a_bad_setting_says_what_a_good_one_is(name: str, value: str) -> None:
    with pytest.raises(settings.SettingError, match=name):
        settings.Settings.read({name: value})
