"""Test the round and the scores in the bar of the play page, and the note about a tower."""

from __future__ import annotations

import re

import pytest

from carnage.engine.games import Match
from carnage.engine.planner import greedy_choice
from carnage.matches.dangers import describe_danger
from carnage.matches.standing import SETTING_UP, describe_standing
from tests.support.rulesets import BOOKS, having, rolled, sample

STANDING = re.compile(r"((Round|Turn) \d+( of \d+)? · )?(dice |Points )?-?\d+(–-?\d+)+")


@pytest.mark.parametrize("book", BOOKS)
def test_standing_of_every_game_has_the_scores(book: str) -> None:
    for ruleset in sample(6, book):
        seats = ("person", *["greedy"] * (ruleset.players - 1))
        match = Match(ruleset, 1, 0, seats)
        while match.question is not None:
            standing = describe_standing(match, (0,))
            assert STANDING.fullmatch(standing) or standing == SETTING_UP, standing
            match.choose(greedy_choice(match))


def test_standing_begins_with_the_own_score() -> None:
    match = Match(rolled("skirmish", objectives="loot"), 0, 0, ("person", "person"))
    while match.question is not None and not match.record.rounds:
        match.choose(greedy_choice(match))
    match.record.sides[0].victory = 3
    match.record.sides[1].victory = 5
    assert describe_standing(match, (1,)).endswith(" · 5–3")
    assert describe_standing(match, (0, 1)).endswith(" · 3–5")


def test_note_counts_figures_on_ground_that_is_lost() -> None:
    told = ""
    ruleset = rolled("skirmish", game_length="collapsing-ground")
    match = Match(ruleset, 1, 0, ("person", "greedy"))
    while match.question is not None and not told:
        told = describe_danger(match)
        match.choose(greedy_choice(match) if not match.record.rounds else 0)
    assert re.fullmatch(
        r"At the end of this round the ground within \d+ inch(es)? of the edges is lost\. "
        r"[A-Z]\w+ figures? of yours stands? on it\.",
        told,
    )


def test_note_tells_the_height_of_the_tower_that_is_moved() -> None:
    told = set()
    for ruleset in having("damage.the-tower", "skirmish", 6):
        match = Match(ruleset, 1, 0, ("person", "person"))
        while match.question is not None and len(match.decisions) < 300:
            note = describe_danger(match)
            unit = match.record.models[max(match.question.actor, 0)].unit
            if note:
                assert note.startswith(f"Tower {int(match.record.units[unit].tower)}: it may fall")
                told.add(note)
            match.choose(greedy_choice(match))
    assert told
