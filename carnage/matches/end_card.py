"""The end of a game for its player: the winner, the scores and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from carnage.engine.games import Match

REASONS = {
    "length": "The game came to its end, and the scores decided.",
    "nobody-left": "{loser} had nobody left standing.",
    "left-the-table": "{loser} left the table.",
    "broken": "A side broke, and the scores decided.",
    "doom": "The Doom Track was full, and the scores decided.",
    "out-of-fuel": "{loser} had no die left.",
}
"""A sentence for each ending of a family; it is left out if nobody has lost."""

TIE_BREAK = "The scores were equal, so the points of the figures that were left decided."


class EndCard(NamedTuple):
    """The end of a game.

    Attributes:
        headline: The winner and the scores.
        reason: The reason in a sentence, or "".
        won: True if the only person won, False if not; None with several persons or a draw.
    """

    headline: str
    reason: str
    won: bool | None


def build_end_card(match: Match, sides: Sequence[str], persons: Sequence[int]) -> EndCard:
    """Return the end of a match that is over, from the view of its only person if there is one."""
    from carnage.engine.core import records
    from carnage.engine.core.state import Result

    results = records.new(Result) if match.family.is_compiled else [records.plain(Result)]
    match.family.entries.store_result(match.game_rows, records.as_ndarray(results), 0)
    result = results[0]
    winner = int(result.winner)
    scores = [int(score) for score in result.scores[: len(sides)]]
    seat = persons[0] if len(persons) == 1 else -1
    won = None if seat < 0 or winner < 0 else winner == seat
    return EndCard(_headline(winner, seat, scores, sides), _reason(match, result, sides), won)


def _headline(winner: int, seat: int, scores: Sequence[int], sides: Sequence[str]) -> str:
    """Return who won, with the scores: first those of the player, or else of the winner.

    Equal scores did not decide a game that somebody won, so they are left out.
    """
    first = seat if seat >= 0 else max(winner, 0)
    ordered = [scores[first], *(score for n, score in enumerate(scores) if n != first)]
    is_decided_otherwise = winner >= 0 and len(set(scores)) == 1
    tally = "" if is_decided_otherwise else ", " + "–".join(map(str, ordered))
    if winner < 0:
        return f"Drawn{tally}."
    if seat < 0:
        return f"{sides[winner]} won{tally}."
    return f"You won{tally}." if winner == seat else f"You lost{tally}. {sides[winner]} won."


def _reason(match: Match, result: Any, sides: Sequence[str]) -> str:
    """Return why the game ended as it did."""
    winner = int(result.winner)
    ending = match.family.endings[int(result.ending)]
    if result.tie_break:
        return TIE_BREAK
    if winner < 0 or len(sides) != 2:
        return ""
    return REASONS.get(ending, "").format(loser=sides[1 - winner])
