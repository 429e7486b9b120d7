"""The round and the scores of a game in a few words, which the bar of the play page shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carnage.common.text_format import capitalize

if TYPE_CHECKING:
    from carnage.engine.games import Match

SETTING_UP = "Setting up"
UNITS = {"duel": "dice ", "gamble": "points "}  # of the scores
ROUND_LIMITS = ("fixed-round-limit", "collapsing-ground")  # with a known number of rounds


def describe_standing(match: Match, persons: Sequence[int]) -> str:
    """Return the round and the scores, those of the only person first: Round 2 of 4 · 5–3.

    Games of a single round have the scores alone.
    """
    rounds = int(match.record.rounds)
    if match.family.name == "battle" and not rounds:
        return SETTING_UP
    first = persons[0] if len(persons) == 1 else 0
    scores = list_scores(match)
    own = scores.pop(first)
    tally = "–".join(map(str, [own, *scores]))
    parts = []
    noun = match.ruleset.book.sheet.nouns.round
    if rounds and noun:
        parts.append(f"{capitalize(noun)} {rounds}{_last_round(match)}")
    parts.append(UNITS.get(match.family.name, "") + tally)
    return capitalize(" · ".join(parts))


def list_scores(match: Match) -> list[int]:
    """Return the score of each seat so far; in a duel the dice that are left."""
    from carnage.engine.duel.counts import dice_left

    record = match.record
    if match.family.name == "duel":
        return [int(dice_left(record, side)) for side in range(match.ruleset.players)]
    if match.family.name == "gamble":
        return [int(record.seats[seat].score) for seat in range(match.ruleset.players)]
    return [int(record.sides[side].victory) for side in range(match.ruleset.players)]


def _last_round(match: Match) -> str:
    """Return the number of rounds that the game has, in words; "" if it is not known."""
    if match.family.name != "battle":
        return ""
    if match.ruleset.choice("game-length").option.code not in ROUND_LIMITS:
        return ""
    return f" of {match.ruleset.params['game-length.rounds']}"
