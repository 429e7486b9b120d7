"""`note` writes an event down and counts its rule; `fire` counts a rule that shows in no event of its own."""

from __future__ import annotations

from carnage.engine.core import noting
from carnage.engine.core.binding import bind
from carnage.engine.nim.state import Game

fire = bind(noting.fire, __name__, Game=Game)
note = bind(noting.note, __name__, Game=Game, fire=fire)
