"""Films: a game to be seen event by event, as data: the first scene, and what each event changed in it.

A film needs nothing but itself to be shown: no rules, no engine. Its scenes come out again one by one
(`scenes`); written as JSON it is a contract of its own version (docs/reference/api.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.structs import asdict, fields, replace

from carnage.scenes import NOBODY, Extent, Piece, Region, Scene, Track

FORMAT: Literal["carnage film"] = "carnage film"
VERSION: Literal[1] = 1
WATCHER = NOBODY  # the seat of somebody who only looks on
_AGAIN = "Write it again with carnage play ID --film FILE.json."
_BEGINNING = b'{"format":"carnage film"'

Thing = TypeVar("Thing", Region, Piece, Track)
Changed = TypeVar("Changed")


MAX_SHOWN_LENGTH = 60
"""Characters of what a film holds in an error message."""


class FilmError(ValueError):
    """Something that cannot be shown as a film; the message says what it is, and what to do."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something that is measured or pointed out while an event happens, and is gone after it.

    A `way` is gone along, a `sight` looked along, and a `throw` flies, all from `x`, `y` to `to_x`, `to_y`. A
    `range` and a `blast` are circles of `radius` around `x`, `y`, and a `spot` is that place alone.
    """

    kind: Literal["way", "sight", "throw", "range", "blast", "spot"]
    x: float
    y: float
    to_x: float = 0.0
    to_y: float = 0.0
    radius: float = 0.0
    label: str = ""


if TYPE_CHECKING:

    class Change(Struct, frozen=True):
        """What an event changed about a thing: the fields that are there are now as they say."""

        id: str

    class RegionChange(Change, frozen=True): ...

    class PieceChange(Change, frozen=True): ...

    class TrackChange(Change, frozen=True): ...
else:

    def _change_of(of: type[Struct]) -> type[Struct]:
        """The id of such a thing, and any of its other fields."""
        rest = [(field.name, field.type | UnsetType, UNSET) for field in fields(of) if field.name != "id"]
        name = f"{of.__name__}Change"
        doc = f"What an event changed about a {of.__name__}: the fields that are there are now as they say."
        return defstruct(name, [("id", str), *rest], frozen=True, module=__name__, namespace={"__doc__": doc})

    RegionChange, PieceChange, TrackChange = map(_change_of, (Region, Piece, Track))


class Changes(Struct, Generic[Thing, Changed], frozen=True, omit_defaults=True):
    """How a list of a scene changes: first `gone` are taken out, then `added` put at its end, then `changed`.

    Where that leaves the list in another order than it is told in, `order` has the ids of all that is in it.
    """

    gone: tuple[str, ...] = ()
    added: tuple[Thing, ...] = ()
    changed: tuple[Changed, ...] = ()
    order: tuple[str, ...] = ()


class Step(Struct, frozen=True, omit_defaults=True):
    """One event, numbered from 1: what is told of it, and how the scene after it differs from that before.

    `event` is its name, `rule` the table and code of the rule that did it, `side` whose it is, -1 nobody's.
    `lines` are its sentences in the report: headings begin with #, what follows from a line is indented.
    `dice` are what was rolled or drawn.
    """

    n: int
    event: str
    rule: str
    side: int = -1
    lines: tuple[str, ...] = ()
    dice: tuple[int | str, ...] = ()
    marks: tuple[Mark, ...] = ()
    extent: Extent | None = None
    regions: Changes[Region, RegionChange] | None = None
    pieces: Changes[Piece, PieceChange] | None = None
    tracks: Changes[Track, TrackChange] | None = None


class Game(Struct, frozen=True):
    """Which game it is: its path and name, and all that it was played with.

    `engine` is a hash of what decides how it goes: games of one engine with the same dice and answers go the
    same way. `seed` is the dice seed and `number` which of its games; `bots` has who played each side, and
    `settings` what else was set for each player (`hands`: how deft they are).
    """

    path: str
    name: str
    engine: str
    seed: int
    number: int
    bots: tuple[str, ...]
    settings: dict[str, tuple[str, ...]]


class Film(Struct, frozen=True):
    """A whole film. `seat` is through whose eyes, -1 for somebody who watches; `over` whether the game is.

    `scene` is how it was before the first event.
    """

    format: Literal["carnage film"]
    version: Literal[1]
    game: Game
    seat: int
    over: bool
    scene: Scene
    steps: tuple[Step, ...]


def scenes(film: Film) -> Iterator[Scene]:
    """The scene before the first event, then that after each; raises FilmError if a change does not fit."""
    scene = film.scene
    yield scene
    for step in film.steps:
        try:
            scene = _after(scene, step)
        except KeyError as error:
            missing = str(error)[:MAX_SHOWN_LENGTH]
            raise FilmError(
                f"This film is damaged: step {step.n} changes {missing}, which is not there. {_AGAIN}"
            ) from None
        yield scene


def _after(scene: Scene, step: Step) -> Scene:
    return replace(
        scene,
        extent=step.extent or scene.extent,
        regions=changed(scene.regions, step.regions),
        pieces=changed(scene.pieces, step.pieces),
        tracks=changed(scene.tracks, step.tracks),
    )


def changed(things: Sequence[Thing], changes: Changes[Thing, Any] | None) -> tuple[Thing, ...]:
    """A list of a scene after these changes; raises KeyError for one of something that is not there."""
    if changes is None:
        return tuple(things)
    there = {thing.id: thing for thing in things}
    for id in changes.gone:
        del there[id]
    for thing in changes.added:
        there[thing.id] = thing
    for change in changes.changed:
        values = {name: value for name, value in asdict(change).items() if value is not UNSET}
        there[change.id] = replace(there[change.id], **values)
    return tuple(there[id] for id in changes.order or there)


def changes(before: Sequence[Thing], after: Sequence[Thing]) -> Changes[Thing, Any] | None:
    """What makes one list of a scene into another; nothing if they are equal."""
    if before is after or before == after:
        return None
    was: dict[str, Thing] = {thing.id: thing for thing in before}
    now: dict[str, Thing] = {thing.id: thing for thing in after}
    order = [*(id for id in was if id in now), *(id for id in now if id not in was)]
    pairs = [(was[id], thing) for id, thing in now.items() if id in was]
    return Changes(
        tuple(id for id in was if id not in now),
        tuple(thing for id, thing in now.items() if id not in was),
        tuple(change(old, new) for old, new in pairs if old is not new and old != new),
        () if order == list(now) else tuple(now),
    )


_CHANGES: dict[type, type[Struct]] = {Region: RegionChange, Piece: PieceChange, Track: TrackChange}


def change(old: Thing, new: Thing) -> Any:
    """What is different about a thing."""
    values = {
        name: value for name in old.__struct_fields__ if (value := getattr(new, name)) != getattr(old, name)
    }
    return _CHANGES[type(old)](id=old.id, **values)


def write(film: Film) -> bytes:
    """A film as a file."""
    return msgspec.json.encode(film)


class _Head(Struct):
    format: Any = None
    version: Any = None
    decisions: Any = None


# Learnt here, once: reading into a class for the first time in two threads at once crashes msgspec.
_HEADS, _FILMS = msgspec.json.Decoder(_Head), msgspec.json.Decoder(Film)


def read(raw: bytes) -> Film:
    """The film in a file; raises FilmError if there is none, or one that this version cannot show."""
    try:
        head = _HEADS.decode(raw)
    except msgspec.ValidationError:
        head = _Head()
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        cut = raw.startswith(_BEGINNING)
        raise FilmError(
            f"This film is cut off or damaged. {_AGAIN}"
            if cut
            else f"This is no film: it is not JSON. {_AGAIN}"
        ) from None
    if head.format != FORMAT:
        saved = head.format is None and head.decisions is not None
        raise FilmError(
            "This is no film but a saved game: take it up with carnage play ID --decisions FILE."
            if saved
            else f"This is no film: it does not begin like one. {_AGAIN}"
        )
    if head.version != VERSION:
        version = repr(head.version)[:MAX_SHOWN_LENGTH]
        raise FilmError(
            f"This film is of version {version} of the format; this Carnage shows {VERSION}. {_AGAIN}"
        )
    try:
        return _FILMS.decode(raw)
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise FilmError(f"This film is damaged: {error}. {_AGAIN}") from None
