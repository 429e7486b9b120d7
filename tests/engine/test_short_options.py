"""Test the short lines of options that choose a place or a die."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from carnage.common.directions import short_bearing
from carnage.engine.battle.words.short_options import join_parts, tell_apart
from carnage.engine.games import Match
from carnage.engine.narration import Narrator
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import BOOKS, having, sample

FITS = 44  # letters in a line of a phone
SHORTENED = {
    "pick",
    "act",
    "target",
    "move",
    "place",
    "face",
    "throw-at",
    "shoot-at",
    "die",
    "hurl",
    "jettison",
    "hero",
}


def list_questions(ruleset: Ruleset, most: int = 80) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the questions of a game: the kind, the lines of the options and their short lines."""
    match = Match(ruleset, 1, 0, ("person", *["greedy"] * (ruleset.players - 1)))
    narrator = Narrator(match)
    chance = random.Random(3)
    for _ in range(most):
        question = match.question
        if question is None:
            return
        name = match.family.queries[question.kind].name
        yield name, narrator.question()[1], narrator.short_options()
        match.choose(chance.randrange(len(question.options)))


@pytest.mark.parametrize("book", BOOKS)
def test_short_options_fit_and_are_different(book: str) -> None:
    for ruleset in sample(8, book):
        for name, lines, short_lines in list_questions(ruleset):
            assert len(short_lines) == len(lines)
            shown = [short or line for line, short in zip(lines, short_lines, strict=True)]
            assert len(set(shown)) == len(shown), shown
            if name not in SHORTENED:
                assert not any(short_lines)


@pytest.mark.parametrize("book", ["skirmish", "classic", "duel"])
def test_short_options_of_moves_are_one_line(book: str) -> None:
    short = long = 0
    for ruleset in sample(8, book):
        for name, lines, short_lines in list_questions(ruleset):
            if name == "move":
                shown = [short or line for line, short in zip(lines, short_lines, strict=True)]
                short += sum(len(line) <= FITS for line in shown)
                long += sum(len(line) > FITS for line in shown)
    assert short > 50
    assert long < 0.05 * short


@pytest.mark.parametrize("trait", ["movement.scoot", "units.ranked", "movement.momentum-movement"])
def test_short_options_of_unusual_moves_fit(trait: str) -> None:
    for ruleset in having(trait, "skirmish", 2):
        for name, lines, short_lines in list_questions(ruleset, 60):
            if name in SHORTENED:
                shown = [short or line for line, short in zip(lines, short_lines, strict=True)]
                assert sum(len(line) > FITS for line in shown) <= len(shown) / 2, shown


def test_join_parts_leaves_out_what_does_not_fit() -> None:
    assert join_parts(["Toward the Gunman", '4.5"', "in the wood"]) == (
        'Toward the Gunman, 4.5", in the wood'
    )
    assert join_parts(["x" * 30, "y" * 20, "z"]) == "x" * 30 + ", z"


def test_short_bearing_names_side_and_degrees() -> None:
    here, enemy = (0.0, 0.0), (4.0, 0.0)
    assert short_bearing(here, enemy, (1.0, 0.0)) == "toward the enemy"
    assert short_bearing(here, enemy, (-1.0, 0.0)) == "straight away"
    assert short_bearing(here, enemy, (0.0, 1.0)) == "to the left"
    assert short_bearing(here, enemy, (1.0, -1.0)) == "toward, 45° right"
    assert short_bearing(here, enemy, (-1.0, 1.0)) == "away, 45° left"


@pytest.mark.parametrize("objectives", ["loot", "positional-objectives"])
def test_short_options_of_moves_tell_their_result_first(objectives: str) -> None:
    told = set()
    for ruleset in having(f"objectives.{objectives}", "skirmish", 10):
        for name, _, short_lines in list_questions(ruleset, 200):
            if name == "move":
                told |= {line.split()[0] for line in short_lines if line}
            assert not any("bearing" in line for line in short_lines)
    expected = {"Takes", "Toward"} if objectives == "loot" else {"Holds", "Toward"}
    assert expected <= told


def test_moves_that_serve_the_aim_rank_first() -> None:
    ranks = set()
    chance = random.Random(5)
    for ruleset in having("objectives.loot", "skirmish", 10):
        match = Match(ruleset, 1, 0, ("person", "greedy"))
        narrator = Narrator(match)
        while match.question is not None and len(match.decisions) < 200:
            lines = narrator.short_options()
            for line, rank in zip(lines, narrator.option_ranks(), strict=True):
                assert (rank == 0 and "takes" in line.lower()) or "takes" not in line.lower()
                ranks.add(rank)
            match.choose(chance.randrange(len(lines)))
    assert ranks == {0, 1, 2}


def test_facing_tells_options_apart() -> None:
    options = [SimpleNamespace(fx=-1.0, fy=0.0), SimpleNamespace(fx=-1.0, fy=0.4)]
    lines = tell_apart(["West 3, facing west"] * 2, options)
    assert lines == ["West 3, facing west", "West 3, facing west-north-west"]
    assert tell_apart(["Stay here"] * 2, [SimpleNamespace(fx=0.0, fy=0.0)] * 2) == [
        "Stay here",
        "Stay here (2)",
    ]
