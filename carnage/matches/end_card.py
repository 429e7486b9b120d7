"""The end of a game for its player: the winner, the scores and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage.common.text_format import count

if TYPE_CHECKING:
    from carnage.engine.games import Match

CAUSES = {
    "length": "The game came to its end.",
    "nobody-left": "{gone} had nobody left standing.",
    "left-the-table": "{gone} left the table.",
    "broken": "{gone} had lost so many models that it broke.",
    "doom": "The Doom Track was full.",
}
"""The sentence why a battle ended, for each ending."""

SCORED = {
    "points-removal": "{winner} had removed enemies worth more points.",
    "interactive-objectives": "{winner} had scored more by capturing and holding markers.",
    "positional-objectives": "{winner} had scored more by figures near the markers.",
    "loot": "{winner} had collected more Loot Tokens.",
}
"""The sentence why a battle was won, by its option of Objectives."""

LEFT_LOOT = "It left {count} behind."
SCOOPED = "{winner} took the {count} on the table."
CAUGHT = "{winner} scored {count} for the models that it left behind."
PAID = "{gone} lost {share}% of its victory points by leaving."

BOTH_GONE = "Neither side had anybody left on the table."
BOTH_BROKEN = "Both sides had lost so many models that they broke."
LEVEL = "The scores were equal."
LEVEL_POINTS = "The scores were equal, and {winner} had figures left that are worth more points."
LEVEL_SECOND = "The scores were equal, and {winner} wins ties because it went second."
LEVEL_NEAREST = "The scores were equal, and {winner} was nearest to the middle of the table."
NO_DIE = "{loser} had no die left."
NO_DICE = "Both ships had no die left."
MOST_POINTS = "{winner} scored the most points with the throws."
TIES = {
    "throw-off": "The best scores were equal, and a throw-off decided: {winner} won.",
    "host-loses": "The best scores were equal. {winner} is level with the Host: the Host yields.",
    "first-stands": "The best scores were equal, and {winner}, who threw first, comes first.",
}
"""The sentence why a player won a gamble with the same score as another, by the rule for ties."""


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
    return EndCard(
        headline=_headline(winner, seat, scores, sides),
        reason=_reason(match, result, sides),
        won=won,
    )


def _headline(winner: int, seat: int, scores: Sequence[int], sides: Sequence[str]) -> str:
    """Return who won, with the scores: first those of the player, or else of the winner.

    Equal scores did not decide a game that somebody won, so they are left out.
    """
    if winner < 0:
        return f"Drawn, {_tally(max(seat, 0), scores)}."
    if len(sides) > 2:
        return _headline_of_many(winner, seat, scores, sides)
    is_decided_otherwise = scores[0] == scores[1]
    first = winner if seat < 0 else seat
    tally = "" if is_decided_otherwise else f", {_tally(first, scores)}"
    if seat < 0:
        return f"{sides[winner]} won{tally}."
    return f"You won{tally}." if winner == seat else f"You lost{tally}. {sides[winner]} won."


def _tally(first: int, scores: Sequence[int]) -> str:
    """Return the scores with a dash between them, those of one side first."""
    others = [score for n, score in enumerate(scores) if n != first]
    return "–".join(map(str, [scores[first], *others]))


def _headline_of_many(winner: int, seat: int, scores: Sequence[int], sides: Sequence[str]) -> str:
    """Return who won a game of more than two sides, with the scores of the winner and the
    player.
    """
    if seat < 0:
        return f"{sides[winner]} won with {_points(scores[winner])}."
    if winner == seat:
        return f"You won with {_points(scores[seat])}."
    return (
        f"You lost with {_points(scores[seat])}. "
        f"{sides[winner]} won with {_points(scores[winner])}."
    )


def _points(score: int) -> str:
    return "1 point" if score == 1 else f"{score} points"


def _reason(match: Match, result: Any, sides: Sequence[str]) -> str:
    """Return why the game ended, and why the winner won."""
    winner = int(result.winner)
    family = match.family.name
    if family == "battle":
        ending = match.family.endings[int(result.ending)]
        gone = _find_gone(match, ending)
        cause = CAUSES[ending]
        if len(gone) == 1:
            cause = cause.format(gone=sides[gone[0]])
        elif gone:
            cause = BOTH_BROKEN if ending == "broken" else BOTH_GONE
        link = " But " if winner in gone and len(gone) == 1 else " "
        changes = "".join(f" {change}" for change in _leaving_changes(match, sides))
        return cause + changes + link + _battle_decision(match, result, sides)
    if winner < 0:
        return NO_DICE if family == "duel" else LEVEL
    if family == "duel":
        return NO_DIE.format(loser=sides[1 - winner])
    reason = MOST_POINTS
    if result.tie_break:
        reason = TIES[match.ruleset.choice("ties").option.code]
    return reason.format(winner=sides[winner])


def _leaving_changes(match: Match, sides: Sequence[str]) -> list[str]:
    """Return the changes of the scores after a side has left the table, a sentence each."""
    from carnage.engine.narration import logged_events

    changes: list[str] = []
    gone = -1
    dropped = 0
    for event in logged_events(match):
        if event.name == "leg-it":
            gone = event.side
            if match.ruleset.has("markers"):
                share = round(100 * float(match.ruleset.params["morale.share"]))
                changes.append(PAID.format(gone=sides[gone], share=share))
        elif gone >= 0 and event.name == "drop":
            dropped += 1
        elif gone >= 0 and event.name == "scoop":
            if dropped:
                changes.append(LEFT_LOOT.format(count=count(dropped, "Loot Token")))
            taken = count(event.a, "Loot Token")
            changes.append(SCOOPED.format(winner=sides[event.side], count=taken))
        elif gone >= 0 and event.name == "score" and event.by == "morale.leg-it" and event.a:
            points = count(event.a, "point")
            changes.append(CAUGHT.format(winner=sides[event.side], count=points))
    return changes


def _find_gone(match: Match, ending: str) -> list[int]:
    """Return the sides that a battle ended with: those that broke, left or had nobody left."""
    from carnage.engine.narration import logged_events

    if ending == "broken":
        return [event.side for event in logged_events(match) if event.name == "broken"]
    if ending == "left-the-table":
        return [n for n, side in enumerate(match.record.sides) if side.gone]
    if ending == "nobody-left":
        return [n for n, count in enumerate(match.record.n_upright) if not count]
    return []


def _battle_decision(match: Match, result: Any, sides: Sequence[str]) -> str:
    """Return why a battle was won or drawn."""
    from carnage.engine.narration import logged_events

    winner = int(result.winner)
    if winner < 0:
        return LEVEL
    if result.tie_break:
        *_, last = (event for event in logged_events(match) if event.name == "game-over")
        if last.d:
            return LEVEL_POINTS.format(winner=sides[winner])
        goes_second = match.ruleset.params["victory.second_ties"]
        return (LEVEL_SECOND if goes_second else LEVEL_NEAREST).format(winner=sides[winner])
    chosen = {choice.table.id: choice.option.code for choice in match.ruleset.choices}
    return SCORED[chosen["objectives"]].format(winner=sides[winner])
