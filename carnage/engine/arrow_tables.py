"""Results of games as an Arrow table, which pandas, Polars and DuckDB read directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from carnage.common.extras import missing
from carnage.engine.games import family_of
from carnage.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    import pyarrow


def import_pyarrow() -> Any:
    """Return the module pyarrow. Raise MissingExtraError if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise missing("sweep", error) from None
    return pyarrow


def game_columns(ruleset: Ruleset, results: Any, swap: bool) -> dict[str, Any]:
    """Return the columns of a table of games by name, each an Arrow array with a value for each
    game.

    Players are numbered from 0, in the order of the bots.

    Args:
        ruleset: The rules of the games.
        results: An array with a Result for each game.
        swap: True if seats were swapped. Player p of game n then sits in seat (p − turned) modulo
            the number of players.
    """
    pa = import_pyarrow()
    players = ruleset.players
    games = len(results)
    number = np.arange(games)
    if swap:
        turned = number % players
    else:
        turned = np.zeros(games, dtype=np.int64)
    ended = results.capped == 0

    def player(seat: Any) -> Any:
        """Return the players in these seats, null for a seat below 0."""
        return pa.array((seat + turned) % players, pa.int8(), mask=np.asarray(seat < 0))

    def dealt(by_seat: Any) -> list[Any]:
        """Return the values of each player, out of an array of games by seats."""
        return [by_seat[number, (each - turned) % players] for each in range(players)]

    endings = pa.array(family_of(ruleset.book.family).endings)
    columns = {
        "game": pa.array(number, pa.int32()),
        "dice": pa.array(number // players if swap else number, pa.int32()),
        "turned": pa.array(turned, pa.int8()),
        "winner": player(np.where(ended, results.winner, -1)),
        "opener": player(results.opener),
        "ended": pa.array(ended),
        "ending": pa.DictionaryArray.from_arrays(pa.array(results.ending, pa.int8()), endings),
        "tie_break": pa.array(results.tie_break == 1),
        "rounds": pa.array(results.rounds, pa.int16()),
        "decisions": pa.array(results.decisions, pa.int32()),
        "harm": pa.array(results.harm, pa.int32()),
        "check": pa.array(results["check"].astype(np.uint64), pa.uint64()),
    }
    for each, scores in enumerate(dealt(results.scores)):
        columns[f"score_{each}"] = pa.array(scores, pa.int32())
    for each, winnings in enumerate(dealt(results.winnings)):
        columns[f"winnings_{each}"] = pa.array(winnings, pa.int32())
    return columns


def game_table(ruleset: Ruleset, results: Any, swap: bool) -> pyarrow.Table:
    """Return a table with a row for each game. See `game_columns`."""
    return import_pyarrow().table(game_columns(ruleset, results, swap))
