"""The event log:

`note` logs an event and counts its rule; `fire` counts a rule without an event.
"""

from __future__ import annotations

from carnage.engine.core import event_log
from carnage.engine.nim.state import Game, Log

fire, look_up, note, note_way = event_log.bound(__name__, Game=Game, Log=Log)
