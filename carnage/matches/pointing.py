"""Points that a person tries on the table: where they lead, and where the open question takes one.

All answers come from the rules that make the options (`engine.core.pointing`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from carnage.matches.loot import describe_loot, find_taking_decision
from carnage.matches.sights import Band, SeenPiece, list_bands, list_sights
from carnage.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from carnage.engine.core.queries import Refusal
    from carnage.engine.games import Match
    from carnage.matches.live_game import LiveGame

Place = tuple[float, float]

DIRECTIONS = 96  # of the outline of a reach
FAR = 200.0  # a distance beyond every table, in its unit
AREA_STEPS = 40  # points along each axis at which an area is tried
DRIVE_LENGTHS = (0.34, 0.67, 1.0)  # shares of the longest drive at which ends are tried
REACH_LENGTHS = (0.2, 0.4, 0.6, 0.8, 1.0)  # the same of straight moves with squads in the way
WAY_SHARES = (0.35, 0.65, 0.9)  # of ways at which places are tried
NEAR = 0.15  # places that may be too near, in the table's unit
STRAIGHT_COSINE = 0.999  # least cosine of a way and its end if moves are straight
NOWHERE = 1e-6  # the length of a way that leads nowhere

MOVES = ("move", "rise", "jettison")  # questions about a way from a piece
AREAS = ("place", "hurl", "shoot-at")  # questions about a place in an area
LOOKS = ("move", "rise", "face")  # questions after whose answer a figure may look elsewhere
VERBS = {
    "move": "Move here",
    "rise": "Crawl here",
    "jettison": "Jettison here",
    "place": "Set up here",
    "face": "Face this way",
    "hurl": "Throw here",
    "throw-at": "Throw here",
    "shoot-at": "Shoot here",
}
WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


class Pointable(NamedTuple):
    """The points that an open question takes. All places are in the table's unit.

    Attributes:
        verb: The text of the button that answers with the point.
        origin: The place that distances are measured from; None for none.
        radius: The radius of the piece that goes to the point.
        reach: The outline of the places in reach; empty if they have no outline.
        spots: Places in reach, where they have no outline.
        step: The distance between two of the spots.
        bands: The ranges of the figure's weapons.
    """

    verb: str
    origin: Place | None = None
    radius: float = 0.0
    reach: tuple[Place, ...] = ()
    spots: tuple[Place, ...] = ()
    step: float = 0.0
    bands: tuple[Band, ...] = ()


class PointedPlace(NamedTuple):
    """The answer to a point that a person tries.

    Attributes:
        asked: The point.
        refusal: The sentence why the rules refuse it; "" if they allow it.
        place: Where it leads.
        facing: The facing there, if the option has one.
        text: The option in words.
        distance: The distance and the direction from the origin, in words; "" without an origin.
        moves: The encoded moves with this answer.
        sights: The enemies as the figure would see them there.
    """

    asked: Place
    refusal: str = ""
    place: Place | None = None
    facing: Place | None = None
    text: str = ""
    distance: str = ""
    moves: str = ""
    sights: tuple[SeenPiece, ...] = ()


def describe_pointable(match: Match) -> Pointable | None:
    """Return where the open question takes a point, or None if it takes none."""
    question = match.question
    if question is None:
        return None
    query = match.family.queries[question.kind]
    if not query.sampled:
        return None
    pointable = Pointable(
        verb=VERBS.get(query.name, "Choose this place"),
        origin=_origin(match),
        radius=_radius(match),
        bands=list_bands(match) if query.name in LOOKS else (),
    )
    if query.name in MOVES and pointable.origin is not None:
        return _with_reach(match, pointable, pointable.origin)
    if query.name in AREAS:
        return _with_area(match, pointable)
    return pointable


def find_tried_decision(match: Match, point: Place | None) -> int:
    """Return the decision for a point that a person tries; -1 for none, and if it is refused."""
    if point is None or not _takes_points(match):
        return -1
    decision, refusal = _find_decision(match, point)
    return -1 if refusal else decision


def _takes_points(match: Match) -> bool:
    """Return whether the open question takes a point."""
    question = match.question
    return question is not None and match.family.queries[question.kind].sampled


def _find_decision(match: Match, point: Place) -> tuple[int, str]:
    """Return the decision for a point, and the sentence why the rules refuse it or ""."""
    from carnage.engine.core.queries import Refusal
    from carnage.engine.games import PointRefused
    from carnage.engine.narration import REFUSALS

    decision = match.point_decision(*point)
    if decision < 0:
        return decision, REFUSALS[Refusal.OUTSIDE_ZONE]
    reached = None
    refusal = ""
    try:
        option = match.option(decision)
        reached = option.x, option.y
    except PointRefused as refused:
        refusal = REFUSALS[refused.refusal]
    if _is_move(match):
        taking = find_taking_decision(match, point, reached)
        if taking >= 0:
            return taking, ""
    return decision, refusal


def try_point(live_game: LiveGame, x: float, y: float) -> PointedPlace | None:
    """Return the answer to a point, or None if the open question takes none.

    Args:
        live_game: The game.
        x: The point, in the table's unit.
        y: The point, in the table's unit.
    """
    match = live_game.match
    question = match.question
    if question is None or not _takes_points(match):
        return None
    decision, refusal = _find_decision(match, (x, y))
    if refusal:
        return PointedPlace((x, y), refusal=refusal)
    option = match.option(decision)
    facing = (float(option.fx), float(option.fy))
    is_direction = math.isclose(math.hypot(*facing), 1.0, abs_tol=1e-3)
    place = (float(option.x), float(option.y))
    origin = _origin(match)
    ahead = facing if is_direction else None
    sights: tuple[SeenPiece, ...] = ()
    if match.family.queries[question.kind].name in LOOKS:
        sights = list_sights(match, place, ahead)
    text, short_text = _option_texts(match, option)
    distance = ""
    if match.family.name == "duel":
        distance = short_text  # directions are those from the enemy
    elif origin:
        distance = _describe_end(match, origin, place)
    return PointedPlace(
        asked=(x, y),
        place=place,
        facing=ahead,
        text=text,
        distance=distance,
        moves=live_game.moves_with(decision),
        sights=sights,
    )


def _option_texts(match: Match, option: Any) -> tuple[str, str]:
    """Return the option of a point in words, and in fewer words or ""."""
    from dataclasses import replace

    from carnage.engine.narration import words_of

    assert match.question is not None
    words = words_of(match.ruleset)
    words.read_record(match.record)
    question = replace(match.question, options=(option,))
    _, lines = words.question(match.record, question)
    return lines[0], words.short_options(match.record, question)[0]


def _is_move(match: Match) -> bool:
    """Return whether the open question is where a figure moves to."""
    assert match.question is not None
    return match.family.queries[match.question.kind].name in ("move", "rise")


def _describe_end(match: Match, origin: Place, place: Place) -> str:
    """Return the way to a place in words, and the loot that a figure gets there."""
    way = _describe_way(match, origin, place)
    if not _is_move(match):
        return way
    loot = describe_loot(match, place, length_unit(match.ruleset))
    return ", ".join(filter(None, (way, loot)))


def _describe_way(match: Match, origin: Place, place: Place) -> str:
    """Return the distance and the direction between two places, such as 4.5 inches north-east."""
    dx = place[0] - origin[0]
    dy = place[1] - origin[1]
    length = math.hypot(dx, dy)
    if length < NOWHERE:
        return ""
    unit = length_unit(match.ruleset)
    wind = WINDS[round(math.atan2(dy, dx) / (math.pi / 4)) % len(WINDS)]
    return f"{length:.1f} {unit} {wind}"


def length_unit(ruleset: Ruleset) -> str:
    """Return the unit of lengths on the table of a ruleset."""
    is_small = ruleset.book.family == "battle" and ruleset.has("centimetres")
    return "cm" if is_small else "inches"


def _origin(match: Match) -> Place | None:
    """Return the place of the figure or ship that the open question is about, if any."""
    from carnage.engine.core.queries import Thing

    question = match.question
    assert question is not None
    record = match.record
    if match.family.name == "duel":
        ship = record.ships[question.side]
        return float(ship.x), float(ship.y)
    about = match.family.queries[question.kind].about
    if about is None or not isinstance(about.kind, Thing) or about.kind.row != "models":
        return None
    model = record.models[question.actor]
    return float(model.x), float(model.y)


def _radius(match: Match) -> float:
    """Return the radius of the piece that goes to the point; 0 if none does."""
    question = match.question
    assert question is not None
    name = match.family.queries[question.kind].name
    if name == "jettison":
        return float(match.record.die)
    if name in ("move", "rise", "place", "face"):
        return float(match.record.radius)
    return 0.0


def _with_reach(match: Match, pointable: Pointable, origin: Place) -> Pointable:
    """Return the same with the outline of the places in reach, or with ends of drives.

    A way that turns does not end in the direction of its point, so its ends have no outline.
    """
    angles = [2.0 * math.pi * n / DIRECTIONS for n in range(DIRECTIONS)]
    ways = [(math.cos(angle), math.sin(angle)) for angle in angles]
    far = match.try_points([(origin[0] + FAR * dx, origin[1] + FAR * dy) for dx, dy in ways])
    ends = [origin if refusal else (x, y) for x, y, refusal in far]
    offsets = [(x - origin[0], y - origin[1]) for x, y in ends]
    lengths = [math.hypot(*offset) for offset in offsets]
    is_star = all(
        length < NOWHERE or dx * wx + dy * wy > STRAIGHT_COSINE * length
        for (dx, dy), (wx, wy), length in zip(offsets, ways, lengths, strict=True)
    )
    if is_star and _are_ways_legal(match, origin, ends):
        return pointable._replace(reach=tuple(ends))
    longest = max(lengths)
    points = []
    for share in REACH_LENGTHS if is_star else DRIVE_LENGTHS:
        far_inches = share * longest
        points += [(origin[0] + far_inches * dx, origin[1] + far_inches * dy) for dx, dy in ways]
    return pointable._replace(spots=_legal_places(match.try_points(points)), step=longest / 12)


def _are_ways_legal(match: Match, origin: Place, ends: Sequence[Place]) -> bool:
    """Return whether the rules allow the places on the ways to these ends as well.

    A squad may be in the way: a place nearer than a legal one may be too far from it.
    """
    points = []
    for x, y in ends:
        if math.dist(origin, (x, y)) > NOWHERE:
            for share in WAY_SHARES:
                points.append(
                    (origin[0] + share * (x - origin[0]), origin[1] + share * (y - origin[1]))
                )
    if not points:
        return True
    for point, (_, _, refusal) in zip(points, match.try_points(points), strict=True):
        if refusal and math.dist(origin, point) > NEAR:
            return False
    return True


def _with_area(match: Match, pointable: Pointable) -> Pointable:
    """Return the same with the places of a grid over the table that the rules allow."""
    step = float(match.record.table) / AREA_STEPS
    grid = [(n + 0.5) * step for n in range(AREA_STEPS)]
    spots = match.try_points(list(product(grid, grid)))
    return pointable._replace(spots=_legal_places(spots), step=step)


def _legal_places(spots: list[tuple[float, float, Refusal]]) -> tuple[Place, ...]:
    """Return the different places of the points that the rules allow."""
    return tuple(dict.fromkeys((x, y) for x, y, refusal in spots if not refusal))
