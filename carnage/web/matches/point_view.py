"""The points of the open question on the drawing, and the answer to a point that a player tries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct

from carnage.drawing.frames import DrawnReplay
from carnage.matches.pointing import Pointable, PointedPlace
from carnage.matches.sights import SeenPiece
from carnage.matches.state import PlayState
from carnage.web.matches.watch_address import MatchUrl

Point = tuple[float, float]


class SightView(Struct, frozen=True, omit_defaults=True):
    """An enemy as a figure sees it. See `matches.sights.SeenPiece`."""

    piece: str
    seen: str
    text: str
    reaches: bool = False
    looks_back: bool = False


class BandView(Struct, frozen=True):
    """A range of a weapon: its text, and its radius on the drawing."""

    label: str
    radius: float


class PointableView(Struct, frozen=True, omit_defaults=True):
    """The points that the question takes. See `matches.pointing.Pointable`."""

    verb: str
    url: str
    origin: Point | None = None
    radius: float = 0.0
    reach: tuple[Point, ...] = ()
    spots: tuple[Point, ...] = ()
    step: float = 0.0
    bands: tuple[BandView, ...] = ()


class PointView(Struct, frozen=True, omit_defaults=True):
    """The answer to a point. `url` is the page after it; `refusal` is the reason if there is none.

    Attributes:
        x: The place to which the point leads, or the point itself if it is refused.
        y: The same.
        facing: The facing there as a vector of the drawing, if the option has one.
        text: The option in words.
        distance: The distance and the direction in words.
        url: The page after this answer.
        refusal: Why the rules refuse the point.
        sights: The enemies as the figure would see them there.
    """

    x: float
    y: float
    facing: Point | None = None
    text: str = ""
    distance: str = ""
    url: str = ""
    refusal: str = ""
    sights: tuple[SightView, ...] = ()


def build_point(
    address: MatchUrl, turn: PlayState, pointed: PointedPlace, reel: DrawnReplay | None
) -> PointView:
    """Return the answer to a point. Without drawn events, places are in the table's unit."""
    alone = address.alone if turn.private else 0
    place = pointed.place or pointed.asked
    facing = None
    if pointed.facing is not None:
        facing = pointed.facing[0], -pointed.facing[1]  # y runs down on the drawing
    x, y = to_picture(reel, place) if reel else place
    url = ""
    if pointed.moves:
        url = replace(address, since=None, tapped="").url(moves=pointed.moves, alone=alone)
    return PointView(
        x=x,
        y=y,
        facing=facing,
        text=address.rename(pointed.text),
        distance=pointed.distance,
        url=url,
        refusal=pointed.refusal,
        sights=build_sights(address, pointed.sights),
    )


def build_sights(address: MatchUrl, sights: Sequence[SeenPiece]) -> tuple[SightView, ...]:
    """Return the enemies as a figure sees them, with the custom names of the address."""
    return tuple(_build_sight(address, sight) for sight in sights)


def _build_sight(address: MatchUrl, sight: SeenPiece) -> SightView:
    """Return an enemy as a figure sees it, with the custom names of the address."""
    return SightView(
        piece=sight.piece,
        seen=sight.seen,
        text=address.rename(sight.text),
        reaches=sight.reaches,
        looks_back=sight.looks_back,
    )


def build_pointable(
    address: MatchUrl, pointable: Pointable | None, reel: DrawnReplay
) -> PointableView | None:
    """Return where the question takes a point, on the drawing."""
    if pointable is None or not reel.table:
        return None
    return PointableView(
        verb=pointable.verb,
        url=address.url("point"),
        origin=to_picture(reel, pointable.origin) if pointable.origin else None,
        radius=round(pointable.radius * reel.scale, 1),
        reach=to_pictures(reel, pointable.reach),
        spots=to_pictures(reel, pointable.spots),
        step=round(pointable.step * reel.scale, 1),
        bands=tuple(
            BandView(address.rename(band.label), round(band.radius * reel.scale, 1))
            for band in pointable.bands
        ),
    )


def to_pictures(reel: DrawnReplay, places: Sequence[Point]) -> tuple[Point, ...]:
    """Return places of the table on the drawing."""
    return tuple(to_picture(reel, place) for place in places)


def to_picture(reel: DrawnReplay, place: Point) -> Point:
    """Return a place of the table on the drawing."""
    x = (place[0] - reel.west) * reel.scale
    y = (reel.north - place[1]) * reel.scale
    return round(x, 1), round(y, 1)
