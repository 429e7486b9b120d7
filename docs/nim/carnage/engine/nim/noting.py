"""`note` writes an event down and counts its rule; `fire` counts a rule that shows in no event of its own."""

from __future__ import annotations

from carnage.engine.core import noting
from carnage.engine.nim.state import Game, Log

fire, look_up, note, note_way = noting.bound(__name__, Game=Game, Log=Log)
