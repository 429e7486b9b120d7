"""Functions that log events and count rules: `core.event_log`, bound to the duel's record."""

from __future__ import annotations

from carnage.engine.core import event_log
from carnage.engine.duel.state import Game, Log

fire, look_up, log_event, log_move = event_log.bind_event_log(__name__, Game=Game, Log=Log)
