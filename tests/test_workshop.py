"""The workers of a site are made ready in good order, after others, and for as long as they get on."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import jobs
import pytest
from test_playtest_page import settled, until

from carnage.worker import courtesy, process, workshop
from carnage.worker.jobs import Jobs
from carnage.worker.playing import PlannedTurns, Turns
from carnage.worker.playtesting import Playtests
from carnage.worker.printing import Prints
from carnage.worker.showing import PlannedShows, Shows
from carnage.worker.workshop import Workshop


def test_rules_are_compiled_by_the_worker_that_comes_after_all_others_family_after_family(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared: list[tuple[Jobs[object], str]] = []
    monkeypatch.setattr(Jobs, "prepare", lambda queue, family: prepared.append((queue, family)))
    shop = Workshop(Playtests(), Shows(), PlannedShows(), Turns(), PlannedTurns(), Prints())
    workshop.warm_up(shop)
    families = list(workshop.families())
    assert families[0] == "battle", "that of the book that is rolled on first"
    assert len(families) > 2
    asked = [queue for queue, _ in prepared[:: len(families)]]
    assert asked == [shop.playtests, shop.shows, shop.turns, shop.prints]
    assert [family for _, family in prepared] == families * 4
    last = max(queue._niceness for queue in shop)
    assert shop.playtests._niceness == last


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
    assert figures["games"] == min(19, os.nice(0) + process.PLAYTESTED)


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


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [16, 0])
def test_who_gets_on_may_take_as_long_as_it_takes_and_who_does_not_is_ended(rules: int) -> None:
    queue = Playtests(job=jobs.compiling)
    queue.start(("classic", str(rules)))
    stands = settled(queue, ("classic", str(rules)))
    queue.close()
    assert stands.failed == (not rules)


# Seconds and rules that were compiled by then, of 851: on two processors that ten others wanted as well, and
# as it goes where nobody else does.
CROWDED = [
    (6, 0),
    (13, 13),
    (19, 36),
    (25, 76),
    (31, 117),
    (37, 138),
    (43, 164),
    (49, 185),
    (55, 203),
    (62, 217),
    (70, 225),
    (76, 240),
    (84, 248),
    (92, 249),
    (99, 276),
    (105, 295),
    (111, 308),
    (117, 318),
    (126, 333),
    (132, 337),
    (139, 345),
    (145, 369),
    (152, 387),
    (158, 398),
    (165, 412),
    (171, 437),
    (177, 469),
    (184, 495),
    (190, 526),
    (196, 555),
    (205, 577),
    (211, 588),
    (218, 603),
    (224, 624),
    (231, 638),
    (240, 649),
    (247, 660),
    (253, 666),
    (261, 676),
    (268, 682),
    (276, 706),
    (283, 721),
    (289, 737),
    (296, 751),
    (302, 766),
    (309, 772),
    (316, 806),
    (322, 838),
    (331, 850),
    (331, 851),
]
FREE = [(seconds, round(851 * (seconds / 300) ** 2)) for seconds in range(5, 301, 5)]


@pytest.mark.parametrize("course", [CROWDED, FREE])
def test_what_is_said_to_be_left_is_what_the_clock_says(
    course: list[tuple[float, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a third is compiled and later, more than half of it and less than twice as long."""
    now = 0.0
    monkeypatch.setattr(process, "time", SimpleNamespace(monotonic=lambda: now))
    told = process.Course()
    (end, total), compared = course[-1], 0
    for now, done in course[:-1]:
        left = told.left(done, total)
        if total / 3 <= done and end - now > 10.0:
            assert (end - now) / 2 < left < 2 * (end - now), now
            compared += 1
    assert compared > 10
    assert told.left(total, total) == 0.0
    assert process.Course().left(0, total) == 0.0


def test_nobody_is_told_when_the_rules_of_other_games_are_ready() -> None:
    queue = Playtests(job=jobs.held)
    queue._pool = SimpleNamespace(submit=lambda *_: Future(), shutdown=lambda **_: None)  # type: ignore[assignment]
    for code in ("gamble", "classic"):
        queue.start((code, "1"))
    queue._shown = (30, 500, 0, 12, 0, process.number_of("battle"))
    assert queue.look(("classic", "1")).seconds == 12
    stands = queue.look(("gamble", "1"))
    assert (stands.seconds, stands.compiled, stands.to_compile) == (None, 30, 500)
    queue._shown = (30, 100, 0, 7, 0, process.number_of("gamble"))
    assert queue.look(("gamble", "1")).seconds == 7


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
    assert queue._shown[process.LATE]
    queue.close()
