"""The files of a game: its events, its replay, and a drawing of its table."""

from __future__ import annotations

import json

from carnage import drawing
from carnage.cli.play import Files
from carnage.common.files import write_file
from carnage.engine.games import GameError, Match
from carnage.engine.narration import Narrator
from carnage.engine.recording import frame_at, record_replay
from carnage.replays import replay
from carnage.rulebook.custom_names import Naming


def check(files: Files, match: Match) -> None:
    """Raise GameError if the event for the drawing does not exist in the game so far."""
    events = int(match.record.core.n_events)
    if files.at is not None and not 0 <= files.at <= events:
        raise GameError(f"There is no event {files.at} in this game: give --at 0 to {events}.")


def write(files: Files, teller: Narrator, seat: int, naming: Naming) -> None:
    """Write the requested files, with the information that a seat may see.

    The drawing shows custom names. The events and the replay are data and keep the names of the
    book.

    Args:
        files: The files to write.
        teller: The game and its report.
        seat: The index of the seat, or -1 for a spectator.
        naming: Custom names.

    Raises:
        GameError: The event for the drawing does not exist.
        FileError: A file cannot be written.
    """
    match = teller.match
    check(files, match)
    if files.log is not None:
        lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in teller.events()]
        write_file(files.log, "".join(lines).encode())
    if files.film is not None:
        write_file(files.film, replay.encode_replay(record_replay(match, seat)))
    if files.svg is not None:
        write_file(files.svg, _drawn(match, files.at, seat, naming).encode("ascii"))


def _drawn(match: Match, at: int | None, seat: int, naming: Naming) -> str:
    """Return the table after an event as SVG, with the lines of the report about that event.

    Args:
        match: The game.
        at: The number of the event; None for the last.
        seat: The index of the seat whose information is shown, or -1 for a spectator.
        naming: Custom names.
    """
    shown = frame_at(match, int(match.record.core.n_events) if at is None else at, seat)
    name = match.ruleset.name
    lines = [naming.text(line.lstrip("# ")) for line in shown.lines]
    heading = (name, *lines)
    return drawing.svg(
        naming.scene(shown.scene),
        marks=shown.marks,
        title=name,
        heading=heading,
        key=True,
        alone=True,
    )
