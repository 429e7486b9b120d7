"""A battle's record. Distances in inches (centimetres on a one-foot table); directions are unit vectors.

Sides are 0 and 1. Flags are 0 or 1. A model or unit is named by its place in its list, and -1 is nobody.
"""

from __future__ import annotations

from typing import Annotated

from carnage.catalog.dexterity import TOWER
from carnage.engine.battle.frame.numbers import Chosen, Params, Weights
from carnage.engine.core.records import BYTE, RULE, SHORT, Small
from carnage.engine.core.sight import NOBODYS
from carnage.engine.core.state import FRAMES, Core, Written

MODELS = 24
UNITS = 24
KINDS = 8
WEAPONS = 12
PIECES = 12
MARKERS = 3
LOOT = 16
THROWN = 8
MOVE_DICE = 4  # of any model; a unit's own lie in the first places of the dice thrown
STICKS = 8
BANDS, REACHES = 3, 8  # rows and columns of the range chart
DECK = 52
VALUES, DIFFICULTIES = 15, 7  # how far the table of chances reaches

# Kinds of action, as bits of Model.used.
MOVE, RANGED, CLOSE, SPECIAL, FOCUS = 1, 2, 4, 8, 16
# Phases of a phased round, and what each is for.
MORALE_PHASE = 32


class Kind:
    """One kind of model: its stats. Those that a game does not use are 0."""

    speed: float
    reach: float  # of its longest weapon
    sight: float  # of its longest ranged weapon, 0 if it has none
    ranged_skill: Small
    close_skill: Small
    morale: Small
    defense: Small
    wounds: Small
    toughness: Small
    pace: Small
    luck: Small
    move_dice: Small
    points: Small
    price: Small
    weapons: Annotated[list[int], 4]
    n_weapons: Small
    shout: Small
    patch_up: Small


class Weapon:
    """`range` 0 is base contact; `rule` is its rule's number; `band` its row of the range chart, from 0."""

    range: float
    burst: float
    push: float
    ranged: Small
    wounds: Small
    skill_bonus: Small
    dice: Small
    weak: Small
    big: Small
    band: Small
    load: Small
    edge: Small
    rule: Annotated[int, "i2", RULE]


class Model:
    """A figure. `used` and `spent` are what it has done this activation (this round, when phased).

    `in_play` is 1 while it is on the table, standing or not. `fallen` models lie until somebody boots them
    up; `prone` ones may stand up by themselves. `fell` stays 1 after a first fall, which counts as a removal.
    """

    x: float
    y: float
    fx: float
    fy: float
    side: Small
    unit: Small
    kind: Small
    in_play: Small
    absent: Small  # nobody has been picked for this place in the force
    wounds: Small
    doomed: Small
    hurt: Small
    focused: Small
    used: Small
    spent: Small
    stayed: Small  # its last Move of this activation, or of several in a row, left it where it was
    done: Small  # has finished acting in this activation
    acts: Small  # in speed phases: actions left in this activation
    fallen: Small
    fell: Small
    wreck: Small  # gone, and in the way
    away: Small  # left with its side
    prone: Small
    out: Small  # phases for which it is knocked out
    stun: Small  # Stun markers
    jam: Small  # Jam markers
    aims: Small
    aimed: Small  # at whom, -1 at nobody
    luck: Small
    loads: Annotated[list[int], 4, BYTE]  # shots left in each of its weapons
    boom: Small  # lost, and about to go off
    moved: Small  # in this round: 0 no, 1 walked, 2 ran, or moved where there are no gaits
    pinched: Small  # loses so many activations, after a pinch or a drink too many
    bumped: Small  # has just changed its place, and may touch an enemy
    fought: Small  # whom it has fought in this activation: a bit for each place in the other side's list
    reacted: Small  # how often it has reacted in this round
    watching: Small  # has a Watch marker
    talent: Small  # by its number among the choices `TALENTS` (`queries.py`), 0 for none
    shrugged: Small  # its being hard to kill has been used up


class Unit:
    """What activates: its models stand together in the list of models."""

    side: Small
    first: Small
    count: Small
    points: Small
    in_play: Small
    activated: Small
    activations: Small
    leader: Small  # the first of its models to move this activation, -1 before
    shaken: Small
    rattled: Small  # friends just lost, each owed a Morale test
    last: Small  # its last model, where that was removed
    lost: Small  # removed in the action under way
    gone: Small  # counts as removed: its last model has left or fallen for the first time
    tower: Small  # dice
    drank: Small  # the round in which it last took a swig
    clocked: Small  # the round in which the clock last counted an activation of it
    bearer: Small  # by which of its models the tower stands
    paid: Small  # kinds of action that this activation's allocation dice have paid for
    rest: Small  # of several activations before the bell, those after the first


class Piece:
    """Terrain, at the same place in every game of a ruleset."""

    x: float
    y: float
    half_w: float
    half_h: float
    bound: float  # half its diagonal
    disc: Small
    difficult: Small
    impassable: Small
    obscuring: Small
    blocking: Small


class Marker:
    """An objective; `holder` is the side that holds it, or -1."""

    x: float
    y: float
    holder: int


class Token:
    """Loot; `down` is 1 while it lies on the table."""

    x: float
    y: float
    down: int


class Thrown:
    """A die that was thrown into the play area; `live` is 1 until it is dealt with."""

    x: float
    y: float
    value: Small
    live: Small


class Stick:
    """Dynamite that has been lit. `holder` is a model, -1 once it lies; `fuse` is hidden from both sides."""

    x: float
    y: float
    lit: Small
    holder: Small
    fuse: Annotated[Small, NOBODYS]  # steps from lighting to the bang
    burnt: Small  # steps burnt so far
    pace: Small  # steps that it burns at a time, more where it was cut
    bundle: Small
    kept: Small  # put out, with what is left of its fuse: 1 for what side 0 has so, 2 for side 1, else 0


class Side:
    """A player's purse and score; `edge` is 0 to 3: south, east, north, west."""

    edge: Small
    left_out: Small
    spent: Small
    victory: Small
    models: Small
    re_rolls: Small
    activation_tokens: Small
    game_tokens: Small
    passed: Small
    started: Small  # units that it began the game with
    quota: Small  # activations that it may make in this round, where they are counted
    made: Small  # activations that it has made in this round
    stash: Small
    gone: Small  # it has legged it
    move_dice: Small
    attack_dice: Small
    defend_dice: Small
    hero: Small
    hero_used: Small
    sticks: Small


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
    token_radius: float
    strip: float
    phased: int
    facing: int
    arc_cosine: float
    speeds: int
    stature: int  # models fall and lie, or may be knocked down

    half: int  # side 0 has the models before this one, side 1 the rest
    # Who stands: places in the list of models, side 0's from the start on, side 1's from `half` on.
    upright: Annotated[list[int], MODELS, BYTE]
    n_upright: Annotated[list[int], 2]
    n_models: int
    n_units: int
    n_pieces: int
    blocking_to: int  # pieces that block, obscure or are difficult lie before these places in their list
    obscuring_to: int
    difficult_to: int
    n_markers: int
    n_kinds: int
    pool: Annotated[list[int], KINDS, BYTE]  # models of each kind that are left to draft
    only: int  # the kind of action that a block takes just now, 0 for any
    kinds: Annotated[list[Kind], KINDS]
    weapons: Annotated[list[Weapon], WEAPONS]
    models: Annotated[list[Model], MODELS]
    units: Annotated[list[Unit], UNITS]
    pieces: Annotated[list[Piece], PIECES]
    markers: Annotated[list[Marker], MARKERS]
    loot: Annotated[list[Token], LOOT]
    n_loot: int
    thrown: Annotated[list[Thrown], THROWN]
    n_thrown: int
    talents: int  # those that the game has a use for: a bit for each number
    chart: Annotated[list[int], BANDS * REACHES]  # of range: what a weapon's row adds at each distance
    sticks: Annotated[list[Stick], STICKS]
    n_sticks: int
    sides: Annotated[list[Side], 2]
    hands: Annotated[list[Hand], 2]
    chances: Annotated[list[float], VALUES * DIFFICULTIES]
    deck: Annotated[list[int], 2 * DECK, BYTE, NOBODYS]
    deck_left: Annotated[list[int], 2]
    # A card for each unit, in the order in which they will be turned.
    cards: Annotated[list[int], UNITS, BYTE, NOBODYS]
    n_cards: int
    bag: Annotated[list[int], 3]  # tokens in it: of each side, and Last Calls
    jumped: int  # the First Player has gone before their turn in this round

    bell: int  # rounds run from bell to bell
    speed_phases: int  # actions by the speed chart
    speed_phase: int  # which of them it is, 0 outside
    clock: int  # activations so far
    time: int  # activations after which time is up, 0 where there is no clock
    time_up: int  # the round in which it was, 0 before
    last_orders: int  # once time is up, there is one activation each
    last_to_act: int
    acting: int  # the unit whose activation is under way, -1 if none
    fighting: int  # a fight has broken out, which ends the activation under way
    # In the action under way, a bit for each place in the list of models:
    shot_at: int  # who was shot at
    stirred: int  # who has moved
    dodging: int  # who dodges

    rounds: int
    phases: Annotated[list[int], 5]
    phase: int  # the kind of action that the phase is for, 0 in an action phase
    called: int  # the phase that was announced last, 0 in an action phase and in the End Phase
    nth: int  # which of several activations in a row this is
    first: int  # the First Player, -1 before there is one
    opener: int  # whoever activated first in the game, -1 before
    over: int
    winner: int  # -1 before the end, and in a draw
    margin: int  # victory points of side 0 less those of side 1, at the end

    # What may be in a move's way, found once a move: places in the lists of models and pieces.
    near_foes: Annotated[list[int], MODELS, BYTE]
    near_friends: Annotated[list[int], MODELS, BYTE]
    near_solid: Annotated[list[int], PIECES, BYTE]  # impassable pieces
    near_rough: Annotated[list[int], PIECES, BYTE]  # difficult ones
    n_near_foes: int
    n_near_friends: int
    n_near_solid: int
    n_near_rough: int

    weights: Annotated[list[Weights], 2]  # what each side's bot goes by

    # What bots reckon with while they weigh one question.
    worth: Annotated[list[float], MODELS, NOBODYS]
    danger: Annotated[list[float], MODELS, NOBODYS]
    threat: Annotated[list[float], MODELS, NOBODYS]
    company: Annotated[list[float], MARKERS, NOBODYS]
    nerve: Annotated[float, NOBODYS]  # what fear counts as things stand
    pull: Annotated[float, NOBODYS]  # and what objectives do
    friends_x: Annotated[float, NOBODYS]  # the middle of a model's friends
    friends_y: Annotated[float, NOBODYS]
    reply: Annotated[float, NOBODYS]  # and what an attack does that is made from where a Move leads

    looked: int  # the model for whose enemies `seen` and `gaps` hold, -1 if none
    seen: Annotated[list[int], MODELS]
    gaps: Annotated[list[float], MODELS]
    closest: float  # the least of these gaps


class Log(Written):
    """What is written down beside a battle's record."""

    frames: Annotated[list[Game], FRAMES]
