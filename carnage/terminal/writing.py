"""What is written of a game beside its report: its events, a film of it, a drawing of its table."""

from __future__ import annotations

import json

from carnage import drawing, films
from carnage.common.files import write_file
from carnage.engine.filming import film, still
from carnage.engine.games import GameError, Match
from carnage.engine.telling import Teller
from carnage.rulebook.custom_names import Naming
from carnage.terminal.playing import Files


def check(files: Files, match: Match) -> None:
    """Raise GameError for an event that a game, as far as it has come, does not have."""
    events = int(match.record.core.n_events)
    if files.at is not None and not 0 <= files.at <= events:
        raise GameError(f"There is no event {files.at} in this game: give --at 0 to {events}.")


def write(files: Files, teller: Teller, seat: int, naming: Naming) -> None:
    """Write all that is wanted, as this seat may see the game; -1 is somebody who watches. The drawing has
    names of somebody's own; events and film are data, and have the book's.

    Raises GameError as `check` does, and FileError for a file that cannot be written.
    """
    match = teller.match
    check(files, match)
    if files.log is not None:
        lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in teller.events()]
        write_file(files.log, "".join(lines).encode())
    if files.film is not None:
        write_file(files.film, films.write(film(match, seat)))
    if files.svg is not None:
        write_file(files.svg, _drawn(match, files.at, seat, naming).encode("ascii"))


def _drawn(match: Match, at: int | None, seat: int, naming: Naming) -> str:
    """The table after an event, or as it is now, with what is told of that event."""
    shown = still(match, int(match.record.core.n_events) if at is None else at, seat)
    name, lines = match.ruleset.name, [naming.text(line.lstrip("# ")) for line in shown.lines]
    heading = (name, *lines)
    return drawing.svg(
        naming.scene(shown.scene), marks=shown.marks, title=name, heading=heading, key=True, alone=True
    )
