"""A duel's record. Distances in inches; directions are unit vectors; seats and ships are 0 and 1.

In bounded space the field runs from 0 to `square` in x and y; in open space the ships begin around 0, 0.
"""

from __future__ import annotations

from typing import Annotated

from carnage.engine.core.records import Small
from carnage.engine.core.state import FRAMES, Core, Written
from carnage.engine.duel.numbers import Chosen, Params, Weights

CELLS = 8  # dice of a ship, at most
THINGS = 24  # dice of both ships, debris, a moon
COMPASS = 24  # directions in which ways and lines are tried, evenly round
SWINGS = 5  # directions of a move that has to keep near the prow

MOBILITY, OFFENSE, DEFENSE = range(3)
ROWS = 3
ANY = 3  # a debt that may be paid from any row
DIE, DEBRIS, MOON = range(3)  # what lies about


class Cell:
    """One die of a ship: what it shows, 0 once it is spent or lost, and the row in which it stands.

    It is `gone` once it has been jettisoned or put aside.
    """

    pips: Small
    row: Small
    gone: Small


class Ship:
    """A ship. `owes` are pips due from each row, and from any; `lost` are dice still to be jettisoned."""

    x: float
    y: float
    fx: float  # where its prow points; without a prow, where it went last
    fy: float
    cells: Annotated[list[Cell], CELLS]
    mobility: int  # as counted at the reveal
    still: int  # moves that it may still make this turn
    owes: Annotated[list[int], ROWS + 1]
    lost: int


class Thing:
    """What lies in the way: its middle, its radius, and the ship that a jettisoned die came from, else −1.

    `number` is which of that ship's dice it was; of all else, how many things lay there before it.
    """

    kind: int
    x: float
    y: float
    radius: float
    owner: int
    number: int
    drifted: int  # this turn


class Game:
    """See the module."""

    core: Core
    chosen: Chosen
    p: Params

    radius: float  # of a ship
    penny: float  # of a penny
    die: float  # of a die
    reach: float  # of a jettison
    square: float  # the side of the square, 0 in open space
    cosines: Annotated[list[float], COMPASS]
    sines: Annotated[list[float], COMPASS]
    degree_cosine: float  # of a turn by one degree
    degree_sine: float
    swing_cosines: Annotated[list[float], SWINGS]
    swing_sines: Annotated[list[float], SWINGS]
    arc_cosine: float  # of how far from the prow a shot may go, −1 for all round
    start: Annotated[list[int], CELLS]  # what each ship's dice show at the start

    ships: Annotated[list[Ship], 2]
    things: Annotated[list[Thing], THINGS]
    n_things: int

    rounds: int  # turns begun
    first: int  # who moves first this turn
    burned: int  # a ship has lost fuel this turn
    called: int  # who had the call last this turn, -1 before
    lead: int  # who has the lead this turn, -1 before the first
    acting: int  # whose move, attack or coasting is under way, or was last
    firing: int  # whose shot is being paid for or flies, -1 for nobody's
    strength: int  # of that shot, and its line
    sx: float
    sy: float
    dx: float
    dy: float
    far: float

    weights: Annotated[list[Weights], 2]  # what each seat's bot goes by

    opener: int
    over: int
    winner: int


class Log(Written):
    """What is written down beside a duel's record."""

    frames: Annotated[list[Game], FRAMES]
