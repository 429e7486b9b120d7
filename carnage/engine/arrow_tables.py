"""Results of games as an Arrow table, which pandas, Polars and DuckDB read directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from carnage.common.extras import missing_extra_error
from carnage.engine.games import family_of
from carnage.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    import pyarrow


def import_pyarrow() -> Any:
    """Return the module pyarrow. Raise MissingExtraError if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise missing_extra_error("sweep", error) from None
    return pyarrow


def game_columns(ruleset: Ruleset, results: Any, swap: bool) -> dict[str, Any]:
    """Return the columns of a table of games by name, each an Arrow array with a value per game.

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
    game = np.arange(games)
    dice = game
    turned = np.zeros(games, dtype=np.int64)
    if swap:
        dice = game // players
        turned = game % players
    has_ended = results.capped == 0
    winner_seat = np.where(has_ended, results.winner, -1)
    endings = pa.array(family_of(ruleset.book.family).endings)
    columns = {
        "game": pa.array(game, pa.int32()),
        "dice": pa.array(dice, pa.int32()),
        "turned": pa.array(turned, pa.int8()),
        "winner": _players_in(winner_seat, turned, players),
        "opener": _players_in(results.opener, turned, players),
        "ended": pa.array(has_ended),
        "ending": pa.DictionaryArray.from_arrays(pa.array(results.ending, pa.int8()), endings),
        "tie_break": pa.array(results.tie_break == 1),
        "rounds": pa.array(results.rounds, pa.int16()),
        "decisions": pa.array(results.decisions, pa.int32()),
        "harm": pa.array(results.harm, pa.int32()),
        "check": pa.array(results["check"].astype(np.uint64), pa.uint64()),
    }
    for name, by_seat in (("score", results.scores), ("winnings", results.winnings)):
        for player in range(players):
            values = by_seat[game, (player - turned) % players]
            columns[f"{name}_{player}"] = pa.array(values, pa.int32())
    return columns


def _players_in(seats: Any, turned: Any, players: int) -> Any:
    """Return the player in one seat of each game as an Arrow array, null for a seat below 0.

    Args:
        seats: The seat in each game.
        turned: The number of seats by which all players have moved on in each game.
        players: The number of players.
    """
    pa = import_pyarrow()
    return pa.array((seats + turned) % players, pa.int8(), mask=np.asarray(seats < 0))


def game_table(ruleset: Ruleset, results: Any, swap: bool) -> pyarrow.Table:
    """Return a table with a row for each game. See `game_columns`."""
    return import_pyarrow().table(game_columns(ruleset, results, swap))
