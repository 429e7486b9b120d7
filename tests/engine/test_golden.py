"""Golden games read as they did when somebody last read them, and between them use every rule."""

from __future__ import annotations

import re

import pytest

from carnage.engine.recording import record_replay
from carnage.engine.scene_builder import SceneBuilder
from carnage.replays import replay
from tests.support.arena import covering, happenings
from tests.support.golden_films import FILMED, path, spread
from tests.support.goldens import Golden, kept, read, tell, used, wanted
from tests.support.referee import Referee
from tests.support.rulesets import BOOKS

EACH = pytest.mark.parametrize("book", BOOKS)
EVERY = pytest.mark.parametrize(
    "golden",
    [golden for book in BOOKS for golden in kept(book)],
    ids=lambda golden: f"{golden.book}-{golden.digits}",
)


@EACH
def test_golden_games_use_every_option_and_rule(book: str) -> None:
    seen: set[str] = set()
    for golden in kept(book):
        seen |= used(golden.play())
    unseen = sorted(wanted(book) - seen)
    assert not unseen, "make golden, which adds a game for each, and read it"


@EVERY
def test_golden_game_keeps_its_report(golden: Golden) -> None:
    match = golden.play()
    assert tell(golden, match) == golden.path.read_text(), (
        "if this is meant: make golden, and read the difference"
    )
    if golden.book == "classic":  # whose rules the referee has read
        Referee(match.ruleset, happenings(match)).watch()


@EVERY
def test_golden_report_has_sound_lines(golden: Golden) -> None:
    """Every line is a heading, a choice of the ruleset or a sentence."""
    report = golden.path.read_text()
    assert read(golden.path) == golden
    headings = [line for line in report.splitlines() if line.startswith("## ")]
    assert len(headings) >= 3
    assert len(set(headings)) == len(headings)
    for line in report.splitlines()[3:]:
        assert re.match(r"#+ \S|- |\s*\S.*[.!]$|$", line), line
        assert not re.search(r"(?<!: )None|nan|Traceback|<|>|\{|\}|  \S.*  |-1\b", line), line


@EACH
def test_golden_games_are_enough_for_each_book(book: str) -> None:
    assert len(kept(book)) >= min(10, len(covering(2, book)))


@pytest.mark.parametrize("golden", FILMED, ids=lambda golden: f"{golden.book}-{golden.digits}")
def test_golden_replay_stays_the_same(golden: Golden) -> None:
    match = golden.play()
    kept = path(golden).read_text(encoding="utf-8")
    assert spread(record_replay(match)) == kept, (
        "if this is meant: make golden, and read the difference"
    )
    *_, last = replay.iterate_scenes(replay.decode_replay(kept.encode()))
    assert last == SceneBuilder(match.ruleset).scene(match.record)
    assert sum(line.startswith('{"n":') for line in kept.splitlines()) == match.record.core.n_events


def test_golden_replays_cover_every_book() -> None:
    assert {golden.book for golden in FILMED} == set(BOOKS)
    assert {*map(path, FILMED)} == {*path(FILMED[0]).parent.iterdir()}
