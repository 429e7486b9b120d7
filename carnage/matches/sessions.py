"""Games with persons that a worker keeps in memory.

The URL of a game has all its moves. The worker caches the last games, so that it need not replay
all moves for each new one. Evicting a game costs only time. Many moves are replayed in time slices,
between which the worker can serve other games.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from carnage import catalog
from carnage.common.site_secret import load_secret
from carnage.matches.live_game import LiveGame, TimeSliceExpired
from carnage.matches.moves import MoveCodec, version_prefix
from carnage.rulesets.house_rules import resolve_job

MAX_GAMES = 48

DAMAGED = "The link is incomplete. The game is shown up to the last valid move."
REPLAYED = (
    "The rules have changed since this game began. Its moves were replayed with the current rules."
)

_games: OrderedDict[tuple[Any, ...], LiveGame] = OrderedDict()
# Games whose replay is not finished. The key includes the moves: visitors may be at different ones.
_unfinished_games: OrderedDict[tuple[Any, ...], LiveGame] = OrderedDict()


def _new_game(key: tuple[Any, ...], seated: Sequence[str]) -> LiveGame:
    """Return a game before its first move. `seated` has the players by seat."""
    from carnage.engine.engine_version import version_of
    from carnage.engine.games import Match

    book, digits, name, seed, number, _, free, topics = key
    ruleset = resolve_job(catalog.book(book), digits, name)
    match = Match(ruleset, seed, number, seated, free=free)
    game = f"{ruleset.address}/{seed}/{number}/{','.join(seated)}"
    if free:
        game += "/free"
    codec = MoveCodec(game, load_secret())
    return LiveGame(match, codec, version_of(match), topics)


def _cache_game(
    games: OrderedDict[tuple[Any, ...], LiveGame], key: tuple[Any, ...], live_game: LiveGame
) -> None:
    """Store a game in the cache, and evict the least recently used games."""
    games[key] = live_game
    games.move_to_end(key)
    while len(games) > MAX_GAMES:
        games.popitem(last=False)


class ReplayedGame(NamedTuple):
    """A game after its valid moves.

    Attributes:
        live_game: The game.
        bots: The bots that can play it.
        persons: The seats of persons.
        trouble: The message about invalid moves, or "".
    """

    live_game: LiveGame
    bots: tuple[str, ...]
    persons: tuple[int, ...]
    trouble: str


def replay_to(
    book: str,
    digits: str,
    name: str,
    seed: int,
    number: int,
    bots: str,
    moves: str,
    seconds: float = math.inf,
    *,
    free: bool = False,
    topics: tuple[str, ...] = (),
    tapped: str = "",
) -> ReplayedGame | str:
    """Return a game after its moves, or the reason why it cannot be played.

    Raise TimeSliceExpired after `seconds`. Another call continues.

    Args:
        book: The code of the book.
        digits: The seed of the rules.
        name: The name that the visitor gave the game, or "".
        seed: The dice seed.
        number: The number of the game with these dice.
        bots: The names of the players, separated by commas.
        moves: The encoded moves.
        seconds: The time slice.
        free: Ask persons for a point even if the rules offer a single candidate.
        topics: The questions that a bot answers for persons (`matches.automatic`).
        tapped: The id of the piece with which the person answered last; "" for none.
    """
    ruleset = resolve_job(catalog.book(book), digits, name)
    from carnage.engine.games import PERSON_NAME, GameError, assign_seats, bots_of
    from carnage.engine.simulation import check_dice

    try:
        seated = assign_seats(ruleset, bots.split(","))
        if PERSON_NAME not in seated:
            raise GameError("No person plays. Choose a person for at least one seat.")
        check_dice(seed, number)
    except GameError as error:
        return str(error)
    persons = tuple(side for side, bot in enumerate(seated) if bot == PERSON_NAME)
    key = book, digits, name, seed, number, seated, free, topics
    key_with_moves = *key, moves, tapped
    live_game = _unfinished_games.pop(key_with_moves, None)
    if live_game is None:
        live_game = _games.pop(key, None)
    if live_game is None:
        live_game = _new_game(key, seated)
    decoded = live_game.codec.decode(moves)
    try:
        misfit = live_game.replay(decoded.answers, time.monotonic() + seconds, tapped)
    except TimeSliceExpired:
        _cache_game(_unfinished_games, key_with_moves, live_game)
        raise
    _cache_game(_games, key, live_game)
    trouble = misfit
    has_other_rules = decoded.version != version_prefix(live_game.version)
    if not decoded.whole:
        trouble = DAMAGED
    elif not misfit and decoded.answers and has_other_rules:
        trouble = REPLAYED
    return ReplayedGame(
        live_game=live_game, bots=bots_of(ruleset), persons=persons, trouble=trouble
    )
