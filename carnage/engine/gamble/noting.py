"""Writing the log, and counting which rules ever mattered: `core.noting` for a gamble's record."""

from __future__ import annotations

from carnage.engine.core import noting
from carnage.engine.core.binding import bind
from carnage.engine.gamble.state import Game

fire = bind(noting.fire, __name__, Game=Game)
note = bind(noting.note, __name__, Game=Game, fire=fire)
