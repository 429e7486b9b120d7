"""The duel's `Family`: the rules, record and declarations that `engine.games` plays it with."""

from __future__ import annotations

from carnage import catalog
from carnage.engine.core.family import Family
from carnage.engine.duel.numbers import RULES
from carnage.engine.duel.outcome import ATTACKS, ENDINGS, SEEN
from carnage.engine.duel.play import ENTRIES
from carnage.engine.duel.prepare import fill
from carnage.engine.duel.queries import QUERIES
from carnage.engine.duel.shapes import SHAPES
from carnage.engine.duel.state import Game, Log

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
    weights=catalog.weights("duel"),
)
