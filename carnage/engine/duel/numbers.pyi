# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.numbering import NOT_ASKED as NOT_ASKED
from carnage.engine.core.numbering import Numbering
from carnage.engine.core.numbering import identifier as identifier

NUMBERING: Numbering
ROLLED: tuple[str, ...]
RULES: tuple[str, ...]

class Chosen:
    start_distance: int
    edges: int
    field_: int
    dice: int
    last_gasp: int
    assignment: int
    order: int
    tie_order: int
    move: int
    shot: int
    hit: int
    jettison: int
    tanks: int

class Params:
    conventions_ship: float
    conventions_penny: float
    conventions_die: float
    start_distance_gap: int
    edges_field: int
    field_pieces: int
    field_between: float
    field_wide: float
    dice_cells: int
    dice_faces: int
    dice_fours: int
    dice_sixes: int
    dice_eights: int
    dice_tens: int
    assignment_until: int
    assignment_most: float
    assignment_valves: int
    turn_coast: int
    move_cost: int
    move_pennies: int
    move_degrees: int
    shot_cost: int
    shot_finger: float
    shot_degrees: int
    hit_most: float
    jettison_reach: float
    jettison_slide: float
    tanks_blast: int

class Weights:
    eager: float
    nearly: float
    mixing: float
    nimble: float
    travel: float
    loose: float
    unsure: float
    impatience: float
    thirst: float
    last: float
    fear: float
    approach: float
    prow: float
    sight: float
    close: float
    trigger: float

START_DISTANCE_POINT_BLANK: int
START_DISTANCE_A_HAND_APART: int
START_DISTANCE_ACROSS_THE_TABLE: int
EDGES_OPEN: int
EDGES_WRAP_AROUND: int
EDGES_WALLS: int
FIELD_EMPTY: int
FIELD_DEBRIS: int
FIELD_MOON: int
DICE_SIX_D6: int
DICE_EIGHT_D4: int
DICE_FIVE_D8: int
DICE_FOUR_D10: int
DICE_SEVEN_D6: int
DICE_ODD_LOT: int
LAST_GASP_DEAD_HEAT: int
LAST_GASP_PARTING_SHOT: int
LAST_GASP_AT_ONCE: int
ASSIGNMENT_FREE: int
ASSIGNMENT_MINIMUM: int
ASSIGNMENT_BALANCED: int
ASSIGNMENT_STIFF_VALVES: int
ORDER_HIGHER_FIRST: int
ORDER_LOWER_FIRST: int
ORDER_CALLED: int
ORDER_THE_LEAD: int
TIE_ORDER_CLOSEST_TO_LOSING: int
TIE_ORDER_FEWER_PIPS: int
TIE_ORDER_SEE_SAW: int
TIE_ORDER_COIN: int
TURN_SPENDING: int
TURN_COASTING: int
MOVE_A_PENNY_A_PIP: int
MOVE_LONG_BURN: int
MOVE_TURNING: int
SHOT_FINGER_A_DIE: int
SHOT_ENDLESS: int
HIT_WHOLE_CELLS: int
HIT_BREACH: int
HIT_GLANCING: int
JETTISON_TWO_FINGERS: int
JETTISON_DRIFT: int
JETTISON_CLINGING: int
TANKS_INERT: int
TANKS_EXPLODING: int
TANKS_BRITTLE: int
END_OUT_OF_FUEL: int
