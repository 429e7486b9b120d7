"""Jobs for workers that do what a real one should not. In a module of its own: workers import it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from carnage.worker import process
from carnage.worker.showing import Show

FIGURES = {
    "games": 500, "seconds": 0.5, "ended_by_rules": 500, "capped": 0, "wins": [240, 230], "draws": 30,
    "scores": [{"mean": 24.0, "low": 23.0, "high": 25.0}] * 2, "winnings": [],
    "first_side_wins": 235, "rounds": {"mean": 5.0, "p10": 4, "p50": 5, "p90": 6},
    "hands": ["average", "average"], "decisions_per_game": 400.0, "rules": {},
}  # fmt: skip


GATE = "CARNAGE_TEST_GATE"  # the environment's word for the file that lets `held` go on


def held(book: str, digits: str) -> dict[str, Any]:
    """Takes until the gate is open."""
    while not Path(os.environ[GATE]).exists():
        time.sleep(0.02)
    return FIGURES


def deadly(book: str, digits: str) -> dict[str, Any]:
    """Takes its worker with it, unless the game begins with a 1."""
    if not digits.startswith("1"):
        os._exit(3)
    return FIGURES


def endless(book: str, digits: str) -> dict[str, Any]:
    """Would never come to an end."""
    with process.Limit(0.2):
        time.sleep(60.0)
    return FIGURES


def cold(book: str, digits: str) -> dict[str, Any]:
    """Has no luck with the engine in this process."""
    raise process.NotWarm(f"no luck in process {os.getpid()}")


def failing(book: str, digits: str) -> dict[str, Any]:
    """Has a fault."""
    raise RuntimeError("a fault")


def held_show(*key: Any) -> Show:
    """A game that takes until the gate is open."""
    while not Path(os.environ[GATE]).exists():
        time.sleep(0.02)
    return Show()
