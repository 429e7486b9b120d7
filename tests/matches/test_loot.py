"""Test what the page says of loot at a place, and that a tap on loot leads onto it."""

from __future__ import annotations

import math

import pytest

from carnage.engine.games import Match, PointRefused
from carnage.engine.narration import Narrator
from carnage.engine.planner import greedy_choice
from carnage.matches.loot import count_taken, describe_loot, find_taking_decision
from carnage.matches.pointing import try_point
from carnage.matches.sessions import replay_to
from tests.support.rulesets import rolled

MAX_QUESTIONS = 300


def match_at_move() -> Match:
    """Return a match with loot at a question where a figure moves to."""
    match = Match(rolled("skirmish", objectives="loot"), 0, 0, ("person", "person"), free=True)
    for _ in range(MAX_QUESTIONS):
        assert match.question is not None
        if match.family.queries[match.question.kind].name == "move":
            return match
        match.choose(greedy_choice(match))
    raise AssertionError("nobody moves")


def lay_only_token(match: Match, gap: float, degrees: float) -> tuple[float, float]:
    """Lay the only Loot Token so far from the base of the figure that moves; return its place."""
    record = match.record
    assert match.question is not None
    model = record.models[match.question.actor]
    away = float(record.radius + record.token_radius) + gap
    for n in range(record.n_loot):
        record.loot[n].down = 0
    token = record.loot[0]
    token.x = float(model.x) + away * math.sin(math.radians(degrees))
    token.y = float(model.y) + away * math.cos(math.radians(degrees))
    token.down = 1
    return float(token.x), float(token.y)


@pytest.mark.parametrize("gap", [0.02, 0.06, 0.09, 0.5, 2.0])
def test_tap_on_token_takes_it_however_near_it_lies(gap: float) -> None:
    match = match_at_move()
    taken = 0
    for degrees in range(0, 360, 30):
        token = lay_only_token(match, gap, degrees)
        try:
            option = match.option(match.point_decision(*token))
            place = float(option.x), float(option.y)
        except PointRefused:
            place = None
        if place is not None and count_taken(match, place):
            taken += 1
            continue
        decision = find_taking_decision(match, token, place)
        if decision >= 0:
            option = match.option(decision)
            taken += count_taken(match, (option.x, option.y))
    assert taken >= 6  # half of the ways; friends, terrain and the edge close some


def test_place_just_short_of_token_leads_onto_it() -> None:
    match = match_at_move()
    token = lay_only_token(match, 2.0, 180.0)
    reach = float(match.record.radius + match.record.token_radius)
    short = token[0], token[1] + reach + 0.05
    far = token[0], token[1] + reach + 0.5
    decision = find_taking_decision(match, short, short)
    assert count_taken(match, (match.option(decision).x, match.option(decision).y)) == 1
    assert find_taking_decision(match, far, far) < 0


def test_place_says_whether_it_takes_loot() -> None:
    match = match_at_move()
    x, y = lay_only_token(match, 4.0, 0.0)
    reach = float(match.record.radius + match.record.token_radius)
    assert describe_loot(match, (x - reach, y), "inches") == "takes a Loot Token"
    assert describe_loot(match, (x - reach - 0.4, y), "inches") == "stops 0.4 inches short of loot"
    assert describe_loot(match, (x - reach - 3.0, y), "inches") == ""


def test_move_options_say_who_takes_loot() -> None:
    match = match_at_move()
    taking = []
    for _ in range(MAX_QUESTIONS):
        if match.question is None:
            break
        if match.family.queries[match.question.kind].name == "move":
            _, lines = Narrator(match).question()
            for option, line in zip(match.question.options, lines, strict=True):
                if not line.startswith("Keep") and count_taken(match, (option.x, option.y)):
                    taking.append(line)
        match.choose(greedy_choice(match))
    assert taking
    assert all("takes a Loot Token" in line or "Loot Tokens" in line for line in taking)


def test_tried_point_on_loot_says_that_it_takes_it() -> None:
    rules = rolled("skirmish", objectives="loot")
    arguments = (rules.book.code, rules.seed.digits, "", 0, 0, "person,greedy")
    game = replay_to(*arguments, "", math.inf, free=True)
    assert not isinstance(game, str)
    live_game = game.live_game
    live_game.set_up()
    for _ in range(MAX_QUESTIONS):
        match = live_game.match
        assert match.question is not None
        if match.family.queries[match.question.kind].name == "move":
            token = lay_only_token(match, 1.0, 0.0 if match.question.side else 180.0)
            pointed = try_point(live_game, *token)
            if pointed is not None and not pointed.refusal:
                assert pointed.distance.endswith(", takes a Loot Token")
                return
        match.choose(greedy_choice(match))
    raise AssertionError("nobody reaches loot")
