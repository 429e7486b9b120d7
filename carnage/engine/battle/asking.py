"""The only place where anybody decides anything: `core.asking` with the battle's own bots."""

from __future__ import annotations

from carnage.engine.battle.bots.greedy import greedy
from carnage.engine.battle.state import Game
from carnage.engine.battle.sticks import guess_fuses
from carnage.engine.core import asking
from carnage.engine.core.binding import bind

ask = bind(asking.ask, __name__, Game=Game, answer=greedy, imagine=guess_fuses)
ask_sealed = bind(asking.ask_sealed, __name__, Game=Game, ask=ask)
open_sealed = bind(asking.open_sealed, __name__, Game=Game)
