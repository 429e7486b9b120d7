"""The ladder: the bots by their names, and how each of them plays, in players' words.

Names are for where somebody chooses between bots or one is put against another, and for data; everywhere else
bots are spoken of by how they play. Those of which nothing is said play to win.
"""

from __future__ import annotations

LADDER = {
    "random": ("plays at random", "play at random"),
    "greedy": ("plays to win", "play to win"),
    "learned": ("plays to win and has practised this game", "play to win and have practised this game"),
    "planner": ("plans ahead", "plan ahead"),
    "exact": ("has worked this game out", "have worked this game out"),
}
"""What one of them does, and what several do, from the weakest on."""


def how(bot: str) -> str:
    """How this bot plays."""
    one, _ = LADDER[bot]
    return one


def who(bot: str, several: bool = False) -> str:
    """One such bot, or several."""
    one, many = LADDER[bot]
    return f"bots that {many}" if several else f"a bot that {one}"
