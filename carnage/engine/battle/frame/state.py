"""The record of a battle.

Distances are in inches (centimetres on a one-foot table), and directions are unit vectors. Sides
are 0 and 1. Flags are 0 or 1. A model or unit is identified by its index in its list, and -1 stands
for none.
"""

from __future__ import annotations

from typing import Annotated

from carnage.catalog.dexterity import MAX_TOWER_DICE
from carnage.engine.battle.frame.numbers import Chosen, Params, Weights
from carnage.engine.core.records import BYTE, RULE, SHORT, Small
from carnage.engine.core.state import MAX_FRAMES, MAX_OPTIONS, Core, GameOutput
from carnage.engine.core.visibility import HIDDEN

MODELS = 24
UNITS = 24
KINDS = 8
WEAPONS = 12
PIECES = 12
MARKERS = 3
LOOT = 16
THROWN = 8
MOVE_DICE = 4  # at most, of one model; the acting unit's are the first entries of `Game.thrown`
STICKS = 8
BANDS = 3  # rows of the range chart
REACHES = 8  # columns of the range chart
TURNS = 4  # that a log keeps of a curve: more than one with the legs of the book makes
DECK = 52
VALUES = 15  # rows of the table of chances
DIFFICULTIES = 7  # columns of the table of chances

# Kinds of action, as bits of Model.used.
MOVE = 1
RANGED = 2
CLOSE = 4
SPECIAL = 8
FOCUS = 16
# A phased round has a phase for each of the first four kinds of action, and this one.
MORALE_PHASE = 32


class Kind:
    """A kind of model: its stats. Stats that a game does not use are 0."""

    speed: float
    reach: float  # range of its longest weapon
    sight: float  # range of its longest ranged weapon, 0 if it has none
    ranged_skill: Small
    close_skill: Small
    morale: Small
    defense: Small
    wounds: Small
    toughness: Small
    pace: Small
    luck: Small
    move_dice: Small
    bands: Small  # columns of the range chart in which one of its weapons can hit
    points: Small
    price: Small
    weapons: Annotated[list[int], 4]
    n_weapons: Small
    shout: Small
    patch_up: Small


class Weapon:
    """A weapon.

    `range` is 0 for base contact. `rule` is the number of its rule, `band` its row of the range
    chart, and `bands` the number of columns in which it can hit.
    """

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
    bands: Small
    load: Small
    edge: Small
    rule: Annotated[int, "i2", RULE]


class Model:
    """A figure.

    `used` and `spent` are the kinds and the number of its actions in this activation; in a phased
    game, in this round. `in_play` is 1 while it is on the table, standing or not. `fallen` models
    lie until another model boots them up, but `prone` ones may stand up by themselves. `fell` stays
    1 after the first fall, which counts as a removal.
    """

    x: float
    y: float
    fx: float
    fy: float
    side: Small
    unit: Small
    kind: Small
    in_play: Small
    absent: Small  # no model has been picked for this place in the force
    wounds: Small
    doomed: Small
    hurt: Small
    focused: Small
    used: Small
    spent: Small
    stayed: Small  # the last Move of this activation, or of activations in a row, did not move it
    done: Small  # has taken its action of this activation
    acts: Small  # in speed phases: actions left in this activation
    fallen: Small
    fell: Small
    wreck: Small  # removed, but its wreck blocks the way
    away: Small  # left the table with its side
    prone: Small
    out: Small  # phases for which it stays knocked out
    stun: Small  # Stun markers
    jam: Small  # Jam markers
    aims: Small
    aimed: Small  # the model that it aims at
    luck: Small
    loads: Annotated[list[int], 4, BYTE]  # shots left in each of its weapons
    boom: Small  # lost, and about to explode
    # In this round: 1 if it walked, 2 if it ran, or moved where there are no gaits; else 0.
    moved: Small
    pinched: Small  # loses its next activation, after a pinch or a drink too many
    bumped: Small  # has just changed its position, and may touch an enemy
    # Models that it has fought in this activation: a bit mask over the other side's models.
    fought: Small
    reacted: Small  # its reactions in this round
    watching: Small  # has a Watch marker
    talent: Small  # its number among the choices `TALENTS` (`queries.py`), 0 for none
    shrugged: Small  # the Talent Hard to Kill is used up


class Unit:
    """A unit, which is activated as one. Its models are consecutive in the list of models."""

    side: Small
    first: Small
    count: Small
    points: Small
    in_play: Small
    activated: Small
    activations: Small
    leader: Small  # the first of its models to move in this activation, -1 before that
    shaken: Small
    rattled: Small  # Morale tests that it still has to take for friends just lost
    last: Small  # the model whose loss removed the unit
    lost: Small  # was removed in the current action
    gone: Small  # counts as removed: its last model has left, or has fallen for the first time
    tower: Small  # dice of its tower
    drank: Small  # the round of its last swig
    clocked: Small  # the round of its last activation that the clock counted
    bearer: Small  # the model with the unit's tower
    paid: Small  # kinds of action that allocation dice have paid for in this activation
    rest: Small  # repeated activations in this round or phase


class Piece:
    """A piece of terrain, at the same position in every game of a ruleset."""

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
    """An objective marker. `holder` is the side that holds it, or -1."""

    x: float
    y: float
    holder: int


class Drive:
    """The point that an offered curve turns toward, and its inches of movement.

    `inches` is 0 for a curve whose turns are in `Game.turns` already.
    """

    x: float
    y: float
    inches: float


class Token:
    """A Loot Token. `down` is 1 while it lies on the table."""

    x: float
    y: float
    down: int


class Thrown:
    """A die thrown into the play area. `live` is 1 until it is used."""

    x: float
    y: float
    value: Small
    live: Small


class Stick:
    """A stick or bundle of dynamite that has been lit.

    `holder` is the model that has it in hand, -1 once it lies on the table. `fuse` is hidden from
    both sides.
    """

    x: float
    y: float
    lit: Small
    side: Small  # the side that lit it
    holder: Small
    fuse: Annotated[Small, HIDDEN]  # steps from lighting to the explosion
    burnt: Small  # steps burnt so far
    pace: Small  # steps that it burns at a time, more if the fuse was cut
    bundle: Small
    age: Small  # the number of sticks lit up to this one, itself included
    kept: Small  # put out with the rest of its fuse: 1 if side 0 has it, 2 if side 1 has it, else 0


class Side:
    """A side: its points, tokens and score.

    `edge` is 0 to 3 for south, east, north and west, or for the corners from the south-west on.
    Where one side surrounds the other, it is 1 for the side in the middle.
    """

    edge: Small
    left_out: Small
    spent: Small
    victory: Small
    models: Small
    re_rolls: Small
    activation_tokens: Small
    game_tokens: Small
    passed: Small
    started: Small  # units at the start of the game
    quota: Small  # its activations allowed in this round or phase
    made: Small  # its activations made in this round or phase
    stash: Small
    gone: Small  # has legged it
    move_dice: Small
    attack_dice: Small
    defend_dice: Small
    hero: Small
    hero_used: Small
    sticks: Small
    inflicted: int  # the times that it has harmed the other side


class Hand:
    """A player's dexterity with dice (`dexterity.py`).

    The scatter of throws is in inches. Chances are in ten thousandths, by the number of dice in a
    tower.
    """

    overshoot: float
    along_base: float
    along_share: float
    across_base: float
    across_share: float
    added: Annotated[list[int], MAX_TOWER_DICE, SHORT]
    moved: Annotated[list[int], MAX_TOWER_DICE, SHORT]
    struck: Annotated[list[int], MAX_TOWER_DICE, SHORT]


class Game:
    """The record of a whole battle."""

    core: Core
    chosen: Chosen
    p: Params
    inch: float  # the length of an inch, 2.54 where the game measures in centimetres
    table: float
    radius: float
    marker_radius: float
    token_radius: float
    strip: float
    phased: int
    kinds_of_action: int  # those with a use in this game, and MORALE_PHASE, as a bit mask
    least_turn: float  # the least cosine of a turn that the last question of a facing allows
    facing: int
    arc_cosine: float
    speeds: int
    stature: int  # whether models may fall, or be knocked down

    half: int  # the index of side 1's first model
    # Indices of standing models, side 0's from the start on and side 1's from `half` on.
    upright: Annotated[list[int], MODELS, BYTE]
    n_upright: Annotated[list[int], 2]
    n_models: int
    n_units: int
    n_pieces: int
    blocking_to: int  # pieces that block, obscure or are difficult have lower indices than these
    obscuring_to: int
    difficult_to: int
    n_markers: int
    n_kinds: int
    pool: Annotated[list[int], KINDS, BYTE]  # models of each kind left to draft
    only: int  # the kind of action that the acting block takes now, 0 for any
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
    talents: int  # the Talents of use in this game, as a bit mask of their numbers
    chart: Annotated[list[int], BANDS * REACHES]  # the range chart, row by row
    sticks: Annotated[list[Stick], STICKS]
    n_sticks: int
    n_lit: int  # sticks lit so far; one that is lit again counts again
    sides: Annotated[list[Side], 2]
    hands: Annotated[list[Hand], 2]
    chances: Annotated[list[float], VALUES * DIFFICULTIES]
    deck: Annotated[list[int], 2 * DECK, BYTE, HIDDEN]
    deck_left: Annotated[list[int], 2]
    # The unit of each card, in the order in which the cards will be turned.
    cards: Annotated[list[int], UNITS, BYTE, HIDDEN]
    n_cards: int
    bag: Annotated[list[int], 3]  # its tokens: of side 0, of side 1, and Last Calls
    jumped: int  # whether the First Player has activated a unit before its turn in this round

    bell: int  # whether rounds end with a bell
    speed_phases: int  # whether models act by the speed chart
    speed_phase: int  # the number of the speed phase, 0 outside of one
    clock: int  # activations counted so far
    time: int  # activations after which time is up, 0 without a clock
    time_up: int  # the round in which time ran out, 0 before that
    last_orders: int  # whether the rule of last orders applies; 0 while they are carried out
    last_to_act: int
    doom: int  # the space that the marker on the Doom Track has reached
    lost_depth: float  # the depth of the strip along all edges that has crumbled away
    acting: int  # the unit being activated, -1 if none
    fighting: int  # whether a fight has broken out, which ends the current activation
    # Bit masks over all models, for the current action:
    shot_at: int  # models that were shot at
    stirred: int  # models that have moved
    dodging: int  # models that dodge

    rounds: int
    phases: Annotated[list[int], 5]  # in their order, those without a use left out; then zeros
    phase: int  # the kind of action of the phase, 0 in an action phase
    called: int  # the last phase announced, 0 in an action phase and in the End Phase
    nth: int  # the number of the activation among several in a row, from 0
    first: int  # the First Player, -1 before the first initiative
    opener: int  # the side of the first activation of the game, -1 before that
    drafted_first: int  # the side that took the first model of a draft, 0 without a draft
    over: int
    winner: int  # -1 before the end, and in a draw
    margin: int  # side 0's lead in victory points at the end; 1 or -1 if points left break a tie

    # Obstacles of the current move, found once a move: indices of models and pieces.
    near_foes: Annotated[list[int], MODELS, BYTE]
    near_friends: Annotated[list[int], MODELS, BYTE]
    near_solid: Annotated[list[int], PIECES, BYTE]  # impassable pieces
    near_rough: Annotated[list[int], PIECES, BYTE]  # difficult ones
    n_near_foes: int
    n_near_friends: int
    n_near_solid: int
    n_near_rough: int

    # Curves of the current move: how each offered one is driven, and where the last driven turned.
    drives: Annotated[list[Drive], MAX_OPTIONS, HIDDEN]
    turns: Annotated[list[int], TURNS, HIDDEN]  # packed by `pack_place`
    n_turns: Annotated[int, HIDDEN]

    weights: Annotated[list[Weights], 2]  # the weights of each side's bot

    # Caches of the bots for one question.
    worth: Annotated[list[float], MODELS, HIDDEN]
    danger: Annotated[list[float], MODELS, HIDDEN]
    threat: Annotated[list[float], MODELS, HIDDEN]
    company: Annotated[list[float], MARKERS, HIDDEN]
    brink: Annotated[list[float], 2, HIDDEN]  # the added value of a side's next loss
    nerve: Annotated[float, HIDDEN]  # the present weight of fear
    pull: Annotated[float, HIDDEN]  # the present weight of objectives
    friends_x: Annotated[float, HIDDEN]  # the centre of a model's friends
    friends_y: Annotated[float, HIDDEN]
    reply: Annotated[float, HIDDEN]  # the weight of an attack from the place where a Move ends

    looked: int  # the model that `seen` and `gaps` are valid for, -1 if none
    seen: Annotated[list[int], MODELS]
    gaps: Annotated[list[float], MODELS]
    closest: float  # the smallest of `gaps`


class Log(GameOutput):
    """The log of a battle, kept beside its record."""

    frames: Annotated[list[Game], MAX_FRAMES]
