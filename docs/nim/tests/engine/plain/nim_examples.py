"""The set-up of each worked example of nim's tables; see `worked`."""

from __future__ import annotations

from typing import Any

import pytest
from worked import Found, Plays, marker

from carnage.catalog import Example
from carnage.engine.core import records
from carnage.engine.core.log_reader import new_log
from carnage.engine.nim import grab
from carnage.engine.nim.family import FAMILY
from carnage.engine.nim.prepare import fill
from carnage.engine.nim.state import Game
from carnage.rulesets.ruleset import Ruleset

RULES: Plays = {}
plays = marker(RULES)


@plays("grab")
def how_many(ruleset: Ruleset, example: Example) -> Found:
    g: Any = records.plain(Game)
    fill(g, ruleset)
    g.heap = example.given["coins"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grab, "ask", lambda g, log, side, kind, actor: 0)
        grab.take(g, new_log(FAMILY, 9)[0], 0)
    return {"offered": g.core.offered}
