"""Test the lines of the options of a Move: the marker or the enemy that each makes for."""

from __future__ import annotations

import math
from typing import Any

from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.engine.planner import greedy_choice
from tests.support.rulesets import sample


def first_move(book: str, number: int) -> Match | None:
    """Return a game at the person's first Move, or None without one."""
    ruleset = sample(number + 1, book)[number]
    match = Match(ruleset, number, bots=("person", "greedy"), free=True)
    while match.question is not None:
        if match.family.queries[match.question.kind].name == "move":
            return match
        match.choose(greedy_choice(match))
    return None


def test_options_of_a_move_name_what_they_make_for() -> None:
    named = 0
    for number in range(8):
        match = first_move("skirmish", number)
        if match is None:
            continue
        game = match.record
        assert match.question is not None
        mover = game.models[match.question.actor]
        _, lines = Narrator(match).question()
        for n, line in enumerate(lines):
            if " toward " not in line:
                continue
            end = match.option(n)
            named += 1
            places = [*game.models[: game.n_models], *game.markers[: game.n_markers]]
            assert any(is_nearer(mover, end, place) for place in places)
            assert " into contact" not in line
    assert named > 8


def is_nearer(start: Any, end: Any, place: Any) -> bool:
    """Return whether a move goes straight toward a place."""
    whole = math.dist((start.x, start.y), (place.x, place.y))
    rest = math.dist((end.x, end.y), (place.x, place.y))
    length = math.dist((start.x, start.y), (end.x, end.y))
    return length > 0 and length + rest < 1.02 * whole
