"""The time that a rulebook promises, against games between bots."""

from __future__ import annotations

import math
import random
import re
import statistics

import pytest

from carnage import catalog
from carnage.engine.games import Match, family_of
from carnage.engine.recording import record_replay
from carnage.engine.simulation import play_games
from carnage.lab.statistics import estimate_minutes, question_statistics
from carnage.rulebook import build_rulebook
from carnage.rulebook.battle import play_time
from carnage.rulesets.forces import get_force
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from tests.support.rulebooks import part_text
from tests.support.rulesets import BOOKS, game_at, rolled, sample


def sample_battles(number: int, seed: int) -> list[Ruleset]:
    """Return random battles without a clock, of both books by turns."""
    dice = random.Random(seed)
    found: list[Ruleset] = []
    while len(found) < number:
        book = catalog.book(("skirmish", "classic")[len(found) % 2])
        digits = "".join(dice.choices("0123456789", k=book.length))
        game = resolve(book, Seed(digits))
        if not game.has("clock"):
            found.append(game)
    return found


def count_activations(game: Ruleset, number: int) -> tuple[int, int]:
    """Return the activations and the decisions of a game between greedy bots."""
    match = Match(game, 0, number)
    replay = record_replay(match)
    headings = [
        line
        for step in replay.steps
        for line in step.lines
        if line.startswith("####") and "activates" in line
    ]
    return len(headings), len(match.decisions)


@pytest.mark.thorough
def test_activations_are_those_of_games_between_bots() -> None:
    errors = []
    for game in sample_battles(24, seed=5):
        played = statistics.mean(count_activations(game, number)[0] for number in range(2))
        errors.append(math.log(max(played, 1) / play_time.estimate_activations(game)))
    assert abs(statistics.median(errors)) < math.log(1.25)
    assert sum(abs(error) < math.log(2) for error in errors) >= 0.8 * len(errors)


@pytest.mark.thorough
def test_decisions_of_an_activation_grow_with_figures_as_its_time_does() -> None:
    by_figures: dict[int, list[float]] = {1: [], 2: []}
    for game in sample_battles(24, seed=6):
        force = get_force(game)
        figures = min(2, round(force.size / len(force.unit_sizes)))
        activations, decisions = count_activations(game, 0)
        by_figures[figures].append(decisions / max(activations, 1))
    ratio = statistics.median(by_figures[2]) / statistics.median(by_figures[1])
    assert 1.2 < ratio < 2.2


def count_minutes(game: Ruleset) -> tuple[float, float]:
    """Return the minutes of games between greedy bots, and their decisions that count, on average."""
    family = family_of(game.book.family)
    played = play_games(game, 40, ("greedy",) * game.players)
    questions = question_statistics(family, played)
    minutes = estimate_minutes(game, questions, played.results, 2.0)["value"]
    routine = sum(query["decisions"] for query in questions.values() if query["routine"])
    total = sum(query["decisions"] for query in questions.values())
    return minutes, float(played.results.decisions.mean()) * (1 - routine / total)


@pytest.mark.thorough
def test_lab_counts_the_time_that_the_rulebook_promises() -> None:
    errors = []
    decisions = []
    for game in sample_battles(24, seed=7):
        minutes, choices = count_minutes(game)
        errors.append(math.log(minutes / play_time.estimate_time(game).minutes))
        force = get_force(game)
        if force.size == len(force.unit_sizes):
            activations, _ = count_activations(game, 0)
            decisions.append(choices / max(activations, 1))
    assert abs(statistics.median(errors)) < math.log(1.2)
    assert sum(abs(error) < math.log(1.6) for error in errors) >= 0.8 * len(errors)
    ratio = statistics.median(decisions) / play_time.DECISIONS_PER_ACTIVATION
    assert 0.75 < ratio < 1.33


def test_time_has_setting_up_and_a_range_around_the_usual_time() -> None:
    for game in (*sample(20, "skirmish"), *sample(20, "classic")):
        time = play_time.estimate_time(game)
        assert time.set_up in (15, 20)
        assert time.set_up < time.low <= time.minutes
        assert time.low < time.high
        assert time.minutes <= time.high + 10


def test_time_follows_the_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_at("skirmish/539007053058612066583973303")
    activations = play_time.estimate_activations(game)
    usual = play_time.estimate_time(game)
    exact = usual.set_up + activations * play_time.SECONDS_PER_ACTIVATION / 60
    assert usual.minutes - play_time.ROUND_STEP_MINUTES < exact <= usual.minutes + 1
    monkeypatch.setattr(play_time, "SECONDS_PER_ACTIVATION", 80)
    slow = play_time.estimate_time(game)
    assert slow.minutes - slow.set_up >= 1.4 * (usual.minutes - usual.set_up)


def test_time_of_a_clock_is_the_clock_with_setting_up_and_finishing() -> None:
    game = rolled(book="skirmish", game_length="the-clock")
    time = play_time.estimate_time(game)
    assert time.low == time.set_up + int(game.params["game-length.minutes"])
    assert time.minutes >= time.low + play_time.OVERTIME_MINUTES


@pytest.mark.parametrize("book", BOOKS)
def test_rulebook_and_json_tell_the_same_time(book: str) -> None:
    for game in sample(5, book):
        written = build_rulebook(game)
        told = written.json()["time"]
        text = part_text(written, "time")
        playing = told["minutes"] - told["set_up"]
        assert re.search(
            rf" about {playing} minutes, mostly \d+ to \d+\."
            rf"|(?:\d+ to {playing}|\b{playing} to \d+) minutes\.",
            text,
        )
        assert (f"Setting up takes about {told['set_up']} minutes" in text) == bool(told["set_up"])
