"""Keeping a game: the decisions file. A file that is not ours is never written over."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from carnage.engine import games, saving
from carnage.engine.core.state import DECISIONS
from carnage.engine.games import GameError, Match
from carnage.ruleset import Ruleset

MOST_BYTES = 1_000_000  # of a decisions file; the longest needs a fiftieth


def default_path(path: str, seed: int, number: int, me: int) -> Path:
    """Where the decisions of this game are kept if nothing else is said."""
    return Path(f"carnage{path.replace('/', '-')}-seed-{seed}-game-{number}-side-{me + 1}.json")


def load(file: Path, match: Match) -> Sequence[int]:
    """The decisions in a file, for this very match; raises click.UsageError and leaves the file alone."""
    complaint = f"{file}: " + "{} It was left as it is; give another --decisions FILE, or remove it."
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise GameError("This is no file of decisions: it is too long.")
        saved = json.loads(raw)
        if isinstance(saved, dict) and saved.get("game") == match.ruleset.path:
            for key, wanted in (("seed", match.seed), ("number", match.number), ("bots", list(match.bots))):
                if saved.get(key) != wanted:
                    raise GameError(
                        f"These decisions were made in another game: {_other(saved, match.ruleset)}."
                    )
        decisions = saving.check_saved(saved, match.ruleset, match.bots)
        if len(decisions) > DECISIONS:
            raise GameError(f"A game has at most {DECISIONS:,} decisions; these are {len(decisions):,}.")
    except GameError as error:
        raise click.UsageError(complaint.format(error)) from None
    except OSError as error:
        raise click.UsageError(f"{file}: it cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise click.UsageError(complaint.format("This is no file of decisions: it is not JSON.")) from None
    return decisions


def _other(saved: dict[str, Any], ruleset: Ruleset) -> str:
    """How the game in a file was started, if it says so in a way that can be told."""
    seed, number, bots = saved.get("seed"), saved.get("number"), saved.get("bots")
    if type(seed) is int and type(number) is int and isinstance(bots, list) and len(bots) == ruleset.players:
        known = (*games.bots_of(ruleset), games.PERSON_NAME)
        who = [bot if bot in known else "somebody else" for bot in bots]
        return f"--seed {seed} --game {number}, {' against '.join(who)}"
    return "they do not say which"


def save(file: Path, match: Match) -> None:
    """Write the decisions so far, all or nothing; raises click.UsageError."""
    part = file.with_name(file.name + ".part")
    try:
        part.write_text(json.dumps(saving.save(match)) + "\n", encoding="utf-8")
        os.replace(part, file)
    except OSError as error:
        raise click.UsageError(f"{file}: it cannot be written ({error.strerror}).") from None
