"""The workers of a site are made ready in good order, after others, and for as long as they get on."""

from __future__ import annotations

import os

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
