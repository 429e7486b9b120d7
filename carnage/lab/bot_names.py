"""The bots: their names, and how each plays, in words for players.

Names are for data and for places where users choose or compare bots. All other texts describe how a
bot plays. Bots without a description play to win.
"""

from __future__ import annotations

VERB_PHRASES = {
    "random": ("plays at random", "play at random"),
    "easy": ("plays to win and often errs", "play to win and often err"),
    "greedy": ("plays to win", "play to win"),
    "learned": (
        "plays to win and has practised this game",
        "play to win and have practised this game",
    ),
    "planner": ("plans ahead", "plan ahead"),
    "exact": ("has worked this game out", "have worked this game out"),
}
"""For each bot, the verb phrase for one and for several, from the weakest bot on."""


def describe_play(bot: str) -> str:
    """Return how this bot plays."""
    one, _ = VERB_PHRASES[bot]
    return one


def describe_bot(bot: str, is_plural: bool = False) -> str:
    """Return a noun phrase for one such bot, or for several."""
    one, many = VERB_PHRASES[bot]
    if is_plural:
        return f"bots that {many}"
    return f"a bot that {one}"
