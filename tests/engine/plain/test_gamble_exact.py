"""The exact bot's reckoning against another: plain recursion over whole states, without any of
its tables.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from gamble_brute import Hand, brute_score
from gamble_scene import rolled

from carnage.engine.core import records
from carnage.engine.gamble import choice, policy_lookup, policy_table
from carnage.engine.gamble.expected_scores import empty_lore
from carnage.engine.gamble.powers import set_powers
from carnage.engine.gamble.prepare import fill
from carnage.engine.gamble.scoring import set_scale
from carnage.engine.gamble.state import Game
from carnage.rulesets.ruleset import Ruleset
from tests.support.marks import soak_all_but

# What a die is: None in hand, or its value, the throw that it belongs to, and whether it is a Hero
# not yet used (1), a used one (2), or none (0).
Die = tuple[int, int, int] | None


def tiny(ruleset: Ruleset, faces: tuple[int, ...]) -> Any:
    """A game of these rules with other dice."""
    g = records.plain(Game)
    fill(g, ruleset)
    for d in range(5):
        g.faces[d] = faces[d] if d < len(faces) else 0
    g.n_dice = len(faces)
    set_powers(g)
    set_scale(g)
    return g


def by_recursion(g: Any, hero: int, target: int, tie: int) -> float:
    """What a turn is worth, by trying everything."""
    faces = [g.faces[d] for d in range(g.n_dice)]

    def worth(dice: tuple[Die, ...]) -> float:
        hand = [
            Hand(die[0], die[1], bool(die[2] == 1 and g.wilds)) for die in dice if die is not None
        ]
        score = brute_score(tuple(hand), scale_of(g))
        if target < 0:
            return score
        return 1.0 if score > target else (1.0 / tie if score == target and tie else 0.0)

    def shown(value: int, throw: int) -> Die:
        return (value, throw, 1 if value == hero else 0)

    def changed(dice: tuple[Die, ...], changes: dict[int, Die]) -> tuple[Die, ...]:
        return tuple(changes.get(d, die) for d, die in enumerate(dice))

    again = rules_of(g)["choice"] == "again"

    def throws_of(dice: tuple[Die, ...], throw: int) -> Iterator[tuple[int, ...]]:
        left = [d for d, die in enumerate(dice) if die is None or again]
        for count in range(1, len(left) + 1):
            for picked in itertools.combinations(left, count):
                if g_allows(g, throw, left, picked):
                    yield picked

    @cache
    def before(dice: tuple[Die, ...], throw: int) -> float:
        if None not in dice and (not again or throw > g.throws):
            return worth(dice)
        best = worth(dice) if None not in dice else -1.0
        for picked in throws_of(dice, throw):
            outcomes = list(itertools.product(*(range(1, faces[d] + 1) for d in picked)))
            values = [
                after(
                    changed(
                        dice, {d: shown(v, throw) for d, v in zip(picked, outcome, strict=True)}
                    ),
                    throw,
                )
                for outcome in outcomes
            ]
            best = max(best, sum(values) / len(values))
        return best

    @cache
    def after(dice: tuple[Die, ...], throw: int) -> float:
        best = before(dice, throw + 1)
        if throw == g.throws or not g.re_rolls:
            return best
        for h, helper in enumerate(dice):
            if helper is None or helper[2] != 1:
                continue
            for d, die in enumerate(dice):
                if die is None or die[2] != 0:
                    continue
                spent = changed(dice, {h: (helper[0], helper[1], 2)})
                values = [
                    after(changed(spent, {d: shown(v, throw)}), throw)
                    for v in range(1, faces[d] + 1)
                ]
                best = max(best, sum(values) / len(values))
        return best

    return before((None,) * g.n_dice, 1)


def g_allows(g: Any, throw: int, left: list[int], picked: tuple[int, ...]) -> bool:
    """What Choice says, in words of its own."""
    code = rules_of(g)["choice"]
    if code == "again":
        return throw > 1 or len(picked) == len(left)
    if throw == g.throws:
        return len(picked) == len(left)
    if code == "rush" and throw == 1:
        return len(picked) >= min(len(left), g.p.choice_least)
    return True


def rules_of(g: Any) -> dict[str, str]:
    from carnage.engine.core.rule_ids import identifier
    from carnage.engine.gamble.numbers import ROLLED, RULES

    chosen = {id: getattr(g.chosen, identifier(id)) for id in ROLLED}
    return {id: RULES[number].split(".")[1] for id, number in chosen.items() if number >= 0}


def scale_of(g: Any) -> tuple[Any, ...]:
    rules = rules_of(g)
    s = g.scale
    return (
        s.largest,
        tuple(s.sets),
        rules["runs"],
        g.p.runs_shortest,
        tuple(s.factor),
        tuple(s.plus),
    )


CASES: list[tuple[tuple[int, ...], dict[str, str]]] = [
    ((2, 3, 4), {}),
    ((2, 3, 4), {"throws": "two"}),
    ((3, 3, 3), {"powers": "re-roll"}),
    ((3, 3, 3), {"powers": "wild", "later_throws": "add"}),
    ((2, 3, 4), {"runs": "length"}),
    ((2, 4, 4), {"sets": "plain", "throws": "two"}),
    ((2, 2, 3), {"choice": "rush", "later_throws": "last"}),
    ((3, 4, 5), {"throws": "two", "later_throws": "none", "runs": "top"}),
    ((2, 2, 3), {"throws": "four"}),
    ((2, 2, 2, 3), {"throws": "two", "sets": "squares"}),
    ((4, 4), {"hero": "none"}),
    ((2, 3, 4), {"choice": "again"}),
    ((3, 3, 3), {"choice": "again", "powers": "re-roll", "later_throws": "add"}),
    ((2, 2, 3), {"choice": "again", "powers": "wild", "throws": "two"}),
    ((4, 4), {"choice": "again", "hero": "none", "throws": "four"}),
]


@pytest.mark.parametrize(("faces", "options"), CASES)
@pytest.mark.parametrize(
    ("target", "tie"), soak_all_but([(-1, 0), (6, 2)], [(-1, 0), (6, 2), (10, 0)])
)
def test_solved_turn_equals_recursion(
    faces: tuple[int, ...], options: dict[str, str], target: int, tie: int
) -> None:
    g = tiny(rolled(**options), faces)
    known = empty_lore(list(faces), g.throws, 4, last_choice=True)
    for hero in [0] if options.get("hero") == "none" else [1, 2, max(faces)]:
        layer = policy_lookup.find_layer(g, known, hero, target, tie)
        value = (
            known[policy_table.DIRECTORY + layer * policy_table.SLOT + policy_table.ANSWER].word
            / policy_table.FINE
        )
        assert value == pytest.approx(by_recursion(g, hero, target, tie), abs=1e-4)


def test_allowed_throws_equal_those_of_rules() -> None:
    """The solver allows the throws that `choose` offers, except among equal dice."""
    for options in (
        {},
        {"choice": "again"},
        {"choice": "rush"},
    ):
        g = tiny(rolled(**options), (4, 6, 8, 10, 12))
        for throw in (1, 2, 3):
            for left in range(1, 32):
                dice = [d for d in range(5) if left >> d & 1]
                for count in range(1, len(dice) + 1):
                    for picked in itertools.combinations(dice, count):
                        mask = sum(1 << d for d in picked)
                        assert choice.is_throw_allowed(g, throw, left, mask) == g_allows(
                            g, throw, dice, picked
                        )


def seated(scores: list[int | None], **options: str) -> Any:
    """A game round by round with these scores of the players who are done."""
    g = tiny(rolled(throws="rounds", **options), (4, 4))
    for seat, score in zip(g.seats, scores, strict=False):
        seat.done = int(score is not None)
        seat.score = score or 0
    return g


@pytest.mark.parametrize(
    ("scores", "ties", "wanted"),
    [
        ([9, None, None], "split", (-1, 0)),
        ([9, None, 12], "split", (12, 2)),
        ([None, 12, 12], "split", (12, 3)),
        ([12, None, 12], "first-stands", (12, 0)),
        ([9, None, 12], "first-stands", (12, 1)),
        ([12, None, 12], "host-loses", (12, 2)),
        ([None, 9, 12], "host-loses", (12, 0)),
    ],
)
def test_score_to_beat_is_known_when_all_others_are_done(
    scores: list[int | None], ties: str, wanted: tuple[int, int]
) -> None:
    g = seated(scores, players="three", ties=ties)
    known = empty_lore([4, 4], g.throws, 4, last_choice=True)
    side = scores.index(None)
    assert policy_lookup.score_to_beat(g, known, side) == wanted
