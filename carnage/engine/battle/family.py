"""The battle family's face: what `engine.games` needs to play it."""

from __future__ import annotations

from carnage import catalog
from carnage.engine.battle.events import SHAPES
from carnage.engine.battle.measuring import ATTACKS, ENDINGS, SEEN
from carnage.engine.battle.numbers import RULES
from carnage.engine.battle.play import ENTRIES
from carnage.engine.battle.prepare import fill
from carnage.engine.battle.questions import QUERIES
from carnage.engine.battle.state import Game, Log
from carnage.engine.core.family import Family

FAMILY = Family(
    Game,
    Log,
    SHAPES,
    QUERIES,
    RULES,
    ENDINGS,
    SEEN,
    ATTACKS,
    ENTRIES,
    fill,
    weights=catalog.weights("battle"),
)
