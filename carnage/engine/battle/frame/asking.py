"""The only place where anybody decides anything: `core.asking` with the battle's own bots."""

from __future__ import annotations

from carnage.engine.battle.attack.sticks import guess_fuses
from carnage.engine.battle.frame.state import Game, Log
from carnage.engine.core import asking
from carnage.engine.core.binding import later

ask, ask_sealed, open_sealed = asking.bound(
    __name__,
    Game=Game,
    Log=Log,
    answer=later("carnage.engine.battle.bots.greedy:greedy"),
    imagine=guess_fuses,
)
