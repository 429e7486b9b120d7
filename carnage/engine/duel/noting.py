"""Functions that log events and count rules: `core.noting`, bound to the duel's record."""

from __future__ import annotations

from carnage.engine.core import noting
from carnage.engine.duel.state import Game, Log

fire, look_up, note, note_way = noting.bound(__name__, Game=Game, Log=Log)
