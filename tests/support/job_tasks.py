"""Tasks that wait, fail or end their workers, in a module that workers import."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from carnage import catalog
from carnage.jobs import worker
from carnage.jobs.tasks.replay import ReplayResult
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed

_kept: list[bytes] = []

SHARE = {"value": 0.05, "low": 0.02, "high": 0.08}
FIGURES = {
    "id": "/classic/000000000000000", "games": 500, "bots": ["greedy", "greedy"], "seed": 0,
    "hands": ["average", "average"], "ended_by_rules": 500, "capped": 0, "wins": [240, 230], "draws": 30,
    "first_side_wins": 235, "first_side_share": {"value": 0.5, "low": 0.46, "high": 0.54},
    "rounds": {"mean": 5.0, "p10": 4, "p50": 5, "p90": 6},
    "scores": [{"mean": 24.0, "low": 23.0, "high": 25.0}] * 2, "winnings": [],
    "decisions_per_game": 400.0, "rules": {}, "opened": True,
    "shares": {
        "capped": SHARE, "drawn": SHARE, "tie_break": SHARE, "one_round": SHARE,
        "places": [{"value": 0.5, "low": 0.47, "high": 0.53}] * 2,
        "seats": [{"value": 0.5, "low": 0.47, "high": 0.53}] * 2,
    },
    "z": 2.6, "openers": 2, "minutes": {"value": 60.0, "low": 58.0, "high": 62.0}, "idle": {},
    "practised": None, "retrained": None, "practises": True, "training": None,
    "endings": {"length": 500}, "lengths": [[4, 200, 0.5], [5, 300, 0.52]], "attacks": 12.5, "answers": {},
    "possible_attacks": 25.0,
    "tension": None, "watch": {"usual": 3}, "courses": {"usual": [0.5, 0.75, 1.0]},
    "ladder": [], "shunned": {}, "complete": True,
}  # fmt: skip


GATE = "CARNAGE_TEST_GATE"  # environment variable with the path of the file that `held` waits for


def held(book: str, digits: str, step: int = 0) -> dict[str, Any]:
    """Wait until the gate is open."""
    while not Path(os.environ[GATE]).exists():
        time.sleep(0.02)
    return FIGURES


def held_comparison(book: str, digits: str, table: str, step: int = 0) -> dict[str, Any]:
    """Wait until the gate is open, as the job of a comparison."""
    return held(book, digits)


def held_in_three_steps(book: str, digits: str, step: int) -> dict[str, Any]:
    """Return the results of three steps, a hundred games each; wait for the gate after the first."""
    while step and not Path(os.environ[GATE]).exists():
        time.sleep(0.02)
    return FIGURES | {"games": 100 * (step + 1), "complete": step == 2}


def exiting(book: str, digits: str, step: int = 0) -> dict[str, Any]:
    """End the worker unless the digits begin with a 1."""
    if not digits.startswith("1"):
        os._exit(3)
    return FIGURES


def killed_once(book: str, place: str, step: int = 0) -> dict[str, Any]:
    """Kill the worker, except for a second run, which finds a file of the first."""
    if not Path(place).exists():
        Path(place).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return FIGURES


def endless(book: str, digits: str, step: int = 0) -> dict[str, Any]:
    """Run into the time limit."""
    with worker.TimeLimit(0.02):
        time.sleep(60.0)
    return FIGURES


def failing(book: str, digits: str, step: int = 0) -> dict[str, Any]:
    """Raise an exception."""
    raise RuntimeError("a fault")


def held_replay(*key: Any) -> ReplayResult:
    """Return a replay once the gate is open."""
    while not Path(os.environ[GATE]).exists():
        time.sleep(0.02)
    return ReplayResult()


def search_result(
    found: Sequence[Ruleset] = (),
    fell: int | Sequence[Ruleset] = (),
    now: Ruleset | None = None,
    complete: bool = False,
) -> dict[str, Any]:
    """Return the state of a search; a number of rejected games stands for any games."""
    if isinstance(fell, int):
        seed = "0" * (catalog.book("gamble").length - 2)
        fell = [resolve(catalog.book("gamble"), Seed(f"{seed}{n:02}")) for n in range(fell)]
    good = {
        "games": 500,
        "shares": FIGURES["shares"],
        "skill": 0.7,
        "blemishes": ["The game is too long."],
    }
    bad = {"gate": "drawn", "sentence": "Half of all games are drawn."}
    return {
        "found": [{"id": game.path, "name": game.name, **good} for game in found],
        "judged": len(found) + len(fell),
        "fell": [{"id": game.path, "name": game.name, **bad} for game in fell],
        "now": now and {"id": now.path, "name": now.name, "games": 250},
        "complete": complete,
    }


def busy(seconds: float, step: int = 0) -> dict[str, Any]:
    """Use this many seconds of processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return FIGURES


def large(mebibytes: int) -> dict[str, Any]:
    """Keep this much memory."""
    _kept.append(b"x" * (mebibytes * 2**20))
    return FIGURES


def busy_in_three(seconds: float, step: int) -> dict[str, Any]:
    """Use this much processor time in each of three steps."""
    return busy(seconds) | {"complete": step == 2}


def niceness(book: str, digits: str, step: int = 0) -> dict[str, Any]:
    """Return the niceness of the worker."""
    return FIGURES | {"games": os.nice(0)}
