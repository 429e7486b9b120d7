"""The files of a game: its events, its replay, and a drawing of its table."""

from __future__ import annotations

import json

from carnage import drawing
from carnage.cli.play import OutputFiles
from carnage.common.files import write_file
from carnage.engine.games import GameError, Match
from carnage.engine.narration import Narrator
from carnage.engine.recording import frame_at, record_replay
from carnage.replays import replay
from carnage.rulebook.custom_names import NameReplacer


def check(output: OutputFiles, match: Match) -> None:
    """Raise GameError if the event for the drawing does not exist in the game so far."""
    event = output.svg_event
    last_event = int(match.record.core.n_events)
    if event is not None and not 0 <= event <= last_event:
        raise GameError(
            f"There is no event {event} in this game: give --svg-event 0 to {last_event}."
        )


def write(output: OutputFiles, teller: Narrator, *, seat: int, naming: NameReplacer) -> None:
    """Write the requested files, with the information that a seat may see.

    The drawing shows custom names. The events and the replay are data and keep the names of the
    book.

    Args:
        output: The files to write.
        teller: The game and its report.
        seat: The index of the seat, or -1 for a spectator.
        naming: Custom names.

    Raises:
        GameError: The event for the drawing does not exist.
        FileError: A file cannot be written.
    """
    match = teller.match
    check(output, match)
    if output.events is not None:
        lines = [json.dumps(event, ensure_ascii=False) + "\n" for event in teller.events()]
        write_file(output.events, "".join(lines))
    if output.replay is not None:
        write_file(output.replay, replay.encode_replay(record_replay(match, seat)))
    if output.svg is not None:
        event = output.svg_event
        if event is None:
            event = int(match.record.core.n_events)
        write_file(output.svg, _draw(match, event, seat=seat, naming=naming))


def _draw(match: Match, event: int, *, seat: int, naming: NameReplacer) -> str:
    """Return the table after an event as SVG, with the lines of the report about that event.

    Args:
        match: The game.
        event: The number of the event; 0 for the table before the first.
        seat: The index of the seat whose information is shown, or -1 for a spectator.
        naming: Custom names.
    """
    frame = frame_at(match, event, seat)
    name = match.ruleset.name
    lines = [naming.text(line.lstrip("# ")) for line in frame.lines]
    return drawing.render_svg(
        naming.scene(frame.scene),
        marks=frame.marks,
        title=name,
        heading=(name, *lines),
        has_key=True,
        is_standalone=True,
    )
