# What this module has besides its source: written by `make stubs`.

from carnage.engine.core.numbering import NOT_ASKED as NOT_ASKED
from carnage.engine.core.numbering import Numbering
from carnage.engine.core.numbering import identifier as identifier

NUMBERING: Numbering
ROLLED: tuple[str, ...]
RULES: tuple[str, ...]

class Chosen:
    players: int
    dice: int
    ante: int
    throws: int
    choice: int
    hero: int
    powers: int
    sets: int
    runs: int
    later_throws: int
    pot: int
    ties: int

class Params:
    conventions_minutes: int
    players_players: int
    dice_die_1: int
    dice_die_2: int
    dice_die_3: int
    dice_die_4: int
    dice_die_5: int
    ante_ante: int
    ante_step: int
    ante_host_pays: int
    throws_throws: int
    choice_each: int
    choice_least: int
    hero_hero_sides: int
    sets_two: int
    sets_three: int
    sets_four: int
    sets_five: int
    runs_shortest: int
    later_throws_second: int
    later_throws_third: int
    later_throws_fourth: int
    later_throws_second_plus: int
    later_throws_third_plus: int
    later_throws_fourth_plus: int
    later_throws_last: int
    pot_shares: int
    ties_most: int

PLAYERS_TWO: int
PLAYERS_THREE: int
PLAYERS_FOUR: int
PLAYERS_CROWD: int
DICE_LADDER: int
DICE_SIXES: int
DICE_SMALL_CHANGE: int
DICE_TWO_PAIRS: int
DICE_FOUR_STEPS: int
DICE_FOUR_BIG: int
ANTE_LEVEL: int
ANTE_BY_SEAT: int
ANTE_HOST_DOUBLES: int
THROWS_THREE: int
THROWS_TWO: int
THROWS_FOUR: int
CHOICE_FREE: int
CHOICE_PAIRS: int
CHOICE_RUSH: int
CHOICE_FIXED: int
HERO_HOST: int
HERO_COMMON: int
HERO_OWN: int
HERO_NONE: int
POWERS_EVERYTHING: int
POWERS_RE_ROLL: int
POWERS_WILD: int
SCORING_BEST_DIVISION: int
SETS_STEEP: int
SETS_PLAIN: int
SETS_SQUARES: int
SETS_LOW_PAIRS: int
RUNS_ADDED_UP: int
RUNS_LENGTH: int
RUNS_TOP: int
RUNS_NONE: int
LATER_THROWS_MULTIPLY: int
LATER_THROWS_ADD: int
LATER_THROWS_LAST: int
LATER_THROWS_NONE: int
POT_WINNER_TAKES_ALL: int
POT_SECOND_SAVES: int
POT_TWO_SHARES: int
POT_IN_PROPORTION: int
TIES_SPLIT: int
TIES_THROW_OFF: int
TIES_HOST_LOSES: int
TIES_FIRST_STANDS: int
