"""What is hidden stays hidden from plain rules too; and a planner's dice are none that will
fall.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from carnage.engine.core import records
from carnage.engine.core.decisions import reseed_rollout
from carnage.engine.core.state import Core
from tests.support import blind
from tests.support.rulesets import BOOKS

EACH = pytest.mark.parametrize("book", BOOKS)


@EACH
def test_seat_outputs_do_not_depend_on_hidden_fields(book: str) -> None:
    chance = random.Random(1)
    for match in blind.samples(book, rulesets=2, count=1):
        blind.check_record(match, chance)
        blind.check_watcher(match, chance)
        for twin in (blind.undercover(match, chance), blind.resealed(match, chance)):
            if twin is not None:
                blind.check_twin(match, twin)


@pytest.mark.soak
def test_planner_acts_the_same_in_indistinguishable_games() -> None:
    chance = random.Random(2)
    for match in blind.samples("duel", rulesets=1, count=1):
        for twin in (blind.undercover(match, chance), blind.resealed(match, chance)):
            if twin is not None:
                blind.check_twin(match, twin, budget=4)


def branched(key: int, game_key: int, counter: int, bot_key: int = 5) -> tuple[int, ...]:
    """The streams of a try that has branched off, of a game with these."""
    core = records.plain(Core)
    core.key, core.game_key, core.counter = np.uint64(key), np.uint64(game_key), np.uint64(counter)
    core.bot_key, core.branch = np.uint64(bot_key), np.uint64(77)
    with np.errstate(over="ignore"):
        reseed_rollout(core)
    return int(core.key), int(core.game_key), int(core.counter), int(core.bot_key), int(core.branch)


def test_rollout_dice_do_not_depend_on_dice_of_game() -> None:
    assert branched(1, 2, 3) == branched(4, 5, 6)
    assert branched(1, 2, 3) != branched(1, 2, 3, bot_key=6)
    assert branched(1, 2, 3)[4] == 0
