"""Test the frames of a replay for a seat."""

from __future__ import annotations

from carnage.drawing.frames import render_replay
from carnage.engine.games import Match
from carnage.engine.recording import record_replay
from tests.support.rulesets import rolled


def test_frames_name_their_viewer() -> None:
    match = Match(rolled("duel"), 1, 0, ("greedy",))
    replay = record_replay(match, sides=("Red & Co", "Blue"))
    for viewer, name in ((0, "Red &amp; Co (you)<"), (1, "Blue (you)<")):
        besides = [cut.beside for cut in render_replay(replay, viewer).cuts if cut.beside]
        assert all(beside.count("(you)") == beside.count(name) == 1 for beside in besides)
    assert not any("(you)" in (cut.beside or "") for cut in render_replay(replay).cuts)
