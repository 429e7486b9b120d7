"""Event log and counts of the rules that applied:

`core.event_log`, bound to the record of battles.
"""

from __future__ import annotations

from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.core import event_log

fire, look_up, log_event, log_move = event_log.bind_event_log(__name__, Game=Game, Log=Log)
