"""A battle's record. Distances in inches (centimetres on a one-foot table); directions are unit vectors.

Sides are 0 and 1. Flags are 0 or 1. A model or unit is named by its place in its list, and -1 is nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from carnage.engine.battle import numbers
from carnage.engine.core.compiling import Rows
from carnage.engine.core.records import BYTE, SHORT, declared
from carnage.engine.core.state import Core, Event
from carnage.forms import TOWER

MODELS = 24
UNITS = 24
KINDS = 8
WEAPONS = 12
PIECES = 12
MARKERS = 3
DECK = 52
VALUES, DIFFICULTIES = 15, 7  # how far the table of chances reaches

# Kinds of action, as bits of Model.used.
MOVE, RANGED, CLOSE, SPECIAL, FOCUS = 1, 2, 4, 8, 16
# Phases of a phased round, and what each is for.
MORALE_PHASE = 32

Log = Rows[Event]

if TYPE_CHECKING:

    class Chosen:
        def __getattr__(self, name: str) -> int: ...

    class Params:
        def __getattr__(self, name: str) -> Any: ...
else:
    Chosen = declared("Chosen", {numbers.identifier(id): int for id in numbers.ROLLED})
    Params = declared("Params", numbers.PARAMETERS)


class Kind:
    """One kind of model: its stats."""

    speed: float
    ranged_skill: int
    close_skill: int
    morale: int
    defense: int
    wounds: int
    points: int
    weapons: Annotated[list[int], 4]
    n_weapons: int
    reach: float  # of its longest weapon
    sight: float  # of its longest ranged weapon, 0 if it has none
    shout: int
    patch_up: int


class Weapon:
    """`range` 0 is base contact; `rule` is its rule's number."""

    ranged: int
    range: float
    wounds: int
    skill_bonus: int
    burst: float
    push: float
    rule: int


class Model:
    """A figure. `used` and `spent` are what it has done this activation (this round, when phased)."""

    side: int
    unit: int
    kind: int
    in_play: int
    x: float
    y: float
    fx: float
    fy: float
    wounds: int
    doomed: int
    hurt: int
    focused: int
    used: int
    spent: int
    stayed: int  # its last Move of this activation, or of several in a row, left it where it was
    done: int  # has finished acting in this activation


class Unit:
    """What activates: its models stand together in the list of models."""

    side: int
    first: int
    count: int
    points: int
    in_play: int
    activated: int
    activations: int
    leader: int  # the first of its models to move this activation, -1 before
    shaken: int
    rattled: int  # friends just lost, each owed a Morale test
    last: int  # its last model, where that was removed
    lost: int  # removed in the action under way


class Piece:
    """Terrain, at the same place in every game of a ruleset."""

    disc: int
    x: float
    y: float
    half_w: float
    half_h: float
    bound: float  # half its diagonal
    difficult: int
    impassable: int
    obscuring: int
    blocking: int


class Marker:
    """An objective; `holder` is the side that holds it, or -1."""

    x: float
    y: float
    holder: int


class Side:
    """A player's purse and score; `edge` is 0 to 3: south, east, north, west."""

    edge: int
    left_out: int
    spent: int
    victory: int
    models: int
    re_rolls: int
    activation_tokens: int
    game_tokens: int
    passed: int


class Hand:
    """How deft a player is with dice (`dexterity.py`). Inches; ten thousandths, by the dice of a tower."""

    overshoot: float
    along_base: float
    along_share: float
    across_base: float
    across_share: float
    added: Annotated[list[int], TOWER, SHORT]
    moved: Annotated[list[int], TOWER, SHORT]
    struck: Annotated[list[int], TOWER, SHORT]


class Game:
    """The whole battle."""

    core: Core
    chosen: Chosen
    p: Params
    inch: float  # in the game's own measure
    table: float
    radius: float
    marker_radius: float
    strip: float
    phased: int
    facing: int
    arc_cosine: float
    speeds: int

    half: int  # side 0 has the models before this one, side 1 the rest
    n_models: int
    n_units: int
    n_pieces: int
    blocking_to: int  # pieces that block, obscure or are difficult lie before these places in their list
    obscuring_to: int
    difficult_to: int
    n_markers: int
    kinds: Annotated[list[Kind], KINDS]
    weapons: Annotated[list[Weapon], WEAPONS]
    models: Annotated[list[Model], MODELS]
    units: Annotated[list[Unit], UNITS]
    pieces: Annotated[list[Piece], PIECES]
    markers: Annotated[list[Marker], MARKERS]
    sides: Annotated[list[Side], 2]
    hands: Annotated[list[Hand], 2]
    chances: Annotated[list[float], VALUES * DIFFICULTIES]
    deck: Annotated[list[int], 2 * DECK, BYTE]
    deck_left: Annotated[list[int], 2]

    rounds: int
    phases: Annotated[list[int], 5]
    phase: int  # the kind of action that the phase is for, 0 in an action phase
    nth: int  # which of several activations in a row this is
    first: int  # the First Player
    opener: int  # whoever activated first in the game, -1 before
    over: int
    margin: int  # victory points of side 0 less those of side 1, at the end

    # What may be in a move's way, found once a move: places in the lists of models and pieces.
    near_foes: Annotated[list[int], MODELS, BYTE]
    near_friends: Annotated[list[int], MODELS, BYTE]
    near_pieces: Annotated[list[int], PIECES, BYTE]
    n_near_foes: int
    n_near_friends: int
    n_near_pieces: int

    # What bots reckon with while they weigh one question.
    worth: Annotated[list[float], MODELS]
    danger: Annotated[list[float], MODELS]
    threat: Annotated[list[float], MODELS]
    company: Annotated[list[float], MARKERS]

    looked: int  # the model for whose enemies `seen` and `gaps` hold, -1 if none
    seen: Annotated[list[int], MODELS]
    gaps: Annotated[list[float], MODELS]
