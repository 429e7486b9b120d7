"""Reports tell walks from runs by what a way counts, as the rules do."""

from __future__ import annotations

from collections import Counter

import pytest

from carnage.engine.battle.words.movement_text import Ground, movement_cost
from carnage.engine.battle.words.report import Report
from carnage.engine.games import Match
from carnage.engine.narration import logged_events, words_of
from tests.support.rulesets import rolled

WOOD = Ground(10.0, 5.0, 2.0, 1.0, False)  # from 8 to 12, from 4 to 6
POND = Ground(10.0, 5.0, 2.0, 2.0, True)


@pytest.mark.parametrize(
    ("way", "ground", "counts"),
    [
        ((0.0, 0.0, 3.0, 4.0), [WOOD], 5.0),  # past it
        ((7.0, 5.0, 9.0, 5.0), [WOOD], 3.0),  # into it
        ((9.0, 5.0, 11.0, 5.0), [WOOD], 4.0),  # inside
        ((13.0, 5.0, 7.0, 5.0), [WOOD], 10.0),  # right through
        ((7.0, 5.0, 13.0, 5.0), [POND], 10.0),
        ((7.0, 7.0, 13.0, 7.0), [POND], 6.0),  # along its rim
        ((7.0, 5.0, 13.0, 5.0), [WOOD, POND], 10.0),  # what lies on each other counts once
        ((9.0, 5.0, 9.0, 5.0), [WOOD, POND], 0.0),
    ],
)
def test_movement_cost_difficult_ground_counts_twice(
    way: tuple[float, float, float, float],
    ground: list[Ground],
    counts: float,
) -> None:
    assert movement_cost(*way, difficult=ground, cost=2.0) == pytest.approx(counts)


@pytest.mark.parametrize("terrain", ["woods", "ruins", "river"])
def test_report_walks_and_runs_follow_movement_cost(terrain: str) -> None:
    rules = rolled(
        book="skirmish",
        movement="gaits",
        shooting="range-bands",
        damage="certain-death",
        units="individuals",
        talents="dealt",
        twist="none",
        terrain=terrain,
    )
    words, shots = Counter[str](), 0
    for number in range(4):
        match = Match(rules, 5, number, ("random", "greedy"))
        report = words_of(rules).report(match)
        assert isinstance(report, Report)
        fastest: dict[int, int] = {}
        for happening, record in zip(logged_events(match), match.frames(), strict=True):
            if happening.name == "round":
                fastest = {}
            elif happening.name in ("move", "flee"):
                word = report.movement_verb(happening) if happening.name == "move" else "flees"
                words[word] += 1
                fast = {"moves": 0, "walks": 1, "runs": 2, "flees": 2}[word]
                fastest[happening.actor] = max(fastest.get(happening.actor, 0), fast)
            elif happening.name == "shot":
                shots += 1
                moved = int(record.models[happening.actor].moved)
                assert (moved == 2) == (fastest.get(happening.actor, 0) == 2)
    assert min(words["walks"], words["runs"], shots) > 10


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shooting": "bullet-dice"}, {"moves"}),  # it does not matter
        ({"units": "ranked", "size": "mob"}, {"moves"}),  # whoever leads says it for all
        ({"twist": "wrap-around"}, {"moves"}),  # a way may go on beyond the edge
        ({"damage": "slowed", "round-structure": "action-phase"}, {"moves", "runs"}),
        ({"damage": "slowed", "round-structure": "speed-phases"}, {"walks", "runs"}),
    ],
)
def test_report_ambiguous_way_says_moves(options: dict[str, str], words: set[str]) -> None:
    open_to = {
        "movement": "gaits",
        "shooting": "range-bands",
        "damage": "certain-death",
        "twist": "none",
    }
    rules = rolled(book="skirmish", **{"units": "individuals", **open_to, **options})
    match = Match(rules, 5, 0, ("random", "greedy"))
    report = words_of(rules).report(match)
    assert isinstance(report, Report)
    far = [
        each
        for each in logged_events(match)
        if each.name == "move" and (each.x0, each.y0) != (each.x1, each.y1)
    ]
    assert {report.movement_verb(each) for each in far if each.by == "movement.gaits"} == words
