from __future__ import annotations
from carnage.engine.core.compiling import Rows, rule
from carnage.engine.gamble.state import Game, Lore

@rule
def look_up(g: Game, lore: Rows[Lore], side: int) -> None:
    """placeholder"""
    g.hint = -1
