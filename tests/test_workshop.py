"""The workers of a site play once the rules are compiled, in good order, and after others."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NoReturn

import jobs
import pytest
from test_playtest_page import settled, until

from carnage.jobs import courtesy, libraries, service, worker
from carnage.jobs.service import Workshop
from carnage.jobs.tasks.play import PlannedTurns, Turns
from carnage.jobs.tasks.playtest import Playtests
from carnage.jobs.tasks.print import Prints
from carnage.jobs.tasks.replay import PlannedShows, Shows


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    """A workshop whose cache is empty."""
    monkeypatch.setattr(service, "cache_folder", lambda: tmp_path)
    shop = service.opened()
    yield shop
    for queue in shop:
        queue.close()


def test_nothing_is_played_before_the_rules_are_compiled_and_books_are_printed(
    shop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ("classic", str(tmp_path / "been here"))
    (tmp_path / "been here").touch()
    for queue in shop:
        monkeypatch.setattr(queue, "_job", jobs.killed_once)
        queue.start(key)
    assert [name for name, queue in shop._asdict().items() if queue._pool] == ["prints"]
    stands = shop.playtests.look(key)
    assert (stands.under_way, stands.ahead) == (True, 0)
    built: list[bool] = []
    monkeypatch.setattr(libraries, "build", lambda: built.append(shop.playtests._pool is None))
    service.start_playing(shop)
    assert built == [True]
    assert settled(shop.playtests, key).result == jobs.FIGURES


def test_the_libraries_are_built_by_a_process_that_leaves_none_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARNAGE_CACHE", str(tmp_path))
    monkeypatch.delenv("CARNAGE_UNCOMPILED", raising=False)
    libraries.build()
    families = list(libraries.families())
    assert families[0] == "battle", "that of the book that is rolled on first"
    assert len(families) > 2
    assert {path.name.partition("-")[0] for path in tmp_path.glob("*.index")} == set(families)
    assert "CARNAGE_UNCOMPILED" not in os.environ


def test_without_a_compiler_later_processes_are_told_to_play_uncompiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARNAGE_CACHE", str(tmp_path))
    monkeypatch.setenv("CARNAGE_CC", "/nonexistent")
    monkeypatch.setenv("CARNAGE_UNCOMPILED", "")
    libraries.build()
    assert os.environ["CARNAGE_UNCOMPILED"] == "1"
    assert capfd.readouterr().err.count("found no C compiler") == 1


def test_rules_that_cannot_be_compiled_are_logged_with_what_the_compiler_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text("#!/bin/sh\necho it is broken >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CARNAGE_CACHE", str(tmp_path))
    monkeypatch.setenv("CARNAGE_CC", str(compiler))
    monkeypatch.setenv("CARNAGE_UNCOMPILED", "")
    libraries.build()
    said = capfd.readouterr().err
    for family in libraries.families():
        assert f"The rules of {family} games cannot be compiled" in said
    assert "it is broken" in said
    assert os.environ["CARNAGE_UNCOMPILED"] == ""


def test_whoever_waits_least_patiently_comes_first() -> None:
    shop = Workshop(Playtests(), Shows(), PlannedShows(), Turns(), PlannedTurns(), Prints())
    in_turn = [shop.turns, shop.shows, shop.prints, shop.planned_shows]
    niceness = [queue._niceness for queue in in_turn]
    assert niceness == sorted(set(niceness))
    assert niceness[0] > 0, "pages come before them all"
    assert shop.planned_turns._niceness == niceness[-1]


def test_a_worker_leaves_the_processors_to_pages() -> None:
    queue = Playtests(job=jobs.niceness)
    queue.start(("classic", "1"))
    figures = settled(queue, ("classic", "1")).result
    queue.close()
    assert figures is not None
    assert figures["games"] == min(19, os.nice(0) + worker.PLAYTESTED)


def test_a_playtest_whose_worker_is_killed_is_done_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    queue = Playtests(job=jobs.killed_once)
    key = ("classic", str(tmp_path / "been here"))
    queue.start(key)
    stands = settled(queue, key)
    queue.close()
    assert not stands.failed
    assert stands.result == jobs.FIGURES
    assert queue.failed == 0
    until(lambda: "is done again: its worker was ended by SIGKILL" in caplog.text)


@pytest.mark.parametrize("none", [OSError("no more processes"), RuntimeError("can't start new thread")])
def test_where_no_worker_is_to_be_had_the_next_who_asks_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, none: Exception
) -> None:
    def fails(*_: object) -> NoReturn:
        raise none

    (tmp_path / "been here").touch()
    queue = Playtests(job=jobs.killed_once)
    key = ("classic", str(tmp_path / "been here"))
    with monkeypatch.context() as scarce:
        scarce.setattr(ProcessPoolExecutor, "submit", fails)
        for _ in range(2):
            with pytest.raises(type(none)):
                queue.start(key)
    queue.start(key)
    stands = settled(queue, key)
    queue.close()
    assert stands.result == jobs.FIGURES


def test_a_show_whose_worker_is_killed_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Shows()
    monkeypatch.setattr(queue, "_job", jobs.killed_once)
    key = ("classic", str(tmp_path / "been here"))
    queue.start(key)
    stands = settled(queue, key)
    queue.close()
    assert not stands.failed
    assert queue.failed == 0


def test_threads_work_one_at_a_time_and_whoever_waits_lets_others_work() -> None:
    seen: list[str] = []
    away, back = threading.Event(), threading.Event()

    def first() -> None:
        with courtesy.at_work():
            seen.append("first works")
            with courtesy.waiting():
                away.set()
                back.wait(60.0)
            seen.append("first goes on")

    def second() -> None:
        away.wait(60.0)
        with courtesy.at_work():
            seen.append("second works")
            back.set()
            time.sleep(0.05)
            seen.append("second is done")

    threads = [threading.Thread(target=each) for each in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == ["first works", "second works", "second is done", "first goes on"]


def test_who_waits_without_being_at_work_keeps_nobody_from_it() -> None:
    with courtesy.waiting(), courtesy.at_work():
        pass
    with courtesy.at_work():
        pass


def test_who_is_at_work_for_long_keeps_nobody_from_it() -> None:
    done = threading.Event()

    def other() -> None:
        with courtesy.at_work():
            done.set()

    with courtesy.at_work():
        thread = threading.Thread(target=other)
        thread.start()
        assert done.wait(60.0)
    thread.join()


def test_whoever_has_had_least_works_next() -> None:
    order: list[float] = []

    def one(debt: float) -> None:
        with courtesy.at_work(debt):
            order.append(debt)

    with courtesy.at_work():
        threads = [threading.Thread(target=one, args=(debt,)) for debt in (5.0, 1.0, 9.0, 0.0)]
        for thread in threads:
            thread.start()
        while len(courtesy._floor._heap) < len(threads):
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == sorted(order)


def test_a_job_that_has_taken_too_long_is_not_done_again() -> None:
    queue = Playtests(job=jobs.endless)
    queue.start(("classic", "1"))
    assert settled(queue, ("classic", "1")).failed
    assert queue._late.value
    queue.close()
