"""The event log:

`log_event` logs an event and counts its rule; `fire` counts a rule without an event.
"""

from __future__ import annotations

from carnage.engine.core import event_log
from carnage.engine.nim.state import Game, Log

fire, look_up, log_event, log_move = event_log.bind_event_log(__name__, Game=Game, Log=Log)
