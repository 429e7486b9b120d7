"""The workers of a site are made ready in good order, after others, and for as long as they get on."""

from __future__ import annotations

import os
from types import SimpleNamespace

import jobs
import pytest
from test_playtest_page import settled

from carnage.worker import process, workshop
from carnage.worker.jobs import Jobs
from carnage.worker.playing import PlannedTurns, Turns
from carnage.worker.playtesting import Playtests
from carnage.worker.printing import Prints
from carnage.worker.showing import PlannedShows, Shows
from carnage.worker.workshop import Workshop


def test_rules_are_compiled_by_the_worker_that_comes_after_others_family_after_family(
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
    assert [queue._after_others for queue in shop] == [True, False, True, False, True, False]


def test_a_worker_that_comes_after_others_leaves_the_processors_to_them() -> None:
    queue = Playtests(job=jobs.niceness)
    queue.start(("classic", "1"))
    figures = settled(queue, ("classic", "1")).result
    queue.close()
    assert figures is not None
    assert figures["games"] == min(19, os.nice(0) + process.AFTER_OTHERS)


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
