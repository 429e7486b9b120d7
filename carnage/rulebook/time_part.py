"""The time that a game takes, as the end of the first page of its rulebook."""

from __future__ import annotations

import math
from collections.abc import Iterator

from carnage.common.text_format import count
from carnage.rulebook.battle import play_time
from carnage.rulebook.markdown import render_markdown
from carnage.rulebook.model import Part, PlayTime
from carnage.rulebook.parts import Passage
from carnage.rulebook.text import TextFiller
from carnage.rulesets.ruleset import Ruleset

TIME_ID = "time"
LOW_SHARE, HIGH_SHARE = 0.7, 1.4  # of the usual time of a game without a roster
STEP_MINUTES = 5
NARROW_LOW, NARROW_HIGH = 0.6, 1.5
"""The range of the time of playing that a page names is no wider than these shares of it."""


def find_play_time(ruleset: Ruleset, filler: TextFiller) -> PlayTime | None:
    """Return the time that a game takes; None if its book does not say."""
    if ruleset.book.roster.figure:
        return play_time.estimate_time(ruleset)
    minutes = ruleset.book.sheet.minutes
    if isinstance(minutes, str):
        minutes = int(filler.fill(minutes))
    if not minutes:
        return None
    return PlayTime(minutes, int(minutes * LOW_SHARE), int(minutes * HIGH_SHARE), set_up=0)


def build_time(time: PlayTime | None, *, has_timer: bool = False) -> Iterator[Part]:
    """Return the time of a game as a part of its rulebook, if it is known.

    Args:
        time: The time.
        has_timer: Whether a timer ends the game.
    """
    if time is None:
        return
    playing, low, high = (each - time.set_up for each in (time.minutes, time.low, time.high))
    opening = "Playing takes"
    if time.set_up:
        opening = f"Setting up takes about {count(time.set_up, 'minute')}, and playing"
        low = max(low, _round_up(playing * NARROW_LOW))
        high = min(high, _round_up(playing * NARROW_HIGH))
    usual = f"about {count(playing, 'minute')}, mostly {low} to {high}"
    if playing in (low, high):
        # The usual time says no more than the range.
        usual = f"{low} to {high} minutes"
    first = "Your first game takes half as long again."
    if has_timer:
        first = "The timer holds for your first game too."
    text = f"{opening} {usual}. {first}"
    yield Part(TIME_ID, "Time", "passage", Passage(text, render_markdown(text)))


def _round_up(minutes: float) -> int:
    """Return minutes rounded up to a step."""
    return math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES
