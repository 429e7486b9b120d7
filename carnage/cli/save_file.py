"""Save files of games in progress. A file that was not written by Carnage is never overwritten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from carnage.common.files import read_text, write_file
from carnage.engine import games, saved_games
from carnage.engine.games import GameError, Match
from carnage.engine.saved_games import SavedGame
from carnage.rulesets.ruleset import Ruleset

MAX_FILE_BYTES = 1_000_000  # The longest game needs half of it.


def default_path(match: Match, seat: int) -> Path:
    """Return the default path of a game's save file, in the current folder.

    Args:
        match: The game.
        seat: The index of the player's seat.
    """
    game = match.ruleset.path.replace("/", "-")
    return Path(f"carnage{game}-seed-{match.seed}-game-{match.number}-side-{seat + 1}.json")


def load(path: Path, match: Match) -> SavedGame:
    """Return the saved game in a file.

    Raises:
        click.UsageError: The file is of another game, or not a saved game.
        FileError: The file cannot be read as text.
    """
    try:
        saved = json.loads(read_text(path, MAX_FILE_BYTES))
        _check_match(saved, match)
        return saved_games.parse_saved_game(saved, match.ruleset)
    except GameError as error:
        reason = str(error)
    except (ValueError, RecursionError):
        reason = "This is not a save file: it is not JSON."
    raise click.UsageError(
        f"{path}: {reason} The file is unchanged. Give another --save-file FILE, or remove it."
    )


def _check_match(saved: Any, match: Match) -> None:
    """Raise GameError if a saved game of the same rules has another seed, number or players."""
    ruleset = match.ruleset
    if not isinstance(saved, dict) or saved.get("game") != ruleset.address:
        return
    expected = {"seed": match.seed, "number": match.number, "bots": list(match.bots)}
    is_other = any(saved.get(key) != value for key, value in expected.items())
    if is_other or bool(saved.get("free")) != match.free:
        raise GameError(f"This is the save file of another game: {_describe(saved, ruleset)}.")


def _describe(saved: dict[str, Any], ruleset: Ruleset) -> str:
    """Return the dice seed, number and players of a saved game, or a remark if it lacks them."""
    seed = saved.get("seed")
    number = saved.get("number")
    bots: Any = saved.get("bots")
    is_complete = (
        type(seed) is int
        and type(number) is int
        and isinstance(bots, list)
        and len(bots) == ruleset.players
    )
    if not is_complete:
        return "it has no dice seed, number or players"
    known_players = (*games.bots_of(ruleset), games.PERSON_NAME)
    players = [bot if bot in known_players else "an unknown player" for bot in bots]
    return f"--dice-seed {seed} --game-number {number}, {' against '.join(players)}"


def path_of_continuation(path: Path, decisions: int) -> Path:
    """Return the path of a game that continues from the first `decisions` decisions of another."""
    return path.with_name(f"{path.stem}-from-{decisions}{path.suffix}")


def save(path: Path, match: Match, codes: Sequence[str], setting: str = "") -> None:
    """Write the decisions of a game and their codes, completely or not at all.

    Args:
        path: The file.
        match: The game.
        codes: The codes of its decisions.
        setting: The id of the setting that the player asked for; "" for none.

    Raises:
        FileError: The file cannot be written.
    """
    saved = saved_games.saved_game_json(match, codes)
    if setting:
        saved["setting"] = setting
    write_file(path, json.dumps(saved) + "\n")
