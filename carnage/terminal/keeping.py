"""Keeping a game: the decisions file. A file that is not ours is never written over."""

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
from carnage.ruleset import Ruleset

MAX_FILE_BYTES = 1_000_000  # the longest game needs half of it


def default_path(path: str, seed: int, number: int, me: int) -> Path:
    """Where the decisions of this game are kept if nothing else is said."""
    return Path(f"carnage{path.replace('/', '-')}-seed-{seed}-game-{number}-side-{me + 1}.json")


def load(file: Path, match: Match) -> SavedGame:
    """Return the game in a file, which is this very match.

    Raise click.UsageError for another game or other JSON, and FileError for what is no text.
    """
    complaint = f"{file}: " + "{} It was left as it is; give another --decisions FILE, or remove it."
    try:
        saved = json.loads(read_text(file, MAX_FILE_BYTES))
        if isinstance(saved, dict) and saved.get("game") == match.ruleset.path:
            for key, wanted in (("seed", match.seed), ("number", match.number), ("bots", list(match.bots))):
                if saved.get(key) != wanted:
                    raise GameError(
                        f"These decisions were made in another game: {_other(saved, match.ruleset)}."
                    )
        return saved_games.read(saved, match.ruleset)
    except GameError as error:
        raise click.UsageError(complaint.format(error)) from None
    except (ValueError, RecursionError):
        raise click.UsageError(complaint.format("This is no file of decisions: it is not JSON.")) from None


def _other(saved: dict[str, Any], ruleset: Ruleset) -> str:
    """How the game in a file was started, if it says so in a way that can be told."""
    seed, number, bots = saved.get("seed"), saved.get("number"), saved.get("bots")
    if type(seed) is int and type(number) is int and isinstance(bots, list) and len(bots) == ruleset.players:
        known = (*games.bots_of(ruleset), games.PERSON_NAME)
        who = [bot if bot in known else "somebody else" for bot in bots]
        return f"--seed {seed} --game {number}, {' against '.join(who)}"
    return "they do not say which"


def file_beside(file: Path, decisions: int) -> Path:
    """Return the file for a game that goes on from so many decisions of another one."""
    return file.with_name(f"{file.stem}-from-{decisions}{file.suffix}")


def save(file: Path, match: Match, codes: Sequence[str]) -> None:
    """Write the decisions so far with their codes, all or nothing. Raise FileError if that fails."""
    write_file(file, json.dumps(saved_games.save(match, codes)) + "\n")
