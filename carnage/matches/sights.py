"""The enemies as a figure sees them, now or from a place that a person tries, and its ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from carnage.engine.games import Match
    from carnage.engine.sights import SightLine

Place = tuple[float, float]

MAX_SHOWN = 8  # enemies from a place, the nearest first
MAX_KNOWN = 24  # enemies from where a figure stands; each may be selected


class SeenPiece(NamedTuple):
    """An enemy as a figure sees it.

    Attributes:
        piece: The id of the enemy's piece.
        seen: Its visibility: hidden, clear or obscured.
        reaches: Whether a weapon of the figure reaches it.
        looks_back: Whether it sees the figure.
        text: All of it in words, with the number that is needed.
    """

    piece: str
    seen: str
    reaches: bool
    looks_back: bool
    text: str


class Band(NamedTuple):
    """A range of a weapon: its text, and its radius around the middle of the figure."""

    label: str
    radius: float


def find_figure(match: Match) -> int:
    """Return the index of the figure that the open question is about, or -1."""
    from carnage.engine.core.queries import Thing

    question = match.question
    if question is None:
        return -1
    about = match.family.queries[question.kind].about
    if about is None or not isinstance(about.kind, Thing) or about.kind.row != "models":
        return -1
    return question.actor


def list_sights(
    match: Match, place: Place | None = None, facing: Place | None = None
) -> tuple[SeenPiece, ...]:
    """Return the enemies as the figure of the open question sees them, the nearest first.

    Args:
        match: The match.
        place: The place of the figure; None for its present one.
        facing: Its facing there; None for its present one.
    """
    from carnage.engine.sights import look_from

    actor = find_figure(match)
    if match.family.name != "battle" or actor < 0 or not match.record.models[actor].in_play:
        return ()
    model = match.record.models[actor]
    most = MAX_SHOWN if place or facing else MAX_KNOWN
    here = place or (float(model.x), float(model.y))
    lines = look_from(match, actor, here, facing)[:most]
    return tuple(map(_seen_piece, lines))


def _seen_piece(line: SightLine) -> SeenPiece:
    """Return an enemy with the id of its piece."""
    return SeenPiece(
        piece=f"model-{line.who + 1}",
        seen=line.seen,
        reaches=line.reaches,
        looks_back=line.looks_back,
        text=line.text,
    )


def list_bands(match: Match) -> tuple[Band, ...]:
    """Return the ranges of the weapons of the open question's figure, the nearest first."""
    from carnage.engine.narration import words_of

    actor = find_figure(match)
    if match.family.name != "battle" or actor < 0:
        return ()
    words = words_of(match.ruleset)
    radius = float(match.record.radius)
    ranges = words.ranges(match.record, actor)
    return tuple(Band(label, length + radius) for label, length in ranges)
