"""The battle family, as `engine.games` registers it."""

from __future__ import annotations

from carnage import catalog
from carnage.engine.battle.frame.numbers import RULES
from carnage.engine.battle.frame.prepare import fill
from carnage.engine.battle.frame.queries import QUERIES
from carnage.engine.battle.frame.shapes import SHAPES
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.battle.turn.outcome import ATTACKS, ENDINGS, SEEN
from carnage.engine.battle.turn.play import ENTRIES
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
