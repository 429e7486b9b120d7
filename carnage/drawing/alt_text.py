"""A scene in words: the texts of pictures, maps and keys, and a description for screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from carnage.drawing import symbols
from carnage.replays.scenes import Piece, PieceCounter, Readout, Region, Scene


def describe_track(track: Readout) -> str:
    """Return a track in words: Round 3 of 6, Set up: north edge, Hero number 4 (used)."""
    if track.value is None:
        if track.text:
            return f"{track.label}: {track.text}"
        return track.label
    counted = f"{track.label} {format_amount(track.value, track.most)}"
    if track.text:
        return f"{counted} ({track.text})"
    return counted


def list_details(piece: Piece, brief: bool = False) -> tuple[str, ...]:
    """Return the details of a piece besides its name, its owner and its place.

    A `brief` text leaves out counts that are at their start.
    """
    return (
        *([piece.row] if piece.row else []),
        *piece.state,
        *([f"a tower of {piece.stack}"] if piece.stack else []),
        *[f"{label} × {count}" if count > 1 else label for label, count in piece.tokens.items()],
        *[
            describe_meter(meter)
            for meter in piece.meters
            if not (brief and symbols.is_untouched(meter))
        ],
    )


def describe_meter(meter: PieceCounter) -> str:
    """Return a count in words: Wounds 2 of 3, Luck 4."""
    return f"{meter.label} {format_amount(meter.value, meter.most)}"


def format_amount(value: int, most: int) -> str:
    return f"{value} of {most}" if most else f"{value}"


def describe_piece(piece: Piece, sides: tuple[str, ...]) -> str:
    """Return a piece in words: Trooper 2 (Side 1): prone, wounds 2 of 3."""
    if piece.owner >= 0:
        name = f"{piece.label} ({sides[piece.owner]})"
    else:
        name = piece.label
    more = ", ".join(list_details(piece))
    return f"{name}: {more}" if more else name


def describe_scene(scene: Scene) -> str:
    """Return a description of the table and the sides in a few sentences, for screen readers."""
    return " ".join(f"{sentence}." for sentence in _sentences(scene))


def _sentences(scene: Scene) -> Iterator[str]:
    if scene.extent.width:
        yield "Seen from above"
    areas = [region for region in scene.regions if not region.grounds]
    if areas:
        yield count_labels(region.label for region in areas)
    ground = [region for region in scene.regions if region.grounds]
    if ground:
        yield f"On the table: {count_labels(_describe_ground(region) for region in ground)}"
    nobodys = [piece.label for piece in scene.pieces if piece.owner < 0]
    if nobodys:
        yield count_labels(nobodys)
    for owner, side in enumerate(scene.sides):
        theirs = [piece for piece in scene.pieces if piece.owner == owner]
        rows: dict[str, list[str]] = {}
        for piece in theirs:
            rows.setdefault(piece.row, []).append(piece.label)
        for row, labels in rows.items():
            yield f"{side}{f', {row}' if row else ''}: {count_labels(labels)}"


def _describe_ground(region: Region) -> str:
    return f"{region.label} ({', '.join(region.grounds)})"


def count_labels(labels: Iterable[str]) -> str:
    """Return names with equal ones counted: Hand, die × 3."""
    return ", ".join(
        f"{label} × {count}" if count > 1 else label for label, count in Counter(labels).items()
    )
