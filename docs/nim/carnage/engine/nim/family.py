"""The interface of the nim family. A family can be played once it has this module."""

from __future__ import annotations

from carnage.engine.core.family import Family
from carnage.engine.nim.numbers import RULES
from carnage.engine.nim.outcome import ATTACKS, ENDINGS, SEEN
from carnage.engine.nim.play import ENTRIES
from carnage.engine.nim.prepare import fill
from carnage.engine.nim.queries import QUERIES
from carnage.engine.nim.shapes import SHAPES
from carnage.engine.nim.state import Game, Log

FAMILY = Family(Game, Log, SHAPES, QUERIES, RULES, ENDINGS, SEEN, ATTACKS, ENTRIES, fill)
