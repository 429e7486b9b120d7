"""Event log and counts of the rules that applied: `core.noting`, bound to the record of battles."""

from __future__ import annotations

from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.core import noting

fire, look_up, note, note_way = noting.bound(__name__, Game=Game, Log=Log)
