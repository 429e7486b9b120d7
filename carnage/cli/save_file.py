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

MAX_FILE_BYTES = 1_000_000  # the longest game needs half of it


def default_path(path: str, seed: int, number: int, me: int) -> Path:
    """Return the default path of a game's save file.

    Args:
        path: The path of the game, such as `/classic/243856987615781`.
        seed: The dice seed.
        number: The number of the game with this seed.
        me: The index of the player's seat.
    """
    return Path(f"carnage{path.replace('/', '-')}-seed-{seed}-game-{number}-side-{me + 1}.json")


def load(file: Path, match: Match) -> SavedGame:
    """Return the saved game in a file.

    Raises:
        click.UsageError: The file is of another game, or not a saved game.
        FileError: The file cannot be read as text.
    """
    complaint = (
        f"{file}: " + "{} It was left as it is; give another --decisions FILE, or remove it."
    )
    try:
        saved = json.loads(read_text(file, MAX_FILE_BYTES))
        if isinstance(saved, dict) and saved.get("game") == match.ruleset.path:
            for key, wanted in (
                ("seed", match.seed),
                ("number", match.number),
                ("bots", list(match.bots)),
            ):
                if saved.get(key) != wanted:
                    raise GameError(
                        "These decisions were made in another game: "
                        f"{_other(saved, match.ruleset)}."
                    )
        return saved_games.parse_saved_game(saved, match.ruleset)
    except GameError as error:
        raise click.UsageError(complaint.format(error)) from None
    except (ValueError, RecursionError):
        raise click.UsageError(
            complaint.format("This is no file of decisions: it is not JSON.")
        ) from None


def _other(saved: dict[str, Any], ruleset: Ruleset) -> str:
    """Return the dice seed, number and players of another saved game, or a remark if it lacks
    them.
    """
    seed = saved.get("seed")
    number = saved.get("number")
    bots = saved.get("bots")
    if (
        type(seed) is int
        and type(number) is int
        and isinstance(bots, list)
        and len(bots) == ruleset.players
    ):
        known = (*games.bots_of(ruleset), games.PERSON_NAME)
        who = [bot if bot in known else "somebody else" for bot in bots]
        return f"--seed {seed} --game {number}, {' against '.join(who)}"
    return "they do not say which"


def file_beside(file: Path, decisions: int) -> Path:
    """Return the path of a file for a game that continues from the first `decisions` decisions
    of another.
    """
    return file.with_name(f"{file.stem}-from-{decisions}{file.suffix}")


def save(file: Path, match: Match, codes: Sequence[str]) -> None:
    """Write the decisions of a game and their codes, completely or not at all.

    Raises:
        FileError: The file cannot be written.
    """
    write_file(file, json.dumps(saved_games.saved_game_json(match, codes)) + "\n")
