"""Test that the rows of a duel stay closed while dice are assigned to them."""

from __future__ import annotations

from carnage.drawing.frames import render_replay
from carnage.engine.games import Match
from carnage.engine.planner import greedy_choice
from carnage.engine.recording import record_replay
from carnage.matches.sealed_rows import close_rows
from carnage.replays.replay import iterate_scenes
from carnage.replays.scenes import SEALED_ROW, Scene
from tests.support.rulesets import sample


def closed_scene(match: Match) -> Scene:
    *_, last = iterate_scenes(close_rows(record_replay(match, 0)))
    return last


def test_closed_rows_are_equal_after_each_sealed_answer() -> None:
    match = Match(sample(1, "duel")[0], 1, 0, ("person", "person"))
    seen = []
    while match.question is not None and match.family.queries[match.question.kind].sealed:
        seen.append(closed_scene(match).pieces)
        match.choose(greedy_choice(match))
    assert len(seen) > 1
    assert all(pieces == seen[0] for pieces in seen)
    rows = {piece.row for piece in seen[0] if piece.form == "die" and piece.owner >= 0}
    assert rows == {SEALED_ROW}


def test_closed_rows_are_drawn_with_a_lock() -> None:
    match = Match(sample(1, "duel")[0], 1, 0, ("person", "person"))
    while not match.family.queries[match.question.kind].sealed:  # type: ignore[union-attr]
        match.choose(greedy_choice(match))
    opened = record_replay(match, 0)
    assert "drawing-lock" not in (render_replay(opened).cuts[-1].beside or "")
    closed = render_replay(close_rows(opened)).cuts[-1].beside
    assert closed is not None
    assert closed.count("drawing-lock") == 2
