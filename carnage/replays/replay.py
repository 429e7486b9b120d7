"""Replays: games as data, with the first scene and the changes of each event.

A replay is shown without the rules or the engine. `iterate_scenes` yields its scenes. Its JSON
format, "carnage film", has a version of its own (docs/reference/api.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, defstruct, structs

from carnage.replays.scenes import NOBODY, Piece, Readout, Region, Scene, TableBounds

FORMAT: Literal["carnage film"] = "carnage film"
VERSION: Literal[1] = 1
SPECTATOR = NOBODY  # the seat of a spectator
_ADVICE = "Write it again with carnage play ID --replay FILE.json."
_FIRST_BYTES = b'{"format":"carnage film"'

Thing = TypeVar("Thing", Region, Piece, Readout)
Changed = TypeVar("Changed")

MAX_SHOWN_LENGTH = 60
"""The maximum characters of a value of a replay in an error message."""


class ReplayError(ValueError):
    """A file is not a replay that can be shown; the message gives the reason and a remedy."""


class Annotation(Struct, frozen=True, omit_defaults=True):
    """A measurement or pointer that is shown during one event only.

    A `way` is a move, a `sight` a line of sight and a `throw` a flight, all from `x`, `y` to
    `to_x`, `to_y`. A `range` and a `blast` are circles of `radius` around `x`, `y`. A `spot` is a
    point.
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
        """The change of a thing by an event: its id and the new values of its changed fields."""

        id: str

    class RegionChange(Change, frozen=True): ...

    class PieceChange(Change, frozen=True): ...

    class ReadoutChange(Change, frozen=True): ...
else:

    def _change_type(of: type[Struct]) -> type[Struct]:
        """Return the type of changes of a type: its id, and any of its other fields."""
        other_fields = [field for field in structs.fields(of) if field.name != "id"]
        optional = [(field.name, field.type | UnsetType, UNSET) for field in other_fields]
        doc = (
            f"What an event changed about a {of.__name__}: the fields that are there are now "
            "as they say."
        )
        return defstruct(
            f"{of.__name__}Change",
            [("id", str), *optional],
            frozen=True,
            module=__name__,
            namespace={"__doc__": doc},
        )

    RegionChange, PieceChange, ReadoutChange = map(_change_type, (Region, Piece, Readout))


class ListDiff(Struct, Generic[Thing, Changed], frozen=True, omit_defaults=True):
    """The changes of a list of a scene: first remove `gone`, then append `added`, then apply
    `changed`.

    If the result is not in the order of the new list, `order` has all its ids in that order.
    """

    gone: tuple[str, ...] = ()
    added: tuple[Thing, ...] = ()
    changed: tuple[Changed, ...] = ()
    order: tuple[str, ...] = ()


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """One event, with its lines of the report and the differences between the scenes before and
    after it.

    `n` counts events from 1. `event` is the name of the event, `rule` the table and code of the
    rule that caused it. `side` is the index of its side, or -1. `lines` are its sentences in the
    report: headings begin with #, and consequences of a line are indented. `dice` are the dice
    rolled or cards drawn.
    """

    n: int
    event: str
    rule: str
    side: int = -1
    lines: tuple[str, ...] = ()
    dice: tuple[int | str, ...] = ()
    marks: tuple[Annotation, ...] = ()
    extent: TableBounds | None = None
    regions: ListDiff[Region, RegionChange] | None = None
    pieces: ListDiff[Piece, PieceChange] | None = None
    tracks: ListDiff[Readout, ReadoutChange] | None = None


class Game(Struct, frozen=True):
    """A game: its path, its name, and everything that decides its course.

    `engine` is a hash of the rules and bots: games with the same hash, dice and answers are the
    same. `seed` is the dice seed, and `number` the number of the game with this seed. `bots` has
    the players by side. `settings` has the other settings by player, such as `hands`, the skill of
    a player with physical dice.
    """

    path: str
    name: str
    engine: str
    seed: int
    number: int
    bots: tuple[str, ...]
    settings: dict[str, tuple[str, ...]]


class Replay(Struct, frozen=True):
    """A complete replay.

    `seat` is the index of the seat whose information is shown, or -1 for a spectator. `over` is
    true if the game is over. `scene` is the scene before the first event.
    """

    format: Literal["carnage film"]
    version: Literal[1]
    game: Game
    seat: int
    over: bool
    scene: Scene
    steps: tuple[ReplayStep, ...]


def iterate_scenes(replay: Replay) -> Iterator[Scene]:
    """Yield the scene before the first event, then the scene after each event.

    Raises:
        ReplayError: A change refers to a thing that does not exist.
    """
    scene = replay.scene
    yield scene
    for step in replay.steps:
        try:
            scene = _apply_step(scene, step)
        except KeyError as error:
            missing = str(error)[:MAX_SHOWN_LENGTH]
            raise ReplayError(
                f"This replay is damaged: step {step.n} changes {missing}, which is not there. "
                f"{_ADVICE}"
            ) from None
        yield scene


def _apply_step(scene: Scene, step: ReplayStep) -> Scene:
    """Return the scene after a step."""
    return structs.replace(
        scene,
        extent=step.extent or scene.extent,
        regions=apply_diff(scene.regions, step.regions),
        pieces=apply_diff(scene.pieces, step.pieces),
        tracks=apply_diff(scene.tracks, step.tracks),
    )


def apply_diff(things: Sequence[Thing], changes: ListDiff[Thing, Any] | None) -> tuple[Thing, ...]:
    """Return a list of a scene after these changes.

    Raise KeyError if a changed thing does not exist.
    """
    if changes is None:
        return tuple(things)
    things_by_id = {thing.id: thing for thing in things}
    for id in changes.gone:
        del things_by_id[id]
    for thing in changes.added:
        things_by_id[thing.id] = thing
    for change in changes.changed:
        fields_of_change = structs.asdict(change)
        values = {name: value for name, value in fields_of_change.items() if value is not UNSET}
        things_by_id[change.id] = structs.replace(things_by_id[change.id], **values)
    return tuple(things_by_id[id] for id in changes.order or things_by_id)


def diff(before: Sequence[Thing], after: Sequence[Thing]) -> ListDiff[Thing, Any] | None:
    """Return the changes from one list of a scene to another; None if they are equal."""
    if before is after or before == after:
        return None
    old_things: dict[str, Thing] = {thing.id: thing for thing in before}
    new_things: dict[str, Thing] = {thing.id: thing for thing in after}
    gone = tuple(id for id in old_things if id not in new_things)
    kept: list[str] = [id for id in old_things if id in new_things]
    added: tuple[Thing, ...] = tuple(
        thing for id, thing in new_things.items() if id not in old_things
    )
    changed = []
    for id, new in new_things.items():
        old = old_things.get(id)
        if old is not None and old is not new and old != new:
            changed.append(diff_thing(old, new))
    order: tuple[str, ...] = ()
    if [*kept, *(thing.id for thing in added)] != list(new_things):
        order = tuple(new_things)
    return ListDiff(gone=gone, added=added, changed=tuple(changed), order=order)


_CHANGE_TYPES: dict[type, type[Struct]] = {
    Region: RegionChange,
    Piece: PieceChange,
    Readout: ReadoutChange,
}


def diff_thing(old: Thing, new: Thing) -> Any:
    """Return the change of a thing, with the fields that differ."""
    values = {}
    for name in old.__struct_fields__:
        value = getattr(new, name)
        if value != getattr(old, name):
            values[name] = value
    return _CHANGE_TYPES[type(old)](id=old.id, **values)


def encode_replay(replay: Replay) -> bytes:
    """Return a replay as the content of a file."""
    return msgspec.json.encode(replay)


class _Head(Struct):
    """The fields that identify the format of a file."""

    format: Any = None
    version: Any = None
    decisions: Any = None


# Created on import, because msgspec crashes if two threads use a class for the first time at once.
_HEAD_DECODER = msgspec.json.Decoder(_Head)
_REPLAY_DECODER = msgspec.json.Decoder(Replay)


def decode_replay(raw: bytes) -> Replay:
    """Return the replay in a file.

    Raises:
        ReplayError: The file is not a replay, is damaged, or has another version of the format.
    """
    _check_head(_decode_head(raw))
    try:
        return _REPLAY_DECODER.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ReplayError(f"This replay is damaged: {error}. {_ADVICE}") from None


def _decode_head(raw: bytes) -> _Head:
    """Return the head of a file. Raise ReplayError if the file is not JSON."""
    try:
        return _HEAD_DECODER.decode(raw)
    except msgspec.ValidationError:
        return _Head()
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        if raw.startswith(_FIRST_BYTES):
            problem = "This replay is cut off or damaged."
        else:
            problem = "This is not a replay: it is not JSON."
        raise ReplayError(f"{problem} {_ADVICE}") from None


def _check_head(head: _Head) -> None:
    """Raise ReplayError if a file has another format, or another version of the format."""
    if head.format is None and head.decisions is not None:
        raise ReplayError(
            "This is not a replay but a saved game: continue it with "
            "carnage play ID --save-file FILE."
        )
    if head.format != FORMAT:
        raise ReplayError(f"This is not a replay: it does not begin like one. {_ADVICE}")
    if head.version != VERSION:
        version = repr(head.version)[:MAX_SHOWN_LENGTH]
        raise ReplayError(
            f"This replay is of version {version} of the format; this Carnage shows {VERSION}. "
            f"{_ADVICE}"
        )
