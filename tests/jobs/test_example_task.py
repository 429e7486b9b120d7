"""Test the job that chooses an example of play: its result, and where it is kept."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from carnage import catalog
from carnage.jobs import service
from carnage.jobs.service import open_queues
from carnage.jobs.tasks import example
from carnage.jobs.tasks.example import make_example
from carnage.lab import play_examples
from carnage.lab.play_examples import LineLimits, NoExample, choose_example
from carnage.rulebook.examples import Example
from carnage.rulesets.house_rules import change_rules
from carnage.rulesets.ruleset import Ruleset
from tests.support import job_tasks
from tests.support.job_queues import wait_for_job
from tests.support.rulesets import PUBLISHED, game_at, sample

KEY = ("gamble", "453629359836")


def choose_short(ruleset: Ruleset, limits: LineLimits, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the lines of an example where no run of passages has the usual length."""
    monkeypatch.setattr(play_examples, "LINES", LineLimits(1000, 1000))
    monkeypatch.setattr(play_examples, "FALLBACK_LINES", limits)
    return sum(len(passage.lines) for passage in choose_example(ruleset).passages)


@pytest.mark.parametrize("book", ["duel", "gamble"])
def test_make_example_returns_passages_of_the_rules(book: str) -> None:
    for ruleset in sample(3, book):
        made = msgspec.convert(make_example(book, ruleset.rules_key), Example)
        assert made.key == (book, ruleset.rules_key)
        used = {table for passage in made.passages for table in passage.tables}
        assert used <= {table.id for table in ruleset.book.tables}
        assert 5 <= sum(len(passage.lines) for passage in made.passages) <= 18


def test_make_example_of_house_rules_is_that_of_the_changed_game() -> None:
    ruleset = game_at(f"classic/{PUBLISHED}")
    changed = change_rules(ruleset, "morale.distance:8")
    made = msgspec.convert(make_example("classic", changed.rules_key), Example)
    assert made.answers == changed.rules_key
    assert made.answers != ruleset.rules_key


def test_example_without_usual_length_has_the_fallback_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (ruleset,) = sample(1, "gamble")
    assert 2 <= choose_short(ruleset, LineLimits(2, 60), monkeypatch) <= 60
    with pytest.raises(NoExample, match="has the length"):
        choose_short(ruleset, LineLimits(1000, 1000), monkeypatch)


def test_examples_are_kept_for_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: Path
) -> None:
    monkeypatch.setattr(service, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(example, "make_example", job_tasks.held)
    gate.touch()
    first = open_queues()
    first.examples.submit(KEY)
    result = wait_for_job(first.examples, KEY).result
    first.close()
    second = open_queues()
    kept = second.examples.status(KEY)
    second.close()
    assert kept.result == result == job_tasks.FIGURES
    assert not kept.under_way


def test_example_of_a_book_without_such_a_seed_fails() -> None:
    with pytest.raises(ValueError, match="digits"):
        make_example("gamble", "1" * (catalog.book("gamble").length + 1))
