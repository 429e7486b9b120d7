"""The record of a duel.

Distances are in inches, directions are unit vectors, and seats and ships are 0 and 1. In bounded
space the square runs from 0 to `square` in x and y; in open space the ships begin on either side of
0, 0.
"""

from __future__ import annotations

from typing import Annotated

from carnage.engine.core.records import Small
from carnage.engine.core.state import MAX_FRAMES, Core, GameOutput
from carnage.engine.duel.numbers import Chosen, Params, Weights

CELLS = 8  # most dice of a ship
THINGS = 24  # most things on the table: dice of both ships, debris, a moon
COMPASS = 24  # evenly spaced directions in which moves, lines and jettisons are tried
SWINGS = 5  # directions of a move near the prow

MOBILITY, OFFENSE, DEFENSE = range(3)
ROWS = 3
ANY = 3  # a debt that may be paid from any row
DIE, DEBRIS, MOON = range(3)  # kinds of things


class Cell:
    """A die of a ship: its pips and its row.

    A die that has been spent or lost has 0 pips. It is `gone` once it has been jettisoned or put
    aside.
    """

    pips: Small
    row: Small
    gone: Small


class Ship:
    """A ship.

    `owes` are the pips due from each row, and from any row. `lost` is the number of dice still to
    be jettisoned.
    """

    x: float
    y: float
    fx: float  # direction of the prow; without a prow, of the last move
    fy: float
    cells: Annotated[list[Cell], CELLS]
    mobility: int  # dice in Mobility at the reveal
    still: int  # moves left this turn
    owes: Annotated[list[int], ROWS + 1]
    lost: int
    due: int  # dice that the first attack of the turn has pierced, lost after its own attack
    acted: int  # 1 if the ship has moved or attacked this turn
    coasts: int  # turns in which the ship has coasted


class Thing:
    """A thing on the table besides the ships.

    `x`, `y` is its middle. `owner` is the ship that jettisoned the die, or −1. `number` is the
    index of that die on its ship; for debris and moons, the number of things that were there
    before.
    """

    kind: int
    x: float
    y: float
    radius: float
    owner: int
    number: int
    drifted: int  # 1 if it has drifted this turn


class Game:
    """The record of a duel."""

    core: Core
    chosen: Chosen
    p: Params

    radius: float  # radius of a ship
    penny: float  # radius of a penny
    die: float  # radius of a die
    reach: float  # longest gap between the rims of a ship and of a die that it jettisons
    square: float  # side of the square; 0 in open space
    cosines: Annotated[list[float], COMPASS]
    sines: Annotated[list[float], COMPASS]
    degree_cosine: float  # cosine of one degree
    degree_sine: float
    swing_cosines: Annotated[list[float], SWINGS]
    swing_sines: Annotated[list[float], SWINGS]
    arc_cosine: (
        float  # cosine of the largest angle between a shot and its start on the rim, or the prow
    )
    start: Annotated[list[int], CELLS]  # pips of each ship's dice at the start; 0 for no die

    ships: Annotated[list[Ship], 2]
    things: Annotated[list[Thing], THINGS]
    n_things: int

    rounds: int  # turns begun
    first: int  # ship that moves first this turn
    called: int  # ship that had the call last in this turn, -1 before
    lead: int  # ship with the lead this turn, -1 before the first turn
    acting: int  # ship whose move or attack is under way, or was the last; -1 while ships coast
    ahead: int  # ship that had more pips when a ship coasted last, -1 if neither
    answering: int  # ship that attacks second, while the first attack is under way, else -1
    firing: int  # ship whose shot is being paid for or flies, else -1
    strength: int  # Offense of that shot
    sx: float  # start of its line
    sy: float
    dx: float  # direction of its line
    dy: float
    far: float  # length of its line

    weights: Annotated[list[Weights], 2]  # of the bot in each seat

    opener: int
    over: int
    winner: int


class Log(GameOutput):
    """The log of a duel: decisions and events, and copies of the record."""

    frames: Annotated[list[Game], MAX_FRAMES]
